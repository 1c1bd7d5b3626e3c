"""What an attacker sent and was not refused, or brought a server down: one example of each kind."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from league import organisers
from league.imports import cells
from league.imports.plays import RowError
from league.words import own_words
from ledger.audit import audit_club
from ledger.decider import Actor
from ledger.errors import Refused
from ledger.reading import stream_of
from ledger.store import execute
from races.game import wrap
from races.rules.scoresheet.moves import Amend, Row
from tests.league.calling import Club, organiser

pytestmark = pytest.mark.django_db
HOST = Actor(kind="host", id="host")


@pytest.fixture
def club() -> Club:
    return Club(public=True)


@pytest.fixture
def browser() -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(organisers.account())
    return browser


def sheet(**fields: Any) -> dict[str, Any]:
    """What opens a score sheet with a result."""
    rows = [{"seat": 1, "score": 42}, {"seat": 2, "score": 37}]
    seats = [{"guest": "Ann"}, {"guest": "Bo"}]
    return {"ruleset": "scoresheet", "title": "Azul", "seats": seats, "rows": rows, **fields}


# --- what an audit couldn't make again --------------------------------------------------------------------------------


@pytest.mark.parametrize("team", ["Les Bleus", "R\u00f6d", "Longbottoms", "9" * 5000], ids=ascii)
def test_a_team_that_no_record_may_hold_is_refused_by_both_forms(club: Club, browser: Client, team: str) -> None:
    night = club.night()
    game = club.manager.made(f"/nights/{night}/games", sheet())["id"]
    sent = {"title": "Azul", "name": ["Ann", "Bo"], "team": [team, "2"], "score": ["1", "2"], "reason": "why"}
    for path in (f"/{club.slug}/nights/{night}/result", f"/g/{game}/result"):
        assert browser.post(path, sent).status_code == 400
    assert [event["type"] for event in club.manager.get(f"/games/{game}/events").json["results"]] == [
        "game_opened",
        "result_recorded",
    ]
    assert audit_club(UUID(club.json["id"])).findings == []


def test_a_team_of_letters_is_taken_and_audited(club: Club, browser: Client) -> None:
    sent = {"title": "Azul", "name": ["Ann", "Bo"], "team": ["Blue", "2"], "score": ["1", "2"]}
    assert browser.post(f"/{club.slug}/nights/{club.night()}/result", sent).status_code == 302
    assert audit_club(UUID(club.json["id"])).findings == []


def test_no_caller_inside_can_write_a_move_that_would_not_decode_again(club: Club) -> None:
    game = UUID(club.manager.made(f"/nights/{club.night()}/games", sheet())["id"])
    stream = stream_of(game, "game")
    assert stream is not None
    amend = Amend(rows=(Row(seat=1, team="Les Bleus"), Row(seat=2)), reason="why")
    with pytest.raises(Refused, match="team") as refused:
        execute(stream, wrap(amend), actor=HOST)
    assert refused.value.code == "invalid"
    assert len(club.manager.get(f"/games/{game}/events").json["results"]) == 2


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1e300000", "1e999999999", "-1e300000", "1e-300000", "9" * 40])
def test_a_cell_costs_nothing_whatever_its_exponent(text: str) -> None:
    began = time.process_time()
    try:
        assert cells.rank(text) is None
    except RowError as error:
        assert "too large" in str(error)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("score", ["1e999999999", "1e-999999999", "1e-400", "0.00001", "1e13", "NaN", "9" * 5000])
def test_a_score_of_more_than_4_decimals_or_a_trillion_is_refused(club: Club, score: str) -> None:
    night = club.night()
    game = club.manager.made(f"/nights/{night}/games", sheet())["id"]
    rows = [{"seat": 1, "score": score}, {"seat": 2, "score": "1"}]
    amended = club.manager.post(f"/games/{game}/moves", {"type": "amend", "rows": rows, "reason": "why"})
    assert (amended.status, amended.code) == (400, "invalid")
    opened = club.manager.post(f"/nights/{night}/games", sheet(rows=rows))
    assert (opened.status, opened.code) == (400, "invalid")


@pytest.mark.parametrize("number", ["1e-999999999", "1e-400", "1e400", "-1e999999999"])
def test_a_number_that_a_double_takes_for_nothing_or_endless_is_refused(club: Club, number: str) -> None:
    game = club.manager.made(f"/nights/{club.night()}/games", sheet())["id"]
    answer = club.manager.client.post(
        f"/api/v1/games/{game}/moves",
        f'{{"type":"amend","rows":[{{"seat":1,"score":{number}}}],"reason":"why"}}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {club.manager.token}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("query", ["table?known_at=", "events?after=", "members?limit="])
def test_five_thousand_digits_in_a_query_are_no_error_of_ours(club: Club, query: str) -> None:
    path = f"/seasons/{club.season}/" if query.startswith("table") else f"{club.path}/"
    assert club.manager.get(path + query + "9" * 5000).status in (200, 400)


def test_five_thousand_digits_for_a_table_s_size_are_refused(club: Club) -> None:
    scheme = {"name": "x", "parts": [{"type": "place", "by_size": {"9" * 5000: [1]}}]}
    answer = club.manager.post(f"/seasons/{club.season}/scoring", {"scheme": scheme, "from": "start", "reason": "x"})
    assert (answer.status, answer.code) == (400, "invalid")


# --- forms that are none ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded; charset=utf-16", "name=x".encode("utf-16")),
        ("application/x-www-form-urlencoded", b"a=1&" * 2000),
        ("multipart/form-data", b"--x"),
    ],
    ids=["utf-16", "many fields", "no boundary"],
)
@pytest.mark.parametrize("path", ["/signin", "/new/club", "/no/such/page", "/admin/login/"])
def test_a_form_that_cannot_be_read_is_refused_in_words(path: str, kind: str, body: bytes) -> None:
    answer = Client(enforce_csrf_checks=True, raise_request_exception=False).generic("POST", path, body, kind)
    assert answer.status_code == 400 and b"<h1" in answer.content


@pytest.mark.parametrize("text", ["a\x00b", "a\x1bb", "a\x85b", "a\nb"], ids=ascii)
def test_a_control_character_is_refused_by_a_form_as_by_the_api(club: Club, browser: Client, text: str) -> None:
    game = club.manager.made(f"/nights/{club.night()}/games", sheet())["id"]
    assert browser.post(f"/g/{game}/manage", {"do": "void", "reason": text}).status_code == 400
    assert browser.post(f"/g/{game}/manage", {"do": "void", "reason": "a b"}).status_code == 302


def test_several_lines_are_taken_where_several_are_asked_for(club: Club, browser: Client) -> None:
    assert browser.post(f"/{club.slug}/members", {"names": "Ann\r\nBo\r\n"}).status_code == 302
    assert browser.post(f"/{club.slug}/members", {"names": "Cy\x00Dee"}).status_code == 400


def test_a_season_that_ends_with_the_calendar_leaves_the_archive_readable(club: Club, browser: Client) -> None:
    span = {"name": "For ever", "starts_on": "2027-01-01", "ends_on": "9999-12-31"}
    club.manager.made(f"{club.path}/seasons", span)
    assert browser.get(f"/{club.slug}/seasons").status_code == 200


# --- names and words --------------------------------------------------------------------------------------------------


def test_an_identity_elsewhere_is_the_same_with_blanks_around_it_and_in_any_form(club: Club) -> None:
    games = f"/nights/{club.night()}/games"
    game = club.manager.made(games, sheet(external={"source": "tape", "id": "4\u00e9"}))["id"]
    for id in ("4\u00e9 ", " 4e\u0301", "\u00a04\u00e9"):
        again = club.manager.post(games, sheet(external={"source": " Tape ", "id": id}))
        assert (again.status, again.json["game"]) == (409, game)
    other = club.manager.made(games, sheet(external={"source": "tape", "id": "4\u00c9 "}))
    assert other["external"] == {"source": "tape", "id": "4\u00c9"}
    blank = club.manager.post(games, sheet(external={"source": "tape", "id": "  "}))
    assert (blank.status, blank.code) == (400, "invalid")


@pytest.mark.parametrize("name", ["A\u0378n", "A\ufffen", "A\ufdd0n", "e" + "\u0301" * 70, "A\U0001fffe"], ids=ascii)
def test_a_name_of_what_is_no_character_is_refused(club: Club, name: str) -> None:
    for path in (f"{club.path}/members", f"{club.path}/titles"):
        answer = club.manager.post(path, {"name": name})
        assert (answer.status, answer.code) == (400, "invalid")


@pytest.mark.parametrize(
    "name", ["Nguy\u1ec5n", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "Ann \U0001fae9"], ids=ascii
)
def test_a_name_with_marks_or_a_picture_newer_than_the_server_is_taken(club: Club, name: str) -> None:
    assert club.manager.made(f"{club.path}/members", {"name": name})["name"] == name


def test_blanks_of_every_kind_are_one_blank_in_a_name(club: Club) -> None:
    assert club.manager.made(f"{club.path}/members", {"name": "Ann\u00a0\u2003 Archer"})["name"] == "Ann Archer"
    seats = [{"guest": "Bo\u00a0\u00a0B"}, {"guest": "Cy"}]
    game = club.manager.made(f"/nights/{club.night()}/games", sheet(seats=seats))
    assert game["seats"][0]["member"]["name"] == "Bo B"


@pytest.mark.parametrize(
    "slug", ["me", "current", "schema", "oembed", "robots", "favicon", "signin", "verify", "games"]
)
def test_no_club_takes_an_address_of_ours(club: Club, slug: str) -> None:
    founded = organiser().post("/clubs", {"name": "Turf", "slug": slug, "timezone": "Europe/Berlin"})
    assert (founded.status, founded.code) == (400, "invalid")
    assert club.manager.patch(club.path, {"slug": slug}).status == 400


def test_the_first_part_of_every_address_is_one_of_those_words() -> None:
    assert own_words() >= {"admin", "api", "claim", "connect", "embed", "g", "j", "new", "readyz", "signout", "verify"}


# --- headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/admin/login/", "/api/v1/docs", "/no/such/page", "/a.b/c", "/"])
def test_every_page_says_whose_scripts_may_run(path: str) -> None:
    answer = Client().get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Type"].startswith("text/html") and "unsafe" not in policy
    assert policy.startswith(("default-src 'self';", "default-src 'none';")) and "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("move.rows.\u00b2.score", "1"),
        ("move.rows.0.score", "1e999999999"),
        ("move.rows.0.team", "\u00b2"),
        ("move.rows.0.rank", "9" * 5000),
        ("move.rows.0.winner", "[" * 100_000),
    ],
    ids=["a power for a line", "no score", "a power for a team", "no rank", "brackets"],
)
def test_a_move_is_mended_with_no_field_that_is_none(club: Club, browser: Client, field: str, text: str) -> None:
    game = club.manager.made(f"/nights/{club.night()}/games", sheet())["id"]
    rows = {"move.rows.0.seat": "1", "move.rows.0.score": "4", "move.rows.1.seat": "2", "move.rows.1.score": "2"}
    assert browser.post(f"/g/{game}/mend/2", {**rows, field: text, "reason": "why"}).status_code == 200
    assert len(club.manager.get(f"/games/{game}/events").json["results"]) == 2
