"""A game as the ledger sees it: one decider for all rulesets.

It keeps the frame (``races.shell``) around the ruleset's own state, translates between the two vocabularies and hands
everything else through.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from ledger.decider import Actor, Context, Decided, Move, Recorded, Transfer
from ledger.errors import Refused
from ledger.findings import Dice, Kind
from ledger.folding import UnknownEvent
from races import shell
from races.rules import protocol, registry
from races.rules.protocol import COLOURS, Editioned, LeavesSealed, Rewound, Ruleset, SeatAdded, SeatClosed, Seen

HOSTS = ("host", "organiser")
LAST_GENERATION = 2**16 - 1
"""Links hold their generation in two bytes."""


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered chair and who sits on it. ``generation``: of the seat's living link."""

    seat: int
    colour: str
    member: UUID | None = None
    bot: bool = False
    generation: int = 0
    closed: bool = False

    @property
    def state(self) -> str:
        if self.closed:
            return "closed"
        return "free" if self.member is None else "taken"


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What holds around the play and is never rewound."""

    ruleset: Ruleset
    night: UUID
    options: dict[str, Any]
    seats: tuple[Chair, ...]
    counts: bool
    rigged: bool
    label: str = ""
    title: str = ""
    host_generation: int = 0

    def chair(self, seat: int | None) -> Chair | None:
        return next((chair for chair in self.seats if chair.seat == seat), None)


class GameState(msgspec.Struct, frozen=True):
    """``play`` is the ruleset's own state. Both are None before the opening."""

    frame: Frame | None
    play: Any


class GameDecider:
    """See :class:`ledger.decider.Decider`."""

    kind = "game"
    opening = "game_opened"

    def initial(self) -> GameState:
        return GameState(None, None)

    def struct(self, type: str, schema: int, state: GameState) -> type[msgspec.Struct]:
        if state.frame is not None:
            known = state.frame.ruleset.events.get((type, schema))
            if known is not None:
                return known
        return shell.EVENTS[type, schema]

    def decode_move(self, type: str, body: dict[str, Any], state: GameState) -> Move:
        kind = shell.MOVES.get(type)
        if kind is None and state.frame is not None:
            ruleset = state.frame.ruleset
            kind = next((m for m in (*ruleset.moves, *ruleset.shell_moves) if m.__struct_config__.tag == type), None)
        if kind is None:
            raise KeyError(f"move {type}")
        return Move(type=type, body=msgspec.convert(body, kind))

    def decide(self, state: GameState, move: Move, context: Context) -> Sequence[Decided]:
        try:
            events = self._decide(state, move.body, context)
        except protocol.Refused as refused:
            raise Refused(refused.code, refused.sentence, **refused.extra) from None
        return [_decided(event) for event in events]

    def _decide(self, state: GameState, body: Any, context: Context) -> Sequence[protocol.Event | protocol.Sealed]:
        frame = state.frame
        if isinstance(body, shell.OpenGame):
            return _open(body)
        if frame is None:
            raise Refused("not_found", "There is no such game.")
        if isinstance(body, protocol.Move) and body.__struct_config__.tag in shell.MOVES:
            _require_host(context.actor)
        match body:
            case shell.TakeSeat(seat=seat, member=member, since=since):
                return _take_seat(frame, seat, member, since)
            case shell.RenewLink(seat=seat):
                return [shell.LinkRenewed(seat=seat, generation=_next(_chair(frame, seat).generation))]
            case shell.RenewHostLink():
                return [shell.HostLinkRenewed(generation=_next(frame.host_generation))]
            case shell.Rewind(to=to):
                return _rewind(state, to, context)
            case shell.Correct(to=to):
                back = _back(state, to, context, replayed=True)
                return [back, *_left_sealed(state, to, context)]
        if context.replays is not None and context.actor.kind == "clock" and frame.ruleset.due(state.play) is not None:
            was = context.events_after(context.replays - 1)[0].data
            if isinstance(was, protocol.Paused):  # it came after an outage: made again it pauses too, and never rolls
                return [was]
        return frame.ruleset.decide(state.play, body, _by(context))

    def evolve(self, state: GameState, event: Recorded, state_at: Callable[[int], GameState]) -> GameState:
        kept = _FRAME.get(type(event.data))
        if kept is None:
            assert state.frame is not None
            return GameState(state.frame, state.frame.ruleset.evolve(state.play, _seen(event)))
        return kept(state, event, state_at)

    def follow(self, state: GameState) -> Move | None:
        if state.frame is None:
            return None
        move = state.frame.ruleset.follow(state.play, secrets.token_bytes)
        return None if move is None else wrap(move)

    def postings(self, event: Recorded, state: GameState) -> Iterable[Transfer]:
        data = event.data
        if isinstance(data, Rewound):
            return [_reversal(reversal) for reversal in data.reversals]
        if state.frame is None or type(data) in _SHELL_ONLY:
            return ()
        transfers = state.frame.ruleset.postings(data)
        return [Transfer(payer=t.payer, payee=t.payee, amount=t.amount, why=t.why) for t in transfers]

    # What a correction asks (ledger.correcting.Correctable).

    def correction(self, at: int, to: int, reason: str) -> Move:
        return wrap(shell.Correct(at=at, to=to, reason=reason))

    def rewinds(self, event: Recorded) -> int | None:
        return event.data.to if isinstance(event.data, Rewound) else None

    def keeps(self, type: str) -> bool:
        """The frame's moves, and those that add and close chairs: going back unseats nobody."""
        return type in shell.MOVES or type in ("add_seat", "close_seat")

    def corrected(self, state: GameState, before: Sequence[Recorded], after: Sequence[Recorded]) -> None:
        """Dice from a sealed seed fall as they fell, and what was opened stays open: or a host could choose salts until
        the dice suit somebody, or let a race run on whose seed everybody knows."""
        if self._drawn(state, before) != self._drawn(state, after) or _openings(after) < _openings(before):
            raise Refused("dice_already_seen", "Dice of a sealed seed would fall otherwise, or be taken back.")

    def _drawn(self, state: GameState, events: Sequence[Recorded]) -> list[protocol.Event]:
        """The throws (or deals) from sealed seeds among these events."""
        assert state.frame is not None
        chance, play = state.frame.ruleset.chance, state.play
        own = (event.data for event in events if type(event.data) not in _SHELL_ONLY)
        return [data for data in own if chance(play, data) == "proved"]

    # What an audit asks (ledger.reexecution.Telling).

    def dice(self, events: Sequence[Recorded], state: GameState) -> tuple[Dice, int]:
        """``entered`` if a person typed in a single throw, ``proved`` if all came from sealed seeds."""
        if state.frame is None:
            return "none", 0
        ruleset = state.frame.ruleset
        origins = [ruleset.chance(state.play, event.data) for event in events if type(event.data) not in _SHELL_ONLY]
        throws = [origin for origin in origins if origin is not None]
        if not throws:
            return "none", 0
        return ("entered" if "entered" in throws else "proved"), len(throws)

    def difference(self, expected: msgspec.Struct, found: msgspec.Struct) -> Kind:
        return "different" if getattr(expected, "dice", None) == getattr(found, "dice", None) else "wrong_dice"

    def erasable(self, event: Recorded) -> bool:
        return isinstance(event.data, protocol.Event) and event.data.erasable

    def rules_version(self, state: GameState) -> int | None:
        return None if state.frame is None else state.frame.ruleset.version


def wrap(move: protocol.Move) -> Move:
    """A ruleset's move as the ledger takes it."""
    return Move(type=str(move.__struct_config__.tag), body=move)


def _decided(event: protocol.Event | protocol.Sealed) -> Decided:
    if isinstance(event, protocol.Sealed):
        inner = event.event
        return Decided(
            type=str(inner.__struct_config__.tag),
            schema=inner.schema,
            data=inner,
            secret=event.secret,
            audience=event.audience,
        )
    return Decided(type=str(event.__struct_config__.tag), schema=event.schema, data=event)


def _by(context: Context) -> protocol.By:
    actor = context.actor
    return protocol.By(
        at=context.at,
        seat=actor.for_seat if actor.for_seat is not None else actor.seat,
        host=actor.kind in HOSTS,
        clock=actor.kind == "clock",
        replay=context.replays is not None,
        version=context.version,
    )


def _openings(events: Sequence[Recorded]) -> int:
    """How many sealed parts these events open."""
    return sum(len(getattr(event.data, "opens", ())) for event in events)


def _require_host(actor: Actor) -> None:
    if actor.kind not in HOSTS:
        raise Refused("wrong_scope", "Only the host of this game may do that.")


def _seen(event: Recorded) -> Seen:
    return Seen(
        event=event.data,
        version=event.version,
        at=event.at,
        secret=event.secret,
        move_secret=event.move_secret,
    )


# --- deciding ---------------------------------------------------------------------------------------------------------


def _chair(frame: Frame, seat: int) -> Chair:
    chair = frame.chair(seat)
    if chair is None:
        raise Refused("not_found", f"There is no seat {seat} in this game.")
    return chair


def _next(generation: int) -> int:
    if generation >= LAST_GENERATION:
        raise Refused("invalid", f"This link has been replaced {LAST_GENERATION:,} times: that is enough.")
    return generation + 1


def _open(body: shell.OpenGame) -> list[protocol.Event]:
    try:
        ruleset = registry.get(body.ruleset, body.ruleset_version)
    except KeyError:
        raise Refused("invalid", f"There is no ruleset {body.ruleset!r} here.", field="ruleset") from None
    try:
        options = msgspec.convert(body.options, ruleset.options)
    except msgspec.ValidationError as error:
        raise Refused("invalid", f"The options don't fit {body.ruleset}: {error}.", field="options") from None
    numbers = [seat.seat for seat in body.seats]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Refused("invalid", "Seats are numbered 1, 2, 3 … at the opening.", field="seats")
    if len(numbers) > len(COLOURS):
        raise Refused("invalid", f"A game has at most {len(COLOURS)} seats.", field="seats")
    members = [seat.member for seat in body.seats if seat.member is not None]
    if len(members) != len(set(members)):
        raise Refused("member_already_seated", "The same person can't sit on two seats.")
    ruleset.check(options, numbers)
    return [
        shell.GameOpened(
            ruleset=body.ruleset,
            ruleset_version=body.ruleset_version,
            options=msgspec.json.decode(msgspec.json.encode(options)),  # as a reader of the log will see them
            night=body.night,
            seats=tuple(
                shell.OpenedSeat(seat=seat.seat, colour=colour, member=seat.member, bot=seat.bot)
                for seat, colour in zip(body.seats, COLOURS, strict=False)
            ),
            salt=body.salt,
            counts=body.counts,
            rigged=getattr(options, "rigged", None) is not None,
            edition=body.edition,
            edition_hash=body.edition_hash,
        )
    ]


def _take_seat(frame: Frame, seat: int, member: UUID | None, since: str) -> list[protocol.Event]:
    chair = _chair(frame, seat)
    if chair.closed:
        raise Refused("seat_closed", f"Seat {seat} is closed.")
    if member is not None and any(other.member == member and other.seat != seat for other in frame.seats):
        raise Refused("member_already_seated", "This person already sits on another seat of the game.")
    if chair.member == member:
        return []
    taken = shell.SeatTaken(seat=seat, member=member, since="start" if since == "start" else "now")
    if since == "start" or chair.member is None:
        return [taken]
    # Handed over or freed: whoever sat here keeps a link that must not move for the next one.
    return [taken, shell.LinkRenewed(seat=seat, generation=_next(chair.generation))]


def _rewind(state: GameState, to: int, context: Context) -> list[protocol.Event]:
    assert state.frame is not None
    if to >= context.version:
        raise Refused("invalid", f"The game is at version {context.version}: rewind to an earlier one.")
    ruleset = state.frame.ruleset
    then = _merge_seats(context.state_at(to), state.frame)
    later = [_seen(event) for event in context.events_after(to) if type(event.data) not in _SHELL_ONLY]
    after = ruleset.rewind(state.play, then.play, later)
    return [_back(state, to, context, replayed=False), *after]


def _left_sealed(state: GameState, to: int, context: Context) -> list[protocol.Event]:
    """What a correction leaves sealed behind it must be opened later too."""
    assert state.frame is not None
    ruleset = state.frame.ruleset
    if not isinstance(ruleset, LeavesSealed):
        return []
    return ruleset.still_sealed(state.play, _merge_seats(context.state_at(to), state.frame).play)


def _back(state: GameState, to: int, context: Context, *, replayed: bool) -> Rewound:
    """The event that goes back to after version ``to``, with the money that goes back with it."""
    assert state.frame is not None
    balances = state.frame.ruleset.balances
    then = balances(_merge_seats(context.state_at(to), state.frame).play)
    reversals = tuple(
        protocol.Reversal(seat=seat, amount=then.get(seat, 0) - money)
        for seat, money in sorted(balances(state.play).items())
        if then.get(seat, 0) != money
    )
    return Rewound(to=to, reversals=reversals, replayed=replayed)


def _reversal(reversal: protocol.Reversal) -> Transfer:
    seat = f"seat:{reversal.seat}"
    payer, payee = ("bank", seat) if reversal.amount > 0 else (seat, "bank")
    return Transfer(payer=payer, payee=payee, amount=abs(reversal.amount), why="rewound")


# --- evolving the frame -----------------------------------------------------------------------------------------------


def _opened(state: GameState, event: Recorded, _: Any) -> GameState:
    data: shell.GameOpened = event.data
    try:
        ruleset = registry.get(data.ruleset, data.ruleset_version)
    except KeyError:
        raise UnknownEvent(f"no rules here for {data.ruleset} version {data.ruleset_version}") from None
    free_text = event.move_secret or {}
    frame = Frame(
        ruleset=ruleset,
        night=data.night,
        options=data.options,
        seats=tuple(Chair(seat=s.seat, colour=s.colour, member=s.member, bot=s.bot) for s in data.seats),
        counts=data.counts,
        rigged=data.rigged,
        label=free_text.get("label", ""),
        title=free_text.get("title", ""),
    )
    options = msgspec.convert(data.options, ruleset.options)
    seats = [seat.seat for seat in data.seats]
    if not isinstance(ruleset, Editioned):
        return GameState(frame, ruleset.initial(options, seats, data.salt))
    try:
        play = ruleset.initial_of(options, seats, data.salt, data.edition_hash)
    except KeyError:
        raise UnknownEvent(f"no edition here of {data.ruleset} with the hash {data.edition_hash}") from None
    return GameState(frame, play)


def _with_chair(state: GameState, seat: int, **changes: Any) -> Frame:
    assert state.frame is not None
    chairs = tuple(
        msgspec.structs.replace(chair, **changes) if chair.seat == seat else chair for chair in state.frame.seats
    )
    return msgspec.structs.replace(state.frame, seats=chairs)


def _seat_taken(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    seat, member = event.data.seat, event.data.member
    chair = state.frame.chair(seat)
    bot = chair is not None and chair.bot and chair.member == member  # whoever takes over a bot's chair is none
    return GameState(_with_chair(state, seat, member=member, bot=bot), state.play)


def _link_renewed(state: GameState, event: Recorded, _: Any) -> GameState:
    return GameState(_with_chair(state, event.data.seat, generation=event.data.generation), state.play)


def _host_link_renewed(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    return GameState(msgspec.structs.replace(state.frame, host_generation=event.data.generation), state.play)


def _seat_added(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    chair = Chair(seat=event.data.seat, colour=event.data.colour)
    frame = msgspec.structs.replace(state.frame, seats=(*state.frame.seats, chair))
    return GameState(frame, frame.ruleset.evolve(state.play, _seen(event)))


def _seat_closed(state: GameState, event: Recorded, _: Any) -> GameState:
    frame = _with_chair(state, event.data.seat, closed=True)
    return GameState(frame, frame.ruleset.evolve(state.play, _seen(event)))


def _rewound(state: GameState, event: Recorded, state_at: Callable[[int], GameState]) -> GameState:
    assert state.frame is not None
    then = _merge_seats(state_at(event.data.to), state.frame)
    return GameState(state.frame, state.frame.ruleset.evolve(then.play, _seen(event)))


def _merge_seats(then: GameState, frame: Frame) -> GameState:
    """A rewind unseats nobody: chairs added or closed since are added to or closed in the older play too."""
    assert then.frame is not None
    play = then.play
    for chair in frame.seats:
        old = then.frame.chair(chair.seat)
        if old is None:
            play = frame.ruleset.evolve(play, _now(SeatAdded(seat=chair.seat, colour=chair.colour)))
        if chair.closed and not (old and old.closed):
            play = frame.ruleset.evolve(play, _now(SeatClosed(seat=chair.seat)))
    return GameState(frame, play)


def _now(event: protocol.Event) -> Seen:
    return Seen(event=event, version=0, at=0)


_FRAME: dict[type[Any], Callable[[GameState, Recorded, Any], GameState]] = {
    shell.GameOpened: _opened,
    shell.SeatTaken: _seat_taken,
    shell.LinkRenewed: _link_renewed,
    shell.HostLinkRenewed: _host_link_renewed,
    SeatAdded: _seat_added,
    SeatClosed: _seat_closed,
    Rewound: _rewound,
}
_SHELL_ONLY = frozenset(shell.EVENTS.values())
