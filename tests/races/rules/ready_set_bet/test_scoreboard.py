"""What a scoreboard, a phone and a bystander are shown."""

from __future__ import annotations

from races.rules.protocol import SeatScore
from races.rules.ready_set_bet import V1
from tests.races.rules.ready_set_bet.tables import RACE, app, basic, roll, run_race, started


def headline(table):
    return V1.summary(table.state).headline


def test_a_night_in_headlines():
    table = basic(1, 2, races=2)
    assert (V1.summary(table.state).status, headline(table)) == ("open", "Race 1 of 2 is about to start.")
    started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
    assert headline(table) == "Race 1 of 2: they're off."
    roll(table, *RACE[:2])
    assert headline(table) == "Race 1 of 2: 7 and 11/12 lead on 1."
    roll(table, *RACE[2:5])
    assert headline(table) == "Race 1 of 2: 11/12 leads on 6."
    table.host("pause")
    assert (V1.summary(table.state).status, headline(table)) == ("paused", "Race 1 of 2: 11/12 leads on 6. Paused.")
    table.host("resume")
    roll(table, *RACE[5:])
    assert (V1.summary(table.state).status, headline(table)) == (
        "running",
        "11/12 wins race 1. Race 2 of 2 comes next.",
    )
    run_race(table)
    assert (V1.summary(table.state).status, headline(table)) == ("finished", "Seat 2 wins with $25.")


def test_headlines_of_the_end_and_of_no_more_bets():
    table = basic(1, 2, races=1)
    run_race(table)
    assert headline(table) == "Seats 1 and 2 share the win with $0."
    table = basic(1)
    table.host("close_game", reason="x")
    assert headline(table) == "Closed before a race was settled: no result."
    table = started(basic(1))
    roll(table, *[(3, 4), (2, 4), (4, 4)] * 10)
    assert headline(table) == "Race 1 of 4: 6, 7 and 8 lead on 10. No more bets!"
    assert V1.summary(table.state).phase == "no_more_bets"


def test_scores_show_rank_money_and_the_change_by_the_last_race():
    table = basic(1, 2, 3)
    for _ in range(2):
        started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
        roll(table, *RACE)
    table.host("close_seat", seat=3)
    summary = V1.summary(table.state)
    assert summary.progress == {"unit": "race", "n": 3, "of": 4}
    assert summary.phase == "ready"
    assert summary.seats == (
        SeatScore(seat=2, rank=1, shared=False, score=50, unit="$", delta=25, state="playing"),
        SeatScore(seat=1, rank=2, shared=True, score=0, unit="$", delta=0, state="playing"),
        SeatScore(seat=3, rank=2, shared=True, score=0, unit="$", delta=0, state="closed"),
    )


def test_the_view_of_a_running_race():
    table = started(basic(1, 2))
    table.seat(1, "place_bet", marker="3a", spot="win:7:1")
    roll(table, *RACE[:9])
    view = V1.view(table.state, 1)
    assert view["positions"] == [0, 0, 1, 1, 1, 1, 0, 0, 11]
    assert (view["race"], view["races"], view["roll"], view["horse"], view["phase"]) == (1, 4, 9, "11-12", "betting")
    assert view["crossed"] == ["11-12"]
    assert view["bets"] == [{"seat": 1, "marker": "3a", "spot": "win:7:1", "pays": 3, "loses": 4}]
    assert view["seats"][0]["markers"] == ["2", "3b", "4", "5"]
    assert view["seats"][1]["markers"] == ["2", "3a", "3b", "4", "5"]
    assert view["last"] is None
    assert V1.view(table.state, 2) == view | {"seat": 2}


def test_the_view_after_a_race_keeps_its_result():
    table = started(basic(1))
    table.seat(1, "place_bet", marker="5", spot="win:11-12:3")
    roll(table, *RACE)
    last = V1.view(table.state, None)["last"]
    assert (last["race"], last["win"]) == (1, ["11-12"])
    assert last["bets"] == [{"seat": 1, "marker": "5", "spot": "win:11-12:3", "hit": True, "amount": 45}]


def test_what_the_host_is_offered():
    def types(table):
        return [move["type"] for move in V1.legal(table.state, None)]

    table = app(1, 2)
    assert types(table) == ["start_race", "set_pace", "close_seat", "close_seat", "close_game"]
    assert V1.legal(table.state, 1) == [{"type": "add_salt", "fill": ["salt"]}]
    started(table)
    assert types(table) == ["pause", "abandon", "set_pace", "close_seat", "close_seat", "close_game"]
    table.host("pause")
    assert types(table)[0] == "resume"
    table = started(basic(1))
    assert {"type": "roll", "race": 1, "n": 1, "fill": ["dice"]} in V1.legal(table.state, None)


def test_nothing_is_played_for_a_seat_that_sleeps():
    table = started(app(1, 2))
    assert V1.default(table.state, 1) is None
