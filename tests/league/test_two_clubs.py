"""Two clubs on one server: neither can see or touch anything of the other's."""

from __future__ import annotations

from typing import Any

import pytest

from ledger import reading
from tests.league.calling import NOBODY, Caller, Club

pytestmark = pytest.mark.django_db


class Estate:
    """A club with one of everything."""

    def __init__(self) -> None:
        self.club = Club()
        self.night = self.club.night()
        self.game: Any = self.club.game(self.night, "Ann", "Bo")
        self.member = self.game["seats"][0]["member"]["id"]
        tokens = self.club.manager.get(f"{self.club.path}/tokens").json["results"]
        self.token = tokens[0]["id"]

    def addresses(self) -> list[str]:
        club, game = self.club.path, f"/games/{self.game['id']}"
        return [
            *(club, f"{club}/members", f"{club}/seasons", f"{club}/seasons/current", f"{club}/seasons/current/table"),
            *(f"{club}/nights", f"{club}/nights/current", f"{club}/events", f"{club}/scoreboard", f"{club}/tokens"),
            *(f"/members/{self.member}", f"/seasons/{self.club.season}", f"/seasons/{self.club.season}/table"),
            *(f"/nights/{self.night}", f"/nights/{self.night}/games"),
            *(game, f"{game}/events", f"{game}/moves", f"{game}/scoreboard", f"{game}/postings"),
            *(f"{game}/legal-moves", f"{game}/audit"),
        ]

    def writes(self) -> list[tuple[str, str, Any]]:
        club, game = self.club.path, f"/games/{self.game['id']}"
        span = {"name": "S", "starts_on": "2026-01-01", "ends_on": "2026-01-31"}
        return [
            ("PATCH", club, {"name": "Mine now"}),
            ("POST", f"{club}/members", {"name": "Mole"}),
            ("POST", f"{club}/seasons", span),
            ("POST", f"{club}/nights", {"date": "2026-01-01"}),
            ("POST", f"{club}/tokens", {"name": "x", "scopes": ["manage"]}),
            ("DELETE", f"/tokens/{self.token}", None),
            ("PATCH", f"/members/{self.member}", {"name": "Mole"}),
            ("PATCH", f"/seasons/{self.club.season}", {"name": "S"}),
            ("POST", f"/seasons/{self.club.season}/close", None),
            ("POST", f"/seasons/{self.club.season}/reopen", {"reason": "x"}),
            ("PATCH", f"/nights/{self.night}", {"name": "N"}),
            ("POST", f"/nights/{self.night}/close", None),
            ("POST", f"/nights/{self.night}/reopen", {"reason": "x"}),
            ("POST", f"/nights/{self.night}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]}),
            ("PATCH", f"{game}/seats/1", {"guest": "Mole"}),
            ("POST", f"{game}/seats/1/link", None),
            ("POST", f"{game}/host-link", None),
            ("POST", f"{game}/moves", {"type": "start_race"}),
        ]


@pytest.fixture
def theirs() -> Estate:
    return Estate()


@pytest.fixture
def strangers() -> list[Caller]:
    """Whoever has a token of another club, of any kind."""
    own = Estate()
    seat, host = own.game["seats"][0]["token"], own.game["host_url"].rpartition("/")[2]
    return [own.club.manager, own.club.token("read"), Caller(seat), Caller(host)]


def test_nothing_of_another_club_can_be_read(theirs: Estate, strangers: list[Caller]) -> None:
    for path in theirs.addresses():
        assert theirs.club.manager.get(path).status == 200, path
        assert NOBODY.get(path).status in (401, 404), path
        for stranger in strangers:
            answer = stranger.get(path)
            # A token too narrow for an address is told so before anybody looks whose it is.
            assert answer.status == 404 or (answer.status == 403 and path.endswith("/tokens")), (path, answer)


def test_nothing_of_another_club_can_be_touched(theirs: Estate, strangers: list[Caller]) -> None:
    before = reading.head_cursor(theirs.club.json["id"])
    manager, *narrow = strangers
    for method, path, body in theirs.writes():
        answer = manager.send(method, path, body)
        assert (answer.status, answer.code) == (404, "not_found"), (method, path, answer)
        assert NOBODY.send(method, path, body).status in (401, 404), (method, path)
        for stranger in narrow:
            assert stranger.send(method, path, body).status in (403, 404), (method, path)
    assert reading.head_cursor(theirs.club.json["id"]) == before


def test_another_club_s_members_and_seasons_cannot_be_used(theirs: Estate) -> None:
    own = Club()
    night = own.night()
    body = {"ruleset": "ready-set-bet", "seats": [{"member": theirs.member}, {}]}
    assert own.manager.post(f"/nights/{night}/games", body).code == "not_found"
    body = {"date": "2026-03-14", "season": theirs.club.season}
    assert own.manager.post(f"{own.path}/nights", body).code == "not_found"
    assert own.manager.patch(f"/nights/{night}", {"season": theirs.club.season}).code == "not_found"
    game = own.manager.made(f"/nights/{night}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]})
    assert own.manager.patch(f"/games/{game['id']}/seats/1", {"member": theirs.member}).code == "not_found"
    assert NOBODY.post(f"/join/{game['join_code']}", {"member": theirs.member}).code == "not_found"


def test_the_organiser_reaches_every_club(theirs: Estate) -> None:
    for path in theirs.addresses():
        assert theirs.club.organiser.get(path).status == 200, path
