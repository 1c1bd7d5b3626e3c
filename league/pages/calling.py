"""``/g/{id}/calls``: what is called out on a big screen, in the page's language."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from league.pages.common import json_page, open_to_frames, viewer
from league.pages.games import version_in
from ledger.reading import recorded_events
from races import calling, service
from races.calling import CalledOut


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """``kind``: :data:`races.rules.ready_set_bet.calls.CallKind`; ``loud``: nobody may miss it."""

    version: int
    kind: str
    text: str
    loud: bool


class Calls(msgspec.Struct, frozen=True, kw_only=True):
    """``version``: the last event that was heard."""

    version: int
    language: str
    calls: list[Called]


@require_safe
@json_page
def calls(request: HttpRequest, game: UUID) -> HttpResponse:
    """The calls about the events after ``?after=VERSION``; none in a game that nobody calls."""
    who = viewer(request)
    loaded = service.read(game, who)
    after = version_in(request, "after", least=0) or 0
    ruleset, language = loaded.state.frame.ruleset, translation.get_language() or "en"
    told: list[Called] = []
    version = loaded.version
    if isinstance(ruleset, CalledOut) and after < version:
        events = recorded_events(loaded.stream)
        version = events[-1].version
        told = [
            Called(
                version=heard.version,
                kind=heard.call.kind,
                text=calling.say(heard.call, language),
                loud=heard.call.loud,
            )
            for heard in calling.calls(ruleset.caller(loaded.state.play), events, after)
        ]
    answer = Calls(version=version, language=language, calls=told)
    response = HttpResponse(msgspec.json.encode(answer), content_type="application/json")
    return open_to_frames(request, response, loaded.stream.club)
