"""Setting aside, laying cards, order of play, and what the others see meanwhile (rules page R4 to R6)."""

from __future__ import annotations

import json

from races.rules.greyhounds.events import CardLaid, CardsRevealed, CardsTakenBack, LeftoversRevealed, SetRevealed
from races.rules.protocol import By
from tests.races.rules.greyhounds.tables import (
    EXAMPLE,
    act,
    example,
    place_bets,
    play_round,
    set_aside,
    sleep_to,
    table,
)
from tests.races.rules.ready_set_bet.tables import refused


def dog(view, seat):
    return next(dog for dog in view["dogs"] if dog["seat"] == seat)


def test_a_card_is_set_aside_once_and_stays_out_for_the_race():
    game = example()
    place_bets(game)
    with refused("illegal_card"):
        game.seat(1, "set_aside", card=3)
    game.seat(1, "set_aside", card=2)
    with refused("already_recorded"):
        game.seat(1, "set_aside", card=6)
    with refused("not_your_turn"):
        game.seat(1, "play", card=6)
    for seat, card in ((2, 3), (3, 1), (4, 2)):
        game.seat(seat, "set_aside", card=card)
    with refused("illegal_card"):
        game.seat(1, "play", card=2)
    assert game.ruleset.view(game.state, 1)["own"]["hand"] == [20, 17, 12, 9, 6]


def test_a_group_lays_in_secret_and_turns_up_together():
    game = example()
    place_bets(game)
    set_aside(game)
    for seat, card in ((1, 12), (2, 19), (3, 8)):
        assert [type(event) for event in game.seat(seat, "play", card=card)] == [CardLaid]
    public = game.ruleset.view(game.state, 4)
    assert [dog(public, seat)["has_laid"] for seat in (1, 2, 3, 4)] == [True, True, True, False]
    assert public["shown"] == [] and public["waiting"] == [4]
    assert all(dog(public, seat)["played"] == [] for seat in (1, 2, 3, 4))
    with refused("already_recorded"):
        game.seat(1, "play", card=20)
    events = game.seat(4, "play", card=7)
    turned_up = events[1]
    assert isinstance(turned_up, CardsRevealed)
    assert [(each.seat, each.card) for each in turned_up.cards] == [(1, 12), (2, 19), (3, 8), (4, 7)]
    assert turned_up.opens == tuple(seen.version for seen in game.seen if isinstance(seen.event, CardLaid))


def test_the_next_group_knows_the_cards_of_those_before_it():
    game = example()
    place_bets(game)
    set_aside(game)
    play_round(game, EXAMPLE["rounds"][0])
    with refused("not_your_turn", expected=[2]):
        game.seat(1, "play", card=17)
    game.seat(2, "play", card=7)
    assert game.ruleset.view(game.state, 1)["shown"] == [{"seat": 2, "card": 7}]
    assert game.state.group == (1, 3, 4)


def test_the_fives_are_taken_back_right_after_the_fifth_card():
    game = example()
    place_bets(game)
    set_aside(game)
    for played in EXAMPLE["rounds"][:5]:
        assert game.find(CardsTakenBack) == []
        play_round(game, played)
    assert [event.round for event in game.find(CardsTakenBack)] == [5]
    assert game.ruleset.view(game.state, 2)["own"]["hand"] == [19, 16, 11, 10, 7]


def test_a_finished_dog_plays_no_more_and_a_card_is_needed_once_in_five():
    game = example()
    place_bets(game)
    set_aside(game)
    for played in EXAMPLE["rounds"][:7]:
        play_round(game, played)
    assert game.state.dog(1).state == "finished" and 1 not in game.state.group
    with refused("not_your_turn"):
        game.seat(1, "play", card=9)
    with refused("illegal_card"):
        game.seat(3, "play", card=5)  # played in round 7


def test_races_are_of_one_two_and_three_laps_with_fresh_cards():
    game = table(1, 2, 3)
    while game.state.phase != "finished":
        sleep_to(game, "set_aside")
        sleep_to(game, "play")
        while game.state.phase == "play":
            act(game, game.state.waiting[0])
    assert [event.laps for event in game.events if hasattr(event, "laps")] == [1, 2, 3]
    for seat in (1, 2, 3):
        cards = [card for event in game.find(SetRevealed) if event.seat == seat for card in event.cards]
        left = next(each.cards for each in game.find(LeftoversRevealed)[0].leftovers if each.seat == seat)
        assert len(left) == 2 and sorted((*cards, *left)) == list(range(1, 21))


def test_the_default_is_sieg_on_the_own_dog_the_lowest_card_aside_the_lowest_card_played():
    game = example()
    assert game.ruleset.default(game.state, 2).bets[0].pick == 2
    sleep_to(game, "set_aside")
    bets = game.state.dog(3).bets
    assert [(bet.kind, bet.pick, bet.stake) for bet in bets] == [("sieg", 3, 500)]
    sleep_to(game, "play")
    assert [d.aside for d in game.state.dogs] == [2, 3, 1, 2]
    assert game.ruleset.default(game.state, 4).card == 4
    game.seat(4, "play", card=14)
    assert game.ruleset.default(game.state, 4) is None


def test_what_is_sealed_is_in_nobody_elses_view():
    """The same game with other secrets shows the same to everybody but the one who has them."""
    shown = []
    for aside, card, stake in ((9, 17, 600), (12, 20, 1900)):
        game = example()
        game.seat(1, "place_bets", kind="sieg", bets=[{"pick": 3, "stake": stake}])
        for sheet in EXAMPLE["bets"][1:]:
            game.seat(sheet["seat"], "place_bets", kind=sheet["kind"], bets=sheet["bets"])
        game.seat(1, "set_aside", card=aside)
        for seat in (2, 3, 4):
            game.seat(seat, "set_aside", card=EXAMPLE["set_aside"][seat - 1])
        game.seat(1, "play", card=card)
        others = [
            [game.ruleset.view(game.state, seat), game.ruleset.legal(game.state, seat)] for seat in (None, 2, 3, 4)
        ]
        summary = repr((game.ruleset.summary(game.state), game.ruleset.due(game.state), game.events))
        shown.append((json.dumps(others), summary, json.dumps(game.ruleset.view(game.state, 1))))
    (others, summary, own), (other_others, other_summary, other_own) = shown
    # seeds and therefore nothing else differs between the two tables
    assert others == other_others
    assert summary == other_summary
    assert own != other_own


def test_a_host_moves_for_a_seat_and_nobody_moves_for_nobody():
    game = example()
    bets = {"type": "place_bets", "kind": "sieg", "bets": [{"pick": 1, "stake": 500}]}
    game.play(bets, By(at=game.at, host=True, seat=3))
    assert game.state.dog(3).bets_at
    with refused("not_your_seat"):
        game.play(bets, By(at=game.at, host=True))
    with refused("seat_closed"):
        game.play(bets, By(at=game.at, seat=9))
