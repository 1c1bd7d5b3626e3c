"""What stands between a fresh clone and the first start: Python's age, the network, half-made environments."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy import clones
from tests.instance import clean_environment


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return clones.copy(tmp_path / "fresh clone")


def up(clone: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(clone / "deploy" / "up")],
        env={**clean_environment(), **env},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_python_too_old_is_one_sentence(clone: Path, tmp_path: Path):
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "")
    old = tools / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.2" && exit 0\nexit 1\n')
    old.chmod(0o755)
    refused = up(clone, PATH=str(tools))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "Railbird needs Python 3.11 or newer, and there is none on the PATH. (Found: python3 is Python 3.9.2;)\n"
    )
    assert not (clone / ".venv").exists()


def test_without_a_network_it_says_so_and_leaves_no_half_made_environment(clone: Path):
    (clone / ".venv").mkdir()
    (clone / ".venv" / "left by a killed run").touch()  # without a marker it was never complete
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_NO_CACHE_DIR": "1"}
    refused = up(clone, **nowhere, PIP_FIND_LINKS="", PIP_EXTRA_INDEX_URL="")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1] == "The Python packages could not be installed; is there a network?"
    assert not (clone / ".venv").exists()
    assert not (clone / ".venv.lock").exists()
