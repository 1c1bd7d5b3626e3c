"""Games of every released ruleset and event schema version, as exported then, replayed without a database: chain and
sealed parts as recorded, every move made again the same, the same states in between and the same end.

How to add one: ``tests/recorded/README.md``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger import verify
from races import shell
from races.rules import registry
from tests.ledger import replaying

FOLDER = Path(__file__).resolve().parents[1] / "recorded"
FILES = sorted(FOLDER.glob("*.jsonl"))
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replayed_to_the_same_state(file: Path) -> None:
    replayed = replaying.replay(file)
    assert replayed.findings == []
    assert replaying.summary(replayed) == EXPECTED[file.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_verified_offline(file: Path) -> None:
    report = verify.verify(file.read_text().splitlines())
    assert (report.findings, report.counts["sealed"]) == ([], 0)


def test_there_is_one_of_every_ruleset_and_version() -> None:
    recorded = {tuple(file.stem.split("_")[:2]) for file in FILES}
    assert recorded >= {(key, str(version)) for key, versions in registry.RULESETS.items() for version in versions}


def test_every_event_of_every_ruleset_stands_in_one_of_them() -> None:
    """Also in the games of the rules alone (``*.json``): whatever may lie in somebody's log was recorded here once."""
    seen: dict[str, set[tuple[str, int]]] = {}
    for file in FILES:
        events = [json.loads(line) for line in file.read_text().splitlines()]
        seen.setdefault(file.stem.split("_")[0], set()).update((event["type"], event["schema"]) for event in events)
    for file in FOLDER.glob("*_*.json"):
        moves = json.loads(file.read_text())["moves"]
        kinds = {(event["type"], event.get("schema", 1)) for move in moves for event in move["events"]}
        seen.setdefault(file.stem.split("_")[0], set()).update(kinds)
    for key, versions in registry.RULESETS.items():
        released = {kind for ruleset in versions.values() for kind in ruleset.events}
        assert released - seen[key] == set(), f"{key}: record a game with them (tests/recorded/README.md)"
    assert set(shell.EVENTS) - set().union(*seen.values()) == set()


def test_there_is_no_other_folder_of_recorded_games() -> None:
    assert {file.parent for file in FOLDER.parent.rglob("recorded/*")} == {FOLDER}


def test_what_this_program_doesnt_know_is_refused_by_name(tmp_path: Path) -> None:
    first, *rest = FILES[0].read_text().splitlines()
    file = tmp_path / "future.jsonl"
    for old, new, named in (
        ('"ruleset_version":1', '"ruleset_version":99', "version 99"),
        ('"type":"game_opened","schema":1', '"type":"game_opened","schema":99', "'game_opened' schema 99"),
    ):
        assert old in first
        file.write_text("\n".join([first.replace(old, new), *rest]))
        unknown = [finding for finding in replaying.replay(file).findings if finding.kind == "rules_unknown"]
        assert any(named in finding.sentence for finding in unknown)
