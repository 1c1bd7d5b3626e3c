"""Whole nights by ``deploy/up --demo`` and ``manage.py demo``: HTTP, live streams, the Celery clock."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.instance import REPOSITORY, Up, clean_environment
from tests.serving import Served


def manage(served: Served, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "manage.py"), *arguments],
        env=served.environment,
        capture_output=True,
        text=True,
        timeout=90,
    )


@pytest.fixture
def token_file(served: Served, tmp_path: Path) -> Path:
    """A new organiser's API token."""
    file = tmp_path / "organiser-token"
    made = manage(served, "organiser", "--token-file", str(file))
    assert made.returncode == 0, made.stderr
    return file


def get(url: str, path: str) -> Any:
    with urllib.request.urlopen(f"{url}/api/v1{path}", timeout=10) as response:
        return json.load(response)


def test_up_demo_exit_plays_a_night_and_says_by_its_status_that_all_was_right(tmp_path: Path) -> None:
    data = tmp_path / "demo"
    # The address people use is a proxy's, which this machine can't reach: the demo plays all the same.
    with Up(data, "--demo", "--exit", "--url", "http://rail.example") as up:
        up.wait_for_line("The audit's verdict and ours: all of it was right.")
        up.wait_for_line("http://rail.example/the-rail")
        assert up.process.wait(30) == 0
    story = up.output.partition("── Night 1 of The Rail")[2].partition("Look at it:")[0]
    for told in ("Race 4 of 4", "And they're off!", "is HOME", "marker lies there already", "phone loses the network"):
        assert told in story
    assert [line for line in story.splitlines() if len(line) > 100] == []
    assert "\x1b" not in story

    with Up(data) as up:  # another night, in the same club
        up.wait_until_ready()
        again = ("--data", str(data), "demo", "--races", "1", "--url", up.url)
        second = subprocess.run(
            ["sh", str(REPOSITORY / "deploy" / "manage"), *again],
            env=clean_environment(),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert second.returncode == 0, second.stdout + second.stderr
        assert "the table after 2 nights" in second.stdout
        table = get(up.url, "/clubs/the-rail/seasons/current/table")
        assert [row["games"] for row in table["rows"]] == [2, 2, 2, 2]
        members = get(up.url, "/clubs/the-rail/members")["results"]
        assert [(member["name"], member["guest"]) for member in members] == [
            ("Astrid", False),
            ("Ilinca", False),
            ("Matej", False),
            ("Colette", True),
        ]


def test_a_token_that_may_not_do_it_ends_the_demo_with_a_sentence(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("not-a-token\n")
    done = manage(served, "demo", "--url", served.url, "--token-file", str(file))
    assert done.returncode == 1
    assert "The demo broke off: " in done.stdout
    assert "no_token" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_game_nobody_knows_to_play_is_refused(served: Served, token_file: Path) -> None:
    done = manage(served, "demo", "halma", "--token-file", str(token_file))
    assert done.returncode != 0
    assert "The demo can play ready-set-bet, racehorse, greyhounds; it doesn't know halma." in done.stderr
