"""Was all of it right? What the API said along the way is held against what it says in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

import msgspec

from deploy.demo.seat import Listener, Seat


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at. ``said``: what was found, for a person; ``wrong``: empty if it was right."""

    said: str
    wrong: tuple[str, ...] = ()


def races(events: Sequence[dict[str, Any]], game: Mapping[str, Any], expected: int) -> Check:
    """Each race ran once, and the game is over."""
    finished = [event["data"]["race"] for event in events if event["type"] == "race_finished"]
    wrong = []
    if finished != list(range(1, expected + 1)):
        wrong.append(f"races finished: {finished}")
    if [event["type"] for event in events].count("game_finished") != 1 or game["status"] != "finished":
        wrong.append(f"the game's status is {game['status']!r}")
    rolls = sum(event["type"] == "rolled" for event in events)
    return Check(f"{expected} races run to the end, {rolls} rolls by the clock", tuple(wrong))


def listening(events: Sequence[dict[str, Any]], listeners: Sequence[Listener]) -> Check:
    """Everybody received every event exactly once, in order, and the same as the log has it."""
    log = [(event["version"], event["id"], event["hash"]) for event in events]
    wrong = []
    if [version for version, _, _ in log] != list(range(1, len(log) + 1)):
        wrong.append("the log's versions have a hole")
    for listener in listeners:
        if listener.trouble:
            wrong.append(f"{listener.name}: {listener.trouble}")
        if listener.heard != log:
            wrong.append(f"{listener.name} heard {_difference(listener.heard, log)}")
    resumed = sum(listener.live.resumed for listener in listeners)
    said = f"{len(listeners)} live streams: each had all {len(log)} events once and in order"
    return Check(f"{said} ({resumed} broke off and resumed)" if resumed else said, tuple(wrong))


def _difference(heard: Sequence[tuple[int, str, str]], log: Sequence[tuple[int, str, str]]) -> str:
    twice = [version for version, n in Counter(version for version, _, _ in heard).items() if n > 1]
    missing = sorted({version for version, _, _ in log} - {version for version, _, _ in heard})
    return f"{len(heard)} of {len(log)} events (twice: {twice[:5]}, missing: {missing[:5]})"


def bets(events: Sequence[dict[str, Any]], seats: Sequence[Seat]) -> Check:
    """Every 201 is an event, every refusal left none, and no spot holds two markers."""
    wrong, placed = [], [event for event in events if event["type"] == "bet_placed"]
    for seat in seats:
        told = [(bet.event, bet.body["race"], bet.body["marker"], bet.body["spot"]) for bet in seat.placed]
        found = [
            (event["id"], event["data"]["race"], event["data"]["marker"], event["data"]["spot"])
            for event in placed
            if event["data"]["seat"] == seat.seat
        ]
        if told != found:
            wrong.append(f"{seat.name} was told of {len(told)} bets, the log has {len(found)}")
        if seat.repeated is False:
            wrong.append(f"{seat.name}'s bet, sent twice under one key, was not answered as the first time")
    spots = Counter((event["data"]["race"], event["data"]["spot"]) for event in placed)
    wrong += [f"two markers on {spot} in race {race}" for (race, spot), n in spots.items() if n > 1]
    missed = Counter(miss.code for seat in seats for miss in seat.missed)
    refusals = ", ".join(f"{n} {code}" for code, n in missed.most_common())
    said = f"{len(placed)} bets placed by HTTP, {missed.total()} refused{f' ({refusals})' if refusals else ''}"
    if any(seat.repeated for seat in seats):
        said += ", one sent twice and counted once"
    return Check(said, tuple(wrong))


def money(events: Sequence[dict[str, Any]], postings: Sequence[dict[str, Any]], scoreboard: Mapping[str, Any]) -> Check:
    """Balances are the sums of the postings, in the events as on the scoreboard; what seats have, the bank lacks."""
    accounts: Counter[str] = Counter()
    wrong = []
    settled = {(event["version"], event["data"]["seat"]): event["data"] for event in events if _settles(event)}
    by_event: dict[int, list[dict[str, Any]]] = {}
    for posting in postings:
        by_event.setdefault(posting["version"], []).append(posting)
    for (version, seat), data in settled.items():
        for posting in by_event.pop(version, []):
            if posting["amount"] <= 0:
                wrong.append(f"a posting of event {version} is not positive")
            accounts[posting["from"]] -= posting["amount"]
            accounts[posting["to"]] += posting["amount"]
        if accounts[f"seat:{seat}"] != data["balance"]:
            wrong.append(f"after event {version} seat {seat} has {accounts[f'seat:{seat}']}, not {data['balance']}")
    if by_event:
        wrong.append(f"money moved in events that settle nothing: {sorted(by_event)[:5]}")
    shown = [("scoreboard", line["seat"], line["score"]) for line in scoreboard["seats"]]
    for event in events:
        if event["type"] == "game_finished":
            shown += [("ranking", line["seat"], line["money"]) for line in event["data"]["ranking"]]
    wrong += [f"the {what} gives seat {seat} {sum_}" for what, seat, sum_ in shown if accounts[f"seat:{seat}"] != sum_]
    if sum(accounts.values()) != 0:
        wrong.append(f"all accounts together hold {sum(accounts.values())}, not 0")
    paid = -accounts["bank"]
    return Check(f"{len(postings)} postings: each seat has their sum, and the bank paid ${paid} in all", tuple(wrong))


def _settles(event: dict[str, Any]) -> bool:
    return bool(event["type"] == "seat_settled")


def table(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    ranking: Sequence[Mapping[str, Any]],
    members: Mapping[int, str],
) -> Check:
    """The season's rows are those of before and this game's points, and stand in the right order."""
    rows = {row["member"]["id"]: row for row in after["rows"]}
    old = {row["member"]["id"]: row for row in before["rows"]}
    wrong = []
    for line in ranking:
        id = members[line["seat"]]
        was, row = old.get(id), rows.get(id)
        if row is None:
            wrong.append(f"seat {line['seat']} has no row")
            continue
        expected = {
            "points": _exact(_of(was, "points") + _placing(line["rank"], ranking)),
            "games": _of(was, "games") + 1,
            "wins": _of(was, "wins") + (line["rank"] == 1),
            "money": _of(was, "money") + line["money"],
        }
        wrong += [
            f"{row['member']['name']} has {row[name]} {name}, not {value}"
            for name, value in expected.items()
            if row[name] != value
        ]
    unplayed = set(rows) - set(members.values())
    wrong += [
        f"{rows[id]['member']['name']}'s points changed"
        for id in unplayed
        if rows[id]["points"] != _of(old.get(id), "points")
    ]
    wrong += _order(after["rows"])
    return Check(f"the table: {len(rows)} rows, each with the points this ranking gives", tuple(wrong))


def _order(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """By points, then money, wins, seconds, thirds; whoever is level in all of them shares the place."""
    keys = [_standing(row) for row in rows]
    for row, key in zip(rows, keys, strict=True):
        rank = 1 + sum(other > key for other in keys)
        if row["rank"] != rank or row["shared"] != (keys.count(key) > 1):
            yield f"{row['member']['name']} stands at {row['rank']}, not {rank}"
        if row["behind"] != rows[0]["points"] - row["points"]:
            yield f"{row['member']['name']} is said to be {row['behind']} behind"
    if keys != sorted(keys, reverse=True):
        yield "the rows are out of order"


def _standing(row: Mapping[str, Any]) -> tuple[Any, ...]:
    places = Counter(entry["rank"] for entry in row["counted"])
    return (row["points"], row["money"], places[1], places[2], places[3])


def _placing(rank: int, ranking: Sequence[Mapping[str, Any]]) -> Decimal:
    """Those who share a place share the points of the places they take up."""
    sharing = sum(line["rank"] == rank for line in ranking)
    points = _points(len(ranking))[rank - 1 : rank - 1 + sharing]
    return _exact(Decimal(sum(points)) / sharing)


def _points(players: int) -> tuple[int, ...]:
    """A table's points by the club's scheme: six a player, the last place always 2."""
    small: dict[int, tuple[int, ...]] = {1: (6,), 2: (10, 2), 3: (10, 6, 2)}
    n = players
    return small.get(n) or (n + 7, n + 3, n, n - 2, *[2] * (n - 4))


def _exact(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.0001"), ROUND_HALF_EVEN)


def _of(row: Mapping[str, Any] | None, name: str) -> Any:
    return 0 if row is None else row[name]


def order(cursors: Sequence[int], after: int) -> Check:
    """The club's order of events goes on without a gap."""
    expected = list(range(after + 1, after + 1 + len(cursors)))
    return Check(
        f"the club's log: {len(cursors)} events of this night, cursors {after + 1} to {after + len(cursors)}, no gap",
        () if list(cursors) == expected else ("there is a gap in the club's cursors",),
    )


def audit(report: Mapping[str, Any], events: int, what: str = "dice {} from the opened seeds") -> Check:
    """The server's own audit found nothing, and it looked at everything. ``what`` was drawn, and how it is ``{}``."""
    wrong = [finding["sentence"] for finding in report["findings"]]
    checked = report["checked"]
    if not report["ok"] and not wrong:
        wrong.append("not ok, and it doesn't say why")
    if checked["events"] != events:
        wrong.append(f"it looked at {checked['events']} of {events} events")
    if report["dice"] != "proved":
        wrong.append(f"the dice are {report['dice']!r}, not proved")
    said = (
        f"audit: {checked['events']} events re-read, {checked['moves']} moves made again, "
        f"{checked['dice']} {what.format(report['dice'])}"
    )
    return Check(said, tuple(wrong))
