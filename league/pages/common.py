"""What all pages share: who looks, how a refusal reads, and the headers that keep scripts of others out."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop

from league import authentication, languages
from league.models import Club
from league.pages import refusals
from league.selectors import clubs
from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.codes import code_of
from ledger.http.problems import answer_to
from ledger.reading import stream_of
from races.people import is_public
from races.principal import ANONYMOUS, Principal

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_CONTROL_IN_LINES = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
View = Callable[..., HttpResponse]
T = TypeVar("T")


def viewer(request: HttpRequest) -> Principal:
    """Who looks at a page: by cookie, sign-in or (a GET) ``?key=``. Refuses ``no_token`` for a wrong key."""
    if request.method in authentication.SAFE:
        return authentication.principal_of(request)
    return authentication.from_browser(request) or ANONYMOUS


def passer_by(request: HttpRequest) -> Principal:
    """Who looks at what stands in others' frames: whoever the address's ``?key=`` says, never whose browser it is.
    Refuses ``no_token`` for a wrong key."""
    return viewer(request) if "key" in request.GET else ANONYMOUS


def key_of(request: HttpRequest, before: str) -> str:
    """The read-only token of the page's own address, for the addresses that its script asks; ``before``: ``?`` or
    ``&``."""
    key = request.GET.get("key")
    return "" if key is None else before + urlencode({"key": key})


def id_in(request: HttpRequest, name: str) -> UUID | None:
    """The id that the address names in its query. Refuses ``not_found`` for what is none."""
    text = request.GET.get(name)
    try:
        return None if text in (None, "") else UUID(text)
    except ValueError:
        raise Refused("not_found", gettext_noop("There is no such game.")) from None


def open_to_frames(request: HttpRequest, response: HttpResponse, club: UUID) -> HttpResponse:
    """Lets a script of any origin (``null``, too: a sandboxed frame) read an answer that is everybody's, or that the
    address itself brought the key for; never one that a cookie gave."""
    if "key" in request.GET or is_public(club):
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def form(request: HttpRequest, kind: type[T]) -> T:
    """What a form has sent, typed; fields left empty are as if not sent. Only the fields that ``kind`` names in its
    class attribute ``many_lines`` may have more than one. Refuses ``invalid``, in words."""
    known = {field.name for field in msgspec.structs.fields(kind)}  # type: ignore[arg-type]
    texts = {name: text.strip() for name, text in request.POST.items() if name in known and isinstance(text, str)}
    for name in texts.keys() - set(getattr(kind, "many_lines", ())):
        _refuse_controls(name, texts[name], _CONTROL)
    boxes = {"on": "true"}
    return parsing.convert({name: boxes.get(text, text) for name, text in texts.items() if text}, kind, root="")


def require_text(request: HttpRequest) -> None:
    """Refuses ``invalid`` for a control character (U+0000 above all) anywhere in what a page was sent, as the API's
    parser does; lines of a text may end."""
    for sent in (request.GET, request.POST):
        for name, texts in sent.lists():
            for text in (name, *texts):
                _refuse_controls(name, str(text), _CONTROL_IN_LINES)


def _refuse_controls(name: str, text: str, controls: re.Pattern[str]) -> None:
    if controls.search(text):
        what, field = gettext(refusals.BY_CODE["invalid"]), parsing.shown(name)
        raise Refused("invalid", what, errors=[{"field": field, "message": what}])


def page(view: View) -> View:
    """A view that may raise :class:`Refused`, with the headers of a page."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            require_text(request)
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, hidden(request, refused, kwargs), kwargs)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


def posted(
    request: HttpRequest, act: Callable[[], str], show: Callable[[Refused | None], HttpResponse]
) -> HttpResponse:
    """A form's page. Sent, ``act`` does what it asks and tells the address to go on to; what is refused stands over the
    form as it was typed, under its own status."""
    if request.method != "POST":
        return show(None)
    try:
        return HttpResponseRedirect(act())
    except Refused as refused:
        response = show(refusals.told(refused))
        response.status_code = code_of(refused.code).status
        return response


def json_page(view: View) -> View:
    """A view for a page's own script: what it refuses is a problem document as the API's."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            require_text(request)
            response = view(request, *args, **kwargs)
        except Exception as error:
            if isinstance(error, Refused):
                error = refusals.told(hidden(request, error, kwargs))
            response = answer_to(error, request)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return answer


def hidden(request: HttpRequest, refused: Refused, address: Mapping[str, Any]) -> Refused:
    """To a stranger a private club is as if it weren't there: whether an address exists is nobody's business."""
    if refused.code != "no_token" or "replaced" in refused.sentence:
        return refused
    slug, game = address.get("slug"), address.get("game")
    if slug is None and game is None:
        return refused
    stream = stream_of(game, "game") if game is not None else None
    club = clubs.id_of(slug) if slug is not None else None if stream is None else stream.club
    if "key" in request.GET and request.method in authentication.SAFE:
        return refused
    if club is not None and clubs.is_public(club):
        return refused
    languages.forget_the_club(request)
    return Refused(
        "not_found", gettext("There is no such club.") if slug is not None else gettext("There is no such game.")
    )


def refusal(request: HttpRequest, refused: Refused, address: Mapping[str, Any] | None = None) -> HttpResponse:
    """A refusal as a page, under its own status; in words for people who know nothing of tokens. Whoever may read the
    club of the ``address`` has its menu to go on with (a frame has none)."""
    code = code_of(refused.code)
    title, sentence = refusals.title(refused.code, code.title), refusals.sentence(refused)
    if refused.code == "no_token":
        replaced = "replaced" in refused.sentence
        title = gettext("This link has been replaced") if replaced else gettext("This club is private")
        sentence = (
            gettext("The host has made a new link for this seat; ask for it, or scan the new code.")
            if replaced
            else gettext("Open the link of your seat, scan the code on the table, or sign in as organiser.")
        )
    elif refused.code == "wrong_scope":
        title = gettext("That is the organiser's business")
        sentence = gettext("Sign in as organiser, or open the host's link.")
    club = _club_of(request, address or {})
    base = "pages/base.html" if club is None else "pages/club_base.html"
    context = {"title": title, "sentence": sentence, "code": refused.code, "club": club, "base": base}
    return render(request, "pages/refused.html", context, status=code.status)


def _club_of(request: HttpRequest, address: Mapping[str, Any]) -> Club | None:
    """The club that an address names by its slug or one of its games, if the viewer may read it."""
    slug, game = address.get("slug"), address.get("game")
    try:
        if slug is not None:
            return clubs.find(slug, viewer(request))
        stream = stream_of(game, "game") if isinstance(game, UUID) else None
        if stream is None:
            return None
        clubs.readable(stream.club, viewer(request))
        return clubs.by_id(stream.club)
    except Refused:
        return None
