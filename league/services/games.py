"""Opening games on nights, and who sits down at them.

A guest whose name is typed in becomes a member of the club in the same transaction: no half of it can be left over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET

from league import access, keys
from league.facts.base import sent
from league.facts.member import AddMember
from league.facts.night import AdmitGame
from league.imports import cells, identifying
from league.imports.plays import RowError
from league.models import Night, Season, Title
from league.selectors import clubs, members, people
from league.services import members as services_members
from league.services import nights
from league.services.clubs import check_options
from league.services.refusing import invalid
from ledger import lettering
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.models import Key as LedgerKey
from ledger.reading import Loaded, load
from ledger.store import Command, Key, Outcome, execute_all
from races import links, service
from races.frame import GameState
from races.game import wrap
from races.principal import Principal
from races.rules.protocol import Move
from races.rules.scoresheet.moves import Record, Row
from races.shell import ChangeGame, External, TakeSeat


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits on a seat: a member of the club, a guest by name, or nobody yet; ``bot``: a program plays there."""

    member: UUID | None = None
    guest: str | None = None
    bot: bool = False


def open(
    night: Night,
    principal: Principal,
    *,
    ruleset: str,
    options: dict[str, Any],
    seats: Sequence[Sitter],
    label: str,
    title: str,
    counts: bool,
    body: Any,
    rows: tuple[Row, ...] | None = None,
    external: External | None = None,
    key: str | None = None,
) -> tuple[Loaded, bool]:
    """→ (the new game, has the key been used before?). Options that aren't given are the title's (of a score sheet) or
    the club's; ``rows``: of a score sheet, recorded at once; ``external``: its identity elsewhere. Refuses ``no_token,
    not_found, wrong_scope, night_closed, season_closed, invalid, member_already_seated``, and ``already_recorded``
    (with the ``game``) for an identity that the club knows."""
    club = night.club
    access.require_host(principal, club)
    made = keys.key_of(keys.collection(night.id, "games"), principal, key, "games", body)
    actor = access.actor_of(principal)
    external = None if external is None else _as_kept(external)
    identity = None if external is None else identifying.identity_of(external.source, external.id)
    if identity is not None and not (made is not None and _known(club, made)):
        _require_new(club, identity)
    sat, guests = _seated(club, seats, actor, made)
    chosen = {**clubs.by_id(club).defaults.get(ruleset, {}), **_of_title(club, ruleset, title), **options}
    check_options(ruleset, chosen, "options")
    if rows is not None and ruleset != "scoresheet":
        raise invalid("rows", "can be given for a score sheet only")
    stream, opening = service.open_game_command(
        club,
        night.id,
        actor,
        ruleset=ruleset,
        options=chosen,
        members=sat,
        bots=[seat.bot for seat in seats],
        label=label,
        title=title,
        counts=counts,
        external=external,
        id=None if identity is None else identifying.external_game(club, identity),
    )
    admit = Command(stream=Stream(club=club, id=night.id, kind="night"), move=sent(AdmitGame()), actor=actor)
    commands = [*nights.admitted(club, night.season, principal), admit, *guests, opening]
    if rows is not None:
        commands.append(Command(stream=stream, move=wrap(Record(rows=rows)), actor=actor))
    try:
        outcome = execute_all(commands, key=made)[-1]
    except Refused as refused:
        if identity is not None and refused.code == "already_recorded":  # somebody else was faster
            _require_new(club, identity)
        raise
    return load(outcome.stream), outcome.replayed


def _require_new(club: UUID, identity: str) -> None:
    known = identifying.known_plays(club, [identity]).get(identity)
    if known is not None:
        sentence = "This game has been recorded before; if it is void, restore it."
        raise Refused("already_recorded", sentence, game=str(known.game))


def _as_kept(external: External) -> External:
    """As imports keep source and id. Refuses ``invalid`` for one of which nothing is left, or with a control
    character."""
    try:
        source, id = cells.text(external.source, "source"), cells.text(external.id, "id", 100)
    except RowError as error:
        raise invalid("external", str(error)) from None
    if not cells.same(source) or not id:
        raise invalid("external.id" if source else "external.source", "is empty")
    return External(source=source, id=id)


def _of_title(club: UUID, ruleset: str, title: str) -> dict[str, Any]:
    """What the club says of a game by this name, as options of a score sheet."""
    if ruleset != "scoresheet" or not title.strip():
        return {}
    known = Title.objects.filter(club=club, name__iexact=title.strip()).order_by("added_at").first()
    return {} if known is None else {"lowest_wins": known.lowest_wins, "kind": known.kind}


def _seated(
    club: UUID, seats: Sequence[Sitter], actor: Actor, key: Key | None, others: Collection[UUID | None] = ()
) -> tuple[list[UUID | None], list[Command]]:
    """→ (who sits where, the commands that add the new guests and keep the others from being merged meanwhile).

    A guest who has been here before under the very same name is the same guest, unless he sits on one of these or the
    ``others``' seats: then he has a namesake. Refuses ``member_already_seated`` for one who was merged with an
    other."""
    named = [seat.member for seat in seats if seat.member is not None]
    members.require_in_club(club, named)
    who = people.resolved(club, [*named, *(other for other in others if other is not None)])
    asked = [who[member] for member in named]
    sitting = {who.get(other, other) for other in others if other is not None}
    if not sitting.isdisjoint(asked):
        raise Refused("member_already_seated", "This person already sits on another seat of the game.")
    names = [None if seat.guest is None else lettering.spelt(seat.guest) for seat in seats]
    known = members.guests_named(club, [name for name in names if name is not None])
    taken = {*asked, *sitting}
    sat: list[UUID | None] = []
    commands = [services_members.admitted(club, member, actor) for member in dict.fromkeys(asked)]
    for seat, name, new in zip(seats, names, keys.new_ids(key, len(seats)), strict=True):
        if name is None:
            sat.append(None if seat.member is None else who[seat.member])
            continue
        id = next((id for id in known.get(name, []) if id not in taken), None)
        if id is None:
            id = new
            commands.append(_adding(club, id, name, actor))
        else:
            commands.append(services_members.admitted(club, id, actor))
        taken.add(id)
        sat.append(id)
    return sat, commands


def _adding(club: UUID, id: UUID, name: str, actor: Actor) -> Command:
    guest = AddMember(name=name, guest=True)
    return Command(stream=Stream(club=club, id=id, kind="member"), move=sent(guest), actor=actor)


def sit(
    game: UUID,
    seat: int,
    who: Sitter,
    principal: Principal,
    *,
    since: Literal["start", "now"] = "now",
    reason: str | None = None,
    expected: int | None = None,
) -> Loaded:
    """The host says who sits on a seat (nobody, if neither member nor guest is given). Refuses ``no_token, not_found,
    wrong_scope, seat_closed, member_already_seated, version_changed``."""
    stream = service.find(game, principal)
    service.require_host(principal, stream)
    actor = service.actor_of(principal, stream, None)
    others = {chair.member for chair in load(stream).state.frame.seats if chair.seat != seat}
    sat, guests = _seated(stream.club, [who], actor, None, others)
    move = TakeSeat(seat=seat, member=sat[0], since=since, reason=reason)

    def alive(state: GameState) -> None:
        links.require_alive(principal, state)

    execute_all([*guests, Command(stream=stream, move=wrap(move), actor=actor, expected_version=expected, guard=alive)])
    return load(stream)


def tell(game: UUID, move: Move, principal: Principal, key: str | None = None, expected: int | None = None) -> Outcome:
    """Voiding, restoring, changing what holds around the play; a game changed to another night of the club is kept
    there. Refuses ``no_token, not_found, wrong_scope, invalid, version_changed, season_closed``."""
    stream = service.find(game, principal)
    service.require_host(principal, stream)
    if isinstance(move, ChangeGame) and move.night is not UNSET:
        access.require_host(principal, stream.club)
        to = Night.objects.filter(club=stream.club, id=move.night).first()
        if to is None:
            raise invalid("night", "is no night of this club")
        if to.id != load(stream).state.frame.night and Season.objects.filter(id=to.season, status="closed").exists():
            raise Refused("season_closed", "The season of that night is closed; reopen it first.")
    made = service.key_of(principal, game, key, "game", msgspec.to_builtins(move))
    return service.do(stream, principal, move, key=made, expected=expected)


def join(
    stream: Stream,
    who: Sitter,
    *,
    colour: str | None = None,
    seat: int | None = None,
    key: str | None = None,
    caller: str = "",
) -> tuple[Loaded, int, bool]:
    """Somebody with the join code takes a free seat: the one asked for, the one of that colour, else the first.
    ``caller``: whose the key is. All who have the code are strangers to each other, and the answer to a repeat holds a
    seat's token. → (the game, the seat, has the key been used before?). Refuses ``seat_taken, game_full, join_closed,
    member_already_seated, not_found``."""
    joiner = Principal(club=stream.club, scopes=frozenset(), caller=f"join:{stream.id}:{caller}")
    body = [None if who.member is None else str(who.member), who.guest, colour, seat]
    made = keys.key_of(stream.id, joiner, key, "join", body)
    while True:
        loaded = load(stream)
        # A known key answers by itself, also when the game is full or over by now: any seat will do to ask it.
        chosen = 1 if made is not None and _known(stream.club, made) else _free_seat(loaded, colour, seat)
        try:
            taken, replayed = _take_free(loaded, chosen, who, made)
        except _JustTaken:
            continue
        return load(stream), taken, replayed


class _JustTaken(Exception):
    """Somebody else was faster; there may be another seat."""


def _take_free(loaded: Loaded, seat: int, who: Sitter, key: Key | None) -> tuple[int, bool]:
    stream = loaded.stream
    # The shell lets only hosts seat people; whoever has the join code has it from one.
    actor = Actor(kind="host", id=f"join:{stream.id}")
    others = {chair.member for chair in loaded.state.frame.seats}
    sat, guests = _seated(stream.club, [who], actor, key, others)

    def free(state: GameState) -> None:
        assert state.frame is not None
        if state.frame.chair(seat).state != "free":  # type: ignore[union-attr]
            raise _JustTaken

    command = Command(stream=stream, move=wrap(TakeSeat(seat=seat, member=sat[0])), actor=actor, guard=free)
    outcome = execute_all([*guests, command], key=key)[-1]
    if outcome.replayed:
        seat = msgspec.json.decode(outcome.events[0].record)["data"]["seat"]
    return seat, outcome.replayed


def _known(club: UUID, key: Key) -> bool:
    return LedgerKey.objects.filter(club=club, scope=key.scope, caller=key.caller, key=key.name).exists()


def _free_seat(loaded: Loaded, colour: str | None, seat: int | None) -> int:
    frame, play = loaded.state.frame, loaded.state.play
    if frame.ruleset.result(play) is not None:
        raise Refused("join_closed", "The game is over: nobody can sit down any more.")
    wanted = [chair for chair in frame.seats if colour in (None, chair.colour) and seat in (None, chair.seat)]
    if not wanted:
        raise Refused("not_found", "There is no such seat in this game.")
    free = [chair.seat for chair in wanted if chair.state == "free"]
    if free:
        return free[0]
    if colour is None and seat is None:
        raise Refused("game_full", "All seats of this game are taken.")
    raise Refused("seat_taken", "Somebody sits there already.", by=wanted[0].seat)
