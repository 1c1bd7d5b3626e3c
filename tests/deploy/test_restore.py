"""``sh deploy/up --restore FILE``: back to the backup of a night's close, here and on another machine."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from deploy.processes import wait_until
from tests.instance import REPOSITORY, Up, clean_environment

pytestmark = pytest.mark.xdist_group("instances")


def api(up: Up, method: str, path: str, body: Any = None) -> Any:
    token = (up.data / "organiser-token").read_text().strip()
    headers = {"Authorization": f"Bearer {token}"}
    answer = httpx.request(method, f"{up.url}/api/v1{path}", json=body, headers=headers, timeout=10)
    assert answer.is_success, answer.text
    return answer.json()


def backups_of(data: Path) -> list[Path]:
    return sorted((data / "backups").glob("*-night.railbird"))


def test_back_to_last_night_and_to_another_machine(tmp_path: Path) -> None:
    data = tmp_path / "my data"
    with Up(data) as up:
        up.wait_until_ready()
        api(up, "POST", "/clubs", {"name": "Turf", "slug": "turf", "public": True})
        night = api(up, "POST", "/clubs/turf/nights", {"date": "2026-03-14"})["id"]
        seats = [{"guest": "Ottilie"}, {"guest": "Bo"}]
        game = api(up, "POST", f"/nights/{night}/games", {"ruleset": "ready-set-bet", "seats": seats})
        api(up, "POST", f"/nights/{night}/close")
        assert len(api(up, "GET", "/clubs/turf/checkpoints")["results"]) == 1
        assert wait_until(lambda: len(backups_of(data)) == 1, 20), up.output
        ottilie = game["seats"][0]["member"]["id"]
        assert api(up, "POST", f"/members/{ottilie}/erase")["name"] == ""
        link = game["links"]["seats"][1]["token"]
        refused = manage(data, "restore", str(backups_of(data)[0]))
        assert refused.returncode != 0
        assert "stop it first, or start it with --restore FILE." in refused.stderr
    (backup,) = backups_of(data)

    with Up(data, "--restore", str(backup)) as up:
        up.wait_until_ready(150)
        assert "1 people had come back, and are erased again." in up.output
        assert [member["name"] for member in api(up, "GET", "/clubs/turf/members")["results"]] == ["", "Bo"]
        audit = httpx.get(f"{up.url}/api/v1/games/{game['id']}/audit", timeout=20).json()
        assert (audit["ok"], audit["findings"]) == (True, [])

    with Up(tmp_path / "elsewhere", "--restore", str(backup)) as up:
        up.wait_until_ready()
        assert [member["name"] for member in api(up, "GET", "/clubs/turf/members")["results"]] == ["Ottilie", "Bo"]
        # the link that Bo was given on paper
        me = httpx.get(f"{up.url}/api/v1/games/{game['id']}/legal-moves", headers={"Authorization": f"Bearer {link}"})
        assert me.status_code == 200


def manage(data: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(REPOSITORY / "deploy" / "manage"), "--data", str(data), *argv],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
