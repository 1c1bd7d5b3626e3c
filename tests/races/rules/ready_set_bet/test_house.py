"""The House that plays along (§10): competing and rotating."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from races.rules import chance
from races.rules.protocol import SeatClosed
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.events import BetSettled, HouseBet, HouseBetsPlaced, HouseChosen, HousePaid, VipDealt
from tests.races.rules.ready_set_bet.tables import RACE, SIMPLIFIED, full, refused, roll, run_race, started
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors

ROTATION = vectors("ready_set_bet_rotation")
PLACING = vectors("ready_set_bet_placing_on_cards")

SIX = ["win:11-12:3", "place:7:1", "show:2-3:1", "colour:blue", "seven-fifth", "win:8:1"]


def bets(*spots: str) -> list[dict[str, str]]:
    return [{"marker": f"house-{n}", "spot": spot} for n, spot in enumerate(spots, 1)]


def between(table: Table) -> None:
    """The draft is over: everybody kept the card dealt first."""
    for hand in table.state.cards.dealt:
        table.seat(hand.seat, "keep_vip", unseen=True)


def rotating(first: int, *seats: int, **options: Any) -> Table:
    """A rotating game whose lot fell on ``first``."""
    for number in range(200):
        table = full("rotating", *seats, chance=number, **options)
        if table.state.house.seat == first:
            return table
    raise AssertionError("no lot fell on that seat")


# A competing House


def test_a_competing_house_starts_with_18_dollars_takes_no_cards_and_is_ranked():
    table = full("competing", 1, 2, 3, house_seat=2)
    assert table.find(HouseChosen) == [HouseChosen(race=1, seat=2)]
    assert table.find(HousePaid) == [HousePaid(race=1, seat=2, amount=18, balance=18)]
    assert V1.balances(table.state) == {1: 0, 2: 18, 3: 0}
    for _ in range(4):
        run_race(table)
        assert 2 not in [hand.seat for hand in table.state.cards.dealt]
        between(table)
    assert {event.seat for event in table.find(VipDealt)} == {1, 3}
    assert (V1.result(table.state)[0].seat, V1.result(table.state)[0].rank) == (2, 1)
    assert len(table.find(HousePaid)) == 1


def test_its_18_dollars_have_nothing_to_do_with_vip_cards():
    assert V1.balances(full("competing", 1, 2, vips=False).state) == {1: 18, 2: 0}


def test_house_bets_are_six_on_different_spots_and_the_last_list_counts():
    table = full("competing", 1, 2)
    first = table.seat(1, "place_house_bets", bets=bets(*SIX))
    assert first[0].bets[0] == HouseBet("house-1", "win:11-12:3", 9, 2)
    again = ["win:7:1", *SIX[1:]]
    assert isinstance(table.seat(1, "place_house_bets", bets=bets(*again))[0], HouseBetsPlaced)
    assert [bet["spot"] for bet in V1.view(table.state, None)["house_bets"]] == again
    started(table)
    with refused("already_running"):
        table.seat(1, "place_house_bets", bets=bets(*SIX))


@pytest.mark.parametrize(
    ("spots", "code"),
    [
        (SIX[:5], "invalid"),
        ([*SIX, "win:6:1"], "invalid"),
        (["win:8:1", *SIX[1:]], "spot_taken"),
        (["win:7:9", *SIX[1:]], "unknown_spot"),
        (["exotic:late-start:1", *SIX[1:]], None),
        (["exotic:tight-race:1", *SIX[1:]], "spot_forbidden"),
        (["exotic:late-start:1", "exotic:late-start:2", *SIX[2:]], "exotic_card_used"),
        (["prop:5", *SIX[1:]], None),
        (["prop:6", *SIX[1:]], "unknown_spot"),
    ],
)
def test_lists_of_house_bets(spots, code):
    table = full("competing", 1, 2)
    table.host("lay_cards", exotics=["late-start"])
    if code is None:
        table.seat(1, "place_house_bets", bets=bets(*spots))
        return
    with refused(code):
        table.seat(1, "place_house_bets", bets=bets(*spots))


def test_only_the_house_places_house_bets_and_it_places_nothing_else():
    table = full("competing", 1, 2)
    with refused("wrong_scope"):
        table.seat(2, "place_house_bets", bets=bets(*SIX))
    with refused("invalid"):
        full("basic", 1, 2).seat(1, "place_house_bets", bets=bets(*SIX))
    started(table)
    with refused("house_cannot_bet"):
        table.seat(1, "place_bet", marker="2", spot="win:7:1")
    assert V1.view(table.state, None)["seats"][0]["markers"] == []
    assert [move["type"] for move in V1.legal(table.state, 1)] == ["roll"]


def test_house_markers_block_nobody_and_settle_like_the_others():
    table = full("competing", 1, 2, house_markers=[2, 3, 4, 5, 6, 7])
    table.seat(1, "place_house_bets", bets=bets(*SIX))
    started(table).seat(2, "place_bet", marker="5", spot="win:11-12:3")
    roll(table, *RACE)
    settled = {(e.seat, e.marker): e.amount for e in table.find(BetSettled)}
    assert settled == {
        (1, "house-1"): 18,  # 2 × 9
        (1, "house-2"): 6,  # 3 × 2: the 7 is second
        (1, "house-3"): -4,
        (1, "house-4"): 25,  # 5 × 5
        (1, "house-5"): 0,
        (1, "house-6"): -2,
        (2, "5"): 45,
    }
    assert V1.balances(table.state) == {1: 18 + 49 - 6, 2: 45}


def test_the_house_runs_the_race():
    table = full("competing", 1, 2, **SIMPLIFIED)
    with refused("wrong_scope"):
        table.seat(2, "start_race")
    table.seat(1, "start_race")
    with refused("wrong_scope"):
        table.seat(2, "roll", dice=[1, 1])
    assert table.seat(1, "roll", dice=[1, 1])[0].horse == "2-3"
    table.host("roll", dice=[1, 1])


def test_without_its_permanent_house_the_game_goes_on():
    table = full("competing", 1, 2, **SIMPLIFIED)
    run_race(table)
    table.seat(1, "place_house_bets", bets=bets(*SIX))
    table.host("close_seat", seat=1)
    assert V1.view(table.state, None)["house_seat"] is None
    assert V1.view(table.state, None)["house_bets"] == []
    run_race(table)
    assert V1.balances(table.state) == {1: 18, 2: 0}


def test_placing_on_cards_with_piggyback_and_a_house_marker():
    piggy = {"key": "piggy", "name": "P", "effects": [{"type": "piggyback", "value": 3}], "copies": 8}
    deck = {"name": "Piggies", "cards": [piggy]}
    table = full("competing", 1, 2, 3, 4, vip_deck=deck, races=2, house_seat=4)
    run_race(table)
    between(table)
    table.host("lay_cards", exotics=["blow-out", "late-start"])
    table.seat(4, "place_house_bets", bets=bets(*PLACING["house_bets"], *SIX[:5]))
    started(table)
    for move in PLACING["moves"]:
        sent = {name: value for name, value in move.items() if name not in ("seat", "code")}
        seat = "ABC".index(move["seat"]) + 1
        if move["code"] is None:
            table.seat(seat, "place_bet", **sent)
        else:
            with refused(move["code"]):
                table.seat(seat, "place_bet", **sent)


# A House that rotates


def test_the_first_house_is_drawn_from_a_seed_that_everybody_sees():
    table = full("rotating", 1, 2, 3)
    (chosen,) = table.find(HouseChosen)
    order = chance.shuffle(bytes.fromhex(chosen.seed), table.salt, "house", 1, 0, [1, 2, 3])
    assert chosen.seat == order[0]
    assert table.names()[0] == "house_chosen"
    drawn = Counter(full("rotating", 1, 2, 3, chance=n, **SIMPLIFIED).state.house.seat for n in range(60))
    assert set(drawn) == {1, 2, 3}


@pytest.mark.parametrize("vips", [True, False])
def test_rotation_of_the_rules_page(vips):
    table = rotating(ROTATION["first"], 1, 2, 3, vips=vips)
    for step in ROTATION["after"]:
        run_race(table)
        between(table)
        for seat, answer in step["answers"]:
            assert table.state.phase == "offering"
            assert V1.view(table.state, None)["asked"] == seat
            table.seat(seat, answer)
        assert table.find(HouseChosen)[-1] == HouseChosen(race=step["race"] + 1, seat=step["house"])
        assert table.state.phase == "ready"
        if vips:
            assert table.find(HousePaid)[-1].amount == step["pay"]
    paid = Counter(dict.fromkeys((1, 2, 3), 0))
    for event in table.find(HousePaid):
        paid[event.seat] += event.amount
    expected = ROTATION["paid" if vips else "paid_without_vips"]
    assert {str(seat): amount for seat, amount in paid.items()} == expected


def test_who_is_not_asked_does_not_answer():
    table = rotating(2, 1, 2, 3)
    with refused("not_your_turn"):
        table.seat(2, "offer_house")
    run_race(table)
    between(table)
    with refused("not_your_turn", expected=2):
        table.seat(3, "accept_house")
    with refused("not_your_turn"):
        table.seat(2, "pass_house")
    table.seat(2, "offer_house")
    with refused("not_your_turn"):
        table.seat(3, "offer_house")
    with refused("not_running"):
        table.host("start_race")
    table.seat(3, "accept_house")


def test_no_offer_after_the_last_race():
    table = rotating(1, 1, 2, races=1)
    run_race(table)
    assert table.state.phase == "finished"


def test_a_houses_cards_sleep_and_it_drafts_all_the_same():
    card = {"type": "pay_on_totals", "totals": [2, 12], "amount": 1}
    bonus = {"key": "same", "name": "Same", "effects": [card, {"type": "late_bet"}], "copies": 12}
    table = rotating(2, 1, 2, 3, vip_deck={"name": "Same", "cards": [bonus]}, races=2)
    run_race(table)
    between(table)
    assert [len(chair.vips) for chair in table.state.chairs] == [1, 1, 1]
    table.seat(2, "accept_house")
    started(table)
    roll(table, (1, 1))
    assert V1.balances(table.state) == {1: 1, 2: 3, 3: 1}  # $3 for running round 2; no money for the roll


def test_a_house_that_leaves_counts_as_having_passed():
    table = rotating(2, 1, 2, 3)
    started(table)
    table.host("close_seat", seat=2)
    roll(table, *RACE)
    between(table)
    assert V1.view(table.state, None)["asked"] == 3
    table.seat(3, "pass_house")
    table.seat(1, "pass_house")
    assert table.find(HouseChosen)[-1] == HouseChosen(race=2, seat=3)


def test_a_house_that_leaves_before_the_start_gives_its_pay_back_and_another_is_asked():
    table = rotating(2, 1, 2, 3)
    run_race(table)
    between(table)
    table.seat(2, "accept_house")
    assert V1.balances(table.state) == {1: 0, 2: 3, 3: 0}
    events = table.host("close_seat", seat=2)
    assert events[:2] == [HousePaid(race=2, seat=2, amount=-3, balance=0), SeatClosed(seat=2)]
    assert V1.view(table.state, None)["asked"] == 3
    table.seat(3, "accept_house")
    assert V1.balances(table.state) == {1: 0, 2: 0, 3: 3}


def test_the_pay_of_a_void_race_is_undone_and_paid_again():
    table = rotating(2, 1, 2)
    run_race(table)
    between(table)
    table.seat(2, "accept_house")
    started(table)
    events = table.host("abandon", reason="x")
    assert [(r.seat, r.amount) for r in events[0].reversals] == [(2, -3)]
    assert table.state.phase == "ready"
    assert V1.balances(table.state) == {1: 0, 2: 3}
    assert [event.amount for event in table.find(HousePaid)] == [3, 3]


def test_a_game_closed_before_a_race_is_ranked_without_the_pay_for_it():
    table = rotating(2, 1, 2)
    run_race(table)
    between(table)
    table.seat(2, "accept_house")
    table.host("close_game", reason="x")
    assert {line.seat: line.money for line in V1.result(table.state)} == {1: 0, 2: 0}


def test_a_house_that_sleeps_gives_it_up_and_others_pass():
    table = rotating(1, 1, 2, default_after_s=5)
    run_race(table)
    between(table)
    table.clock()
    assert table.names()[-1] == "house_offered"
    table.clock()
    assert table.find(HouseChosen)[-1] == HouseChosen(race=2, seat=2)
    assert V1.due(table.state) is None
