"""What happens in a club: its events in order, and tonight's scoreboard."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from league import access, notices
from league.models import Club, Night
from league.notices import Notice, Place
from league.selectors import nights, playing, seasons, tables
from league.shapes import ClubScoreboard
from ledger.decider import Stream
from ledger.http.events import places
from ledger.reading import club_events, head_cursor, load, stream_of
from races import presenting
from races.models import Game
from races.principal import Principal

TABLE_ROWS = 10


def cursor_of(club: UUID) -> int:
    return head_cursor(club)


class Told(msgspec.Struct, frozen=True):
    """A piece of a club's feed. ``read``: how many events were looked at, up to the cursor ``last`` (None: none)."""

    events: list[msgspec.Raw]
    notices: list[Notice]
    read: int
    last: int | None


def of_club(
    club: UUID,
    principal: Principal,
    *,
    after: int,
    limit: int,
    types: Sequence[str] = (),
    game: UUID | None = None,
) -> Told:
    """What happened after a cursor, as this caller may see it: events, each saying the night and game it belongs to,
    and the notices they cause. ``types``: only events of these types and notices of these names."""
    events = club_events(club, after, limit, sorted({*types, *notices.causes(types)}), game)
    placed = places_of(club, {event.stream for event in events})
    shown, told = [], []
    for event in events:
        place = placed[event.stream]
        if not types or event.type in types:
            shown.append(presenting.event_out(event, audience(principal, club, event.stream), where(place)))
        told += notices.notices(event, place, types or None)
    return Told(shown, told, len(events), events[-1].cursor if events else None)


def audience(principal: Principal, club: UUID, stream: UUID) -> frozenset[str]:
    """Whose sealed parts of a stream a reader of the club may read in its feed."""
    if principal.game == stream:
        return presenting.audiences(principal, Stream(club=club, id=stream, kind="game"))
    return frozenset({"club", "host"} if access.hosts_club(principal, club) else {"club"})


def places_of(club: UUID, streams: Collection[UUID]) -> dict[UUID, Place]:
    """Where each stream stands today: a game on its night and in that one's season, a night in its season."""
    night_of = dict(Game.objects.filter(club=club, id__in=streams).values_list("id", "night"))
    kinds = {stream: known.kind for stream in streams if (known := stream_of(stream)) is not None}
    nights = {*night_of.values(), *(stream for stream, kind in kinds.items() if kind == "night")}
    season_of = dict(Night.objects.filter(club=club, id__in=nights).values_list("id", "season"))
    found = {}
    for stream in streams:
        kind = kinds.get(stream)
        night = night_of.get(stream) or (stream if kind == "night" else None)
        season = stream if kind == "season" else season_of.get(night) if night is not None else None
        game, member = (stream if kind == each else None for each in ("game", "member"))
        found[stream] = Place(night=night, game=game, season=season, member=member)
    return found


def where(place: Place) -> bytes:
    """What an event carries in a club's feed: the ids of night and game."""
    return places(night=place.night, game=place.game)


def scoreboard(club: Club, principal: Principal, cursor: int) -> ClubScoreboard:
    """What is played now, and the first rows of the current season's table."""
    night, season = nights.current(club), seasons.current(club)
    rows = sorted(playing.played_now(club), key=lambda game: (game.opened_at, str(game.id)))
    streams = [stream_of(game.id, "game") for game in rows]
    return ClubScoreboard(
        club=club.club,
        night=None if night is None else night.id,
        games=[presenting.scoreboard(load(stream), principal) for stream in streams if stream is not None],
        table=[] if season is None else tables.of_season(season, principal).rows[:TABLE_ROWS],
        cursor=cursor,
    )
