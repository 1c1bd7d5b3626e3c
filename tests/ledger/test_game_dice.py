"""A real game of Ready Set Bet, whose dice the offline verifier and the audit prove, each in its own way."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from ledger import verify
from ledger.audit import audit_stream
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.export import export_stream
from ledger.reading import load
from ledger.rebuild import check
from ledger.store import Outcome, execute
from ledger.writer import CLOCK
from races import shell
from races.game import wrap
from races.rules.protocol import Abandon, AddSalt, CloseGame
from races.rules.ready_set_bet.moves import PlaceBet, Roll, SetPace, StartRace
from tests.ledger.conftest import Tamper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_clock")]

HOST = Actor(kind="host", id="host")


def roll(stream: Stream, times: int) -> None:
    """The clock's rolls. It refuses to come before its time, which the database says: so ask until it is there."""
    for _ in range(times):
        rolled: Outcome | None = None
        while rolled is None:
            try:
                rolled = execute(stream, wrap(Roll()), actor=CLOCK)
            except Refused as refused:
                assert refused.code == "too_early"


@pytest.fixture
def game() -> Stream:
    """Race 1 with salts of both seats, a rewind to before its first throw, 4 throws and an end; run again, 3 throws,
    of which nobody will know the seed before the game is closed."""
    stream = Stream(club=uuid4(), id=uuid4(), kind="game")
    opening = shell.OpenGame(
        ruleset="ready-set-bet",
        ruleset_version=1,
        options={"pace_ms": 50},
        night=uuid4(),
        seats=(shell.OpenSeat(seat=1), shell.OpenSeat(seat=2)),
        salt="c0ffee",
        label="Table 2",
    )
    execute(stream, wrap(opening), actor=HOST)
    for seat, salt in ((2, "99"), (1, "ab"), (2, "98")):
        execute(stream, wrap(AddSalt(salt=salt)), actor=Actor(kind="seat", id=f"seat:{seat}", seat=seat))
    before_the_race = load(stream).version
    execute(stream, wrap(StartRace(race=1)), actor=HOST)
    execute(stream, wrap(PlaceBet(marker="5", spot="win:7:1")), actor=Actor(kind="seat", id="seat:1", seat=1))
    execute(stream, wrap(shell.Rewind(to=before_the_race, reason="started too soon")), actor=HOST)
    execute(stream, wrap(StartRace(race=1)), actor=HOST)
    roll(stream, 4)
    execute(stream, wrap(Abandon(reason="the dog ran off with a horse")), actor=HOST)
    execute(stream, wrap(SetPace(pace_ms=60)), actor=HOST)
    execute(stream, wrap(StartRace()), actor=HOST)
    roll(stream, 3)
    return stream


def verified(stream: Stream) -> verify.Report:
    return verify.verify(line.decode() for line in export_stream(stream))


def test_while_the_race_runs_its_dice_wait_for_their_seed(game: Stream) -> None:
    report = verified(game)
    assert (report.findings, report.counts["proved"], report.counts["waiting"]) == ([], 4, 3)


def test_after_the_game_all_are_proved(game: Stream) -> None:
    execute(game, wrap(CloseGame(reason="late")), actor=HOST)
    report = verified(game)
    assert (report.findings, report.counts["proved"], report.counts["waiting"]) == ([], 7, 0)
    audit = audit_stream(game)
    assert (audit.findings, audit.dice, audit.checked.dice, audit.ruleset_version) == ([], "proved", 7, 1)
    assert check(game.club).differences == []


def test_other_dice_are_found_by_both(game: Stream, tamper: Tamper) -> None:
    execute(game, wrap(CloseGame(reason="late")), actor=HOST)
    lines = [json.loads(line) for line in export_stream(game)]
    thrown = next(event for event in lines if event["type"] == "rolled")
    first, second = thrown["data"]["dice"]
    other = first % 6 + 1
    tamper.replace(game, thrown["version"], f'"dice":[{first},{second}]', f'"dice":[{other},{second}]', rehash=True)

    assert ("wrong_dice", thrown["version"]) in [(f.kind, f.version) for f in audit_stream(game).findings]
    report = verified(game)
    assert ("wrong_dice", thrown["version"]) in [(f.kind, f.version) for f in report.findings]
    assert f"the seed gives [{first}, {second}]." in "".join(verify.told(report))


def test_a_seed_may_not_be_erased(game: Stream, tamper: Tamper) -> None:
    prepared = next(json.loads(line) for line in export_stream(game) if b'"race_prepared"' in line)
    tamper("DELETE FROM ledger_sealed WHERE stream = %s AND version = %s", [game.id, prepared["version"]])
    kinds = {(finding.kind, finding.version) for finding in audit_stream(game).findings}
    assert ("sealed_differs", prepared["version"]) in kinds


def test_a_label_may(game: Stream) -> None:
    assert load(game).state.frame.label == "Table 2"
    execute(game, wrap(shell.EraseParts(parts=(1,))), actor=HOST)
    assert load(game).state.frame.label == ""
    assert audit_stream(game).findings == []
    assert check(game.club).differences == []
