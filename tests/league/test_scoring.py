"""The table as a pure function: seasons written out by hand, points reckoned by hand (tests/vectors/league)."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from league.scoring.checking import checked
from league.scoring.facts import Facts, Held
from league.scoring.numbers import exact
from league.scoring.placing import placing
from league.scoring.presets import DEFAULT, PRESETS, SIX_A_PLAYER
from league.scoring.scheme import Place, Scheme
from league.scoring.table import table
from tests.league import written_season as written
from tests.league.written_season import facts, lines, shown


@pytest.mark.parametrize("name", written.files())
def test_the_rules_of_real_clubs_give_the_tables_reckoned_by_hand(name: str) -> None:
    season = written.read(name)
    known = written.names_in(season)
    for day, rows in season["tables"].items():
        found = table(facts(season), date.fromisoformat(day)).rows
        assert [shown(row, expected, known) for row, expected in zip(found, rows, strict=True)] == [
            {"tie_break": None, **expected} for expected in rows
        ]


@pytest.mark.parametrize("name", written.files())
def test_parts_add_up_and_the_order_of_the_facts_changes_nothing(name: str) -> None:
    season = facts(written.read(name))
    rows = table(season).rows
    for row in rows:
        assert exact(sum(row.parts.values(), Fraction(0))) == exact(row.points)
    mixed = random.Random(5)
    for _ in range(5):
        shuffled = Facts(
            schemes=season.schemes,
            nights=mixed.sample(season.nights, len(season.nights)),
            games=mixed.sample(season.games, len(season.games)),
            attendance=mixed.sample(season.attendance, len(season.attendance)),
            adjustments=season.adjustments,
            people=season.people,
        )
        assert table(shuffled).rows == rows


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_presets_are_schemes_in_canonical_form(key: str) -> None:
    preset = PRESETS[key]
    assert checked(preset) == preset
    assert msgspec.json.decode(msgspec.json.encode(preset), type=Scheme) == preset


@pytest.mark.parametrize(
    ("players", "points"),
    [
        (2, [10, 2]),
        (3, [10, 6, 2]),
        (4, [11, 7, 4, 2]),
        (5, [12, 8, 5, 3, 2]),
        (6, [13, 9, 6, 4, 2, 2]),
        (9, [16, 12, 9, 7, 2, 2, 2, 2, 2]),
    ],
)
def test_placing_points_are_six_a_player_and_the_last_place_has_two(players: int, points: list[int]) -> None:
    assert [int(placing(SIX_A_PLAYER, "split", rank, 1, players)) for rank in range(1, players + 1)] == points
    assert sum(points) == 6 * players


def season_of(*nights: list[str], **scheme: object) -> Facts:
    """A night for each list of games, a week apart from 3 January 2026 on."""
    days = [f"2026-01-{3 + 7 * n:02}" for n in range(len(nights))]
    rules = scheme or msgspec.to_builtins(PRESETS[DEFAULT])
    return facts(
        {"scheme": rules, "nights": [{"date": day, "games": games} for day, games in zip(days, nights, strict=True)]}
    )


def test_tied_places_are_numbered_1_2_2_4() -> None:
    season = season_of(["Ann 20, Bo 15, Cy 15, Dee 9"], name="money", parts=[{"type": "money"}])
    found = table(season).rows
    assert [(row.rank, row.shared, int(row.points)) for row in found] == [
        (1, False, 20),
        (2, True, 15),
        (2, True, 15),
        (4, False, 9),
    ]


@pytest.mark.parametrize(("unit", "counted"), [("game", ["70", "80"]), ("night", ["150"])])
def test_two_games_of_one_night_are_two_results_or_one(unit: str, counted: list[str]) -> None:
    rules = {"name": "best three", "unit": unit, "parts": [{"type": "money"}], "count": {"type": "best", "n": 3}}
    ann = table(season_of(["Ann 70, Bo 60", "Ann 80, Bo 10"], **rules)).rows[0]
    assert [written.text(entry.points) for entry in ann.counted] == counted
    assert (ann.games, ann.nights) == (2, 1)


@pytest.mark.parametrize(
    ("ties", "points"),
    [("split", "2.5"), ("split_up", "3"), ("split_down", "2"), ("better", "4"), ("worst", "1")],
)
def test_what_those_who_tie_get(ties: str, points: str) -> None:
    rules = {"name": "x", "parts": [{"type": "place", "points": [9, 4, 1]}], "ties": ties}
    found = lines(table(season_of(["Ann 30, Bo 20, Cy 20"], **rules)), ["Ann", "Bo", "Cy"])
    assert [(rank, each) for rank, _, each in found] == [(1, "9"), (2, points), (2, points)]


def test_a_three_way_tie_is_exact_to_four_decimals_and_adds_up() -> None:
    found = table(season_of(*[["Ann 5, Bo 5, Cy 5, Dee 0"]] * 3)).rows
    assert written.text(found[0].points) == "22"  # three times 22/3


def test_equal_points_are_parted_by_the_first_rule_that_can_and_the_row_says_which() -> None:
    found = table(season_of(["Ann 30, Bo 20"], ["Bo 15, Ann 4"])).rows
    assert [(row.rank, row.tie_break and row.tie_break.rule) for row in found] == [(1, "money"), (2, None)]
    assert (found[0].tie_break.value, found[0].tie_break.other_value) == (35, 34)  # type: ignore[union-attr]


def test_places_part_by_firsts_then_seconds_and_name_the_one_that_did() -> None:
    rules = {"name": "x", "parts": [{"type": "place", "points": [2, 2, 2]}], "tie_breaks": ["places"]}
    found = table(season_of(["Ann 9, Bo 8, Cy 7"], **rules)).rows
    assert [(row.rank, row.tie_break and (row.tie_break.rule, int(row.tie_break.value))) for row in found] == [
        (1, ("wins", 1)),
        (2, ("seconds", 1)),
        (3, None),
    ]


def test_head_to_head_is_among_those_who_still_tie() -> None:
    rules = {"name": "x", "parts": [{"type": "place", "points": [3, 0]}], "tie_breaks": ["head_to_head"]}
    found = table(season_of(["Ann 2, Bo 1"], ["Bo 2, Cy 1"], ["Cy 2, Dee 1"], **rules)).rows
    # Ann, Bo, Cy have 3 each: Ann beat Bo (+1), Bo lost and won (0), Cy lost (-1); Cy's win over Dee says nothing.
    assert [row.member for row in found] == [written.who(name) for name in ("Ann", "Bo", "Cy", "Dee")]
    assert [row.tie_break and (row.tie_break.rule, int(row.tie_break.value)) for row in found] == [
        ("head_to_head", 1),
        ("head_to_head", 0),
        None,
        None,
    ]


def test_a_substitute_may_score_for_whom_he_stands_in() -> None:
    rules = {"name": "x", "parts": [{"type": "place", "points": [5, 3]}], "missing": {"substitute": "for"}}
    marked = {"Flo": "substitute for Bo"}
    season = {"scheme": rules, "nights": [{"date": "2026-01-03", "games": ["Flo 9, Ann 4"], "marked": marked}]}
    assert lines(table(facts(season)), ["Ann", "Bo", "Flo"]) == [(1, "Bo", "5"), (2, "Ann", "3")]


def test_guests_may_go_without_rank_and_without_taking_a_place() -> None:
    rules = {
        "name": "x",
        "parts": [{"type": "place", "points": [5, 3, 1]}],
        "eligibility": {"guests": "unranked"},
        "field": "scoring",
    }
    season = {"scheme": rules, "guests": ["Gil"], "nights": [{"date": "2026-01-03", "games": ["Gil 9, Ann 8, Bo 7"]}]}
    assert lines(table(facts(season)), ["Ann", "Bo"]) == [(1, "Ann", "5"), (2, "Bo", "3")]
    all_of_them = facts({**season, "scheme": {**rules, "field": "all"}})
    found = table(all_of_them).rows
    assert lines(table(all_of_them), ["Ann", "Bo", "Gil"]) == [(1, "Ann", "3"), (2, "Bo", "1"), (None, "Gil", "5")]
    assert found[2].why_not == "Guests are not ranked."


def test_each_night_is_scored_by_the_scheme_of_its_date() -> None:
    season = season_of(["Ann 9, Bo 8"], ["Ann 9, Bo 8"])
    old = Scheme(name="old", parts=(Place(points=(Decimal(5), Decimal(3))),))
    new = Scheme(name="new", parts=(Place(points=(Decimal(100), Decimal(0))),))

    def points(*schemes: Held) -> list[str]:
        changed = msgspec.structs.replace(season, schemes=schemes)
        return [written.text(row.points) for row in table(changed).rows]

    first = Held(version=1, scheme=old)
    assert points(first, Held(version=2, scheme=new, since=date(2026, 1, 10))) == ["105", "3"]
    assert points(first, Held(version=2, scheme=new)) == ["200", "0"]
    assert points(first, Held(version=2, scheme=new, since=date(2026, 1, 4)), Held(version=3, scheme=old)) == [
        "10",
        "6",
    ]
    changed = msgspec.structs.replace(season, schemes=[first, Held(version=2, scheme=new, since=date(2026, 1, 10))])
    assert [entry.scheme for entry in table(changed).rows[0].counted] == [1, 2]
    assert table(changed, date(2026, 1, 9)).held.version == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [("12.0000", "12"), ("120", "120"), ("6.50", "6.5"), ("7.33333", "7.3333"), ("-2", "-2"), ("0.00001", "0")],
)
def test_numbers_have_no_needless_zeros(value: str, text: str) -> None:
    assert str(exact(Decimal(value))) == text


def test_no_results_no_rows() -> None:
    assert table(season_of()).rows == ()
