"""The bet board, the horses and the track, as data (rules page §2, §3).

The printed game is an :class:`Edition` (plain data); a :class:`Board` is an edition with the look-ups that the rules
need. The rules take the board as an argument and know no number of it by heart.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Kind = Literal["win", "place", "show", "colour", "fifth-or-worse"]


class Horse(msgspec.Struct, frozen=True):
    """``key`` as on the wire; ``totals`` of two dice that move it; ``odds`` its row of the board, left to right: two
    Show, two Place, three Win spots, each ``multiplier/-loss``."""

    key: str
    totals: tuple[int, ...]
    colour: str
    odds: str


class SideSpot(msgspec.Struct, frozen=True):
    """A spot of the side row; ``subject`` is a colour or a horse's key."""

    key: str
    kind: Kind
    subject: str
    odds: str


class Edition(msgspec.Struct, frozen=True):
    """One edition of the game: all of the board's content."""

    key: str
    horses: tuple[Horse, ...]
    bonus: dict[str, int]
    """Colour → extra spaces when the same horse is rolled again."""
    finish: int
    red_line: int
    """The first space behind the line: a horse that stands there or further has crossed."""
    closing_crossings: int
    """Betting closes when this many different horses have crossed."""
    side: tuple[SideSpot, ...]


OUTER = "4/-4 4/-3  5/-4 5/-3  7/-2 8/-2 9/-2"
BLUE = "3/-1 3/0  4/-1 4/0  5/-1 6/0 7/0"
ORANGE = "2/-3 2/0  2/-2 3/-2  4/-2 4/0 5/0"
RED = "1/-2 1/0  2/-5 2/-4  3/-2 3/-1 3/0"
BLACK = "1/-3 1/-1  2/-6 2/-5  3/-4 3/-3 3/-2"

PRINTED = Edition(
    key="printed",
    horses=(
        Horse("2-3", (2, 3), "blue", OUTER),
        Horse("4", (4,), "blue", BLUE),
        Horse("5", (5,), "orange", ORANGE),
        Horse("6", (6,), "red", RED),
        Horse("7", (7,), "black", BLACK),
        Horse("8", (8,), "red", RED),
        Horse("9", (9,), "orange", ORANGE),
        Horse("10", (10,), "blue", BLUE),
        Horse("11-12", (11, 12), "blue", OUTER),
    ),
    bonus={"blue": 3, "orange": 2, "red": 1, "black": 0},
    finish=15,
    red_line=10,
    closing_crossings=3,
    side=(
        SideSpot("colour:blue", "colour", "blue", "5/-1"),
        SideSpot("colour:orange", "colour", "orange", "3/-1"),
        SideSpot("colour:red", "colour", "red", "2/-1"),
        SideSpot("seven-fifth", "fifth-or-worse", "7", "4/0"),
    ),
)

ROW: tuple[tuple[Kind, int], ...] = (
    *(("show", 1), ("show", 2)),
    *(("place", 1), ("place", 2)),
    *(("win", 1), ("win", 2), ("win", 3)),
)
"""What the seven odds of a horse's row belong to."""


class Spot(msgspec.Struct, frozen=True):
    """A spot to bet on. ``horse``: index in horse order, or −1; ``pays``: multiplier; ``loses``: whole dollars, ≥ 0."""

    key: str
    kind: Kind
    pays: int
    loses: int
    horse: int = -1
    colour: str = ""


class Board:
    """An edition with its look-ups. Horses are numbered 0 to 8 in horse order inside the rules."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.finish = edition.finish
        self.red_line = edition.red_line
        self.closing_crossings = edition.closing_crossings
        self.horses = tuple(horse.key for horse in edition.horses)
        self.index = {key: i for i, key in enumerate(self.horses)}
        self.colours = tuple(horse.colour for horse in edition.horses)
        self.bonus = tuple(edition.bonus[colour] for colour in self.colours)
        moves = {total: i for i, horse in enumerate(edition.horses) for total in horse.totals}
        self.of_total = tuple(moves.get(total, -1) for total in range(13))
        """Total of two dice → the horse that moves."""
        self.gate = (0,) * len(self.horses)
        self.spots = {spot.key: spot for spot in (*self._horse_spots(), *self._side_spots())}

    def _horse_spots(self) -> list[Spot]:
        spots = []
        for i, horse in enumerate(self.edition.horses):
            for (kind, n), odds in zip(ROW, horse.odds.split(), strict=True):
                pays, loses = read_odds(odds)
                spots.append(Spot(f"{kind}:{horse.key}:{n}", kind, pays, loses, horse=i))
        return spots

    def _side_spots(self) -> list[Spot]:
        spots = []
        for side in self.edition.side:
            pays, loses = read_odds(side.odds)
            if side.kind == "colour":
                spots.append(Spot(side.key, side.kind, pays, loses, colour=side.subject))
            else:
                spots.append(Spot(side.key, side.kind, pays, loses, horse=self.index[side.subject]))
        return spots

    def names(self, horses: tuple[int, ...]) -> tuple[str, ...]:
        """Indexes in horse order → keys as on the wire."""
        return tuple(self.horses[i] for i in horses)

    def drawing(self) -> dict[str, Any]:
        """What a client needs to draw the board; JSON. Spots stand left to right, horse by horse, then the side row."""
        edition = self.edition
        return {
            "edition": edition.key,
            "track": {
                "gate": 0,
                "finish": edition.finish,
                "red_line": edition.red_line,
                "closing_crossings": edition.closing_crossings,
            },
            "horses": [
                {"horse": h.key, "colour": h.colour, "totals": list(h.totals), "bonus": edition.bonus[h.colour]}
                for h in edition.horses
            ],
            "spots": [
                {
                    "spot": spot.key,
                    "kind": spot.kind,
                    "horse": self.horses[spot.horse] if spot.horse >= 0 else None,
                    "colour": spot.colour or None,
                    "pays": spot.pays,
                    "loses": spot.loses,
                }
                for spot in self.spots.values()
            ],
            "chips": [1, 5, 25, 100],
        }


def read_odds(odds: str) -> tuple[int, int]:
    """``"5/-4"`` → (5, 4): multiplier and loss, the loss as a positive number."""
    pays, loses = odds.split("/")
    return int(pays), -int(loses)


STANDARD = Board(PRINTED)
