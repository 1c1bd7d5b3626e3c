"""Games of every released ruleset and event schema version, as exported then, replayed without a database: chain and
sealed parts as recorded, every move made again the same, the same states in between and the same end.

A file, once released with its ruleset's version, is never written again. To add one: ``manage.py export --game ID
--with-secrets --out tests/recorded/KEY_VERSION_NAME.jsonl``, then ``python -m tests.ledger.replaying FILE``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger import verify
from races.rules import registry
from tests.ledger import replaying

FILES = sorted((Path(__file__).resolve().parents[1] / "recorded").glob("*.jsonl"))
EXPECTED = json.loads((FILES[0].parent / "expected.json").read_text())


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
