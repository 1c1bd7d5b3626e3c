"""A seat's secrets stay with the seat: behind a drawn curtain nobody is anybody, and its token stands in no address."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings

from tests.league.calling import NOBODY, Caller, Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club(public=True)


@pytest.fixture
def game(club: Club) -> Any:
    return club.game(club.night(), "Ann", "Bo", "Cilla", "Dag", "Eva", ruleset="racehorse", options={"deals": 1})


def secrets(caller: Caller, club: Club, game: Any) -> list[int]:
    """The seats whose hands the club's feed shows."""
    told = caller.get(f"{club.path}/events?game={game['id']}&types=dealt").json["results"]
    assert len(told) == 5
    return [event["data"]["seat"] for event in told if event.get("secret")]


def test_the_curtain_is_drawn_before_the_club_s_feed_too(club: Club, game: Any) -> None:
    phone = Caller()
    for seat in (2, 1):
        phone.client.post(f"/j/{game['seats'][seat - 1]['token']}")
    assert secrets(phone, club, game) == [1]
    assert phone.get("/me").json["seat"] == 1
    assert phone.client.post(f"/g/{game['id']}/curtain", {"seat": 1}).status_code in (200, 302)
    assert secrets(phone, club, game) == []
    assert phone.get("/me").json["kind"] != "seat"


def test_a_seat_s_token_is_no_key_of_an_address(club: Club, game: Any) -> None:
    seat, reader = game["seats"][0]["token"], club.token("read").token
    for path in ("/me", f"/games/{game['id']}", f"{club.path}/events"):
        answer = NOBODY.get(f"{path}?key={seat}")
        assert (answer.status, answer.code) == (401, "no_token"), path
        assert NOBODY.get(f"{path}?key={reader}").status == 200, path
    for key, status in ((seat, 401), (reader, 200)):
        page = quote(f"{settings.RAILBIRD_URL}/{club.slug}/table?key={key}", safe="")
        assert NOBODY.get(f"/oembed?url={page}").status == status
