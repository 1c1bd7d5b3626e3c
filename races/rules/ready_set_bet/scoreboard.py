"""The line on the scoreboard, and the headline over it."""

from __future__ import annotations

from typing import Literal

from races.rules.protocol import Summary
from races.rules.ready_set_bet.drafting import undecided
from races.rules.ready_set_bet.housing import asked
from races.rules.ready_set_bet.state import State
from races.rules.table import scores
from races.rules.telling import Horses, Said, Seats, _, counted

Status = Literal["open", "running", "paused", "finished"]


def phase(state: State) -> str:
    """``preparing``, ``drafting``, ``offering``, ``ready``, ``betting``, ``no_more_bets`` or ``finished``."""
    if state.phase == "running":
        return "betting" if state.race.betting else "no_more_bets"
    return "finished" if state.phase in ("settled", "finished") else state.phase


def summary(state: State) -> Summary:
    """The line on the scoreboard. ``open``: before the first start; between races a game counts as running."""
    return Summary(
        status=_status(state),
        phase=phase(state),
        progress={"unit": "race", "n": state.race.number, "of": state.setup.options.races},
        told=_told(state),
        seats=scores(state.chairs),
    )


def _status(state: State) -> Status:
    if state.phase == "finished":
        return "finished"
    if state.paused:
        return "paused"
    return "open" if state.phase != "running" and not state.settled else "running"


def _told(state: State) -> tuple[Said, ...]:
    """The headline."""
    if state.phase == "finished":
        return (_outcome(state),)
    here = {"race": state.race.number, "races": state.setup.options.races}
    if state.phase == "running":
        closed = () if state.race.betting else (Said(_("No more bets!")),)
        paused = (Said(_("Paused.")),) if state.paused else ()
        return (_leaders(state, here), *closed, *paused)
    if state.last is not None:
        args = {"horses": Horses(state.last.win), "race": state.last.number}
        coming = _waiting(state) or Said(_("Race {race} of {races} comes next."), here)
        return (Said(_("{horses} wins race {race}."), args), coming)
    return (Said(_("Race {race} of {races} is about to start."), here),)


def _waiting(state: State) -> Said | None:
    """Whom a draft or the offer of the House waits for."""
    seat = asked(state)
    if seat is not None:
        return Said(_("Will {seats} be the House?"), {"seats": Seats((seat,))})
    seats = undecided(state) if state.phase == "drafting" else []
    if not seats:
        return None
    args = {"seats": Seats(tuple(seats))}
    return counted("{seats} chooses a VIP card.", "{seats} choose their VIP cards.", len(seats), args)


def _leaders(state: State, here: dict[str, int]) -> Said:
    positions = state.race.track.positions
    furthest = max(positions)
    if not furthest:
        return Said(_("Race {race} of {races}: they're off."), here)
    names = tuple(name for name, position in zip(state.board.horses, positions, strict=True) if position == furthest)
    return counted(
        "Race {race} of {races}: {horses} leads on {position}.",
        "Race {race} of {races}: {horses} lead on {position}.",
        len(names),
        {**here, "horses": Horses(names), "position": furthest},
    )


def _outcome(state: State) -> Said:
    winners = tuple(line.seat for line in state.ranking if line.rank == 1)
    if not winners:
        return Said(_("Closed before a race was settled: no result."))
    args = {"seats": Seats(winners), "money": f"${state.ranking[0].money}"}
    return counted("{seats} wins with {money}.", "{seats} share the win with {money}.", len(winners), args)
