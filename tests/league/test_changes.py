"""The feed of what was changed afterwards: who, when, why, and how it stood before and after."""

from __future__ import annotations

import pytest

from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db


def test_corrections_seats_and_nights_with_their_reasons() -> None:
    club = Club(public=True)
    night = club.night()
    game = club.game(night, "Ann", "Bo")
    path = f"/games/{game['id']}"
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    seats = club.manager.get(path).json["seats"]
    ann, bo = (seat["member"]["id"] for seat in seats)
    bet = next(
        event["version"]
        for event in club.manager.get(f"{path}/events?limit=500").json["results"]
        if event["type"] == "bet_placed"
    )
    club.manager.made(f"{path}/corrections", {"at": bet, "move": None, "reason": "that was no bet"})
    club.manager.patch(f"{path}/seats/2", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
    club.manager.patch(f"{path}/seats/2", {"guest": "Dee", "from": "now", "reason": "Cy went home"})
    club.manager.post(f"/nights/{night}/close")
    club.manager.post(f"/nights/{night}/reopen", {"reason": "one more"})

    page = club.manager.get(f"/seasons/{club.season}/changes").json
    correction, seat, reopened = page["results"]
    assert (correction["kind"], correction["reason"], correction["game"]) == (
        "correction",
        "that was no bet",
        game["id"],
    )
    assert [row["score"] for row in correction["before"]] == [15, 0]
    assert [row["score"] for row in correction["after"]] == [0, 0]
    assert correction["actor"]["kind"] == "host"
    assert (seat["kind"], seat["reason"], seat["night"]) == ("seat", "it was Cy", night)
    assert [row["member"] for row in seat["before"]] == [ann, bo]
    assert seat["after"][0]["member"] == ann and seat["after"][1]["member"] != bo
    assert (reopened["kind"], reopened["before"]["status"], reopened["after"]["status"]) == ("night", "closed", "open")

    first = club.manager.get(f"/seasons/{club.season}/changes?limit=1").json
    assert first["results"] == [correction]
    second = club.manager.get(first["next"].partition("/api/v1")[2]).json
    assert second["results"] == [seat]
    assert NOBODY.get(f"/seasons/{club.season}/changes").json["results"][0]["reason"] is not None
    assert NOBODY.get(f"/seasons/{Club().season}/changes").code == "no_token"


def test_another_seasons_are_not_in_it() -> None:
    club = Club()
    other = club.manager.made(
        f"{club.path}/seasons", {"name": "1999", "starts_on": "1999-01-01", "ends_on": "1999-12-31"}
    )
    night = club.night()
    club.manager.post(f"/nights/{night}/close")
    club.manager.post(f"/nights/{night}/reopen", {"reason": "one more"})
    assert club.manager.get(f"/seasons/{other['id']}/changes").json["results"] == []
    assert len(club.manager.get(f"/seasons/{club.season}/changes").json["results"]) == 1
