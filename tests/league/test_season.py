"""A whole season of a club, by HTTP only: whatever happens in one happens here, and the table is reckoned by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import call_command

from tests.league.calling import Caller, Club, run_race

pytestmark = pytest.mark.django_db

PLACES = {"type": "place", "points": [10, 6, 2]}
FIRST = {
    "name": "Ten, six, two and one for coming",
    "unit": "night",
    "parts": [PLACES, {"type": "attendance", "points": 1}],
    "count": {"type": "best", "n": 5},
    "missing": {"excused": "average"},
    "tie_breaks": ["wins", "seconds"],
}
SECOND = {
    "name": "Five, three, one",
    "unit": "night",
    "parts": [{"type": "place", "points": [5, 3, 1]}],
    "count": {"type": "best", "n": 5},
    "missing": {"excused": "average"},
    "tie_breaks": ["wins", "seconds"],
    "final": {"qualify": 2},
}
SIX, SEVEN = [3, 3], [3, 4]
WINNER, SECOND_PLACE = ("5", "win:7:1"), ("4", "show:7:1")


class Season(Club):
    """Members Ann, Bo, Cy, Dee, Eve; games between them come out in the order they are named."""

    def __init__(self, scheme: Any) -> None:
        super().__init__()
        names = [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee", "Eve")]
        people = self.manager.made(f"{self.path}/members", names)
        self.ids = {person["name"]: person["id"] for person in people}
        span = {"name": "Winter", "starts_on": "2026-01-01", "ends_on": "2026-02-28", "scoring": scheme}
        self.winter = self.manager.made(f"{self.path}/seasons", span)["id"]

    def evening(self, date: str, **fields: Any) -> str:
        return self.night(date, season=self.winter, **fields)

    def opened(self, night: str, *names: str) -> str:
        seats = [{"member": self.ids[name]} if name in self.ids else {"guest": name} for name in names]
        return str(self.game(night, seats=seats)["id"])

    def played(self, night: str, *names: str) -> str:
        """A game that ends in the order of the names: 15, 4 and 0 dollars."""
        game = self.opened(night, *names)
        run_race(self.manager, game, {1: WINNER, 2: SECOND_PLACE})
        return game

    def marked(self, night: str, **status: str) -> None:
        marks = []
        for name, words in status.items():
            word, _, absentee = words.partition(" for ")
            mark = {"member": self.ids[name], "status": word}
            marks.append(mark | ({"for": self.ids[absentee]} if absentee else {}))
        assert self.manager.put(f"/nights/{night}/attendance", marks).status == 200

    def lines(self, query: str = "") -> list[tuple[int, str, float]]:
        return [(row["rank"], row["member"]["name"], row["points"]) for row in self.table(self.winter, query)["rows"]]

    def bytes(self, query: str) -> bytes:
        return self.manager.get(f"/seasons/{self.winter}/table{query}").body


def neck_and_neck(host: Caller, game: str) -> int:
    """Horses 6 and 7 in turn until one is in; seat 1 has bet on 7 and seat 2 on 6. → the version of the last roll, by
    which 6 won."""
    host.made(f"/games/{game}/moves", {"type": "start_race"})
    host.made(f"/games/{game}/moves", {"type": "place_bet", "seat": 1, "marker": "5", "spot": "win:7:1"})
    host.made(f"/games/{game}/moves", {"type": "place_bet", "seat": 2, "marker": "5", "spot": "win:6:1"})
    for n in range(80):
        rolled = host.made(f"/games/{game}/moves", {"type": "roll", "dice": SIX if n % 2 == 0 else SEVEN})
        if any(event["type"] == "race_finished" for event in rolled["events"]):
            assert n % 2 == 0
            return int(rolled["events"][0]["version"])
    raise AssertionError("the race has no end")


def six_nights(club: Season) -> tuple[str, int, str]:
    """→ (the first night's game, the version of its last roll, the sixth night)."""
    host = club.manager
    first = club.opened(club.evening("2026-01-03"), "Ann", "Bo", "Cy")
    last_roll = neck_and_neck(host, first)  # Bo 1st; Ann and Cy, with nothing, share 2 and 3

    second = club.opened(club.evening("2026-01-10"), "Bo", "Ann", "Cy")
    late = host.made(f"/games/{second}/seats")["seat"]
    assert host.patch(f"/games/{second}/seats/{late}", {"member": club.ids["Dee"]}).status == 200
    run_race(host, second, {1: WINNER, 2: SECOND_PLACE})  # Cy and Dee share 3 and 4

    third = club.evening("2026-01-17")
    club.played(third, "Cy", "Bo")
    club.marked(third, Ann="excused")

    fourth = club.evening("2026-01-24")
    club.played(fourth, "Ann", "Bo", "Eve")
    club.marked(fourth, Eve="substitute for Cy")

    fifth = club.played(club.evening("2026-01-31"), "Bo", "Gil", "Ann")
    cy = {"member": club.ids["Cy"], "from": "start", "reason": "it was Cy all along"}
    assert host.patch(f"/games/{fifth}/seats/2", cy).status == 200

    friendly = club.evening("2026-02-08", kind="friendly")
    club.played(friendly, "Bo", "Ann")
    moved = club.played(friendly, "Cy", "Ann", "Bo")
    sixth = club.evening("2026-02-07")
    assert host.patch(f"/games/{moved}", {"night": sixth}).code == "invalid"  # without a reason
    assert host.patch(f"/games/{moved}", {"night": sixth, "reason": "played on Saturday"}).status == 200
    return first, last_roll, sixth


def comparable(table: Any) -> Any:
    """A table without what differs between two clubs: ids, cursors, times."""
    ids = {row["member"]["id"]: row["member"]["name"] for row in table["rows"]}
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", lambda found: ids.get(found[0], "id"), str(table["rows"]))
    return re.sub(r"'scheme': \d+", "'scheme': n", text)


def test_a_season_with_all_that_happens_in_one() -> None:
    club = Season(FIRST)
    host, table = club.manager, f"/seasons/{club.winter}/table"
    first, last_roll, sixth = six_nights(club)
    minus = {"member": club.ids["Bo"], "points": -2, "night": sixth, "reason": "dropped the dice in the beer"}
    host.made(f"/seasons/{club.winter}/adjustments", minus)
    # Ann 4 6 (5.6) 10 2 6, best five, and 5 for coming; Bo 10 10 6 6 10 2, 6 for coming, -2; Cy 4 1 10 6 10 and 5.
    after_six = [(1, "Bo", 46), (2, "Ann", 36.6), (3, "Cy", 36), (4, "Dee", 2)]
    assert club.lines() == after_six
    shown = club.table(club.winter)
    ann = shown["rows"][1]
    assert [entry["points"] for entry in ann["counted"]] == [5, 7, 5.6, 11, 1, 7] and ann["dropped"][0]["points"] == 2
    assert [entry.get("why") for entry in ann["counted"]] == [None, None, "excused", None, None, None]
    assert ann["parts"] == {"place": 26, "excused": 5.6, "attendance": 5}
    bo = shown["rows"][0]
    assert (bo["parts"]["adjustment"], bo["counted"][-1]["why"]) == (-2, "dropped the dice in the beer")
    then = club.bytes(f"?known_at={shown['cursor']}")
    assert club.bytes(f"?as_of=2026-02-07&known_at={shown['cursor']}") != then  # another question, the same rows

    change = {"scheme": SECOND, "from": "2026-02-07", "reason": "the spring meeting wanted it so"}
    dry = host.post(f"/seasons/{club.winter}/scoring", {**change, "dry_run": True})
    assert dry.status == 200 and [row["points"] for row in dry.json["before"]["rows"]] == [46, 36.6, 36, 2]
    assert club.lines() == after_six
    done = host.made(f"/seasons/{club.winter}/scoring", change)
    assert done["after"]["rows"] == dry.json["after"]["rows"]
    # Ann 4 6 (5) 10 2 3 and 4; Bo 10 10 6 6 10 1 and 5, -2; Cy 4 1 10 6 5 and 4.
    assert club.lines() == [(1, "Bo", 45), (2, "Ann", 32), (3, "Cy", 30), (4, "Dee", 2)]
    assert [entry["scheme"] for entry in club.table(club.winter)["rows"][2]["counted"]] == [1, 1, 1, 1, 2]
    assert club.lines("?as_of=2026-01-31")[0] == (1, "Bo", 47)  # by the scheme that held then; -2 came later

    host.made(f"/seasons/{club.winter}/scoring", {**change, "from": "start"})
    # Ann 2 3 (2.8) 5 1 3; Bo 5 5 3 3 5 1, -2; Cy 2 0.5 5 3 5.
    assert club.lines() == [(1, "Bo", 19), (2, "Ann", 15.8), (3, "Cy", 15.5), (4, "Dee", 0.5)]

    right = {"at": last_roll, "move": {"type": "roll", "dice": SEVEN}, "reason": "the film shows a seven"}
    host.made(f"/games/{first}/corrections", right)
    # The first night's winner was Ann: Ann 5 3 (3.4) 5 1 3; Bo 2 5 3 3 5 1, -2.
    corrected = [(1, "Ann", 19.4), (2, "Bo", 16), (3, "Cy", 15.5), (4, "Dee", 0.5)]
    assert club.lines() == corrected

    club.played(club.evening("2026-02-28", kind="final"), "Bo", "Ann")
    assert club.lines() == [(1, "Bo", 16), (2, "Ann", 19.4), (3, "Cy", 15.5), (4, "Dee", 0.5)]
    rule = club.table(club.winter)["rows"][0]["tie_break"]
    assert rule == {"rule": "final", "value": 5, "over": club.ids["Ann"], "other_value": 3}
    assert club.lines("?as_of=2026-02-27") == corrected

    closed = host.done(f"/seasons/{club.winter}/close")
    assert closed["status"] == "closed"
    assert host.post(f"/seasons/{club.winter}/adjustments", minus).code == "season_closed"
    assert host.post(f"/seasons/{club.winter}/scoring", change).code == "season_closed"
    archive = host.get(f"{club.path}/archive").json["results"]
    assert [(each["season"]["name"], each["rows"][0]["member"]["name"]) for each in archive] == [("Winter", "Bo")]
    host.done(f"/seasons/{club.winter}/reopen", {"reason": "one more look"})

    assert club.bytes(f"?known_at={shown['cursor']}") == then
    changes = host.get(f"/seasons/{club.winter}/changes?limit=50").json["results"]
    assert [change["type"] for change in changes] == [
        *("attendance_recorded", "attendance_recorded", "seat_taken", "game_changed", "adjustment_made"),
        *("scoring_changed", "scoring_changed", "rewound", "season_closed", "season_reopened"),
    ]
    mended = changes[7]
    assert mended["reason"] == "the film shows a seven"
    assert [(row["member"]["name"], row["points"]) for row in mended["before"][:2]] == [("Bo", 19), ("Ann", 15.8)]
    assert [(row["member"]["name"], row["points"]) for row in mended["after"][:2]] == [("Bo", 16), ("Ann", 19.4)]
    assert host.get(table, If_None_Match=host.get(table).headers["ETag"]).status == 304
    call_command("rebuild", "--check", "--club", club.slug)


def test_after_corrections_all_is_as_if_it_had_been_right_from_the_start() -> None:
    club, fresh = Season(FIRST), Season(SECOND)
    first, last_roll, _ = six_nights(club)
    change = {"scheme": SECOND, "from": "start", "reason": "we meant this from the start"}
    club.manager.made(f"/seasons/{club.winter}/scoring", change)
    right = {"at": last_roll, "move": {"type": "roll", "dice": SEVEN}, "reason": "the film shows a seven"}
    club.manager.made(f"/games/{first}/corrections", right)

    fresh.played(fresh.evening("2026-01-03"), "Ann", "Bo", "Cy")
    game = fresh.opened(fresh.evening("2026-01-10"), "Bo", "Ann", "Cy", "Dee")
    run_race(fresh.manager, game, {1: WINNER, 2: SECOND_PLACE})
    third, fourth = fresh.evening("2026-01-17"), fresh.evening("2026-01-24")
    fresh.played(third, "Cy", "Bo")
    fresh.marked(third, Ann="excused")
    fresh.played(fourth, "Ann", "Bo", "Eve")
    fresh.marked(fourth, Eve="substitute for Cy")
    fresh.played(fresh.evening("2026-01-31"), "Bo", "Cy", "Ann")
    fresh.played(fresh.evening("2026-02-07"), "Cy", "Ann", "Bo")
    # On the first night Bo and Cy went home with nothing and share; here Bo was second: mend that as well.
    bets = {"type": "place_bet", "marker": "4", "spot": "show:7:1"}
    opening = fresh.manager.get(f"{fresh.path}/nights").json["results"][-1]["id"]
    game = fresh.manager.get(f"/nights/{opening}/games").json["results"][0]["id"]
    moves = fresh.manager.get(f"/games/{game}/moves").json["results"]
    second_bet = next(move["version"] for move in moves if move["move"].get("spot") == bets["spot"])
    body = {"at": second_bet, "move": None, "reason": "no such bet"}
    fresh.manager.made(f"/games/{game}/corrections", body)

    ours, theirs = club.table(club.winter), fresh.table(fresh.winter)
    standing = [(row["member"]["name"], row["points"]) for row in ours["rows"]]
    assert standing == [("Ann", 19.4), ("Bo", 18), ("Cy", 15.5), ("Dee", 0.5)]
    assert comparable(ours) == comparable(theirs)
    assert rated(club) == rated(fresh)


def rated(club: Season) -> list[tuple[str, float, float]]:
    rows = club.manager.get(f"{club.path}/ratings").json["results"]
    return [(row["member"]["name"], row["mu"], row["sigma"]) for row in rows]


def test_games_of_several_kinds_count_in_one_table_new_ones_and_new_opponents_too() -> None:
    bonuses = [{"type": "bonus", "on": on, "points": 1} for on in ("new_game", "new_opponent", "best_score")]
    club = Season({"name": "Mixed", "parts": [PLACES, *bonuses], "tie_breaks": ["wins"]})
    night = club.evening("2026-01-03")
    club.played(night, "Ann", "Bo")

    def sheet(title: str, scores: dict[str, int], **fields: Any) -> None:
        body = {
            "ruleset": "scoresheet",
            "title": title,
            "seats": [{"member": club.ids[name]} for name in scores],
            "rows": [{"seat": n, "score": score} for n, score in enumerate(scores.values(), 1)],
            **fields,
        }
        club.manager.made(f"/nights/{night}/games", body)

    sheet("Azul", {"Cy": 42, "Ann": 42, "Bo": 37, "Dee": 41})
    sheet("azul ", {"Cy": 9, "Bo": 8})
    # Race: Ann 10, Bo 6, new game and opponent each. Azul: Cy and Ann share 10 and 6, Dee third with 2; a new game for
    # all four; new to Ann: Cy and Dee, to Bo the same two, to Cy and Dee three. Again: Cy 10, Bo 6, nothing is new.
    # The night's best score, 42, is Cy's and Ann's.
    parts = {row["member"]["name"]: row["parts"] for row in club.table(club.winter)["rows"]}
    assert parts == {
        "Ann": {"place": 18, "new_game": 2, "new_opponent": 3, "best_score": 1},
        "Bo": {"place": 12, "new_game": 2, "new_opponent": 3},
        "Cy": {"place": 18, "new_game": 1, "new_opponent": 3, "best_score": 1},
        "Dee": {"place": 2, "new_game": 1, "new_opponent": 3},
    }
    assert club.lines() == [(1, "Ann", 24), (2, "Cy", 23), (3, "Bo", 17), (4, "Dee", 6)]
