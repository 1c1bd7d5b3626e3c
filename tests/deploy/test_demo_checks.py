"""The demo's checks: what is right passes, and each kind of wrong is found and named."""

from __future__ import annotations

import queue
from decimal import Decimal
from typing import Any

import pytest

from deploy.demo import checks
from deploy.demo.client import Api, Live
from deploy.demo.picture import Board
from deploy.demo.players import FavouriteBacker
from deploy.demo.seat import Listener, Placed, Seat
from races.rules import registry

NOWHERE = Api("http://127.0.0.1:1", None)
LOG = [(1, "a", "sha256:1"), (2, "b", "sha256:2"), (3, "c", "sha256:3")]
EVENTS: list[dict[str, Any]] = [{"version": v, "id": id, "hash": hash, "type": "rolled"} for v, id, hash in LOG]


def listener(heard: list[tuple[int, str, str]]) -> Listener:
    made = Listener("Matej", Live(NOWHERE, "/games/1/live"))
    made.heard = heard
    return made


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        (LOG, ()),
        (LOG[:2], ("Matej heard 2 of 3 events (twice: [], missing: [3])",)),
        ([*LOG, LOG[1]], ("Matej heard 4 of 3 events (twice: [2], missing: [])",)),
        ([LOG[1], LOG[0], LOG[2]], ("Matej heard 3 of 3 events (twice: [], missing: [])",)),
        ([*LOG[:2], (3, "c", "sha256:9")], ("Matej heard 3 of 3 events (twice: [], missing: [])",)),
    ],
    ids=["all", "one missing", "one twice", "out of order", "another content"],
)
def test_every_event_exactly_once_and_in_order(heard: list[tuple[int, str, str]], wrong: tuple[str, ...]) -> None:
    assert checks.listening(EVENTS, [listener(heard)]).wrong == wrong


def settled(version: int, seat: int, balance: int) -> dict[str, Any]:
    return {"type": "seat_settled", "version": version, "data": {"seat": seat, "balance": balance}}


def posting(version: int, payer: str, payee: str, amount: int) -> dict[str, Any]:
    return {"version": version, "from": payer, "to": payee, "amount": amount}


def over(*ranking: tuple[int, int]) -> dict[str, Any]:
    lines = [{"seat": seat, "rank": n, "money": money} for n, (seat, money) in enumerate(ranking, 1)]
    return {"type": "game_finished", "version": 99, "data": {"ranking": lines}}


def board_of(*scores: tuple[int, int]) -> dict[str, Any]:
    return {"seats": [{"seat": seat, "score": score} for seat, score in scores]}


def test_balances_are_the_sums_of_the_postings() -> None:
    events = [settled(10, 1, 8), settled(11, 2, 0), settled(20, 1, 5), settled(21, 2, 12), over((2, 12), (1, 5))]
    postings = [
        posting(10, "bank", "seat:1", 8),
        posting(20, "seat:1", "bank", 3),
        posting(21, "bank", "seat:2", 12),
    ]
    check = checks.money(events, postings, board_of((2, 12), (1, 5)))
    assert check == checks.Check("3 postings: each seat has their sum, and the bank paid $17 in all")


@pytest.mark.parametrize(
    ("postings", "score", "money", "wrong"),
    [
        ([posting(10, "bank", "seat:1", 7)], 7, 7, "after event 10 seat 1 has 7, not 8"),
        ([posting(10, "bank", "seat:1", 8)], 9, 8, "the scoreboard gives seat 1 9"),
        ([posting(10, "bank", "seat:1", 8)], 8, 9, "the ranking gives seat 1 9"),
        ([posting(10, "bank", "seat:1", 8), posting(9, "bank", "seat:1", 1)], 8, 8, "money moved in events that"),
        ([posting(10, "bank", "seat:1", 9), posting(10, "bank", "seat:1", -1)], 8, 8, "is not positive"),
    ],
)
def test_money_that_does_not_add_up_is_named(
    postings: list[dict[str, Any]], score: int, money: int, wrong: str
) -> None:
    found = checks.money([settled(10, 1, 8), over((1, money))], postings, board_of((1, score)))
    assert any(wrong in sentence for sentence in found.wrong), found.wrong


def seat_with(*placed: Placed) -> Seat:
    board = Board(registry.latest("ready-set-bet").board())
    made = Seat(1, FavouriteBacker(), NOWHERE, "1", board, queue.SimpleQueue())
    made.placed = list(placed)
    return made


def bet(id: str, spot: str, seat: int = 1) -> dict[str, Any]:
    return {"type": "bet_placed", "id": id, "data": {"race": 1, "seat": seat, "marker": "5", "spot": spot}}


BET = Placed("key", {"race": 1, "marker": "5", "spot": "win:7:3"}, 5, "id5")


def test_every_accepted_bet_is_an_event_and_every_event_was_accepted() -> None:
    assert checks.bets([bet("id5", "win:7:3")], [seat_with(BET)]).wrong == ()
    lost = checks.bets([], [seat_with(BET)])
    assert lost.wrong == ("Astrid was told of 1 bets, the log has 0",)
    unasked = checks.bets([bet("id5", "win:7:3"), bet("id6", "win:7:2")], [seat_with(BET)])
    assert unasked.wrong == ("Astrid was told of 1 bets, the log has 2",)


def test_two_markers_on_one_spot_are_named() -> None:
    events = [bet("id5", "win:7:3"), bet("id6", "win:7:3", seat=2)]
    assert checks.bets(events, [seat_with(BET)]).wrong == ("two markers on win:7:3 in race 1",)


MEMBERS = {1: "m1", 2: "m2", 3: "m3", 4: "m4"}


def ranking(*lines: tuple[int, int, int]) -> list[dict[str, Any]]:
    return [{"seat": seat, "rank": rank, "money": money} for seat, rank, money in lines]


def row(n: int, rank: int, points: str, behind: str, money: int, place: int, shared: bool = False) -> dict[str, Any]:
    return {
        "rank": rank,
        "shared": shared,
        "member": {"id": f"m{n}", "name": NAMES[n]},
        "points": Decimal(points),
        "behind": Decimal(behind),
        "games": 1,
        "wins": int(place == 1),
        "money": money,
        "counted": [{"rank": place}],
    }


NAMES = {1: "Astrid", 2: "Ilinca", 3: "Matej", 4: "Colette"}


def test_a_first_night_gives_11_7_4_2() -> None:
    after = [row(4, 1, "11", "0", 61, 1), row(1, 2, "7", "4", 53, 2), row(3, 3, "4", "7", 13, 3)]
    after.append(row(2, 4, "2", "9", 3, 4))
    ended = ranking((4, 1, 61), (1, 2, 53), (3, 3, 13), (2, 4, 3))
    assert checks.table({"rows": []}, {"rows": after}, ended, MEMBERS).wrong == ()


def test_two_who_share_the_second_place_have_5_and_a_half_points_each() -> None:
    after = [row(4, 1, "11", "0", 61, 1), row(1, 2, "5.5", "5.5", 20, 2, True), row(3, 2, "5.5", "5.5", 20, 2, True)]
    after.append(row(2, 4, "2", "9", 3, 4))
    ended = ranking((4, 1, 61), (1, 2, 20), (3, 2, 20), (2, 4, 3))
    assert checks.table({"rows": []}, {"rows": after}, ended, MEMBERS).wrong == ()
    after[1]["points"] = after[2]["points"] = Decimal("7")
    assert "Astrid has 7 points, not 5.5000" in checks.table({"rows": []}, {"rows": after}, ended, MEMBERS).wrong


def test_rows_in_another_order_are_named() -> None:
    rows = [row(1, 1, "7", "0", 53, 2), row(4, 2, "11", "-4", 61, 1)]
    ended = ranking((4, 1, 61), (1, 2, 53))
    assert "the rows are out of order" in checks.table({"rows": []}, {"rows": rows}, ended, MEMBERS).wrong


def test_a_gap_in_the_clubs_order_is_named() -> None:
    assert checks.order([8, 9, 10], after=7).wrong == ()
    assert checks.order([8, 10], after=7).wrong == ("there is a gap in the club's cursors",)


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, ()),
        ({"dice": "none"}, ("the dice are 'none', not proved",)),
        ({"ok": False, "findings": [{"sentence": "Event 7 was changed."}]}, ("Event 7 was changed.",)),
        ({"ok": False}, ("not ok, and it doesn't say why",)),
        ({"checked": {"events": 2, "moves": 2, "dice": 1}}, ("it looked at 2 of 3 events",)),
    ],
)
def test_the_audit_must_be_ok_and_have_looked_at_everything(changed: dict[str, Any], wrong: tuple[str, ...]) -> None:
    report = {"ok": True, "dice": "proved", "findings": [], "checked": {"events": 3, "moves": 2, "dice": 1}}
    assert checks.audit({**report, **changed}, 3).wrong == wrong


def test_races_that_did_not_all_finish_are_named() -> None:
    ran = [{"type": "race_finished", "data": {"race": n}} for n in (1, 2)]
    done = [*ran, over((1, 5))]
    assert checks.races(done, {"status": "finished"}, 2).wrong == ()
    assert checks.races(done, {"status": "finished"}, 4).wrong == ("races finished: [1, 2]",)
    assert checks.races(ran, {"status": "running"}, 2).wrong == ("the game's status is 'running'",)
