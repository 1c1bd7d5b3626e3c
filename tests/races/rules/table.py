"""A table without a database: the smallest shell a ruleset can be played in.

It does what the real one does around the rules: numbers events, keeps sealed parts apart, lets the server make its
follow-up moves, rewinds, and books the postings. Everything goes through JSON on the way in.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from races.rules.protocol import By, Event, Move, Reversal, Rewound, Ruleset, Sealed, Seen

START = 1_700_000_000_000_000
"""When every table opens, µs since 1970."""

OPENING = 1
"""Version of the opening, which belongs to the shell."""


class Played(msgspec.Struct, frozen=True):
    """A recorded move: as JSON with its sealed fields, who made it, and the versions of its events."""

    move: dict[str, Any]
    by: By
    first: int
    last: int


class Table:
    """``options`` as JSON. ``chance`` seeds the table's own randomness; ``at`` is the time now, moved by the test."""

    def __init__(self, ruleset: Ruleset, options: dict[str, Any], seats: Sequence[int], chance: int = 0) -> None:
        self.ruleset = ruleset
        self.options = msgspec.convert(options, ruleset.options)
        self.seats = tuple(seats)
        self.salt = "5a17"
        self.at = START
        self.random = random.Random(chance)
        self.types = {str(m.__struct_config__.tag): m for m in (*ruleset.moves, *ruleset.shell_moves)}
        ruleset.check(self.options, seats)
        self.seen: list[Seen] = []
        self.audiences: dict[int, tuple[str, ...]] = {}
        self.played: list[Played] = []
        self.states: dict[int, Any] = {OPENING: ruleset.initial(self.options, seats, self.salt)}
        self.public_states: dict[int, Any] = dict(self.states)
        self.accounts: dict[int, int] = ruleset.balances(self.state)
        self.bank = 0
        self.followed = 0
        self.follow()

    # What is known

    @property
    def version(self) -> int:
        return OPENING + len(self.seen)

    @property
    def state(self) -> Any:
        """With all secrets, as the server has it."""
        return self.states[self.version]

    @property
    def public(self) -> Any:
        """Folded without any secret."""
        return self.public_states[self.version]

    def opened(self) -> set[int]:
        """Versions whose sealed parts everybody may read."""
        return {version for event in self.events for version in getattr(event, "opens", ())}

    @property
    def events(self) -> list[Event]:
        return [seen.event for seen in self.seen]

    def names(self, after: int = OPENING) -> list[str]:
        """The types of the events after a version."""
        return [str(seen.event.__struct_config__.tag) for seen in self.seen if seen.version > after]

    def find(self, type: type[Any]) -> list[Any]:
        """All events of one type."""
        return [event for event in self.events if isinstance(event, type)]

    # Moves

    def decode(self, body: dict[str, Any]) -> Move:
        """A move as it comes over the wire."""
        return msgspec.json.decode(json.dumps(body).encode(), type=self.types[body["type"]])

    def play(self, body: dict[str, Any], by: By) -> list[Event]:
        """Makes a move; answers with its events and those of the server's follow-up. Raises ``Refused``."""
        move = self.decode(body)
        by = msgspec.structs.replace(by, version=self.version)
        decided = self.ruleset.decide(self.state, move, by)
        hidden = {name: body[name] for name in move.sealed if body.get(name) is not None}
        first = self.version + 1
        for i, outcome in enumerate(decided):
            event, secret = (outcome.event, outcome.secret) if isinstance(outcome, Sealed) else (outcome, None)
            who = outcome.audience if isinstance(outcome, Sealed) else self._audience(move, by)
            self.record(event, by.at, secret, hidden if i == 0 and hidden else None, who)
        if decided:
            self.played.append(Played(body, by, first, self.version))
        self.follow()
        return [seen.event for seen in self.seen if seen.version >= first]

    def host(self, type: str, /, **fields: Any) -> list[Event]:
        return self.play({"type": type, **fields}, By(at=self.at, host=True))

    def seat(self, seat: int, type: str, /, **fields: Any) -> list[Event]:
        return self.play({"type": type, **fields}, By(at=self.at, seat=seat))

    def clock(self, late: int = 0) -> list[Event]:
        """The clock does what is due, ``late`` µs after its time."""
        due = self.ruleset.due(self.state)
        assert due is not None, "nothing is due"
        self.at = due.at + late
        return self.play(msgspec.to_builtins(due.move), By(at=self.at, clock=True))

    def follow(self) -> None:
        """What the server does at once (``play`` asks again)."""
        move = self.ruleset.follow(self.state, self.random.randbytes)
        if move is not None:
            self.followed += 1
            assert self.followed < 8, "the server never comes to rest"
            self.play(msgspec.to_builtins(move), By(at=self.at, clock=True))
        self.followed = 0

    def rewind(self, to: int) -> list[Event]:
        """The host goes back to version ``to``. Raises ``Refused``."""
        later = [seen for seen in self.seen if seen.version > to]
        then, first = self.states[to], self.version + 1
        more = self.ruleset.rewind(self.state, then, later)
        was, now = self.ruleset.balances(then), self.ruleset.balances(self.state)
        changes = {seat: was.get(seat, 0) - money for seat, money in now.items()}
        reversals = tuple(Reversal(seat=seat, amount=amount) for seat, amount in changes.items() if amount)
        self.record(Rewound(to=to, reversals=reversals), self.at)
        for event in more:
            self.record(event, self.at)
        self.follow()
        return [seen.event for seen in self.seen if seen.version >= first]

    @staticmethod
    def _audience(move: Move, by: By) -> tuple[str, ...]:
        return tuple(f"seat:{by.seat}" if name == "seat" else name for name in move.audience)

    def record(
        self, event: Event, at: int, secret: Any = None, move_secret: Any = None, audience: tuple[str, ...] = ()
    ) -> None:
        """One event into the log, through JSON, and into both states and the accounts."""
        tag, schema = str(event.__struct_config__.tag), event.schema
        recorded = msgspec.json.decode(msgspec.json.encode(event), type=self.ruleset.events[tag, schema])
        assert recorded == event, "an event must survive JSON"
        version = self.version + 1
        secret, move_secret = json.loads(json.dumps((secret, move_secret)))
        seen = Seen(event=recorded, version=version, at=at, secret=secret, move_secret=move_secret)
        blind = Seen(event=recorded, version=version, at=at)
        base = recorded.to if isinstance(recorded, Rewound) else version - 1
        self.states[version] = self.ruleset.evolve(self.states[base], seen)
        self.public_states[version] = self.ruleset.evolve(self.public_states[base], blind)
        self.seen.append(seen)
        self.audiences[version] = audience
        self._book(recorded)

    def known_to(self, seat: int) -> Any:
        """The state as a seat can know it: folded with the sealed parts that are for it."""
        states = {OPENING: self.ruleset.initial(self.options, self.seats, self.salt)}
        for seen in self.seen:
            mine = f"seat:{seat}" in self.audiences[seen.version]
            known = seen if mine else Seen(event=seen.event, version=seen.version, at=seen.at)
            base = seen.event.to if isinstance(seen.event, Rewound) else seen.version - 1
            states[seen.version] = self.ruleset.evolve(states[base], known)
        return states[self.version]

    def _book(self, event: Event) -> None:
        if isinstance(event, Rewound):
            for change in event.reversals:
                self.accounts[change.seat] += change.amount
                self.bank -= change.amount
        for transfer in self.ruleset.postings(event):
            assert transfer.amount > 0 and transfer.payer != transfer.payee and transfer.why
            self._move_money(transfer.payer, -transfer.amount)
            self._move_money(transfer.payee, transfer.amount)

    def _move_money(self, account: str, amount: int) -> None:
        if account == "bank":
            self.bank += amount
        else:
            seat = int(account.removeprefix("seat:"))
            self.accounts[seat] = self.accounts.get(seat, 0) + amount

    # Secrets

    def secrets(self) -> list[str]:
        """Every sealed text that has not been opened and is not for one seat (long enough not to appear by
        accident)."""
        opened = self.opened()
        values = []
        for seen in self.seen:
            if seen.version not in opened and not "".join(self.audiences.get(seen.version, ())).startswith("seat:"):
                values += [*(seen.secret or {}).values(), *(seen.move_secret or {}).values()]
        return [value for value in values if isinstance(value, str) and len(value) >= 16]
