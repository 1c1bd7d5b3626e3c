"""Ratings by openskill's Plackett-Luce: a pure function of the games in order. What made them is told with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """``lines``: (member, rank)."""

    game: UUID
    lines: tuple[tuple[UUID, int], ...]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A member's rating after a game; rounded to four decimals, as any machine gives them."""

    game: UUID
    mu: float
    sigma: float
    ordinal: float


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """``steps``: by member, in order."""

    model: str
    library: str
    version: str
    parameters: dict[str, float]
    steps: dict[UUID, tuple[Step, ...]]


def run(games: Sequence[Played]) -> Run:
    """Games of one player alone say nothing and are left out."""
    import openskill
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[UUID, Any] = {}
    steps: dict[UUID, list[Step]] = {}
    for game in games:
        if len(game.lines) < 2:
            continue
        teams = [[ratings.get(member) or model.rating()] for member, _ in game.lines]
        rated = model.rate(teams, ranks=[float(rank) for _, rank in game.lines])
        for (member, _), (after,) in zip(game.lines, rated, strict=True):
            ratings[member] = after
            step = Step(
                game=game.game, mu=round(after.mu, 4), sigma=round(after.sigma, 4), ordinal=round(after.ordinal(), 4)
            )
            steps.setdefault(member, []).append(step)
    return Run(
        model="PlackettLuce",
        library="openskill",
        version=openskill.__version__,
        parameters={name: getattr(model, name) for name in ("mu", "sigma", "beta", "kappa", "tau")},
        steps={member: tuple(own) for member, own in steps.items()},
    )
