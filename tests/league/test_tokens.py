"""Tokens: hashed at rest, shown once, dead when revoked or expired; and what a caller can send them as."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from django.db import connection

from league.models import Token
from ledger import reading
from ledger.models import Sealed
from tests.league.calling import NOBODY, Caller, Club

pytestmark = pytest.mark.django_db


def test_a_token_is_stored_as_its_hash_and_shown_once() -> None:
    club = Club()
    issued = club.manager.made(f"{club.path}/tokens", {"name": "the TV", "scopes": ["read"]})
    token = issued["token"]
    assert bytes(Token.objects.get(club=club.json["id"], id=issued["id"]).digest) == sha256(token.encode()).digest()
    listed = club.manager.get(f"{club.path}/tokens").json["results"]
    assert [(row["name"], row["scopes"]) for row in listed] == [
        ("first token", ["read", "host", "manage"]),
        ("the TV", ["read"]),
    ]
    assert not any("token" in row for row in listed)
    records = " ".join(event.record for event in reading.club_events(club.json["id"]))
    sealed = " ".join(Sealed.objects.filter(club=club.json["id"]).values_list("body", flat=True))
    assert token not in records and token not in sealed and "the TV" not in records


def test_scopes_include_the_narrower_ones() -> None:
    me = Club().token("host").get("/me").json
    assert (me["kind"], me["scopes"]) == ("club", ["host", "read"])


def test_a_revoked_token_is_dead_at_once() -> None:
    club = Club()
    issued = club.manager.made(f"{club.path}/tokens", {"name": "lost", "scopes": ["manage"]})
    lost = Caller(issued["token"])
    assert lost.get(club.path).status == 200
    assert club.manager.delete(f"/tokens/{issued['id']}").status == 204
    refused = lost.get(club.path)
    assert (refused.status, refused.code) == (401, "no_token")
    assert club.manager.delete(f"/tokens/{issued['id']}").status == 204


def test_an_expired_token_is_dead() -> None:
    club = Club()
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    issued = club.manager.made(f"{club.path}/tokens", {"name": "for an hour", "scopes": ["read"], "expires_at": soon})
    caller = Caller(issued["token"])
    assert caller.get(club.path).status == 200
    with connection.cursor() as cursor:  # an hour goes by
        cursor.execute("UPDATE league_token SET expires_at = now() WHERE id = %s", [issued["id"]])
    assert caller.get(club.path).code == "no_token"


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["organiser"]},
        {"name": "x", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z"},
        {"name": "x", "scopes": ["read"], "expires_at": "2030-01-01T00:00:00"},
        {"name": "x", "scopes": ["read"], "expires_at": "9999-12-31T23:59:59-12:00"},
    ],
)
def test_bad_tokens_are_refused(body: dict[str, object]) -> None:
    club = Club()
    answer = club.manager.post(f"{club.path}/tokens", body)
    assert (answer.status, answer.code) == (400, "invalid")


@pytest.mark.parametrize("token", ["", "rbc_", "rbc_" + "x" * 43, "rbo_x", "rbs_AAAA", "rbh_é", "Ünicode"])
def test_a_wrong_token_is_said_to_be_wrong(token: str) -> None:
    club = Club(public=True)
    answer = NOBODY.get(club.path, Authorization=f"Bearer {token}")
    assert (answer.status, answer.code) == (401, "no_token")


def test_an_address_takes_read_only_tokens_and_only_to_read() -> None:
    club = Club()
    reader, host = club.token("read"), club.token("host")
    assert NOBODY.get(f"{club.path}?key={reader.token}").status == 200
    assert NOBODY.get(f"{club.path}?key={host.token}").code == "no_token"
    assert NOBODY.post(f"{club.path}/nights?key={host.token}", {"date": "2026-01-01"}).code == "no_token"


def test_me_tells_seats_and_host_links_apart() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    seat = Caller(game["seats"][1]["token"]).get("/me").json
    assert (seat["kind"], seat["seat"], seat["game"], seat["slug"]) == ("seat", 2, game["id"], club.slug)
    host = Caller(game["host_url"].rpartition("/")[2]).get("/me").json
    assert (host["kind"], host["scopes"], host["game"]) == ("host_link", ["host", "read"], game["id"])
    assert NOBODY.get("/me").json["kind"] == "anonymous"
