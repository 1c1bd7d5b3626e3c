"""Everything that people do to a club's record, in any order: moves, rewinds, corrections, voids, merges, erasures, and
rebuilds and restarts in between; against a model in memory that counts from scratch (:mod:`tests.league.plain`).
Whatever happened, every table says what the model says, and the ledger verifies.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from league.scoring.placing import placing
from league.selectors.evidence import NIGHTS
from ledger import checkpoints, verify
from ledger.audit import audit_club
from ledger.cache import states
from ledger.decider import Transfer
from ledger.export import export_club
from ledger.money import balances
from ledger.reading import head_cursor
from ledger.rebuild import check, rebuild
from tests.league import plain
from tests.league.calling import Club
from tests.length import often

pytestmark = pytest.mark.django_db

WHY = {"reason": "so it was"}
SEVEN, EIGHT = {"type": "roll", "dice": [3, 4]}, {"type": "roll", "dice": [4, 4]}


class Record(RuleBasedStateMachine):
    @initialize()
    def a_club(self) -> None:
        self.club, self.model = Club(), plain.Club()
        self.id = UUID(self.club.json["id"])
        self.kept: list[checkpoints.Checkpoint] = []
        self.known: dict[int, dict[str, Fraction]] = {}
        """Points of a moment, by its cursor."""
        for name in ("Ann", "Bo", "Cy", "Dee", "Eve"):
            self.somebody_joins(name)
        self.a_night_is_opened()

    def somebody_joins(self, name: str) -> None:
        made = self.club.manager.made(f"{self.club.path}/members", {"name": name})
        self.model.names[made["id"]] = name

    # --- what people do -----------------------------------------------------------------------------------------

    def a_night_is_opened(self) -> None:
        night = self.club.night(f"2026-03-{len(self.model.void) + 1:02}")
        self.model.void[night], self.model.open[night] = False, True

    @precondition(lambda self: len(self.model.void) < 3)
    @rule()
    def another_night(self) -> None:
        self.a_night_is_opened()

    def pick(self, data: st.DataObject, things: Any, label: str) -> Any:
        """One of them; ids differ from run to run, so it is their order that counts."""
        return data.draw(st.sampled_from(list(things)), label=label)

    def seats(self, data: st.DataObject) -> list[str]:
        people = st.lists(st.sampled_from(self.model.present()), min_size=2, max_size=4, unique=True)
        return list(data.draw(people, label="seats"))

    def nights(self) -> list[str]:
        return [night for night, open_ in self.model.open.items() if open_ and not self.model.void[night]]

    def games(self, kind: type[plain.Game]) -> list[str]:
        """Those that are played on: neither void themselves nor on a void night."""
        return [
            id
            for id, game in self.model.games.items()
            if isinstance(game, kind) and not game.void and not self.model.void[game.night]
        ]

    @precondition(lambda self: self.nights() and len(self.model.present()) >= 2)
    @rule(data=st.data())
    def a_result_is_written_down(self, data: st.DataObject) -> None:
        night, seats = self.pick(data, self.nights(), "night"), self.seats(data)
        scores = data.draw(st.lists(st.integers(-2, 3), min_size=len(seats), max_size=len(seats)), label="scores")
        made = self.club.game(night, ruleset="scoresheet", options={}, seats=sitting(seats), rows=rows(scores))
        self.model.games[made["id"]] = plain.Sheet(made["id"], night, seats, scores)

    @precondition(lambda self: self.games(plain.Sheet))
    @rule(data=st.data())
    def a_result_is_amended(self, data: st.DataObject) -> None:
        sheet: Any = self.model.games[self.pick(data, self.games(plain.Sheet), "sheet")]
        count = len(sheet.seats)
        scores = data.draw(st.lists(st.integers(-2, 3), min_size=count, max_size=count), label="scores")
        self.move(sheet, {"type": "amend", "rows": rows(scores), **WHY})
        sheet.written = scores

    def a_race_is_opened(self, data: st.DataObject) -> plain.Race:
        night, seats = self.pick(data, self.nights(), "night"), self.seats(data)
        options = {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False}
        made = self.club.game(night, seats=sitting(seats), options=options)
        race = self.model.games[made["id"]] = plain.Race(made["id"], night, seats)
        race.moves.append((("start", 0, "", ""), self.move(race, {"type": "start_race"})))
        return race

    @precondition(lambda self: self.nights() and len(self.model.present()) >= 2)
    @rule(data=st.data(), rolls=st.sampled_from([0, 7, plain.HOME, plain.HOME]), bets=st.integers(0, 3))
    def a_race_is_opened_and_run(self, data: st.DataObject, rolls: int, bets: int) -> None:
        race = self.a_race_is_opened(data)
        for _ in range(bets):
            self.bet(race, data)
        self.roll(race, rolls)

    def running(self) -> list[str]:
        return [id for id in self.games(plain.Race) if not self.model.games[id].over]

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def somebody_bets(self, data: st.DataObject) -> None:
        self.bet(self.model.games[self.pick(data, self.running(), "race")], data)

    def bet(self, race: Any, data: st.DataObject) -> None:
        seat = data.draw(st.integers(1, len(race.seats)), label="seat")
        if race.free_markers(seat) and race.free_spots():
            marker = self.pick(data, race.free_markers(seat), "marker")
            spot = self.pick(data, race.free_spots(), "spot")
            last = self.move(race, {"type": "place_bet", "seat": seat, "marker": marker, "spot": spot})
            race.moves.append((("bet", seat, marker, spot), last))

    @precondition(lambda self: self.running())
    @rule(data=st.data(), rolls=st.sampled_from([1, 2, plain.HOME]))
    def the_dice_fall(self, data: st.DataObject, rolls: int) -> None:
        self.roll(self.model.games[self.pick(data, self.running(), "race")], rolls)

    def roll(self, race: Any, rolls: int) -> None:
        for _ in range(rolls):
            if not race.over:
                race.moves.append((("roll", 0, "7", ""), self.move(race, SEVEN)))

    # --- and how they change their minds ------------------------------------------------------------------------

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def a_race_is_rewound_and_goes_on(self, data: st.DataObject) -> None:
        race = self.model.games[self.pick(data, self.running(), "race")]
        earlier = [last for _, last in race.moves[:-1]]
        if not earlier:
            return  # nothing to go back from
        to = data.draw(st.sampled_from(earlier), label="to")
        self.move(race, {"type": "rewind", "to": to, **WHY})
        race.back_to(to)
        race.moves.append((("resume", 0, "", ""), self.move(race, {"type": "resume"})))

    @precondition(lambda self: self.games(plain.Race))
    @rule(data=st.data(), dry=st.booleans())
    def a_move_is_corrected(self, data: st.DataObject, dry: bool) -> None:
        race = self.model.games[self.pick(data, self.games(plain.Race), "race")]
        mendable = [(move, last) for move, last in race.moves if move[0] in ("bet", "roll")]
        if not mendable:
            return
        move, last = data.draw(st.sampled_from(mendable), label="move")
        other = {"7": EIGHT, "8": SEVEN}[move[2]] if move[0] == "roll" else None
        stays, refused = race.mended(last, None if other is None else ("roll", 0, "8" if other is EIGHT else "7", ""))
        body = {"at": self.first_of(race, last), "move": other, "dry_run": dry, **WHY}
        answer = self.club.manager.post(f"/games/{race.id}/corrections", body)
        assert answer.status == (200 if dry else 201), answer
        assert len(answer.json["refused"]) == len(refused), answer
        if not dry:
            race.moves = list(zip(stays, self.versions_in_force(race, len(stays)), strict=True))

    @precondition(lambda self: self.model.games)
    @rule(data=st.data())
    def a_game_is_voided_or_restored(self, data: st.DataObject) -> None:
        game = self.model.games[self.pick(data, self.model.games, "game")]
        self.club.manager.done(f"/games/{game.id}/{'restore' if game.void else 'void'}", WHY)
        game.void = not game.void

    @rule(data=st.data())
    def a_night_is_voided_or_restored(self, data: st.DataObject) -> None:
        night = self.pick(data, self.model.void, "night")
        self.club.manager.done(f"/nights/{night}/{'restore' if self.model.void[night] else 'void'}", WHY)
        self.model.void[night] = not self.model.void[night]

    @rule(data=st.data())
    def a_night_is_closed_or_reopened(self, data: st.DataObject) -> None:
        night = self.pick(data, [each for each, void in self.model.void.items() if not void] or [""], "night")
        if night:
            self.club.manager.done(f"/nights/{night}/{'close' if self.model.open[night] else 'reopen'}", WHY)
            self.model.open[night] = not self.model.open[night]

    @precondition(lambda self: len(self.model.present()) >= 2)
    @rule(data=st.data())
    def two_turn_out_to_be_one(self, data: st.DataObject) -> None:
        two = st.lists(st.sampled_from(self.model.present()), min_size=2, max_size=2, unique=True)
        one, into = data.draw(two, label="one, into")
        answer = self.club.manager.post(f"/members/{one}/merge", {"into": into, **WHY})
        if self.model.sat_together(one, into):
            assert (answer.status, answer.json.get("code")) == (409, "merge_conflict")
        else:
            assert answer.status == 200, answer
            self.model.merged[one] = into

    @precondition(lambda self: self.model.merged)
    @rule(data=st.data())
    def they_are_two_after_all(self, data: st.DataObject) -> None:
        one = self.pick(data, self.model.merged, "one")
        self.club.manager.done(f"/members/{one}/unmerge", WHY)
        del self.model.merged[one]

    @precondition(lambda self: len(self.model.present()) > 2)
    @rule(data=st.data())
    def somebody_is_erased(self, data: st.DataObject) -> None:
        person = self.pick(data, self.model.present(), "person")
        assert self.club.manager.post(f"/members/{person}/erase").status == 200
        self.model.names[person] = ""

    # --- and what must change nothing ---------------------------------------------------------------------------

    @rule()
    def all_is_rebuilt(self) -> None:
        assert rebuild(self.id).written == {}

    @rule()
    def the_process_starts_anew(self) -> None:
        states.clear()

    @rule()
    def a_checkpoint_is_taken_home(self) -> None:
        made = self.club.manager.made(f"{self.club.path}/checkpoints")
        self.kept += checkpoints.read(str(made).replace("'", '"'))

    # --- what must be true ---------------------------------------------------------------------------------------

    @invariant()
    def the_table_says_what_the_model_says(self) -> None:
        if not hasattr(self, "known"):
            return
        table, wanted = self.club.table(), self.model.table()
        shown = {row["member"]["id"]: row for row in table["rows"]}
        assert shown.keys() == wanted.keys()
        for member, (points, games, wins, money) in wanted.items():
            row = shown[member]
            assert abs(Fraction(str(row["points"])) - points) < Fraction(1, 5000)
            assert (row["games"], row["wins"], row["money"]) == (games, wins, money)
            assert row["member"]["name"] == self.model.names[member]
        order = [row["points"] for row in table["rows"]]
        assert order == sorted(order, reverse=True)
        self.known[head_cursor(self.id)] = {member: row[0] for member, row in wanted.items()}

    @invariant()
    def every_purse_holds_what_the_model_says(self) -> None:
        for game in getattr(self, "model", plain.Club()).games.values():
            if isinstance(game, plain.Race):
                money = {f"seat:{n}": int(each) for n, each in enumerate(game.scores() or [], 1)}
                held = balances(self.id, UUID(game.id))
                assert sum(held.values()) == 0
                assert {seat: amount for seat, amount in held.items() if amount and seat != "bank"} == {
                    seat: amount for seat, amount in money.items() if amount
                }

    def teardown(self) -> None:
        if not hasattr(self, "known"):
            return
        report = audit_club(self.id, [(checkpoint, None) for checkpoint in self.kept])
        assert report.findings == []
        assert check(self.id).differences == []
        assert verify.verify(line.decode() for line in export_club(self.id, with_secrets=True)).ok
        people = self.club.manager.get(f"{self.club.path}/members?limit=100").json["results"]
        assert {person["id"]: person["name"] for person in people} == self.model.names
        for cursor, points in sorted(self.known.items())[-4:]:
            rows_then = self.club.table(query=f"?known_at={cursor}")["rows"]
            then = {row["member"]["id"]: Fraction(str(row["points"])) for row in rows_then}
            assert then.keys() == points.keys()
            assert all(abs(then[member] - points[member]) < Fraction(1, 5000) for member in then)

    # --- the wire -------------------------------------------------------------------------------------------------

    def move(self, game: plain.Game, body: dict[str, Any]) -> int:
        """→ the version of the last event it made."""
        return int(self.club.manager.made(f"/games/{game.id}/moves", body)["version"])

    def log(self, game: plain.Game) -> list[Any]:
        return list(self.club.manager.get(f"/games/{game.id}/events?limit=500").json["results"])

    def first_of(self, game: plain.Game, last: int) -> int:
        """The version of the first event of the move whose last event has this one."""
        return last - int(self.log(game)[last - 1]["move"]["of"]) + 1

    def versions_in_force(self, game: plain.Game, moves: int) -> list[int]:
        """Where each of the moves that count now ended, read off the log."""
        counts: list[int] = []
        for event in self.log(game):
            if event["type"] == "rewound":
                counts = [version for version in counts if version <= event["data"]["to"]]
            if event["type"] in ("race_started", "bet_placed", "rolled", "resumed"):
                counts.append(event["version"] + event["move"]["of"] - event["move"]["n"])
        assert len(counts) == moves
        return counts


def sitting(members: list[str]) -> list[dict[str, str]]:
    return [{"member": member} for member in members]


def rows(scores: list[int]) -> list[dict[str, int]]:
    return [{"seat": seat, "score": score} for seat, score in enumerate(scores, 1)]


def run(examples: int, steps: int, *phases: Phase) -> None:
    run_state_machine_as_test(
        Record,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            phases=phases or tuple(Phase),
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_in_any_order() -> None:
    run(often(5, 200), often(20, 50))


def the_wrong_way(reversal: Any) -> Transfer:
    return Transfer(payer="bank", payee=f"seat:{reversal.seat}", amount=abs(reversal.amount), why="rewound")


def undivided(part: Any, ties: Any, rank: int, sharing: int, players: int) -> Fraction:
    return placing(part, ties, rank, 1, players)


PLANTED: dict[str, tuple[str, Any]] = {
    "a void night counts": ("league.selectors.evidence.NIGHTS", NIGHTS.replace("void,", "false AS void,")),
    "both of one game may be merged": ("league.selectors.people.game_of_both", lambda *_: None),
    "what a correction undoes is paid once more": ("races.game._reversal", the_wrong_way),
    "who shares a place has all its points": ("league.scoring.placing.placing", undivided),
}


@pytest.mark.parametrize("fault", list(PLANTED)[: often(1, len(PLANTED))])
def test_it_finds_a_planted_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, wrong = PLANTED[fault]
    monkeypatch.setattr(place, wrong)
    with pytest.raises(AssertionError):
        run(often(30, 200), 25, Phase.generate)
