"""What somebody at the table knows: the board, and the race as its events have told it so far."""

from __future__ import annotations

from typing import Any

import msgspec

OPENING = 4
"""Bets before this roll are answers to the start call."""


class Spot(msgspec.Struct, frozen=True):
    """A spot to bet on: ``pays`` times the marker, or costs ``loses`` dollars."""

    key: str
    kind: str
    horse: str
    colour: str
    pays: int
    loses: int

    def spoken(self) -> str:
        """``win:2-3:3`` → ``2/3 to win``."""
        if self.kind == "colour":
            return f"{self.colour} to win"
        if self.kind == "fifth-or-worse":
            return f"the {spoken(self.horse)} fifth or worse"
        return f"{spoken(self.horse)} to {self.kind}"


class Board:
    """``GET /rulesets/ready-set-bet``'s ``board``."""

    def __init__(self, drawing: dict[str, Any]) -> None:
        self.horses: list[str] = [horse["horse"] for horse in drawing["horses"]]
        self.colours: dict[str, str] = {horse["horse"]: horse["colour"] for horse in drawing["horses"]}
        self.red_line: int = drawing["track"]["red_line"]
        self.closing: int = drawing["track"]["closing_crossings"]
        self.chips: list[int] = sorted(drawing["chips"], reverse=True)
        self.spots = {
            spot["spot"]: Spot(
                spot["spot"], spot["kind"], spot["horse"] or "", spot["colour"] or "", spot["pays"], spot["loses"]
            )
            for spot in drawing["spots"]
        }

    def best(self, kind: str, horse: str) -> tuple[str, ...]:
        """A horse's spots of one kind, the most attractive first."""
        spots = [spot for spot in self.spots.values() if spot.kind == kind and spot.horse == horse]
        return tuple(spot.key for spot in sorted(spots, key=lambda spot: (-spot.pays, spot.loses)))


class Picture:
    """The running race. ``taken``: spot → seat; ``opening``: with which bet each seat greeted the start of the race
    before, if it did."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.money: dict[int, int] = {}
        self.opening: dict[int, str] = {}
        self.race = 0
        self._clear()

    def _clear(self) -> None:
        self.roll = 0
        self.betting = False
        self.positions = dict.fromkeys(self.board.horses, 0)
        self.crossed: list[str] = []
        self.taken: dict[str, int] = {}
        self.used: dict[int, set[str]] = {}
        self.first: dict[int, str] = {}

    def take(self, event: dict[str, Any]) -> None:
        data = event["data"]
        match event["type"]:
            case "race_started":
                self.opening = self.first
                self._clear()
                self.race, self.betting = data["race"], True
            case "rolled":
                self.roll = data["roll"]
                self.positions[data["horse"]] = data["position"]
            case "red_line_crossed":
                self.crossed.append(data["horse"])
            case "betting_closed":
                self.betting = False
            case "bet_placed":
                self.taken[data["spot"]] = data["seat"]
                self.used.setdefault(data["seat"], set()).add(data["marker"])
                if self.roll < OPENING:
                    self.first.setdefault(data["seat"], data["spot"])
            case "seat_settled":
                self.money[data["seat"]] = data["balance"]

    def order(self) -> list[str]:
        """The horses, the foremost first; level ones in horse order."""
        return sorted(self.board.horses, key=lambda horse: -self.positions[horse])


def spoken(horse: str) -> str:
    return horse.replace("-", "/")


def value(marker: str) -> int:
    """What a marker is worth: ``3a`` → 3, ``black-4`` → 4."""
    return int(marker.rpartition("-")[2].rstrip("ab"))


def listed(names: list[str]) -> str:
    """``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
