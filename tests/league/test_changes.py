"""The feed of what changed a table afterwards: who, when, why, and the rows before and after."""

from __future__ import annotations

import pytest

from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db


def test_corrections_and_seats_with_their_reasons_and_the_rows_they_changed() -> None:
    club = Club(public=True)
    night = club.night()
    game = club.game(night, "Ann", "Bo")
    path = f"/games/{game['id']}"
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    ann, bo = (seat["member"]["id"] for seat in club.manager.get(path).json["seats"])
    bet = next(
        event["version"]
        for event in club.manager.get(f"{path}/events?limit=500").json["results"]
        if event["type"] == "bet_placed"
    )
    club.manager.made(f"{path}/corrections", {"at": bet, "move": None, "reason": "that was no bet"})
    club.manager.patch(f"{path}/seats/2", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
    club.manager.patch(f"{path}/seats/2", {"guest": "Dee", "from": "now", "reason": "Cy went home"})

    listed = club.manager.get(f"/seasons/{club.season}/changes").json["results"]
    correction, seat = listed[:2]
    what = (correction["type"], correction["reason"], correction["stream"])
    assert what == ("rewound", "that was no bet", game["id"])
    assert {row["member"]["id"]: row["money"] for row in correction["before"]} == {ann: 15, bo: 0}
    assert {row["member"]["id"]: row["money"] for row in correction["after"]} == {ann: 0, bo: 0}
    assert correction["actor"]["kind"] == "host"
    assert (seat["type"], seat["reason"]) == ("seat_taken", "it was Cy")
    assert bo in {row["member"]["id"] for row in seat["before"]}
    assert bo not in {row["member"]["id"] for row in seat["after"]}

    first = club.manager.get(f"/seasons/{club.season}/changes?limit=1").json
    assert first["results"] == [correction]
    second = club.manager.get(first["next"].partition("/api/v1")[2]).json
    assert second["results"] == [seat]
    assert NOBODY.get(f"/seasons/{club.season}/changes").json["results"][0]["reason"] is not None
    assert NOBODY.get(f"/seasons/{Club().season}/changes").code == "no_token"


def test_what_changed_no_row_of_a_season_is_not_in_its_feed() -> None:
    club = Club()
    other = club.manager.made(
        f"{club.path}/seasons", {"name": "1999", "starts_on": "1999-01-01", "ends_on": "1999-12-31"}
    )
    night = club.night()
    run_race(club.manager, club.game(night, "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    club.manager.post(f"/nights/{night}/void", {"reason": "the wrong evening"})
    voided = club.manager.get(f"/seasons/{club.season}/changes").json["results"]
    assert [(change["type"], change["reason"]) for change in voided] == [("night_voided", "the wrong evening")]
    assert club.manager.get(f"/seasons/{other['id']}/changes").json["results"] == []
