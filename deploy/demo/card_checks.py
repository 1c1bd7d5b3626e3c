"""Was a night of Racehorse right? Each card against the hash of before the deal, each dollar against the postings."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy.bots.bot import Bot
from deploy.demo.checks import Check


def deals(events: Sequence[dict[str, Any]], game: Mapping[str, Any], expected: int) -> Check:
    """Each deal was scored once, and the game is over."""
    scored = [event["data"]["deal"] for event in events if event["type"] == "deal_scored"]
    wrong = []
    if scored != list(range(1, expected + 1)):
        wrong.append(f"deals scored: {scored}")
    if [event["type"] for event in events].count("game_finished") != 1 or game["status"] != "finished":
        wrong.append(f"the game's status is {game['status']!r}")
    played = sum(event["type"] == "card_played" for event in events)
    return Check(f"{expected} deals played to the end, {played} cards by HTTP", tuple(wrong))


def cards(events: Sequence[dict[str, Any]]) -> Check:
    """Every card shown is the one that was sealed, at a place which the public cut gave its seat."""
    wrong: list[str] = []
    salt = events[0]["data"]["salt"]
    sealed: dict[int, list[str]] = {}
    added: dict[int, str] = {}
    places: dict[int, list[int]] = {}
    shown, salted = 0, 0
    for event in events:
        data = event["data"]
        match event["type"]:
            case "deck_sealed":
                sealed[data["deal"]], added = data["commitments"], {}
            case "salt_added":
                added[data["seat"]] = data["salt"]
                salted += 1
            case "deal_started":
                public = salt + "".join(f",{seat}={given}" for seat, given in sorted(added.items()))
                places = _hands(public, data["deal"], sorted(data["seats"]))
            case "dealt" if data["places"] != places[data["seat"]]:
                wrong.append(f"deal {data['deal']}: seat {data['seat']} was dealt other places than the cut gives")
            case "card_played":
                text = f"railbird-card-1|{salt}|{data['deal']}|{data['place']}|{data['card']}|{data['salt']}"
                right = sealed[data["deal"]][data["place"] - 1] == hashlib.sha256(text.encode()).hexdigest()
                if not right or data["place"] not in places[data["seat"]]:
                    wrong.append(f"deal {data['deal']}: {data['card']} is not the card that was sealed")
                shown += 1
    said = f"{shown} cards, each the one that was sealed for its place before the deal; {salted} pinches of salt"
    return Check(said, tuple(wrong))


def _hands(salt: str, deal: int, seats: list[int]) -> dict[int, list[int]]:
    order = _cut(salt, deal)
    return {seat: [order[i + len(seats) * turn] for turn in range(6)] for i, seat in enumerate(seats)}


def _cut(salt: str, deal: int) -> list[int]:
    """The places 1 to 52 as shuffled by the public salt, by the server's published recipe."""
    seed = hashlib.sha256(f"railbird-cut-1|{salt}".encode()).digest()

    def numbers() -> Iterator[int]:
        block = 0
        while True:
            message = f"railbird-chance-1|{salt}|cut|{deal}|1|{block}"
            yield from hmac.digest(seed, message.encode(), "sha256")
            block += 1

    stream, order = numbers(), list(range(1, 53))
    for i in range(51, 0, -1):
        j = next(number % (i + 1) for number in stream if number < 256 - 256 % (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def secrecy(bots: Sequence[Bot], expected: int) -> Check:
    """Each phone was told its own hands and nobody else's."""
    wrong = []
    for bot in bots:
        hands = [event["data"] for event in bot.seen if event["type"] == "dealt"]
        others = {event["type"] for event in bot.seen} - {"dealt", "game_opened"}  # labels are for the whole club
        if [hand["seat"] for hand in hands] != [bot.seat] * expected or others:
            wrong.append(f"{bot.name} was shown the hands of {[hand['seat'] for hand in hands]} {sorted(others)}")
    return Check(f"{len(bots)} phones: each was shown its own {expected} hands and no other", tuple(wrong))


def clock(events: Sequence[dict[str, Any]], bots: Sequence[Bot]) -> Check:
    """Every call and card is somebody's own, or the clock's for a sleeper; each answered call is in the log."""
    made: Counter[int] = Counter()
    slept = 0
    for event in events:
        if event["type"] in ("bid_made", "passed", "card_played"):
            if event["actor"]["kind"] == "clock":
                slept += 1
            else:
                made[event["actor"].get("seat", 0)] += 1
    wrong = [
        f"{bot.name} made {bot.moves} moves, the log has {made[bot.seat]}"
        for bot in bots
        if bot.moves != made[bot.seat]
    ]
    if not slept:
        wrong.append("somebody slept, and the clock did not play for them")
    return Check(f"{made.total()} calls and cards by the seats themselves, {slept} by the clock", tuple(wrong))


def money(events: Sequence[dict[str, Any]], postings: Sequence[dict[str, Any]], scoreboard: Mapping[str, Any]) -> Check:
    """Balances are the sums of the postings, in the events as on the scoreboard; together they are nothing."""
    accounts: Counter[str] = Counter()
    wrong = []
    by_event: dict[int, list[dict[str, Any]]] = {}
    for posting in postings:
        by_event.setdefault(posting["version"], []).append(posting)
    for event in events:
        for posting in by_event.pop(event["version"], []):
            accounts[posting["from"]] -= posting["amount"]
            accounts[posting["to"]] += posting["amount"]
        if event["type"] == "seat_paid":
            seat, balance = event["data"]["seat"], event["data"]["balance"]
            if accounts[f"seat:{seat}"] != balance:
                wrong.append(
                    f"after event {event['version']} seat {seat} has {accounts[f'seat:{seat}']}, not {balance}"
                )
    if by_event:
        wrong.append(f"money moved in events that don't exist: {sorted(by_event)[:5]}")
    wrong += [
        f"the scoreboard gives seat {line['seat']} {line['score']}"
        for line in scoreboard["seats"]
        if accounts[f"seat:{line['seat']}"] != line["score"]
    ]
    if sum(accounts.values()) or accounts["bank"]:
        wrong.append(f"all accounts together hold {sum(accounts.values())}, the bank {accounts['bank']}")
    return Check(f"{len(postings)} postings from seat to seat: balances are their sums, all together 0", tuple(wrong))
