"""Corrections over HTTP: shown first, then made; repeated with its key; refused for what was drawn."""

from __future__ import annotations

import pytest

from tests.e2e.night import Club

pytestmark = pytest.mark.django_db
SEVENS = 15
"""Rolls of 3-4 that bring the 7 home: it has no bonus."""


def test_a_mistyped_roll_is_corrected_from_the_phone(club: Club) -> None:
    game = club.open(seats=2, house="basic", races=1)
    game.start()
    assert game.bet(1, "5", "win:7:3").status_code == 201
    for n in range(1, SEVENS + 1):
        dice = [3, 4] if n != 9 else [4, 4]
        assert game.move(game.host, "roll", dice=dice, n=n).status_code == 201
    wrong = next(e["version"] for e in game.events() if e["type"] == "rolled" and e["data"]["roll"] == 9)
    body = {"at": wrong, "move": {"type": "roll", "dice": [3, 4], "n": 9}, "reason": "read it upside down"}

    dry = game.host.post(f"{game.path}/corrections", {**body, "dry_run": True})
    assert dry.status_code == 200, dry.text
    assert (dry.json()["before"]["status"], dry.json()["after"]["status"]) == ("running", "finished")
    assert game.scoreboard()["status"] == "running"

    made = game.host.post(f"{game.path}/corrections", body, key="mend-1")
    assert made.status_code == 201, made.text
    assert made.json()["refused"] == [] and made.json()["after"]["seats"][0]["score"] == 15
    again = game.host.post(f"{game.path}/corrections", body, key="mend-1")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["version"] == made.json()["version"] == game.scoreboard()["version"]

    log = game.events()
    assert b"upside down" not in game.seats[1].get(f"{game.path}/moves").content  # free text is sealed
    replayed = [event for event in log if event["move"].get("replays") == wrong]
    assert [event["data"]["dice"] for event in replayed] == [[3, 4]]
    audit = game.audit()
    assert (audit["ok"], audit["dice"]) == (True, "entered"), audit["findings"]


def test_what_can_not_be_corrected(club: Club) -> None:
    game = club.open(seats=2, races=1)
    path = f"{game.path}/corrections"
    for at, code in ((1, "invalid"), (2, "dice_already_seen"), (999, "invalid")):
        answer = game.host.post(path, {"at": at, "move": None, "reason": "x"})
        assert answer.json()["code"] == code, answer.text
    assert game.host.post(path, {"at": 2, "move": None}).json()["code"] == "invalid"
    assert game.seats[1].post(path, {"at": 2, "move": None, "reason": "x"}).status_code == 403
