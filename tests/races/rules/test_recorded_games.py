"""Every recorded game says today what it said when it was recorded."""

from __future__ import annotations

import json

import pytest

from races.rules.registry import get
from tests.races.rules.recorded import GAMES, replay

FILES = sorted(GAMES.glob("*.jsonl"))


def test_there_is_a_game_of_every_house():
    assert {file.stem for file in FILES} >= {f"rsb-1-{house}" for house in ("app", "basic", "competing", "rotating")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game(file):
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    state = replay(lines)
    ruleset = get(lines[0]["ruleset"], lines[0]["version"])
    told = [event for line in lines[1:] for event in line["events"] if event["type"] == "game_finished"]
    standings = [{"seat": s.seat, "rank": s.rank, "money": s.money} for s in ruleset.result(state)]
    assert [line["ranking"] for line in told] == [standings]
    assert ruleset.balances(state) == {s["seat"]: s["money"] for s in standings}
    types = {event["type"] for line in lines[1:] for event in line["events"]}
    assert {"bet_placed", "vip_kept", "seat_settled", "decks_opened"} <= types
