"""Who is too fast is told to slow down; nobody else notices, and without Valkey nobody at all."""

from __future__ import annotations

import os
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
from tests.serving import Served

pytestmark = pytest.mark.django_db
CLUB = {"name": "The Rail", "slug": "", "timezone": "Europe/Stockholm"}


@pytest.fixture
def valkey(embedded: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """One of this test's own, to be killed."""
    folder = Path(os.environ["RAILBIRD_TEST_RUN"]) / f"v-{os.getpid()}"
    folder.mkdir(mode=0o700)
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


def write(client: httpx.Client, token: str) -> httpx.Response:
    """A call of somebody whom nobody knows: refused or not, it counts."""
    return client.post("/api/v1/clubs", json={}, headers={"Authorization": f"Bearer {token}"})


def test_the_sixth_call_of_five_is_refused_and_other_callers_go_on(client: httpx.Client, valkey: Valkey) -> None:
    answers = [write(client, "ann") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 401, 401, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"writes";q=5;w=3600'
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
        f'"writes";r={left}' for left in (4, 3, 2, 1, 0, 0)
    ]
    refused = answers[5]
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "slow_down"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert write(client, "bo").status_code == 401
    assert client.get("/api/v1/me", headers={"Authorization": "Bearer ann"}).status_code == 401  # reading is free

    assert valkey.process is not None
    valkey.process.kill()
    valkey.process.wait()
    assert [write(client, "cy").status_code for _ in range(20)] == [401] * 20


def test_wrong_codes_from_one_address_shut_the_doors_for_it_alone(served: Served) -> None:
    """The front trusts a proxy on this machine to say who calls, and nobody's own word."""

    def door(path: str, address: str, **headers: str) -> httpx.Response:
        headers = {"X-Forwarded-For": address, **headers}
        if path.startswith("/api/"):
            return httpx.post(f"{served.url}{path}", json={"guest": "Ann"}, headers=headers)
        return httpx.get(f"{served.url}{path}", headers=headers)

    for n in range(60):
        claimed = {"X-Railbird-Client": f"198.51.100.{n}"}
        assert door(f"/api/v1/join/wrong{n}", "203.0.113.7", **claimed).status_code == 404
    for path in ("/api/v1/join/another", "/j/another", "/signin"):
        assert door(path, "203.0.113.7").status_code == 429
        assert door(path, "203.0.113.8").status_code != 429
    assert door("/j/another", "198.51.100.9, 203.0.113.7").status_code == 429  # what he claims stands left of the truth
    refused = door("/j/another", "203.0.113.7", Accept="text/html")
    assert refused.headers["Content-Type"].startswith("text/html")
    assert "try again in" in refused.text
    assert httpx.get(f"{served.url}/readyz", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 200


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
    assert browser.get("/signin").status_code == 429
