"""An exported game, replayed without a database."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from ledger import chain, verify
from ledger.chain import Line
from ledger.decider import Stream
from ledger.findings import Finding
from ledger.records import canonical, time_us
from ledger.reexecution import replay as replay_moves
from races.frame import GameState
from races.game import GameDecider

AUDIENCE = "Others may read"
"""An export doesn't say who could read a sealed part before it was opened."""


class Replayed(msgspec.Struct):
    findings: list[Finding]
    moves: int
    head: str
    states: list[GameState]
    """After each event."""


class _Watching(GameDecider):
    """Keeps every state on the way."""

    def __init__(self) -> None:
        self.states: list[GameState] = []

    def evolve(self, state: GameState, event: Any, state_at: Any) -> GameState:
        after = super().evolve(state, event, state_at)
        if event.version > len(self.states):
            self.states.append(after)
        return after


def replay(file: Path) -> Replayed:
    exported = [json.loads(line) for line in file.read_text().splitlines()]
    stream = Stream(club=UUID(exported[0]["club"]), id=UUID(exported[0]["stream"]), kind="game")
    lines = [_line(event) for event in exported]
    findings = chain.check(stream, lines)
    watching = _Watching()
    again = replay_moves(stream, watching, lines)
    findings += [finding for finding in again.findings if not finding.sentence.startswith(AUDIENCE)]
    return Replayed(findings, again.moves, exported[-1]["hash"], watching.states)


def _line(event: dict[str, Any]) -> Line:
    record = canonical(verify.record_of(event))
    secret = event.get("secret")
    return Line(
        version=event["version"],
        type=event["type"],
        schema=event["schema"],
        at=time_us(event["recorded_at"]),
        text=record.decode(),
        hash=bytes.fromhex(event["hash"].removeprefix("sha256:")),
        cursor=event["cursor"],
        body=None if secret is None else canonical(secret).decode(),
        audience=(),
        opened=None,
    )


def counting(state: GameState) -> Any:
    """What of a state counts at a table, in whatever shape the program keeps it: who sits where, who has how much, and
    what is going on."""
    if state.frame is None:
        return None
    rules, play = state.frame.ruleset, state.play
    summary = rules.summary(play)
    return [
        [summary.status, summary.phase, msgspec.to_builtins(summary.progress)],
        [[chair.seat, str(chair.member), chair.closed] for chair in state.frame.seats],
        [[score.seat, score.rank, score.score] for score in summary.seats],
        sorted(rules.balances(play).items()),
        msgspec.to_builtins(rules.result(play)),
    ]


def summary(replayed: Replayed) -> dict[str, Any]:
    last = replayed.states[-1]
    assert last.frame is not None
    states = [counting(state) for state in replayed.states]
    return {
        "events": len(states),
        "moves": replayed.moves,
        "head": replayed.head,
        "states": sha256(json.dumps(states, sort_keys=True).encode()).hexdigest(),
        "money": {str(seat): amount for seat, amount in sorted(last.frame.ruleset.balances(last.play).items())},
    }


def main(names: list[str]) -> None:
    for name in names:
        file = Path(name)
        expected = file.parent / "expected.json"
        known = json.loads(expected.read_text()) if expected.exists() else {}
        if file.name in known:
            raise SystemExit(f"{file.name} is recorded already: recorded games are never written again.")
        replayed = replay(file)
        assert replayed.findings == [], replayed.findings
        known[file.name] = summary(replayed)
        expected.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
