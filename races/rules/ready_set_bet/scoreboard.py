"""The line on the scoreboard, and the headline over it."""

from __future__ import annotations

from typing import Literal

from races.rules.protocol import SeatScore, Summary
from races.rules.ready_set_bet.drafting import undecided
from races.rules.ready_set_bet.housing import asked
from races.rules.ready_set_bet.settlement import ranking
from races.rules.ready_set_bet.state import State

Status = Literal["open", "running", "paused", "finished"]


def phase(state: State) -> str:
    """``preparing``, ``drafting``, ``offering``, ``ready``, ``betting``, ``no_more_bets`` or ``finished``."""
    if state.phase == "running":
        return "betting" if state.race.betting else "no_more_bets"
    return "finished" if state.phase in ("settled", "finished") else state.phase


def summary(state: State) -> Summary:
    """The line on the scoreboard. ``open``: before the first start; between races a game counts as running."""
    standings = ranking((chair.seat, chair.money) for chair in state.chairs)
    ranks = [line.rank for line in standings]
    chairs = {chair.seat: chair for chair in state.chairs}
    return Summary(
        status=_status(state),
        phase=phase(state),
        progress={"unit": "race", "n": state.race.number, "of": state.setup.options.races},
        headline=_headline(state),
        seats=tuple(
            SeatScore(
                seat=line.seat,
                rank=line.rank,
                shared=ranks.count(line.rank) > 1,
                score=line.money,
                unit="$",
                delta=chairs[line.seat].delta,
                state="closed" if chairs[line.seat].state == "closed" else "playing",
            )
            for line in standings
        ),
    )


def _status(state: State) -> Status:
    if state.phase == "finished":
        return "finished"
    if state.paused:
        return "paused"
    return "open" if state.phase != "running" and not state.settled else "running"


def _headline(state: State) -> str:
    if state.phase == "finished":
        return _outcome(state)
    coming = f"Race {state.race.number} of {state.setup.options.races}"
    if state.phase == "running":
        paused = " Paused." if state.paused else ""
        closed = "" if state.race.betting else " No more bets!"
        return f"{coming}: {_leaders(state)}.{closed}{paused}"
    waiting = _waiting(state)
    if state.last is not None:
        return f"{_spoken(state.last.win)} wins race {state.last.number}. {waiting or f'{coming} comes next.'}"
    return f"{coming} is about to start."


def _waiting(state: State) -> str:
    """Whom a draft or the offer of the House waits for."""
    seat = asked(state)
    if seat is not None:
        return f"Will seat {seat} be the House?"
    seats = undecided(state) if state.phase == "drafting" else []
    if not seats:
        return ""
    names = _spoken(tuple(str(seat) for seat in seats))
    return f"Seat {names} chooses a VIP card." if len(seats) == 1 else f"Seats {names} choose their VIP cards."


def _leaders(state: State) -> str:
    positions = state.race.track.positions
    furthest = max(positions)
    if not furthest:
        return "they're off"
    names = tuple(name for name, position in zip(state.board.horses, positions, strict=True) if position == furthest)
    return f"{_spoken(names)} {'leads' if len(names) == 1 else 'lead'} on {furthest}"


def _outcome(state: State) -> str:
    winners = [str(line.seat) for line in state.ranking if line.rank == 1]
    if not winners:
        return "Closed before a race was settled: no result."
    money = state.ranking[0].money
    if len(winners) == 1:
        return f"Seat {winners[0]} wins with ${money}."
    return f"Seats {_spoken(tuple(winners))} share the win with ${money}."


def _spoken(names: tuple[str, ...]) -> str:
    """``("2-3", "7", "8")`` → ``2/3, 7 and 8``."""
    words = [name.replace("-", "/") for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
