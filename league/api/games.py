"""``/nights/{id}/games``, ``/join/{code}`` and who sits on ``/games/{id}/seats/{n}``."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, BecauseOf, LeagueEndpoint
from league.api.nights import NightEndpoint, NightsQuery
from league.authentication import stranger
from league.facts.base import Name, Reason
from league.selectors import games, people
from league.services.games import Sitter
from league.services.refusing import invalid
from league.shapes import GameLine
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.paging import Page, list_page
from ledger.reading import stream_of
from races import presenting, service
from races.api.games import GameEndpoint, GameView
from races.models import Game as Row
from races.presenting import GameOut, SeatLink, SeatOut
from races.rules.protocol import Move
from races.rules.scoresheet.moves import Rows
from races.shell import ChangeGame, External, Label, RestoreGame, VoidGame

SEAT_CODES = ("seat_closed", "seat_taken", "game_full", "join_closed", "member_already_seated")


class NewSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member, or a guest by name; an empty object is a free seat. ``bot``: a program plays there, and says so."""

    member: UUID | None = None
    guest: Name | None = None
    bot: bool = False


class NewGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``label``: the piece of furniture; ``counts``: for the table; ``rows``: what a score sheet records at once;
    ``external``: what the caller's program calls this game: it is recorded once, whoever sends or imports it."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=60)]
    options: dict[str, Any] = {}
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=99)]
    label: Label = ""
    title: Label = ""
    counts: bool = True
    rows: Rows | None = None
    external: External | None = None


class OpenedSeat(SeatOut, frozen=True, kw_only=True):
    """``token`` and ``join_url`` are derived: the host can have them shown again."""

    token: str
    join_url: str


class OpenedGame(GameOut, frozen=True, kw_only=True):
    """A game just opened, with what its host hands out."""

    seats: tuple[OpenedSeat, ...]
    host_url: str
    join_url: str
    join_code: str


class GamesQuery(NightsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Literal["open", "running", "paused", "finished", "void"] | None = None
    ruleset: Annotated[str, Meta(max_length=60)] | None = None
    member: Annotated[UUID | None, Meta(description="Only those in which this member sits.")] = None
    title: Annotated[str, Meta(max_length=80)] | None = None


class Games(NightEndpoint):
    tags = ("games",)

    @operation(answer=Page[GameLine], query=GamesQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, night: UUID) -> HttpResponse:
        """The games of a night, in the order they were opened."""
        found, asked = self.night(night), self.query(GamesQuery)
        rows = _asked_for(games.of_night(found.club, night), found.club, asked)
        return self.answer(list_page(rows, ["opened_at", "id"], asked, request, games.show))

    @operation(
        body=NewGame,
        answer=OpenedGame,
        status=201,
        scope="host",
        idempotent=True,
        codes=(*WRITE_CODES, "night_closed", "season_closed", "member_already_seated", "already_recorded"),
    )
    def post(self, request: Request, night: UUID) -> HttpResponse:
        """Open a game; guests typed in here are added to the club with it."""
        found = self.night(night)
        body = self.body(NewGame)
        loaded, replayed = services.games.open(
            found,
            self.caller,
            ruleset=body.ruleset,
            options=body.options,
            seats=[_sitter(seat) for seat in body.seats],
            label=body.label,
            title=body.title,
            counts=body.counts,
            rows=body.rows,
            external=body.external,
            body=msgspec.to_builtins(body),
            key=self.idempotency_key(),
        )
        game = presenting.game_out(loaded, self.caller, None, request)
        return self.created(_handed_out(game), f"/api/v1/games/{game.id}", replayed=replayed)


class ClubGames(LeagueEndpoint):
    tags = ("games",)

    @operation(answer=Page[GameLine], query=GamesQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All games of a club, the latest first; ``from`` and ``to`` are dates of their nights."""
        club, asked = self.club(slug), self.query(GamesQuery)
        rows = _asked_for(games.of_club(club.club), club.club, asked)
        return self.answer(list_page(rows, ["-opened_at", "-id"], asked, request, games.show))


def _asked_for(rows: QuerySet[Row], club: UUID, asked: GamesQuery) -> QuerySet[Row]:
    rows = games.between(rows, club, asked.since, asked.until)
    if asked.status is not None:
        rows = games.with_status(rows, asked.status)
    if asked.ruleset is not None:
        rows = rows.filter(ruleset=asked.ruleset)
    if asked.member is not None:
        rows = games.with_member(rows, people.group(club, asked.member))
    if asked.title is not None:
        rows = rows.filter(title__iexact=asked.title)
    return rows


class GamePatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``reason``: needed to move a game to another night, or to let it count or not."""

    night: UUID | UnsetType = UNSET
    counts: bool | UnsetType = UNSET
    label: Label | UnsetType = UNSET
    title: Label | UnsetType = UNSET
    reason: Reason | None = None


class Game(GameView):
    @operation(body=GamePatch, answer=GameOut, scope="host", if_match=True, codes=(*WRITE_CODES, "season_closed"))
    def patch(self, request: Request, game: UUID) -> HttpResponse:
        """Change where a game belongs, what it is called, whether it counts."""
        body = self.body(GamePatch)
        if body.reason is None and (body.night is not UNSET or body.counts is not UNSET):
            raise invalid("reason", "is missing: this may change a table")
        change = ChangeGame(**msgspec.structs.asdict(body))
        services.games.tell(game, change, self.caller, expected=self.if_match())
        return self.answer(presenting.game_out(service.read(game, self.caller), self.caller, None, request))


class Reversal(GameEndpoint):
    def told(self, game: UUID, move: Move, request: Request) -> HttpResponse:
        outcome = services.games.tell(game, move, self.caller, self.idempotency_key())
        shown = presenting.game_out(service.read(game, self.caller), self.caller, None, request)
        return self.answer(shown, replayed=outcome.replayed)


class VoidGameView(Reversal):
    @operation(body=BecauseOf, answer=GameOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Take a game out of every table; nobody moves in it until it is restored."""
        return self.told(game, VoidGame(reason=self.body(BecauseOf).reason), request)


class RestoreGameView(Reversal):
    @operation(body=BecauseOf, answer=GameOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Undo the voiding: every table is as it was, to the byte."""
        return self.told(game, RestoreGame(reason=self.body(BecauseOf).reason), request)


class NewSitter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Neither member nor guest: the seat is free. ``from`` "start": it was them all along; "now": handed over."""

    member: UUID | None = None
    guest: Name | None = None
    since: Literal["start", "now"] = msgspec.field(default="now", name="from")
    reason: Reason | None = None


class Seat(GameEndpoint):
    tags = ("games",)

    @operation(
        body=NewSitter,
        answer=SeatOut,
        scope="host",
        if_match=True,
        codes=(*WRITE_CODES, "seat_closed", "member_already_seated"),
    )
    def patch(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """Say who sits on a seat."""
        body = self.body(NewSitter)
        loaded = services.games.sit(
            game,
            seat,
            _sitter(body),
            self.caller,
            since=body.since,
            reason=body.reason,
            expected=self.if_match(),
        )
        shown = presenting.game_out(loaded, self.caller, None, request).seats
        return self.answer(next(each for each in shown if each.seat == seat))


class Joining(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits down; ``colour``: of the seat (the first free one if not given)."""

    member: UUID | None = None
    guest: Name | None = None
    colour: Annotated[str, Meta(max_length=20)] | None = None


class Join(LeagueEndpoint):
    tags = ("games",)

    @operation(body=Joining, answer=SeatLink, status=201, idempotent=True, codes=SEAT_CODES)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Take a free seat of the game that a join code leads to; the answer holds the seat's token."""
        found = games.by_code(code)
        stream = None if found is None else stream_of(found.id, "game")
        if stream is None:
            raise Refused("not_found", "There is no such join code.")
        body = self.body(Joining)
        sitter = _sitter(body)
        if sitter.member is None and sitter.guest is None:
            raise invalid("guest", "is missing: give a member or a guest's name")
        caller = stranger(request._request)
        loaded, seat, replayed = services.games.join(
            stream, sitter, colour=body.colour, key=self.idempotency_key(), caller=caller
        )
        chair = loaded.state.frame.chair(seat)
        return self.created(
            presenting.seat_link(stream.id, chair, request), f"/api/v1/games/{stream.id}", replayed=replayed
        )


def _sitter(seat: NewSeat | NewSitter | Joining) -> Sitter:
    """Refuses ``invalid`` for both a member and a guest."""
    if seat.member is not None and seat.guest is not None:
        raise invalid("guest", "can't be given beside a member")
    return Sitter(member=seat.member, guest=seat.guest, bot=isinstance(seat, NewSeat) and seat.bot)


def _handed_out(game: GameOut) -> OpenedGame:
    """The game with the host's links at the top and each seat's token beside it, for whoever opened it."""
    secret = {link.seat: link for link in game.links["seats"]}
    seats = tuple(
        OpenedSeat(**msgspec.structs.asdict(seat), token=secret[seat.seat].token, join_url=secret[seat.seat].join_url)
        for seat in game.seats
    )
    shown = msgspec.structs.asdict(game) | {"seats": seats}
    return OpenedGame(
        **shown,
        host_url=game.links["host_url"],
        join_url=game.links["join_url"],
        join_code=game.links["join_code"],
    )
