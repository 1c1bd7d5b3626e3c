"""A game as callers see it: the game, its scoreboard, its events, its moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from ledger.cache import states
from ledger.decider import Stream
from ledger.errors import Unavailable
from ledger.http.events import event_json
from ledger.http.links import absolute
from ledger.reading import Loaded, Stored
from ledger.records import time_text
from ledger.sql import now, query
from races import links, people
from races.frame import Chair, Frame, GameState
from races.people import Belonging
from races.principal import Principal
from races.service import hosts
from races.shell import External

CURSOR_OF = """
    SELECT p.cursor, e.at FROM ledger_position p
    JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    WHERE p.club = %s AND p.stream = %s AND p.version = %s::int
"""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A member as this caller may see them; ``name`` is empty where they don't want it published."""

    id: UUID
    name: str


class SeatOut(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    member: Person | None
    colour: str
    state: str
    bot: bool


class SeatLink(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    token: str
    join_url: str


class GameOut(msgspec.Struct, frozen=True, kw_only=True):
    """A game. ``external``: what another program calls it; ``state`` is the ruleset's view for the caller; ``links``
    holds the secret ones only for a host."""

    id: UUID
    club: UUID
    night: UUID
    season: UUID | None
    label: str
    title: str
    external: External | None
    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    rigged: bool
    counts: bool
    status: str
    phase: str
    version: int
    cursor: int
    server_time: str
    next_at: str | None
    seats: tuple[SeatOut, ...]
    state: dict[str, Any]
    links: dict[str, Any]


class ScoreboardGame(msgspec.Struct, frozen=True, kw_only=True):
    id: UUID
    label: str
    title: str
    ruleset: str


class ScoreboardSeat(msgspec.Struct, frozen=True, kw_only=True):
    """``delta``: change by the latest settlement; ``bot``: a program plays there."""

    seat: int
    member: Person | None
    bot: bool
    colour: str
    rank: int
    shared: bool
    score: int | float | None
    unit: str
    delta: int
    state: str


class Scoreboard(msgspec.Struct, frozen=True, kw_only=True):
    """One shape for every ruleset."""

    game: ScoreboardGame
    night: UUID
    season: UUID | None
    status: str
    phase: str
    progress: dict[str, Any]
    headline: str
    next_at: str | None
    server_time: str
    seats: tuple[ScoreboardSeat, ...]
    version: int
    cursor: int
    updated_at: str
    rigged: bool


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer says of a game that doesn't stand in its own events: it changes under an unchanged version, so
    whatever names an answer's version must name this too (:meth:`mark`)."""

    names: dict[UUID, str]
    belonging: Belonging

    def mark(self) -> str:
        """The same text for the same, another one for anything else."""
        return repr((sorted(self.names.items()), self.belonging))


def around(loaded: Loaded, principal: Principal) -> Around:
    """As this caller may see it; two queries."""
    frame, stream = _frame(loaded.state), loaded.stream
    members = [chair.member for chair in frame.seats if chair.member is not None]
    return Around(
        names=people.names(stream.club, members, principal),
        belonging=people.belonging(stream.club, frame.night, stream.id),
    )


def game_out(
    loaded: Loaded, principal: Principal, seat: int | None, request: Any = None, about: Around | None = None
) -> GameOut:
    """``seat``: through whose eyes (None: the public's); ``about``: where it is known already."""
    about = about or around(loaded, principal)
    state: GameState = loaded.state
    frame = _frame(state)
    stream = loaded.stream
    summary = state.summary
    cursor, _ = _cursor_of(loaded)
    return GameOut(
        id=stream.id,
        club=stream.club,
        night=frame.night,
        season=about.belonging.season,
        label=frame.label,
        title=frame.title,
        external=frame.external,
        ruleset=frame.ruleset.key,
        ruleset_version=frame.ruleset.version,
        options=frame.options,
        rigged=frame.rigged,
        counts=frame.counts,
        status="void" if frame.void or about.belonging.withdrawn else summary.status,
        phase=summary.phase,
        version=loaded.version,
        cursor=cursor,
        server_time=time_text(now()),
        next_at=_next_at(state),
        seats=_seats(frame, about.names),
        state=frame.ruleset.view(state.play, seat),
        links=game_links(loaded, hosts(principal, stream), request),
    )


def game_links(loaded: Loaded, for_host: bool, request: Any = None) -> dict[str, Any]:
    """Addresses of a game; for a host also the secret ones, derived anew each time."""
    id, frame = loaded.stream.id, _frame(loaded.state)
    public = {
        "self": absolute(f"/api/v1/games/{id}", request),
        "page": absolute(f"/g/{id}", request),
        "live": absolute(f"/api/v1/games/{id}/live", request),
    }
    if not for_host:
        return public
    code = links.join_code(id)
    return public | {
        "host_url": absolute(f"/j/{links.host_token(id, frame.host_generation)}", request),
        "join_url": absolute(f"/j/{code}", request),
        "join_code": code,
        "seats": [seat_link(id, chair, request) for chair in frame.seats],
    }


def seat_link(game: UUID, chair: Chair, request: Any = None) -> SeatLink:
    return link_of(game, chair.seat, chair.generation, request)


def link_of(game: UUID, seat: int, generation: int, request: Any = None) -> SeatLink:
    token = links.seat_token(game, seat, generation)
    return SeatLink(seat=seat, token=token, join_url=absolute(f"/j/{token}", request))


def scoreboard(loaded: Loaded, principal: Principal, about: Around | None = None) -> Scoreboard:
    """``about``: where it is known already."""
    about = about or around(loaded, principal)
    state: GameState = loaded.state
    frame = _frame(state)
    summary = state.summary
    chairs = {chair.seat: chair for chair in frame.seats}
    cursor, at = _cursor_of(loaded)
    return Scoreboard(
        game=ScoreboardGame(id=loaded.stream.id, label=frame.label, title=frame.title, ruleset=frame.ruleset.key),
        night=frame.night,
        season=about.belonging.season,
        status="void" if frame.void or about.belonging.withdrawn else summary.status,
        phase=summary.phase,
        progress=summary.progress,
        headline=summary.headline,
        next_at=_next_at(state),
        server_time=time_text(now()),
        seats=tuple(
            ScoreboardSeat(
                seat=score.seat,
                member=_person(chairs[score.seat], about.names),
                bot=chairs[score.seat].bot,
                colour=chairs[score.seat].colour,
                rank=score.rank,
                shared=score.shared,
                score=score.score,
                unit=score.unit,
                delta=score.delta,
                state=score.state,
            )
            for score in summary.seats
        ),
        version=loaded.version,
        cursor=cursor,
        updated_at=time_text(at),
        rigged=frame.rigged,
    )


def audiences(principal: Principal, stream: Stream) -> frozenset[str]:
    """Whose sealed parts this caller may read before they are opened (he may read the game already)."""
    who = {"club"}
    if hosts(principal, stream):
        who.add("host")
    if principal.seat is not None and principal.game == stream.id:
        who.add(f"seat:{principal.seat}")
    return frozenset(who)


def events_out(events: Iterable[Stored], who: frozenset[str], places: bytes = b"") -> list[msgspec.Raw]:
    """Events in the public shape, with the sealed parts that ``who`` may read."""
    return [event_out(event, who, places) for event in events]


def event_out(event: Stored, who: frozenset[str], places: bytes = b"") -> msgspec.Raw:
    return event_json_of(event, event.visible_to(who), places)


def event_json_of(event: Stored, visible: bool, places: bytes = b"") -> msgspec.Raw:
    """One event, with its sealed part if that is ``visible``."""
    return event_json(event.record, event.hash, event.cursor, event.sealed if visible else None, places=places)


def _frame(state: GameState) -> Frame:
    assert state.frame is not None
    return state.frame


def _cursor_of(loaded: Loaded) -> tuple[int, int]:
    """→ (cursor, time in µs) of the last event that ``loaded`` has seen. Raises :class:`Unavailable`, once, where this
    process remembers more than there is: a backup was restored under it."""
    rows: Sequence[Any] = query(CURSOR_OF, [loaded.stream.club, loaded.stream.id, loaded.version])
    if not rows:
        states.forget(loaded.stream.id)
        raise Unavailable
    return rows[0][0], rows[0][1]


def _next_at(state: GameState) -> str | None:
    due = state.due
    return None if due is None else time_text(due.at)


def _person(chair: Chair, names: dict[UUID, str]) -> Person | None:
    return None if chair.member is None else Person(id=chair.member, name=names.get(chair.member, ""))


def _seats(frame: Frame, names: dict[UUID, str]) -> tuple[SeatOut, ...]:
    return tuple(
        SeatOut(seat=chair.seat, member=_person(chair, names), colour=chair.colour, state=chair.state, bot=chair.bot)
        for chair in frame.seats
    )
