"""A score sheet as people see it: it has no secrets."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from races.rules.protocol import SeatScore, Standing, Summary
from races.rules.scoresheet.state import State
from races.rules.telling import Said, _


def number(score: str | None) -> int | float | None:
    """A canonical decimal as a JSON number: exact, as far as 15 digits go."""
    if score is None:
        return None
    return float(score) if "." in score else int(score)


def view(state: State) -> dict[str, Any]:
    rows = [{**msgspec.to_builtins(line), "score": number(line.score)} for line in state.lines or ()]
    return {
        "recorded": state.lines is not None,
        "amended": state.amended,
        "kind": state.options.kind,
        "lowest_wins": state.lowest_wins,
        "started_at": state.started_at,
        "duration_min": state.duration_min,
        "rows": rows,
    }


def legal(state: State, seat: int | None) -> list[dict[str, Any]]:
    if seat is not None:
        return []
    if state.lines is not None:
        return [{"type": "amend", "fill": ["rows", "reason"]}]
    if state.closed:
        return []
    return [{"type": "record", "fill": ["rows"]}, {"type": "close_game", "fill": ["reason"]}]


def result(state: State) -> tuple[Standing, ...] | None:
    """Nobody has a rank where it can't be said who came where."""
    if state.lines is None or any(line.rank is None for line in state.lines):
        return None
    order = sorted(state.lines, key=lambda line: (line.rank or 0, line.seat))
    return tuple(
        Standing(
            seat=line.seat,
            rank=line.rank or 0,
            money=0,
            score=None if line.score is None else Decimal(line.score),
            played=True,
        )
        for line in order
    )


def summary(state: State) -> Summary:
    lines = {line.seat: line for line in state.lines or ()}
    ranks = [line.rank for line in lines.values()]
    shown = [chair for chair in state.chairs if not lines or chair.seat in lines]
    seats = [
        SeatScore(
            seat=chair.seat,
            rank=(lines[chair.seat].rank or 1) if lines else 1,
            shared=ranks.count(lines[chair.seat].rank) > 1 if lines else len(shown) > 1,
            score=number(lines[chair.seat].score) if lines else None,
            unit="pt",
            delta=0,
            state="closed" if chair.closed else "playing",
        )
        for chair in shown
    ]
    return Summary(
        status="finished" if state.over else "open",
        phase="recorded" if lines else "closed" if state.closed else "open",
        progress={"unit": "result", "n": int(bool(lines)), "of": 1},
        told=(Said(_text(state)),),
        seats=tuple(sorted(seats, key=lambda seat: (seat.rank, seat.seat))),
    )


def _text(state: State) -> str:
    """The headline."""
    if state.lines is None:
        return _("Closed without a result") if state.closed else _("Waiting for the result")
    if state.options.kind == "cooperative":
        return _("Won together") if any(line.winner for line in state.lines) else _("Played together")
    return _("Result amended") if state.amended else _("Result recorded")
