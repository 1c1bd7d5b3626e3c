"""Calls in people's languages: the catalogues in ``races/locale`` (gettext; ``python -m deploy.catalogues`` keeps
them)."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ledger.decider import Recorded
from races.rules.protocol import Event
from races.rules.ready_set_bet.calls import Call
from races.rules.telling import Tongue, told

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en", "sv", "ro", "sl", "fr")
"""The languages a race can be called in; English is what the texts are written in."""


class Announcer(Protocol):
    """Somebody who hears a game's events in order and says what is worth saying."""

    def hear(self, version: int, event: Event) -> tuple[Call, ...]: ...


@runtime_checkable
class CalledOut(Protocol):
    """A ruleset whose games are called."""

    def caller(self, state: Any) -> Announcer: ...


class Heard(NamedTuple):
    """A call, and the version of the event that it is about."""

    version: int
    call: Call


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("django", LOCALE, languages=[language], fallback=True)


def say(call: Call, language: str) -> str:
    """The call in this language; in English where the language is none of ours."""
    catalogue = _catalogue(language if language in LANGUAGES[1:] else "en")
    return told(call.sentences, Tongue(catalogue.gettext, catalogue.ngettext))


def calls(announcer: Announcer, events: Iterable[Recorded], after: int = 0) -> list[Heard]:
    """The calls about the events after version ``after``. All events of the game must be given, in order: who leads
    depends on what was before."""
    found = []
    for event in events:
        if isinstance(event.data, Event):
            told = announcer.hear(event.version, event.data)
            if event.version > after:
                found += [Heard(event.version, call) for call in told]
    return found
