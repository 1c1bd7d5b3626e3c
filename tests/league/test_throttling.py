"""Who is too fast is told to slow down; nobody else notices, and without Valkey nobody at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client, RequestFactory

from deploy.bench.ground import Ground
from deploy.bench.served import served as serving
from deploy.bench.served import web_socket
from deploy.postgres import OWNER
from deploy.valkey import Valkey
from league.limits import Counter, limit
from league.throttling import address
from tests.embedded import Embedded
from tests.league.calling import Club
from tests.serving import Served

pytestmark = pytest.mark.django_db
CLUB = {"name": "The Rail", "slug": "", "timezone": "Europe/Stockholm"}


@pytest.fixture
def valkey(embedded: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """One of this test's own, to be killed."""
    folder = Path(tempfile.mkdtemp(prefix="v-", dir=os.environ["RAILBIRD_TEST_RUN"]))
    account = embedded.valkey.account
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    server = Valkey(binary=embedded.valkey.binary, sockets=folder, account=account, log=folder / "log")
    server.start()
    server.wait()
    yield server
    server.stop()


@pytest.fixture
def client(
    embedded: Embedded, db: None, valkey: Valkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[httpx.Client]:
    """Two web processes that let nobody write more than five times an hour."""
    monkeypatch.setenv("RAILBIRD_LIMIT_WRITES", "5/3600")
    monkeypatch.setenv("REDIS_URL", valkey.url)
    ground = Ground(owner_url=embedded.postgres.url(OWNER, embedded.database), folder=tmp_path)
    socket = httpx.HTTPTransport(uds=str(web_socket(ground)))
    with serving(ground, "web"), httpx.Client(transport=socket, base_url="http://testserver") as it:
        yield it


@pytest.fixture
def tokens() -> dict[str, str]:
    """Two programs of one club."""
    club = Club()
    return {name: str(club.token("read").token) for name in ("ann", "bo")}


def write(client: httpx.Client, token: str) -> httpx.Response:
    """A writing call of somebody; refused or not, it counts."""
    return client.post("/api/v1/clubs", json={}, headers={"Authorization": f"Bearer {token}"})


def test_the_sixth_call_of_five_is_refused_and_other_callers_go_on(
    client: httpx.Client, valkey: Valkey, tokens: dict[str, str]
) -> None:
    answers = [write(client, tokens["ann"]) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 403, 403, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"writes";q=5;w=3600'
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
        f'"writes";r={left}' for left in (4, 3, 2, 1, 0, 0)
    ]
    refused = answers[5]
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "slow_down"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert write(client, tokens["bo"]).status_code == 403
    reading = client.get("/api/v1/me", headers={"Authorization": f"Bearer {tokens['ann']}"})
    assert reading.status_code == 200  # reading is free

    assert valkey.process is not None
    valkey.process.kill()
    valkey.process.wait()
    assert [write(client, tokens["bo"]).status_code for _ in range(20)] == [403] * 20


def test_tokens_and_cookies_that_are_made_up_are_all_one_caller_s(client: httpx.Client) -> None:
    seat = f"railbird_{os.environ.get('RAILBIRD_INSTANCE', '')}_seat"
    made_up = [write(client, f"rbc_{n}") for n in range(3)]
    made_up += [client.post("/new/language", headers={"Cookie": f"{seat}=rbs_{n}; sessionid={n}"}) for n in range(2)]
    assert 429 not in [answer.status_code for answer in made_up]
    assert write(client, "rbo_another").status_code == 429
    assert client.post("/new/language", headers={"Cookie": f"{seat}=rbs_another"}).status_code == 429


def test_a_guest_who_guesses_shuts_nobody_else_out(served: Served) -> None:
    """The front trusts a proxy on this machine to say who calls, and nobody's own word. A browser is known by the
    cookie that every form here needs."""

    def door(path: str, address: str, browser: str = "", **headers: str) -> httpx.Response:
        headers = {"X-Forwarded-For": address, **headers}
        if browser:
            headers["Cookie"] = f"railbird_{served.environment['RAILBIRD_INSTANCE']}_csrf={browser}"
        if path.startswith("/api/"):
            return httpx.post(f"{served.url}{path}", json={"guest": "Ann"}, headers=headers)
        return httpx.get(f"{served.url}{path}", headers=headers)

    for n in range(60):
        claimed = {"X-Railbird-Client": f"198.51.100.{n}"}
        assert door(f"/api/v1/join/wrong{n}", "203.0.113.7", "guest", **claimed).status_code == 404
    for path in ("/api/v1/join/another", "/j/another"):
        assert door(path, "203.0.113.7", "guest").status_code == 429
        assert door(path, "203.0.113.7", "other").status_code == 404
        assert door(path, "203.0.113.7").status_code == 404  # whoever comes for the first time has no cookie yet
        assert door(path, "203.0.113.8", "guest").status_code == 404
    assert door("/j/another", "198.51.100.9, 203.0.113.7", "guest").status_code == 429  # his claim stands left of it
    refused = door("/j/another", "203.0.113.7", "guest", Accept="text/html")
    assert refused.headers["Content-Type"].startswith("text/html")
    assert "try again in" in refused.text
    for path in ("/j/rbs_AAAA", "/signin/AAAA", "/claim/rbp_AAAA"):  # which nobody can guess
        assert door(path, "203.0.113.7", "guest").status_code == 404
    assert door("/signin", "203.0.113.7", "guest").status_code == 200


def test_an_address_as_a_whole_has_a_limit_of_codes(
    embedded: Embedded, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, valkey: Valkey
) -> None:
    """Fifty times that of a browser; what is right and can't be guessed still comes in."""
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")
    monkeypatch.setenv("RAILBIRD_LIMIT_GUESSES", "1/3600")
    monkeypatch.setenv("REDIS_URL", valkey.url)
    ground = Ground(owner_url=embedded.postgres.url(OWNER, embedded.database), folder=tmp_path)
    socket = httpx.HTTPTransport(uds=str(web_socket(ground)))
    with serving(ground, "web"), httpx.Client(transport=socket, base_url="http://testserver") as it:
        answers = [it.get(f"/j/WRONG{n}").status_code for n in range(51)]
        assert answers == [404] * 50 + [429]
        assert it.get(f"/j/{game['join_code']}").status_code == 429
        for seat in game["seats"]:
            assert it.get(f"/j/{seat['token']}").status_code == 200
        host = it.get(f"/j/{game['host_url'].rpartition('/')[2]}")
        assert host.status_code == 200


def test_processes_share_what_is_left(embedded: Embedded) -> None:
    """Each takes its lots from Valkey: of 300, three at a time; the first three without asking."""
    three_hundred = limit(f"shared-{os.urandom(4).hex()}", "300/3600")
    one, other = Counter(three_hundred), Counter(three_hundred)
    assert [one.take("bo").left for _ in range(3)] == [299, 298, 297]
    assert one.spent("bo").left == 300
    assert one.take("bo").left == 296
    assert other.spent("bo").left == 294
    allowed = [counter.take("ann").allowed for _ in range(200) for counter in (one, other)]
    assert sum(allowed) == 300
    assert (one.take("ann").left, one.spent("ann").allowed) == (0, False)


@pytest.mark.parametrize("text", ["3000", "3000/0", "-1/60", "many"])
def test_a_limit_that_is_none_is_said_at_the_start(text: str) -> None:
    assert limit("writes", "0").most == 0
    with pytest.raises(ValueError, match=r"is no limit|invalid literal"):
        limit("writes", text)


@pytest.mark.parametrize(
    ("claimed", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_house_has_one_address_however_many_its_network_gives_it(claimed: str, counted: str) -> None:
    assert address(RequestFactory().get("/", headers={"X-Railbird-Client": claimed}, REMOTE_ADDR="")) == counted


def test_wrong_passwords_count_and_looking_at_the_form_does_not(embedded: Embedded, settings: Any) -> None:
    settings.RAILBIRD_LIMIT_GUESSES = "2/3600"
    house = ":".join(os.urandom(2).hex() for _ in range(4))
    browser = Client(headers={"X-Railbird-Client": f"{house}::1"})
    guess = {"username": "nobody", "password": "hoofbeats"}
    assert [browser.get("/signin").status_code for _ in range(3)] == [200, 200, 200]
    assert [browser.post("/signin", guess).status_code for _ in range(3)] == [200, 200, 429]
    assert browser.get("/signin").status_code == 200
    others = [Client(headers={"X-Railbird-Client": f"{house}::2"}) for _ in range(19)]  # of one house, so one address
    for other in others:
        assert other.get("/signin").status_code == 200
    assert [other.post("/signin", guess).status_code for other in others] == [200] * 18 + [429]  # 10 times as many
