"""Several writers at once. They are processes, as in production: threads of one process would wait for each other's
interpreter, and share connections and caches that processes don't."""

from __future__ import annotations

import importlib
import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import msgspec

Step = Callable[[], None]
_HEAD_START = 0.05
"""Seconds between the word and the start, for the last writer to hear it. (The monotonic clock is the machine's.)"""


class Job(msgspec.Struct, frozen=True):
    """``factory``: ``module:function`` that makes a writer's step from ``given`` (plain data)."""

    factory: str
    given: Any


class Written(msgspec.Struct, frozen=True):
    """``rate``: steps a second of all writers together; ``latencies``: of each step, in seconds."""

    rate: float
    latencies: list[float]


class Writers:
    """``count`` processes that write at the same time. Use as a context manager."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._ends: list[Connection] = []
        self._processes = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._ends.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Writers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for end in self._ends:
            end.close()
        for process in self._processes:
            process.join(10)

    def take(self, name: str, jobs: Sequence[Job]) -> None:
        """Gives each writer one job, to be known by ``name``."""
        self._ask([(name, job) for job in jobs])

    def run(self, name: str, seconds: float) -> Written:
        """All writers do the jobs called ``name`` for ``seconds``, and at least one step."""
        start = time.monotonic() + _HEAD_START
        done = self._ask([(name, start, seconds)] * len(self._ends))
        return Written(
            rate=sum(len(latencies) / took for took, latencies in done),
            latencies=[latency for _, latencies in done for latency in latencies],
        )

    def _ask(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        for end, question in zip(self._ends, questions, strict=True):
            end.send(question)
        answers = [end.recv() for end in self._ends]
        for answer in answers:
            if isinstance(answer, str):
                raise RuntimeError(f"a writer failed:\n{answer}")
        return answers


def _work(end: Connection) -> None:
    import django

    django.setup()
    steps: dict[str, Step] = {}
    while True:
        try:
            name, *question = end.recv()
        except EOFError:
            return
        try:
            if len(question) == 1:
                steps[name] = _made(question[0])
                end.send(None)
            else:
                end.send(_written(steps[name], *question))
        except Exception:
            end.send(traceback.format_exc())


def _made(job: Job) -> Step:
    module, _, name = job.factory.partition(":")
    step: Step = getattr(importlib.import_module(module), name)(job.given)
    return step


def _written(step: Step, start: float, seconds: float) -> tuple[float, list[float]]:
    latencies: list[float] = []
    clock = time.monotonic
    time.sleep(max(0.0, start - clock()))
    before = start = clock()
    while True:
        step()
        now = clock()
        latencies.append(now - before)
        before = now
        if now >= start + seconds:
            return now - start, latencies
