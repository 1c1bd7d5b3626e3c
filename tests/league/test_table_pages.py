"""What a table's pages say beside the ranks: why, who plays in which division, what is over, what is void."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.league.calling import Club
from tests.league.imports.calling import applied, bgstats, play

pytestmark = pytest.mark.django_db

BEST_OF_TWO = {
    "name": "Best two",
    "unit": "night",
    "parts": [{"type": "place", "points": [10, 6, 2]}, {"type": "attendance", "points": 1}],
    "count": {"type": "best", "n": 2},
    "missing": {"excused": "average"},
    "tie_breaks": ["dropped_points", "wins"],
    "final": {"qualify": 2},
}


def text_of(path: str, status: int = 200) -> str:
    response = Client().get(path)
    assert response.status_code == status, (path, response.content)
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def sheet(club: Club, night: str, title: str = "Azul", **scores: int) -> Any:
    body = {
        "ruleset": "scoresheet",
        "title": title,
        "seats": [{"guest": name} for name in scores],
        "rows": [{"seat": n, "score": score} for n, score in enumerate(scores.values(), 1)],
    }
    return club.manager.made(f"/nights/{night}/games", body)


@pytest.fixture
def club() -> Club:
    """Ann and Bo won a night each, and one was theirs together; Cy was excused once."""
    club = Club(public=True)
    change = {"scheme": BEST_OF_TWO, "from": "start", "reason": "the rules of 2026"}
    club.manager.made(f"/seasons/{club.season}/scoring", change)
    sheet(club, club.night("2026-01-03"), Ann=30, Bo=20, Cy=10)
    sheet(club, club.night("2026-01-10"), Bo=30, Ann=20, Cy=10)
    excused = club.night("2026-01-17")
    sheet(club, excused, Ann=20, Bo=10)
    cy = next(each["id"] for each in club.manager.get(f"{club.path}/members").json["results"] if each["name"] == "Cy")
    club.manager.put(f"/nights/{excused}/attendance", [{"member": cy, "status": "excused"}])
    return club


def test_a_row_says_what_counted_and_what_did_not(club: Club) -> None:
    table = text_of(f"/{club.slug}/table")
    # Ann: 10, 6, 10 and 3 for coming: 20 + 3; Bo: 6, 10, 6: 16 + 3; Cy: 2, 2 and once their average: 4 + 2.
    assert "23 points: Placing 20 + Attendance 3. 3 results count, 1 is dropped." in table
    assert "19 points: Placing 16 + Attendance 3." in table and "6 points: Placing 4 + Attendance 2." in table
    assert "2026-01-10 : 6 dropped, place 2 not among the best" in table
    assert "Why?" not in text_of(f"/embed/{club.slug}/table")


def test_a_tie_break_is_said_in_words(club: Club) -> None:
    sheet(club, club.night("2026-01-24"), Bo=20, Ann=10)
    assert "ahead by" not in text_of(f"/{club.slug}/table")  # 10, 10, 6, 6 both
    sheet(club, club.night("2026-01-31"), Ann=20, Bo=10)
    assert "Level with Bo on points, ahead by dropped points: 22 to 18." in text_of(f"/{club.slug}/table")


def test_divisions_have_tables_of_their_own_on_the_season_s_page(club: Club) -> None:
    rows = club.table()["rows"]
    ids = {row["member"]["name"]: row["member"]["id"] for row in rows}
    divisions = {"first": [ids["Bo"], ids["Cy"]], "second": [ids["Ann"]]}
    club.manager.patch(f"/seasons/{club.season}", {"divisions": divisions})
    page = text_of(f"/{club.slug}/seasons/{club.season}")
    first, rest = page.split("Division first")[1].split("Division second")
    second, everybody = rest.split("All divisions")
    assert ["Bo" in part for part in (first, second, everybody)] == [True, False, True]
    assert ["Cy" in part for part in (first, second, everybody)] == [True, False, True]
    assert ["Ann" in part for part in (first, second, everybody)] == [False, True, True]


def test_past_seasons_stand_in_the_archive_with_who_was_first(club: Club) -> None:
    assert "Past seasons" not in text_of(f"/{club.slug}")
    assert "No season has been closed yet." in text_of(f"/{club.slug}/archive")
    club.manager.done(f"/seasons/{club.season}/close", {"reason": "it is over"})
    assert "Past seasons" in text_of(f"/{club.slug}")
    archive = text_of(f"/{club.slug}/archive")
    assert "2026 2026-01-01 – 2026-12-31, 3 nights 1 Ann 23 2 Bo 19 3 Cy 6" in archive
    assert "The season is closed." in text_of(f"/{club.slug}/seasons/{club.season}")


def test_void_friendly_and_final_nights_say_so(club: Club) -> None:
    void, friendly, final = club.night("2026-02-07"), club.night("2026-02-14"), club.night("2026-02-21", kind="final")
    club.manager.patch(f"/nights/{friendly}", {"kind": "friendly"})
    club.manager.done(f"/nights/{void}/void", {"reason": "the wrong club"})
    page = text_of(f"/{club.slug}")
    for each in ("2026-02-07 void", "2026-02-14 open friendly", "2026-02-21 open final"):
        assert each in page
    assert "This night is void: no table counts it." in text_of(f"/{club.slug}/nights/{void}")
    assert "a friendly night: counts in no table" in text_of(f"/{club.slug}/nights/{friendly}")
    assert ", the final" in text_of(f"/{club.slug}/nights/{final}")


def test_nights_that_only_a_void_import_brought_are_gone_from_the_lists_and_read_void() -> None:
    club = Club(public=True)
    mine = club.night("2026-03-14")
    report = applied(
        club, bgstats(play("A", "2026-01-10 20:00:00", "2", "1"), play("B", "2026-01-11 20:00:00", "2", "1"))
    )
    imported = {each["date"]: each["id"] for each in club.manager.get(f"{club.path}/nights").json["results"]}
    tag = club.manager.get(f"/nights/{imported['2026-01-10']}").headers["ETag"]
    club.manager.done(f"/nights/{imported['2026-01-11']}/reopen", {"reason": "one more game"})
    sheet(club, imported["2026-01-11"], Ann=1, Bo=2)
    club.manager.done(f"/imports/{report['id']}/void", {"reason": "the wrong file"})
    shown = {each["date"]: each["void"] for each in club.manager.get(f"{club.path}/nights").json["results"]}
    assert shown == {"2026-01-10": True, "2026-01-11": False, "2026-03-14": False}
    answer = club.manager.get(f"/nights/{imported['2026-01-10']}", If_None_Match=tag)
    assert (answer.status, answer.json["void"]) == (200, True)
    page = text_of(f"/{club.slug}")
    assert "2026-01-11" in page and "2026-01-10" not in page
    assert "This night is void" in text_of(f"/{club.slug}/nights/{imported['2026-01-10']}")
    assert club.manager.get(f"{club.path}/nights/current").json["id"] in (mine, imported["2026-01-11"])
