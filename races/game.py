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
from msgspec import UNSET

from ledger.decider import Actor, Context, Decided, Move, Recorded, Transfer
from ledger.errors import Refused
from ledger.findings import Dice, Kind
from races import shell
from races.frame import OF_FRAME, SHELL_ONLY, Chair, Frame, GameState, merge_seats, seen
from races.rules import protocol, registry
from races.rules.protocol import COLOURS, LeavesSealed, Rewound, Ruleset, TakesDeck

HOSTS = ("host", "organiser", "import")
LAST_GENERATION = 2**16 - 1
"""Links hold their generation in two bytes."""


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
            if frame is not None:
                raise Refused("already_recorded", "This game was opened before.")
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
            case shell.EraseParts(parts=parts):
                return [shell.PartsErased(erases=parts)]
            case shell.ChangeGame():
                return _change(frame, body)
            case shell.VoidGame():
                return [] if frame.void else [shell.GameVoided()]
            case shell.RestoreGame():
                return [shell.GameRestored()] if frame.void else []
        if frame.void:
            raise Refused("game_over", "This game is void; restore it first.")
        match body:
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
        kept = OF_FRAME.get(type(event.data))
        if kept is None:
            assert state.frame is not None
            return GameState(state.frame, state.frame.ruleset.evolve(state.play, seen(event)))
        return kept(state, event, state_at)

    def follow(self, state: GameState) -> Move | None:
        if state.frame is None or state.frame.void:
            return None
        move = state.frame.ruleset.follow(state.play, secrets.token_bytes)
        return None if move is None else wrap(move)

    def postings(self, event: Recorded, state: GameState) -> Iterable[Transfer]:
        data = event.data
        if isinstance(data, Rewound):
            return [_reversal(reversal) for reversal in data.reversals]
        if state.frame is None or type(data) in SHELL_ONLY:
            return ()
        transfers = state.frame.ruleset.postings(data)
        return [Transfer(payer=t.payer, payee=t.payee, amount=t.amount, why=t.why) for t in transfers]

    # What a correction asks (ledger.correcting.Correctable).

    def correction(self, at: int, to: int, reason: str) -> Move:
        return wrap(shell.Correct(at=at, to=to, reason=reason))

    def rewinds(self, event: Recorded) -> int | None:
        return event.data.to if isinstance(event.data, Rewound) else None

    def keeps(self, type: str) -> bool:
        """Going back unseats nobody."""
        return type in shell.KEPT

    def corrected(self, state: GameState, before: Sequence[Recorded], after: Sequence[Recorded]) -> None:
        """Dice from a sealed seed fall as they fell, and what was opened stays open: or a host could choose salts until
        the dice suit somebody, or let a race run on whose seed everybody knows."""
        if self._drawn(state, before) != self._drawn(state, after) or _openings(after) < _openings(before):
            raise Refused("dice_already_seen", "Dice of a sealed seed would fall otherwise, or be taken back.")

    def _drawn(self, state: GameState, events: Sequence[Recorded]) -> list[protocol.Event]:
        """The throws (or deals) from sealed seeds among these events."""
        assert state.frame is not None
        chance, play = state.frame.ruleset.chance, state.play
        own = (event.data for event in events if type(event.data) not in SHELL_ONLY)
        return [data for data in own if chance(play, data) == "proved"]

    # What an audit asks (ledger.reexecution.Telling).

    def dice(self, events: Sequence[Recorded], state: GameState) -> tuple[Dice, int]:
        """``entered`` if a person typed in a single throw, ``proved`` if all came from sealed seeds."""
        if state.frame is None:
            return "none", 0
        ruleset = state.frame.ruleset
        origins = [ruleset.chance(state.play, event.data) for event in events if type(event.data) not in SHELL_ONLY]
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
        seat=actor.moves_for,
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


def fill_in(ruleset: Ruleset, options: dict[str, Any]) -> tuple[msgspec.Struct, dict[str, Any]]:
    """→ (the options, the same as JSON with every default filled in, as a reader of the log sees them). Refuses
    ``invalid``."""
    try:
        found = msgspec.convert(options, ruleset.options)
    except msgspec.ValidationError as error:
        if isinstance(ruleset, TakesDeck):
            _refuse_deck(ruleset, options.get(ruleset.deck_option))
        raise Refused("invalid", f"The options don't fit {ruleset.key}: {error}.", field="options") from None
    return found, msgspec.json.decode(msgspec.json.encode(found))


def _refuse_deck(ruleset: TakesDeck, deck: Any) -> None:
    """What is wrong with a deck is said by its cards, not by a path."""
    wrong = ruleset.check_deck(msgspec.json.encode(deck).decode()).problems if isinstance(deck, dict) else ()
    if wrong:
        named = [msgspec.to_builtins(problem) for problem in wrong]
        raise Refused("invalid", wrong[0].sentence, field=ruleset.deck_option, errors=named)


def _open(body: shell.OpenGame) -> list[protocol.Event]:
    try:
        ruleset = registry.get(body.ruleset, body.ruleset_version)
    except KeyError:
        raise Refused("invalid", f"There is no ruleset {body.ruleset!r} here.", field="ruleset") from None
    options, filled_in = fill_in(ruleset, body.options)
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
            options=filled_in,
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


def _change(frame: Frame, body: shell.ChangeGame) -> list[protocol.Event]:
    fields = ("night", "counts", "label", "title")
    sent = {name: getattr(body, name) for name in fields if getattr(body, name) is not UNSET}
    new = {name: value for name, value in sent.items() if value != getattr(frame, name)}
    if not new:
        return []
    return [shell.GameChanged(night=new.get("night", UNSET), counts=new.get("counts", UNSET))]


def _rewind(state: GameState, to: int, context: Context) -> list[protocol.Event]:
    assert state.frame is not None
    if to >= context.version:
        raise Refused("invalid", f"The game is at version {context.version}: rewind to an earlier one.")
    ruleset = state.frame.ruleset
    then = merge_seats(context.state_at(to), state.frame)
    later = [seen(event) for event in context.events_after(to) if type(event.data) not in SHELL_ONLY]
    after = ruleset.rewind(state.play, then.play, later)
    return [_back(state, to, context, replayed=False), *after]


def _left_sealed(state: GameState, to: int, context: Context) -> list[protocol.Event]:
    """What a correction leaves sealed behind it must be opened later too."""
    assert state.frame is not None
    ruleset = state.frame.ruleset
    if not isinstance(ruleset, LeavesSealed):
        return []
    return ruleset.still_sealed(state.play, merge_seats(context.state_at(to), state.frame).play)


def _back(state: GameState, to: int, context: Context, *, replayed: bool) -> Rewound:
    """The event that goes back to after version ``to``, with the money that goes back with it."""
    assert state.frame is not None
    balances = state.frame.ruleset.balances
    then = balances(merge_seats(context.state_at(to), state.frame).play)
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
