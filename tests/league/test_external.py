"""A game that another program recorded: its identity there makes it one game, however often and by whatever way it
comes."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.db import connection

from tests.league.calling import Answer, Caller, Club
from tests.league.imports.calling import applied, apply, bgstats, counts, play, taken

pytestmark = pytest.mark.django_db

TAPE = {"source": "Score Tape", "id": "2026/7"}


def sheet(external: Any, *scores: int, **fields: Any) -> dict[str, Any]:
    scores = scores or (42, 37)
    return {
        "ruleset": "scoresheet",
        "title": "Azul",
        "seats": [{"guest": name} for name, _ in zip(("Ann", "Bo", "Cy"), scores, strict=False)],
        "rows": [{"seat": n, "score": score} for n, score in enumerate(scores, 1)],
        "external": external,
        **fields,
    }


def link(club: Club, game: str) -> dict[str, Any]:
    url = club.manager.get(f"/games/{game}/bgstats").json["url"]
    found: dict[str, Any] = json.loads(parse_qs(urlsplit(url).query)["data"][0])
    return found


def test_it_is_shown_wherever_the_game_is() -> None:
    club = Club()
    night = club.night()
    game = club.manager.made(f"/nights/{night}/games", sheet(TAPE))
    assert game["external"] == TAPE
    assert club.manager.get(f"/games/{game['id']}").json["external"] == TAPE
    assert [each["external"] for each in club.manager.get(f"/nights/{night}/games").json["results"]] == [TAPE]
    rows = club.manager.get(f"{club.path}/plays").json["results"]
    assert [(row["source"], row["source_id"]) for row in rows] == [("Score Tape", "2026/7")] * 2
    assert (link(club, game["id"])["sourceName"], link(club, game["id"])["sourcePlayId"]) == ("Score Tape", "2026/7")
    shared = club.manager.get(f"{club.path}/plays?format=bgsplay").json["plays"][0]
    assert json.loads(shared["metaData"]) == {"sourceName": "Score Tape", "sourcePlayId": "2026/7"}
    plain = club.game(night, "Ann", "Bo")
    assert plain["external"] is None
    call_command("rebuild", "--check", "--club", club.slug)


def test_it_stands_in_no_event_s_open_part() -> None:
    club = Club()
    club.manager.made(f"/nights/{club.night()}/games", sheet({"source": "tape", "id": "Ann's 7th"}))
    for event in club.manager.get(f"{club.path}/events?limit=500").json["results"]:
        event.pop("secret", None)
        assert "7th" not in json.dumps(event)


@pytest.mark.parametrize("again", [TAPE, {"source": " score  TAPE".strip(), "id": "2026/7"}], ids=["same", "case"])
def test_sent_again_it_is_refused_and_the_game_is_named(again: dict[str, str]) -> None:
    club = Club()
    night, other = club.night("2026-03-14"), club.night("2026-03-21")
    game = club.manager.made(f"/nights/{night}/games", sheet(TAPE))["id"]
    for on in (night, other):
        answer = club.manager.post(f"/nights/{on}/games", sheet(again, 1, 2, 3))
        assert (answer.status, answer.code, answer.json["game"]) == (409, "already_recorded", game)
    club.manager.done(f"/nights/{other}/close")
    assert club.manager.post(f"/nights/{other}/games", sheet(again)).code == "already_recorded"
    club.manager.done(f"/games/{game}/void", {"reason": "the wrong sheet"})
    assert club.manager.post(f"/nights/{night}/games", sheet(again)).json["game"] == game
    assert len(club.manager.get(f"{club.path}/games").json["results"]) == 1
    for made, times in {"game_opened": 1, "member_added": 2}.items():
        assert len(club.manager.get(f"{club.path}/events?types={made}").json["results"]) == times


def test_another_id_another_source_and_another_club_are_other_games() -> None:
    club, neighbour = Club(), Club()
    night = club.night()
    for external in (TAPE, {**TAPE, "id": "2026/8"}, {**TAPE, "source": "Tape"}, {**TAPE, "id": "2026/7a"}):
        club.manager.made(f"/nights/{night}/games", sheet(external))
    neighbour.manager.made(f"/nights/{neighbour.night()}/games", sheet(TAPE))


def test_with_its_key_it_is_answered_as_the_first_time() -> None:
    club = Club()
    path = f"/nights/{club.night()}/games"
    first = club.manager.post(path, sheet(TAPE), Idempotency_Key="k")
    again = club.manager.post(path, sheet(TAPE), Idempotency_Key="k")
    assert (again.status, again.json["id"], again.headers["Idempotent-Replayed"]) == (201, first.json["id"], "true")
    assert club.manager.post(path, sheet(TAPE), Idempotency_Key="other").code == "already_recorded"


def test_sent_six_times_at_once_it_is_recorded_once() -> None:
    club = Club()
    nights = [club.night(f"2026-04-0{n}") for n in range(1, 7)]

    def send(night: str) -> Answer:
        try:
            return Caller(club.manager.token).post(f"/nights/{night}/games", sheet(TAPE))
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, nights))
    made = [answer.json["id"] for answer in answers if answer.status == 201]
    assert len(made) == 1
    assert {(a.code, a.json["game"]) for a in answers if a.status != 201} == {("already_recorded", made[0])}


def test_a_file_that_brings_it_too_brings_nothing_new() -> None:
    club = Club()
    external = {"source": "BGStats", "id": "4EA5-AA"}
    club.manager.made(f"/nights/{club.night('2026-01-10')}/games", sheet(external))
    report = taken(club, bgstats(play("4ea5-aa", "2026-01-10 20:15:00", "42", "37")))
    assert counts(report) == (0, 0, 1, 0, 0)
    assert counts(apply(club, report["id"])) == (0, 0, 1, 0, 0)
    assert len(club.manager.get(f"{club.path}/games").json["results"]) == 1


def test_its_own_push_link_comes_back_as_the_same() -> None:
    club = Club()
    game = club.manager.made(f"/nights/{club.night()}/games", sheet(TAPE))["id"]
    assert counts(taken(club, json.dumps(link(club, game)).encode())) == (0, 0, 1, 0, 0)


def test_what_a_file_brought_first_is_refused_until_that_import_is_voided() -> None:
    club = Club()
    report = applied(club, bgstats(play("A-1", "2026-01-10 20:15:00", "42", "37")))
    imported = club.manager.get(f"{club.path}/games").json["results"][0]["id"]
    path, external = f"/nights/{club.night()}/games", {"source": "bgstats", "id": "a-1"}
    answer = club.manager.post(path, sheet(external))
    assert (answer.status, answer.code, answer.json["game"]) == (409, "already_recorded", imported)
    club.manager.done(f"/imports/{report['id']}/void", {"reason": "the wrong file"})
    assert club.manager.made(path, sheet(external))["external"] == external


@pytest.mark.parametrize(
    ("external", "field"),
    [
        ({"source": "", "id": "7"}, "$.external.source"),
        ({"source": "tape", "id": ""}, "$.external.id"),
        ({"source": "tape"}, "$.external.id"),
        ({"source": "tape", "id": 7}, "$.external.id"),
        ({"source": "tape", "id": "x" * 101}, "$.external.id"),
        ({"source": "ta\u200bpe", "id": "7"}, "$.external.source"),
        ({"source": "tape", "id": "7", "url": "x"}, "$.external.url"),
    ],
)
def test_what_is_no_identity_is_refused_by_field(external: Any, field: str) -> None:
    club = Club()
    answer = club.manager.post(f"/nights/{club.night()}/games", sheet(external))
    assert answer.status == 400 and answer.json["errors"][0]["field"] == field
