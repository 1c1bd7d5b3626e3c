"""``/connect``: which phones got through, by which address, and what links are made from then on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league import interfaces, organisers, reached
from league.interfaces import Address
from tests.league.calling import Club

pytestmark = pytest.mark.django_db
WIFI, DOCKER, VPN = "http://192.168.1.20:8000", "http://172.17.0.1:8000", "http://10.8.0.2:8000"


@pytest.fixture(autouse=True)
def laptop(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop on a Wi-Fi, with Docker, a VPN, and a cable that was put in after the start."""
    settings.RAILBIRD_DATA = tmp_path
    settings.RAILBIRD_URL = VPN  # what the start took for the likeliest
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20", "172.17.0.1", "10.8.0.2", "testserver"]
    found = [
        Address(ip="192.168.1.20", name="wlp3s0", kind="wifi"),
        Address(ip="192.168.7.7", name="enp0s25", kind="cable"),
        Address(ip="10.8.0.2", name="tun0", kind="vpn"),
        Address(ip="172.17.0.1", name="docker0", kind="virtual"),
    ]
    monkeypatch.setattr(interfaces, "own", lambda: found)


def scan(phone: Client, url: str, source: str) -> str:
    answer = phone.get("/connect/here", headers={"Host": url.removeprefix("http://"), "X-Railbird-Client": source})
    assert answer.status_code == 200
    return answer.content.decode()


def words(client: Client, path: str = "/connect") -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(path).content.decode()).split())


def test_addresses_are_called_what_they_are_the_likeliest_first() -> None:
    told = words(Client())
    for part in (
        "http://192.168.1.20:8000 Wi-Fi (wlp3s0)",
        "http://192.168.7.7:8000 cable (enp0s25), came after Railbird was started",
        "http://10.8.0.2:8000 VPN: phones are rarely on it (tun0)",
        "http://172.17.0.1:8000 Docker or a virtual machine: no phone gets there (docker0)",
    ):
        assert part in told, part
    assert told.index("(wlp3s0)") < told.index("(docker0)")
    page = Client().get(f"/connect?at={WIFI}").content.decode()
    assert f'<p class="address">{WIFI}</p>' in page
    assert 'href="/connect?at=http%3A%2F%2F192.168.7.7%3A8000"' not in page  # nobody is let in by it
    assert "Does the Wi-Fi keep devices apart?" in page and "hotspot of one phone" in page


def test_each_phone_counts_once_and_links_take_the_address_that_worked() -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")
    assert "No phone got through yet." in words(Client())
    first, second = Client(), Client()
    assert "You got through" in scan(first, WIFI, "192.168.1.31")
    scan(first, WIFI, "192.168.1.31")  # again
    scan(second, WIFI, "192.168.1.32")
    told = words(Client())
    assert "2 phones got through" in told and f"from now on begin with {WIFI}" in told
    boss = Client()
    boss.force_login(organisers.account())
    scan(boss, WIFI, "192.168.1.20")  # who sets up the room is no guest
    assert reached.phones(reached.known()) == 2
    seats = boss.get(f"/g/{game['id']}/seats").content.decode()
    assert seats.count(f'href="{WIFI}/j/') >= 3 and VPN not in seats


def test_a_phone_that_comes_by_two_addresses_is_one_phone() -> None:
    phone = Client()
    scan(phone, WIFI, "192.168.1.31")
    scan(Client(), VPN, "192.168.1.31")  # cookies of one address are not sent to another
    assert reached.phones(reached.known()) == 1
    assert dict(reached.counts(reached.known())) == {WIFI: 1, VPN: 1}
    assert reached.chosen() == VPN  # no better than the one configured


def test_no_caller_sends_links_to_another_port_or_network() -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")
    for n in range(3):
        scan(Client(), "http://192.168.1.20:6666", f"192.168.1.{n}")  # three phones by a forged Host: ours is the port
        scan(Client(), DOCKER, f"172.17.0.{n}")
        scan(Client(), f"{DOCKER}0", f"10.1.1.{n}")
    assert set(reached.counts(reached.known())) == {WIFI, DOCKER}
    assert reached.chosen() == WIFI
    told = club.manager.get(f"/games/{game['id']}").body.decode()
    assert ":6666" not in told and "172.17" not in told and f"{WIFI}/j/" in told
    reached.note(None, "http://192.168.1.20:6666", "192.168.1.77")
    assert reached.chosen() == WIFI


def test_links_stay_where_only_docker_was_called() -> None:
    for n in range(5):
        scan(Client(), DOCKER, f"172.17.0.{n}")
    assert reached.chosen() == VPN


def test_one_caller_is_one_phone_however_often_it_throws_its_cookie_away() -> None:
    for _ in range(5):
        scan(Client(), WIFI, "192.168.1.31")
        Client().get("/connect/here", headers={"Host": "192.168.1.20:8000", "X-Forwarded-For": "192.168.1.99"})
    assert dict(reached.counts(reached.known())) == {WIFI: 2}  # a source, and the test client's own address
    assert reached.phones(reached.known()) == 2


def test_the_count_is_told_only_when_it_changes() -> None:
    assert Client().get("/connect/count?seen=0").status_code == 204
    scan(Client(), WIFI, "192.168.1.31")
    answer = Client().get("/connect/count?seen=0")
    assert answer.status_code == 200 and "phone got through" in answer.content.decode()


def test_an_address_given_by_hand_is_never_left(settings: Any) -> None:
    settings.RAILBIRD_URL = "https://races.example.org"
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "races.example.org"]
    scan(Client(), WIFI, "192.168.1.31")
    assert reached.chosen() == "https://races.example.org"
    told = words(Client())
    assert "https://races.example.org the address that was given with --url" in told
    assert "192.168.1.20:8000 Wi-Fi" not in told  # which networks a public server is on is for its hosts


def test_last_week_s_phones_are_forgotten() -> None:
    scan(Client(), WIFI, "192.168.1.31")
    at = reached.known()[0].at
    assert reached.known(at + reached.EVENING_S) != [] and reached.known(at + reached.EVENING_S + 1) == []
    reached.file().write_bytes(reached.file().read_bytes() + b'{"at": 17, "pho')  # a power failure
    assert reached.phones(reached.known()) == 1


def test_phones_that_come_at_the_same_moment_are_all_counted() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as room:
        came = list(room.map(lambda n: reached.note(None, WIFI, f"192.168.1.{n}"), range(40)))
    assert len(set(came)) == 40 and reached.phones(reached.known()) == 40
