"""Recorded games: a finished game in ``tests/vectors/games`` is a test (same events, same result), for ever.

A file is JSON Lines: first how the game was opened, then each move with who made it, when, and the events and sealed
parts it gave. ``python -m tests.races.rules.recorded FILE`` writes one of a random game's; old files are never changed:
a rule that changes what they say is a new version of the ruleset.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from races.rules import registry
from races.rules.protocol import By, Sealed, Seen
from tests.races.rules.examples import fill
from tests.races.rules.table import OPENING, Table
from tests.races.rules.vectors import FOLDER

GAMES = FOLDER / "games"


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def lines_of(table: Table) -> list[dict[str, Any]]:
    """A game that was never rewound, as the lines of a file."""
    ruleset = table.ruleset
    opening = {
        "ruleset": ruleset.key,
        "version": ruleset.version,
        "options": plain(table.options),
        "seats": list(table.seats),
        "salt": table.salt,
        "edition": ruleset.edition()[1],
    }
    lines: list[dict[str, Any]] = [opening]
    for played in table.played:
        seen = [one for one in table.seen if played.first <= one.version <= played.last]
        lines.append(
            {
                "move": plain(played.move),
                "by": plain(played.by),
                "events": [plain(one.event) for one in seen],
                "secrets": [one.secret or None for one in seen],
            }
        )
    return lines


def replay(lines: list[dict[str, Any]]) -> Any:
    """Every move decided again on the state before it; asserts that it says what is recorded. → the last state."""
    opening, *moves = lines
    ruleset = registry.get(opening["ruleset"], opening["version"])
    types = {str(m.__struct_config__.tag): m for m in (*ruleset.moves, *ruleset.shell_moves)}
    options = msgspec.convert(opening["options"], ruleset.options)
    state = ruleset.initial_of(options, opening["seats"], opening["salt"], opening["edition"])
    version = OPENING
    for line in moves:
        move, by = msgspec.convert(line["move"], types[line["move"]["type"]]), msgspec.convert(line["by"], By)
        decided = ruleset.decide(state, move, by)
        events = [one.event if isinstance(one, Sealed) else one for one in decided]
        assert [plain(event) for event in events] == line["events"]
        assert [plain(one.secret) if isinstance(one, Sealed) else None for one in decided] == line["secrets"]
        hidden = {name: line["move"][name] for name in move.sealed if line["move"].get(name) is not None}
        for n, (event, secret) in enumerate(zip(line["events"], line["secrets"], strict=True)):
            version += 1
            kind = ruleset.events[event["type"], 1]
            made = msgspec.convert(event, kind)
            seen = Seen(event=made, version=version, at=by.at, secret=secret, move_secret=hidden if n == 0 else None)
            state = ruleset.evolve(state, seen)
    return state


def play(options: dict[str, Any], seats: list[int], number: int) -> Table:
    """A whole random game without a rewind."""
    chance = random.Random(number)
    table = Table(registry.latest("ready-set-bet"), options, seats, chance=number)
    seldom = ("pause", "close_seat", "close_game", "abandon", "lay_cards", "set_pace", "add_salt")
    while table.ruleset.result(table.state) is None:
        table.at += 7_000
        for seat in (None, *seats):
            for offer in table.ruleset.legal(table.state, seat):
                if offer["type"] in seldom or (offer["type"] == "place_bet" and chance.random() > 0.003):
                    continue
                body = {name: value for name, value in offer.items() if name != "fill"}
                body |= {name: fill(name, chance, table.state) for name in offer.get("fill", ())}
                table.play(body, By(at=table.at, seat=seat, host=seat is None))
                break
        if table.ruleset.due(table.state) is not None and table.state.phase == "running":
            table.clock()
    return table


KINDS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "rsb-1-app": ({"races": 3}, [1, 2, 3]),
    "rsb-1-basic": ({"house": "basic", "races": 2}, [1, 2, 3, 4, 5, 6, 7]),
    "rsb-1-competing": ({"house": "competing", "races": 3}, [1, 2, 3]),
    "rsb-1-rotating": ({"house": "rotating", "races": 4}, [1, 2, 3]),
}

if __name__ == "__main__":
    target = Path(sys.argv[1])
    recorded = lines_of(play(*KINDS[target.stem], number=1))
    replay(recorded)
    target.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in recorded))
