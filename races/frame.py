"""The frame around a game's play: who sits where, which links live, what the game is called. It is never rewound.

Events of the frame (``races.shell``) are folded here; everything else goes to the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET

from ledger.decider import Recorded
from ledger.folding import UnknownEvent
from races import shell
from races.rules import protocol, registry
from races.rules.protocol import Due, Editioned, Rewound, Ruleset, SeatAdded, SeatClosed, SeatOpened, Seen, Summary


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered chair and who sits on it. ``generation``: of the seat's living link; ``opened``: version at which it
    was last opened again, 0 for never."""

    seat: int
    colour: str
    member: UUID | None = None
    bot: bool = False
    generation: int = 0
    closed: bool = False
    opened: int = 0

    @property
    def state(self) -> str:
        if self.closed:
            return "closed"
        return "free" if self.member is None else "taken"


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What holds around the play and is never rewound. ``external`` None: none, or not known to this fold."""

    ruleset: Ruleset
    night: UUID
    options: dict[str, Any]
    seats: tuple[Chair, ...]
    counts: bool
    rigged: bool
    label: str = ""
    title: str = ""
    external: shell.External | None = None
    host_generation: int = 0
    void: bool = False

    def chair(self, seat: int | None) -> Chair | None:
        return next((chair for chair in self.seats if chair.seat == seat), None)


class GameState(msgspec.Struct, frozen=True, dict=True):
    """``play`` is the ruleset's own state. Both are None before the opening. What is reckoned from a state is reckoned
    once: each append asks what the one before asked, and so does whoever looks at the game."""

    frame: Frame | None
    play: Any

    @cached_property
    def summary(self) -> Summary:
        """Of an opened game."""
        assert self.frame is not None
        return self.frame.ruleset.summary(self.play)

    @cached_property
    def due(self) -> Due | None:
        """When the clock must move; never in a void game."""
        return None if self.frame is None or self.frame.void else self.frame.ruleset.due(self.play)


def seen(event: Recorded) -> Seen:
    return Seen(
        event=event.data,
        version=event.version,
        at=event.at,
        secret=event.secret,
        move_secret=event.move_secret,
    )


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
        external=msgspec.convert(free_text["external"], shell.External) if "external" in free_text else None,
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


def _game_changed(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    data: shell.GameChanged = event.data
    free_text = event.move_secret or {}
    frame = msgspec.structs.replace(
        state.frame,
        night=state.frame.night if data.night is UNSET else data.night,
        counts=state.frame.counts if data.counts is UNSET else data.counts,
        label=free_text.get("label", state.frame.label),
        title=free_text.get("title", state.frame.title),
    )
    return GameState(frame, state.play)


def _voided(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    return GameState(msgspec.structs.replace(state.frame, void=isinstance(event.data, shell.GameVoided)), state.play)


def _host_link_renewed(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    return GameState(msgspec.structs.replace(state.frame, host_generation=event.data.generation), state.play)


def _seat_added(state: GameState, event: Recorded, _: Any) -> GameState:
    assert state.frame is not None
    chair = Chair(seat=event.data.seat, colour=event.data.colour)
    frame = msgspec.structs.replace(state.frame, seats=(*state.frame.seats, chair))
    return GameState(frame, frame.ruleset.evolve(state.play, seen(event)))


def _seat_closed(state: GameState, event: Recorded, _: Any) -> GameState:
    frame = _with_chair(state, event.data.seat, closed=True)
    return GameState(frame, frame.ruleset.evolve(state.play, seen(event)))


def _seat_opened(state: GameState, event: Recorded, _: Any) -> GameState:
    """Who sat there sits there again, by the link he had."""
    frame = _with_chair(state, event.data.seat, closed=False, opened=event.version)
    return GameState(frame, frame.ruleset.evolve(state.play, seen(event)))


def _rewound(state: GameState, event: Recorded, state_at: Callable[[int], GameState]) -> GameState:
    assert state.frame is not None
    then = merge_seats(state_at(event.data.to), state.frame)
    return GameState(state.frame, state.frame.ruleset.evolve(then.play, seen(event)))


def merge_seats(then: GameState, frame: Frame) -> GameState:
    """A rewind unseats nobody: chairs added, closed or opened again since are so in the older play too."""
    assert then.frame is not None
    play = then.play
    for chair in frame.seats:
        old = then.frame.chair(chair.seat)
        if old is None:
            play = frame.ruleset.evolve(play, _now(SeatAdded(seat=chair.seat, colour=chair.colour)))
        if chair.closed and not (old and old.closed):
            play = frame.ruleset.evolve(play, _now(SeatClosed(seat=chair.seat)))
        elif old and not chair.closed and chair.opened > old.opened:  # it was closed then, or wanted to leave
            play = frame.ruleset.evolve(play, _now(SeatOpened(seat=chair.seat)))
    return GameState(frame, play)


def _now(event: protocol.Event) -> Seen:
    return Seen(event=event, version=0, at=0)


OF_FRAME: dict[type[Any], Callable[[GameState, Recorded, Any], GameState]] = {
    shell.GameOpened: _opened,
    shell.SeatTaken: _seat_taken,
    shell.LinkRenewed: _link_renewed,
    shell.HostLinkRenewed: _host_link_renewed,
    shell.GameChanged: _game_changed,
    shell.GameVoided: _voided,
    shell.GameRestored: _voided,
    shell.PartsErased: lambda state, event, state_at: state,
    SeatAdded: _seat_added,
    SeatClosed: _seat_closed,
    SeatOpened: _seat_opened,
    Rewound: _rewound,
}
"""What each event of the frame makes of a game; all others are the ruleset's alone."""
SHELL_ONLY = frozenset(shell.EVENTS.values())
