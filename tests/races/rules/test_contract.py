"""What every ruleset in every version keeps, shown on random games (design §2).

A game is driven by a number that hypothesis draws: it shrinks to the first game that breaks a promise.
"""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from races.rules.protocol import By, Move, Refused, Secretive
from races.rules.registry import RULESETS, get, latest
from tests.races.rules.examples import EXAMPLES, fill, nonsense
from tests.races.rules.table import OPENING, Table

CODES = {
    *("malformed", "unknown_field", "invalid", "unknown_spot", "unknown_marker", "no_token", "wrong_scope"),
    *("not_your_seat", "not_found", "spot_taken", "marker_used", "spot_forbidden", "exotic_card_used"),
    *("betting_closed", "house_cannot_bet", "not_running", "already_running", "paused", "wrong_race"),
    *("roll_out_of_order", "too_late", "not_your_turn", "illegal_card", "illegal_bid", "game_over", "seat_taken"),
    *("seat_closed", "game_full", "join_closed", "member_already_seated", "dice_already_seen", "already_recorded"),
}
"""The contract's codes that a ruleset may use."""

INTERNAL = {"too_early"}
"""What only the clock is told."""

SELDOM = {
    "close_game": 0.003,
    "close_seat": 0.01,
    "abandon": 0.01,
    "pause": 0.03,
    "set_pace": 0.1,
    "add_salt": 0.2,
    "lay_cards": 0.1,
    "place_house_bets": 0.3,
}
"""How readily a random player takes such a move when it is offered."""

PAYS_NOBODY = {"scoresheet"}
"""Games without money."""

OWES = {"racehorse"}
"""Games in which a seat may have less than nothing: there is no bank, the seats pay each other."""

RULES = [ruleset for versions in RULESETS.values() for ruleset in versions.values()]
GAMES = [(ruleset, *game) for ruleset in RULES for game in EXAMPLES[ruleset.key, ruleset.version]]

each_game = pytest.mark.parametrize(
    ("ruleset", "options", "seats"),
    GAMES,
    ids=[f"{r.key}-{r.version}-{o.get('house', 'app')}-{len(s)}" for r, o, s in GAMES],
)
few = settings(max_examples=7, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
numbers = st.integers(0, 2**32 - 1)


class Driver:
    """Plays at a table at random: mostly what is offered, sometimes what is not."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.refused: set[str] = set()

    def attempt(self, body: dict, by: By) -> None:
        """A move that may be refused, then with a known code and without a trace."""
        table, version = self.table, self.table.version
        try:
            table.play(body, by)
        except Refused as refusal:
            assert refusal.code in CODES | (INTERNAL if by.clock else set()), body
            assert refusal.sentence.strip()
            json.dumps(refusal.extra)
            assert table.version == version
            self.refused.add(refusal.code)
        except msgspec.ValidationError:
            assert table.version == version

    def offered(self, seat: int | None) -> list[dict]:
        return self.table.ruleset.legal(self.table.state, seat)

    def ready(self, offer: dict) -> dict:
        """An offered move with what a person has to fill in."""
        sent = {name: value for name, value in offer.items() if name != "fill"}
        return sent | {name: fill(name, self.chance, self.table.state) for name in offer.get("fill", ())}

    def someone(self) -> int | None:
        seats = list(self.table.ruleset.balances(self.table.state))
        return self.chance.choice([None, *seats])

    def by(self, seat: int | None) -> By:
        return By(at=self.table.at, seat=seat, host=seat is None)

    def play_offered(self, seat: int | None) -> None:
        """Every offered move must be accepted. What stops a game or race is taken seldom, or none would be finished."""
        offers = [o for o in self.offered(seat) if self.chance.random() < SELDOM.get(o["type"], 1)]
        if offers:
            version = self.table.version
            self.table.play(self.ready(self.chance.choice(offers)), self.by(seat))
            assert self.table.version > version

    def play_nonsense(self) -> None:
        seat, other = self.someone(), self.someone()
        offers = self.offered(seat)
        if offers:
            self.attempt(nonsense(self.ready(self.chance.choice(offers)), self.chance), self.by(other))

    def play_clock(self) -> None:
        due = self.table.ruleset.due(self.table.state)
        if due is None:  # a seat has to move, or somebody has to start, resume or roll
            ruleset, state = self.table.ruleset, self.table.state
            waited_for = [seat for seat in ruleset.balances(state) if ruleset.default(state, seat) is not None]
            self.play_offered(self.chance.choice(waited_for or [None]))
            return
        gap = self.chance.choice([0] * 100 + [3_000, 5_000_000, 3_700_000_000])
        body = msgspec.to_builtins(due.move)
        if self.chance.random() < 0.05:
            self.attempt(body, By(at=due.at - 1, clock=True))
        self.table.at = max(self.table.at, due.at + gap)
        self.table.play(body, By(at=self.table.at, clock=True))

    def play_rewind(self) -> None:
        table = self.table
        last = [played.last for played in table.played]
        far = self.chance.random() < 0.5  # what was just done can be undone more often than what was long ago
        to = self.chance.choice([OPENING, *(last if far else last[-4:])])
        version = table.version
        try:
            table.rewind(to)
        except Refused as refusal:
            assert refusal.code in CODES and table.version == version
        else:
            rewound = table.states[version + 1]  # what follows by itself may pay again
            assert table.ruleset.balances(rewound) == table.ruleset.balances(table.states[to])

    def step(self) -> None:
        if self.table.ruleset.result(self.table.state) is not None and self.chance.random() < 0.1:
            self.play_rewind()
        act = self.chance.choices(("clock", "offered", "nonsense", "rewind"), (70, 20, 9, 0.3))[0]
        if act == "offered":
            self.play_offered(self.someone())
        else:
            {"clock": self.play_clock, "nonsense": self.play_nonsense, "rewind": self.play_rewind}[act]()


def random_game(ruleset, options, seats, number, steps=400) -> Table:
    """A table after so many random steps, checked after each."""
    chance = random.Random(number)
    table = Table(ruleset, options, seats, chance=number)
    driver = Driver(table, chance)
    for step in range(steps):
        table.at += chance.choice([0, 1, 7_000])
        driver.step()
        check_money(table)
        if step % 60 == 0:
            check_secrecy(table)
    check_secrecy(table)
    return table


def check_money(table: Table) -> None:
    """Balances are the sums of postings and reversals, and whatever seats have, the bank paid."""
    assert table.accounts == {**table.accounts, **table.ruleset.balances(table.state)}
    assert sum(table.accounts.values()) + table.bank == 0
    if table.ruleset.key not in OWES:
        assert all(money >= 0 for money in table.ruleset.balances(table.state).values())


def check_secrecy(table: Table) -> None:
    """A fold without secrets shows the public the same, one with a seat's own secrets that seat; and nothing sealed is
    in what anybody is shown."""
    ruleset, state, public = table.ruleset, table.state, table.public
    shown = [msgspec.to_builtins(table.events)]
    for seat in (None, *ruleset.balances(state)):
        known = public if seat is None else table.known_to(seat)
        assert ruleset.view(state, seat) == ruleset.view(known, seat)
        assert ruleset.legal(state, seat) == ruleset.legal(known, seat)
        shown += [ruleset.view(state, seat), ruleset.legal(state, seat)]
    if isinstance(ruleset, Secretive):
        assert ruleset.public(state) == public
    assert ruleset.summary(state) == ruleset.summary(public)
    assert ruleset.due(state) == ruleset.due(public)
    shown.append(msgspec.to_builtins((ruleset.summary(state), ruleset.due(state), ruleset.result(state))))
    text = json.dumps(shown)
    for secret in table.secrets():
        assert secret not in text


@pytest.mark.parametrize("ruleset", RULES, ids=lambda ruleset: f"{ruleset.key}-{ruleset.version}")
def test_every_ruleset_has_examples_and_says_who_it_is(ruleset):
    assert EXAMPLES[ruleset.key, ruleset.version]
    assert get(ruleset.key, ruleset.version) is ruleset
    assert latest(ruleset.key).version == max(RULESETS[ruleset.key])
    assert json.loads(json.dumps(ruleset.board())) == ruleset.board()
    schemas, _ = msgspec.json.schema_components((ruleset.options, *ruleset.moves, *ruleset.events.values()))
    assert len(schemas) == 1 + len(ruleset.moves) + len(ruleset.events)


def test_an_unknown_ruleset_or_version_is_a_key_error():
    for call in (lambda: get("ready-set-bet", 0), lambda: get("ludo", 1), lambda: latest("ludo")):
        with pytest.raises(KeyError):
            call()


@each_game
@few
@given(number=numbers)
def test_random_games_keep_money_and_secrets(ruleset, options, seats, number):
    table = random_game(ruleset, options, seats, number)
    assert len(table.seen) > 0


@each_game
@few
@given(number=numbers)
def test_folding_the_events_again_gives_the_same_state(ruleset, options, seats, number):
    table = random_game(ruleset, options, seats, number, steps=250)
    states = {OPENING: ruleset.initial(table.options, seats, table.salt)}
    for seen in table.seen:
        base = getattr(seen.event, "to", seen.version - 1)
        states[seen.version] = ruleset.evolve(states[base], seen)
    assert states == table.states


@each_game
@few
@given(number=numbers)
def test_everything_survives_json(ruleset, options, seats, number):
    table = random_game(ruleset, options, seats, number, steps=250)
    state = table.state
    assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state
    assert msgspec.json.decode(msgspec.json.encode(table.options), type=ruleset.options) == table.options
    for seat in (None, *seats):
        shown = ruleset.view(state, seat)
        assert json.loads(json.dumps(shown)) == shown
    for played in table.played:
        move: Move = table.decode(played.move)
        assert table.decode(msgspec.to_builtins(move)) == move


@each_game
@few
@given(number=numbers)
def test_making_the_recorded_moves_again_makes_the_same_events(ruleset, options, seats, number):
    table = random_game(ruleset, options, seats, number, steps=250)
    made = {played.first: played for played in table.played}
    version = OPENING
    while version < table.version:
        played = made.get(version + 1)
        if played is None:  # a rewind, which the shell makes
            version += 1
            continue
        decided = ruleset.decide(table.states[version], table.decode(played.move), played.by)
        again = [getattr(outcome, "event", outcome) for outcome in decided]
        assert again == [seen.event for seen in table.seen if played.first <= seen.version <= played.last]
        version = played.last


@each_game
@few
@given(number=numbers)
def test_what_a_seat_may_do_it_was_offered(ruleset, options, seats, number):
    """A seat that tries what only others are offered is refused (a seat may also leave: nobody is offered that)."""
    table = random_game(ruleset, options, seats, number, steps=100)
    chance = random.Random(number)
    every = [(seat, ruleset.legal(table.state, seat)) for seat in (None, *ruleset.balances(table.state))]
    driver = Driver(table, chance)
    for owner, offers in every:
        for offer in chance.sample(offers, min(len(offers), 10)):
            for seat, own in every:
                types = {o["type"] for o in own} | {"close_seat"}
                if seat is None or seat == owner or offer["type"] in types:
                    continue
                move = table.decode(driver.ready(offer))
                with pytest.raises(Refused):
                    ruleset.decide(table.state, move, By(at=table.at, seat=seat))


@each_game
def test_random_games_get_far_enough_to_prove_something(ruleset, options, seats):
    tables = [random_game(ruleset, options, seats, number) for number in range(6)]
    paid = any(ruleset.postings(event) for table in tables for event in table.events)
    assert paid == (ruleset.key not in PAYS_NOBODY)
    assert any("rewound" in table.names() for table in tables)
