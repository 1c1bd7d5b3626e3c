"""What the supervisor does with services that die, fall silent, or leave processes behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from deploy.processes import Identity, identity, session_of, start, stop_leftover, wait_until
from deploy.supervisor import Service, Supervisor


class Watched:
    """A supervisor with what it recorded and said."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.processes: dict[str, Identity] = {}
        self.said: list[str] = []
        self.supervisor = Supervisor(self._record, self.said.append, grace=0.1, silence=0.1)

    def add(self, script: str, alive: Callable[[], bool | None] | None = None) -> None:
        self.supervisor.add(
            Service("sleeper", lambda: start(["sh", "-c", script], log=self.log), patience=2, alive=alive)
        )

    def add_lasting(self, script: str, alive: Callable[[], bool | None] | None = None) -> Identity:
        self.add(script, alive)
        return self.processes["sleeper"]

    def until(self, condition: Callable[[], bool]) -> None:
        def look() -> bool:
            self.supervisor.check()
            return condition()

        assert wait_until(look, 10)

    def _record(self, processes: dict[str, Identity]) -> None:
        self.processes = processes


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path / "log")
    yield made
    made.supervisor.stop()


def test_what_dies_is_started_again(watched: Watched):
    first = watched.add_lasting("exec sleep 1000")
    os.kill(first.pid, signal.SIGKILL)
    watched.until(lambda: watched.processes.get("sleeper", first) != first)
    assert watched.said == ["sleeper ended (killed by SIGKILL); starting it again."]


def test_what_dies_at_once_is_tried_ever_more_rarely(watched: Watched):
    watched.add("exit 3")
    watched.until(lambda: len(watched.said) == 3)
    assert watched.said[0] == "sleeper ended (status 3); starting it again."
    assert 0.3 < watched.supervisor._next_due() <= 0.4  # 0.1, 0.2, 0.4 …


def test_what_looks_healthy_but_gives_no_sign_of_life_is_restarted(watched: Watched):
    first = watched.add_lasting("exec sleep 1000", alive=lambda: False)
    watched.until(lambda: watched.processes.get("sleeper", first) != first)
    assert watched.said == ["sleeper gives no sign of life; restarting it."]


def test_where_nobody_can_say_nothing_is_restarted(watched: Watched):
    asked: list[None] = []
    first = watched.add_lasting("exec sleep 1000", alive=lambda: asked.append(None))
    watched.until(lambda: len(asked) > 30)
    assert watched.processes["sleeper"] == first


def test_what_a_killed_service_leaves_behind_is_ended(watched: Watched):
    first = watched.add_lasting("sleep 1000 & exec sleep 1001")
    assert wait_until(lambda: len(session_of(first)) == 2, 5)
    left = session_of(first)[1]
    os.kill(first.pid, signal.SIGKILL)
    watched.until(lambda: watched.processes.get("sleeper", first) != first)
    assert psutil.wait_procs([left], timeout=5)[1] == []


def test_a_number_that_went_to_another_process_is_left_alone(watched: Watched):
    ours = watched.add_lasting("exec sleep 1000")
    boot, ticks = ours.started.rsplit(":", 1)
    earlier = Identity(ours.pid, f"{boot}:{int(ticks) - 1}", "postgres")
    assert not stop_leftover(earlier)
    still = identity(ours.pid)
    assert still is not None and (still.pid, still.started) == (ours.pid, ours.started)  # its name changes by exec


def test_the_children_of_a_killed_supervisor_die_with_it(tmp_path: Path):
    log = tmp_path / "log"
    script = (
        "import sys, time; from pathlib import Path; from deploy.processes import start\n"
        "print(start(['sleep', '1000'], log=Path(sys.argv[1])).pid, flush=True); time.sleep(1000)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(log)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    assert psutil.wait_procs([child], timeout=5)[1] == []
