"""Thousands of random games to the end, straight through the rules; and some at a table where everybody watches."""

from __future__ import annotations

import json
import random
from collections import Counter

import msgspec
import pytest

from races.rules.greyhounds import V1
from races.rules.greyhounds.events import (
    BetsRevealed,
    CardsRevealed,
    Finished,
    GameFinished,
    Lapped,
    Moved,
    RaceFinished,
    SeatSettled,
    SetAsidesRevealed,
    SetRevealed,
)
from races.rules.greyhounds.moves import PlaceBets, Play, SetAside, WantedBet
from races.rules.greyhounds.state import Options
from races.rules.protocol import By, Sealed, Seen
from tests.length import often
from tests.races.rules.table import Table

GAMES, CHUNKS = often(400, 2000), 4


def some_bets(state, chance) -> PlaceBets:
    """One to three bets within the rules."""
    kinds = [price.kind for price in state.odds]
    mix = state.setup.options.bet_mix
    number = chance.randint(1, 3 if mix == "one_type" else len(set(kinds)))
    if mix == "one_type":
        kind = chance.choice(kinds)
        picked = chance.sample([price for price in state.odds if price.kind == kind], number)
    else:
        chosen = chance.sample(sorted(set(kinds)), number)
        picked = [chance.choice([price for price in state.odds if price.kind == kind]) for kind in chosen]
    stakes = [chance.choice([500, 600]) for _ in picked]
    bets = [WantedBet(kind=p.kind, pick=p.pick, stake=stake) for p, stake in zip(picked, stakes, strict=True)]
    return PlaceBets(bets=tuple(bets))


def some_move(state, seat, chance):
    if state.phase == "bets":
        return some_bets(state, chance)
    card = chance.choice(state.dog(seat).hand)
    return SetAside(card=card) if state.phase == "set_aside" else Play(card=card)


def play(number: int):
    """A whole game → (options, seats, events, last state), with what must hold at every step."""
    chance = random.Random(number)
    seats = [1, 2, 3, 4][: chance.choice([3, 4, 4])]
    options = Options(
        track_length=chance.choice([8, 10, 24, 24, 60]),
        bet_mix=chance.choice(["one_type", "one_per_type"]),
        bookmaker=chance.choice([None, None, *seats]),
    )
    V1.check(options, seats)
    state, version, events = V1.initial(options, seats, "5a17"), 1, []

    def make(move, by):
        nonlocal state, version
        for outcome in V1.decide(state, move, by):
            event, secret = (outcome.event, outcome.secret) if isinstance(outcome, Sealed) else (outcome, None)
            version += 1
            move_secret = {"seed": move.seed} if hasattr(move, "seed") else None
            state = V1.evolve(state, Seen(event=event, version=version, at=0, secret=secret, move_secret=move_secret))
            events.append(event)
        following = V1.follow(state, chance.randbytes)
        if following is not None:
            make(following, By(at=0, clock=True, version=version))

    make(V1.follow(state, chance.randbytes), By(at=0, clock=True, version=version))
    while state.phase != "finished":
        seat = chance.choice(state.waiting)
        make(some_move(state, seat, chance), By(at=0, seat=seat, version=version))
    return options, seats, events, state


def check_cards(seats, events):
    """Every card is where it must be: each set once, five of it played again and again, the sixth set aside."""
    race_sets = {(e.race, e.seat): e.cards for e in events if isinstance(e, SetRevealed)}
    for seat in seats:
        cards = [card for (_, owner), dealt in race_sets.items() if owner == seat for card in dealt]
        assert len(cards) == len(set(cards)) == 6 * len([1 for _, owner in race_sets if owner == seat])
    played: dict[tuple[int, int], list[int]] = {}
    for event in events:
        if isinstance(event, CardsRevealed):
            for each in event.cards:
                played.setdefault((event.race, each.seat), []).append(each.card)
    asides = {(e.race, each.seat): each.card for e in events if isinstance(e, SetAsidesRevealed) for each in e.cards}
    for key, cards in played.items():
        five = set(race_sets[key]) - {asides[key]}
        for i in range(0, len(cards), 5):
            hand = cards[i : i + 5]
            assert len(hand) == len(set(hand)) and set(hand) <= five


def check_races(options, seats, events):
    for result in (event for event in events if isinstance(event, RaceFinished)):
        race = [event for event in events if getattr(event, "race", None) == result.race]
        out = {event.seat for event in race if isinstance(event, Lapped)}
        ranks = {event.rank: event.seat for event in race if isinstance(event, Finished)}
        assert result.places == (ranks.get(1), ranks.get(2), ranks.get(3))
        assert result.places[0] is not None and not out & set(ranks.values())
        assert sorted(ranks) == list(range(1, len(ranks) + 1))  # no place is jumped over
        assert not out or result.race > 1
        assert len(ranks) == min(3, len(seats) - len(out))  # only a lapped dog can leave a place vacant
        moved: Counter[int] = Counter()
        for event in race:
            if isinstance(event, Moved):
                moved[event.seat] += event.spaces
                assert moved[event.seat] == event.position
        assert {each.seat: each.position for each in result.positions} == {seat: moved[seat] for seat in seats}
        crossed = [e.seat for e in race if isinstance(e, Finished) and e.how == "line"]
        assert all(moved[seat] > result.race * options.track_length for seat in crossed)


def check_money(options, seats, events, state):
    accounts: Counter[str] = Counter()
    for event in events:
        for transfer in V1.postings(event):
            assert transfer.amount > 0
            accounts[transfer.payer] -= transfer.amount
            accounts[transfer.payee] += transfer.amount
    balances = V1.balances(state)
    assert sum(accounts.values()) == 0
    assert {f"seat:{seat}": money for seat, money in balances.items()} == {
        f"seat:{seat}": accounts[f"seat:{seat}"] for seat in seats
    }
    assert all(money >= 0 for money in balances.values())
    settled = [event for event in events if isinstance(event, SeatSettled)]
    if options.bookmaker is not None:
        added = sum(event.added for event in settled)
        assert sum(balances.values()) == 15_000 + 6_000 * (len(seats) - 1) + added
        assert (added > 0) == (events_reason(events) == "bookmaker_broke")
    bets = [bet for event in events if isinstance(event, BetsRevealed) for bet in event.bets]
    assert sum(event.staked for event in settled) == sum(bet.stake for bet in bets)
    assert sum(event.won for event in settled) == sum(bet.payout for bet in bets)
    assert all(500 <= event.staked <= 2000 for event in settled if event.seat != options.bookmaker)


def events_reason(events):
    return next(event.reason for event in events if isinstance(event, GameFinished))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_thousands_of_games(chunk):
    how: Counter[str] = Counter()
    for number in range(chunk, GAMES, CHUNKS):
        options, seats, events, state = play(number)
        check_cards(seats, events)
        check_races(options, seats, events)
        check_money(options, seats, events, state)
        ranking = V1.result(state)
        assert {line.seat: line.money for line in ranking} == V1.balances(state)
        assert ranking[0].money == max(V1.balances(state).values())
        how.update(event.how for event in events if isinstance(event, Finished))
        how.update(type(event).__name__ for event in events)
        how.update(
            f"{place} places" for e in events if isinstance(e, RaceFinished) for place in [3 - e.places.count(None)]
        )
    for seldom in ("line", "walkover", "Lapped", "BookmakerBroke", "1 places", "2 places", "3 places"):
        assert how[seldom], f"{seldom} never happened"


@pytest.mark.parametrize("number", range(40))
def test_nobody_is_shown_what_another_seat_keeps_secret(number):
    """After every move: what the public and each seat see, byte for byte, is what follows from the events and the
    sealed parts that are theirs. And the sealed parts of others are nowhere in the events."""
    chance = random.Random(number)
    seats = [1, 2, 3, 4][: chance.choice([3, 4])]
    table = Table(V1, {"track_length": 8, "bookmaker": chance.choice([None, 1])}, seats, number)
    while table.state.phase != "finished":
        seat = chance.choice(table.state.waiting)
        move = some_move(table.state, seat, chance)
        table.play(msgspec.to_builtins(move), By(at=table.at, seat=seat))
        assert V1.public(table.state) == table.public
        if chance.random() < 0.2 or table.state.phase == "bets":
            for watcher in (None, *seats):
                known = table.public if watcher is None else table.known_to(watcher)
                shown = [V1.view(table.state, watcher), V1.legal(table.state, watcher)]
                assert json.dumps(shown) == json.dumps([V1.view(known, watcher), V1.legal(known, watcher)])
    opened = {version for event in table.events for version in getattr(event, "opens", ())}
    for seen in table.seen:
        if seen.secret is None:
            continue
        assert not {"card", "bets"} & set(msgspec.to_builtins(seen.event))
        (seat,) = [seen.event.seat]
        assert table.audiences[seen.version] == (f"seat:{seat}",)
        assert seen.version in opened
