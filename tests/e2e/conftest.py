from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.lan import address, browser, lan_club, people, sleeper, up  # noqa: F401 (fixtures)
from tests.e2e.night import Club
from tests.instance import REPOSITORY
from tests.serving import Served


@pytest.fixture(scope="session")
def organiser(served: Served, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The token that may do everything, as ``deploy/up`` makes it."""
    file: Path = tmp_path_factory.mktemp("organiser") / "token"
    command = [sys.executable, "manage.py", "organiser", "--token-file", str(file)]
    subprocess.run(command, cwd=REPOSITORY, env=served.environment, check=True)
    return file.read_text().strip()


@pytest.fixture
def club(served: Served, organiser: str) -> Club:
    return Club(served.url, organiser)
