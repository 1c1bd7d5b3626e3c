"""Seasons written down by hand (tests/vectors/league): ``"Derby: Ann 30, Bo 20"`` is a game with its title, who played
it and the money they went home with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import msgspec

from league.scoring.checking import checked
from league.scoring.facts import Adjustment, Attended, Facts, Game, Held, Line, Night, Person
from league.scoring.numbers import exact
from league.scoring.scheme import Scheme
from league.scoring.table import Row, Table

FOLDER = Path(__file__).parents[1] / "vectors" / "league"
NAMES = UUID(int=7)


def files() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.json"))


def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def scheme(written: Any) -> Scheme:
    """From JSON, as the API reads it."""
    return checked(msgspec.json.decode(json.dumps(written).encode(), type=Scheme))


def who(name: str) -> UUID:
    """In the order of their names: nothing else puts in order what is equal."""
    return UUID(bytes=name.encode().ljust(16, b"\0"))


def game(text: str, night: Night, n: int = 0) -> Game:
    """Ranks 1-2-2-4 by the money."""
    title, _, played = text.rpartition(": ")
    each = [line.rsplit(" ", 1) for line in played.split(", ")]
    money = [int(amount) for _, amount in each]
    lines = tuple(
        Line(member=who(name), rank=1 + sum(other > int(amount) for other in money), money=int(amount))
        for name, amount in each
    )
    return Game(id=uuid5(night.id, f"game {n}"), night=night.id, lines=lines, title=title, at=n)


def night(day: str, kind: str = "regular", n: int = 0) -> Night:
    return Night(id=uuid5(NAMES, f"{day} {n}"), date=date.fromisoformat(day), kind=kind, opened_at=n)  # type: ignore[arg-type]


def facts(written: Any, schemes: Sequence[Held] | None = None) -> Facts:
    nights, games, attendance = [], [], []
    for n, evening in enumerate(written["nights"]):
        held = night(evening["date"], evening.get("kind", "regular"), n)
        nights.append(held)
        games += [game(text, held, i) for i, text in enumerate(evening["games"])]
        for name, status in evening.get("marked", {}).items():
            status, _, absentee = status.partition(" for ")
            stands_for = who(absentee) if absentee else None
            attendance.append(Attended(night=held.id, member=who(name), status=status, stands_for=stands_for))
    return Facts(
        schemes=schemes or [Held(version=1, scheme=scheme(written["scheme"]))],
        nights=nights,
        games=games,
        attendance=attendance,
        adjustments=[
            Adjustment(
                id=uuid5(NAMES, f"adjustment {n}"),
                member=who(each["member"]),
                points=Decimal(each["points"]),
                date=date.fromisoformat(each["date"]),
            )
            for n, each in enumerate(written.get("adjustments", []))
        ],
        people={who(name): Person(guest=True) for name in written.get("guests", [])},
    )


def text(value: Fraction) -> str:
    return str(exact(value))


def shown(row: Row, expected: Any, names: dict[UUID, str]) -> Any:
    """The row as the file writes it, with those things that the file says."""
    tie = row.tie_break
    all_of_it = {
        "rank": row.rank,
        "member": names[row.member],
        "points": text(row.points),
        "parts": {name: text(points) for name, points in row.parts.items()},
        "counted": [text(entry.points) for entry in row.counted],
        "dropped": [text(entry.points) for entry in row.dropped],
        "why": [entry.why for entry in row.dropped],
        "tie_break": None if tie is None else [tie.rule, text(tie.value), names[tie.over], text(tie.other_value)],
        "why_not": row.why_not,
        "games": row.games,
        "nights": row.nights,
        "wins": row.wins,
    }
    return {"tie_break": all_of_it["tie_break"], **{key: all_of_it[key] for key in expected}}


def names_in(written: Any) -> dict[UUID, str]:
    words = {
        line.rsplit(" ", 1)[0]
        for evening in written["nights"]
        for played in evening["games"]
        for line in played.rpartition(": ")[2].split(", ")
    }
    marked = {name for evening in written["nights"] for name in evening.get("marked", {})}
    return {who(name): name for name in words | marked}


def lines(table: Table, names: Sequence[str]) -> list[tuple[int | None, str, str]]:
    by_id = {who(name): name for name in names}
    return [(row.rank, by_id[row.member], text(row.points)) for row in table.rows]
