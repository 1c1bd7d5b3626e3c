"""A table of 60 members and 40 nights: as many statements as a small one, and a quick answer."""

from __future__ import annotations

import time
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Member, Night, Result
from ledger import sql
from races.models import Game
from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db
MEMBERS, NIGHTS, TABLES = 60, 40, 10


def filled(club: Club) -> None:
    """Rows as the projections would write them: what is measured is the reading."""
    id, season = UUID(club.json["id"]), UUID(club.season)
    people = [uuid4() for _ in range(MEMBERS)]
    Member.objects.bulk_create(
        Member(club=id, id=who, name=f"M{n}", guest=False, publish="full", left_club=False, added_at=n, version=1, at=n)
        for n, who in enumerate(people)
    )
    for n in range(NIGHTS):
        night = Night.objects.create(
            club=id,
            id=uuid4(),
            date=date(2026, 1, 1) + timedelta(days=7 * n),
            season=season,
            kind="regular",
            status="closed",
            opened_at=n,
            open_since=n,
            void=False,
            told_version=1,
            told_at=n,
            version=1,
            at=n,
        )
        games = [
            Game(
                id=uuid4(),
                club=id,
                night=night.id,
                ruleset="ready-set-bet",
                ruleset_version=1,
                status="finished",
                counts=True,
                rigged=False,
                join_code=uuid4().hex,
                opened_at=t,
            )
            for t in range(TABLES)
        ]
        Game.objects.bulk_create(games)
        Result.objects.bulk_create(
            Result(
                club=id,
                game=game.id,
                seat=i + 1,
                night=night.id,
                member=people[(n + 6 * t + i) % MEMBERS],
                rank=i + 1,
                shared=False,
                players=6,
                money=100 - 10 * i,
                counts=True,
                played="ready-set-bet",
                in_force=True,
                version=1,
                at=n,
            )
            for t, game in enumerate(games)
            for i in range(6)
        )


def test_sixty_members_and_forty_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    path = f"/seasons/{club.season}/table"
    prepared = []  # the ledger's own statements pass Django's log by
    cursor = sql._cursor
    monkeypatch.setattr(sql, "_cursor", lambda: prepared.append(1) or cursor())

    def queries() -> int:
        prepared.clear()
        with CaptureQueriesContext(connection) as captured:
            assert club.manager.get(path).status == 200
        return len(captured) + len(prepared)

    run_race(club.manager, club.game(club.night("2026-12-01"), "Ann", "Bo")["id"])
    small = queries()
    filled(club)
    club.manager.made(f"{club.path}/members", {"name": "Zoe"})  # an event: what was remembered is not asked for
    assert queries() == small
    started = time.perf_counter()
    answer = club.manager.get(path)
    took = time.perf_counter() - started
    print(f"{MEMBERS} members, {NIGHTS} nights, {MEMBERS * NIGHTS} results: {took:.2f} s, {len(answer.body)} bytes")
    assert len(answer.json["rows"]) == MEMBERS + 2
    assert all(row["games"] == NIGHTS for row in answer.json["rows"][:MEMBERS])
    assert took < 5  # about half a second on a quiet machine
    assert club.manager.get(path, If_None_Match=answer.headers["ETag"]).status == 304
