"""Recorded games: each version's fixtures, replayable for ever (docs/decisions/rule-versions.md).

``python -m tests.races.rules.recording KEY VERSION FILE OPTIONS SEATS NUMBER`` records a new one; a file that is there
is never written again.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from races.rules.protocol import By, Editioned, Seen
from races.rules.registry import get
from tests.races.rules.examples import fill
from tests.races.rules.table import Table


def record(table: Table) -> dict[str, Any]:
    """The game on a table, as JSON: every move with its sealed fields, and the events it made with their secrets."""
    seen = {each.version: each for each in table.seen}
    return {
        "ruleset": table.ruleset.key,
        "version": table.ruleset.version,
        "options": msgspec.to_builtins(table.options),
        "seats": list(table.seats),
        "salt": table.salt,
        "edition": table.ruleset.edition()[1] if isinstance(table.ruleset, Editioned) else None,
        "moves": [
            {
                "move": played.move,
                "by": msgspec.to_builtins(played.by),
                "events": [_event(seen[version]) for version in range(played.first, played.last + 1)],
            }
            for played in table.played
        ],
        "result": msgspec.to_builtins(table.ruleset.result(table.state)),
    }


def _event(seen: Seen) -> dict[str, Any]:
    data = msgspec.to_builtins(seen.event)
    return data if seen.secret is None else {**data, "secret": seen.secret}


def play(table: Table, chance: random.Random) -> None:
    """To the end, by whoever is waited for; now and then somebody salts, or the host pauses."""
    ruleset = table.ruleset
    while ruleset.result(table.state) is None:
        table.at += 1_000_000
        if chance.random() < 0.05:
            table.seat(1, "add_salt", salt="5a17") if getattr(table.state, "deck", None) else None
        waited = [seat for seat in ruleset.balances(table.state) if ruleset.default(table.state, seat) is not None]
        if waited:
            offer = dict(chance.choice([o for o in ruleset.legal(table.state, waited[0]) if "fill" not in o]))
            table.seat(waited[0], offer.pop("type"), **offer)


def play_ready_set_bet(table: Table, chance: random.Random) -> None:
    """To the end: the host or the House starts and rolls, now and then somebody bets, everybody drafts."""
    ruleset = table.ruleset
    while ruleset.result(table.state) is None:
        table.at += 7_000
        for seat in (None, *table.seats):
            offers = [o for o in ruleset.legal(table.state, seat) if o["type"] not in LEFT_OUT]
            offers = [o for o in offers if o["type"] != "place_bet" or chance.random() < 0.003]
            if offers:
                offer = {name: value for name, value in offers[0].items() if name != "fill"}
                offer |= {name: fill(name, chance, table.state) for name in offers[0].get("fill", ())}
                table.play(offer, By(at=table.at, seat=seat, host=seat is None))
        if ruleset.due(table.state) is not None and table.state.phase == "running":
            table.clock()


LEFT_OUT = ("pause", "close_seat", "close_game", "abandon", "lay_cards", "set_pace", "add_salt")


def main(key: str, version: str, file: str, options: str, seats: str, number: str) -> None:
    if Path(file).exists():
        raise SystemExit(f"{file} is there already: recorded games are never written again.")
    table = Table(get(key, int(version)), json.loads(options), range(1, int(seats) + 1), int(number))
    (play_ready_set_bet if key == "ready-set-bet" else play)(table, random.Random(int(number)))
    Path(file).write_text(json.dumps(record(table)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
