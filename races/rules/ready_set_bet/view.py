"""What people see of a game: legal moves, the view of a seat, the line on the scoreboard."""

from __future__ import annotations

from typing import Any, Literal

from races.rules.protocol import Due, SeatScore, Summary
from races.rules.ready_set_bet.moves import Roll
from races.rules.ready_set_bet.settlement import ranking
from races.rules.ready_set_bet.state import Chair, State

Status = Literal["open", "running", "paused", "finished"]


def due(state: State) -> Due | None:
    """The clock's next roll; None while nothing runs, the race is paused, or a person rolls."""
    if state.phase != "running" or state.next_at is None:
        return None
    return Due(at=state.next_at, move=Roll(race=state.race.number, n=state.race.track.roll + 1))


def legal(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Moves to offer to ``seat`` (None: the host) as JSON, ready to send; but where one has ``fill``, the fields named
    in it come from a person and ``fill`` itself is not sent. (A seat may also close itself; nobody is offered that.)"""
    if state.phase == "finished":
        return []
    if seat is None:
        return _host_moves(state)
    chair = state.chair(seat)
    if chair is None or chair.state == "closed":
        return []
    if state.phase == "ready" and state.clock_rolls:
        return [{"type": "add_salt", "fill": ["salt"]}]
    return _bets(state, chair)


def _bets(state: State, chair: Chair) -> list[dict[str, Any]]:
    race = state.race
    if state.phase != "running" or state.paused or not race.betting:
        return []
    taken = {bet.spot for bet in race.bets}
    spots = [spot for spot in state.board.spots if spot not in taken]
    return [
        {"type": "place_bet", "race": race.number, "marker": marker, "spot": spot}
        for marker in markers_left(state, chair)
        for spot in spots
    ]


def _host_moves(state: State) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = []
    race = state.race.number
    if state.phase == "ready":
        moves.append({"type": "start_race", "race": race})
    if state.phase == "running":
        moves.append({"type": "resume"} if state.paused else {"type": "pause"})
        moves.append({"type": "abandon", "fill": ["reason"]})
        if not state.clock_rolls and not state.paused:
            moves.append({"type": "roll", "race": race, "n": state.race.track.roll + 1, "fill": ["dice"]})
    if state.clock_rolls:
        moves.append({"type": "set_pace", "fill": ["pace_ms"]})
    leavable = ("playing",) if state.phase == "running" else ("playing", "leaving")
    moves.extend({"type": "close_seat", "seat": chair.seat} for chair in state.chairs if chair.state in leavable)
    return [*moves, {"type": "close_game", "fill": ["reason"]}]


def markers_left(state: State, chair: Chair) -> list[str]:
    """The markers a seat has not placed in this race."""
    placed = {bet.marker for bet in state.race.bets if bet.seat == chair.seat}
    return [marker for marker in state.setup.markers if marker not in placed]


def phase(state: State) -> str:
    """``preparing``, ``ready``, ``betting``, ``no_more_bets`` or ``finished``."""
    if state.phase == "running":
        return "betting" if state.race.betting else "no_more_bets"
    return "finished" if state.phase in ("settled", "finished") else state.phase


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What ``seat`` (None: the public) may see, as JSON. Nothing of Ready Set Bet's table is hidden but the seed.

    ``positions`` in horse order; ``bets`` in the order they were placed; ``last``: the result of the race before.
    """
    race, board, last = state.race, state.board, state.last
    track = race.track
    return {
        "seat": seat,
        "house": state.setup.options.house,
        "phase": phase(state),
        "race": race.number,
        "races": state.setup.options.races,
        "paused": state.paused or None,
        "pace_ms": state.pace_ms,
        "next_at": state.next_at,
        "salt": state.setup.salt,
        "salts": [{"seat": giver, "salt": salt} for giver, salt in race.salts],
        "roll": track.roll,
        "horse": board.horses[track.horse] if track.horse >= 0 else None,
        "positions": list(track.positions),
        "crossed": [board.horses[horse] for horse in track.crossed],
        "betting": race.betting,
        "bets": [
            {"seat": bet.seat, "marker": bet.marker, "spot": bet.spot, "pays": bet.pays, "loses": bet.loses}
            for bet in race.bets
        ],
        "seats": [
            {
                "seat": chair.seat,
                "colour": chair.colour,
                "money": chair.money,
                "delta": chair.delta,
                "state": chair.state,
                "markers": markers_left(state, chair),
            }
            for chair in state.chairs
        ],
        "last": None
        if last is None
        else {
            "race": last.number,
            "positions": list(last.positions),
            "win": list(last.win),
            "place": list(last.place),
            "show": list(last.show),
            "bets": [
                {"seat": bet.seat, "marker": bet.marker, "spot": bet.spot, "hit": bet.hit, "amount": bet.amount}
                for bet in last.bets
            ],
        },
        "ranking": [{"seat": line.seat, "rank": line.rank, "money": line.money} for line in state.ranking],
    }


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
    if state.last is not None:
        return f"{_spoken(state.last.win)} wins race {state.last.number}. {coming} comes next."
    return f"{coming} is about to start."


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
