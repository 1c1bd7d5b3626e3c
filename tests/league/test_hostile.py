"""Input that nobody sends by mistake: always a problem document, never a 500, never an event."""

from __future__ import annotations

import pytest

from ledger import reading
from tests.league.calling import Caller, Club

pytestmark = pytest.mark.django_db
HUGE = 10**30


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("members?limit=0", "invalid"),
        ("members?limit=501", "invalid"),
        ("members?cursor=AAAA", "invalid"),
        ("members?cursor=%00", "invalid"),
        ("members?page=2", "unknown_field"),
        ("nights?from=yesterday", "invalid"),
        (f"events?after={HUGE}", "invalid"),
        ("events?after=-1", "invalid"),
        ("events?game=none", "invalid"),
        ("seasons/current/table?as_of=2026-13-01", "invalid"),
    ],
)
def test_bad_queries(club: Club, query: str, code: str) -> None:
    answer = club.manager.get(f"{club.path}/{query}")
    assert (answer.status, answer.code) == (400, code)


@pytest.mark.parametrize(
    "path",
    ["/clubs/%00", "/clubs/ü", "/clubs/../clubs", "/nights/1", "/seasons/current/table", "/join/%00", "/tokens/x"],
)
def test_addresses_of_nothing(club: Club, path: str) -> None:
    answer = club.manager.get(path)
    assert answer.status in (404, 405) and answer.code in ("not_found", "method_not_allowed")


def raw(caller: Caller, path: str, body: bytes) -> tuple[int, str]:
    response = caller.client.generic(
        "POST",
        f"/api/v1{path}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {caller.token}"},
    )
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"{", 400, "malformed"),
        (b'{"name": NaN}', 400, "malformed"),
        (b'{"name": "\\u0000"}', 400, "malformed"),
        (b'{"name": "\\ud800"}', 400, "malformed"),
        (b'{"name": "a", "name": "b"}', 400, "malformed"),
        (b"[" * 3000 + b"]" * 3000, 400, "malformed"),
        (b'{"name": "' + b"x" * 100_000 + b'"}', 413, "too_large"),
        (b"[]", 400, "invalid"),
        (b'{"name": 7}', 400, "invalid"),
        (b'["Ann"]', 400, "invalid"),
        (b"[" + b",".join([b'{"name": "Ann"}'] * 101) + b"]", 400, "invalid"),
    ],
)
def test_bad_bodies_leave_no_event(club: Club, body: bytes, status: int, code: str) -> None:
    before = reading.head_cursor(club.json["id"])
    assert raw(club.manager, f"{club.path}/members", body) == (status, code)
    assert reading.head_cursor(club.json["id"]) == before


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31"])
def test_the_ends_of_the_calendar_are_dates_like_others(club: Club, date: str) -> None:
    span = {"name": "For ever", "starts_on": "0001-01-01", "ends_on": "9999-12-31"}
    club.manager.post(f"/seasons/{club.season}/close")
    season = club.manager.made(f"{club.path}/seasons", span)["id"]
    assert club.manager.made(f"{club.path}/nights", {"date": date})["season"] == season
    assert club.manager.get(f"{club.path}/nights/current").json["date"] == date
    assert club.manager.get(f"/seasons/{season}/table?as_of={date}").json["rows"] == []


def test_a_seat_of_no_size_is_no_seat(club: Club) -> None:
    game = club.game(club.night(), "Ann", "Bo")
    answer = club.manager.patch(f"/games/{game['id']}/seats/{HUGE}", {"guest": "Cy"})
    assert (answer.status, answer.code) == (404, "not_found")
