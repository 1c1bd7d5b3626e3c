"""Schemes over HTTP: presets, what is wrong with one, and re-scoring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league import written_season
from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db

MONEY = {"name": "Money", "parts": [{"type": "money"}]}


def test_presets_are_for_everybody_and_pass_their_own_check() -> None:
    club = Club()
    presets = NOBODY.get("/scoring/presets").json["results"]
    assert {preset["key"] for preset in presets} >= {"placing-points", "best-three-nights", "five-three-one", "curve"}
    for preset in presets:
        checked = club.manager.post("/scoring/check", {"scheme": preset["scheme"]})
        assert checked.status == 200 and checked.json == preset["scheme"]


@pytest.mark.parametrize("name", written_season.files())
def test_every_club_s_rule_passes_the_check(name: str) -> None:
    assert Club().manager.post("/scoring/check", {"scheme": written_season.read(name)["scheme"]}).status == 200


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "$.scheme.name"),
        ({"parts": []}, None),
        ({"parts": [{"type": "place"}]}, "$.scheme.parts[0]"),
        ({"parts": [{"type": "place", "points": [1], "curve": {"percent": [1]}}]}, "$.scheme.parts[0]"),
        ({"parts": [{"type": "place", "by_size": {"2": [3, 2, 1]}}]}, "$.scheme.parts[0].by_size.2"),
        ({"parts": [{"type": "place", "by_size": {"two": [3]}}]}, "$.scheme.parts[0].by_size"),
        ({"parts": [{"type": "money"}, {"type": "money"}]}, "$.scheme.parts[1].key"),
        ({"parts": [{"type": "money", "rate": 0.00001}]}, "$.scheme.parts[0].rate"),
        ({"parts": [{"type": "money", "rate": "1e999999999"}]}, "$.scheme.parts[0].rate"),
        ({"parts": [{"type": "attendance", "points": 1, "droppable": True}]}, "$.scheme.parts[0].droppable"),
        ({"parts": [{"type": "dice"}]}, None),
        ({"tie_breaks": ["beauty"]}, None),
        ({"tie_breaks": ["wins", "wins"]}, "$.scheme.tie_breaks"),
        ({"count": {"type": "best", "n": 0}}, None),
        ({"formula": "__import__('os')"}, None),
    ],
)
def test_what_is_wrong_with_a_scheme_is_said_with_its_place(change: dict[str, Any], field: str | None) -> None:
    answer = Club().manager.post("/scoring/check", {"scheme": {**MONEY, **change}})
    assert answer.status == 400 and answer.code in ("invalid", "unknown_field"), answer
    if field is not None:
        assert field in [error["field"] for error in answer.json["errors"]]


def test_a_season_opens_with_a_scheme_of_its_own_and_says_all_it_has_had() -> None:
    club = Club()
    body = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31", "scoring": MONEY}
    season = club.manager.made(f"{club.path}/seasons", body)
    assert [(held["version"], held["from"], held["scheme"]["name"]) for held in season["scoring"]] == [
        (1, None, "Money")
    ]
    game = club.game(club.night("2026-03-07", season=season["id"]), "Ann", "Bo")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    change = {"scheme": "five-three-one", "from": "2026-04-01", "reason": "tired of money"}
    made = club.manager.made(f"/seasons/{season['id']}/scoring", change, Idempotency_Key="k1")
    assert (made["scoring"]["version"], made["scoring"]["from"]) == (2, "2026-04-01")
    assert made["before"]["rows"] == made["after"]["rows"]
    again = club.manager.post(f"/seasons/{season['id']}/scoring", change, Idempotency_Key="k1")
    assert again.headers["Idempotent-Replayed"] == "true" and again.json["scoring"]["version"] == 2
    for wrong in ("tomorrow", "2026-02-30"):
        assert club.manager.post(f"/seasons/{season['id']}/scoring", {**change, "from": wrong}).code == "invalid"
    assert club.token("host").post(f"/seasons/{season['id']}/scoring", change).code == "wrong_scope"


def test_a_scheme_s_words_stand_in_no_event_s_open_part() -> None:
    club = Club()
    scheme = {"name": "Wilhelmina's rules", "parts": [{"type": "money", "title": "Wilhelmina's dollars"}]}
    change = {"scheme": scheme, "from": "start", "reason": "Wilhelmina said so"}
    club.manager.made(f"/seasons/{club.season}/scoring", change)
    assert club.table()["columns"] == [{"key": "money", "title": "Wilhelmina's dollars"}]
    for event in club.manager.get(f"{club.path}/events?limit=500").json["results"]:
        event.pop("secret", None)
        assert "Wilhelmina" not in str(event)


def test_divisions_are_tables_of_their_own() -> None:
    club = Club()
    night = club.night()
    seats = club.game(night, "Ann", "Bo", "Cy", "Dee")
    run_race(club.manager, seats["id"], {1: ("5", "win:7:1"), 2: ("4", "show:7:1")})
    ids = [seat["member"]["id"] for seat in seats["seats"]]
    patched = club.manager.patch(f"/seasons/{club.season}", {"divisions": {"a": ids[:1], "b": ids[1:]}})
    assert patched.json["divisions"]["a"] == ids[:1]
    second = club.table(query="?division=b")
    assert [(row["rank"], row["member"]["name"]) for row in second["rows"]] == [(1, "Bo"), (2, "Cy"), (2, "Dee")]
    assert len(club.table()["rows"]) == 4
    assert club.manager.get(f"/seasons/{club.season}/table?division=c").code == "not_found"
