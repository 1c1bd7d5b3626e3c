"""What an organiser does on a Tuesday night without a terminal: people, nights, games, seasons, scoring, points by
hand, imports, tokens, settings; by plain forms, without script."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league import organisers
from league.imports import jobs
from ledger.reading import stream_of
from races.models import Game
from tests.league.calling import Caller, Club, run_race

pytestmark = pytest.mark.django_db


class Office:
    """A club, and its organiser signed in."""

    def __init__(self, **fields: Any) -> None:
        self.club = Club(**{"public": True, **fields})
        self.at = f"/{self.club.slug}"
        self.browser = Client()
        self.browser.force_login(organisers.account())

    def read(self, path: str) -> str:
        """A page's words."""
        answer = self.browser.get(path if path.startswith("/g/") else self.at + path)
        assert answer.status_code == 200, (path, answer.status_code)
        return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())

    def send(self, path: str, status: int = 302, **fields: Any) -> str:
        """Sends a form. → where it goes on, or what it says."""
        answer = self.browser.post(path if path.startswith("/g/") else self.at + path, fields)
        assert answer.status_code == status, (path, answer.status_code, answer.content.decode()[:2000])
        if status == 302:
            return str(answer.headers["Location"])
        return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())

    def member(self, name: str, **fields: Any) -> str:
        return str(self.club.manager.made(f"{self.club.path}/members", {"name": name, **fields})["id"])

    def raced(self, *names: str, date: str = "2026-03-14") -> str:
        """The id of a game that the first one won."""
        game = self.club.game(self.club.night(date), *names)["id"]
        run_race(self.club.manager, game, {1: ("5", "win:7:1")})
        return str(game)


def test_people_are_added_renamed_and_leave() -> None:
    office = Office()
    assert office.send("/members", names="Ann Archer\nBo Bendtsen\n") == f"{office.at}/members"
    assert "Members 2 Ann Archer Change Ann Archer Bo Bendtsen Change Bo Bendtsen" in office.read("/members")
    ann = office.club.manager.get(f"{office.club.path}/members").json["results"][0]["id"]
    edit = f"/members/{ann}/edit"
    office.send(edit, do="change", name="Anna Archer", alias="AA", publish="alias")
    shown = office.club.manager.get(f"/members/{ann}").json
    assert (shown["name"], shown["alias"], shown["publish"]) == ("Anna Archer", "AA", "alias")
    assert "AA" in Client().get(f"{office.at}/members").content.decode()
    office.send(edit, do="leave")
    assert "Left the club 1 Anna Archer" in office.read("/members")
    assert "Archer" not in Client().get(f"{office.at}/members").content.decode()
    office.send(edit, do="rejoin")
    assert "Type a name" in office.send("/members", 400, names=" \n ")


def test_two_records_become_one_person_and_two_again() -> None:
    office = Office()
    office.raced("Ann", "Bo")
    before = office.club.table()
    guest = before["rows"][0]["member"]["id"]
    member = office.member("Ann Archer")
    edit = f"/members/{guest}/edit"
    office.send(edit, do="merge", into=member, reason="she told me")
    assert office.club.table()["rows"][0]["member"]["name"] == "Ann Archer"
    assert "The same person as Ann Archer" in office.read(edit)
    office.send(edit, do="unmerge", reason="no, her sister")
    assert office.club.table() == before
    same_game = before["rows"][1]["member"]["id"]
    assert "Both sat in one game" in office.send(edit, 409, do="merge", into=same_game)


def test_a_claim_link_is_shown_once_and_a_person_is_erased_by_typing_the_name() -> None:
    office = Office()
    ann = office.member("Ann Archer")
    edit = f"/members/{ann}/edit"
    link = re.search(r"/claim/\S+", office.send(edit, 200, do="claim"))
    assert link and Client().get(link[0]).status_code == 200
    warned = office.read(edit)
    assert "This can’t be undone, by nobody." in warned and "from every backup that is restored" in warned
    assert "exactly as it stands" in office.send(edit, 400, do="erase", sure="ann")
    office.send(edit, do="erase", sure="Ann Archer")
    assert "This person was erased" in office.read(edit)
    assert office.club.manager.get(f"/members/{ann}").json["name"] == ""


def test_a_night_is_renamed_closed_reopened_voided_and_restored_with_reasons() -> None:
    office = Office()
    office.raced("Ann", "Bo")
    before = office.club.table()
    night = before["rows"][0]["counted"][0]["night"]
    manage = f"/nights/{night}/manage"
    fields = {"date": "2026-03-14", "name": "Derby", "season": office.club.season, "kind": "friendly"}
    office.send(manage, do="change", **fields)
    assert office.club.table()["rows"] == []
    office.send(manage, do="change", **{**fields, "kind": "regular"})
    assert office.club.table()["rows"] == before["rows"]
    assert office.send(manage, do="close") == f"{office.at}/nights/{night}"
    assert "Say why" in office.send(manage, 400, do="reopen")
    office.send(manage, do="reopen", reason="a game was forgotten")
    office.send(manage, do="void", reason="the dice were loaded")
    assert office.club.table()["rows"] == []
    assert "This night is void" in office.read(f"/nights/{night}")
    office.send(manage, do="restore", reason="they were not")
    assert office.club.table()["rows"] == before["rows"]
    assert "nothing like that" in office.send(manage, 400, do="dance")


def test_attendance_is_marked_and_told_on_the_night_s_page() -> None:
    office = Office()
    ann, bo, cilla = (office.member(name) for name in ("Ann", "Bo", "Cilla"))
    night = office.club.night()
    manage = f"/nights/{night}/manage"
    marks = {f"mark-{ann}": "present", f"mark-{bo}": "excused", f"mark-{cilla}": "substitute", f"for-{cilla}": bo}
    office.send(manage, do="attendance", **marks)
    told = office.club.manager.get(f"/nights/{night}/attendance").json
    assert [(mark["member"]["name"], mark["status"], mark.get("for")) for mark in told] == [
        ("Ann", "present", None),
        ("Bo", "excused", None),
        ("Cilla", "substitute", bo),
    ]
    assert "was there Ann excused Bo stood in for somebody Cilla" in office.read(f"/nights/{night}")
    assert "no such mark" in office.send(manage, 400, do="attendance", **{f"mark-{ann}": "drunk"})


def test_a_game_is_moved_ended_voided_and_restored() -> None:
    office = Office()
    game = office.raced("Ann", "Bo")
    manage = f"/g/{game}/manage"
    office.send(manage, do="change", label="Table 7", title="", counts="on")
    assert office.club.manager.get(f"/games/{game}").json["label"] == "Table 7"
    other = office.club.night("2026-03-21")
    office.send(manage, do="change", label="Table 7", night=other, counts="on", reason="wrong evening")
    assert office.club.table()["rows"][0]["counted"][0]["date"] == "2026-03-21"
    office.send(manage, do="void", reason="a test game")
    assert office.club.table()["rows"] == []
    assert "The game is void" in office.read(manage)
    office.send(manage, do="restore", reason="no, it was real")
    assert office.club.table()["rows"][0]["points"] == 10
    going = office.club.game(other, "Cilla", "Dag")["id"]
    office.send(f"/g/{going}/manage", do="close", reason="last bus")
    assert office.club.manager.get(f"/games/{going}").json["status"] == "finished"


def test_a_season_is_made_changed_closed_and_reopened_and_the_archive_has_its_podium() -> None:
    office = Office()
    office.raced("Ann", "Bo")
    assert "1. Ann" not in office.read("/seasons")
    assert "Ann 10 Bo 2" in office.read("/seasons")
    assert 'value="2027-01-01"' in office.browser.get(f"{office.at}/seasons").content.decode()  # the next one
    spring = {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "scoring": "best-three-nights"}
    made = office.send("/seasons", **spring)
    assert "Placing points, best three nights" in office.read(made.removeprefix(office.at))
    manage = f"/seasons/{office.club.season}/manage"
    office.send(manage, do="change", name="The year", starts_on="2026-01-01", ends_on="2026-12-30")
    office.send(manage, do="close")
    assert "Season The year closed" in office.read(manage)
    assert "Say why" in office.send(manage, 400, do="reopen")
    office.send(manage, do="reopen", reason="one night is missing")
    told = office.read(manage)
    assert "The season was closed" in told and "one night is missing" in told
    backwards = office.send(manage, 400, do="change", name="X", starts_on="2026-05-01", ends_on="2026-04-01")
    assert "lies before" in backwards


def test_another_scoring_is_looked_at_before_it_is_written() -> None:
    office = Office()
    office.raced("Ann", "Bo", "Cilla")
    path = f"/seasons/{office.club.season}/scoring"
    said = office.read(path)
    assert (
        "Points for placing, by the number of players: 1: 6; 2: 10, 2; 3: 10, 6, 2; 4:" in said
        and "Every game counts." in said
    )
    chosen = {"preset": "opponents-beaten", "whole": "on"}
    effect = office.send(path, 200, **chosen)
    assert "Ann 1 1 10 100" in effect and "Nothing is written yet." in effect
    assert office.club.table()["rows"][0]["points"] == 10
    part = office.browser.post(office.at + path, chosen, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "Score it so" in part
    assert "Say why" in office.send(path, 400, sure="on", **chosen)
    assert office.send(path, sure="on", reason="we voted", **chosen) == f"{office.at}/seasons/{office.club.season}"
    assert office.club.table()["rows"][0]["points"] == 100
    assert "Say from which date" in office.send(path, 400, preset="opponents-beaten")


def test_points_by_hand_stand_in_the_table_with_their_reason_and_are_taken_back() -> None:
    office = Office()
    office.raced("Ann", "Bo")
    ann = office.club.table()["rows"][0]["member"]["id"]
    path = f"/seasons/{office.club.season}/adjustments"
    office.send(path, member=ann, points="-2.5", reason="came late")
    assert office.club.table()["rows"][0]["points"] == 7.5
    assert "-2.5 by hand: came late" in office.read("/table")
    made = office.club.manager.get(f"/seasons/{office.club.season}/adjustments").json["results"][0]["id"]
    assert "Say why" in office.send(path, 400, void=made)
    office.send(path, void=made, reason="the train was")
    assert office.club.table()["rows"][0]["points"] == 10
    assert "taken back" in office.read(path)
    assert "how many points" in office.send(path, 400, member=ann, points="1e99", reason="why not")


PLAYS = b"date,game,player,score\n2026-03-02,Azul,Ann Archer,70\n2026-03-02,Azul,Bert,65\n2026-03-02,Azul,,\n"


def test_a_file_of_plays_is_looked_at_mapped_applied_and_taken_out_again() -> None:
    office = Office()
    ann, bo = office.member("Ann Archer"), office.member("Bo")
    night_before = office.club.table()
    upload = {"file": SimpleUploadedFile("plays.csv", PLAYS)}
    answer = office.browser.post(f"{office.at}/imports", upload)
    assert answer.status_code == 302
    at = answer.headers["Location"].removeprefix(office.at)
    looked = office.browser.get(office.at + at).content.decode()
    assert f'<option value="{ann}" selected>Ann Archer</option>' in looked  # her name is known
    assert office.club.table() == night_before
    keys = re.findall(r'name="(person [^"]+)"', looked)
    bert = next(key for key in keys if "ert" in key)
    office.send(at, do="apply", **{bert: bo, next(key for key in keys if key != bert): ann})
    stream = stream_of(UUID(at.rsplit("/", 1)[1]), "import")
    assert stream is not None
    jobs.run(stream)
    assert [(row["member"]["name"], row["points"]) for row in office.club.table()["rows"]] == [
        ("Ann Archer", 10),
        ("Bo", 2),
    ]
    assert "An import a spreadsheet (CSV), applied" in office.read(at)
    assert "Say why" in office.send(at, 400, do="void")
    office.send(at, do="void", reason="the wrong club")
    assert office.club.table()["rows"] == []
    assert "taken out again" in office.read("/imports")
    assert "Choose a file first." in office.send("/imports", 400)


def test_a_token_is_shown_once_works_and_is_ended() -> None:
    office = Office(public=False)
    made = office.send("/tokens", 200, name="our website", scope="read")
    token = re.search(r"rbc_\S+", made)
    assert token and Caller(token[0]).get(office.club.path).status == 200
    assert Caller(token[0]).post(f"{office.club.path}/nights", {"date": "2026-03-14"}).status == 403
    told = office.browser.get(f"{office.at}/tokens").content.decode()
    assert token[0] not in told and "our website" in told
    revoke = re.search(r'value="([0-9a-f-]{36})">End it<span class="unseen"> our website', told)
    assert revoke
    office.send("/tokens", 200, revoke=revoke[1])
    assert Caller(token[0]).get(office.club.path).status == 401


def test_a_club_goes_private_and_changes_its_address() -> None:
    office = Office()
    shown = office.browser.get(f"{office.at}/settings").content.decode()
    assert "<option selected>Europe/Berlin</option>" in shown
    slug = f"new-{office.club.slug}"
    fields = {"name": "Turf Two", "slug": slug, "timezone": "Europe/Paris", "night_cutoff": "04:30", "locale": "fr"}
    assert office.send("/settings", **fields) == f"/{slug}/settings?saved"
    club = office.club.manager.get(f"/clubs/{slug}").json
    assert (club["name"], club["timezone"], club["night_cutoff"], club["public"]) == (
        "Turf Two",
        "Europe/Paris",
        "04:30",
        False,
    )
    assert Client().get(f"/{slug}").status_code == 404
    office.at = f"/{slug}"
    office.send("/settings", **{**fields, "locale": "en"})
    assert "time zone" in office.send("/settings", 400, **{**fields, "timezone": "Mars/Olympus"})


MANAGING = (
    "/members/{member}/edit",
    "/nights/{night}/manage",
    "/nights/{night}/result",
    "/seasons/{season}/manage",
    "/seasons/{season}/scoring",
    "/seasons/{season}/adjustments",
    "/imports",
    "/tokens",
    "/settings",
)


@pytest.mark.parametrize("path", MANAGING)
def test_strangers_and_readers_manage_nothing(path: str) -> None:
    office = Office()
    member, night = office.member("Ann"), office.club.night()
    at = office.at + path.format(member=member, night=night, season=office.club.season)
    assert office.browser.get(at).status_code == 200
    assert Client().get(at).status_code == 401
    assert Client().post(at, {"do": "close", "name": "X", "reason": "because"}).status_code == 401
    reader = office.club.token("read").token
    assert Client().get(f"{at}?key={reader}").status_code == 403
    assert Client().get(at.replace(office.club.slug, "no-such-club")).status_code == 404


def standing(office: Office, game: UUID) -> dict[int, tuple[int, float]]:
    """``{seat: (rank, score)}``."""
    seats = office.club.manager.get(f"/games/{game}/scoreboard").json["seats"]
    return {seat["seat"]: (seat["rank"], seat["score"]) for seat in seats}


def test_a_result_is_typed_in_rows_and_put_right_afterwards() -> None:
    office = Office()
    ann = office.member("Ann Archer")
    night = office.club.night()
    path = f"/nights/{night}/result"
    rows = {"name": ["Ann Archer", "Bo", "Cilla", ""], "score": ["82", "91,5", "70", ""]}
    assert office.send(path, title="Wingspan", **rows) == f"{office.at}/nights/{night}"
    game = Game.objects.get(night=night).id
    assert standing(office, game) == {1: (2, 82), 2: (1, 91.5), 3: (3, 70)}
    again = office.browser.get(office.at + path).content.decode()  # the same people play the next one
    assert again.count('value="Ann Archer"') == 2 and '<option value="Wingspan">' in again
    amended = {"score": ["92", "91.5", "70"], "team": ["", "", ""]}
    assert office.send(f"/g/{game}/result", reason="a 9 read as an 8", **amended) == f"/g/{game}"
    first = office.club.table()["rows"][0]
    assert (first["member"]["id"], first["points"]) == (ann, 10)
    wrong = office.send(path, 400, title="Skull", name=["Ann Archer", "Bo"], score=["three", "4"])
    assert "A score is a number" in wrong


def test_who_won_is_ticked_where_there_are_no_scores() -> None:
    office = Office()
    night = office.club.night()
    office.send(f"/nights/{night}/result", title="Skull", name=["Ann", "Bo", "Cilla"], score=["", "", ""], won=["2"])
    office.send(f"/nights/{night}/result", title="Coup", name=["Ann", "Bo", "Cilla"], score=["", "", ""])
    found = {game.title: standing(office, game.id) for game in Game.objects.filter(night=night)}
    ranks = {title: [seats[number][0] for number in (1, 2, 3)] for title, seats in found.items()}
    assert ranks == {"Skull": [2, 1, 2], "Coup": [1, 2, 3]}
