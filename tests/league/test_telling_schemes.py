"""A scoring scheme in sentences: whole, on the table's page and wherever one is chosen; and what a quorum did."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils import translation

from league.pages.schemes import of_scheme
from league.scoring.presets import PRESETS
from league.scoring.scheme import Attendance, Best, Bonus, Eligibility, Missing, Place, Scheme
from tests.league.calling import run_race
from tests.league.test_managing_pages import Office


def test_five_three_one_tells_its_points_its_quorum_and_its_ties() -> None:
    assert of_scheme(PRESETS["five-three-one"]) == [
        "Points for placing: 5, 3, 1.",
        "Places after that give nothing.",
        "Every game counts.",
        "A night gives points only if at least 3 members are there; guests don't make up the number.",
        "Who ties shares the points of these places, rounded up.",
        "Guests are ranked like members.",
        "At equal points decide, in this order: places, head to head.",
        "Who is level after all that shares the rank.",
    ]


def test_points_by_the_size_of_the_table_are_told_one_by_one() -> None:
    told = of_scheme(PRESETS["best-three-nights"])
    assert told[0].startswith(
        "Points for placing, by the number of players: 1: 6; 2: 10, 2; 3: 10, 6, 2; 4: 11, 7, 4, 2;"
    )
    assert "Larger tables, up to 30 players, go on in the same way." in told
    assert "The best 3 nights count." in told
    assert "A night missed is a result of 0, once somebody has been there." in told
    assert "1 bye a season at most; others are nights missed." in told
    assert "The first 4 play a final, which decides their ranks." in told


def test_bonuses_tell_their_caps_and_what_is_paid_beyond_the_list() -> None:
    assert of_scheme(PRESETS["turning-up"])[1:3] == [
        "2 extra points: for each game never played before.",
        "That gives at most 20 points a season.",
    ]
    assert of_scheme(PRESETS["curve"])[:2] == [
        "Points for placing, first to last: 100 %, 70 %, 50 %, 35 %, 25 % of 10 for each player.",
        "Each place after that: 1.",
    ]


def test_everything_else_a_scheme_can_say_is_said() -> None:
    scheme = Scheme(
        parts=(Place(points=(Decimal(1),)), Attendance(points=Decimal(1))),
        unit="night",
        count=Best(n=1),
        ties="worst",
        field="scoring",
        missing=Missing(excused="average", excuses=2, bye="zero", substitute="for"),
        eligibility=Eligibility(minimum_nights=2, minimum_games=3, quorum=1, guests="unranked", left="unranked"),
    )
    assert of_scheme(scheme) == [
        "Points for placing: 1.",
        "Places after that give nothing.",
        "1 point for being there.",
        "These points stay, even if the result they came with is dropped.",
        "The best night counts.",
        "A night gives points only if at least 1 member is there; guests don't make up the number.",
        "Who ties has the points of the worst of these places.",
        "Places are among those who score: substitutes and unranked guests take none.",
        "A night excused gives the average of one's own nights.",
        "2 excuses a season at most; others are nights missed.",
        "A bye is a result of 0.",
        "A substitute scores for whom he stands in.",
        "Ranked is who has 3 games.",
        "Ranked is who was there on 2 nights.",
        "Guests are not ranked.",
        "Whoever has left the club is not ranked.",
        "Who is level after all that shares the rank.",
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("1", "1 dodatna točka"),
        ("2", "2 dodatni točki"),
        ("4", "4 dodatne točke"),
        ("5", "5 dodatnih točk"),
        ("2.5", "2.5 dodatne točke"),
    ],
)
def test_slovenian_bends_the_points(points: str, said: str) -> None:
    with translation.override("sl"):
        told = of_scheme(Scheme(parts=(Bonus(on="win", points=Decimal(points)),)))
    assert told[0].startswith(said + ":")


@pytest.mark.django_db
def test_a_table_says_unfolded_that_a_quorum_left_a_night_without_points_and_equals_stand_by_name() -> None:
    office = Office()
    names = ["Zoe", "Cem", "Ann", "Bo"]
    season = office.club.season
    fields = {"preset": "five-three-one", "whole": "on", "reason": "all want it", "sure": "on"}
    office.send(f"/seasons/{season}/scoring", **fields)
    night = office.club.night("2026-03-14")
    run_race(office.club.manager, office.club.game(night, *names)["id"], {})
    told = office.read(f"/seasons/{season}")
    assert (
        told.count("This night gave nobody points: 2026-03-14. A night gives points only if at least 3 members are")
        == 1
    )
    assert "This night gave nobody points: 2026-03-14." in office.read(f"/nights/{night}")
    rows = office.club.table()["rows"]
    assert [(row["member"]["name"], row["points"]) for row in rows] == [("Ann", 0), ("Bo", 0), ("Cem", 0), ("Zoe", 0)]
