"""Clubs over HTTP: founding, changing, reading."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.league.calling import NOBODY, Caller, Club, organiser

pytestmark = pytest.mark.django_db


def body(**fields: Any) -> dict[str, Any]:
    return {"name": "Turf & Table", "slug": f"club-{uuid4().hex[:12]}", **fields}


def test_a_club_is_founded_by_the_organiser_and_shows_its_token_once() -> None:
    boss = organiser()
    answer = boss.post("/clubs", body(timezone="Europe/Berlin", defaults={"ready-set-bet": {"pace_ms": 1500}}))
    club = answer.json
    assert answer.status == 201 and answer.headers["Location"].endswith(f"/api/v1/clubs/{club['slug']}")
    assert club["token"].startswith("rbc_")
    assert (club["name"], club["timezone"], club["locale"], club["public"], club["night_cutoff"]) == (
        "Turf & Table",
        "Europe/Berlin",
        "en",
        False,
        "05:00",
    )
    again = Caller(club["token"]).get(f"/clubs/{club['slug']}")
    assert again.status == 200 and "token" not in again.json
    assert again.json["defaults"] == {"ready-set-bet": {"pace_ms": 1500}}


def test_only_the_organiser_founds_clubs() -> None:
    assert NOBODY.post("/clubs", body()).code == "no_token"
    answer = Club().manager.post("/clubs", body())
    assert (answer.status, answer.code) == (403, "wrong_scope")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"slug": "api"}, "invalid"),
        ({"slug": "Turf Club"}, "invalid"),
        ({"timezone": "Mars/Olympus"}, "invalid"),
        ({"timezone": "../etc/passwd"}, "invalid"),
        *(({"timezone": zone}, "invalid") for zone in ("localtime", "Factory", "posix/Europe/Berlin", "posixrules")),
        *(({"timezone": zone}, "invalid") for zone in ("right/Europe/Berlin", "europe/berlin", "Europe", "Asia/")),
        ({"name": "Turf\u200b"}, "invalid"),
        ({"name": "Turf\u202e"}, "invalid"),
        ({"name": " blank"}, "invalid"),
        ({"name": ""}, "invalid"),
        ({"name": "x" * 81}, "invalid"),
        ({"night_cutoff": "25:00"}, "invalid"),
        ({"public": "yes"}, "invalid"),
        ({"defaults": {"chess": {}}}, "invalid"),
        ({"defaults": {"ready-set-bet": {"pace_ms": 1}}}, "invalid"),
        ({"defaults": {"ready-set-bet": {"Pace Ms": 2500}}}, "invalid"),
        ({"colour": "green"}, "unknown_field"),
    ],
)
def test_bad_values_are_refused_by_field(fields: dict[str, Any], code: str) -> None:
    answer = organiser().post("/clubs", body(**fields))
    assert (answer.status, answer.code) == (400, code)
    assert answer.json["errors"][0]["field"].startswith("$.")


def test_a_slug_belongs_to_one_club() -> None:
    boss, taken = organiser(), Club()
    answer = boss.post("/clubs", body(slug=taken.slug))
    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.json["errors"] == [{"field": "$.slug", "message": "is taken by another club"}]
    other = Club()
    assert other.manager.patch(other.path, {"slug": taken.slug}).code == "invalid"
    assert other.manager.get(other.path).json["version"] == 2


def test_a_club_is_changed_by_its_manager_under_the_version_he_knows() -> None:
    club = Club()
    etag = club.manager.get(club.path).headers["ETag"]
    changed = club.manager.patch(club.path, {"name": "Furlong Friends", "public": True}, If_Match=etag)
    assert (changed.status, changed.json["name"], changed.json["public"]) == (200, "Furlong Friends", True)
    late = club.manager.patch(club.path, {"name": "Late"}, If_Match=etag)
    assert (late.status, late.code) == (412, "version_changed")
    assert club.token("host").patch(club.path, {"name": "Hosts"}).code == "wrong_scope"


def test_a_public_club_is_read_without_a_token_and_from_every_origin() -> None:
    club = Club(public=True)
    answer = NOBODY.get(club.path)
    assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    private = NOBODY.get(Club().path)
    assert (private.status, private.code) == (401, "no_token")
    assert "Access-Control-Allow-Origin" not in private.headers


def test_an_unchanged_club_is_not_sent_again() -> None:
    club = Club()
    etag = club.manager.get(club.path).headers["ETag"]
    assert club.manager.get(club.path, If_None_Match=etag).status == 304


def test_the_list_holds_the_clubs_one_may_read() -> None:
    own, foreign, public = Club(), Club(), Club(public=True)
    listed = {club["slug"] for club in own.manager.get("/clubs?limit=500").json["results"]}
    assert {own.slug, public.slug} <= listed and foreign.slug not in listed
    slugs = {club["slug"] for club in NOBODY.get("/clubs?limit=500").json["results"]}
    assert public.slug in slugs and own.slug not in slugs
