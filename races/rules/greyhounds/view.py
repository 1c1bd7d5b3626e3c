"""What people see of a game: legal moves, the view of a seat, the line on the scoreboard; and what is played for a seat
that sleeps."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from races.rules.greyhounds import betting, dealing
from races.rules.greyhounds.moves import PlaceBets, Play, PlayDefault, SetAside, WantedBet
from races.rules.greyhounds.state import Dog, State
from races.rules.protocol import Due, Move, Summary
from races.rules.table import reopenable, scores
from races.rules.telling import Said, Seats, _, counted

Status = Literal["open", "running", "paused", "finished"]


# A seat that sleeps


def default(state: State, seat: int) -> Move | None:
    """What is played for a seat that sleeps (rules page R4): $500 Sieg on its own dog; its lowest card set aside; its
    lowest card. None where nobody waits for it, or its cards aren't known."""
    dog = state.dog(seat)
    if dog is None or seat not in state.waiting:
        return None
    if state.phase == "bets":
        return PlaceBets(race=state.race, kind="sieg", bets=(WantedBet(pick=seat, stake=betting.LEAST),))
    if state.phase == "set_aside":
        return SetAside(race=state.race, card=min(dog.hand))
    if dog.aside is None:
        return None
    return Play(race=state.race, card=min(dog.hand))


def deadline(state: State, seat: int) -> int | None:
    """When (µs since 1970) it is played for a seat that is waited for: at once where it is closed; None: never."""
    chair = state.chair(seat)
    if chair is not None and chair.state == "closed":
        return state.since
    wait = state.setup.options.default_after_s
    return state.since + wait * 1_000_000 if wait else None


def due(state: State) -> Due | None:
    """The next seat that is played for, unless it wakes up; None while the race is paused or nobody's time is
    limited."""
    if state.paused:
        return None
    times = [(at, seat) for seat in state.waiting if (at := deadline(state, seat)) is not None]
    if not times:
        return None
    at, seat = min(times)
    return Due(at=at, move=PlayDefault(seat=seat, n=state.turn))


# What is nobody's secret


def public(state: State) -> State:
    """The state as everybody may know it: what a fold without secrets gives."""
    dogs = tuple(replace(dog, bets=None, aside=None, laid=None) for dog in state.dogs)
    return replace(state, dogs=dogs, coming=None if state.coming is None else replace(state.coming, seed=None))


# Legal moves


def legal(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Moves to offer to ``seat`` (None: the host) as JSON, ready to send; but where one has ``fill``, the fields named
    in it come from a person and ``fill`` itself is not sent. Bets are offered one by one at the least stake, and as one
    move to be filled. (A seat may also close itself; nobody is offered that.)"""
    if state.phase == "finished":
        return []
    if seat is None:
        return _host_moves(state)
    chair = state.chair(seat)
    if chair is None or chair.state == "closed":
        return []
    moves = [] if state.coming is None else [{"type": "add_salt", "fill": ["salt"]}]
    dog = state.dog(seat)
    if dog is None or state.paused or seat not in state.waiting:
        return moves
    return [*_seat_moves(state, dog), *moves]


def _seat_moves(state: State, dog: Dog) -> list[dict[str, Any]]:
    race = state.race
    if state.phase == "bets":
        single = [
            {
                "type": "place_bets",
                "race": race,
                "kind": price.kind,
                "bets": [{"pick": _json(price.pick), "stake": betting.LEAST}],
            }
            for price in state.odds
        ]
        return [*single, {"type": "place_bets", "race": race, "fill": ["kind", "bets"]}]
    kind = "set_aside" if state.phase == "set_aside" else "play"
    if kind == "play" and dog.aside is None:
        return [{"type": kind, "race": race, "fill": ["card"]}]  # the public doesn't know the hand
    return [{"type": kind, "race": race, "card": card} for card in dog.hand]


def _host_moves(state: State) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = []
    if state.running:
        moves.append({"type": "resume"} if state.paused else {"type": "pause"})
        moves.append({"type": "abandon", "fill": ["reason"]})
    moves.extend({"type": "close_seat", "seat": chair.seat} for chair in state.chairs if chair.state == "playing")
    return [*moves, *reopenable(state, len(state.chairs)), {"type": "close_game", "fill": ["reason"]}]


# Views


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What ``seat`` (None: the public) may see, as JSON. ``own`` holds the seat's secrets and nobody else's; a dog's
    ``played`` are the cards that lie face up, its ``set`` all six; ``position`` counts the spaces run, ``space`` is the
    one it stands on."""
    options, last = state.setup.options, state.last
    return {
        "seat": seat,
        "phase": state.phase,
        "race": state.race,
        "races": dealing.RACES,
        "laps": state.race,
        "track_length": options.track_length,
        "bet_mix": options.bet_mix,
        "bookmaker": options.bookmaker,
        "paused": state.paused or None,
        "salt": state.setup.salt,
        "coming": None
        if state.coming is None
        else {
            "race": state.coming.race,
            "salts": [{"seat": giver, "salt": salt} for giver, salt in state.coming.salts],
        },
        "order": list(state.order),
        "odds": _json(state.odds),
        "round": state.round,
        "group": list(state.group),
        "waiting": list(state.waiting),
        "turn": state.turn,
        "since": state.since,
        "shown": _json(state.shown),
        "dogs": [_dog(state, dog) for dog in state.dogs],
        "own": _own(state, seat),
        "seats": [
            {
                "seat": chair.seat,
                "colour": chair.colour,
                "money": chair.money,
                "delta": chair.delta,
                "state": chair.state,
                "spent": list(chair.spent),
            }
            for chair in state.chairs
        ],
        "last": None
        if last is None
        else {
            "race": last.race,
            "rounds": last.rounds,
            "places": list(last.places),
            "positions": [{"seat": runner, "position": position} for runner, position in last.positions],
            "bets": _json(last.bets),
            "set_aside": _json(last.asides),
        },
        "ranking": _json(state.ranking),
    }


def _json(value: Any) -> Any:
    """Structs and tuples as dicts and lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _dog(state: State, dog: Dog) -> dict[str, Any]:
    return {
        "seat": dog.seat,
        "hund": dog.hund,
        "set": list(dog.set_),
        "played": list(dog.played),
        "position": dog.position,
        "space": dog.position % state.setup.options.track_length,
        "state": dog.state,
        "place": dog.place or None,
        "has_bet": dog.bets_at > 0,
        "has_set_aside": dog.aside_at > 0,
        "has_laid": dog.laid_at > 0,
    }


def _own(state: State, seat: int | None) -> dict[str, Any] | None:
    """The secrets of a seat in the running race. All of it is None where they aren't known (a host who looks through
    the seat's eyes): half a hand would mislead."""
    dog = state.dog(seat)
    sealed = () if dog is None else ((dog.bets_at, dog.bets), (dog.aside_at, dog.aside), (dog.laid_at, dog.laid))
    if dog is None or any(at and secret is None for at, secret in sealed):
        return None
    return {
        "bets": [_plain_bet(bet) for bet in dog.bets or ()],
        "set_aside": dog.aside,
        "laid": dog.laid,
        "hand": list(dog.hand),
    }


def _plain_bet(bet: betting.Bet) -> dict[str, Any]:
    return {"kind": bet.kind, "pick": _json(bet.pick), "stake": bet.stake}


def summary(state: State) -> Summary:
    """The line on the scoreboard. ``open``: before the first bet."""
    return Summary(
        status=_status(state),
        phase=state.phase,
        progress={"unit": "race", "n": state.race, "of": dealing.RACES},
        told=_told(state),
        seats=scores(state.chairs),
    )


def _status(state: State) -> Status:
    if state.phase == "finished":
        return "finished"
    if state.paused:
        return "paused"
    begun = state.settled or any(dog.bets_at for dog in state.dogs) or state.phase in ("set_aside", "play")
    return "running" if begun else "open"


def _told(state: State) -> tuple[Said, ...]:
    """The headline."""
    if state.phase == "finished":
        return (_outcome(state),)
    here = {"race": state.race, "races": dealing.RACES}
    paused = (Said(_("Paused.")),) if state.paused else ()
    if state.phase == "bets":
        before = (_winner(state),) if state.last is not None else ()
        return (*before, Said(_("Race {race} of {races}: bets, please."), here), *paused)
    if state.phase == "set_aside":
        return (Said(_("Race {race} of {races}: everybody sets a card aside."), here), *paused)
    if state.phase == "play":
        return (_leaders(state, {**here, "round": state.round}), *paused)
    return (Said(_("Race {race} of {races} is about to start."), here),)


def _winner(state: State) -> Said:
    assert state.last is not None
    first = state.last.places[0]
    assert first is not None  # somebody wins every race
    args = {"seats": Seats((first,)), "race": state.last.race}
    return Said(_("The dog of {seats} won race {race}."), args)


def _leaders(state: State, here: dict[str, int]) -> Said:
    home = sorted((dog for dog in state.dogs if dog.place), key=lambda dog: dog.place)
    if home:
        text = _("Race {race} of {races}, round {round}: the dog of {seats} is home.")
        return Said(text, {**here, "seats": Seats((home[0].seat,))})
    front = max(dog.position for dog in state.dogs)
    if not front:
        return Said(_("Race {race} of {races}, round {round}: they're off."), here)
    seats = tuple(dog.seat for dog in state.dogs if dog.position == front)
    return counted(
        "Race {race} of {races}, round {round}: the dog of {seats} leads on {position}.",
        "Race {race} of {races}, round {round}: the dogs of {seats} lead on {position}.",
        len(seats),
        {**here, "seats": Seats(seats), "position": front},
    )


def _outcome(state: State) -> Said:
    winners = tuple(line.seat for line in state.ranking if line.rank == 1)
    if not winners:
        return Said(_("Closed before a race was settled: no result."))
    args = {"seats": Seats(winners), "money": f"${state.ranking[0].money}"}
    return counted("{seats} wins with {money}.", "{seats} share the win with {money}.", len(winners), args)
