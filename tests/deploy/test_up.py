"""``sh deploy/up``: one command from a clone to a running instance, and what becomes of it when things go wrong.

The clone lies in a folder with blanks in its name; starts are shared between tests, as each takes seconds.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from deploy.addresses import lan_addresses
from deploy.postgres import APP, OWNER
from tests.conftest import FreshDatabase
from tests.deploy import clones
from tests.instance import Up, clean_environment, free_port, members

pytestmark = pytest.mark.xdist_group("instances")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = clones.copy(tmp_path_factory.mktemp("rail bird's own") / "a clone, with blanks")
    clones.install(made, sys.executable)
    return made


@pytest.fixture(scope="module")
def instance(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """An instance on the network (where there is one)."""
    data = tmp_path_factory.mktemp("instance") / "my data"
    with Up(data, *(["--lan"] if lan_addresses() else []), clone=clone) as up:
        up.wait_until_ready()
        assert "Installing" not in up.output  # a finished environment is believed, pip isn't asked
        yield up


def run(clone: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """``sh deploy/up`` that is expected to end by itself."""
    return subprocess.run(
        ["sh", str(clone / "deploy" / "up"), *options],
        env={**clean_environment(), **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


def organiser(instance: Up) -> dict[str, str]:
    return {"Authorization": f"Bearer {(instance.data / 'organiser-token').read_text().strip()}"}


def test_prints_the_way_in_and_keeps_the_token_private(instance: Up):
    assert [line for line in instance.lines if "/signin/" in line]
    token = instance.data / "organiser-token"
    assert token.stat().st_mode & 0o777 == 0o600
    assert (instance.data / "instance.json").stat().st_mode & 0o777 == 0o600
    assert "organiser" in httpx.get(f"{instance.url}/api/v1/me", headers=organiser(instance)).json()["scopes"]


@pytest.mark.skipif(not lan_addresses(), reason="this machine is on no network")
def test_on_the_network_no_printed_address_is_a_loopback_one(instance: Up):
    shown = [line.strip() for line in instance.lines if "://" in line]
    assert f"http://{lan_addresses()[0]}:{instance.port}/" in shown
    assert not [line for line in shown if "127.0.0.1" in line or "localhost" in line]
    assert httpx.get(f"http://{lan_addresses()[0]}:{instance.port}/readyz").json() == {"ready": True, "waiting_for": []}


def test_answers_under_its_own_names_only(instance: Up):
    assert httpx.get(f"{instance.url}/readyz", headers={"Host": "evil.example"}).status_code == 400
    assert httpx.get(f"{instance.url}/readyz", headers={"Host": f"localhost:{instance.port}"}).status_code == 200


def test_listens_on_one_port_only(instance: Up):
    ports = {
        connection.laddr.port
        for process in instance.everyone()
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }
    assert ports == {instance.port}


def test_a_body_beyond_every_limit_is_a_problem_document(instance: Up):
    answer = httpx.post(f"{instance.url}/api/v1/clubs", content=b" " * 18_000_000, headers=organiser(instance))
    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")
    assert answer.json()["code"] == "too_large"


def test_a_second_start_on_the_same_data_says_where_the_first_one_is(instance: Up, clone: Path):
    second = run(clone, "--data", str(instance.data), "--port", str(free_port()))
    assert second.returncode == 1
    assert second.stderr.startswith(f"Railbird already runs on {instance.data}: http://")
    assert len(second.stderr.splitlines()) == 1


def test_a_command_reaches_the_running_instance(instance: Up, clone: Path):
    done = subprocess.run(
        ["sh", str(clone / "deploy" / "manage"), "--data", str(instance.data), "signin-link"],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "/signin/" in done.stdout
    assert ("127.0.0.1" in done.stdout) is not bool(lan_addresses())


@pytest.mark.parametrize("name", ["web", "live", "worker", "beat", "front", "valkey", "postgres"])
def test_what_is_killed_comes_back(instance: Up, name: str):
    instance.kill(name)
    assert instance.wait_ready_again() < 10


def test_the_worker_finds_the_broker_again_each_time(instance: Up):
    worker = instance.running().processes["worker"]
    for _ in range(3):
        instance.kill("valkey")
        assert instance.wait_ready_again() < 5
    assert instance.running().processes["worker"] == worker


def test_what_was_acknowledged_outlives_a_power_cut_and_a_start_is_quick(clone: Path, tmp_path: Path):
    data = tmp_path / "data"
    with Up(data, clone=clone) as first:
        first.wait_until_ready()
        club = {"name": "Kerb", "slug": "kerb", "timezone": "Europe/Stockholm", "public": True}
        assert httpx.post(f"{first.url}/api/v1/clubs", json=club, headers=organiser(first)).status_code == 201
        first.kill_everything()
    with Up(data, clone=clone) as second:
        second.wait_until_ready()
        assert httpx.get(f"{second.url}/api/v1/clubs/kerb").json()["name"] == "Kerb"
        # Only the launcher: its children must go with it, or be found and ended by the next start.
        children = members(list(second.running().processes.values()))
        os.kill(second.running().launcher.pid, signal.SIGKILL)
        second.process.wait()
    with Up(data, clone=clone) as third:
        third.wait_until_ready()
        # Under 5 s even on one core; the wall clock would only tell how busy the machine is with other tests.
        assert third.cpu_seconds() < 5
        assert not any(child.is_running() for child in children)
        assert httpx.get(f"{third.url}/api/v1/clubs/kerb").json()["name"] == "Kerb"

        everyone, runtime = third.everyone(), Path(third.running().runtime)
        assert third.stop(signal.SIGINT) == 0
        assert psutil.wait_procs(everyone, timeout=0)[1] == []
        assert not runtime.exists()
        assert not (data / "running.json").exists()


def test_servers_given_by_address_are_used_and_none_are_started(
    clone: Path, tmp_path: Path, fresh_database: FreshDatabase, redis_url: str
):
    given = {"DATABASE_URL": fresh_database.url(APP), "DATABASE_OWNER_URL": fresh_database.url(OWNER)}
    with Up(tmp_path / "data", clone=clone, env={**given, "REDIS_URL": redis_url}) as up:
        up.wait_until_ready()
        assert set(up.running().processes) == {"web", "live", "worker", "beat", "front"}
        assert not (tmp_path / "data" / "postgres").exists()
        club = {"name": "Far", "slug": "far", "timezone": "UTC"}
        assert httpx.post(f"{up.url}/api/v1/clubs", json=club, headers=organiser(up)).status_code == 201
    with fresh_database.connect() as connection:
        assert connection.execute("SELECT count(*) > 0 FROM ledger_event").fetchone() == (True,)


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[str], Path]]:
    """How to become an ordinary user, and a folder of theirs with a clone. Needs root."""
    if os.geteuid() != 0:
        pytest.skip("already an ordinary user: every other test shows it")
    nobody = pwd.getpwnam("nobody")
    become = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
    if not _open_to_others(Path(sys.executable).resolve()):
        # This run's Python lies in root's closed home: let the user read (not write) there.
        become += ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    home = Path("/tmp") / f"railbird ordinary {os.getpid()}"
    clones.install(clones.copy(home / "clone"), sys.executable, own_servers=True)
    for path in (home, *home.rglob("*")):
        os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
    try:
        if subprocess.run([*become, sys.executable, "-c", ""], cwd="/", capture_output=True).returncode != 0:
            pytest.skip("no way here to run this Python as another user")
        yield become, home
    finally:
        shutil.rmtree(home)


def test_runs_as_an_ordinary_user_beside_another_instance(ordinary: tuple[list[str], Path], instance: Up):
    become, home = ordinary
    with Up(home / "data", clone=home / "clone", prefix=become, env={"HOME": str(home)}) as up:
        up.wait_until_ready()
        assert {process.username() for process in up.everyone()} == {"nobody"}
        assert instance.is_ready()
        assert up.stop() == 0
    assert instance.is_ready()


def test_without_permission_to_write_it_says_so_and_makes_nothing(ordinary: tuple[list[str], Path]):
    become, home = ordinary
    closed = Path("/usr/share/railbird-test")
    refused = subprocess.run(
        [*become, "sh", str(home / "clone/deploy/up"), "--data", str(closed / "data"), "--port", str(free_port())],
        env={**clean_environment(), "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode == 1
    assert refused.stderr == f"Can't write to the data folder {closed}/data: Permission denied.\n"
    assert not closed.exists()


def test_a_port_in_use_is_one_sentence_and_nothing_is_made(clone: Path, tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = run(clone, "--data", str(tmp_path / "data"), "--port", str(port))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"Port {port} is in use; choose another with --port.\n"
    assert not (tmp_path / "data").exists()


def test_data_of_another_major_version_are_one_sentence_and_stay_as_they_are(clone: Path, tmp_path: Path):
    cluster = tmp_path / "data" / "postgres"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("17\n")
    (tmp_path / "data" / "instance.json").write_bytes(json.dumps(_SECRETS).encode())
    refused = run(clone, "--data", str(tmp_path / "data"), "--port", str(free_port()))
    assert refused.returncode == 1
    assert "was made by PostgreSQL 17, and this is 18" in refused.stderr
    assert [path.name for path in cluster.iterdir()] == ["PG_VERSION"]


_SECRETS = {
    "id": "0123abcd",
    "secret_key": "k",
    "superuser_password": "s",
    "owner_password": "o",
    "app_password": "a",
}


def _open_to_others(path: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))
