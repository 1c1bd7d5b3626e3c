"""What happens in a club: its events in order, and tonight's scoreboard."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from league import access, notices
from league.models import Club
from league.selectors import games, nights, seasons, tables
from league.shapes import ClubScoreboard
from ledger.decider import Stream
from ledger.http.events import places
from ledger.reading import Stored, club_events, head_cursor, load, stream_of
from races import presenting
from races.models import Game
from races.principal import Principal

TABLE_ROWS = 10


def cursor_of(club: UUID) -> int:
    return head_cursor(club)


def of_club(
    club: UUID,
    principal: Principal,
    *,
    after: int,
    limit: int,
    types: Sequence[str] = (),
    game: UUID | None = None,
) -> tuple[list[msgspec.Raw], int | None]:
    """→ (the events after a cursor as this caller may see them, the last one's cursor). Each says the night and game
    it belongs to."""
    events = club_events(club, after, limit, types, game)
    night_of = nights_of(club, {event.stream for event in events})
    shown = [
        presenting.event_out(event, audience(principal, club, event.stream), places_of(event, night_of))
        for event in events
    ]
    return shown, events[-1].cursor if events else None


def audience(principal: Principal, club: UUID, stream: UUID) -> frozenset[str]:
    """Whose sealed parts of a stream a reader of the club may read in its feed."""
    if principal.game == stream:
        return presenting.audiences(principal, Stream(club=club, id=stream, kind="game"))
    return frozenset({"club", "host"} if access.hosts_club(principal, club) else {"club"})


def nights_of(club: UUID, streams: Collection[UUID]) -> dict[UUID, UUID]:
    """The nights of those streams that are games."""
    return dict(Game.objects.filter(club=club, id__in=streams).values_list("id", "night"))


def places_of(event: Stored, night_of: dict[UUID, UUID]) -> bytes:
    """What an event carries in a club's feed: the ids of night and game, and its notices."""
    said = notices.of(event)
    if event.stream in night_of:
        return places(night=night_of[event.stream], game=event.stream, notices=said)
    night = event.stream if stream_of(event.stream, "night") is not None else None
    return places(night=night, game=None, notices=said)


def scoreboard(club: Club, principal: Principal, cursor: int) -> ClubScoreboard:
    """Tonight's games, and the first rows of the current season's table."""
    night, season = nights.current(club), seasons.current(club)
    rows = [] if night is None else games.of_night(club.club, night.id).filter(withdrawn=False).exclude(status="void")
    rows = sorted(rows, key=lambda game: (game.opened_at, str(game.id)))
    streams = [stream_of(game.id, "game") for game in rows]
    return ClubScoreboard(
        club=club.club,
        night=None if night is None else night.id,
        games=[presenting.scoreboard(load(stream), principal) for stream in streams if stream is not None],
        table=[] if season is None else tables.of_season(season, principal).rows[:TABLE_ROWS],
        cursor=cursor,
    )
