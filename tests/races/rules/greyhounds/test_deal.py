"""Deals anybody can check, and what a rewind may do (docs/decisions/secret-bets.md)."""

from __future__ import annotations

import hashlib
import hmac
from itertools import pairwise

from races.rules.greyhounds import V1, dealing
from races.rules.greyhounds.events import CapitalPaid, RacePrepared, Ranked, SeedOpened, SetRevealed
from races.rules.greyhounds.state import Options, Rigged
from tests.races.rules.greyhounds.tables import EXAMPLE, act, example, place_bets, run_example, sleep_to, table
from tests.races.rules.ready_set_bet.tables import refused
from tests.races.rules.table import OPENING


def test_a_deal_recomputed_with_nothing_but_hmac():
    """Seat 2's low cards of race 1, by the specification in words."""
    seed, salt = bytes(range(32)), "5a17"
    left, numbers, block = list(range(1, 11)), [], 0
    while len(numbers) < 200:
        numbers += hmac.new(seed, f"railbird-chance-1|{salt}|low|1|2|{block}".encode(), hashlib.sha256).digest()
        block += 1
    for i in range(9, 0, -1):
        while (number := numbers.pop(0)) >= 256 - 256 % (i + 1):
            pass
        left[i], left[number % (i + 1)] = left[number % (i + 1)], left[i]
    dealt = dealing.deal(seed, salt, 1, 2, ())
    assert dealt[3:] == tuple(sorted(left[:3], reverse=True))
    assert dealing.is_set(dealt)


def test_every_deal_of_a_game_follows_from_its_opened_seed():
    game = table(default_after_s=5)
    game.seat(3, "add_salt", salt="ab")
    game.seat(1, "add_salt", salt="c0de")
    game.seat(3, "add_salt", salt="cd")
    while game.state.phase != "finished":
        game.clock()
    spent = dict.fromkeys(game.seats, ())
    seeds = {event.race: bytes.fromhex(event.seed) for event in game.find(SeedOpened)}
    assert sorted(seeds) == [1, 2, 3]
    salts = {1: "5a17", 2: "5a17,1=c0de,3=cd", 3: "5a17"}
    for event in game.find(SetRevealed):
        assert event.cards == dealing.deal(
            seeds[event.race], salts[event.race], event.race, event.seat, spent[event.seat]
        )
        spent[event.seat] += event.cards
    for event in game.find(Ranked):
        sets = [(e.seat, e.cards) for e in game.find(SetRevealed) if e.race == event.race]
        lots = dealing.draw_lots(seeds[event.race], salts[event.race], event.race, game.seats)
        assert event.order == dealing.ranking(sets, lots)


def test_a_seed_is_sealed_a_race_ahead_and_opened_with_its_deal():
    game = table()
    names = game.names()
    assert names == [
        *("race_prepared", "capital_paid", "capital_paid", "capital_paid", "capital_paid", "race_started"),
        *("set_revealed", "set_revealed", "set_revealed", "set_revealed", "ranked", "seed_opened", "race_prepared"),
    ]
    assert [event.race for event in game.find(RacePrepared)] == [1, 2]
    first = next(seen for seen in game.seen if isinstance(seen.event, RacePrepared))
    opened = game.find(SeedOpened)[0]
    assert first.move_secret == {"seed": opened.seed} and opened.opens == (first.version,)
    assert game.state.coming.seed and game.public.coming.seed is None


def test_sets_are_uniform():
    """Each of the 20 cards is in a set of race 1 as often as any other of its half: 3 in 10."""
    count = dict.fromkeys(range(1, 21), 0)
    games = 2000
    for number in range(games):
        seed = hashlib.sha256(str(number).encode()).digest()
        for card in dealing.deal(seed, "00", 1, 1, ()):
            count[card] += 1
    expected, error = games * 0.3, (games * 0.3 * 0.7) ** 0.5
    assert all(abs(seen - expected) < 4 * error for seen in count.values())


def test_no_salt_for_a_deal_that_will_not_come():
    game = table(default_after_s=5)
    while game.state.race < 3:
        game.clock()
    with refused("too_late"):
        game.seat(1, "add_salt", salt="ab")


def test_rigged_sets_must_be_sets():
    def rigged(*sets):
        return Options(rigged=Rigged(sets=tuple(tuple(map(tuple, each)) for each in sets)))

    good = EXAMPLE["sets"]
    V1.check(rigged(good), [1, 2, 3, 4])
    for bad in (
        [good[:3]],
        [[[20, 17, 12, 11, 6, 2], *good[1:]]],
        [[[20, 17, 12, 9, 6, 6], *good[1:]]],
        [[[21, 17, 12, 9, 6, 2], *good[1:]]],
        [good, good],
    ):
        with refused("invalid", field="rigged"):
            V1.check(rigged(*bad), [1, 2, 3, 4])


def test_a_rigged_deal_proves_nothing():
    game = example()
    origins = [V1.chance(game.state, event) for event in game.events]
    assert origins.count("entered") == 4 and "proved" not in origins
    assert [V1.chance(table().state, event) for event in table().find(SetRevealed)] == ["proved"] * 4


# Rewinding


def test_a_sealed_move_can_be_taken_back_as_long_as_nothing_was_shown():
    game = example()
    before = game.version
    game.seat(1, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 500}])
    game.rewind(before)
    assert game.state.waiting == (1, 2, 3, 4) and game.state.paused == "rewound"
    assert [dog.set_ for dog in game.state.dogs] == [tuple(cards) for cards in EXAMPLE["sets"]]
    game.host("resume")
    place_bets(game)


def test_once_a_card_was_turned_up_the_race_is_kept_or_run_again():
    game = table()
    dealt = game.version
    sets = [dog.set_ for dog in game.state.dogs]
    sleep_to(game, "play")
    laid = game.version
    for seat in (1, 2, 3):
        act(game, seat)
    game.rewind(laid)  # three cards lay there, and nobody had seen one
    game.host("resume")
    for seat in (1, 2, 3, 4):
        act(game, seat)
    for version in (dealt, laid, game.version - 1):
        with refused("dice_already_seen" if version != game.version - 1 else "invalid"):
            game.rewind(version)
    game.rewind(OPENING)
    assert game.state.phase == "bets" and [dog.set_ for dog in game.state.dogs] != sets
    assert V1.balances(game.state) == dict.fromkeys((1, 2, 3, 4), 6000)


def test_a_rewind_to_between_races_deals_the_next_one_anew():
    game = run_example(example())
    settled = next(seen.version for seen in reversed(game.seen) if type(seen.event).__name__ == "SeatSettled")
    sets, money = [dog.set_ for dog in game.state.dogs], V1.balances(game.state)
    sleep_to(game, "play")
    game.rewind(settled)
    assert game.state.race == 2 and [dog.set_ for dog in game.state.dogs] != sets
    assert V1.balances(game.state) == money
    opened = [event.seed for event in game.find(SeedOpened)]
    assert len(opened) == len(set(opened)) == 4  # race 1, race 2, the one of race 3 that was dropped, race 2 again


def test_no_version_amid_the_events_of_a_move_can_be_gone_back_to():
    game = run_example(example())
    firsts = {played.first for played in game.played}
    for seen, following in pairwise(game.seen):
        if following.version in firsts:
            continue
        with refused("invalid"):
            game.rewind(seen.version)


def test_a_rewound_opening_pays_the_capital_again_once():
    game = table()
    game.rewind(OPENING)
    assert len(game.find(CapitalPaid)) == 8
    assert V1.balances(game.state) == dict.fromkeys((1, 2, 3, 4), 6000)
    assert game.accounts == V1.balances(game.state)
