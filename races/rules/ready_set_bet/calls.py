"""What the House would call out: an announcement for every event worth saying (rules page §13).

A call is made from events only, so a replay calls the same race. It is data: what kind of call, and its sentences as
English texts with ``{placeholders}``, which are also the message ids of the translations (``races/locale``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from races.rules.protocol import Event, Paused, Resumed, Rewound
from races.rules.ready_set_bet import exotics
from races.rules.ready_set_bet.board import Board
from races.rules.ready_set_bet.events import (
    BettingClosed,
    CardsLaid,
    GameFinished,
    HouseChosen,
    HouseOffered,
    HousePassed,
    RaceAbandoned,
    RaceFinished,
    RacePrepared,
    RaceStarted,
    RedLineCrossed,
    Rolled,
    SeatSettled,
    VipDealt,
    VipKept,
    VipPaid,
)
from races.rules.telling import Said, _, told

CallKind = Literal[
    "checklist",
    "exotic_revealed",
    "draft",
    "vip",
    "house",
    "off",
    "roll",
    "lead",
    "tie",
    "red_line",
    "no_more_bets",
    "exotic_possible",
    "exotic_off",
    "result",
    "exotic_happened",
    "totals",
    "settled",
    "void",
    "pause",
    "resume",
    "rewound",
    "winner",
]


class Call(msgspec.Struct, frozen=True):
    """An announcement. ``loud``: nobody may miss it."""

    kind: CallKind
    sentences: tuple[Said, ...]
    loud: bool = False

    def english(self) -> str:
        return told(self.sentences)


class Heard(msgspec.Struct, frozen=True):
    """What a caller remembers of the race: how often each of the ``totals`` was rolled; ``possible``: exotics that
    would be true now."""

    positions: tuple[int, ...]
    leaders: tuple[str, ...] = ()
    totals: tuple[int, ...] = (0,) * 13
    exotics: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    drafting: bool = False


class Caller:
    """Calls a game from its events, in the order of their versions; follows rewinds."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._now = Heard(board.gate)
        self._after: dict[int, Heard] = {}

    def hear(self, version: int, event: Event) -> tuple[Call, ...]:
        """The calls for the event with this version; most have none or one."""
        if isinstance(event, Rewound):
            self._now = self._after.get(event.to, Heard(self.board.gate))
        handler = CALLS.get(type(event))
        calls: list[Call] = []
        if handler is not None:
            self._now, calls = handler(self.board, self._now, event)
        self._after[version] = self._now
        return tuple(calls)


Step = tuple[Heard, list[Call]]


def _name(horse: str) -> str:
    return horse.replace("-", "/")


def _names(horses: Iterable[str]) -> str:
    return ", ".join(_name(horse) for horse in horses)


def _card(key: str) -> str:
    """``snake-eyes`` → ``Snake Eyes``: events tell a card's key, not its name."""
    return key.replace("-", " ").title()


def _exotic(board: Board, key: str) -> Said:
    """Names of the printed cards are translated; another edition's stand as they are."""
    return Said(board.exotics[key].name)


EXOTIC_NAMES = (_("Tight Race"), _("Late Start"), _("Photo Finish"), _("By a Nose"), _("Blow Out"))


# Between the races


def _race_prepared(board: Board, heard: Heard, event: RacePrepared) -> Step:
    calls = []
    if event.race > 1:
        steps = [Said(_("Take your markers back."))]
        if event.props:
            steps.append(Said(_("New prop cards lie on the board.")))
        steps.append(Said(_("All horses go back to the gate.")))
        calls.append(Call("checklist", tuple(steps)))
    calls.extend(_revealed(board, heard.exotics, event.exotics))
    now = Heard(board.gate, exotics=event.exotics)
    return replace(now, possible=_possible(board, now)), calls


def _revealed(board: Board, before: tuple[str, ...], after: tuple[str, ...]) -> list[Call]:
    new = [card for card in after if card not in before]
    text = _("New exotic finish: {exotic}.")
    return [Call("exotic_revealed", (Said(text, {"exotic": _exotic(board, card)}),)) for card in new]


def _cards_laid(board: Board, heard: Heard, event: CardsLaid) -> Step:
    now = replace(heard, exotics=event.exotics)
    return replace(now, possible=_possible(board, now)), _revealed(board, heard.exotics, event.exotics)


def _vip_dealt(board: Board, heard: Heard, event: VipDealt) -> Step:
    calls = [] if heard.drafting else [Call("draft", (Said(_("Two VIP cards each: keep one.")),))]
    return replace(heard, drafting=True), calls


def _vip_kept(board: Board, heard: Heard, event: VipKept) -> Step:
    text = _("Seat {seat} keeps {card}.")
    return replace(heard, drafting=False), [Call("vip", (Said(text, {"seat": event.seat, "card": _card(event.card)}),))]


def _vip_paid(board: Board, heard: Heard, event: VipPaid) -> Step:
    args = {"seat": event.seat, "amount": event.amount, "card": _card(event.card)}
    return heard, [Call("vip", (Said(_("${amount} for seat {seat}: {card}."), args),))]


def _house(kind: str) -> Callable[[Board, Heard, Any], Step]:
    def call(board: Board, heard: Heard, event: Any) -> Step:
        return heard, [Call("house", (Said(kind, {"seat": event.seat}),))]

    return call


# The race


def _race_started(board: Board, heard: Heard, event: RaceStarted) -> Step:
    return heard, [Call("off", (Said(_("And they're off!")),), loud=True)]


def _rolled(board: Board, heard: Heard, event: Rolled) -> Step:
    total, horse = sum(event.dice), board.index[event.horse]
    positions = (*heard.positions[:horse], event.position, *heard.positions[horse + 1 :])
    totals = (*heard.totals[:total], heard.totals[total] + 1, *heard.totals[total + 1 :])
    now = replace(heard, positions=positions, totals=totals, leaders=_leaders(board, positions))
    calls = [Call("roll", (_number(total), _move(event)))]
    if now.leaders != heard.leaders and max(positions) > 1:
        calls.append(_lead(now.leaders))
    now = replace(now, possible=_possible(board, now))
    if max(positions) < board.finish:  # at the finish it is said what happened
        calls.extend(_exotics_changed(board, heard.possible, now.possible))
    return now, calls


def _number(total: int) -> Said:
    """The number comes first."""
    if total == 2:
        return Said(_("2: snake eyes!"))
    return Said(_("12: boxcars!")) if total == 12 else Said("{total}!", {"total": total})


def _move(event: Rolled) -> Said:
    args = {"horse": _name(event.horse), "position": event.position, "bonus": event.bonus}
    if event.bonus:
        return Said(_("{horse} again, bonus {bonus}: up to {position}."), args)
    return Said(_("{horse} moves up to {position}."), args)


def _leaders(board: Board, positions: tuple[int, ...]) -> tuple[str, ...]:
    furthest = max(positions)
    return tuple(name for name, position in zip(board.horses, positions, strict=True) if position == furthest)


def _lead(leaders: tuple[str, ...]) -> Call:
    if len(leaders) == 1:
        return Call("lead", (Said(_("{horse} takes the lead."), {"horse": _name(leaders[0])}),))
    return Call("tie", (Said(_("{horses}: neck and neck in front."), {"horses": _names(leaders)}),))


def _possible(board: Board, heard: Heard) -> tuple[str, ...]:
    """Exotics in play that would be true if the race ended now; those that tell the distance to the leader only count
    once a horse is near the finish, for before that they change with every roll."""
    near = max(heard.positions) >= board.red_line
    out = []
    for key in heard.exotics:
        condition = board.exotics[key].holds
        of_the_leader = isinstance(condition, exotics.SecondBehind | exotics.ThirdBehind)
        if (near or not of_the_leader) and exotics.holds(condition, heard.positions):
            out.append(key)
    return tuple(out)


def _exotics_changed(board: Board, before: tuple[str, ...], after: tuple[str, ...]) -> list[Call]:
    on = [
        Call("exotic_possible", (Said(_("{exotic} is possible."), {"exotic": _exotic(board, key)}),))
        for key in after
        if key not in before
    ]
    off = [
        Call("exotic_off", (Said(_("{exotic} is off."), {"exotic": _exotic(board, key)}),))
        for key in before
        if key not in after
    ]
    return [*on, *off]


ORDINALS = {
    1: _("{horse} is first over the red line!"),
    2: _("{horse} is second over the red line!"),
    3: _("{horse} is third over the red line!"),
}


def _red_line_crossed(board: Board, heard: Heard, event: RedLineCrossed) -> Step:
    text = ORDINALS.get(event.count, _("{horse} is over the red line too."))
    sentences = [Said(text, {"horse": _name(event.horse)})]
    if event.count <= board.closing_crossings:
        sentences.append(Said(_("Red line: {count} of {of}."), {"count": event.count, "of": board.closing_crossings}))
    return heard, [Call("red_line", tuple(sentences))]


def _betting_closed(board: Board, heard: Heard, event: BettingClosed) -> Step:
    return heard, [Call("no_more_bets", (Said(_("No more bets!")),), loud=True)]


# The end of the race


def _race_finished(board: Board, heard: Heard, event: RaceFinished) -> Step:
    sentences = (
        Said(_("{horse} wins race {race}!"), {"horse": _name(event.win[0]), "race": event.race}),
        Said(_("Place: {horses}."), {"horses": _names(event.place)}),
        Said(_("Show: {horses}."), {"horses": _names(event.show)}),
    )
    calls = [Call("result", sentences, loud=True)]
    happened = [key for key in heard.exotics if exotics.holds(board.exotics[key].holds, event.positions)]
    calls.extend(Call("exotic_happened", (Said("{exotic}!", {"exotic": _exotic(board, key)}),)) for key in happened)
    rolled = ", ".join(f"{total} × {count}" for total, count in enumerate(heard.totals) if count)
    if rolled:
        calls.append(Call("totals", (Said(_("Rolled in this race: {totals}."), {"totals": rolled}),)))
    return replace(heard, leaders=(), totals=(0,) * 13), calls


def _seat_settled(board: Board, heard: Heard, event: SeatSettled) -> Step:
    if not event.won and not event.lost:
        return heard, []
    args = {"seat": event.seat, "won": event.won, "lost": event.lost - event.forgiven, "balance": event.balance}
    text = _("Seat {seat} wins ${won}, pays ${lost} and has ${balance}.")
    return heard, [Call("settled", (Said(text, args),))]


def _race_abandoned(board: Board, heard: Heard, event: RaceAbandoned) -> Step:
    text = _("Race {race} is void. All markers return.")
    return heard, [Call("void", (Said(text, {"race": event.race}),), loud=True)]


def _paused(board: Board, heard: Heard, event: Paused) -> Step:
    return heard, [Call("pause", (Said(_("The race is paused.")),), loud=True)]


def _resumed(board: Board, heard: Heard, event: Resumed) -> Step:
    return heard, [Call("resume", (Said(_("The race goes on.")),), loud=True)]


def _rewound(board: Board, heard: Heard, event: Rewound) -> Step:
    return heard, [Call("rewound", (Said(_("The host has gone back to correct something.")),))]


def _game_finished(board: Board, heard: Heard, event: GameFinished) -> Step:
    best = [line for line in event.ranking if line.rank == 1]
    if not best:
        return heard, [Call("winner", (Said(_("The game is closed without a result.")),))]
    seats, money = ", ".join(str(line.seat) for line in best), best[0].money
    one, many = _("Seat {seats} wins the game with ${money}!"), _("Seats {seats} share the win with ${money}!")
    text = one if len(best) == 1 else many
    return heard, [Call("winner", (Said(text, {"seats": seats, "money": money}),), loud=True)]


CALLS: dict[type[Event], Callable[[Board, Heard, Any], Step]] = {
    RacePrepared: _race_prepared,
    CardsLaid: _cards_laid,
    VipDealt: _vip_dealt,
    VipKept: _vip_kept,
    VipPaid: _vip_paid,
    HouseChosen: _house(_("Seat {seat} is the House.")),
    HouseOffered: _house(_("Seat {seat} offers the House.")),
    HousePassed: _house(_("Seat {seat} passes.")),
    RaceStarted: _race_started,
    Rolled: _rolled,
    RedLineCrossed: _red_line_crossed,
    BettingClosed: _betting_closed,
    RaceFinished: _race_finished,
    SeatSettled: _seat_settled,
    RaceAbandoned: _race_abandoned,
    Paused: _paused,
    Resumed: _resumed,
    Rewound: _rewound,
    GameFinished: _game_finished,
}
