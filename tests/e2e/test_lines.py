"""A game taken home as JSON Lines: whole, page by page, and checked on a bare Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.night import Club
from tests.instance import REPOSITORY

pytestmark = pytest.mark.django_db


def test_a_games_lines_are_complete_and_verify_offline(club: Club, tmp_path: Path) -> None:
    game = club.open(seats=2, house="basic", races=1)
    game.start()
    for n in range(1, 16):
        assert game.move(game.host, "roll", dice=[3, 4], n=n).status_code == 201
    lines: list[str] = []
    url: str | None = f"{club.url}/api/v1{game.path}/events?format=jsonl&limit=10"
    while url:
        answer = game.host.client.get(url)
        assert answer.headers["Content-Type"].startswith("application/jsonl")
        lines += answer.text.splitlines()
        url = answer.links.get("next", {}).get("url")
    assert len(lines) == len(game.events()) > 10
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines) + "\n")
    verifier = REPOSITORY / "ledger" / "verify.py"
    done = subprocess.run([sys.executable, "-I", "-S", str(verifier), str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
