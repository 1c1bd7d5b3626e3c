"""Everything at once: moves, secrets, rewinds, erasures, rebuilds, checkpoints, restarts, in any order, against a model
in memory that a child could follow. Whatever happened, the ledger says what the model says, and verifies."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ledger import checkpoints, verify
from ledger.audit import audit_club
from ledger.cache import states
from ledger.decider import Move, Stream
from ledger.export import export_club
from ledger.money import balances
from ledger.reading import load, load_at, stream_events
from ledger.rebuild import check, rebuild
from ledger.store import execute
from tests.ledger.tally import Back, Hide, Show, erase, new_stream, opening, seat, take
from tests.ledger.totals import Total
from tests.length import often

pytestmark = pytest.mark.django_db

Event = tuple[str, Any, Any]
"""``("take", seat, amount)``, ``("hide", word, None)``, ``("show", …)``, ``("back", to, None)``, ``("erase", …)``."""
SEATS, WORDS = st.integers(1, 3), st.text("abcdefghij", min_size=3, max_size=8)


class Table:
    """The model of one stream: what happened, from the first event on, and which words are forgotten."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.events: list[Event] = [("open", None, None)]
        self.words: dict[int, str] = {}
        """What is sealed, by version, and not erased."""

    def happens(self, event: Event, word: str | None = None) -> None:
        self.events.append(event)
        if word is not None:
            self.words[len(self.events)] = word

    def at(self, version: int) -> tuple[dict[int, int], str | None, int | None]:
        """Balances, the hidden word and where it was hidden, after so many events."""
        held: dict[int, int] = {}
        word, hidden_at = None, None
        for n, (what, one, two) in enumerate(self.events[:version], 1):
            if what == "take":
                held = {**held, one: held.get(one, 0) + two}
            elif what == "hide":
                word, hidden_at = self.words.get(n), n
            elif what == "show":
                word, hidden_at = None, None
            elif what == "back":
                held, word, hidden_at = self.at(one)
        return held, word, hidden_at

    def now(self) -> tuple[dict[int, int], str | None, int | None]:
        return self.at(len(self.events))


class Ledger(RuleBasedStateMachine):
    @initialize()
    def two_tables_of_a_club(self) -> None:
        club = uuid4()
        self.tables = [Table(new_stream(club)), Table(new_stream(club))]
        self.club = club
        self.kept: list[checkpoints.Checkpoint] = []
        for table in self.tables:
            execute(table.stream, opening(), actor=seat(1))

    @rule(n=st.integers(0, 1), who=SEATS, amount=st.integers(1, 9), note=st.none() | WORDS)
    def someone_takes(self, n: int, who: int, amount: int, note: str | None) -> None:
        table = self.tables[n]
        execute(table.stream, take(amount, note), actor=seat(who))
        table.happens(("take", who, amount), note)

    @rule(n=st.integers(0, 1), word=WORDS)
    def someone_hides_a_word(self, n: int, word: str) -> None:
        table = self.tables[n]
        execute(table.stream, Move(type="hide", body=Hide(word=word)), actor=seat(1))
        table.happens(("hide", word, None), word)

    @rule(n=st.integers(0, 1))
    def it_is_shown_if_there_is_one(self, n: int) -> None:
        table = self.tables[n]
        _, word, hidden_at = table.now()
        outcome = execute(table.stream, Move(type="show", body=Show()), actor=seat(1))
        assert [json.loads(event.record)["data"] for event in outcome.events] == (
            [] if word is None else [{"opens": [hidden_at], "word": word}]
        )
        if word is not None:
            table.happens(("show", None, None))

    @rule(n=st.integers(0, 1), data=st.data())
    def back_to_an_earlier_version(self, n: int, data: st.DataObject) -> None:
        table = self.tables[n]
        to = data.draw(st.integers(1, len(table.events)), label="to")
        execute(table.stream, Move(type="back", body=Back(to=to)), actor=seat(1))
        table.happens(("back", to, None))

    @precondition(lambda self: any(table.words for table in self.tables))
    @rule(data=st.data())
    def words_are_erased(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from([table for table in self.tables if table.words]), label="table")
        parts = data.draw(st.sets(st.sampled_from(sorted(table.words)), min_size=1), label="parts")
        execute(table.stream, erase(*sorted(parts)), actor=seat(1))
        for version in parts:
            del table.words[version]
        table.happens(("erase", None, None))

    @rule()
    def all_is_rebuilt(self) -> None:
        assert rebuild(self.club).written == {}

    @rule()
    def a_checkpoint_is_taken_home(self) -> None:
        self.kept.append(checkpoints.sign(self.club))

    @rule()
    def the_process_starts_anew(self) -> None:
        states.clear()

    @invariant()
    def the_ledger_says_what_the_model_says(self) -> None:
        for table in self.tables:
            loaded = load(table.stream)
            assert loaded.version == len(table.events)
            assert (loaded.state.balances, loaded.state.word, loaded.state.hidden_at) == table.now()
            middle = len(table.events) // 2
            then = load_at(table.stream, middle).state
            assert (then.balances, then.word, then.hidden_at) == table.at(middle)
            taken: dict[int, int] = {}
            for what, who, amount in table.events:
                if what == "take":
                    taken[who] = taken.get(who, 0) + amount
            posted = {f"seat:{who}": amount for who, amount in taken.items()}
            assert balances(self.club, table.stream.id) == posted | ({"bank": -sum(taken.values())} if taken else {})
            rows = Total.objects.filter(club=self.club, stream=table.stream.id).values_list("seat", "taken")
            assert dict(rows) == taken
            sealed = {event.version for event in stream_events(table.stream) if event.sealed is not None}
            assert sealed == set(table.words)

    def teardown(self) -> None:
        if not hasattr(self, "tables"):
            return
        report = audit_club(self.club, [(checkpoint, None) for checkpoint in self.kept])
        assert report.findings == []
        assert report.checked.events == sum(len(table.events) for table in self.tables)
        assert check(self.club).differences == []
        lines = [line.decode() for line in export_club(self.club, with_secrets=True)]
        assert verify.verify(lines).ok


def test_in_any_order(totals: type[Total]) -> None:
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=often(8, 50), stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
