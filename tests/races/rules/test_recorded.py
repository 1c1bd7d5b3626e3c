"""Recorded games of every version: each move, made again, gives what it gave, to the last secret."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from races.rules.protocol import By, Editioned, Sealed, Seen
from races.rules.registry import get
from tests.races.rules.table import OPENING

GAMES = sorted((Path(__file__).parents[2] / "recorded").glob("*_*.json"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game(file: Path) -> None:
    game = json.loads(file.read_text())
    ruleset = get(game["ruleset"], game["version"])
    types = {str(m.__struct_config__.tag): m for m in (*ruleset.moves, *ruleset.shell_moves)}
    options = msgspec.convert(game["options"], ruleset.options)
    edition = (game["edition"],) if isinstance(ruleset, Editioned) else ()
    initial = ruleset.initial_of if edition else ruleset.initial
    state, version = initial(options, game["seats"], game["salt"], *edition), OPENING
    for played in game["moves"]:
        move = msgspec.convert(played["move"], types[played["move"]["type"]])
        by = msgspec.convert(played["by"], By)
        made = []
        hidden = {name: played["move"][name] for name in move.sealed if name in played["move"]}
        for outcome in ruleset.decide(state, move, by):
            event, secret = (outcome.event, outcome.secret) if isinstance(outcome, Sealed) else (outcome, None)
            data = msgspec.to_builtins(event)
            made.append(data if secret is None else {**data, "secret": secret})
        assert json.loads(json.dumps(made)) == played["events"]
        for i, recorded in enumerate(played["events"]):
            fields = {name: value for name, value in recorded.items() if name != "secret"}
            event = msgspec.convert(fields, ruleset.events[fields["type"], 1])
            version += 1
            seen = Seen(
                event=event,
                version=version,
                at=by.at,
                secret=recorded.get("secret"),
                move_secret=hidden if i == 0 and hidden else None,
            )
            state = ruleset.evolve(state, seen)
    assert json.loads(json.dumps(msgspec.to_builtins(ruleset.result(state)))) == game["result"]


def test_there_are_some() -> None:
    assert {file.stem.rsplit("_", 1)[0] for file in GAMES} >= {"racehorse_1", "ready-set-bet_1"}
    houses = {json.loads(file.read_text())["options"].get("house") for file in GAMES}
    assert houses >= {"app", "basic", "competing", "rotating"}
