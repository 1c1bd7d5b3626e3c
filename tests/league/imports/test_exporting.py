"""Plays out: a table for spreadsheets, a share file and a push link for BG Stats; and back in again."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.league.calling import NOBODY, Club, run_race
from tests.league.imports.calling import applied, apply, bgstats, counts, names, play, table, taken

pytestmark = pytest.mark.django_db


def exported(club: Club, query: str) -> bytes:
    response = club.manager.client.get(f"/api/v1{club.path}/plays{query}", headers=club.manager._headers({}))
    assert response.status_code == 200, response.content
    return bytes(response.content)


def sheet(club: Club, night: str, names: list[str], scores: list[Any], **fields: Any) -> Any:
    rows = [{"seat": n, **({} if score is None else {"score": score})} for n, score in enumerate(scores, 1)]
    body = {"ruleset": "scoresheet", "title": "Azul", "seats": [{"guest": name} for name in names], "rows": rows}
    return club.manager.made(f"/nights/{night}/games", {**body, **fields})


def test_a_spreadsheet_opens_it_with_names_made_harmless_and_numbers_as_numbers() -> None:
    club = Club()
    sheet(club, club.night("2026-03-14"), ["=SUM(A1)", "Bob", "Cy"], [42.5, -3, None])
    rows = list(csv.DictReader(io.StringIO(exported(club, "?format=csv").decode())))
    assert [(row["date"], row["game"], row["player"], row["score"], row["rank"], row["winner"]) for row in rows] == [
        ("2026-03-14", "Azul", "'=SUM(A1)", "42.5", "1", "true"),
        ("2026-03-14", "Azul", "Bob", "-3", "2", "false"),
        ("2026-03-14", "Azul", "Cy", "", "3", "false"),
    ]


def test_money_is_the_score_of_a_race_and_spans_are_dates_of_nights() -> None:
    club = Club()
    race = club.game(club.night("2026-03-07"), "Ann", "Bo")
    run_race(club.manager, race["id"], {1: ("5", "win:7:1")})
    sheet(club, club.night("2026-03-14"), ["Ann", "Bo"], [1, 2])
    plays = club.manager.get(f"{club.path}/plays?to=2026-03-13").json["results"]
    assert [(row["game"], row["player"], row["rank"]) for row in plays] == [
        ("Ready Set Bet", "Ann", 1),
        ("Ready Set Bet", "Bo", 2),
    ]
    assert plays[0]["score"] > 0 == plays[1]["score"]
    assert len(club.manager.get(f"{club.path}/plays?from=2026-03-14").json["results"]) == 2
    assert club.manager.get(f"{club.path}/plays?from=yesterday").code == "invalid"


def test_a_share_file_comes_in_elsewhere_with_the_same_places() -> None:
    club, other = Club(), Club()
    title = {"name": "Azul", "bgg_id": 230802}
    club.manager.made(f"{club.path}/titles", title)
    sheet(club, club.night("2026-03-14"), ["Ada", "Bob", "Cy", "Dee"], [42, 42, 37, 41])
    sheet(club, club.night("2026-03-21"), ["Ada", "Bob"], [None, 12.5])
    raw = exported(club, "?format=bgsplay")
    assert counts(applied(other, raw)) == (2, 0, 0, 0, 0)

    def said(club: Club) -> Any:
        rows = club.manager.get(f"{club.path}/plays").json["results"]
        return [(r["date"], r["game"], r["player"], r["score"], r["rank"], r["number_players"]) for r in rows]

    assert said(other) == said(club)
    assert [title["bgg_id"] for title in other.manager.get(f"{other.path}/titles").json["results"]] == [230802]


def test_what_comes_back_home_is_known() -> None:
    club = Club()
    game = sheet(club, club.night("2026-03-14"), ["Ada", "Bob"], [3, 2])
    before = table(club)
    link = club.manager.get(f"/games/{game['id']}/bgstats").json["url"]
    for raw in (exported(club, "?format=bgsplay"), exported(club, "?format=csv"), link.encode()):
        report = taken(club, raw)
        assert counts(report) == (0, 0, 1, 0, 0)
        apply(club, report["id"])
    assert table(club) == before
    assert names(club) == ["Ada", "Bob"]


def test_seats_of_nobody_are_anonymous_players() -> None:
    club = Club()
    data = json.loads(bgstats(play("A", "2026-01-10 20:15:00", "3", "2", "5")))
    data["players"][2]["isAnonymous"] = True
    applied(club, json.dumps(data).encode())
    out = json.loads(exported(club, "?format=bgsplay"))
    assert [(each["name"], each["isAnonymous"]) for each in out["players"]] == [
        ("Ada", False),
        ("Bob", False),
        ("Anonymous player", True),
    ]
    assert [seat["rank"] for seat in out["plays"][0]["playerScores"]] == [2, 3, 0]


def test_a_push_link_holds_the_play() -> None:
    club = Club()
    game = sheet(club, club.night("2026-03-14"), ["Ada", "Bob"], [42.5, 3])
    answer = club.manager.get(f"/games/{game['id']}/bgstats").json
    url = urlsplit(answer["url"])
    assert (url.scheme, url.netloc, url.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    data = json.loads(parse_qs(url.query)["data"][0])
    assert data == answer["play"]
    assert (data["sourceName"], data["sourcePlayId"], data["game"]["name"]) == ("Railbird", game["id"], "Azul")
    assert [(each["name"], each["score"], each["rank"], each["winner"]) for each in data["players"]] == [
        ("Ada", 42.5, 1, True),
        ("Bob", 3, 2, False),
    ]


def test_what_is_void_or_not_over_goes_nowhere() -> None:
    club = Club()
    night = club.night("2026-03-14")
    waiting = club.manager.made(
        f"/nights/{night}/games", {"ruleset": "scoresheet", "seats": [{"guest": "Ada"}, {"guest": "Bob"}]}
    )
    assert club.manager.get(f"/games/{waiting['id']}/bgstats").code == "not_running"
    game = sheet(club, night, ["Ada", "Bob"], [3, 2])
    done = applied(club, bgstats(play("A", "2026-01-10 20:15:00", "3", "2")))
    assert len(club.manager.get(f"{club.path}/plays").json["results"]) == 4
    club.manager.post(f"/imports/{done['id']}/void", {"reason": "x"})
    club.manager.post(f"/games/{game['id']}/void", {"reason": "x"})
    assert club.manager.get(f"{club.path}/plays").json["results"] == []
    assert club.manager.get(f"/games/{game['id']}/bgstats").code == "not_running"


def test_names_go_out_as_their_owners_want_them() -> None:
    club = Club(public=True)
    ada = club.manager.made(f"{club.path}/members", {"name": "Ada Lovelace", "publish": "none"})["id"]
    bob = club.manager.made(f"{club.path}/members", {"name": "Bob Stone", "publish": "initials"})["id"]
    body = {"ruleset": "scoresheet", "seats": [{"member": ada}, {"member": bob}]}
    rows = [{"seat": 1, "score": 1}, {"seat": 2, "score": 2}]
    club.manager.made(f"/nights/{club.night()}/games", {**body, "rows": rows})
    assert [row["player"] for row in NOBODY.get(f"{club.path}/plays").json["results"]] == ["", "B. S."]
    private = Club()
    assert NOBODY.get(f"{private.path}/plays").code == "no_token"
