"""What callers do to games: who may, for which seat, under which key. The only way from a request to the ledger."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Literal
from uuid import UUID, uuid4

import msgspec
from django.conf import settings

from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.reading import Loaded, load, stream_of
from ledger.store import Command, Key, Outcome, execute
from races import links, shell
from races.frame import GameState
from races.game import fill_in, wrap
from races.keys import key_of
from races.people import is_public
from races.principal import Principal, unknown
from races.rules import protocol, registry
from races.rules.protocol import Ruleset, Secretive

SENT_BY_PEOPLE = (shell.Rewind,)
"""The shell's moves that come by ``POST /games/{id}/moves``; the others have addresses of their own."""


def find(game: UUID, principal: Principal) -> Stream:
    """The game's stream, for a caller who may know of it. Refuses ``not_found`` (to callers from elsewhere it
    doesn't exist), and ``no_token`` to the anonymous where it isn't public or isn't at all."""
    stream = stream_of(game, "game")
    if stream is None or not _may_read(principal, stream):
        raise unknown(principal, "There is no such game.")
    return stream


def _may_read(principal: Principal, stream: Stream) -> bool:
    if principal.game is not None:
        return principal.game == stream.id or is_public(stream.club)
    if "organiser" in principal.scopes or ("read" in principal.scopes and principal.club == stream.club):
        return True
    return is_public(stream.club)


def read(game: UUID, principal: Principal) -> Loaded:
    """The game as it stands. Refuses ``not_found``, and ``no_token`` for a link that was replaced."""
    loaded = load(find(game, principal))
    if principal.game == game:
        links.require_alive(principal, loaded.state)
    return loaded


def hosts(principal: Principal, stream: Stream) -> bool:
    """May this caller do what a game's host does?"""
    if "host" not in principal.scopes:
        return False
    if principal.game is not None:
        return principal.game == stream.id
    return "organiser" in principal.scopes or principal.club == stream.club


def require_host(principal: Principal, stream: Stream) -> None:
    if not principal.scopes:
        raise Refused("no_token", "Send a token: Authorization: Bearer TOKEN.")
    if not hosts(principal, stream):
        raise Refused("wrong_scope", "Only a host of this game may do that.")


def viewing_seat(principal: Principal, stream: Stream, asked: int | None) -> int | None:
    """Whose eyes an answer is for: a seat's own; for a host the seat asked for; None for the public."""
    if principal.seat is not None and principal.game == stream.id:
        if asked not in (None, principal.seat):
            raise Refused("not_your_seat", f"This is the token of seat {principal.seat}.")
        return principal.seat
    if asked is not None:
        require_host(principal, stream)
    return asked


def shown(loaded: Loaded, principal: Principal, seat: int | None) -> Loaded:
    """The game for an answer through the eyes of ``seat``. A host who asks what a seat sees isn't shown the cards in
    its hand: only the seat itself is."""
    if principal.seat is not None and principal.game == loaded.stream.id and principal.seat == seat:
        return loaded
    state: GameState = loaded.state
    if state.frame is None or not isinstance(state.frame.ruleset, Secretive):
        return loaded
    public = GameState(state.frame, state.frame.ruleset.public(state.play))
    return Loaded(loaded.stream, loaded.version, public)


def actor_of(principal: Principal, stream: Stream, for_seat: int | None) -> Actor:
    """Who acts. Refuses ``no_token, wrong_scope, not_your_seat``."""
    if principal.seat is not None and principal.game == stream.id:
        if for_seat not in (None, principal.seat):
            raise Refused("not_your_seat", f"This token moves for seat {principal.seat} only.")
        return Actor(kind="seat", id=principal.caller, seat=principal.seat)
    require_host(principal, stream)
    kind: Literal["organiser", "host"] = "organiser" if "organiser" in principal.scopes else "host"
    return Actor(kind=kind, id=principal.caller, for_seat=for_seat)


def move_types(ruleset: Ruleset) -> tuple[type[protocol.Move], ...]:
    """What people may send to ``POST /games/{id}/moves`` of a game of this ruleset."""
    return (*ruleset.moves, *SENT_BY_PEOPLE)


def documented_moves() -> tuple[type[msgspec.Struct], ...]:
    """Every move of the newest rulesets as it is sent: with ``seat``, for a host who moves for one."""
    found: dict[type[protocol.Move], type[msgspec.Struct]] = {}
    for key in sorted(registry.RULESETS):
        for kind in move_types(registry.latest(key)):
            found.setdefault(kind, _with_seat(kind))
    return tuple(found.values())


def _with_seat(kind: type[protocol.Move]) -> type[msgspec.Struct]:
    if "seat" in kind.__struct_fields__:
        return kind
    made = msgspec.defstruct(
        kind.__name__,
        [("seat", protocol.SeatNo | None, None)],
        bases=(kind,),
        module=kind.__module__,
        frozen=True,
        kw_only=True,
        tag=kind.__struct_config__.tag,
    )
    made.__doc__ = kind.__doc__
    return made


def parse_move(ruleset: Ruleset, body: dict[str, Any]) -> tuple[protocol.Move, int | None]:
    """A move as sent → (the move, the seat a host moves for). Raises ``msgspec.ValidationError``."""
    kinds = _tagged(ruleset)
    sent = body.get("type")
    kind = kinds.get(sent) if isinstance(sent, str) else None
    if kind is None:
        raise msgspec.ValidationError(f"Expected one of {', '.join(sorted(kinds))} - at `$.type`")
    for_seat = None
    if "seat" in body and "seat" not in kind.__struct_fields__:
        body = dict(body)
        for_seat = msgspec.convert({"seat": body.pop("seat")}, _ForSeat).seat
    return msgspec.convert(body, kind), for_seat


class _ForSeat(msgspec.Struct):
    seat: protocol.SeatNo


def _tagged(ruleset: Ruleset) -> dict[str, type[protocol.Move]]:
    known = _TAGGED.get((ruleset.key, ruleset.version))
    if known is None:
        known = {str(kind.__struct_config__.tag): kind for kind in move_types(ruleset)}
        _TAGGED[ruleset.key, ruleset.version] = known
    return known


_TAGGED: dict[tuple[str, int], dict[str, type[protocol.Move]]] = {}


def play(
    game: UUID, principal: Principal, body: dict[str, Any], *, key: str | None = None, expected: int | None = None
) -> Outcome:
    """One move as sent by a caller. Refuses by the ruleset's and this module's codes, ``invalid`` bodies by
    ``msgspec.ValidationError``."""
    stream = find(game, principal)
    ruleset = ruleset_of(stream)
    move, for_seat = parse_move(ruleset, body)
    return do(
        stream, principal, move, for_seat=for_seat, key=key_of(game, principal, key, "move", body), expected=expected
    )


def do(
    stream: Stream,
    principal: Principal,
    move: protocol.Move,
    *,
    for_seat: int | None = None,
    key: Key | None = None,
    expected: int | None = None,
) -> Outcome:
    """A move of a caller on a game, his link checked under the game's lock."""
    actor = actor_of(principal, stream, for_seat)
    guard = guard_of(principal, stream)
    outcome = execute(stream, wrap(move), actor=actor, key=key, expected_version=expected, guard=guard)
    if outcome.replayed and guard is not None:
        guard(load(stream).state)
    return outcome


def said(outcome: Outcome, field: str) -> Any:
    """A field of the first event that a move made, also where a repeated key answers with it."""
    return msgspec.json.decode(outcome.events[0].record)["data"][field]


def guard_of(principal: Principal, stream: Stream) -> Callable[[GameState], None] | None:
    """What is asked under the game's lock of a caller who came by one of its links."""
    if principal.game != stream.id:
        return None
    return lambda state: links.require_alive(principal, state)


def ruleset_of(stream: Stream) -> Ruleset:
    """The rules a game is played by; they never change, so they are remembered."""
    known = _RULESETS.get(stream.id)
    if known is None:
        frame = load(stream).state.frame
        if frame is None:
            raise Refused("not_found", "There is no such game.")
        if len(_RULESETS) > 10_000:
            _RULESETS.clear()
        known = _RULESETS[stream.id] = frame.ruleset
    return known


_RULESETS: dict[UUID, Ruleset] = {}


def night_of(stream: Stream) -> UUID | None:
    """The night a game was opened on."""
    frame = load(stream).state.frame
    return None if frame is None else frame.night


def open_game_command(
    club: UUID,
    night: UUID,
    actor: Actor,
    *,
    ruleset: str,
    options: dict[str, Any],
    members: Sequence[UUID | None],
    bots: Sequence[bool] = (),
    label: str = "",
    title: str = "",
    counts: bool = True,
    external: shell.External | None = None,
    id: UUID | None = None,
) -> tuple[Stream, Command]:
    """The command that opens a game (with this ``id``, or a new one) on a night: seat n gets ``members[n - 1]`` (None:
    free). Refuses ``invalid`` for a
    ruleset that isn't here, and for a test deck where this server doesn't allow them; what else is wrong is said when
    it is executed."""
    if options.get("rigged") is not None and not settings.RAILBIRD_TEST_DECKS:
        raise Refused("invalid", "Test decks (rigged) are not allowed on this server.", field="options")
    try:
        rules = registry.latest(ruleset)
    except KeyError:
        raise Refused("invalid", f"There is no ruleset {ruleset!r} here.", field="ruleset") from None
    edition, edition_hash = rules.edition() if isinstance(rules, protocol.Editioned) else (None, None)
    stream = Stream(club=club, id=id or uuid4(), kind="game")
    move = shell.OpenGame(
        ruleset=ruleset,
        ruleset_version=rules.version,
        options=fill_in(rules, options)[1],  # a later default must not change what this move opens
        night=night,
        seats=tuple(
            shell.OpenSeat(seat=n, member=member, bot=n <= len(bots) and bots[n - 1])
            for n, member in enumerate(members, 1)
        ),
        salt=secrets.token_hex(16),
        counts=counts,
        label=label,
        title=title,
        external=external,
        edition=edition,
        edition_hash=edition_hash,
    )
    return stream, Command(stream=stream, move=wrap(move), actor=actor)
