"""The race caller: turns the events of a roll into a call, number first, then what it did.

There are some 64 rolls in a race and nobody wants to hear of all. Crossings, the close of betting and the finish are
always called; of the rest what is worth it, if the last call was long enough ago.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deploy.demo.picture import Board, listed, spoken

NUMBERS = {
    2: "Snake eyes",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Eleven",
    12: "Boxcars",
}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
OPTIONAL = 3
"""Calls a race that nothing obliges the caller to."""


class Call(msgspec.Struct, frozen=True):
    """A roll as called. ``closes``: betting ended with it; ``ends``: so did the race."""

    roll: int
    number: str
    what: str
    closes: bool = False
    ends: bool = False


class Caller:
    """Calls one game's races. ``phrases`` vary with the roll's number, so that the same events give the same words."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._start()

    def _start(self) -> None:
        self.positions = dict.fromkeys(self.board.horses, 0)
        self._told_at = 0
        self._optional = OPTIONAL
        self._leaders: list[str] = []

    def call(self, batch: list[dict[str, Any]]) -> Call | None:
        """``batch``: all events of one roll. None: not worth a word."""
        facts = {event["type"]: event["data"] for event in batch}
        rolled = facts["rolled"]
        if rolled["roll"] == 1:
            self._start()
        horse, roll = rolled["horse"], rolled["roll"]
        before = self._leaders
        self.positions[horse] = rolled["position"]
        self._leaders = leaders = self._front()
        crossing, closing = facts.get("red_line_crossed"), facts.get("betting_closed")
        ends = "race_finished" in facts
        lead = self._lead(horse, before, leaders)
        early = closing is not None and closing["reason"] == "finish"
        if not (closing or ends or (crossing and crossing["count"] <= self.board.closing)):
            gap = roll - self._told_at
            worth = self._worth(rolled, bool(lead), bool(crossing))
            if not self._optional or gap < worth:
                return None
            self._optional -= 1
        self._told_at = roll
        words = [self._moved(rolled, ends)]
        if ends and early:
            words.append("before a third horse crosses the line")
        if lead and not ends:
            words.append(lead)
        if crossing and not ends:
            words.append(f"over the line, {ORDINALS[crossing['count']]} across")
        end = "!" if ends else "."
        return Call(roll, NUMBERS[sum(rolled["dice"])], f"{', '.join(words)}{end}", closing is not None, ends)

    def _worth(self, rolled: dict[str, Any], lead: bool, crossing: bool) -> int:
        """How many rolls of silence must lie before this one is called."""
        if crossing or (lead and rolled["position"] >= 5):
            return 3
        if rolled["bonus"] >= 2:
            return 4
        if sum(rolled["dice"]) in (2, 12):
            return 6
        return 9 if rolled["bonus"] or lead else 14

    def _moved(self, rolled: dict[str, Any], ends: bool) -> str:
        horse, position, bonus = f"the {spoken(rolled['horse'])}", rolled["position"], rolled["bonus"]
        if ends:
            surge = f" with a bonus of {bonus}" if bonus else ""
            return f"{horse.capitalize()} is HOME{surge}"
        if bonus >= 2:
            return f"{horse.capitalize()} again! A surge of {rolled['steps']}, up to {position}"
        if bonus:
            return f"{horse.capitalize()} again, one for luck: up to {position}"
        verb = ("moves up to", "steps to", "is on", "goes to")[rolled["roll"] % 4]
        return f"{horse.capitalize()} {verb} {position}"

    def _lead(self, horse: str, before: list[str], leaders: list[str]) -> str:
        """What this roll did to the lead; empty: nothing."""
        if horse not in leaders or leaders == before:
            return ""
        others = [spoken(other) for other in leaders if other != horse]
        if others:
            return f"level with the {listed(others)} in front"
        rivals = [spoken(other) for other in before if other != horse]
        if not rivals:
            return "and leads" if not before else ""
        if horse in before:
            return f"clear of the {listed(rivals)}"
        return f"past the {listed(rivals)} into the lead"

    def _front(self) -> list[str]:
        furthest = max(self.positions.values())
        return [horse for horse in self.board.horses if self.positions[horse] == furthest]

    def field(self) -> str:
        """Where they all stand: ``2/3·4  4·1  …``."""
        return "  ".join(f"{spoken(horse)}▸{position}" for horse, position in self.positions.items())


def verdict(board: Board, finished: dict[str, Any]) -> list[str]:
    """What is to be said of a finish: how close it was, who shares which place. ``finished``: ``race_finished``."""
    positions = dict(zip(board.horses, finished["positions"], strict=True))
    winner = finished["win"][0]
    seconds = [horse for horse in finished["place"] if horse != winner]
    behind = positions[winner] - positions[seconds[0]]
    thirds = [horse for horse in finished["show"] if horse not in finished["place"]]
    third = positions[(thirds or seconds)[0]]
    said = []
    if behind == 1:
        said.append(f"By a nose, from the {listed([spoken(horse) for horse in seconds])}!")
    elif behind > 5:
        said.append(f"A blow-out: {behind} clear of the rest.")
    if positions[winner] - third <= 3:
        said.append("PHOTO FINISH! Three within three spaces.")
    if len(seconds) > 1 and behind != 1:
        said.append(f"Dead heat for second: {listed([spoken(horse) for horse in seconds])}.")
    elif len(thirds) > 1:
        said.append(f"Level for third: {listed([spoken(horse) for horse in thirds])}.")
    return said


def result(finished: dict[str, Any]) -> str:
    names = {kind: ", ".join(map(spoken, finished[kind])) for kind in ("win", "place", "show")}
    return f"Win {names['win']} · Place {names['place']} · Show {names['show']}"
