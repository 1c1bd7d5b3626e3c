"""What was changed afterwards in a season: corrections and whatever else made a result another than it was."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from league.facts.base import FactDecider
from league.models import Night, Season
from league.selectors import feeds
from league.shapes import ChangeOut
from ledger.decider import Stream
from ledger.http.events import ActorOut
from ledger.reading import Stored, club_events, load_at, stream_events, stream_of
from ledger.records import plain, time_text
from ledger.registry import decider_of
from races.game import GameState
from races.models import Game
from races.principal import Principal

PAGE = 500
KINDS = {
    "rewound": "rewind",
    "seat_taken": "seat",
    "race_abandoned": "abandoned",
    "deal_abandoned": "abandoned",
    "night_changed": "night",
    "night_reopened": "night",
    "season_changed": "season",
    "season_reopened": "season",
    "member_erased": "erasure",
}
"""Event type → kind of change. ``rewound`` is a ``correction`` where the moves that followed were made again; a seat
taken counts where it says who sat there from the start."""


def of_season(season: Season, principal: Principal, after: int, limit: int) -> tuple[list[ChangeOut], int | None]:
    """→ (the changes after a cursor, the last one's cursor)."""
    nights = set(Night.objects.filter(club=season.club, season=season.id).values_list("id", flat=True))
    night_of = dict(Game.objects.filter(club=season.club, night__in=nights).values_list("id", "night"))
    found: list[ChangeOut] = []
    last: int | None = None
    while len(found) < limit and (page := club_events(season.club, after, PAGE, list(KINDS))):
        for event in page:
            after = event.cursor
            concerns = event.stream == season.id or event.stream in nights or event.stream in night_of
            if concerns or event.type == "member_erased":
                change = _change(event, principal, night_of)
                if change is not None:
                    found.append(change)
                    last = event.cursor
                    if len(found) == limit:
                        break
    return found, last


def _change(event: Stored, principal: Principal, night_of: dict[UUID, UUID]) -> ChangeOut | None:
    record = msgspec.json.decode(event.record)
    kind = KINDS[event.type]
    if event.type == "seat_taken" and record["data"]["since"] != "start":
        return None
    if event.type == "rewound" and record["data"].get("replayed"):
        kind = "correction"
    stream = stream_of(event.stream)
    assert stream is not None
    before, after = _around(stream, event)
    secret = None
    if event.visible_to(feeds.audience(principal, event.club, event.stream)):
        secret = msgspec.json.decode(event.sealed or "{}").get("move", {}).get("reason")
    return ChangeOut(
        cursor=event.cursor,
        kind=kind,
        type=event.type,
        at=time_text(event.at),
        actor=msgspec.convert(record["actor"], ActorOut),
        reason=secret,
        stream=event.stream,
        version=event.version,
        night=event.stream if stream.kind == "night" else night_of.get(event.stream),
        game=event.stream if stream.kind == "game" else None,
        before=before,
        after=after,
    )


def _around(stream: Stream, event: Stored) -> tuple[Any, Any]:
    """How it stood just before, and after all that was appended with it (a correction makes many moves at once)."""
    last = event.version
    for later in stream_events(stream, event.version):
        if later.at != event.at:
            break
        last = later.version
    return tuple(_shown(stream, load_at(stream, version).state) for version in (event.version - 1, last))  # type: ignore[return-value]


def _shown(stream: Stream, state: Any) -> Any:
    """What of a state a table is made of; no name is in it."""
    if isinstance(state, GameState):
        if state.frame is None:
            return None
        scores = {score.seat: score for score in state.frame.ruleset.summary(state.play).seats}
        return [
            {
                "seat": chair.seat,
                "member": chair.member,
                "rank": scores[chair.seat].rank if chair.seat in scores else None,
                "score": scores[chair.seat].score if chair.seat in scores else None,
            }
            for chair in state.frame.seats
        ]
    if isinstance(decider_of(stream.kind), FactDecider) and stream.kind != "member":
        return {name: value for name, value in plain(state).items() if name not in ("name", "opened_at", "closed_at")}
    return None
