"""``manage.py odds ready-set-bet``: what every spot and card is worth, by simulated races."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from races.rules.ready_set_bet import odds
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.odds import Estimate, Report, Worth

PAIRS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
AT_ONCE = 4096


class Command(BaseCommand):
    help = (
        "Simulates races and prints, for every spot and card, how often it wins and what each marker makes on it on"
        " average (placed before the first roll), with standard errors in brackets."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset")
        parser.add_argument("--races", type=int, default=100_000, help="how many (default 100,000)")
        parser.add_argument("--seed", type=int, default=1, help="of the dice: the same seed prints the same report")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ruleset"] != "ready-set-bet":
            raise CommandError(f"There are odds for ready-set-bet; none are known for {options['ruleset']}.")
        if options["races"] < 2:
            raise CommandError("Simulate at least two races.")
        report = odds.report(STANDARD, options["races"], dice(options["seed"]))
        for line in told(report):
            self.stdout.write(line)


def dice(seed: int) -> Iterator[tuple[int, int]]:
    """Endless pairs of dice."""
    chance = random.Random(seed)  # noqa: S311 - a simulation, nobody's money
    while True:
        yield from chance.choices(PAIRS, k=AT_ONCE)


def told(report: Report) -> Iterator[str]:
    """The report in lines, for a person."""
    yield f"Ready Set Bet, edition {STANDARD.edition.name}: {report.races:,} races."
    yield f"Rolls per race: {shown(report.rolls, 2)}."
    yield f"Share of races whose betting closes before the finish: {shown(report.closed_early, 4)}."
    yield ""
    yield "odds: what a dollar of a marker pays, and what the spot costs when it loses. wins: how often."
    yield "2 3 4 5: dollars that an ordinary marker of that value makes on average; (±): standard error of the 5."
    yield "b2 to b7: the same of a bonus marker of that value (VIP cards give them)."
    yield ""
    yield "horse   mean final position"
    for horse, position in report.positions.items():
        yield f"{horse:7} {shown(position, 3)}"
    for title, rows in (
        ("spot", report.spots),
        ("prop card", report.props),
        ("exotic finish (each of its spots)", report.exotics),
    ):
        yield ""
        yield from table(title, rows)
    yield ""
    yield "VIP cards of the house deck that pay for totals, dollars per race"
    for name, money in report.totals_money.items():
        yield f"{name:25} {shown(money, 2)}"
    yield "What the other VIP cards are worth depends on how their owner bets."


def table(title: str, rows: Sequence[Worth]) -> Iterator[str]:
    """Expected dollars of each marker; the error is that of the ordinary 5."""
    ordinary = "".join(f"{value:>7}" for value in odds.ORDINARY)
    bonus = "".join(f"{f'b{value}':>7}" for value in odds.BONUS)
    yield title
    yield f"{'':16}{'odds':>6}  {'wins':>16} {ordinary}  (±)    {bonus}"
    for row in rows:
        odds_shown = f"{row.pays}/{-row.loses}"
        means = "".join(f"{worth.mean:7.2f}" for worth in row.ordinary)
        bonus_means = "".join(f"{worth.mean:7.2f}" for worth in row.bonus)
        error = f"({row.ordinary[-1].error:.2f})"
        yield f"{row.spot:16}{odds_shown:>6}  {shown(row.probability, 4):>16} {means}  {error} {bonus_means}"


def shown(estimate: Estimate, places: int) -> str:
    return f"{estimate.mean:.{places}f} ({estimate.error:.{max(places, 2)}f})"
