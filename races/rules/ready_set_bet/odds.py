"""What every spot and card is worth to somebody who bets blindly: counted over simulated races, run by the code the
server decides with."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from races.rules.ready_set_bet.board import Board, Spot
from races.rules.ready_set_bet.placing import hits
from races.rules.ready_set_bet.simulate import race_of_dice
from races.rules.ready_set_bet.track import CloseReason
from races.rules.ready_set_bet.vips import PayOnTotals

ORDINARY = (2, 3, 4, 5)
BONUS = (2, 3, 4, 5, 6, 7)


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its standard error."""

    mean: float
    error: float


class Worth(msgspec.Struct, frozen=True):
    """A spot: how often it wins, and what each ordinary and each bonus marker makes on it on average, in dollars."""

    spot: str
    pays: int
    loses: int
    probability: Estimate
    ordinary: tuple[Estimate, ...]
    bonus: tuple[Estimate, ...]


class Report(msgspec.Struct, frozen=True):
    """``horses``: final position; ``totals_money``: VIP card → dollars per race (only cards that pay for totals);
    ``closed_early``: share of the races in which betting closed before the finish."""

    races: int
    spots: tuple[Worth, ...]
    props: tuple[Worth, ...]
    exotics: tuple[Worth, ...]
    positions: dict[str, Estimate]
    totals_money: dict[str, Estimate]
    rolls: Estimate
    closed_early: Estimate


class Sums(msgspec.Struct):
    """Running sums of one quantity."""

    total: float = 0
    squares: float = 0

    def add(self, value: float) -> None:
        self.total += value
        self.squares += value * value

    def estimate(self, n: int) -> Estimate:
        mean = self.total / n
        return Estimate(mean, math.sqrt(max(0.0, self.squares / n - mean * mean) / n))


def report(board: Board, races: int, dice: Iterator[tuple[int, int]]) -> Report:
    """Runs ``races`` races over one endless supply of dice, and counts."""
    spots = [*board.spots.values(), *board.props.values(), *_one_of_each_exotic(board)]
    won = [0] * len(spots)
    positions = [Sums() for _ in board.horses]
    paying = _paying(board)
    money = [Sums() for _ in paying]
    rolls, early = Sums(), 0
    of_third: CloseReason = "third_crossing"
    for _ in range(races):
        totals = [0] * 13
        run = race_of_dice(board, _counted(dice, totals))
        for i, spot in enumerate(spots):
            won[i] += hits(board, run.result, spot)
        for sums, position in zip(positions, run.track.positions, strict=True):
            sums.add(position)
        for sums, (_, effect) in zip(money, paying, strict=True):
            sums.add(effect.amount * sum(totals[total] for total in effect.totals))
        rolls.add(run.track.roll)
        early += run.closed_by == of_third
    worth = [worth_of(board, spot, count, races) for spot, count in zip(spots, won, strict=True)]
    printed, cards = len(board.spots), len(board.spots) + len(board.props)
    return Report(
        races=races,
        spots=tuple(worth[:printed]),
        props=tuple(worth[printed:cards]),
        exotics=tuple(worth[cards:]),
        positions={h: sums.estimate(races) for h, sums in zip(board.horses, positions, strict=True)},
        totals_money={name: sums.estimate(races) for (name, _), sums in zip(paying, money, strict=True)},
        rolls=rolls.estimate(races),
        closed_early=_share(early, races),
    )


def _one_of_each_exotic(board: Board) -> list[Spot]:
    """Every spot of an exotic card has the same odds."""
    return [board.exotic_spots[f"exotic:{card}:1"] for card in board.exotics]


def _paying(board: Board) -> list[tuple[str, PayOnTotals]]:
    cards = board.edition.vips.cards
    return [(card.name, effect) for card in cards for effect in card.effects if isinstance(effect, PayOnTotals)]


def _counted(dice: Iterator[tuple[int, int]], totals: list[int]) -> Iterator[tuple[int, int]]:
    for pair in dice:
        totals[pair[0] + pair[1]] += 1
        yield pair


def _share(count: int, n: int) -> Estimate:
    share = count / n
    return Estimate(share, math.sqrt(share * (1 - share) / n))


def worth_of(board: Board, spot: Spot, won: int, races: int) -> Worth:
    """A bet either makes value × pays or costs its loss, so its error follows from the error of the probability."""
    chance = _share(won, races)

    def bet(value: int, loses: int) -> Estimate:
        mean = value * spot.pays * chance.mean - loses * (1 - chance.mean)
        return Estimate(mean, (value * spot.pays + loses) * chance.error)

    own = board.edition.bonus_losses
    return Worth(
        spot=spot.card if spot.card else spot.key,
        pays=spot.pays,
        loses=spot.loses,
        probability=chance,
        ordinary=tuple(bet(value, spot.loses) for value in ORDINARY),
        bonus=tuple(bet(v, spot.loses + own[str(v)] if str(v) in own else 0) for v in BONUS),
    )
