"""The league's projections can be thrown away: folding the events again gives the same rows."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db


def test_a_rebuild_finds_every_row_as_it_is() -> None:
    club = Club()
    night = club.night(name="Derby night")
    game = club.game(night, "Ann", "Bo")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    club.manager.patch(f"/games/{game['id']}/seats/1", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
    issued = club.manager.made(f"{club.path}/tokens", {"name": "x", "scopes": ["read"]})
    club.manager.delete(f"/tokens/{issued['id']}")
    club.manager.post(f"/nights/{night}/close")
    club.manager.patch(club.path, {"name": "Furlong Friends"})
    call_command("rebuild", "--check", "--club", club.slug)
