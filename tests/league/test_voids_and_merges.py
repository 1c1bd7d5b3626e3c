"""What is taken back leaves the table as it was, to the byte; and so does taking back the taking back."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db

BET = {1: ("5", "win:7:1"), 2: ("4", "show:7:1")}
WHY = {"reason": "it never happened"}


class Bytes(Club):
    def table_bytes(self) -> bytes:
        return self.manager.get(f"/seasons/{self.season}/table").body

    def played(self, night: str, *names: str) -> str:
        game = self.game(night, *names)["id"]
        run_race(self.manager, game, BET)
        return str(game)

    def people(self) -> dict[str, str]:
        return {each["name"]: each["id"] for each in self.manager.get(f"{self.path}/members").json["results"]}


def test_a_void_game_leaves_the_table_as_it_was_and_restored_it_is_back_to_the_byte() -> None:
    club = Bytes()
    night = club.night()
    club.played(night, "Ann", "Bo")
    before = club.table_bytes()
    game = club.played(night, "Bo", "Ann", "Cy")
    after = club.table_bytes()
    shown = club.manager.done(f"/games/{game}/void", WHY)
    assert shown["status"] == "void"
    assert club.table_bytes() == before
    assert club.manager.post(f"/games/{game}/moves", {"type": "start_race"}).code == "game_over"
    assert club.manager.post(f"/games/{game}/void", {}).code == "invalid"
    club.manager.done(f"/games/{game}/restore", WHY)
    assert club.table_bytes() == after != before
    call_command("rebuild", "--check", "--club", club.slug)


def test_a_void_night_leaves_the_table_as_it_was_and_restored_it_is_back_to_the_byte() -> None:
    club = Bytes()
    club.played(club.night("2026-03-07"), "Ann", "Bo")
    before = club.table_bytes()
    night = club.night("2026-03-14")
    game = club.played(night, "Bo", "Ann", "Cy")
    cy = club.people()["Cy"]
    club.manager.put(f"/nights/{night}/attendance", [{"member": cy, "status": "present"}])
    after = club.table_bytes()
    assert club.manager.done(f"/nights/{night}/void", WHY)["void"] is True
    assert club.table_bytes() == before
    assert (
        club.manager.post(f"/nights/{night}/games", {"ruleset": "ready-set-bet", "seats": [{}]}).code == "night_closed"
    )
    # What happens to a game of a void night meanwhile is there when the night is back.
    club.manager.done(f"/games/{game}/void", WHY)
    club.manager.done(f"/nights/{night}/restore", WHY)
    assert [row["member"]["name"] for row in club.table()["rows"]] == ["Ann", "Bo"]
    club.manager.done(f"/games/{game}/restore", WHY)
    assert club.table_bytes() == after
    assert club.manager.done(f"/nights/{night}/restore", WHY)["void"] is False
    call_command("rebuild", "--check", "--club", club.slug)


def test_a_running_game_that_is_void_is_not_played_on_by_the_clock() -> None:
    club = Bytes()
    body = {"ruleset": "ready-set-bet", "options": {"pace_ms": 10_000}, "seats": [{"guest": "Ann"}, {"guest": "Bo"}]}
    game = club.manager.made(f"/nights/{club.night()}/games", body)["id"]
    club.manager.made(f"/games/{game}/moves", {"type": "start_race"})
    assert club.manager.get(f"/games/{game}").json["next_at"] is not None
    assert club.manager.done(f"/games/{game}/void", WHY)["next_at"] is None
    assert club.manager.done(f"/games/{game}/restore", WHY)["next_at"] is not None


def test_merged_two_are_one_and_unmerged_the_table_is_as_it_was_to_the_byte() -> None:
    club = Bytes()
    club.played(club.night("2026-03-07"), "Ann", "Bo")
    club.played(club.night("2026-03-14"), "Annie", "Bo")
    before, people = club.table_bytes(), club.people()
    merge = {"into": people["Ann"], "reason": "Annie is Ann"}
    merged = club.manager.done(f"/members/{people['Annie']}/merge", merge)
    assert merged["merged_into"] == people["Ann"]
    rows = club.table()["rows"]
    assert [(row["member"]["name"], row["points"], row["games"]) for row in rows] == [("Ann", 20, 2), ("Bo", 4, 2)]
    results = club.manager.get(f"/members/{people['Ann']}/results").json["results"]
    assert [result["date"] for result in results] == ["2026-03-14", "2026-03-07"]
    rivals = club.manager.get(f"/members/{people['Bo']}/head-to-head").json["results"]
    assert [(r["member"]["name"], r["games"], r["ahead"], r["behind"]) for r in rivals] == [("Ann", 2, 0, 2)]
    club.manager.done(f"/members/{people['Annie']}/unmerge", {"reason": "they are sisters"})
    assert club.table_bytes() == before
    call_command("rebuild", "--check", "--club", club.slug)


def test_who_sat_in_one_game_cannot_be_one_person_and_the_game_is_named() -> None:
    club = Bytes()
    game = club.game(club.night(), "Ann", "Annie", "Bo", title="Turf Horse Racing")["id"]
    people = club.people()
    answer = club.manager.post(f"/members/{people['Annie']}/merge", {"into": people["Ann"]})
    assert (answer.status, answer.code, answer.json["game"]) == (409, "merge_conflict", game)
    assert "Turf Horse Racing" in answer.json["detail"]
    assert club.manager.post(f"/members/{people['Ann']}/merge", {"into": people["Ann"]}).code == "merge_conflict"
    assert club.token("host").post(f"/members/{people['Ann']}/merge", {"into": people["Bo"]}).code == "wrong_scope"


def test_a_chain_of_merges_has_one_end_and_who_was_merged_sits_as_who_he_is() -> None:
    club = Bytes()
    for n, name in enumerate(("Ann", "Annie", "Anna")):
        club.played(club.night(f"2026-03-{7 + 7 * n:02}"), name, "Bo")
    before, people = club.table_bytes(), club.people()
    club.manager.done(f"/members/{people['Anna']}/merge", {"into": people["Annie"]})
    club.manager.done(f"/members/{people['Annie']}/merge", {"into": people["Ann"]})
    assert [(row["member"]["name"], row["games"]) for row in club.table()["rows"]] == [("Ann", 3), ("Bo", 3)]
    # Annie is somebody else by now: nobody is merged into her, and on a seat she is Ann.
    assert club.manager.post(f"/members/{people['Bo']}/merge", {"into": people["Annie"]}).code == "merge_conflict"
    game = club.game(club.night(), seats=[{"member": people["Anna"]}, {}])
    assert game["seats"][0]["member"] == {"id": people["Ann"], "name": "Ann"}
    sit = {"member": people["Annie"]}
    assert club.manager.patch(f"/games/{game['id']}/seats/2", sit).code == "member_already_seated"
    club.manager.done(f"/games/{game['id']}/void", WHY)
    for name in ("Annie", "Anna"):
        club.manager.done(f"/members/{people[name]}/unmerge", {"reason": "no"})
    assert club.table_bytes() == before


def test_a_void_adjustment_leaves_the_table_as_it_was() -> None:
    club = Bytes()
    club.played(club.night(), "Ann", "Bo")
    before, ann = club.table_bytes(), club.people()["Ann"]
    body = {"member": ann, "points": "-2.5", "reason": "late again"}
    made = club.manager.made(f"/seasons/{club.season}/adjustments", body)
    assert club.table()["rows"][0]["points"] == 7.5
    assert made["points"] == -2.5
    assert club.manager.done(f"/adjustments/{made['id']}/void", {"reason": "was on time"})["void"] is True
    assert club.table_bytes() == before
    listed = club.manager.get(f"/seasons/{club.season}/adjustments").json["results"]
    assert [(each["points"], each["void"]) for each in listed] == [(-2.5, True)]
    for wrong in ("1e999999999", "0.00001", "NaN", 10**9):
        answer = club.manager.post(f"/seasons/{club.season}/adjustments", {**body, "points": wrong})
        assert (answer.status, answer.code) == (400, "invalid"), wrong


def test_an_erased_person_is_gone_from_reasons_schemes_and_old_tables_too() -> None:
    club = Bytes()
    club.played(club.night(), "Wilhelmina", "Bo")
    ids = club.people()
    body = {"member": ids["Bo"], "points": 1, "reason": "helped Wilhelmina with the coats"}
    club.manager.made(f"/seasons/{club.season}/adjustments", body)
    scheme = {"name": "Wilhelmina", "parts": [{"type": "money", "title": "Wilhelmina"}]}
    change = {"scheme": scheme, "from": "start", "reason": "Wilhelmina wants it so"}
    club.manager.made(f"/seasons/{club.season}/scoring", change)
    cursor = club.table()["cursor"]
    assert b"Wilhelmina" in club.table_bytes()
    assert club.manager.post(f"/members/{ids['Wilhelmina']}/erase").status == 200
    for path in (
        f"/seasons/{club.season}/table",
        f"/seasons/{club.season}/table?known_at={cursor}",
        f"/seasons/{club.season}/changes",
        f"/seasons/{club.season}/adjustments",
        f"/seasons/{club.season}",
        f"{club.path}/records",
    ):
        answer = club.manager.get(path)
        assert answer.status == 200 and b"Wilhelmina" not in answer.body, path
    assert [row["points"] for row in club.table()["rows"]] == [15, 5]
    call_command("rebuild", "--check", "--club", club.slug)
