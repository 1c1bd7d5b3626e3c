"""Names that aren't what they look like get in nowhere: by no call, no form, no file."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.calling import NOBODY, Club
from tests.league.imports.calling import applied, bgstats, names, play, taken, upload

pytestmark = pytest.mark.django_db

HIDDEN, TURNED = "An\u200bn", "Ann\u202e"


@pytest.mark.parametrize("name", [HIDDEN, TURNED], ids=ascii)
def test_every_call_that_takes_a_name_refuses_it_with_its_field(name: str) -> None:
    club = Club()
    night = club.night()
    game = club.manager.made(f"/nights/{night}/games", {"ruleset": "ready-set-bet", "seats": [{"guest": "Bo"}, {}]})
    member = club.manager.made(f"{club.path}/members", {"name": "Cy"})["id"]
    title = club.manager.made(f"{club.path}/titles", {"name": "Azul"})["id"]
    link = club.manager.made(f"/members/{member}/claim-link")["token"]
    before = club.manager.get(f"{club.path}/events?limit=500").json["results"]
    span = {"starts_on": "2027-01-01", "ends_on": "2027-12-31"}
    scoring = {"scheme": {"name": name, "parts": [{"type": "money"}]}, "from": "start", "reason": "x"}
    opening = {"ruleset": "ready-set-bet", "seats": [{"guest": name}, {}]}
    calls: list[tuple[str, str, Any, str]] = [
        ("POST", f"{club.path}/members", {"name": name}, "$.name"),
        ("POST", f"{club.path}/members", [{"name": "Dee"}, {"name": "Eve", "alias": name}], "$[1].alias"),
        ("PATCH", f"/members/{member}", {"name": name}, "$.name"),
        ("PATCH", f"/members/{member}", {"alias": name}, "$.alias"),
        ("POST", f"/claim/{link}", {"name": name}, "$.name"),
        ("PATCH", club.path, {"name": name}, "$.name"),
        ("POST", f"{club.path}/titles", {"name": name}, "$.name"),
        ("PATCH", f"/titles/{title}", {"name": name}, "$.name"),
        ("POST", f"{club.path}/seasons", {"name": name, **span}, "$.name"),
        ("PATCH", f"/seasons/{club.season}", {"name": name}, "$.name"),
        (
            "POST",
            f"/seasons/{club.season}/scoring",
            scoring,
            "$.scheme.name",
        ),
        ("POST", f"{club.path}/nights", {"date": "2026-04-01", "name": name}, "$.name"),
        ("PATCH", f"/nights/{night}", {"name": name}, "$.name"),
        ("POST", f"{club.path}/tokens", {"name": name, "scopes": ["read"]}, "$.name"),
        (
            "POST",
            f"/nights/{night}/games",
            opening,
            "$.seats[0].guest",
        ),
        ("POST", f"/nights/{night}/games", {**opening, "seats": [{}], "title": name}, "$.title"),
        ("PATCH", f"/games/{game['id']}", {"label": name}, "$.label"),
        ("PATCH", f"/games/{game['id']}/seats/2", {"guest": name}, "$.guest"),
        ("POST", f"/join/{game['join_code']}", {"guest": name}, "$.guest"),
    ]
    for method, path, body, field in calls:
        answer = club.manager.send(method, path, body)
        assert (answer.status, answer.code) == (400, "invalid"), (path, answer)
        assert answer.json["errors"][0]["field"] == field, (path, answer)
    assert club.manager.get(f"{club.path}/events?limit=500").json["results"] == before


def test_escaped_it_is_the_same_character() -> None:
    club = Club()
    response = club.manager.client.post(
        f"/api/v1{club.path}/members",
        rb'{"name": "An\u200bn"}',
        content_type="application/json",
        headers=club.manager._headers({}),
    )
    assert response.json()["errors"] == [
        {"field": "$.name", "message": "has an invisible character in it (U+200B, the 3rd)"}
    ]


def test_names_that_need_joiners_are_names_and_accents_are_written_one_way() -> None:
    club = Club()
    for name in ("می\u200cخواهم", "Ann 👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f Bo"):
        assert club.manager.made(f"{club.path}/members", {"name": name})["name"] == name
    assert club.manager.made(f"{club.path}/members", {"name": "Jose\u0301"})["name"] == "José"


def test_a_form_refuses_them_too() -> None:
    club = Club(public=True)
    game = club.manager.made(f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]})
    for name in (HIDDEN, TURNED):
        response = NOBODY.client.post(f"/j/{game['join_code']}", {"name": name})
        assert response.status_code == 400
    assert club.manager.get(f"{club.path}/members").json["results"] == []


def test_a_file_is_read_without_them_and_what_stood_there_is_kept() -> None:
    club = Club()
    raw = bgstats(
        play("A", "2026-01-10 20:15:00", "1", "2"),
        play("B", "2026-01-11 20:15:00", "3", "4"),
        players=("\ufeffAda", "Bob\u202e"),
        games=[{"id": 1, "uuid": "G-1", "name": "Az\u200bul"}],
    )
    report = taken(club, raw)
    assert [(each["name"], each["name_raw"]) for each in report["people"]] == [
        ("Ada", "\ufeffAda"),
        ("Bob", "Bob\u202e"),
    ]
    applied(club, raw)
    assert names(club) == ["Ada", "Bob"]
    assert [each["name"] for each in club.manager.get(f"{club.path}/titles").json["results"]] == ["Azul"]


def test_a_table_s_row_with_one_is_noted_with_what_stood_there() -> None:
    club = Club()
    raw = "date;game;player;score\n2026-01-10;Azul;Ad\u200ba;3\n2026-01-10;Azul;Bob;2\n".encode()
    report = upload(club, raw).json
    assert (report["new"], report["bad"]) == (1, [])
    assert [each["name"] for each in report["people"]] == ["Ada", "Bob"]
    assert [(note["row"], note["reason"]) for note in report["notes"]] == [
        (2, "read without characters that nobody sees")
    ]
    assert "Ad\u200ba" in report["notes"][0]["raw"]
