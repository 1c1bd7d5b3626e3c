"""Checkpoints, keys and the verifier over HTTP: everything an auditor takes home, and what he does with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.league.calling import NOBODY, Club

pytestmark = pytest.mark.django_db


def test_closing_a_night_signs_one() -> None:
    club = Club()
    night = club.night()
    assert club.manager.get(f"{club.path}/checkpoints").json["results"] == []
    assert club.manager.post(f"/nights/{night}/close").status == 200
    (made,) = club.manager.get(f"{club.path}/checkpoints").json["results"]
    events = club.manager.get(f"{club.path}/events?limit=500").json["results"]
    assert [event["type"] for event in events[-2:]] == ["night_closed", "checkpoint_signed"]
    assert (made["cursor"], made["club"]) == (events[-2]["cursor"], club.json["id"])


def test_on_demand_by_hosts() -> None:
    club = Club()
    answer = club.token("host").post(f"{club.path}/checkpoints")
    assert (answer.status, answer.json["scheme"]) == (201, "railbird-checkpoint-1")
    found = club.manager.get(answer.headers["Location"].partition("/api/v1")[2])
    assert found.json["results"] == [answer.json]
    assert club.token("read").post(f"{club.path}/checkpoints").code == "wrong_scope"
    assert NOBODY.post(f"{club.path}/checkpoints").code == "no_token"
    assert NOBODY.get(f"{club.path}/checkpoints").code == "no_token"
    assert Club().manager.post(f"{club.path}/checkpoints").code == "not_found"


def test_pages() -> None:
    club = Club()
    cursors = []
    for day in ("2026-02-01", "2026-02-02", "2026-02-03"):
        club.night(day)
        cursors.append(club.manager.made(f"{club.path}/checkpoints")["cursor"])
    first = club.manager.get(f"{club.path}/checkpoints?limit=2").json
    assert [checkpoint["cursor"] for checkpoint in first["results"]] == cursors[:0:-1]
    second = club.manager.get(first["next"].partition("/api/v1")[2]).json
    assert [checkpoint["cursor"] for checkpoint in second["results"]] == cursors[:1]


def test_an_auditor_of_a_public_club_needs_nothing_of_ours(tmp_path: Path) -> None:
    """Events, checkpoints, keys and verifier fetched without a token, checked on a bare Python."""
    club = Club(public=True)
    club.game(club.night(), "Ann", "Bo")
    signed_by = club.manager.made(f"{club.path}/checkpoints")["key"]
    fetched = Client().get(f"/api/v1{club.path}/events?limit=500&format=jsonl")
    lines = [json.dumps({"club": club.json["id"], **json.loads(line)}) for line in fetched.content.splitlines()]
    (tmp_path / "events.jsonl").write_text("\n".join(lines))
    (tmp_path / "checkpoints.json").write_text(json.dumps(NOBODY.get(f"{club.path}/checkpoints").json))
    key = next(key for key in NOBODY.get(f"{club.path}/keys").json["results"] if key["id"] == signed_by)
    verifier = Client().get("/verify.py")
    assert verifier.headers["Content-Disposition"] == 'attachment; filename="verify.py"'
    assert Client().get("/api/v1/verify.py").content == verifier.content
    (tmp_path / "verify.py").write_bytes(verifier.content)
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "verify.py",
            "events.jsonl",
            "--checkpoint",
            "checkpoints.json",
            "--key",
            key["public"],
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    # All but the last event, which tells of the checkpoint itself.
    assert f"Checkpoints: the first {len(lines) - 1} events are as they were signed." in done.stdout
