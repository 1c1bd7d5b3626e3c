"""The offline verifier, line by line: what it finds, and that nothing makes it stumble."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger import verify

VECTORS = json.loads((Path(__file__).resolve().parents[1] / "vectors" / "chance.json").read_text())
CLUB = "0a000000-0000-4000-8000-000000000001"
GAME = "0b000000-0000-4000-8000-000000000002"
OTHER = "0c000000-0000-4000-8000-000000000003"
SEED = "00" * 32

Log = list[dict[str, Any]]


def chained(*events: dict[str, Any]) -> Log:
    """Exported events from what matters of them; ids, hashes and links are worked out here."""
    log: Log = []
    heads: dict[str, tuple[int, str | None]] = {}
    for cursor, given in enumerate(events, 1):
        stream = given.get("stream", GAME)
        version, prev = heads.get(stream, (0, None))
        event = {
            "cursor": cursor,
            "stream": stream,
            "version": version + 1,
            "schema": 1,
            "data": {},
            "move": {"id": f"m{cursor}", "n": 1, "of": 1, "type": "move"},
            "actor": {"kind": "host", "id": "host"},
            "recorded_at": f"2026-03-14T19:00:{cursor:02}.000000Z",
            "prev": prev,
            "club": CLUB,
            **given,
        }
        if "secret" in event:
            event["sealed"] = verify.text_hash(verify.canonical(event["secret"]))
        event["hash"] = verify.text_hash(verify.canonical(verify.record_of(event)))
        event["id"] = verify.id_of(event["hash"])
        heads[stream] = (event["version"], event["hash"])
        log.append(event)
    return log


def found(log: Log) -> list[tuple[str, int]]:
    report = verify.verify(json.dumps(event) for event in log)
    return [(finding.kind, finding.line) for finding in report.findings]


def plain_log() -> Log:
    return chained({"type": "a"}, {"type": "b", "stream": OTHER}, {"type": "c"}, {"type": "d"})


def test_right() -> None:
    report = verify.verify(json.dumps(event) for event in plain_log())
    assert (report.ok, report.findings) == (True, [])
    assert (report.counts["events"], report.counts["streams"], report.counts["clubs"]) == (4, 2, 1)


def edit(line: int, **changes: Any) -> Callable[[Log], Log]:
    return lambda log: [{**event, **changes} if n == line else event for n, event in enumerate(log, 1)]


def drop(line: int) -> Callable[[Log], Log]:
    return lambda log: [event for n, event in enumerate(log, 1) if n != line]


@pytest.mark.parametrize(
    ("change", "findings"),
    [
        (edit(3, type="x"), [("changed_content", 3)]),
        (edit(3, data={"amount": 5}), [("changed_content", 3)]),
        (edit(3, actor={"kind": "clock", "id": "clock"}), [("changed_content", 3)]),
        (edit(3, recorded_at="2026-03-14T19:00:03.000001Z"), [("changed_content", 3)]),
        (edit(3, sealed="sha256:00"), [("changed_content", 3)]),
        (edit(3, id=GAME), [("changed_column", 3)]),
        (edit(3, cursor=2), [("order", 3), ("order", 4)]),
        (edit(4, cursor=9), [("order", 4)]),
        (drop(1), [("missing_event", 2), ("order", 1)]),
        (drop(3), [("missing_event", 3), ("order", 3)]),
        (drop(4), []),  # the end of a log can be cut off unseen: that takes a checkpoint
        (drop(2), []),  # what is left is one stream, and a game's export has such holes
    ],
)
def test_what_it_finds(change: Callable[[Log], Log], findings: list[tuple[str, int]]) -> None:
    assert sorted(found(change(plain_log()))) == sorted(findings)


def test_a_log_written_anew_from_the_middle_breaks_its_links() -> None:
    log, forged = plain_log(), chained({"type": "a"}, {"type": "b", "stream": OTHER}, {"type": "x"}, {"type": "d"})
    assert found([log[0], log[1], forged[2], log[3]]) == [("broken_link", 4)]


def test_a_move_with_its_end_cut_off() -> None:
    first = {"type": "a", "move": {"id": "m", "n": 1, "of": 2, "type": "move"}}
    second = {"type": "b", "move": {"id": "m", "n": 2, "of": 2}}
    assert found(chained(first, second)) == []
    assert found(chained(first)) == [("missing_event", 1)]
    assert found(chained(first, {"type": "c"})) == [("missing_event", 1)]
    assert found(chained(second)) == [("missing_event", 1)]


def test_a_moves_own_n_and_of() -> None:
    log = chained({"type": "rolled_by_hand", "move": {"id": "m", "n": 1, "of": 1, "type": "roll", "sent": {"n": 7}}})
    assert verify.record_of(log[0])["move"] == {"id": "m", "type": "roll", "n": 7}
    assert found(log) == []


def test_time_going_backwards() -> None:
    assert found(chained({"type": "a"}, {"type": "b", "recorded_at": "2026-03-14T18:00:00.000000Z"})) == [("order", 2)]


def test_a_sealed_part_that_is_another() -> None:
    secret = {"data": {"card": "QS"}, "move": {}, "salt": SEED}
    log = chained({"type": "a", "secret": secret})
    assert found(log) == []
    assert found(edit(1, secret={**secret, "data": {"card": "KS"}})(log)) == [("sealed_differs", 1)]
    assert found(edit(1, secret="QS")(log)) == [("sealed_differs", 1)]


@pytest.mark.parametrize(
    "line",
    [
        *("{", "[]", "null", "{}", '{"a":1,"a":2}', "NaN", '{"move":[]}', '{"move":{"n":1,"of":1}}', "[" * 100_000),
        json.dumps(edit(1, version="1")(plain_log())[0]),
        json.dumps(edit(1, version=1.0)(plain_log())[0]),
        json.dumps(edit(1, cursor=None)(plain_log())[0]),
        json.dumps(edit(1, data={"x": 1.5})(plain_log())[0]),
        json.dumps(edit(1, data={"x": 2**53})(plain_log())[0]),
        json.dumps(edit(1, data={"x": "\ud800"})(plain_log())[0]),
        json.dumps(edit(1, data={"Key": 1})(plain_log())[0]),
        json.dumps(edit(1, data=[])(plain_log())[0]),
        json.dumps(edit(1, data={"opens": [[]]})(plain_log())[0]),
    ],
)  # fmt: skip
def test_what_is_no_event_is_a_finding_and_not_a_crash(line: str) -> None:
    report = verify.verify([line])
    assert not report.ok
    assert report.findings[0].line == 1
    assert list(verify.told(report))[-1].startswith("NOT VERIFIED")


def test_nothing_is_not_verified() -> None:
    report = verify.verify([])
    assert not report.ok
    assert list(verify.told(report))[-1] == "NOTHING TO VERIFY: there is no event in this file."


def test_it_is_one_file_for_any_python_from_3_9_on() -> None:
    source = Path(verify.__file__).read_text()
    tree = ast.parse(source, feature_version=(3, 9))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "argparse", "hashlib", "hmac", "json", "os", "re", "sys", "typing", "uuid"}


def test_how_it_is_called(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main([]) == 2
    assert verify.main([str(tmp_path / "none.jsonl")]) == 2
    assert "can't be read" in capsys.readouterr().err


class TestDice:
    @pytest.mark.parametrize(
        "vector", VECTORS["dice"], ids=lambda v: f"{v['seed'][:2]}-{v['salt']}-{v['race']}-{v['n']}"
    )
    def test_known_answers(self, vector: dict[str, Any]) -> None:
        seed = bytes.fromhex(vector["seed"])
        assert verify.dice(seed, vector["salt"], vector["race"], vector["n"]) == vector["dice"]

    @pytest.mark.parametrize("vector", VECTORS["salts"], ids=lambda v: v["salt"])
    def test_public_salts(self, vector: dict[str, Any]) -> None:
        contributions = [(seat, salt) for seat, salt in vector["contributions"]]
        assert verify.public_salt(vector["game"], contributions) == vector["salt"]

    OPENED = {"type": "game_opened", "data": {"ruleset": "ready-set-bet", "salt": "c0ffee"}}
    PREPARED = {
        "type": "race_prepared",
        "data": {"race": 1},
        "secret": {"data": {}, "move": {"seed": SEED}, "salt": SEED},
    }
    FIRST, SECOND = [3, 1], [5, 3]  # of the seed of noughts under c0ffee, race 1: see tests/vectors/chance.json

    @staticmethod
    def thrown(n: int, dice: list[int], horse: str | None = None) -> dict[str, Any]:
        return {"type": "rolled", "data": {"race": 1, "roll": n, "dice": dice, "horse": horse or str(sum(dice))}}

    @staticmethod
    def seed_opened(version: int, seed: str = SEED) -> dict[str, Any]:
        return {"type": "seed_opened", "data": {"race": 1, "seed": seed, "opens": [version]}}

    def race(self, *events: dict[str, Any]) -> Log:
        return chained(self.OPENED, self.PREPARED, *events)

    def test_proved(self) -> None:
        log = self.race(self.thrown(1, self.FIRST), self.thrown(2, self.SECOND), self.seed_opened(2))
        report = verify.verify(json.dumps(event) for event in log)
        assert (report.findings, report.counts["proved"], report.counts["waiting"]) == ([], 2, 0)

    def test_waiting_for_the_seed(self) -> None:
        log = [
            {name: value for name, value in event.items() if name != "secret"}
            for event in self.race(self.thrown(1, [6, 6], "11-12"))
        ]
        report = verify.verify(json.dumps(event) for event in log)
        assert (report.findings, report.counts["proved"], report.counts["waiting"]) == ([], 0, 1)

    def test_entered_by_a_person(self) -> None:
        log = chained(self.OPENED, {"type": "race_prepared", "data": {"race": 1}}, self.thrown(1, [6, 6], "11-12"))
        report = verify.verify(json.dumps(event) for event in log)
        assert (report.findings, report.counts["entered"]) == ([], 1)

    def test_wrong_dice(self) -> None:
        log = self.race(self.thrown(1, self.FIRST), self.thrown(2, [6, 4]), self.seed_opened(2))
        (finding,) = verify.verify(json.dumps(event) for event in log).findings
        assert (finding.kind, finding.version) == ("wrong_dice", 4)
        assert finding.sentence == "throw 2 of race 1 shows [6, 4]; the seed gives [5, 3]."

    def test_another_seed_than_was_sealed(self) -> None:
        log = self.race(self.seed_opened(2, "01" * 32))
        (finding,) = verify.verify(json.dumps(event) for event in log).findings
        assert (finding.kind, finding.sentence) == ("wrong_dice", "this is not the seed that was sealed at event 2.")

    def test_a_seed_of_which_nothing_shows_that_it_was_sealed(self) -> None:
        log = chained(self.OPENED, {"type": "race_prepared", "data": {"race": 1}}, self.seed_opened(2))
        assert found(log) == [("sealed_differs", 3)]

    def test_a_throw_left_out(self) -> None:
        log = self.race(self.thrown(2, self.SECOND), self.seed_opened(2))
        (finding,) = verify.verify(json.dumps(event) for event in log).findings
        assert finding.sentence == "throw 2 of race 1 is out of turn: 1 of 1 was next."

    def test_the_horse_is_the_sum(self) -> None:
        log = self.race(self.thrown(1, self.FIRST, "7"), self.seed_opened(2))
        (finding,) = verify.verify(json.dumps(event) for event in log).findings
        assert finding.sentence == "dice [3, 1] move 4, not 7."

    def test_salts_of_seats_and_the_last_of_each_counts(self) -> None:
        added = [
            {"type": "salt_added", "data": {"seat": seat, "salt": salt}}
            for seat, salt in ((4, "98"), (1, "ab"), (4, "99"))
        ]
        right = verify.dice(bytes(32), "c0ffee,1=ab,4=99", 1, 1)
        log = self.race(*added, self.thrown(1, right, verify.TOTALS.get(sum(right))), self.seed_opened(2))
        assert found(log) == []
        assert right != self.FIRST

    def test_a_rewind_to_before_the_first_throw_forgets_a_salt(self) -> None:
        salt = {"type": "salt_added", "data": {"seat": 4, "salt": "98"}}
        log = self.race(salt, {"type": "rewound", "data": {"to": 2}}, self.thrown(1, self.FIRST), self.seed_opened(2))
        assert found(log) == []
