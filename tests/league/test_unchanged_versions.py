"""What an ETag promises: whoever is told "not modified" has the very answer. Names, seasons and voids of imports change
without an event of the game that shows them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.calling import Club, run_race
from tests.league.imports.calling import applied, bgstats, play

pytestmark = pytest.mark.django_db

Changing = tuple[str, str, dict[str, Any]]


def changes(ann: str, other: str, night: str) -> list[Changing]:
    return [
        ("PATCH", f"/members/{ann}", {"name": "Ann Archer"}),
        ("PATCH", f"/members/{ann}", {"publish": "initials"}),
        ("PATCH", f"/members/{ann}", {"alias": "Arrow", "publish": "alias"}),
        ("PATCH", f"/members/{ann}", {"publish": "none"}),
        ("PATCH", f"/members/{ann}", {"publish": "full"}),
        ("POST", f"/members/{ann}/merge", {"into": other}),
        ("PATCH", f"/members/{other}", {"name": "Annabel"}),
        ("POST", f"/members/{ann}/unmerge", {"reason": "they were two"}),
        ("PATCH", f"/nights/{night}", {"season": None}),
        ("POST", f"/members/{ann}/erase", {}),
    ]


def test_a_game_s_and_a_table_s_answers_are_never_older_than_the_names_in_them() -> None:
    club = Club(public=True)
    reader = club.token("read")
    ann, other = (club.manager.made(f"{club.path}/members", {"name": name})["id"] for name in ("Ann", "Anna"))
    night = club.night()
    game = club.game(night, seats=[{"member": ann}, {"guest": "Bo"}])["id"]
    run_race(club.manager, game, {1: ("5", "win:7:1")})
    paths = [f"/games/{game}", f"/games/{game}/scoreboard", f"/seasons/{club.season}/table"]
    paths += [f"/seasons/{club.season}/table?format=csv", f"{club.path}/scoreboard"]
    paths += [f"/members/{ann}", f"/games/{game}?at=1"]
    seen = {path: reader.get(path) for path in paths}
    told = 0
    for method, path, body in changes(ann, other, night):
        assert club.manager.send(method, path, body).status == 200, path
        for each in paths:
            old = seen[each]
            now = reader.get(each, If_None_Match=old.headers["ETag"])
            fresh = reader.get(each)
            if now.status == 304:
                assert clockless(fresh) == clockless(old), (each, path, body)
                told += 1
            else:
                assert clockless(now) == clockless(fresh) and now.headers["ETag"] != old.headers["ETag"]
            seen[each] = fresh
    assert told > 0
    assert b"Ann" not in b"".join(answer.body.replace(b"Annabel", b"") for answer in seen.values())


def clockless(answer: Any) -> Any:
    if answer.json is None:
        return answer.body
    games = answer.json.get("games", [])
    for each in (answer.json, *games):
        each.pop("server_time", None)
    return answer.json


def test_a_game_of_a_void_import_reads_void_and_its_old_answer_is_out_of_date() -> None:
    club = Club(public=True)
    report = applied(club, bgstats(play("A", "2026-01-10 20:15:00", "42", "37")))
    line = club.manager.get(f"{club.path}/games").json["results"][0]
    game, night = line["id"], line["night"]
    paths = [f"/games/{game}", f"/games/{game}/scoreboard"]
    tags = [club.manager.get(path).headers["ETag"] for path in paths]
    assert line["status"] == "finished"
    assert [club.manager.get(path).json["status"] for path in paths] == ["finished", "finished"]

    club.manager.done(f"/imports/{report['id']}/void", {"reason": "the wrong file"})
    for path, tag in zip(paths, tags, strict=True):
        answer = club.manager.get(path, If_None_Match=tag)
        assert (answer.status, answer.json["status"]) == (200, "void")
    for listed in (f"{club.path}/games", f"/nights/{night}/games"):
        assert [each["status"] for each in club.manager.get(listed).json["results"]] == ["void"]
        assert [each["id"] for each in club.manager.get(f"{listed}?status=void").json["results"]] == [game]
        assert club.manager.get(f"{listed}?status=finished").json["results"] == []
    page = club.manager.client.get(f"/g/{game}").content.decode()
    assert "Void" in page
    assert "Void" in club.manager.client.get(f"/{club.slug}/nights/{night}").content.decode()


def test_a_game_that_a_newer_version_of_its_play_replaced_reads_void_until_that_one_is_voided() -> None:
    club = Club()
    applied(club, bgstats(play("A", "2026-01-10 20:15:00", "42", "37", modificationDate="2026-01-10 23:00:00")))
    old = club.manager.get(f"{club.path}/games").json["results"][0]["id"]
    newer = play("A", "2026-01-10 20:15:00", "42", "47", modificationDate="2026-01-11 10:00:00")
    report = applied(club, bgstats(newer))
    assert report["changed"] == 1
    assert club.manager.get(f"/games/{old}").json["status"] == "void"
    club.manager.done(f"/imports/{report['id']}/void", {"reason": "it was right"})
    assert club.manager.get(f"/games/{old}").json["status"] == "finished"
