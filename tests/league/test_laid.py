"""A bet in the log names a place on the board; which card lay there depends on the race and on what was taken back."""

from __future__ import annotations

from django.utils.translation import override

from league.pages import sentences, words
from league.pages.laid import Laid, Step
from league.pages.spots import named

LOG = [
    (3, Step(race=1, props=("5>7", "2-3>blue"))),
    (9, Step(race=1, props=("4>9", "10>6"))),  # the cards of the real table, typed in
    (40, Step(race=2, props=("8>blue", "9>7"))),
    (50, Step(to=5)),  # back to before they were typed in
]


def test_a_prop_bet_is_told_by_the_card_that_lay_there_then() -> None:
    laid = Laid(LOG)
    at = {version: laid.told(version, {"race": 1, "spot": "prop:1"})["spot"] for version in (4, 10, 45, 51)}
    assert at == {4: "prop:5>7", 10: "prop:4>9", 45: "prop:4>9", 51: "prop:5>7"}
    assert laid.told(45, {"race": 2, "spot": "prop:2"})["spot"] == "prop:9>7"
    assert laid.told(51, {"race": 2, "spot": "prop:2"})["spot"] == "prop:2"  # race 2 was taken back
    assert laid.told(45, {"race": 2, "spot": "win:7:1"}) == {"race": 2, "spot": "win:7:1"}


def test_the_words_of_a_place_and_of_a_card() -> None:
    assert [words.spot(key) for key in ("prop:5>7", "prop:2-3>blue", "prop:3")] == [
        "5 ahead of 7",
        "2/3 ahead of every blue horse",
        "Prop 3",
    ]
    assert words.card("bonus-black-3") == "Bonus Bet Token: black 3"
    with override("fr"):
        assert words.spot("prop:5>7") == "5 devant 7"


def test_spots_in_a_list_are_told_apart() -> None:
    board = {
        "spots": [
            {"spot": "place:6:1", "pays": 2, "loses": 5},
            {"spot": "place:6:2", "pays": 2, "loses": 4},
            {"spot": "win:6:3", "pays": 3, "loses": 0},
        ]
    }
    view = {
        "props": [{"spot": "prop:1", "card": "5>7", "pays": 3, "loses": 2}],
        "exotics": [
            {"card": "by-a-nose", "spots": ["exotic:by-a-nose:1", "exotic:by-a-nose:2"], "pays": 6, "loses": 2}
        ],
    }
    assert list(named(board, view).values()) == [
        "6 to place, 2:1, −$5",
        "6 to place, 2:1, −$4",
        "6 to win, 3:1",
        "5 ahead of 7, 3:1, −$2",
        "By a Nose, 6:1, −$2 (1)",
        "By a Nose, 6:1, −$2 (2)",
    ]
    assert named({}, {}) == {}


def test_seats_are_told_by_name_wherever_a_number_stands_for_one() -> None:
    def told(text: str, **data: object) -> str:
        return sentences.line({"x": [{"text": text, "when": {}}]}, "x", data, {1: "Ann", 3: "Bo"})

    assert told("{dealer} deals.", dealer=3) == "Bo deals."
    assert told("Dogs of {order}.", order=[3, 1, 2]) == "Dogs of Bo, Ann, Seat 2."
    assert told("In: {places}.", places=[1, None, 3]) == "In: Ann, –, Bo."
    assert told("{seat} sits down.", seat=1) == "Ann sits down."
    assert told("Seat {chair} is free.", seat=1) == "Seat 1 is free."
