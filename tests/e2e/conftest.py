from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.night import Club
from tests.e2e.phones import CHROMIUM, Room, room
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium. Django takes Playwright's event loop in this thread for one that its own calls run in; they
    don't."""
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def people(browser: Any) -> Iterator[Room]:
    with room(browser) as opened:
        yield opened
