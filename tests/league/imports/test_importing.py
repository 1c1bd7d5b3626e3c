"""A file taken in over HTTP, applied in pieces, seen by tables all at once, voided as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from league.imports import jobs
from ledger.decider import Stream
from tests.league.calling import Answer, Club

pytestmark = pytest.mark.django_db
SAMPLES = Path(__file__).parents[2] / "vectors" / "imports"


def upload(club: Club, raw: bytes, name: str = "plays.json", **fields: Any) -> Answer:
    from django.core.files.uploadedfile import SimpleUploadedFile

    data = {"file": SimpleUploadedFile(name, raw), **fields}
    headers = club.manager._headers({})
    return Answer(club.manager.client.post(f"/api/v1{club.path}/imports", data, headers=headers))


def applied(club: Club, raw: bytes, **fields: Any) -> Any:
    taken = upload(club, raw, **fields)
    assert taken.status == 201, taken
    return apply(club, taken.json["id"])


def apply(club: Club, id: str, **body: Any) -> Any:
    answer = club.manager.post(f"/imports/{id}/apply", body)
    assert answer.status == 202, answer
    jobs.run(Stream(club=UUID(club.json["id"]), id=UUID(id), kind="import"))
    return club.manager.get(f"/imports/{id}").json


def counts(report: Any) -> tuple[int, int, int, int, int]:
    return (*(report[name] for name in ("new", "changed", "same", "skipped")), len(report["bad"]))


@pytest.mark.parametrize(
    ("file", "first", "again", "people"),
    [
        ("ios-de-decimal-comma.json", (19, 0, 0, 0, 0), (0, 0, 19, 0, 0), 22),
        ("plays-28-with-players-mit.xml", (28, 0, 0, 0, 0), (0, 0, 28, 0, 0), 16),
        ("negative-ids-empty-total-mit.xml", (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), 4),
        ("winner-per-play-unnamed-index-mit.csv", (38, 0, 0, 0, 1), (0, 0, 38, 0, 1), 13),
        ("fide-trf26-extract-mit.trf", (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), 5),
    ],
)
def test_every_sample_twice(file: str, first: tuple[int, ...], again: tuple[int, ...], people: int) -> None:
    club = Club()
    raw = (SAMPLES / file).read_bytes()
    taken = upload(club, raw, file)
    assert taken.status == 201, taken
    assert counts(taken.json) == first
    assert len(taken.json["people"]) == people
    assert club.manager.get(f"{club.path}/members").json["results"] == []  # nothing is applied yet
    done = apply(club, taken.json["id"])
    assert (done["status"], counts(done)) == ("applied", first)
    members = club.manager.get(f"{club.path}/members?limit=500").json["results"]
    assert len(members) == people
    second = applied(club, raw)
    assert counts(second) == again
    assert len(club.manager.get(f"{club.path}/members?limit=500").json["results"]) == people
