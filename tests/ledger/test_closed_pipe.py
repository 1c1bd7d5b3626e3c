"""What prints may be piped into ``head``: no traceback, and the verifier's verdict stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def piped(*command: str) -> tuple[int, str]:
    """The status of a program whose reader has gone before it writes, and what it complained of."""
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True
    ) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        complaint = program.stderr.read()
    return program.returncode, complaint


def test_the_verifier_keeps_its_verdict(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": "none"}\n' * 2000)
    assert piped("ledger/verify.py", str(broken)) == (1, "")


def test_management_commands_end_quietly() -> None:
    assert piped("manage.py", "odds", "ready-set-bet", "--races", "20") == (141, "")
    assert piped("manage.py", "--help") == (141, "")
