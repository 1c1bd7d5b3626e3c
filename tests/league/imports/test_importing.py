"""A file taken in over HTTP, applied in pieces, seen by tables all at once, voided as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from league.imports import applying, jobs
from ledger.errors import Refused
from ledger.reading import load, stream_events
from ledger.sql import query
from tests.league.calling import NOBODY, Club
from tests.league.imports.calling import applied, apply, bgstats, counts, names, play, stream, table, taken, upload

pytestmark = pytest.mark.django_db
SAMPLES = Path(__file__).parents[2] / "vectors" / "imports"
FIRST = play("A", "2026-01-10 20:15:00", "42", "42", "37", "41")
SECOND = play("B", "2026-01-17 19:00:00", "20+16+2", "12", "", None)


def games(club: Club) -> list[int]:
    return sorted(row["games"] for row in json.loads(table(club))["rows"])


@pytest.mark.parametrize(
    ("file", "first", "again", "people"),
    [
        ("ios-de-decimal-comma.json", (19, 0, 0, 0, 0), (0, 0, 19, 0, 0), 22),
        ("plays-28-with-players-mit.xml", (28, 0, 0, 0, 0), (0, 0, 28, 0, 0), 16),
        ("negative-ids-empty-total-mit.xml", (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), 4),
        ("winner-per-play-unnamed-index-mit.csv", (38, 0, 0, 0, 1), (0, 0, 38, 0, 1), 13),
        ("fide-trf26-extract-mit.trf", (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), 5),
    ],
)
def test_every_sample_twice(file: str, first: tuple[int, ...], again: tuple[int, ...], people: int) -> None:
    """Counted by hand: 19 and 28 and 1 plays; 39 rows, one of which names no game; one tournament of five. In the
    28 plays 15 names occur, and one of them (Greta) also with a BGG account, which is another identity."""
    club = Club()
    raw = (SAMPLES / file).read_bytes()
    report = taken(club, raw)
    assert counts(report) == first
    assert len(report["people"]) == people
    assert names(club) == []  # nothing is applied yet
    done = apply(club, report["id"])
    assert (done["status"], counts(done)) == ("applied", first)
    assert len(names(club)) == people
    assert counts(applied(club, raw)) == again
    assert len(names(club)) == people


def test_scores_without_ranks_give_places() -> None:
    club = Club()
    assert counts(applied(club, bgstats(FIRST))) == (1, 0, 0, 0, 0)
    night = club.manager.get(f"{club.path}/nights").json["results"][0]
    assert (night["date"], night["status"]) == ("2026-01-10", "closed")
    line = club.manager.get(f"/nights/{night['id']}/games").json["results"][0]
    assert (line["title"], line["ruleset"], line["status"]) == ("Azul", "scoresheet", "finished")
    game = club.manager.get(f"/games/{line['id']}").json
    assert [row["rank"] for row in game["state"]["rows"]] == [1, 1, 4, 3]
    assert game["state"]["started_at"] == "2026-01-10T19:15:00Z"  # 20:15 in Berlin
    titles = club.manager.get(f"{club.path}/titles").json["results"]
    assert [(title["name"], title["bgg_id"]) for title in titles] == [("Azul", 230802)]
    audit = club.manager.get(f"/games/{line['id']}/audit").json
    assert audit["ok"], audit


def test_the_report_names_bad_rows_and_keeps_the_others() -> None:
    club = Club()
    raw = bgstats(
        FIRST,
        play("C", "2026-02-30 10:00:00", "1", "2"),
        play("D", "2026-02-03 10:00:00", "49-46ish", "2"),
        play("E", "2026-02-04 10:00:00", "1", {"playerRefId": 99, "score": "3"}),
        play("F", "2026-02-05 10:00:00", "9999999999999999", "2"),
        {"uuid": "G", "gameRefId": 1},
        "no play at all",  # type: ignore[arg-type]
        play("H\x00", "2026-02-06 10:00:00", "1", "2"),
        SECOND,
    )
    report = taken(club, raw)
    assert counts(report) == (2, 0, 0, 0, 7)
    assert [(bad["row"], bad["reason"]) for bad in report["bad"]] == [
        (2, "there is no date '2026-02-30 10:00:00'"),
        (3, "the score '49-46ish' is not a number"),
        (4, "player 99 is not in the file"),
        (5, "the score '9999999999999999' is out of all bounds"),
        (6, "there is no date"),
        (7, "this row has another shape than it should (AttributeError)"),
        (8, "the uuid has a control character in it"),
    ]
    assert '"D"' in report["bad"][1]["raw"]
    assert counts(apply(club, report["id"])) == (2, 0, 0, 0, 7)


def test_people_are_suggested_by_name_and_known_by_identity() -> None:
    club = Club()
    ada = club.manager.made(f"{club.path}/members", {"name": "ada"})["id"]
    for _ in range(2):
        club.manager.made(f"{club.path}/members", {"name": "Bob"})
    raw = bgstats(FIRST, players=("Ada ", "Bob", "Cy", "Dee"))
    report = taken(club, raw)
    assert [(each["name"], each["suggested"], each["known"], each["key"]) for each in report["people"]] == [
        ("Ada", ada, None, "bgstats:p-1"),
        ("Bob", None, None, "bgstats:p-2"),  # which of the two?
        ("Cy", None, None, "bgstats:p-3"),
        ("Dee", None, None, "bgstats:p-4"),
    ]
    dee = club.manager.made(f"{club.path}/members", {"name": "Deirdre"})["id"]
    apply(club, report["id"], use_suggestions=True, people={"bgstats:p-4": dee})
    assert names(club) == ["Bob", "Bob", "Bob", "Cy", "Deirdre", "ada"]
    known = {each["key"]: each["known"] for each in taken(club, bgstats(FIRST, SECOND))["people"]}
    assert (known["bgstats:p-1"], known["bgstats:p-4"]) == (ada, dee)
    applied(club, bgstats(FIRST, SECOND))
    assert names(club) == ["Bob", "Bob", "Bob", "Cy", "Deirdre", "ada"]


def test_without_a_hand_nobody_is_taken_for_a_namesake() -> None:
    club = Club()
    club.manager.made(f"{club.path}/members", {"name": "Ada"})
    applied(club, bgstats(FIRST))
    assert names(club) == ["Ada", "Ada", "Bob", "Cy", "Dee"]


def test_two_people_who_are_one_here_cannot_both_have_played() -> None:
    club = Club()
    ada = club.manager.made(f"{club.path}/members", {"name": "Ada"})["id"]
    report = taken(club, bgstats(FIRST, play("B", "2026-01-17 19:00:00", "3", "2")))
    done = apply(club, report["id"], people={"bgstats:p-3": ada, "bgstats:p-4": ada})
    assert counts(done) == (1, 0, 0, 1, 0)


def test_a_newer_version_takes_the_place_of_the_old_and_a_void_brings_it_back() -> None:
    club = Club()
    old = {**FIRST, "modificationDate": "2026-01-10 23:00:00"}
    applied(club, bgstats(old, SECOND))
    before = table(club)
    new = play("a", "2026-01-10 20:15:00", "42", "43", "37", "41", modificationDate="2026-01-12 08:00:00")
    done = applied(club, bgstats(new, SECOND))
    assert counts(done) == (0, 1, 1, 0, 0)
    wins = {row["member"]["name"]: row["wins"] for row in json.loads(table(club))["rows"]}
    assert wins == {"Ada": 1, "Bob": 1, "Cy": 0, "Dee": 0}  # before, both had won the first one
    assert counts(taken(club, bgstats(old, SECOND))) == (0, 0, 1, 1, 0)  # older than what is here
    assert club.manager.post(f"/imports/{done['id']}/void", {"reason": "it was right"}).status == 200
    assert table(club) == before


def test_what_the_source_deleted_is_taken_out() -> None:
    club = Club()
    applied(club, bgstats(FIRST, SECOND))
    gone = [{"objectType": "Play", "uuid": "b"}, {"objectType": "Game", "uuid": "a"}]
    report = taken(club, bgstats(FIRST, deletedObjects=gone))
    assert (counts(report), report["removed"]) == ((0, 0, 1, 0, 0), 1)
    apply(club, report["id"])
    assert games(club) == [1, 1, 1, 1]
    club.manager.post(f"/imports/{report['id']}/void", {"reason": "bring it back"})
    assert games(club) == [2, 2, 2, 2]


def test_voiding_restores_the_table_to_the_byte_and_the_file_can_come_again() -> None:
    club = Club()
    night = club.night("2026-01-10")
    sheet = {"ruleset": "scoresheet", "seats": [{"guest": "Eve"}, {"guest": "Fay"}]}
    club.manager.made(f"/nights/{night}/games", {**sheet, "rows": [{"seat": 1, "score": 2}, {"seat": 2, "score": 1}]})
    before, history = table(club), club.manager.get(f"{club.path}/records").json
    done = applied(club, bgstats(FIRST, SECOND))
    assert games(club) == [1, 1, 2, 2, 2, 2]
    voided = club.manager.post(f"/imports/{done['id']}/void", {"reason": "the wrong file"}).json
    assert voided["status"] == "void"
    assert table(club) == before
    assert club.manager.get(f"{club.path}/records").json == history
    assert club.manager.post(f"/imports/{done['id']}/apply").code == "not_running"
    again = applied(club, bgstats(FIRST, SECOND))
    assert counts(again) == (2, 0, 0, 0, 0)
    assert games(club) == [1, 1, 2, 2, 2, 2]
    assert sorted(names(club)) == ["Ada", "Ada", "Bob", "Bob", "Cy", "Cy", "Dee", "Dee", "Eve", "Fay"]


def many(number: int) -> bytes:
    """So many plays, two a night, four people."""
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    return bgstats(*[play(f"X{n}", f"{days[n // 2]} 20:00:00", str(n), "5", "7", "1") for n in range(number)])


def test_pieces_are_small_and_a_table_sees_none_of_them_before_the_last() -> None:
    club = Club()
    before = table(club)
    report = taken(club, many(200))
    own = stream(club, report["id"])
    unaware = query("SELECT max(cursor) FROM ledger_position WHERE club = %s", [own.club])[0][0]
    assert club.manager.post(f"/imports/{report['id']}/apply").status == 202
    pieces = 0
    while load(own).state.status == "applying":
        assert table(club) == before
        first = query("SELECT max(cursor) FROM ledger_position WHERE club = %s", [own.club])[0][0]
        applying.apply_piece(own, load(own).state)
        last = query("SELECT max(cursor) FROM ledger_position WHERE club = %s", [own.club])[0][0]
        assert 0 < last - first <= 200
        pieces += 1
    assert pieces > 3
    assert len(json.loads(table(club))["rows"]) == 4
    almost = last - 2  # the last events: the import is finished, a checkpoint was signed
    then, earlier = (json.loads(table(club, f"?known_at={cursor}")) for cursor in (almost, unaware))
    assert then == {**earlier, "known_at": str(almost)}
    assert then["rows"] == []
    assert counts(club.manager.get(f"/imports/{report['id']}").json) == (200, 0, 0, 0, 0)
    kinds = {event.type for event in stream_events(own)}
    staged, did = (
        {"import_staged", "rows_staged"},
        {"import_started", "person_known", "piece_applied", "import_finished"},
    )
    assert kinds == staged | did
    call_command("rebuild", "--check", "--club", club.slug)
    call_command("verify", "--club", club.slug)


def test_a_worker_that_died_is_taken_up_where_it_was_and_two_do_not_double() -> None:
    club = Club()
    report = taken(club, many(100))
    own = stream(club, report["id"])
    club.manager.post(f"/imports/{report['id']}/apply")
    stale = load(own).state
    applying.apply_piece(own, stale)
    with pytest.raises(Refused, match="version_changed"):
        applying.apply_piece(own, stale)
    assert not jobs.run(own)
    assert not jobs.run(own)
    assert json.loads(table(club))["rows"][0]["games"] == 100


def test_an_unfinished_import_can_be_voided_and_then_goes_no_further() -> None:
    club = Club()
    before = table(club)
    report = taken(club, many(100))
    own = stream(club, report["id"])
    club.manager.post(f"/imports/{report['id']}/apply")
    applying.apply_piece(own, load(own).state)
    other = taken(club, bgstats(FIRST))
    assert club.manager.post(f"/imports/{other['id']}/apply").code == "already_running"
    assert club.manager.post(f"/imports/{report['id']}/void", {"reason": "too slow"}).status == 200
    assert not jobs.run(own)
    assert table(club) == before
    assert counts(apply(club, other["id"])) == (1, 0, 0, 0, 0)
    assert club.manager.post(f"/imports/{other['id']}/apply").code == "already_recorded"


def test_what_does_not_count_is_kept_and_shown() -> None:
    club = Club()
    raw = bgstats(
        play("A", "2026-01-10 20:15:00", "3", "2", ignored=True),
        play("B", "2026-01-10 20:15:00", "3", "2", gameRefId=2),
        play("C", "2026-01-10 20:15:00", "3", "2", usesTeams=True),
    )
    report = applied(club, raw)
    assert report["uncounted"] == {"ignored": 1, "cooperative": 1, "team": 1}
    night = club.manager.get(f"{club.path}/nights").json["results"][0]["id"]
    kept = club.manager.get(f"/nights/{night}/games").json["results"]
    assert [game["counts"] for game in kept] == [False, False, False]
    assert sum(games(club)) == 0
    club.manager.post(f"/imports/{report['id']}/void", {"reason": "count teams"})
    applied(club, raw, count_teams=True)
    assert games(club) == [1, 1]


def test_a_play_after_midnight_belongs_to_the_evening_before() -> None:
    club = Club()
    plays = [play("A", "2026-02-01 00:30:00", "1", "2"), play("B", "2026-02-01 05:00:00", "1", "2")]
    applied(club, bgstats(*plays))
    dates = [night["date"] for night in club.manager.get(f"{club.path}/nights").json["results"]]
    assert sorted(dates) == ["2026-01-31", "2026-02-01"]


def test_the_times_of_a_file_may_be_of_another_zone() -> None:
    club = Club()
    apply(club, taken(club, bgstats(play("A", "2026-02-01 20:30:00", "1", "2")), timezone="America/New_York")["id"])
    assert club.manager.get(f"{club.path}/nights").json["results"][0]["date"] == "2026-02-01"  # 02:30 in Berlin
    assert upload(club, bgstats(FIRST), timezone="Mars/Olympus").code == "invalid"


def test_a_repeated_upload_with_one_key_is_one_import() -> None:
    club = Club()
    first, again = (upload(club, bgstats(FIRST), key="k-1") for _ in range(2))
    assert (first.status, again.status) == (201, 201)
    assert first.json["id"] == again.json["id"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert upload(club, bgstats(SECOND), key="k-1").code == "key_reused"
    assert len(club.manager.get(f"{club.path}/imports").json["results"]) == 1


def test_only_the_club_manages_its_imports() -> None:
    club, other = Club(), Club(public=True)
    id = taken(club, bgstats(FIRST))["id"]
    host = club.token("host")
    assert upload(club, bgstats(FIRST), caller=host).code == "wrong_scope"
    assert host.get(f"/imports/{id}").status == 200
    assert club.token("read").get(f"/imports/{id}").code == "wrong_scope"
    assert host.post(f"/imports/{id}/apply").code == "wrong_scope"
    for path in (f"/imports/{id}", f"{club.path}/imports"):
        assert NOBODY.get(path).code == "no_token"
        assert other.manager.get(path).code == "not_found"
    assert other.manager.post(f"/imports/{id}/apply").code == "not_found"
    assert other.manager.post(f"/imports/{id}/void", {"reason": "x"}).code == "not_found"
    member = other.manager.made(f"{other.path}/members", {"name": "Ann"})["id"]
    assert club.manager.post(f"/imports/{id}/apply", {"people": {"bgstats:p-1": member}}).code == "not_found"
    assert club.manager.post(f"/imports/{id}/apply", {"people": {"bgstats:p-9": member}}).code == "invalid"


def test_no_name_stands_in_the_open_part_of_an_event() -> None:
    club = Club()
    raw = bgstats(FIRST, players=("Zebedee", "Yolanda", "Xanthippe", "Wilhelmina"))
    done = applied(club, raw)
    events = stream_events(stream(club, done["id"]))
    for event in events:
        assert not any(name in event.record for name in ("Zebedee", "Yolanda", "bgstats:", "Azul"))
    assert any("Zebedee" in (event.sealed or "") for event in events)
    assert {audience for event in events for audience in event.audience} <= {"host", "club"}


def test_the_command_says_what_it_would_do_and_does_it(tmp_path: Path, capsys: Any) -> None:
    club = Club()
    file = tmp_path / "plays.json"
    file.write_bytes(bgstats(FIRST, SECOND))
    call_command("import", "--club", club.slug, str(file))
    assert "new 2, changed 0, same 0, skipped 0, removed 0, bad 0" in capsys.readouterr().out
    assert names(club) == []
    call_command("import", "--club", club.slug, "--apply", str(file))
    assert "2 plays, applied" in capsys.readouterr().out
    assert names(club) == ["Ada", "Bob", "Cy", "Dee"]


def test_somebody_who_is_forgotten_is_gone_from_imports_too_and_the_plays_are_known_again() -> None:
    club = Club()
    raw = b"date,game,player,score\n2026-02-01,Azul,Zebedee,3\n2026-02-01,Azul,Bob,2\n2026-02-08,Azul,Zebedee,1\n"
    done = applied(club, raw)
    assert counts(done) == (2, 0, 0, 0, 0)
    members = club.manager.get(f"{club.path}/members").json["results"]
    zebedee = next(member["id"] for member in members if member["name"] == "Zebedee")
    assert club.manager.post(f"/members/{zebedee}/erase").status in (200, 202, 204)
    for event in stream_events(stream(club, done["id"])):
        assert "zebedee" not in (event.record + (event.sealed or "")).casefold()
    assert [person["name"] for person in club.manager.get(f"/imports/{done['id']}").json["people"]] == []
    assert games(club) == [1, 2]
    call_command("rebuild", "--check", "--club", club.slug)
    call_command("verify", "--club", club.slug)
    again = taken(club, raw)
    assert counts(again) == (0, 0, 2, 0, 0)
    assert {person["name"]: person["known"] is None for person in again["people"]} == {"Zebedee": True, "Bob": False}


def test_an_import_signs_one_checkpoint_however_many_nights_it_brings() -> None:
    club = Club()
    before = len(club.manager.get(f"{club.path}/checkpoints").json["results"])
    applied(club, many(20))
    assert len(club.manager.get(f"{club.path}/nights").json["results"]) == 10
    assert len(club.manager.get(f"{club.path}/checkpoints").json["results"]) == before + 1


def test_imports_voids_and_amended_results_stand_in_the_feed_of_changes() -> None:
    club = Club()
    sheet = {"ruleset": "scoresheet", "seats": [{"guest": "Eve"}, {"guest": "Fay"}]}
    rows = [{"seat": 1, "score": 2}, {"seat": 2, "score": 1}]
    game = club.manager.made(f"/nights/{club.night('2026-03-01')}/games", {**sheet, "rows": rows})
    upside_down = [{"seat": 1, "score": 1}, {"seat": 2, "score": 2}]
    amend = {"type": "amend", "rows": upside_down, "reason": "read upside down"}
    club.manager.made(f"/games/{game['id']}/moves", amend)
    done = applied(club, bgstats(FIRST))
    club.manager.post(f"/imports/{done['id']}/void", {"reason": "the wrong file"})
    changes = club.manager.get(f"/seasons/{club.season}/changes").json["results"]
    assert [(change["type"], change["reason"]) for change in changes] == [
        ("result_recorded", "read upside down"),
        ("import_finished", None),
        ("import_voided", "the wrong file"),
    ]
    before, after = ({row["member"]["name"] for row in changes[1][side]} for side in ("before", "after"))
    assert after - before == {"Ada", "Bob", "Cy", "Dee"}
    before, after = ({row["member"]["name"] for row in changes[2][side]} for side in ("before", "after"))
    assert before - after == {"Ada", "Bob", "Cy", "Dee"}
