"""Whole nights by ``manage.py demo`` against the serving processes: HTTP, live streams, the Celery clock."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.instance import REPOSITORY
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


def get(served: Served, path: str) -> Any:
    with urllib.request.urlopen(f"{served.url}/api/v1{path}", timeout=10) as response:
        return json.load(response)


def test_two_nights_are_played_told_and_found_right(served: Served, token_file: Path) -> None:
    first = manage(served, "demo", "--url", served.url, "--token-file", str(token_file))
    story = first.stdout
    assert first.returncode == 0, story + first.stderr
    for told in ("Race 4 of 4", "And they're off!", "is HOME", "marker lies there already", "phone loses the network"):
        assert told in story
    assert "✗ audit" not in story
    assert "The audit's verdict and ours: all of it was right." in story
    assert f"{served.url}/the-rail" in story
    assert max(map(len, story.splitlines())) <= 100
    assert "\x1b" not in story

    second = manage(
        served, "demo", "ready-set-bet", "--races", "1", "--url", served.url, "--token-file", str(token_file)
    )
    assert second.returncode == 0, second.stdout + second.stderr
    assert "the table after 2 nights" in second.stdout
    table = get(served, "/clubs/the-rail/seasons/current/table")
    assert [row["games"] for row in table["rows"]] == [2, 2, 2, 2]
    assert sorted(row["member"]["name"] for row in table["rows"]) == ["Astrid", "Colette", "Ilinca", "Matej"]
    assert len(get(served, "/clubs/the-rail/members")["results"]) == 4


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
    assert "The demo can play ready-set-bet; it doesn't know halma." in done.stderr
