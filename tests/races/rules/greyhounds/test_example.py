"""Example 1 of the rules page, played at a table, with the bank and with a bookmaker."""

from __future__ import annotations

from races.rules.greyhounds.events import (
    BetsRevealed,
    CardsTakenBack,
    Finished,
    RaceFinished,
    Ranked,
    SeatSettled,
    SetAsidesRevealed,
    SetRevealed,
)
from tests.races.rules.greyhounds.tables import EXAMPLE, example, place_bets, play_round, run_example, set_aside


def settled(game):
    return {str(event.seat): event for event in game.find(SeatSettled)}


def test_sets_sums_and_ranking():
    game = example()
    assert [list(event.cards) for event in game.find(SetRevealed)] == EXAMPLE["sets"]
    assert [event.sum for event in game.find(SetRevealed)] == EXAMPLE["sums"]
    assert list(game.find(Ranked)[0].order) == EXAMPLE["order"]


def test_every_round():
    game = example()
    place_bets(game)
    set_aside(game)
    for number, played in enumerate(EXAMPLE["rounds"], 1):
        assert game.state.round == number
        back, version = len(game.find(CardsTakenBack)), game.version
        play_round(game, played)
        # a round that ends the race leaves no dogs on the track: their positions stand in its result
        dogs = {str(dog.seat): dog.position for dog in game.state.dogs if game.state.phase == "play"}
        last = {str(seat): position for seat, position in game.state.last.positions} if game.state.last else {}
        assert (dogs or last) == played["after"]
        assert len(game.find(CardsTakenBack)) - back == played.get("taken_back", 0)
        home = {
            str(s.event.seat): s.event.rank for s in game.seen if s.version > version and isinstance(s.event, Finished)
        }
        assert home == played.get("finished", {})
    assert game.state.race == 2 and game.state.phase == "bets"


def test_the_money():
    game = run_example(example())
    assert list(game.find(RaceFinished)[0].places) == EXAMPLE["places"]
    for seat, expected in EXAMPLE["settled"].items():
        event = settled(game)[seat]
        assert {name: getattr(event, name) for name in expected} == expected
    assert game.ruleset.balances(game.state) == {1: 7700, 2: 6000, 3: 7400, 4: 8600}
    assert sum(game.accounts.values()) == 29_700 and game.bank == -29_700


def test_the_money_with_a_bookmaker():
    game = run_example(example(bookmaker=4))
    for seat, expected in EXAMPLE["bookmaker"]["settled"].items():
        event = settled(game)[seat]
        assert {name: getattr(event, name) for name in expected} == expected
    assert game.ruleset.balances(game.state) == {1: 7700, 2: 6000, 3: 7400, 4: 11_900}
    assert sum(game.accounts.values()) == EXAMPLE["bookmaker"]["total"] and game.bank == -EXAMPLE["bookmaker"]["total"]
    assert game.accounts == {1: 7700, 2: 6000, 3: 7400, 4: 11_900}


def test_sheets_and_cards_are_shown_when_the_race_is_over():
    game = run_example(example())
    shown = game.find(BetsRevealed)[0]
    assert [(bet.seat, bet.kind, bet.pick, bet.stake, bet.payout) for bet in shown.bets] == [
        (1, "sieg", 1, 1000, 1700),
        (1, "sieg", 2, 500, 0),
        (2, "einlauf", (2, 1), 500, 0),
        (3, "platz", 3, 1000, 2200),
        (3, "platz", 2, 800, 0),
        (4, "einlauf", (1, 3), 600, 3600),
        (4, "einlauf", (1, 2), 400, 0),
    ]
    assert [(each.seat, each.card) for each in game.find(SetAsidesRevealed)[0].cards] == [
        (1, 2),
        (2, 3),
        (3, 1),
        (4, 2),
    ]


def test_nothing_of_the_race_stays_sealed():
    game = run_example(example())
    opened = {version for event in game.events for version in getattr(event, "opens", ())}
    sealed = {seen.version for seen in game.seen if seen.secret or (seen.move_secret and "seed" in seen.move_secret)}
    assert len(sealed) == 3 + 4 + 4 + sum(len(played["cards"]) for played in EXAMPLE["rounds"])
    assert sealed - opened == {game.state.coming.prepared}  # only the seed of race 3
