"""Who came where, from what people wrote down."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from races.rules.protocol import Refused
from races.rules.scoresheet import V1
from races.rules.scoresheet.moves import Row
from races.rules.scoresheet.ranking import canonical, disagreements
from tests.races.rules.table import Table


def recorded(rows: list[dict[str, Any]], options: dict[str, Any] | None = None, seats: int = 4, **more: Any) -> Table:
    table = Table(V1, options or {}, range(1, seats + 1))
    table.host("record", rows=rows, **more)
    return table


def by_seat(*fields: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seat": seat, **each} for seat, each in enumerate(fields, 1)]


def scores(*values: Any) -> list[dict[str, Any]]:
    return by_seat(*[{} if value is None else {"score": value} for value in values])


def ranks(table: Table) -> list[int | None]:
    return [line.rank for line in table.state.lines]


def winners(table: Table) -> list[int]:
    return [line.seat for line in table.state.lines if line.winner]


def test_scores_without_ranks_give_places_and_two_winners() -> None:
    table = recorded(scores(42, 42, 37, 41))
    assert ranks(table) == [1, 1, 4, 3]
    assert winners(table) == [1, 2]


def test_the_lowest_score_may_win() -> None:
    assert ranks(recorded(scores(3, -1, 5, 3), {"lowest_wins": True})) == [2, 1, 4, 2]
    assert ranks(recorded(scores(3, -1, 5, 3), lowest_wins=True)) == [2, 1, 4, 2]


def test_a_missing_score_is_not_zero_and_comes_last() -> None:
    assert ranks(recorded(scores(-5, None, 0, None))) == [2, 3, 1, 3]


def test_zero_is_not_missing() -> None:
    assert ranks(recorded(scores(0, 0, 0, 1))) == [2, 2, 2, 1]


def test_a_rank_beats_scores() -> None:
    rows = by_seat({"score": 10, "rank": 2}, {"score": 9, "rank": 1}, {"score": 8, "rank": 3}, {"score": 8, "rank": 3})
    assert ranks(recorded(rows)) == [2, 1, 3, 3]


def test_a_hand_made_hole_among_ranks_is_closed() -> None:
    rows = by_seat({"rank": 1}, {"rank": 3}, {"rank": 1}, {"rank": 9})
    assert ranks(recorded(rows)) == [1, 3, 1, 4]


def test_a_winner_set_by_hand_beats_ranks_and_scores() -> None:
    rows = by_seat({"score": 15}, {"score": 15, "winner": True}, {"score": 14}, {"score": 14})
    assert ranks(recorded(rows)) == [2, 1, 3, 3]
    rows = by_seat({"rank": 1}, {"rank": 2, "winner": True}, {"rank": 3}, {"rank": 4})
    assert ranks(recorded(rows)) == [2, 1, 3, 4]


def test_only_a_winner_is_known() -> None:
    assert ranks(recorded(by_seat({}, {}, {"winner": True}, {}))) == [2, 2, 1, 2]


def test_nobody_marked_as_winner_says_nothing() -> None:
    rows = by_seat({"score": 1, "winner": False}, {"score": 2, "winner": False}, {}, {})
    assert ranks(recorded(rows)) == [2, 1, 3, 3]


def test_nothing_known_gives_no_result() -> None:
    table = recorded(by_seat({}, {}, {}, {}))
    assert ranks(table) == [None] * 4
    assert V1.result(table.state) is None
    assert V1.summary(table.state).status == "finished"


def test_a_team_shares_its_result() -> None:
    rows = by_seat({"team": 1, "score": 10}, {"team": "B", "score": 12}, {"team": "1"}, {"team": "B"})
    table = recorded(rows, {"kind": "team"})
    assert ranks(table) == [3, 1, 3, 1]
    assert winners(table) == [2, 4]
    one_winner = by_seat({"team": 0, "winner": True}, {"team": 1}, {"team": 0}, {"team": 1})
    assert ranks(recorded(one_winner)) == [1, 3, 1, 3]
    assert winners(recorded(one_winner)) == [1, 3]


def test_a_cooperative_game_is_won_together_or_has_no_places() -> None:
    won = recorded(by_seat({"score": 3}, {"winner": True}, {}, {}), {"kind": "cooperative"})
    assert ranks(won) == [1, 1, 1, 1]
    lost = recorded(scores(3, 4, 5, 6), {"kind": "cooperative"})
    assert ranks(lost) == [None] * 4
    assert V1.result(lost.state) is None
    assert V1.summary(won.state).headline == "Won together"


def test_seats_without_a_row_did_not_play() -> None:
    table = recorded([{"seat": 2, "score": 1}, {"seat": 4, "score": 0}])
    assert [(line.seat, line.rank) for line in V1.result(table.state) or ()] == [(2, 1), (4, 2)]


def test_decimals_are_exact() -> None:
    table = recorded(scores(15.1, 15, 0.1, 0.3))
    assert [line.score for line in table.state.lines] == ["15.1", "15", "0.1", "0.3"]
    assert ranks(table) == [1, 2, 4, 3]
    assert [row["score"] for row in V1.view(table.state, None)["rows"]] == [15.1, 15, 0.1, 0.3]


@pytest.mark.parametrize(
    ("number", "text"), [("42.50", "42.5"), ("1E+3", "1000"), ("-0.0", "0"), ("0", "0"), ("-7", "-7"), ("100", "100")]
)
def test_a_score_has_one_way_to_be_written(number: str, text: str) -> None:
    assert canonical(Decimal(number)) == text


@pytest.mark.parametrize("score", ["NaN", "Infinity", 1.00001, 1e13])
def test_scores_that_are_none(score: Any) -> None:
    with pytest.raises(Refused) as refused:
        recorded(scores(score))
    assert refused.value.code == "invalid"
    assert refused.value.extra["errors"][0]["field"] == "$.rows[0].score"


def test_amending_needs_a_result_and_recording_none() -> None:
    table = Table(V1, {}, [1, 2])
    with pytest.raises(Refused, match="not_running"):
        table.host("amend", rows=scores(1, 2), reason="a slip")
    table.host("record", rows=scores(1, 2), duration_min=90)
    with pytest.raises(Refused, match="already_recorded"):
        table.host("record", rows=scores(1, 2))
    table.host("amend", rows=scores(3, 2), reason="a slip of the pen")
    assert ranks(table) == [1, 2]
    assert (table.state.amended, table.state.duration_min) == (True, 90)


def test_a_seat_does_not_write() -> None:
    table = Table(V1, {}, [1, 2])
    with pytest.raises(Refused, match="wrong_scope"):
        table.seat(1, "record", rows=scores(1, 2))


def test_a_latecomer_gets_a_chair_and_a_closed_sheet_has_no_result() -> None:
    table = Table(V1, {}, [1, 2])
    table.host("add_seat")
    assert [chair.colour for chair in table.state.chairs] == ["red", "blue", "green"]
    table.host("close_game", reason="it got late")
    assert V1.result(table.state) is None
    with pytest.raises(Refused, match="game_over"):
        table.host("record", rows=scores(1, 2, 3))


def test_what_contradicts_itself_is_said() -> None:
    def said(rows: list[dict[str, Any]], lowest_wins: bool = False) -> list[str]:
        return disagreements(msgspec.convert(rows, list[Row]), lowest_wins=lowest_wins)

    assert said(scores(1, 2, 3)) == []
    assert said(by_seat({"score": 1, "winner": True}, {"score": 2})) == ["a winner hasn't got the best score"]
    assert said(by_seat({"score": 1, "winner": True}, {"score": 2}), lowest_wins=True) == []
    assert said(by_seat({"rank": 2, "winner": True}, {"rank": 1})) == ["a winner's rank isn't 1"]
    assert said(by_seat({"rank": 1, "score": 3}, {"rank": 2, "score": 5})) == ["ranks and scores disagree"]
    assert said(by_seat({"rank": 1}, {"rank": 3}, {"rank": 1})) == []
    assert said(by_seat({"rank": 1}, {"rank": 3})) == ["the ranks have a hole"]
