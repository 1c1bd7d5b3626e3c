"""VIP cards: the draft, and what cards do (§9)."""

from __future__ import annotations

from typing import Any

import pytest

from races.rules.protocol import By, Refused
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import BetPlaced, VipChosen, VipKept, VipPaid, VipSettled
from races.rules.ready_set_bet.markers import VALUES
from races.rules.ready_set_bet.vips import card_keys, describe
from tests.races.rules.ready_set_bet.tables import RACE, full, refused, roll, run_race, started
from tests.races.rules.table import Table


def effect(type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, **fields}


def of_cards(house: str, seats: list[int], *effects: dict[str, Any], **options: Any) -> Table:
    """Race 2 is ready, and every seat holds a card with these effects (bonus markers: of its own number)."""
    cards = [{"key": "same", "name": "Same", "effects": list(effects), "copies": 12}]
    table = full(house, *seats, vip_deck={"name": "All the same", "cards": cards}, races=2, **options)
    run_race(table)
    for seat in [hand.seat for hand in table.state.cards.dealt]:
        table.seat(seat, "keep_vip", unseen=True)
    assert table.state.phase != "drafting"
    return table


def of_markers(*markers: str) -> Table:
    """Race 2 runs; seat 1 holds these bonus markers."""
    return of_cards_for_one(*[effect("bonus_marker", marker=marker) for marker in markers])


def of_cards_for_one(*effects: dict[str, Any]) -> Table:
    """Race 2 runs; seat 1 holds one card with these effects (it was the only seat that drafted)."""
    dud = effect("pay_on_totals", totals=[2], amount=1)
    cards = [
        {"key": "the-one", "name": "The one", "effects": list(effects)},
        {"key": "dud", "name": "Dud", "effects": [dud], "copies": 3},
    ]
    for chance in range(50):
        table = full("basic", 1, vip_deck={"name": "One", "cards": cards}, races=2, chance=chance)
        run_race(table)
        if "the-one" in table.state.cards.dealt[0].cards:
            table.seat(1, "keep_vip", card="the-one")
            table.host("add_seat")
            table.host("add_seat")
            return started(table)
    raise AssertionError("no such deal")


# The draft


def test_two_cards_each_sealed_to_their_seat_until_all_have_chosen():
    table = full("basic", 1, 2)
    run_race(table)
    one, two = (hand.cards for hand in table.state.cards.dealt)
    assert [card["card"] for card in V1.view(table.state, 1)["draft"]["cards"]] == list(one)
    assert V1.view(table.state, None)["draft"] == {"waiting": [1, 2], "cards": [], "kept": None}
    assert [move["card"] for move in V1.legal(table.state, 2)] == list(two)

    assert table.seat(2, "keep_vip", card=two[1]) == [VipChosen(race=2, seat=2, unseen=False)]
    assert V1.view(table.state, 1)["draft"]["waiting"] == [1]
    assert V1.view(table.state, 2)["draft"]["kept"] == two[1]
    assert "kept" not in str(V1.view(table.state, None)["seats"])
    with refused("not_running"):
        table.host("start_race")
    with refused("not_your_turn"):
        table.seat(2, "keep_vip", card=two[0])
    with refused("illegal_card"):
        table.seat(1, "keep_vip", card=two[0])
    with refused("invalid"):
        table.seat(1, "keep_vip")

    events = table.seat(1, "keep_vip", card=one[0])
    assert events[:3] == [
        VipChosen(race=2, seat=1, unseen=False),
        VipKept(race=2, seat=1, card=one[0]),
        VipKept(race=2, seat=2, card=two[1]),
    ]
    assert table.state.phase == "ready"
    assert [card["card"] for card in V1.view(table.state, None)["seats"][1]["vips"]] == [two[1]]
    with refused("not_your_turn"):
        table.seat(1, "keep_vip", card=one[0])


def test_for_a_seat_that_sleeps_the_card_dealt_first_is_kept_unseen():
    table = full("basic", 1, 2)
    run_race(table)
    first = table.state.cards.dealt[0].cards[0]
    move = V1.default(table.state, 1)
    assert move is not None and move.unseen and move.card is None
    table.seat(1, "keep_vip", unseen=True)
    table.seat(2, "keep_vip", unseen=True)
    assert table.find(VipKept)[0] == VipKept(race=2, seat=1, card=first)
    assert V1.default(table.state, 1) is None


def test_the_clock_plays_for_sleepers_when_their_time_is_over():
    table = full("basic", 1, 2, default_after_s=60)
    run_race(table)
    table.seat(2, "keep_vip", card=table.state.cards.dealt[1].cards[1])
    due = V1.due(table.state)
    assert due.at == table.at + 60_000_000
    events = table.clock()
    assert events[0] == VipChosen(race=2, seat=1, unseen=True)
    assert table.state.phase == "ready"
    assert V1.due(table.state) is None


def test_a_seat_that_leaves_holds_up_no_draft_and_its_cards_leave_the_game():
    table = full("basic", 1, 2, 3)
    run_race(table)
    table.seat(1, "keep_vip", unseen=True)
    table.seat(3, "keep_vip", unseen=True)
    table.host("close_seat", seat=2)
    assert [event.seat for event in table.find(VipKept)] == [1, 3]
    assert table.state.phase == "ready"
    table.host("close_seat", seat=1)
    assert table.state.chair(1).vips == ()


def test_a_latecomer_has_no_cards_of_earlier_drafts():
    table = full("basic", 1, 2)
    run_race(table)
    table.host("add_seat")
    assert V1.view(table.state, None)["draft"]["waiting"] == [1, 2]
    with refused("not_your_turn"):
        table.seat(3, "keep_vip", unseen=True)
    for seat in (1, 2):
        table.seat(seat, "keep_vip", unseen=True)
    run_race(table)
    assert V1.view(table.state, None)["draft"]["waiting"] == [1, 2, 3]


def test_cards_kept_and_opened_are_final_for_a_rewind_too():
    table = full("basic", 1, 2)
    run_race(table)
    dealt = table.version
    table.seat(1, "keep_vip", unseen=True)
    table.rewind(dealt)  # nothing was opened yet
    table.seat(1, "keep_vip", unseen=True)
    table.seat(2, "keep_vip", unseen=True)
    with refused("dice_already_seen"):
        table.rewind(dealt)


# Money whenever a total is rolled


def test_snake_eyes_and_boxcars_pays_four_dollars_in_the_rules_pages_race():
    table = started(of_cards("basic", [1, 2], effect("pay_on_totals", totals=[2, 12], amount=1)))
    roll(table, *RACE)
    paid = table.find(VipPaid)
    assert [(event.seat, event.amount, event.balance) for event in paid] == [
        (seat, 1, balance) for balance in (1, 2, 3, 4) for seat in (1, 2)
    ]
    assert V1.balances(table.state) == {1: 4, 2: 4}


def test_the_roll_that_ends_the_race_pays_too_and_before_the_settlement():
    table = started(of_cards("basic", [1], effect("pay_on_totals", totals=[11], amount=2)))
    table.seat(1, "place_bet", marker="2", spot="show:2-3:1")  # will cost 4
    events = roll(table, *RACE)
    names = [str(event.__struct_config__.tag) for event in events]
    assert names[:4] == ["rolled", "vip_paid", "betting_closed", "race_finished"]
    settled = next(event for event in events if type(event).__name__ == "SeatSettled")
    assert (settled.won, settled.lost, settled.forgiven, settled.balance) == (0, 4, 0, 2)  # 3 × $2, less 4


def test_money_of_a_void_race_goes_back():
    table = started(of_cards("basic", [1], effect("pay_on_totals", totals=[2], amount=5)))
    roll(table, (1, 1))
    assert V1.balances(table.state) == {1: 5}
    table.host("abandon", reason="x")
    assert V1.balances(table.state) == {1: 0}


# Chips


def test_complimentary_chips_count_the_cards_their_owner_has():
    cards = [{"key": "chips", "name": "Chips", "effects": [effect("chips", amounts=[9, 6, 3])], "copies": 8}]
    table = full("basic", 1, vip_deck={"name": "Chips", "cards": cards})
    for _ in range(3):
        run_race(table)
        table.seat(1, "keep_vip", unseen=True)
    assert [(event.amount, event.balance) for event in table.find(VipPaid)] == [(9, 9), (6, 15), (3, 18)]


# Bonus markers


@pytest.mark.parametrize(
    ("marker", "spot", "pays", "loses"),
    [
        ("white-7", "win:10:2", 6, 5),  # 6/0: its own loss is due even where the spot has none
        ("white-7", "place:2-3:1", 5, 9),
        ("black-6", "win:5:2", 4, 3),
        ("black-5", "show:7:1", 1, 5),
        ("white-4", "show:7:2", 1, 2),
        ("white-3", "win:8:1", 3, 2),
        ("black-2", "win:7:1", 3, 0),  # cancels the spot's loss
        ("2", "win:7:1", 3, 4),  # the ordinary 2 doesn't
    ],
)
def test_bonus_markers_add_their_own_loss(marker, spot, pays, loses):
    table = (
        of_markers("white-7", "black-6", "black-5", "white-4")
        if marker
        in (
            "white-7",
            "black-6",
            "black-5",
            "white-4",
        )
        else of_markers("white-3", "black-2")
    )
    (placed,) = table.seat(1, "place_bet", marker=marker, spot=spot)
    assert (placed.pays, placed.loses) == (pays, loses)


def test_a_bonus_marker_is_its_owners_only_and_returns_each_race():
    table = of_markers("white-7")
    assert V1.view(table.state, 1)["seats"][0]["markers"] == ["2", "3a", "3b", "4", "5", "white-7"]
    with refused("unknown_marker"):
        table.seat(2, "place_bet", marker="white-7", spot="win:7:1")
    table.seat(1, "place_bet", marker="white-7", spot="win:7:1")
    with refused("marker_used"):
        table.seat(1, "place_bet", marker="white-7", spot="win:7:2")


# Piggyback


def test_piggyback_on_an_opponents_marker():
    table = started(of_cards("basic", [1, 2, 3], effect("piggyback", value=3)))
    table.seat(2, "place_bet", marker="5", spot="win:7:3")
    with refused("spot_taken", by=2):  # nobody spends the card by being a moment late
        table.seat(1, "place_bet", marker="3a", spot="win:7:3")
    with refused("spot_taken", by=2):  # it is a card for value 3
        table.seat(1, "place_bet", marker="5", spot="win:7:3", piggyback=True)
    table.seat(1, "place_bet", marker="4", spot="win:6:1", piggyback=True)  # an open spot: nothing is used
    (placed,) = table.seat(1, "place_bet", marker="3a", spot="win:7:3", piggyback=True)
    assert placed == BetPlaced(race=2, seat=1, marker="3a", spot="win:7:3", pays=3, loses=2, piggyback=True)
    with refused("spot_taken"):  # never a third
        table.seat(3, "place_bet", marker="3b", spot="win:7:3", piggyback=True)
    table.seat(2, "place_bet", marker="4", spot="win:8:1")
    with refused("spot_taken"):  # used up in this race
        table.seat(1, "place_bet", marker="3b", spot="win:8:1", piggyback=True)
    with refused("spot_taken", by=2):  # never on one's own
        table.seat(2, "place_bet", marker="3a", spot="win:8:1", piggyback=True)


def test_two_piggybacks_of_one_value_work_twice_and_bonus_markers_of_it_too():
    table = of_cards_for_one(effect("piggyback", value=3, times=2), effect("bonus_marker", marker="white-3"))
    table.seat(2, "place_bet", marker="5", spot="win:7:1")
    table.seat(3, "place_bet", marker="5", spot="win:8:1")
    table.seat(3, "place_bet", marker="4", spot="win:6:1")
    table.seat(1, "place_bet", marker="white-3", spot="win:7:1", piggyback=True)
    table.seat(1, "place_bet", marker="3a", spot="win:8:1", piggyback=True)
    with refused("spot_taken"):
        table.seat(1, "place_bet", marker="3b", spot="win:6:1", piggyback=True)


def test_one_marker_a_card_of_exotic_finishes_with_or_without_piggyback():
    table = of_cards("basic", [1, 2], effect("piggyback", value=3))
    table.host("lay_cards", exotics=["late-start", "blow-out"])
    started(table)
    table.seat(1, "place_bet", marker="5", spot="exotic:late-start:1")
    with refused("exotic_card_used"):
        table.seat(1, "place_bet", marker="4", spot="exotic:late-start:2")
    table.seat(2, "place_bet", marker="5", spot="exotic:late-start:2")
    with refused("exotic_card_used"):
        table.seat(1, "place_bet", marker="3a", spot="exotic:late-start:2", piggyback=True)
    with refused("spot_forbidden"):
        table.seat(1, "place_bet", marker="4", spot="exotic:tight-race:1")
    with refused("unknown_spot"):
        table.seat(1, "place_bet", marker="4", spot="exotic:late-start:4")


# Late bets


def closed(table: Table) -> Table:
    """Three horses have crossed, nobody has arrived."""
    roll(table, *[(3, 4), (2, 4), (4, 4)] * 10)
    assert V1.view(table.state, None)["phase"] == "no_more_bets"
    return table


def test_a_late_bet_between_no_more_bets_and_the_first_arrival():
    table = closed(started(of_cards("basic", [1, 2], effect("late_bet"))))
    assert {move["type"] for move in V1.legal(table.state, 1)} == {"place_bet"}
    (placed,) = table.seat(1, "place_bet", marker="5", spot="win:7:1")
    assert placed.late
    with refused("betting_closed"):  # one a race
        table.seat(1, "place_bet", marker="4", spot="win:8:1")
    assert V1.legal(table.state, 1) == []
    with refused("spot_taken", by=1):  # all other rules hold
        table.seat(2, "place_bet", marker="4", spot="win:7:1")
    roll(table, *[(3, 4)] * 5)
    with refused("game_over"):
        table.seat(2, "place_bet", marker="4", spot="win:8:1")


def test_a_card_may_say_more_than_one_late_bet():
    table = closed(of_cards_for_one(effect("late_bet", markers=2)))
    with refused("betting_closed"):
        table.seat(2, "place_bet", marker="5", spot="win:8:1")
    table.seat(1, "place_bet", marker="5", spot="win:7:1")
    table.seat(1, "place_bet", marker="4", spot="win:8:1")
    with refused("betting_closed"):
        table.seat(1, "place_bet", marker="2", spot="win:6:1")


@pytest.mark.parametrize("late", [False, True])
def test_what_is_offered_is_exactly_what_is_accepted(late):
    table = of_cards("basic", [1, 2, 3], effect("piggyback", value=3), effect("late_bet", markers=3))
    started(table)
    table.seat(2, "place_bet", marker="5", spot="win:7:1")
    table.seat(3, "place_bet", marker="3b", spot="win:7:1", piggyback=True)
    table.seat(2, "place_bet", marker="4", spot=f"exotic:{table.state.race.exotics[0]}:1")
    table.seat(1, "place_bet", marker="2", spot=f"exotic:{table.state.race.exotics[1]}:3")
    table.seat(3, "place_bet", marker="2", spot="prop:2")
    if late:
        closed(table)
    keys = ("marker", "spot", "piggyback")
    offered = {tuple(move.get(key, False) for key in keys) for move in V1.legal(table.state, 1)}
    accepted = set()
    for marker in VALUES:
        for spot in (*STANDARD.spots, *STANDARD.prop_places, *STANDARD.exotic_spots, "prop:6"):
            for piggyback in (False, True):
                body = {"type": "place_bet", "marker": marker, "spot": spot, "piggyback": piggyback}
                try:
                    (bet,) = V1.decide(table.state, table.decode(body), By(at=table.at, seat=1))
                except Refused:
                    continue
                if bet.piggyback == piggyback:  # on an open spot the card isn't used: that is the other offer
                    accepted.add((marker, spot, piggyback))
    assert accepted == offered
    assert {(marker, spot) for marker, spot, piggyback in offered if piggyback} == {
        (marker, spot) for marker in ("3a", "3b") for spot in (f"exotic:{table.state.race.exotics[0]}:1", "prop:2")
    }


# At the settlement


def test_risky_gambler_counts_bets_not_dollars():
    table = started(of_cards("basic", [1, 2], effect("per_bet", won=2, lost=1)))
    table.seat(1, "place_bet", marker="5", spot="win:11-12:3")  # +45
    table.seat(1, "place_bet", marker="2", spot="seven-fifth")  # lost, at no cost
    table.seat(2, "place_bet", marker="2", spot="show:2-3:1")  # -4
    roll(table, *RACE)
    cards = [chair.vips[0] for chair in table.state.chairs]
    assert table.find(VipSettled) == [
        VipSettled(race=2, seat=1, card=cards[0], won=2, lost=1),
        VipSettled(race=2, seat=2, card=cards[1], won=0, lost=1),
    ]
    assert V1.balances(table.state) == {1: 46, 2: 0}


def test_cancelled_losses_and_raised_multipliers_stand_in_the_bet():
    table = of_cards_for_one(
        effect("cancel_loss", on={"kinds": ["show"], "colours": ["red"]}),
        effect("raise_multiplier", by=2, on={"horses": ["7"], "values": [3]}),
        effect("bonus_marker", marker="black-7"),
    )
    bets = {
        **{"2": "show:6:1", "black-7": "show:8:1", "3a": "win:7:1"},
        **{"4": "win:7:2", "5": "show:5:1", "3b": "colour:red"},
    }
    terms = {}
    for marker, spot in bets.items():
        (bet,) = table.seat(1, "place_bet", marker=marker, spot=spot)
        terms[marker] = (bet.pays, bet.loses)
    assert terms == {"2": (1, 0), "black-7": (1, 0), "3a": (5, 4), "4": (3, 3), "5": (2, 3), "3b": (2, 1)}


# In plain words


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("bonus-black-2", "Take the black 2 marker for the rest of the game."),
        ("snake-eyes", "Win $1 whenever 2 or 12 is rolled."),
        ("piggyback-3", "Once per race, a marker of value 3 may join a spot that holds one opponent's marker."),
        (
            "complimentary-chips-1",
            "Paid once, when you take this card: $9 as your first VIP card, $6 as your second, $3 as your third.",
        ),
        ("risky-gambler", "After the race: win $2 for each winning bet, pay $1 for each losing bet."),
        ("late-ticket", "Per race, one marker may be placed after “No more bets!”, until a horse arrives."),
        ("show-insurance", "Show bets cost nothing when they lose."),
        ("long-shot", "Win bets on blue pay 1 more times the marker's value when they win."),
        ("show-off", "After the race (Show bets): win $2 for each winning bet."),
    ],
)
def test_what_a_card_does(card, words):
    assert describe(card_keys(STANDARD.edition.vips)[card]) == words
