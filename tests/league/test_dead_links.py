"""A seat's or host's link that was replaced by a newer one is dead everywhere, in a public club too."""

from __future__ import annotations

import pytest

from tests.league.calling import Caller, Club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("public", [True, False])
def test_a_dead_link_reads_nothing_and_lists_no_club(public: bool) -> None:
    club = Club(public=public)
    night = club.night()
    game = club.game(night, "Ann", "Bo")
    path = f"/games/{game['id']}"
    seat, host = Caller(game["seats"][0]["token"]), Caller(game["host_url"].rpartition("/")[2])
    for link, renewed in ((seat, f"{path}/seats/1/link"), (host, f"{path}/host-link")):
        addresses = ["/clubs", club.path, f"{club.path}/events", f"{club.path}/members", f"/nights/{night}", path]
        for address in addresses:
            assert link.get(address).status == 200, address
        assert club.manager.post(renewed).status == 201
        for address in addresses:
            assert link.get(address).code == "no_token", address


def test_a_dead_cookie_leaves_what_is_public() -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")
    phone = Caller()
    page = f"/j/{game['seats'][0]['token']}"
    assert phone.client.post(page, {}).status_code == 302
    assert phone.get("/me").json["kind"] == "seat"
    assert club.manager.post(f"/games/{game['id']}/seats/1/link").status == 201
    assert phone.get("/me").json["kind"] != "seat"
    for address in (f"/{club.slug}", f"/g/{game['id']}"):
        assert phone.client.get(address).status_code == 200, address


def test_a_dead_link_repeats_no_correction() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    host = Caller(game["host_url"].rpartition("/")[2])
    path = f"/games/{game['id']}"
    for move in ({"type": "start_race"}, {"type": "pause"}):
        assert host.post(f"{path}/moves", move).status == 201
    body = {"at": host.get(path).json["version"], "move": None, "reason": "nobody had asked"}
    assert host.post(f"{path}/corrections", body, Idempotency_Key="mend").status == 201
    assert club.manager.post(f"{path}/host-link").status == 201
    assert host.post(f"{path}/corrections", body, Idempotency_Key="mend").code == "no_token"
