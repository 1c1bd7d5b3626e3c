"""The race caller and the story, from events to lines."""

from __future__ import annotations

import io
from typing import Any

import pytest

from deploy.demo.caller import Caller, verdict
from deploy.demo.picture import Board, Picture
from deploy.demo.players import Copycat, FavouriteBacker, LateBettor
from deploy.demo.seat import Missed
from deploy.demo.story import Story, chips
from deploy.demo.terminal import Screen
from races.rules import registry

NAMES = {1: "Astrid", 2: "Ilinca", 3: "Matej", 4: "Colette"}


@pytest.fixture
def board() -> Board:
    """The board as ``GET /rulesets/ready-set-bet`` draws it."""
    return Board(registry.latest("ready-set-bet").board())


def roll(n: int, dice: tuple[int, int], horse: str, position: int, bonus: int = 0, *more: Any) -> list[dict[str, Any]]:
    data = {"race": 1, "roll": n, "dice": list(dice), "horse": horse, "bonus": bonus, "position": position}
    return [{"type": "rolled", "data": {**data, "steps": 1 + bonus}}, *more]


def fact(type: str, **data: Any) -> dict[str, Any]:
    return {"type": type, "data": data}


def test_the_number_comes_first_then_what_it_did(board: Board) -> None:
    caller = Caller(board)
    assert caller.call(roll(1, (3, 4), "7", 1)) is None  # the first step is nothing to shout about
    call = caller.call(roll(9, (1, 1), "2-3", 5, 3))
    assert call is not None
    assert (call.number, call.what) == ("Snake eyes", "The 2/3 again! A surge of 4, up to 5, past the 7 into the lead.")


def test_the_third_crossing_is_always_called(board: Board) -> None:
    caller = Caller(board)
    for n in range(1, 4):
        caller.call(roll(n, (6, 6), "11-12", n))
    crossing = fact("red_line_crossed", horse="7", count=3)
    call = caller.call(roll(4, (5, 2), "7", 10, 0, crossing, fact("betting_closed", reason="third_crossing")))
    assert call is not None
    assert (call.number, call.closes, call.ends) == ("Seven", True, False)
    assert call.what == "The 7 moves up to 10, past the 11/12 into the lead, over the line, third across."


def test_most_rolls_pass_without_a_word(board: Board) -> None:
    caller = Caller(board)
    horses = ["7", "6", "8"] * 21
    dice = {"7": (3, 4), "6": (3, 3), "8": (4, 4)}
    calls = [caller.call(roll(n, dice[horse], horse, min(9, (n + 2) // 3))) for n, horse in enumerate(horses, 1)]
    assert sum(call is not None for call in calls) == 3


@pytest.mark.parametrize(
    ("positions", "win", "place", "show", "said"),
    [
        ([3, 4, 10, 12, 15, 14, 10, 12, 3], ["7"], ["7", "8"], ["6", "7", "8", "10"],
         ["By a nose, from the 8!", "PHOTO FINISH! Three within three spaces.", "Level for third: 6 and 10."]),
        ([9, 5, 5, 5, 5, 15, 5, 5, 5], ["8"], ["2-3", "8"], ["2-3", "4", "5", "6", "7", "8", "9", "10", "11-12"],
         ["A blow-out: 6 clear of the rest.", "Level for third: 4, 5, 6, 7, 9, 10 and 11/12."]),
        ([1, 4, 7, 0, 15, 14, 14, 13, 12], ["7"], ["7", "8", "9"], ["7", "8", "9"],
         ["By a nose, from the 8 and 9!", "PHOTO FINISH! Three within three spaces."]),
        ([1, 4, 7, 0, 15, 12, 12, 9, 8], ["7"], ["7", "8", "9"], ["7", "8", "9"],
         ["PHOTO FINISH! Three within three spaces.", "Dead heat for second: 8 and 9."]),
        ([0, 1, 10, 10, 10, 7, 0, 15, 11], ["10"], ["10", "11-12"], ["5", "6", "7", "10", "11-12"],
         ["Level for third: 5, 6 and 7."]),
    ],
)  # fmt: skip
def test_a_finish_is_told_as_close_as_it_was(
    board: Board, positions: list[int], win: list[str], place: list[str], show: list[str], said: list[str]
) -> None:
    assert verdict(board, {"positions": positions, "win": win, "place": place, "show": show}) == said


@pytest.mark.parametrize(
    ("money", "piles"),
    [(0, []), (4, [(1, 4)]), (87, [(25, 3), (5, 2), (1, 2)]), (131, [(100, 1), (25, 1), (5, 1), (1, 1)])],
)
def test_money_is_paid_in_the_fewest_chips(money: int, piles: list[tuple[int, int]]) -> None:
    assert chips(money, [100, 25, 5, 1]) == piles


def test_a_refusal_is_told_after_the_bet_that_was_faster(board: Board) -> None:
    out = io.StringIO()
    story = Story(Screen(out), board, NAMES)
    # Matej's answer arrives before the live stream has brought Astrid's bet, version 5.
    story.missed(Missed(3, {"marker": "5", "spot": "win:7:3"}, "spot_taken", 1, 5))
    alone = {"n": 1, "of": 1}
    bet = {"race": 1, "seat": 1, "marker": "5", "spot": "win:7:3", "pays": 3, "loses": 2}
    story.event({"version": 4, "move": alone, "type": "race_started", "data": {"race": 1}})
    story.event({"version": 5, "move": alone, "type": "bet_placed", "data": bet})
    assert out.getvalue().splitlines()[2:] == [
        "   And they're off!",
        "   Astrid 5 on 7 to win ×3",
        "   ✗ Matej reaches for 7 to win ×3, but Astrid's marker lies there already.",
    ]


def test_a_settled_seat_is_told_with_its_chips(board: Board) -> None:
    out = io.StringIO()
    story = Story(Screen(out), board, NAMES)
    result = {"race": 1, "positions": [5, 3, 15, 3, 3, 3, 3, 2, 7]}
    result |= {"win": ["5"], "place": ["5", "11-12"], "show": ["2-3", "5", "11-12"]}
    move = [
        *roll(37, (2, 3), "5", 15, 0, fact("betting_closed", reason="finish"), fact("race_finished", **result)),
        fact("bet_settled", seat=2, marker="3b", spot="win:5:3", hit=True, amount=15),
        fact("seat_settled", seat=1, won=0, lost=6, forgiven=4, balance=0),
        fact("seat_settled", seat=2, won=38, lost=1, forgiven=0, balance=37),
    ]
    for n, event in enumerate(move, 1):
        story.event({**event, "version": n, "move": {"n": n, "of": len(move)}})
    assert out.getvalue().splitlines() == [
        " 37  Five! The 5 is HOME, before a third horse crosses the line!",
        "   2/3▸0  4▸0  5▸15  6▸0  7▸0  8▸0  9▸0  10▸0  11/12▸0",
        "   Win 5 · Place 5, 11/12 · Show 2/3, 5, 11/12   A blow-out: 8 clear of the rest.",
        "   Astrid            −$6     $0                          $4 forgiven",
        "   Ilinca     +$38   −$1    $37  1×25 2×5 2×1            3 on 5 to win",
    ]


def test_lines_keep_to_a_hundred_columns(board: Board) -> None:
    out = io.StringIO()
    story = Story(Screen(out), board, NAMES)
    alone = {"n": 1, "of": 1}
    story.event({"version": 1, "move": alone, "type": "race_started", "data": {"race": 1}})
    for n, spot in enumerate(("seven-fifth", "win:11-12:3", "place:2-3:1", "colour:blue", "show:10:2"), 2):
        bet = {"race": 1, "seat": 4, "marker": "5", "spot": spot, "pays": 9, "loses": 0}
        story.event({"version": n, "move": alone, "type": "bet_placed", "data": bet})
    story.event({"version": 9, "move": alone, "type": "paused", "data": {"reason": "word " * 40}})
    assert max(map(len, out.getvalue().splitlines())) <= 100
    assert "Colette 5 on 2/3 to place ×9" in out.getvalue()


def test_colours_are_for_terminals_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Screen(io.StringIO()).paint("off", "bold") == "off"
    assert Screen(Terminal()).paint("off", "bold") == "\x1b[1moff\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Screen(Terminal()).paint("off", "bold") == "off"


def test_the_copycat_wants_the_very_spot_the_favourite_backer_wants(board: Board) -> None:
    picture = Picture(board)
    start = fact("race_started", race=1)
    picture.take(start)
    wishes = [next(player.wants(picture, start, seat)) for seat, player in ((1, FavouriteBacker()), (3, Copycat()))]
    assert [(wish.marker, wish.spots[0]) for wish in wishes] == [("5", "win:7:3"), ("5", "win:7:3")]


def test_the_late_bettor_waits_for_the_second_crossing_and_has_little_patience(board: Board) -> None:
    picture = Picture(board)
    picture.take(fact("race_started", race=1))
    colette = LateBettor()
    for count, horse in enumerate(("8", "6"), 1):
        picture.take(fact("rolled", roll=30 + count, horse=horse, position=9 + count))
        crossing = fact("red_line_crossed", horse=horse, count=count)
        picture.take(crossing)
        wishes = list(colette.wants(picture, crossing, 4))
    assert [(wish.marker, wish.spots[0], wish.patience) for wish in wishes] == [
        ("5", "win:6:3", 2),
        ("3a", "place:8:2", 2),
    ]
