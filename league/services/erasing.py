"""Forgetting a person: every sealed part with the name goes, in one transaction with the events that say so.

What was played stays, by somebody without a name; every chain and checkpoint still verifies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from django.conf import settings

from league import access, erased
from league.erased import Erased
from league.facts.base import EraseParts, sent
from league.facts.member import EraseMember
from ledger.cache import states
from ledger.decider import Actor, Move, Stream
from ledger.errors import Refused
from ledger.forgetting import Place, parts_of, places_of
from ledger.reading import load, recorded_events, stream_of
from ledger.records import time_text
from ledger.sql import now, run
from ledger.store import Command, execute_all
from races import shell
from races.game import wrap
from races.principal import Principal

STREAMS_AT_ONCE = 100
KEPT = frozenset({"club_founded", "club_changed"})
"""A club may be called after somebody: its name is the club's, and changed by whoever manages it."""
RESTORING = Actor(kind="organiser", id="restore")


def erase(club: UUID, member: UUID, principal: Principal) -> None:
    """Forgets a member or guest. Refuses ``no_token, not_found, wrong_scope``; twice is no harm."""
    access.require_manager(principal, club)
    erased.remember(Erased(at=time_text(now()), club=club, member=member))
    forget(club, member, access.actor_of(principal))


def forget_again(known: Iterable[Erased]) -> int:
    """After a restore: everybody who was erased by then or later. → how many had come back."""
    count = 0
    for each in dict.fromkeys((line.club, line.member) for line in known):
        stream = stream_of(each[1], "member")
        if stream is not None and stream.club == each[0]:
            count += forget(stream.club, stream.id, RESTORING)
    return count


def forget(club: UUID, member: UUID, actor: Actor) -> bool:
    """→ whether there was anything to forget."""
    stream = Stream(club=club, id=member, kind="member")
    words = _words(stream)
    while True:
        parts = parts_of(stream)
        if not parts and load(stream).state.erased:
            break
        others = [place for place in places_of(club, words) if _concerned(place, stream)]
        try:
            # The person last: until that is done, it is known what to look for.
            for start in range(0, len(others), STREAMS_AT_ONCE):
                execute_all([_erasing(place, actor) for place in others[start : start + STREAMS_AT_ONCE]])
            version = load(stream).version
            move = sent(EraseMember(parts=parts))
            execute_all([Command(stream=stream, move=move, actor=actor, expected_version=version)])
            break
        except Refused as refused:
            if refused.code != "version_changed":
                raise
    run("DELETE FROM ledger_key WHERE club = %s AND stream = %s", [club, member])  # digests of what was sent
    states.forget(member)
    _redact(words)
    return bool(words)


def _words(stream: Stream) -> set[str]:
    """All names and aliases the person has had here."""
    secrets = [event.move_secret or {} for event in recorded_events(stream)]
    return {secret[name] for secret in secrets for name in ("name", "alias") if secret.get(name)}


def _concerned(place: Place, member: Stream) -> bool:
    """Other people may have the same name, and keep it."""
    return place.stream.kind != "member" and not KEPT.issuperset(place.parts.values())


def _erasing(place: Place, actor: Actor) -> Command:
    parts = tuple(version for version, type_ in place.parts.items() if type_ not in KEPT)
    move: Move = wrap(shell.EraseParts(parts=parts)) if place.stream.kind == "game" else sent(EraseParts(parts=parts))
    return Command(stream=place.stream, move=move, actor=actor)


def _redact(words: Iterable[str]) -> None:
    """Blots the words out of the logs, byte for byte: others go on appending to these files."""
    pattern = re.compile(b"|".join(re.escape(word.encode()) for word in words)) if words else None
    folder = Path(settings.RAILBIRD_DATA) / "logs"
    if pattern is None or not folder.is_dir():
        return
    for log in folder.glob("*.log*"):
        with log.open("r+b") as file:
            for found in pattern.finditer(file.read()):
                file.seek(found.start())
                file.write(b"*" * len(found.group()))
