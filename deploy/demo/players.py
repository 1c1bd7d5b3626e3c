"""Four people at a betting board, each with a way of playing. They know what their phone has told them, no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from deploy.demo.picture import Picture

RELAXED, HASTY = 12, 2
"""How many more rolls may fall before a bet is no longer wanted."""


class Wish(msgspec.Struct, frozen=True):
    """A marker, and the spots it should lie on, the dearest first. ``patience``: rolls for which the wish holds."""

    marker: str
    spots: tuple[str, ...]
    patience: int = RELAXED


class Player(Protocol):
    name: str
    nature: str

    def wants(self, picture: Picture, event: dict[str, Any], seat: int) -> Iterator[Wish]:
        """What to bet on this news. ``picture`` has taken the event in already."""


class FavouriteBacker:
    name = "Astrid"
    nature = "backs the favourites, and early"

    def wants(self, picture: Picture, event: dict[str, Any], seat: int) -> Iterator[Wish]:
        board = picture.board
        if event["type"] == "race_started":
            yield Wish("5", board.best("win", "7"))
            for marker, horse in zip(("3a", "3b"), (("6", "8"), ("8", "5"), ("6", "9"))[picture.race % 3], strict=True):
                yield Wish(marker, board.best("win", horse))
        if event["type"] == "rolled" and picture.roll == 16:
            yield Wish("4", board.best("show", picture.order()[0]))
        if event["type"] == "red_line_crossed" and len(picture.crossed) == 1:
            yield Wish("2", board.best("place", picture.order()[0]))


class LongshotDreamer:
    name = "Ilinca"
    nature = "dreams of longshots"

    def wants(self, picture: Picture, event: dict[str, Any], seat: int) -> Iterator[Wish]:
        board = picture.board
        if event["type"] == "race_started":
            yield Wish("5", board.best("win", "11-12"))
            yield Wish("4", board.best("win", ("2-3", "4", "10")[picture.race % 3]))
        if event["type"] == "rolled" and picture.roll == 8:
            yield Wish("3a", ("colour:blue",))
        if event["type"] == "rolled" and event["data"]["bonus"] >= 2:
            yield Wish("3b", board.best("win", event["data"]["horse"]))
        if event["type"] == "red_line_crossed" and picture.crossed[0] != "7":
            yield Wish("2", ("seven-fifth",))


class Copycat:
    """He opens with what his richest rival opened with last time, then follows whoever bets next."""

    name = "Matej"
    nature = "copies whoever looks lucky, and fights for the very same spots"

    def __init__(self) -> None:
        self._followed = 0

    def wants(self, picture: Picture, event: dict[str, Any], seat: int) -> Iterator[Wish]:
        board, data = picture.board, event["data"]
        if event["type"] == "race_started":
            self._followed = 0
            yield Wish("5", self._like_the_lucky(picture, seat))
        if event["type"] == "bet_placed" and data["seat"] != seat and picture.roll >= self._followed + 6:
            spot = board.spots[data["spot"]]
            spots = board.best(spot.kind, spot.horse) if spot.horse else ()
            if spots and (left := [m for m in ("4", "3a", "3b") if m not in picture.used.get(seat, ())]):
                self._followed = picture.roll
                yield Wish(left[0], spots)
        if event["type"] == "red_line_crossed" and len(picture.crossed) == 2:
            yield Wish("2", board.best("win", picture.order()[0]), HASTY)

    def _like_the_lucky(self, picture: Picture, seat: int) -> tuple[str, ...]:
        rivals = [other for other in picture.opening if other != seat]
        if not rivals:
            return picture.board.best("win", "7")
        lucky = max(rivals, key=lambda other: (picture.money.get(other, 0), -other))
        spot = picture.board.spots[picture.opening[lucky]]
        return picture.board.best(spot.kind, spot.horse) or (spot.key,)


class LateBettor:
    name = "Colette"
    nature = "waits until the last moment, and sometimes longer"

    def __init__(self) -> None:
        self._pick = ""

    def wants(self, picture: Picture, event: dict[str, Any], seat: int) -> Iterator[Wish]:
        board = picture.board
        if event["type"] != "red_line_crossed":
            return
        order = picture.order()
        if len(picture.crossed) == 1:
            yield Wish("4", board.best("place", order[0]))
        if len(picture.crossed) == 2:
            self._pick = order[0]
            yield Wish("5", board.best("win", order[0]), HASTY)
            yield Wish("3a", board.best("place", order[1]), HASTY)
        if len(picture.crossed) == 3 and order[0] != self._pick:  # "No more bets!" is on its way to her
            yield Wish("3b", board.best("win", order[0]), HASTY)


def four() -> list[Player]:
    """The players of a night, by seat from 1."""
    return [FavouriteBacker(), LongshotDreamer(), Copycat(), LateBettor()]
