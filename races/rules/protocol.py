"""What every ruleset offers, and the words shared by all of them.

A ruleset is pure: it never reads a clock, draws a random number or does I/O. Time comes in with the move
(:class:`By`), randomness as the sealed part of a move the shell makes (:meth:`Ruleset.follow`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, Protocol, runtime_checkable

import msgspec
from msgspec import Meta

from races.rules.telling import Said, told

LAST_SEAT = 99
SeatNo = Annotated[int, Meta(ge=1, le=LAST_SEAT)]
Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]
_COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "pink", "grey", "brown")
COLOURS = (*_COLOURS, *(f"{colour}-{n}" for n in range(2, 11) for colour in _COLOURS))[:LAST_SEAT]
"""Colours of seats, in the order they are given out; a seat's colour differs from all others of its game."""


class Refused(Exception):
    """A move the rules don't allow: a stable ``code`` and a sentence a player understands; ``extra`` is JSON
    (``by``: the seat that was faster, ``expected``: what would have been right)."""

    def __init__(self, code: str, sentence: str, **extra: Any) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence, self.extra = code, sentence, extra


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """Base of moves. Fields named in ``sealed`` are recorded only in the sealed part, which ``audience`` may read
    until it is opened (``"seat"`` stands for the mover's own seat)."""

    sealed: ClassVar[tuple[str, ...]] = ()
    audience: ClassVar[tuple[str, ...]] = ()


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of events: facts with their consequences worked out. A field ``opens`` (tuple of versions) makes the
    sealed parts of these versions public."""

    schema: ClassVar[int] = 1
    erasable: ClassVar[bool] = True
    """May the sealed part be deleted when somebody's words are erased? Not where it holds seeds, cards or bets."""


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """An event with a secret: ``secret`` is a JSON object, ``audience`` as in :class:`ledger.decider.Decided`."""

    event: Event
    secret: dict[str, Any]
    audience: tuple[str, ...] = ()


class By(msgspec.Struct, frozen=True, kw_only=True):
    """Who moves, and when. ``seat``: the seat the move is for (a host may move for a seat), or None; ``host``:
    may do what the organiser of the table does; ``clock``: the server itself. ``at``: µs since 1970. ``replay``: the
    move was made before and is made again by a correction, so no clock may refuse it. ``version``: of the game before
    the move; its first event will be the next one."""

    at: int
    seat: int | None = None
    host: bool = False
    clock: bool = False
    replay: bool = False
    version: int = 0


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded event as :meth:`Ruleset.evolve` gets it. ``secret``/``move_secret``: the sealed ``data`` and
    ``move``, or None (public fold). ``at``: µs since 1970."""

    event: Event
    version: int
    at: int
    secret: dict[str, Any] | None = None
    move_secret: dict[str, Any] | None = None


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """Whole dollars, positive, from ``payer`` to ``payee`` (``"bank"``, ``"seat:1"`` …)."""

    payer: str
    payee: str
    amount: int
    why: str


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """When (µs since 1970) the clock must make ``move``."""

    at: int
    move: Move


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a ranking; ``rank`` 1-2-2-4 when shared. ``score`` None: the money is the score. ``played``:
    somebody played here, even if it isn't known who."""

    seat: int
    rank: int
    money: int
    score: Decimal | None = None
    played: bool = False


class SeatScore(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as a scoreboard shows it. ``score`` None: not known; ``delta``: change by the latest settlement;
    ``state``: ``playing``, ``closed``."""

    seat: int
    rank: int
    shared: bool
    score: int | float | None
    unit: Literal["$", "pt"]
    delta: int
    state: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a scoreboard shows of any game. ``progress``: ``{"unit": "race", "n": 2, "of": 4}``."""

    status: Literal["open", "running", "paused", "finished"]
    phase: str
    progress: dict[str, Any]
    told: tuple[Said, ...]
    """The headline, sentence by sentence."""
    seats: tuple[SeatScore, ...]

    @property
    def headline(self) -> str:
        """In English."""
        return told(self.told)


# Moves and events of every game. `open_game`, `rewind`, seat taking and links belong to the shell (races.game), which
# keeps them out of the ruleset; the ones below are decided by the ruleset.


class Pause(Move, frozen=True, tag="pause"):
    """The host stops the clock of the running race or deal."""


class Resume(Move, frozen=True, tag="resume"):
    """The next thing comes one full pace later."""


class Abandon(Move, frozen=True, tag="abandon"):
    """The running race or deal is void and prepared again with a new seed."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class AddSalt(Move, frozen=True, tag="add_salt"):
    """A seat adds to the public salt of the next race or deal, before it starts."""

    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}$")]


class CloseSeat(Move, frozen=True, tag="close_seat"):
    seat: SeatNo


class ReopenSeat(Move, frozen=True, tag="open_seat"):
    """The opposite of ``close_seat``: a closed seat plays again, one that is leaving stays."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    seat: SeatNo
    reason: Reason | None = None


class CloseGame(Move, frozen=True, tag="close_game"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class AddSeat(Move, frozen=True, tag="add_seat"):
    """A latecomer's chair: number, where None means the next free one."""

    seat: SeatNo | None = None


class Paused(Event, frozen=True, tag="paused"):
    """``reason``: ``host``, ``gap`` (an outage longer than ``pause_after_gap_s``) or ``rewound``."""

    reason: Literal["host", "gap", "rewound"]


class Resumed(Event, frozen=True, tag="resumed"):
    pass


class SaltAdded(Event, frozen=True, tag="salt_added"):
    seat: int
    salt: str


class SeatAdded(Event, frozen=True, tag="seat_added"):
    """``colour``: the seat's colour, different from all others."""

    seat: int
    colour: str


class SeatClosed(Event, frozen=True, tag="seat_closed"):
    seat: int


class SeatOpened(Event, frozen=True, tag="seat_opened"):
    """A seat that was closed, or was about to be, plays again; with its money, and without what was dealt meanwhile."""

    seat: int


class Rewound(Event, frozen=True, tag="rewound"):
    """The fold goes on from the state after version ``to``. ``reversals``: signed change of each seat's money.
    ``replayed``: the moves that followed are made again at once (a correction), so nothing stands paused."""

    to: int
    reversals: tuple[Reversal, ...] = ()
    replayed: bool = False


class Reversal(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    amount: int


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """How an event reads to a person: ``text`` with ``{field}`` for the event's fields (``{seat}``: who sits there, a
    list is joined). It holds where the event's fields have the values in ``when``; of several the first one tells."""

    text: str
    when: dict[str, Any] = {}


class Ruleset(Protocol):
    """One version of one ruleset."""

    key: str
    version: int
    options: type[msgspec.Struct]
    moves: tuple[type[Move], ...]
    """What people may send (the clock's own moves are in ``shell_moves``)."""
    shell_moves: tuple[type[Move], ...]
    events: Mapping[tuple[str, int], type[Event]]
    """(type, schema) → struct, older schemas included."""
    sentences: Mapping[str, tuple[Sentence, ...]]
    """Event type → how it reads; none for what goes without saying."""

    def check(self, options: Any, seats: Sequence[int]) -> None:
        """Raises :class:`Refused` (``invalid``) where options and seats don't fit together."""

    def initial(self, options: Any, seats: Sequence[int], salt: str) -> Any: ...

    def decide(self, state: Any, move: Move, by: By) -> list[Event | Sealed]: ...

    def evolve(self, state: Any, seen: Seen) -> Any:
        """On :class:`Rewound`, ``state`` is already the one after version ``to``; here a running race is paused."""

    def follow(self, state: Any, random: Callable[[int], bytes]) -> Move | None:
        """What the shell must do at once, with ``random(n)`` fresh bytes (prepare the next race)."""

    def rewind(self, now: Any, then: Any, later: Sequence[Seen]) -> list[Event]:
        """Asked when the host rewinds from ``now`` to the older state ``then``; ``later`` are all events since. Raises
        :class:`Refused` (``dice_already_seen``); returns what must be recorded after ``rewound`` (opened seeds)."""

    def legal(self, state: Any, seat: int | None) -> list[dict[str, Any]]:
        """Moves a client can offer to ``seat`` (None: the host), as JSON objects."""

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """What ``seat`` (None: the public) may see, as JSON."""

    def balances(self, state: Any) -> dict[int, int]: ...

    def postings(self, event: Event) -> list[Transfer]: ...

    def result(self, state: Any) -> tuple[Standing, ...] | None:
        """The ranking once the game is finished; None before, or where there is no result."""

    def summary(self, state: Any) -> Summary: ...

    def default(self, state: Any, seat: int) -> Move | None: ...

    def due(self, state: Any) -> Due | None: ...

    def chance(self, state: Any, event: Event) -> Literal["proved", "entered"] | None:
        """Whether this event is a throw (or deal) from a sealed seed, one that a person typed in, or neither."""

    def board(self) -> dict[str, Any]:
        """What a client needs to draw it: spots with odds, colours, track; JSON."""


@runtime_checkable
class LeavesSealed(Protocol):
    """A ruleset that opens sealed parts only later, also those that a correction leaves behind."""

    def still_sealed(self, now: Any, then: Any) -> list[Event]:
        """What to record after ``rewound`` when a correction goes back from ``now`` to the older state ``then``."""


@runtime_checkable
class Editioned(Protocol):
    """A ruleset whose content is data in files: a game is played by the file it was opened with, for ever."""

    def edition(self) -> tuple[str, str]:
        """(name, SHA-256 in hex) of the edition that games are opened with now."""

    def initial_of(self, options: Any, seats: Sequence[int], salt: str, edition: str | None) -> Any:
        """:meth:`Ruleset.initial` with the edition of this hash; None: the one from before editions were recorded.
        ``KeyError`` where there is no such edition here."""


@runtime_checkable
class Secretive(Protocol):
    """A ruleset in which a seat knows what nobody else may, the host included (cards in a hand)."""

    def public(self, state: Any) -> Any:
        """The state as everybody may know it: what :meth:`Ruleset.evolve` gives without secrets."""


class DeckCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a typed-in deck: what it does in plain words (``does``), and the text of the card itself."""

    card: str
    name: str
    copies: int
    does: str
    text: str


class DeckProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a typed-in deck: which card (empty: the deck), which field, a sentence."""

    card: str
    field: str
    sentence: str


class DeckCheck(msgspec.Struct, frozen=True, kw_only=True):
    """``deck``: as the options take it, None if it can't be played; ``problems``: empty if it can."""

    deck: dict[str, Any] | None
    problems: tuple[DeckProblem, ...]
    cards: tuple[DeckCard, ...]


@runtime_checkable
class TakesDeck(Protocol):
    """A ruleset that plays with a club's own deck of cards (its option ``deck_option``)."""

    deck_option: str

    def check_deck(self, text: str) -> DeckCheck:
        """``text``: a deck in JSON or TOML."""
