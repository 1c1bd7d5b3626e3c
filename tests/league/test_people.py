"""Leaving and coming back, taking over one's record by a link, ratings and records."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db


def added(club: Club, name: str, **fields: object) -> str:
    return str(club.manager.made(f"{club.path}/members", {"name": name, **fields})["id"])


def test_who_leaves_keeps_results_and_comes_back() -> None:
    club = Club()
    ann = added(club, "Ann")
    game = club.game(club.night(), seats=[{"member": ann}, {"guest": "Bo"}])
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    assert club.manager.done(f"/members/{ann}/leave", {"reason": "moved away"})["left"] is True
    assert [row["member"]["name"] for row in club.table()["rows"]] == ["Ann", "Bo"]
    assert club.manager.done(f"/members/{ann}/rejoin")["left"] is False


def test_a_guest_takes_over_the_record_by_a_link_that_is_good_once() -> None:
    club = Club(public=True)
    ann = added(club, "Ann", guest=True)
    old = club.manager.made(f"/members/{ann}/claim-link")["token"]
    link = club.manager.made(f"/members/{ann}/claim-link")
    assert link["token"] in link["url"]
    assert NOBODY.post(f"/claim/{old}", {}).code == "no_token"
    assert NOBODY.post("/claim/rbp_nothing", {}).code == "not_found"
    assert NOBODY.post(f"/claim/{link['token'][:-2]}xx", {}).code == "not_found"
    wanted = {"name": "Ann Archer", "publish": "initials"}
    claimed = NOBODY.done(f"/claim/{link['token']}", wanted)
    assert (claimed["guest"], claimed["name"]) == (False, "A. A.")
    assert NOBODY.post(f"/claim/{link['token']}", {}).code == "no_token"
    shown = club.manager.get(f"/members/{ann}").json
    assert (shown["name"], shown["publish"], shown["guest"]) == ("Ann Archer", "initials", False)


def test_ratings_say_what_made_them_and_records_who_holds_them() -> None:
    club = Club()
    for day in ("2026-03-07", "2026-03-14"):
        run_race(club.manager, club.game(club.night(day), "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    rows = club.manager.get(f"{club.path}/ratings").json["results"]
    assert [(row["rank"], row["member"]["name"], row["games"]) for row in rows] == [(1, "Ann", 2), (2, "Bo", 2)]
    rating = club.manager.get(f"/members/{rows[0]['member']['id']}/ratings").json
    assert (rating["model"], rating["library"]) == ("PlackettLuce", "openskill")
    assert rating["parameters"]["mu"] == 25
    assert [point["date"] for point in rating["history"]] == ["2026-03-07", "2026-03-14"]
    # openskill 6 with its own defaults: the first win of two new players.
    assert (rating["history"][0]["mu"], rating["history"][0]["sigma"]) == (27.6354, 8.0659)
    records = {each["key"]: each for each in club.manager.get(f"{club.path}/records").json["results"]}
    assert {key: (each["value"], each["member"]["name"]) for key, each in records.items()} == {
        "highest_score": (15, "Ann"),
        "biggest_win": (15, "Ann"),
        "longest_streak": (2, "Ann"),
        "most_wins": (2, "Ann"),
        "most_games": (2, "Ann"),
    }


def test_nothing_played_has_no_ratings_and_no_records() -> None:
    club = Club()
    ann = added(club, "Ann")
    assert club.manager.get(f"/members/{ann}/ratings").json["history"] == []
    nothing = {"next": None, "previous": None, "results": []}
    for path in (f"{club.path}/ratings", f"{club.path}/records", f"/members/{ann}/results"):
        assert club.manager.get(path).json == nothing
    assert club.manager.get(f"/members/{ann}/head-to-head").json == nothing


def test_titles_are_games_by_name() -> None:
    club = Club()
    title = club.manager.made(f"{club.path}/titles", {"name": "Turf Horse Racing", "bgg_id": 12, "kind": "competitive"})
    changed = club.manager.patch(f"/titles/{title['id']}", {"lowest_wins": True}).json
    assert (changed["name"], changed["lowest_wins"], changed["version"]) == ("Turf Horse Racing", True, 2)
    assert [each["id"] for each in club.manager.get(f"{club.path}/titles").json["results"]] == [title["id"]]
    assert Club().manager.get(f"/titles/{title['id']}").code == "not_found"


def test_the_claim_page_changes_nothing_until_the_button_is_pressed() -> None:
    club, browser = Club(public=True), Client()
    ann = added(club, "Ann", guest=True)
    path = f"/claim/{club.manager.made(f'/members/{ann}/claim-link')['token']}"
    assert b"Is this you?" in browser.get(path).content
    assert club.manager.get(f"/members/{ann}").json["guest"] is True
    assert b"That is you now: Ann Archer." in browser.post(path, {"name": "Ann Archer", "publish": "none"}).content
    assert club.manager.get(f"/members/{ann}").json["publish"] == "none"
    assert browser.get(path).status_code == 401
    assert browser.get("/claim/nonsense").status_code == 404


def test_a_member_s_page_has_results_rivals_and_a_season_as_picture_and_figures() -> None:
    club = Club(public=True)
    for day in ("2026-03-07", "2026-03-14"):
        run_race(club.manager, club.game(club.night(day), "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    ann = club.table()["rows"][0]["member"]["id"]
    page = Client().get(f"/{club.slug}/members/{ann}").content.decode()
    assert "2026-03-07" in page and ">Bo</a>" in page
    assert '<polyline class="total" points="183,94 461,14"/>' in page  # 10 points a night: 10 is half as high as 20
    figures = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "2026-03-07 10 0 10 2026-03-14 10 0 20" in figures and "Rank 1 with 20 points" in figures
    assert Client().get(f"/{club.slug}/members/{club.season}").status_code == 404
