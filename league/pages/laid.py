"""Which prop cards lay in a race: the log names the place of a bet (``prop:3``), people name the card there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ledger.reading import Stored, club_events

LAYING = ("race_prepared", "cards_laid", "rewound")
MANY = 10_000


class Step(msgspec.Struct, frozen=True):
    """What such an event says: ``props`` of ``race`` by place, or the version ``to`` that was gone back to."""

    race: int = 0
    props: tuple[str, ...] = ()
    to: int = 0


class _Record(msgspec.Struct):
    data: Step


class Laid:
    """The prop cards of one game; ``known``: versions of its log in order, and what they say of them."""

    def __init__(self, known: Sequence[tuple[int, Step]]) -> None:
        self._known = known

    @classmethod
    def of(cls, events: Sequence[Stored]) -> Laid:
        """Of the game that the events are of. The log is asked only where one of them speaks of a prop."""
        speaking = next((event for event in events if '"prop:' in event.record), None)
        if speaking is None:
            return cls([])
        more = club_events(speaking.club, 0, MANY, types=LAYING, stream=speaking.stream)
        return cls([(each.version, msgspec.json.decode(each.record, type=_Record).data) for each in more])

    def at(self, version: int, race: int) -> tuple[str, ...]:
        """The cards (``5>7``) by place that lay in this race when this version was written; what had been taken back
        by then counts for nothing."""
        lies: list[tuple[int, Step]] = []
        for at, laid in self._known:
            if at > version:
                break
            if laid.to:
                lies = [each for each in lies if each[0] <= laid.to]
            elif laid.race == race:
                lies.append((at, laid))
        return lies[-1][1].props if lies else ()

    def told(self, version: int, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """An event's fields with the card instead of its place: ``prop:3`` → ``prop:5>7``."""
        kind, _, place = str(data.get("spot", "")).partition(":")
        if kind != "prop" or not place.isdigit():
            return data
        lies = self.at(version, data.get("race", 0))
        return {**data, "spot": f"prop:{lies[int(place) - 1]}"} if 0 < int(place) <= len(lies) else data
