"""What somebody sees who starts Railbird behind an https address, looks around, stops it and comes back."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.instance import REPOSITORY, Up, clean_environment

pytestmark = pytest.mark.xdist_group("instances")
HTTPS = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("newcomer") / "my data"


@pytest.fixture(scope="module")
def instance(data: Path) -> Iterator[Up]:
    with Up(data, "--url", "https://rail.example") as up:
        up.wait_until_ready()
        yield up


def manage(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(REPOSITORY / "deploy" / "manage"), "--data", str(data), *arguments],
        env=clean_environment(),
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=60,
    )


def word(link: str) -> str:
    return link.strip().rpartition("/")[2]


@pytest.mark.parametrize(("headers", "secure"), [({}, False), (HTTPS, True)])
def test_an_organiser_signs_in_over_plain_http_and_over_https(
    instance: Up, data: Path, headers: dict[str, str], secure: bool
) -> None:
    """The room reaches the machine by http, the others by the https address in front of it: both have to get in."""
    path = f"/signin/{word(manage(data, 'signin-link').stdout)}"
    url = instance.url + path
    shown = httpx.get(url, headers=headers)
    form = dict.fromkeys(("new_password1", "new_password2"), "hoofbeats-at-dawn")
    form["csrfmiddlewaretoken"] = shown.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    # What a browser sends along; httpx itself would keep a Secure cookie back on this unencrypted line.
    cookie = "; ".join(each.partition(";")[0] for each in shown.headers.get_list("set-cookie"))
    origin = instance.url.replace("http:", "https:") if secure else instance.url
    answer = httpx.post(url, data=form, headers={**headers, "Cookie": cookie, "Origin": origin})
    assert answer.status_code == 302, answer.text
    set_cookies = answer.headers.get_list("set-cookie")
    assert len(set_cookies) == 2  # the session's, and the form's
    assert {"; secure" in cookie.lower() for cookie in set_cookies} == {secure}


def test_wrong_addresses_and_bad_forms_leave_no_line_in_the_log(instance: Up, data: Path) -> None:
    assert httpx.get(f"{instance.url}/no/such/page").status_code == 404
    assert httpx.get(f"{instance.url}/api/v1/clubs/nobody").status_code == 401
    token = (data / "organiser-token").read_text().strip()
    bad = httpx.post(f"{instance.url}/api/v1/clubs", content=b"{", headers={"Authorization": f"Bearer {token}"})
    assert bad.status_code in (400, 415)
    assert (data / "logs" / "web.log").read_text() == ""


def test_browsers_get_the_icon_they_ask_for(instance: Up) -> None:
    icon = httpx.get(f"{instance.url}/favicon.ico")
    assert (icon.status_code, icon.content[:4]) == (200, b"\0\0\1\0")
    assert '<link rel="icon" href="/favicon.ico">' in httpx.get(f"{instance.url}/").text


def test_a_lost_password_s_hint_mentions_the_data_folder(instance: Up) -> None:
    page = httpx.get(f"{instance.url}/signin").text
    assert "<code>sh deploy/manage --data DIR signin-link</code>" in page


@pytest.mark.skipif(os.geteuid() != 0, reason="Celery lectures root only")
def test_celery_doesnt_lecture_root(instance: Up, data: Path) -> None:
    assert instance.is_ready()  # the worker has started
    assert "superuser" not in (data / "logs" / "worker.log").read_text()


def test_verify_names_a_club_and_export_says_what_it_wrote(instance: Up, data: Path, tmp_path: Path) -> None:
    token = (data / "organiser-token").read_text().strip()
    club = {"name": "Kerb", "slug": "kerb"}
    made = httpx.post(f"{instance.url}/api/v1/clubs", json=club, headers={"Authorization": f"Bearer {token}"})
    assert made.status_code == 201
    assert "Club kerb: all is as it was recorded" in manage(data, "verify").stdout
    assert "Club kerb: " in manage(data, "rebuild", "--check").stdout
    file = tmp_path / "kerb.jsonl"
    told = manage(data, "export", "--club", "kerb", "--out", str(file))
    lines = len(file.read_text().splitlines())
    assert told.stdout == ""
    assert told.stderr.startswith(f"{lines} events written to {file}; check them with `python3 ledger/verify.py ")


def test_stopped_and_started_again_it_says_complete_commands(instance: Up, data: Path) -> None:
    """The last of this file: it stops what the others share."""
    assert instance.stop() == 0
    with Up(data, "--url", "https://rail.example", clone=REPOSITORY) as up:
        up.wait_until_ready()
        assert f"--data '{data}' signin-link` prints a link that is good once." in up.output
        assert up.stop(signal.SIGINT) == 0
        last = up.lines[-1]
        assert last.startswith(f"Stopped. The data are in {data}; start again with `sh ")
        assert last.endswith(f"deploy/up --data '{data}' --port {up.port} --url https://rail.example`.")
    link = manage(data, "signin-link")
    assert link.stdout.startswith("https://rail.example/signin/")
    assert link.stderr.startswith(
        f"Railbird isn't running on {data}; start it with `sh deploy/up --data '{data}' --port "
    )
