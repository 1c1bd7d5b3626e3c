"""Time travel: the page of a game's history goes through it event by event, whatever the ruleset."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from ledger.reading import load, stream_of
from races.rules import registry
from tests.league.calling import NOBODY, Club
from tests.races.playing import play_on

pytestmark = pytest.mark.django_db

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "ready-set-bet": (3, {"house": "rotating", "races": 2}),
    "racehorse": (5, {"deals": 2}),
    "greyhounds": (3, {"track_length": 8}),
    "scoresheet": (2, {}),
}


def test_every_ruleset_has_a_table_here() -> None:
    assert TABLES.keys() == registry.RULESETS.keys()


@pytest.mark.parametrize("ruleset", TABLES)
def test_from_the_first_event_to_the_last(ruleset: str) -> None:
    seats, options = TABLES[ruleset]
    club = Club(public=True)
    opened = club.game(club.night(), *"ABCDE"[:seats], ruleset=ruleset, options=options)
    stream = stream_of(UUID(opened["id"]))
    assert stream is not None
    play_on(stream, 120)
    last = load(stream).version
    assert last >= 3
    browser, path = Client(), f"/g/{opened['id']}"
    told = browser.get(f"{path}/history").content.decode()
    assert f'<output id="step">{last}</output>' in told
    everywhere = range(1, last + 1)
    for at in everywhere if last < 40 else sorted({1, last, *random.Random(last).sample(everywhere, 30)}):
        page = browser.get(f"{path}/history?at={at}")
        assert page.status_code == 200, at
        assert f'<output id="step">{at}</output>' in page.content.decode()
        now, then = browser.get(f"{path}/now?at={at}").json(), NOBODY.get(f"/games/{opened['id']}?at={at}").json
        assert (now["version"], now["phase"], now["status"]) == (at, then["phase"], then["status"])
        assert now["view"] == then["state"]
