"""An import on the running system: by multipart over HTTP through the front, applied by the worker, which is killed in
the middle of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deploy.processes import wait_until
from tests.e2e.night import Api, Club
from tests.serving import Served

pytestmark = pytest.mark.django_db
DAYS = [f"2025-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]


def export(plays: int) -> bytes:
    """A BG Stats export with so many plays of four people, one a night."""
    return json.dumps(
        {
            "players": [{"id": n, "uuid": f"P-{n}", "name": f"Guest {n}"} for n in range(1, 5)],
            "games": [{"id": 1, "uuid": "G", "name": "Azul", "highestWins": True}],
            "plays": [
                {
                    "uuid": f"X-{n}",
                    "gameRefId": 1,
                    "playDate": f"{DAYS[n % len(DAYS)]} 20:00:00",
                    "playerScores": [{"playerRefId": seat, "score": str(seat * n % 17)} for seat in range(1, 5)],
                }
                for n in range(plays)
            ],
        }
    ).encode()


def upload(host: Api, slug: str, raw: bytes) -> Any:
    return host.client.post(f"/clubs/{slug}/imports", files={"file": ("plays.json", raw, "application/json")})


def test_a_worker_killed_in_the_middle_of_an_import_loses_and_doubles_nothing(served: Served, club: Club) -> None:
    host = club.manager
    taken = upload(host, club.slug, export(400))
    assert taken.status_code == 201, taken.text
    id = taken.json()["id"]
    assert taken.json()["new"] == 400

    def report() -> Any:
        return host.get(f"/imports/{id}").json()

    assert host.post(f"/imports/{id}/apply").status_code == 202
    assert wait_until(lambda: report()["done"] > 0, 30)
    served.kill("worker")
    host.post(f"/imports/{id}/apply")  # changes nothing, and tells a worker at once; else the sweep finds it
    assert wait_until(lambda: report()["status"] == "applied", 120)
    assert (report()["new"], report()["done"]) == (400, 400)
    file = host.client.get(f"/clubs/{club.slug}/plays?format=jsonl").text
    plays = [json.loads(line) for line in file.splitlines()]
    assert len(plays) == 1600
    assert len({row["play_id"] for row in plays}) == 400
    again = upload(host, club.slug, export(400)).json()
    assert (again["new"], again["same"]) == (0, 400)


def test_more_than_a_file_may_have_is_a_problem_document(club: Club) -> None:
    answer = upload(club.manager, club.slug, b"0" * 50 * 1024 * 1024)
    assert answer.status_code == 413
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert answer.json()["code"] == "too_large"
