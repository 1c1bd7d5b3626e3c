"""Decided commands: ``ledger.execute`` of the moves of whole games of Ready Set Bet (bets of four seats, dice that the
host enters, settlements: about 450 events a game), beside the load–decide–save loop of ``eventsourcing`` with the same
game and beside one function that locks and inserts."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.conf import settings

from deploy.bench import eventsourcing_peer, locked_insert
from deploy.bench.figures import Figure, compared, percentile
from deploy.bench.games import Table, chance_of, open_game, play_whole
from deploy.bench.ground import Ground
from deploy.bench.writers import Job, Step, Writers, Written
from ledger.decider import Stream
from ledger.reading import stream_events

SEATS = 4
MOVES_A_GAME = 180
"""Fewer than any game has: so many games are opened beforehand that nobody runs out."""
FASTEST = 1500
"""More moves a second than one table takes here."""

LOOP_GAMES = 4
"""Games a table of the loop has: it would not get through one in a run, so its games lie at different points."""

LOOP, FUNCTION = "eventsourcing", "locked insert"


def writer(given: dict[str, Any]) -> Step:
    """``given``: ``club``, ``games`` (ids, played one after the other), ``index`` of ``count`` writers at the table."""
    club = UUID(given["club"])
    games = (Stream(club=club, id=UUID(id), kind="game") for id in given["games"])
    return Table(club, SEATS, games, given["index"], given["count"]).step


def measure(ground: Ground) -> list[Figure]:
    ground.clear()
    ground.prepare(locked_insert.SCHEMA)
    club = uuid4()
    record = rolled_record(club)
    try:
        with Writers(1) as one:
            figures = layout(ground, one, "1 writer", [0], [club], record, least=0.3)
        with Writers(8) as eight:
            figures += layout(ground, eight, "8 streams × 8 writers", list(range(8)), [club] * 8, record, least=0.15)
            clubs = [uuid4() for _ in range(8)]
            figures += layout(ground, eight, "the same in 8 clubs", list(range(8)), clubs, record, least=None)
            figures += layout(ground, eight, "8 writers on 1 stream", [0] * 8, [club], record, least=0.15, slowest=15.0)
        return figures
    finally:
        ground.clear()


def rolled_record(club: UUID) -> str:
    """The text of a roll as it lies in the log."""
    game = play_whole(club, 2, chance_of(1))
    return next(event.record for event in stream_events(game) if event.type == "rolled")


def layout(
    ground: Ground,
    writers: Writers,
    layout: str,
    tables: list[int],
    clubs: list[UUID],
    record: str,
    *,
    least: float | None,
    slowest: float | None = None,
) -> list[Figure]:
    """One arrangement on all three sides. ``tables[i]``: at which table writer ``i`` plays; ``clubs``: of each table.
    ``least``: the goal beside the function; ``slowest``: the goal of the p99, in ms."""
    sides = {
        "ours": _ours(ground, tables, clubs),
        FUNCTION: _function(ground, tables, clubs, record),
        LOOP: _loop(ground, tables, clubs),
    }
    for side, jobs in sides.items():
        writers.take(side, jobs)
        writers.run(side, min(0.3, ground.turn))  # connections, prepared statements, caches
    done: dict[str, list[Written]] = {side: [] for side in sides}
    for _ in range(ground.rounds):
        for side in sides:
            done[side].append(writers.run(side, ground.turn))
    rates = {side: [written.rate for written in rounds] for side, rounds in done.items()}
    slow = {side: 1000 * percentile([s for w in rounds for s in w.latencies], 99) for side, rounds in done.items()}
    name = f"decided commands, {layout}"
    informative = least is None
    return [
        compared(name, "/s", rates["ours"], LOOP, rates[LOOP], goal=None if informative else 5.0),
        compared(name, "/s", rates["ours"], FUNCTION, rates[FUNCTION], goal=least),
        Figure(
            name=f"{name}, p99",
            value=slow["ours"],
            unit="ms",
            peer_name=FUNCTION,
            peer=slow[FUNCTION],
            ratio=slow["ours"] / slow[FUNCTION],
            goal=slowest,
            sense="most" if slowest is not None else "",
            absolute=True,
        ),
    ]


def _ours(ground: Ground, tables: list[int], clubs: list[UUID]) -> list[Job]:
    count = 2 + int(ground.seconds * FASTEST / MOVES_A_GAME)
    games = [[str(open_game(club, SEATS).id) for _ in range(count)] for club in clubs]
    return [
        Job(
            "deploy.bench.decided:writer",
            {
                "club": str(clubs[table]),
                "games": games[table],
                "index": tables[:writer].count(table),
                "count": tables.count(table),
            },
        )
        for writer, table in enumerate(tables)
    ]


def _function(ground: Ground, tables: list[int], clubs: list[UUID], record: str) -> list[Job]:
    streams = [str(uuid4()) for _ in clubs]
    url = serving_url()
    return [
        Job(
            "deploy.bench.locked_insert:writer",
            {"url": url, "club": str(clubs[table]), "stream": streams[table], "record": record},
        )
        for table in tables
    ]


def _loop(ground: Ground, tables: list[int], clubs: list[UUID]) -> list[Job]:
    games = [eventsourcing_peer.begun_games(ground.owner_url, LOOP_GAMES, SEATS) for _ in clubs]
    return [
        Job("deploy.bench.eventsourcing_peer:writer", {"url": ground.owner_url, "games": games[table]})
        for table in tables
    ]


def serving_url() -> str:
    """The database as the role that serves."""
    database = settings.DATABASES["default"]
    return psycopg.conninfo.make_conninfo(
        dbname=database["NAME"],
        user=database["USER"],
        password=database.get("PASSWORD", ""),
        host=database.get("HOST", ""),
        port=database.get("PORT", "") or None,
    )
