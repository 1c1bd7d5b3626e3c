"""Two clubs on one server: neither can see or touch anything of the other's."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import URLResolver, get_resolver

from ledger import reading
from tests.league.calling import NOBODY, Caller, Club
from tests.league.imports.calling import bgstats, play, taken

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
        self.title = self.club.manager.made(f"{self.club.path}/titles", {"name": "Azul"})["id"]
        points = {"member": self.member, "points": 1, "reason": "for the cake"}
        self.adjustment = self.club.manager.made(f"/seasons/{self.club.season}/adjustments", points)["id"]
        self.imported = taken(self.club, bgstats(play("A", "2026-03-14 20:00:00", "2", "1")))["id"]
        rows = [{"seat": 1, "score": 2}, {"seat": 2, "score": 1}]
        seats = [{"guest": "Ann"}, {"guest": "Bo"}]
        body = {"ruleset": "scoresheet", "seats": seats, "rows": rows}
        self.sheet = self.club.manager.made(f"/nights/{self.night}/games", body)["id"]

    def addresses(self) -> list[str]:
        club, game = self.club.path, f"/games/{self.game['id']}"
        return [
            *(club, f"{club}/members", f"{club}/seasons", f"{club}/seasons/current", f"{club}/seasons/current/table"),
            *(f"{club}/nights", f"{club}/nights/current", f"{club}/events", f"{club}/scoreboard", f"{club}/tokens"),
            *(f"/members/{self.member}", f"/seasons/{self.club.season}", f"/seasons/{self.club.season}/table"),
            *(f"/nights/{self.night}", f"/nights/{self.night}/games"),
            *(game, f"{game}/events", f"{game}/moves", f"{game}/scoreboard", f"{game}/postings"),
            *(f"{game}/legal-moves", f"{game}/audit", f"{game}/seats/1/link"),
            *(f"{club}/games", f"{club}/plays", f"{club}/imports", f"{club}/titles", f"{club}/ratings"),
            *(f"{club}/records", f"{club}/archive", f"{club}/keys", f"{club}/checkpoints"),
            f"/titles/{self.title}",
            *(f"/members/{self.member}/{what}" for what in ("results", "head-to-head", "ratings", "data")),
            *(f"/seasons/{self.club.season}/{what}" for what in ("adjustments", "changes")),
            *(f"/nights/{self.night}/attendance", f"/imports/{self.imported}", f"/games/{self.sheet}/bgstats"),
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
            *[("POST", f"/members/{self.member}/{what}", None) for what in ("leave", "rejoin", "claim-link", "erase")],
            ("POST", f"/members/{self.member}/merge", {"into": self.member}),
            ("POST", f"/members/{self.member}/unmerge", {"reason": "x"}),
            ("POST", f"{club}/titles", {"name": "Azul"}),
            ("PATCH", f"/titles/{self.title}", {"name": "Azul"}),
            ("POST", f"/seasons/{self.club.season}/scoring", {"scheme": "money", "from": "start", "reason": "x"}),
            ("POST", f"/seasons/{self.club.season}/adjustments", {"member": self.member, "points": 1, "reason": "x"}),
            ("POST", f"/adjustments/{self.adjustment}/void", {"reason": "x"}),
            *[("POST", f"/nights/{self.night}/{what}", {"reason": "x"}) for what in ("void", "restore")],
            ("PUT", f"/nights/{self.night}/attendance", []),
            ("PATCH", game, {"label": "Mine"}),
            *[("POST", f"{game}/{what}", {"reason": "x"}) for what in ("void", "restore")],
            ("POST", f"{game}/corrections", {"at": 1, "move": None, "reason": "x"}),
            *[("POST", f"{game}/seats{what}", None) for what in ("", "/1/close", "/1/open", "/1/default")],
            ("POST", f"/imports/{self.imported}/apply", None),
            ("POST", f"/imports/{self.imported}/void", {"reason": "x"}),
            ("POST", f"{club}/checkpoints", None),
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


METHODS = ("get", "post", "patch", "put", "delete")
HOSTS_ONLY = ("/tokens", "/imports", "/data", "/link")
EVERYBODY_S = {"clubs", "me", "docs", "schema", "oembed", "healthz", "rulesets", "scoring", "join", "claim"}
"""First words of addresses that belong to no club, or to whoever has a link."""


def patterns() -> dict[str, set[str]]:
    """``{regular expression of an address: methods}`` of all that belongs to a club."""
    found: dict[str, set[str]] = {}

    def walk(patterns: Any, before: str = "/") -> None:
        for each in patterns:
            address = before + str(each.pattern)
            if isinstance(each, URLResolver):
                walk(each.url_patterns, address)
            elif address.startswith("/api/v1/") and hasattr(each.callback, "view_class"):
                own = address.removeprefix("/api/v1")
                if own != "/clubs" and (own.startswith("/clubs/") or own.split("/")[1] not in EVERYBODY_S):
                    methods = {
                        m for m in ("get", "post", "patch", "put", "delete") if hasattr(each.callback.view_class, m)
                    }
                    found.setdefault(re.sub(r"<[^>]+>", "[^/]+", own), set()).update(methods)

    walk(get_resolver().url_patterns)
    return found


def test_no_address_is_left_out_below(theirs: Estate) -> None:
    tried = [("get", path) for path in theirs.addresses()]
    tried += [(method.lower(), path) for method, path, _ in theirs.writes()]
    tried += [("post", f"{theirs.club.path}/imports")]  # an upload: tests/league/imports
    left = {
        f"{method} {pattern}"
        for pattern, methods in patterns().items()
        for method in methods
        if not any(m == method and re.fullmatch(pattern, path) for m, path in tried)
    }
    assert left == set()


def test_nothing_of_another_club_can_be_read(theirs: Estate, strangers: list[Caller]) -> None:
    for path in theirs.addresses():
        assert theirs.club.manager.get(path).status == 200, path
        assert NOBODY.get(path).status in (401, 404), path
        manager, *narrow = strangers
        assert manager.get(path).status == 404, path
        # A token too narrow for an address is told so before anybody looks whose it is.
        told = (404, 403) if any(part in path for part in HOSTS_ONLY) else (404,)
        for stranger in narrow:
            assert stranger.get(path).status in told, path


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
