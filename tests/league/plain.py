"""A club as a child would keep it: lists of what happened, counted anew each time. Knows nothing of the program.

A race here has two horses that move: every roll is a 7 (horse 7, one step) or an 8 (horse 8, one step); the first on 15
steps wins, and that is always horse 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

HOME = 15
VALUES = {"2": 2, "3a": 3, "3b": 3, "4": 4, "5": 5}
"""Marker → what it multiplies."""
SPOTS = {
    "win:7:1": (3, 4),
    "win:7:2": (3, 3),
    "win:7:3": (3, 2),
    "win:8:1": (3, 2),
    "win:8:2": (3, 1),
    "win:4:1": (5, 1),
}
"""Spot → what it pays, what it loses; as printed on the board."""
POINTS = {2: (10, 2), 3: (10, 6, 2), 4: (11, 7, 4, 2)}
"""Players → points of first, second …: six a player."""

Move = tuple[str, int, str, str]
"""``("start", 0, "", "")``, ``("bet", seat, marker, spot)``, ``("roll", 0, "7", "")``, ``("resume", 0, "", "")`` (after
a way back, which stops the race)."""


class Game:
    """``seats``: the member on each, from seat 1 on."""

    def __init__(self, id: str, night: str, seats: list[str]) -> None:
        self.id, self.night, self.seats = id, night, seats
        self.void = False

    def scores(self) -> list[Fraction] | None:
        """Each seat's, from seat 1 on; None while there is no result."""
        raise NotImplementedError


class Sheet(Game):
    """A score sheet."""

    def __init__(self, id: str, night: str, seats: list[str], scores: list[int]) -> None:
        super().__init__(id, night, seats)
        self.written = scores

    def scores(self) -> list[Fraction]:
        return [Fraction(score) for score in self.written]


class Race(Game):
    """One race of Ready Set Bet, the dice thrown by hand. ``moves`` with the versions of their last events."""

    def __init__(self, id: str, night: str, seats: list[str]) -> None:
        super().__init__(id, night, seats)
        self.moves: list[tuple[Move, int]] = []

    @property
    def started(self) -> bool:
        return any(move[0] == "start" for move, _ in self.moves)

    @property
    def over(self) -> bool:
        return sum(move[2] == "7" for move, _ in self.moves if move[0] == "roll") >= HOME

    @property
    def bets(self) -> list[Move]:
        return [move for move, _ in self.moves if move[0] == "bet"]

    def free_markers(self, seat: int) -> list[str]:
        used = {marker for _, by, marker, _ in self.bets if by == seat}
        return [marker for marker in VALUES if marker not in used]

    def free_spots(self) -> list[str]:
        taken = {spot for *_, spot in self.bets}
        return [spot for spot in SPOTS if spot not in taken]

    def back_to(self, version: int) -> None:
        self.moves = [(move, last) for move, last in self.moves if last <= version]

    def mended(self, at: int, new: Move | None) -> tuple[list[Move], list[Move]]:
        """→ (what happened if the move that ended at version ``at`` had been another one, what no longer fits)."""
        stays: list[Move] = []
        refused: list[Move] = []
        again = Race(self.id, self.night, self.seats)
        for move, last in self.moves:
            wanted = new if last == at else move
            if wanted is None:
                continue
            nothing_stands_still = wanted[0] == "resume" and last > at
            if again.over or nothing_stands_still:
                refused.append(wanted)
                continue
            again.moves.append((wanted, 0))
            stays.append(wanted)
        return stays, refused

    def scores(self) -> list[Fraction] | None:
        if not self.over:
            return None
        money = [0] * len(self.seats)
        for _, seat, marker, spot in self.bets:
            pays, loses = SPOTS[spot]
            money[seat - 1] += VALUES[marker] * pays if spot.startswith("win:7") else -loses
        return [Fraction(max(0, each)) for each in money]


class Club:
    """Members by id; ``merged``: who is somebody else; nights by id with whether they are void, and open."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.merged: dict[str, str] = {}
        self.void: dict[str, bool] = {}
        self.open: dict[str, bool] = {}
        self.games: dict[str, Game] = {}

    def who(self, member: str) -> str:
        while member in self.merged:
            member = self.merged[member]
        return member

    def present(self) -> list[str]:
        """Who may sit down: neither erased nor somebody else."""
        return [member for member, name in self.names.items() if name and member not in self.merged]

    def sat_together(self, one: str, other: str) -> bool:
        return any({one, other} <= {self.who(member) for member in game.seats} for game in self.games.values())

    def counting(self) -> Iterator[tuple[Game, list[Fraction]]]:
        for game in self.games.values():
            scores = game.scores()
            if scores is not None and not game.void and not self.void[game.night]:
                yield game, scores

    def table(self) -> dict[str, tuple[Fraction, int, int, int]]:
        """``{member: (points, games, wins, money)}`` of all who have played."""
        rows: dict[str, tuple[Fraction, int, int, int]] = {}
        for game, scores in self.counting():
            for member, score in zip(game.seats, scores, strict=True):
                better, equal = sum(s > score for s in scores), scores.count(score)
                places = POINTS[len(scores)][better : better + equal]
                points, games, wins, money = rows.get(self.who(member), (Fraction(0), 0, 0, 0))
                rows[self.who(member)] = (
                    points + Fraction(sum(places), equal),
                    games + 1,
                    wins + (better == 0),
                    money + (int(score) if isinstance(game, Race) else 0),
                )
        return rows
