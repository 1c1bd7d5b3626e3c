"""What may be written on a score sheet, and by whom: its host."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.protocol import (
    COLOURS,
    AddSeat,
    By,
    CloseGame,
    CloseSeat,
    Event,
    Move,
    Refused,
    ReopenSeat,
    Sealed,
    SeatAdded,
    SeatClosed,
    SeatOpened,
)
from races.rules.scoresheet.events import ResultRecorded, SheetClosed
from races.rules.scoresheet.moves import Amend, Record, Row
from races.rules.scoresheet.numbers import fits
from races.rules.scoresheet.ranking import lines
from races.rules.scoresheet.state import State


def decide(state: State, move: Move, by: By) -> list[Event | Sealed]:
    """Refuses ``wrong_scope`` to seats, ``already_recorded`` for a second result, ``not_running`` where there is none
    to amend, ``game_over``, ``invalid`` rows."""
    if not by.host and not (isinstance(move, CloseSeat) and by.seat == move.seat):
        raise Refused("wrong_scope", "Only the host writes on this score sheet.")
    match move:
        case Record():
            return [_record(state, move)]
        case Amend():
            return [_amend(state, move)]
        case AddSeat():
            return [_add_seat(state, move)]
        case CloseSeat():
            return [_close_seat(state, move.seat)]
        case ReopenSeat():
            return [_open_seat(state, move.seat)]
        case CloseGame():
            if state.over:
                raise Refused("game_over", "This score sheet is closed already.")
            return [SheetClosed()]
    raise Refused("invalid", "A score sheet doesn't know that move.")


def _record(state: State, move: Record) -> ResultRecorded:
    if state.lines is not None:
        raise Refused("already_recorded", "This result is recorded already; amend it.")
    if state.closed:
        raise Refused("game_over", "This score sheet was closed without a result.")
    lowest_wins = state.options.lowest_wins if move.lowest_wins is None else move.lowest_wins
    return _recorded(state, move.rows, lowest_wins, move.started_at, move.duration_min, amended=False)


def _amend(state: State, move: Amend) -> ResultRecorded:
    if state.lines is None:
        raise Refused("not_running", "Nothing is recorded here yet.")
    return _recorded(state, move.rows, state.lowest_wins, state.started_at, state.duration_min, amended=True)


def _recorded(
    state: State,
    rows: Sequence[Row],
    lowest_wins: bool,
    started_at: str | None,
    duration_min: int | None,
    *,
    amended: bool,
) -> ResultRecorded:
    _check(state, rows)
    return ResultRecorded(
        rows=lines(rows, lowest_wins=lowest_wins, cooperative=state.options.kind == "cooperative"),
        lowest_wins=lowest_wins,
        amended=amended,
        started_at=started_at,
        duration_min=duration_min,
    )


def _check(state: State, rows: Sequence[Row]) -> None:
    seen: set[int] = set()
    for i, row in enumerate(rows):
        if state.chair(row.seat) is None:
            raise _invalid(i, "seat", f"There is no seat {row.seat} in this game.")
        if row.seat in seen:
            raise _invalid(i, "seat", f"Seat {row.seat} has two rows.")
        seen.add(row.seat)
        if row.score is not None and not fits(row.score):
            raise _invalid(i, "score", "A score is a number of at most 4 decimals, up to a trillion.")


def _invalid(row: int, field: str, sentence: str) -> Refused:
    return Refused("invalid", sentence, errors=[{"field": f"$.rows[{row}].{field}", "message": sentence}])


def _add_seat(state: State, move: AddSeat) -> SeatAdded:
    if state.over:
        raise Refused("game_over", "The result is recorded; amend it.")
    seat = move.seat if move.seat is not None else max(chair.seat for chair in state.chairs) + 1
    if state.chair(seat) is not None:
        raise Refused("seat_taken", f"Seat {seat} has been given; a chair is never used again.")
    worn = {chair.colour for chair in state.chairs}
    colour = next((colour for colour in COLOURS if colour not in worn), None)
    if colour is None or seat > len(COLOURS):
        raise Refused("game_full", f"A score sheet has at most {len(COLOURS)} seats.")
    return SeatAdded(seat=seat, colour=colour)


def _close_seat(state: State, seat: int) -> SeatClosed:
    chair = state.chair(seat)
    if chair is None or chair.closed:
        raise Refused("seat_closed", f"Nobody sits on seat {seat}.")
    return SeatClosed(seat=seat)


def _open_seat(state: State, seat: int) -> SeatOpened:
    """Also once the result is recorded, as it may be closed then."""
    chair = state.chair(seat)
    if chair is None:
        raise Refused("not_found", f"There is no seat {seat} in this game.")
    if not chair.closed:
        raise Refused("seat_taken", f"Seat {seat} is not closed.")
    return SeatOpened(seat=seat)
