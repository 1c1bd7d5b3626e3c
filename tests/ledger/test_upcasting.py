"""Events of an old schema: written once, read for ever through an upcaster, and made again as the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from ledger import registry
from ledger.audit import audit_stream
from ledger.cache import states
from ledger.decider import Context, Decided, Move, Stream
from ledger.folding import UnknownEvent
from ledger.money import balances
from ledger.reading import load, recorded_events, stream_events
from ledger.rebuild import check
from ledger.store import execute
from tests.ledger.tally import State, Taken, TallyDecider, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


class TakenToday(msgspec.Struct, frozen=True, kw_only=True):
    """Schema 2: says the currency too."""

    seat: int
    amount: int
    balance: int
    currency: str


class TakenOnce(msgspec.Struct, frozen=True, kw_only=True):
    """Schema 1, as it lies in the log."""

    seat: int
    amount: int
    balance: int

    def upcast(self) -> TakenToday:
        return TakenToday(**msgspec.structs.asdict(self), currency="$")


class Today(TallyDecider):
    """The tally after a release: writes schema 2, reads both."""

    def struct(self, type: str, schema: int, state: State) -> type[msgspec.Struct]:
        if type == "taken":
            return {1: TakenOnce, 2: TakenToday}[schema]
        return super().struct(type, schema, state)

    def decide(self, state: State, move: Move, context: Context) -> Sequence[Decided]:
        return [
            msgspec.structs.replace(
                event, schema=2, data=TakenToday(**msgspec.structs.asdict(event.data), currency="$")
            )
            if isinstance(event.data, Taken)
            else event
            for event in super().decide(state, move, context)
        ]

    def evolve(self, state: State, event: Any, state_at: Callable[[int], State]) -> State:
        return super().evolve(state, _as_before(event), state_at)

    def postings(self, event: Any, state: State) -> Any:
        return super().postings(_as_before(event), state)


def _as_before(event: Any) -> Any:
    if not isinstance(event.data, TakenToday):
        return event
    data = Taken(seat=event.data.seat, amount=event.data.amount, balance=event.data.balance)
    return msgspec.structs.replace(event, data=data)


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Stream:
    """Two events of before the release, and one of after it."""
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5), actor=seat(1))
    monkeypatch.setitem(registry._deciders, "tally", Today())
    states.clear()
    execute(stream, take(7), actor=seat(1))
    return stream


def test_old_and_new_are_one_to_the_rules(stream: Stream) -> None:
    assert [event.schema for event in stream_events(stream)] == [1, 1, 2]
    assert [event.data.currency for event in recorded_events(stream)[1:]] == ["$", "$"]
    assert load(stream).state.balances == {1: 12}
    assert balances(stream.club, stream.id) == {"bank": -12, "seat:1": 12}


def test_the_record_stays_as_it_was_written_and_made_again_says_the_same(stream: Stream) -> None:
    assert '"currency"' not in stream_events(stream)[1].record
    report = audit_stream(stream)
    assert (report.findings, report.checked.moves) == ([], 3)
    assert check(stream.club).differences == []


def test_a_schema_of_the_future_is_refused_by_name(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._deciders, "tally", TallyDecider())
    states.clear()
    with pytest.raises(UnknownEvent, match="no rules here for 'taken' schema 2"):
        load(stream)
    (finding, *_) = [finding for finding in audit_stream(stream).findings if finding.kind == "rules_unknown"]
    assert finding.version == 3
    assert "'taken' schema 2" in finding.sentence
