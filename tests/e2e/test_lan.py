"""A phone on the local network: the printed address, plain http, a seat by its join link, a bet."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from deploy.addresses import lan_addresses
from tests.e2e.night import Api, Club
from tests.instance import Up

LOOPBACK = re.compile(r"localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    if not lan_addresses():
        pytest.fail("this machine has no address but loopback: --lan can't be tested here")
    with Up(tmp_path_factory.mktemp("lan") / "data", "--lan") as running:
        running.wait_until_ready()
        yield running


def test_a_phone_joins_by_the_printed_address_and_bets_over_plain_http(up: Up) -> None:
    printed = re.findall(r"http://[^\s]+", up.output)
    assert printed and not any(LOOPBACK.search(address) for address in printed), printed
    address = printed[0].rstrip("/")

    club = Club(address, (up.data / "organiser-token").read_text().strip(), public=True)
    made = club.manager.post(
        f"/nights/{club.night['id']}/games",
        {"ruleset": "ready-set-bet", "options": {"house": "basic"}, "seats": [{}, {}]},
    )
    assert not LOOPBACK.search(made.text), made.text
    assert not LOOPBACK.search(made.headers["Location"])
    game = made.json()

    phone = httpx.Client(base_url=address, timeout=15)
    page = phone.get(game["join_url"])
    assert page.status_code == 200 and page.headers.get("Strict-Transport-Security") is None
    joined = Api(address).post(f"/join/{game['join_code']}", {"guest": "Zoë"})
    assert joined.status_code == 201, joined.text
    assert not LOOPBACK.search(joined.text)

    club.manager.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    bet = {"type": "place_bet", "marker": "5", "spot": "win:7:1", "race": 1}
    placed = Api(address, joined.json()["token"]).post(f"/games/{game['id']}/moves", bet)
    assert placed.status_code == 201, placed.text
    assert not LOOPBACK.search(placed.headers["Location"])


def test_no_cookie_is_secure_over_plain_http(up: Up) -> None:
    address = re.findall(r"http://[^\s]+", up.output)[0]
    answer = httpx.get(f"{address.rstrip('/')}/admin/login/")
    cookies = answer.headers.get_list("Set-Cookie")
    assert cookies and not any("secure" in cookie.lower() for cookie in cookies)


def test_another_host_name_is_refused(up: Up) -> None:
    answer = httpx.get(f"{up.url}/api/v1/rulesets", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
