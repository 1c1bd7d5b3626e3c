"""What a feed says beside its events: that a table may have changed, that a result was mended."""

from __future__ import annotations

import pytest

from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db


def test_events_that_change_a_table_say_so_in_the_clubs_feed() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")["id"]
    run_race(club.manager, game, {1: ("5", "win:7:1")})
    cy = {"guest": "Cy", "from": "start", "reason": "it was Cy"}
    club.manager.patch(f"/games/{game}/seats/1", cy)
    club.manager.patch(f"/games/{game}/seats/2", {"guest": "Dee", "from": "now"})
    club.manager.done(f"/games/{game}/void", {"reason": "x"})
    events = club.manager.get(f"{club.path}/events?limit=500").json["results"]
    assert [(event["type"], event["notices"]) for event in events if "notices" in event] == [
        ("game_finished", ["table_changed"]),
        ("seat_taken", ["result_corrected", "table_changed"]),
        ("game_voided", ["table_changed"]),
    ]
    assert all(event["game"] == game for event in events if "notices" in event)
    own = club.manager.get(f"/games/{game}/events?limit=500").json["results"]
    assert not any("notices" in event for event in own)
