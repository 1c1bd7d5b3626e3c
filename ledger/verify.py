#!/usr/bin/env python3
"""Verifies an export of a Railbird ledger on a bare Python (3.9 or later): ``python3 verify.py EXPORT.jsonl``.

With ``--checkpoint FILE --key PUBLIC`` it also proves that the export extends a checkpoint that was signed before: FILE
as the server's ``/api/v1/clubs/SLUG/checkpoints`` gave it, PUBLIC a key of ``/api/v1/clubs/SLUG/keys``, kept from then.

This one file needs nothing but the standard library and nothing of the program that wrote the export: take it from a
source you trust, read it, run it where you like. An export has one event a line, in the club's order. Checked are:

* **hashes**: each event's record is put together again as canonical JSON (RFC 8785) with the keys ``actor, at, club,
  data, move, n, of, prev, schema, sealed, stream, type, version``; its SHA-256 must be the event's ``hash``, and the
  event's ``id`` the UUID (version 8) cut from it;
* **chains**: within a stream, versions count 1, 2, 3 … and each event's ``prev`` is the hash of the one before; the
  events of one move are all there; no event is earlier than the one before;
* **order**: cursors ascend, without holes if the file holds a club's events and not only one stream's;
* **sealed parts**: SHA-256 of the canonical JSON of ``{"data", "move", "salt"}`` is the event's ``sealed``;
* **checkpoints**, if given: the signature (Ed25519) is of the key that you trust, and the file's first P events are
  those that were signed (RFC 6962). Only a whole club's export can show that;
* **dice of Ready Set Bet**: every throw of the server follows from the race's seed, which was sealed before the race
  and opened after it, and from the public salt (see :func:`dice`);
* **cards of Ready Set Bet**, once the game is over: every prop, exotic finish and VIP card lay where the seed that was
  sealed before put it, and so did the lot of the first House (see :func:`shuffle` and :class:`Box`).
* **cards of Racehorse**: each card shown is the one whose commitment was published, for its place of the deck, before
  the deal, and each seat was dealt the places that the public salts give it (see :class:`Cards`). No seed is opened, so
  that the cards which stay out are one of each of the rest can't be checked;
* **sets of Greyhounds**: each set follows from its race's seed, which was sealed before and opened with the deal, the
  public salt, and the cards that earlier races left (see :class:`Sets`).

Not checked here: the rules themselves (steps, payouts, balances). The server's own audit makes every move again.

Exit status: 0 all right, 1 something is wrong (each finding has a line), 2 there is nothing to read.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
import uuid
from typing import Any, Iterable, Iterator, NamedTuple  # noqa: UP035 - runs on 3.9

KEY = re.compile(r"[a-z0-9_:.-]+")
MAX_INT = 2**53 - 1
TOTALS = {2: "2-3", 3: "2-3", 11: "11-12", 12: "11-12"}


class Finding(NamedTuple):
    """One thing that is wrong; ``line`` counts from 1."""

    kind: str
    line: int
    stream: str
    version: int | None
    event: str | None
    sentence: str

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else f"club {self.stream}"
        if self.version is not None:
            where += f", stream {self.stream}, event {self.version} ({self.event})"
        return f"{self.kind}: {where}: {self.sentence}"


# --- canonical JSON and hashes ------------------------------------------------------------------------------------


def canonical(value: Any) -> bytes:
    """RFC 8785, for what a ledger may hold: no floats, integers within ±(2^53-1), keys of ``[a-z0-9_:.-]``."""
    _check(value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _check(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not KEY.fullmatch(key):
                raise ValueError(f"the key {key!r} can't be in a ledger")
            _check(inner)
    elif isinstance(value, list):
        for inner in value:
            _check(inner)
    elif isinstance(value, float) or (isinstance(value, int) and not -MAX_INT <= value <= MAX_INT):
        raise ValueError(f"the number {value} can't be in a ledger")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def parse(line: str) -> dict[str, Any]:
    """A line → an event. Raises ``ValueError``."""
    value = json.loads(line, object_pairs_hook=_object, parse_constant=_constant)
    if not isinstance(value, dict):
        raise ValueError("an event is a JSON object")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def text_hash(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def id_of(hash_: str) -> str:
    """The UUIDv8 cut from the first 16 bytes of a hash."""
    raw = bytearray(bytes.fromhex(hash_[len("sha256:") :])[:16])
    raw[6] = (raw[6] & 0x0F) | 0x80
    raw[8] = (raw[8] & 0x3F) | 0x80
    return str(uuid.UUID(bytes=bytes(raw)))


def record_of(event: dict[str, Any]) -> dict[str, Any]:
    """The record that was hashed, from an exported event. Raises ``KeyError`` or ``TypeError`` for what is none.

    In an export ``n`` and ``of`` (the event's place among its move's events) stand in ``move``; a move's own fields of
    these names are then in ``move.sent``.
    """
    move = dict(event["move"])
    n, of = move.pop("n"), move.pop("of")
    move.update(move.pop("sent", {}))
    record = {key: event[key] for key in ("actor", "club", "data", "prev", "schema", "stream", "type", "version")}
    record.update(at=event["recorded_at"], move=move, n=n, of=of, sealed=event.get("sealed"))
    return record


# --- chance -------------------------------------------------------------------------------------------------------


def dice(seed: bytes, salt: str, race: int, n: int) -> list[int]:
    """The two dice of throw ``n`` of a race.

    A stream of bytes is HMAC-SHA256(seed, ``railbird-chance-1|SALT|dice|RACE|N|k``) for k = 0, 1, 2 …, one block after
    another. A die is 1 + (the next byte below 252) modulo 6: bytes from 252 on are dropped, so all faces are equally
    likely.
    """
    out: list[int] = []
    block = 0
    while True:
        message = f"railbird-chance-1|{salt}|dice|{race}|{n}|{block}"
        for byte in hmac.new(seed, message.encode("ascii"), hashlib.sha256).digest():
            if byte < 252:
                out.append(1 + byte % 6)
                if len(out) == 2:
                    return out
        block += 1


def public_salt(game_salt: str, contributions: Iterable[tuple[int, str]]) -> str:
    """The game's salt, then ``,SEAT=SALT`` of each seat that added one between the race's sealing and its start."""
    return game_salt + "".join(f",{seat}={salt}" for seat, salt in sorted(contributions))


class Race(NamedTuple):
    """The race being run: what a rewind goes back to. ``prepared``: the version of its ``race_prepared``."""

    number: int
    prepared: int
    salts: tuple[tuple[int, str], ...] = ()
    throws: int = 0


class Decks(NamedTuple):
    """What lies in the decks and on the table, as far as this file tells; None: still sealed."""

    seed: bytes | None = None
    props: list[str] | None = None
    exotics: list[str] | None = None
    vips: list[str] | None = None
    race: int = 0
    face_up: list[str] = []
    revealed: list[str] = []
    hands: dict[int, list[str]] = {}
    discards: list[str] = []
    shuffles: int = 0


class Box:
    """The cards of one game of Ready Set Bet, once they are open. Five props (or as many as there are) and one more
    exotic finish come from the top of their decks for each new race, VIP cards one hand after the other; a race that is
    prepared again keeps its cards; typed-in cards replace the server's."""

    def __init__(self, salt: str, seats: list[int]) -> None:
        self.salt = salt
        self.seats = seats
        self.now = Decks()
        self.after: dict[int, Decks] = {}
        self.findings: list[Finding] = []
        self.proved = 0

    def take(self, line: int, event: dict[str, Any]) -> None:
        data, secret = event["data"], event.get("secret") or {}
        wrong = ""
        if event["type"] in ("decks_sealed", "vips_shuffled"):
            wrong = self._shuffled(event["type"], data, secret)
        elif event["type"] == "race_prepared":
            wrong = self._drawn(data)
        elif event["type"] == "cards_laid":
            self._laid(data)
        elif event["type"] == "vip_dealt":
            wrong = self._dealt(data, (secret.get("data") or {}).get("cards"))
        elif event["type"] == "vip_kept":
            hand = self.now.hands.get(data["seat"], [])
            self.now = self.now._replace(
                hands={seat: cards for seat, cards in self.now.hands.items() if seat != data["seat"]},
                discards=[*self.now.discards, *(card for card in hand if card != data["card"])],
            )
        elif event["type"] == "house_chosen" and data.get("seed"):
            lot = shuffle(bytes.fromhex(data["seed"]), self.salt, "house", data["race"], 0, sorted(self.seats))
            wrong = "" if lot[0] == data["seat"] else f"the lot falls on seat {lot[0]}, not {data['seat']}."
        elif event["type"] == "seat_added":
            self.seats = [*self.seats, data["seat"]]
        elif event["type"] == "seat_closed":
            self.seats = [seat for seat in self.seats if seat != data["seat"]]
        elif event["type"] == "seat_opened":  # it may have been leaving only
            self.seats = sorted({*self.seats, data["seat"]})
        elif event["type"] == "rewound":
            self.now = self.after.get(data["to"], Decks())
        self.after[event["version"]] = self.now
        if wrong:
            self.findings.append(_finding("wrong_card", line, event, wrong))

    def _shuffled(self, type_: str, data: dict[str, Any], secret: dict[str, Any]) -> str:
        inner = secret.get("data")
        if not inner:
            self.now = self.now._replace(seed=None, props=None, exotics=None, vips=None)
            return ""
        first = type_ == "decks_sealed"
        now = self.now
        now = (
            now._replace(seed=bytes.fromhex(secret["move"]["seed"]))
            if first
            else now._replace(shuffles=now.shuffles + 1)
        )
        if now.seed is None:
            return ""
        counter = 0 if first else now.shuffles
        for purpose, items in inner["left"].items():
            order = shuffle(now.seed, self.salt, purpose, data["race"], counter, items)
            if order != inner[purpose] or len(set(items)) != len(items):
                return f"the seed doesn't give this order of the {purpose}."
        if first:
            now = now._replace(props=inner["props"], exotics=inner["exotics"], vips=inner["vips"])
        else:
            if sorted(inner["left"]["vips"]) != sorted(now.discards):
                return "what was shuffled is not what was discarded."
            now = now._replace(vips=[*(now.vips or []), *inner["vips"]], discards=[])
        self.now = now
        return ""

    def _drawn(self, data: dict[str, Any]) -> str:
        now, props, exotics = self.now, list(data.get("props", [])), list(data.get("exotics", []))
        again = now.race == data["race"]
        wrong = ""
        if again:
            if (props, exotics) != (now.face_up, now.revealed):
                wrong = "a race that is prepared again keeps its cards."
        elif now.props is not None and now.exotics is not None:
            new = exotics[len(now.revealed) :]
            self.proved += len(props) + len(new)
            if props != now.props[: len(props)] or exotics != [*now.revealed, *now.exotics[: len(new)]]:
                wrong = "these are not the cards that lay on top."
        self.now = now._replace(
            race=data["race"],
            face_up=props,
            revealed=exotics,
            props=None if now.props is None else [card for card in now.props if card not in props],
            exotics=None if now.exotics is None else [card for card in now.exotics if card not in exotics],
        )
        return wrong

    def _laid(self, data: dict[str, Any]) -> None:
        now = self.now

        def under(deck: list[str] | None, old: list[str], new: list[str]) -> list[str] | None:
            return None if deck is None else [card for card in [*deck, *old] if card not in new]

        self.now = now._replace(
            face_up=data["props"],
            revealed=data["exotics"],
            props=under(now.props, now.face_up, data["props"]),
            exotics=under(now.exotics, now.revealed, data["exotics"]),
        )

    def _dealt(self, data: dict[str, Any], cards: list[str] | None) -> str:
        if cards is None or self.now.vips is None:
            return ""
        right, rest = self.now.vips[: data["count"]], self.now.vips[data["count"] :]
        self.now = self.now._replace(vips=rest, hands={**self.now.hands, data["seat"]: cards})
        self.proved += len(cards)
        return "" if cards == right else f"seat {data['seat']} was dealt {cards}; on top lay {right}."


class Throw(NamedTuple):
    line: int
    event: dict[str, Any]
    race: Race


class Game:
    """The throws of one game of Ready Set Bet, and the seeds that are open. Knows of the rules only what decides which
    seed and which salt a throw belongs to."""

    def __init__(self, salt: str, seats: list[int]) -> None:
        self.salt = salt
        self.cards = Box(salt, seats)
        self.race: Race | None = None
        self.after: dict[int, Race | None] = {}
        self.throws: list[Throw] = []
        self.sealed: dict[int, tuple[bool, str | None]] = {}
        self.seeds: dict[int, tuple[int, dict[str, Any], str]] = {}

    def take(self, line: int, event: dict[str, Any]) -> None:
        data, version = event["data"], event["version"]
        self.cards.take(line, event)
        if event["type"] == "race_prepared":
            self.race = Race(data["race"], version)
            secret = event.get("secret") or {}
            self.sealed[version] = (event.get("sealed") is not None, (secret.get("move") or {}).get("seed"))
        elif event["type"] == "salt_added" and self.race is not None:
            salts = dict(self.race.salts)
            salts[data["seat"]] = data["salt"]
            self.race = self.race._replace(salts=tuple(sorted(salts.items())))
        elif event["type"] == "rolled" and self.race is not None:
            self.race = self.race._replace(throws=self.race.throws + 1)
            self.throws.append(Throw(line, event, self.race))
        elif event["type"] == "seed_opened":
            for opened in data["opens"]:
                self.seeds[opened] = (line, event, data["seed"])
        elif event["type"] == "rewound":
            self.race = self.after.get(data["to"])
        self.after[version] = self.race

    def check(self, counts: dict[str, int]) -> Iterator[Finding]:
        counts["cards"] += self.cards.proved
        yield from self.cards.findings
        for version, (line, event, seed) in sorted(self.seeds.items()):
            committed, sealed_seed = self.sealed.get(version, (False, None))
            if not committed or sealed_seed is None:
                sentence = f"nothing in this file shows that this seed was sealed at event {version}."
                yield _finding("sealed_differs", line, event, sentence)
            elif sealed_seed != seed:
                yield _finding("wrong_dice", line, event, f"this is not the seed that was sealed at event {version}.")
        for throw in self.throws:
            yield from self._throw(throw, counts)

    def _throw(self, throw: Throw, counts: dict[str, int]) -> Iterator[Finding]:
        data, race = throw.event["data"], throw.race
        if data["race"] != race.number or data["roll"] != race.throws:
            sentence = (
                f"throw {data['roll']} of race {data['race']} is out of turn: {race.throws} of {race.number} was next."
            )
            yield _finding("wrong_dice", throw.line, throw.event, sentence)
        horse = TOTALS.get(sum(data["dice"]), str(sum(data["dice"])))
        if data["horse"] != horse:
            yield _finding(
                "wrong_dice", throw.line, throw.event, f"dice {data['dice']} move {horse}, not {data['horse']}."
            )
        if not self.sealed.get(race.prepared, (False, None))[0]:
            counts["entered"] += 1
        elif race.prepared not in self.seeds:
            counts["waiting"] += 1
        else:
            seed = bytes.fromhex(self.seeds[race.prepared][2])
            right = dice(seed, public_salt(self.salt, race.salts), data["race"], data["roll"])
            if right == data["dice"]:
                counts["proved"] += 1
            else:
                sentence = f"throw {data['roll']} of race {data['race']} shows {data['dice']}; the seed gives {right}."
                yield _finding("wrong_dice", throw.line, throw.event, sentence)


# --- cards --------------------------------------------------------------------------------------------------------

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
HAND = 6


def shuffle(seed: bytes, salt: str, purpose: str, race: int, counter: int, items: Iterable[Any]) -> list[Any]:
    """Fisher and Yates from the last on, each number below m by rejection, by the bytes HMAC-SHA256(seed,
    ``railbird-chance-1|SALT|PURPOSE|RACE|COUNTER|k``) for k = 0, 1, 2 …"""

    def numbers() -> Iterator[int]:
        block = 0
        while True:
            message = f"railbird-chance-1|{salt}|{purpose}|{race}|{counter}|{block}"
            yield from hmac.new(seed, message.encode("ascii"), hashlib.sha256).digest()
            block += 1

    stream = numbers()
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        m = i + 1
        j = next(number % m for number in stream if number < 256 - 256 % m)
        out[i], out[j] = out[j], out[i]
    return out


def cut(public_salt: str, deal: int) -> list[int]:
    """The places of the deck in the order they are dealt: 1 to 52, shuffled with the purpose ``cut``, the deal, the
    counter 1 and the seed SHA-256(``railbird-cut-1|P``), where P is the public salt, which is the salt as well."""
    seed = hashlib.sha256(f"railbird-cut-1|{public_salt}".encode("ascii")).digest()
    return shuffle(seed, public_salt, "cut", deal, 1, range(1, len(PACK) + 1))


class Deck(NamedTuple):
    """A sealed deck, and what was shown of it. ``commitments`` place by place; ``places``: (seat, its places not yet
    shown); ``shown``: cards."""

    deal: int
    commitments: tuple[str, ...]
    salts: tuple[tuple[int, str], ...] = ()
    places: tuple[tuple[int, tuple[int, ...]], ...] = ()
    shown: tuple[str, ...] = ()


class Cards:
    """The decks of one game of Racehorse: ``coming`` waits to be dealt, ``table`` is played from.

    A commitment is SHA-256(``railbird-card-1|SALT|DEAL|PLACE|CARD|CARDSALT``) with the game's salt.
    """

    def __init__(self, salt: str, rigged: bool) -> None:
        self.salt, self.rigged = salt, rigged
        self.coming: Deck | None = None
        self.table: Deck | None = None
        self.expected: dict[int, list[int]] = {}
        self.after: dict[int, tuple[Deck | None, Deck | None]] = {}
        self.found: list[Finding] = []
        self.checked = 0

    def take(self, line: int, event: dict[str, Any]) -> None:
        sentence = self._take(event["type"], event["data"])
        if sentence:
            self.found.append(_finding("wrong_card", line, event, sentence))
        self.after[event["version"]] = self.coming, self.table

    def check(self, counts: dict[str, int]) -> Iterator[Finding]:
        counts["stacked" if self.rigged else "cards"] += self.checked
        yield from self.found

    def _take(self, kind: str, data: dict[str, Any]) -> str | None:
        if kind == "deck_sealed":
            self.coming = Deck(data["deal"], tuple(data["commitments"]))
            if len(set(self.coming.commitments)) != len(PACK):
                return f"a deck has {len(PACK)} commitments, all different."
        elif kind == "salt_added" and self.coming is not None:
            salts = {**dict(self.coming.salts), data["seat"]: data["salt"]}
            self.coming = self.coming._replace(salts=tuple(sorted(salts.items())))
        elif kind == "deal_started":
            return self._start(data)
        elif kind == "dealt" and self.table is not None:
            return self._dealt(data)
        elif kind == "card_played":
            return self._played(data)
        elif kind == "deal_abandoned":
            self.coming = None
        elif kind == "rewound":
            self.coming, self.table = self.after.get(data["to"], (None, None))
            if not data.get("replayed"):
                self.coming = None
        return None

    def _start(self, data: dict[str, Any]) -> str | None:
        self.table, self.coming = self.coming, None
        if self.table is None or self.table.deal != data["deal"]:
            self.table = None
            return "this deal's deck was not sealed before it."
        seats, order = sorted(data["seats"]), cut(public_salt(self.salt, self.table.salts), data["deal"])
        self.expected = {s: [order[i + len(seats) * k] for k in range(HAND)] for i, s in enumerate(seats)}
        return None

    def _dealt(self, data: dict[str, Any]) -> str | None:
        assert self.table is not None
        places = tuple(data["places"])
        others = {place for _, own in self.table.places for place in own}
        self.table = self.table._replace(places=(*self.table.places, (data["seat"], places)))
        if len(set(places)) != HAND or others & set(places):
            return "these places of the deck are not this seat's alone."
        if not self.rigged and list(places) != self.expected.get(data["seat"]):
            return f"seat {data['seat']} should have been dealt the places {self.expected.get(data['seat'])}."
        return None

    def _played(self, data: dict[str, Any]) -> str | None:
        seat, place, card, table = data["seat"], data["place"], data["card"], self.table
        own = dict(table.places).get(seat, ()) if table is not None else ()
        if table is None or place not in own:
            return f"place {place} of the deck is not, or no longer, in the hand of seat {seat}."
        left = tuple((s, tuple(p for p in held if p != place)) for s, held in table.places)
        self.table = table._replace(places=left, shown=(*table.shown, card))
        if card not in PACK or card in table.shown:
            return f"{card} is no card, or has been shown before."
        text = f"railbird-card-1|{self.salt}|{table.deal}|{place}|{card}|{data['salt']}"
        if hashlib.sha256(text.encode("ascii")).hexdigest() != table.commitments[place - 1]:
            return f"{card} is not the card that was sealed at place {place}."
        self.checked += 1
        return None


# --- sets ---------------------------------------------------------------------------------------------------------


class Deal(NamedTuple):
    """A race of Greyhounds that is to be dealt or has been. ``prepared``: the version of its ``race_prepared``."""

    race: int
    prepared: int
    salts: tuple[tuple[int, str], ...] = ()


class Revealed(NamedTuple):
    line: int
    event: dict[str, Any]
    deal: Deal | None
    spent: frozenset[int]


class Sets:
    """The sets of one game of Greyhounds, each dealt from its race's seed and the cards that earlier races left."""

    def __init__(self, salt: str, rigged: int) -> None:
        """``rigged``: for so many races the sets were given at the opening (a test deck)."""
        self.salt, self.rigged = salt, rigged
        self.coming: Deal | None = None
        self.deal: Deal | None = None
        self.hands: dict[int, tuple[int, ...]] = {}
        self.spent: dict[int, frozenset[int]] = {}
        self.after: dict[int, tuple[Any, ...]] = {}
        self.revealed: list[Revealed] = []
        self.sealed: dict[int, str | None] = {}
        self.seeds: dict[int, str] = {}
        self.found: list[Finding] = []

    def take(self, line: int, event: dict[str, Any]) -> None:
        kind, data, version = event["type"], event["data"], event["version"]
        if kind == "race_prepared":
            self.coming = Deal(data["race"], version)
            if event.get("sealed") is not None:
                self.sealed[version] = ((event.get("secret") or {}).get("move") or {}).get("seed")
        elif kind == "salt_added" and self.coming is not None:
            salts = {**dict(self.coming.salts), data["seat"]: data["salt"]}
            self.coming = self.coming._replace(salts=tuple(sorted(salts.items())))
        elif kind == "race_started":
            self.deal, self.hands = self.coming, {}
        elif kind == "set_revealed":
            self.hands = {**self.hands, data["seat"]: tuple(data["cards"])}
            spent = self.spent.get(data["seat"], frozenset())
            self.revealed.append(Revealed(line, event, self.deal, spent))
        elif kind == "seed_opened":
            self._seed(line, event)
        elif kind == "race_finished":
            self.spent = {seat: self.spent.get(seat, frozenset()) | set(hand) for seat, hand in self.hands.items()}
        elif kind == "rewound":
            self.coming, self.deal, self.hands, self.spent = self.after.get(data["to"], (None, None, {}, {}))
            if not data.get("replayed"):
                self.coming = None
        self.after[version] = self.coming, self.deal, self.hands, self.spent

    def _seed(self, line: int, event: dict[str, Any]) -> None:
        for version in event["data"]["opens"]:
            sealed = self.sealed.get(version)
            if sealed is None:
                sentence = f"nothing in this file shows that this seed was sealed at event {version}."
                self.found.append(_finding("sealed_differs", line, event, sentence))
            elif sealed != event["data"]["seed"]:
                sentence = f"this is not the seed that was sealed at event {version}."
                self.found.append(_finding("wrong_card", line, event, sentence))
            self.seeds[version] = event["data"]["seed"]
            if self.coming is not None and self.coming.prepared == version:
                self.coming = None

    def check(self, counts: dict[str, int]) -> Iterator[Finding]:
        yield from self.found
        for shown in self.revealed:
            data, deal = shown.event["data"], shown.deal
            cards, seed = list(data["cards"]), None if deal is None else self.seeds.get(deal.prepared)
            if data["race"] <= self.rigged:
                counts["stacked"] += len(cards)
            elif deal is None or deal.race != data["race"] or seed is None:
                yield _finding(
                    "wrong_card", shown.line, shown.event, "no seed was sealed for this set, or none opened."
                )
            elif cards != self.dealt(bytes.fromhex(seed), deal, data["seat"], shown.spent):
                yield _finding("wrong_card", shown.line, shown.event, "the seed of this race gives another set.")
            else:
                counts["cards"] += len(cards)

    def dealt(self, seed: bytes, deal: Deal, seat: int, spent: frozenset[int]) -> list[int]:
        """Highest card first: three of the low (1–10) and three of the high cards (11–20) that are left, each half
        shuffled from ascending order with the purpose ``low`` or ``high``, the race, and the seat as the counter."""
        salt = public_salt(self.salt, deal.salts)
        out: list[int] = []
        for purpose, first in (("low", 1), ("high", 11)):
            left = [card for card in range(first, first + 10) if card not in spent]
            out += shuffle(seed, salt, purpose, deal.race, seat, left)[:3]
        return sorted(out, reverse=True)


# --- checkpoints --------------------------------------------------------------------------------------------------

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, FIELD - 2, FIELD) % FIELD
ROOT_OF_MINUS_1 = pow(2, (FIELD - 1) // 4, FIELD)
# Points are (X, Y, Z, T), extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.


def _point(data: bytes) -> Any:
    """32 bytes → a point on the curve, or None (RFC 8032, 5.1.3)."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= FIELD:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, FIELD - 2, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * ROOT_OF_MINUS_1 % FIELD
    if (x * x - square) % FIELD or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def _sum(p: Any, q: Any) -> Any:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % FIELD, (p[1] + p[0]) * (q[1] + q[0]) % FIELD
    c, d = 2 * p[3] * q[3] * CURVE % FIELD, 2 * p[2] * q[2] % FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _times(n: int, p: Any) -> Any:
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _sum(total, p)
        p, n = _sum(p, p), n >> 1
    return total


def signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether an Ed25519 signature (64 bytes) of ``message`` is by the key ``public`` (32 bytes): RFC 8032, 5.1.7."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    left = _times(s, _point((4 * pow(5, FIELD - 2, FIELD) % FIELD).to_bytes(32, "little")))
    right = _sum(commitment, _times(h, key))
    return all((left[i] * right[2] - right[i] * left[2]) % FIELD == 0 for i in (0, 1))


class Tree:
    """The Merkle tree of RFC 6962 over hashes in order: leaf SHA-256(0, hash), node SHA-256(1, left, right)."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def add(self, hash_: bytes) -> None:
        node, size = hashlib.sha256(b"\x00" + hash_).digest(), self.size
        while size & 1:
            node, size = hashlib.sha256(b"\x01" + self.peaks.pop() + node).digest(), size >> 1
        self.peaks.append(node)
        self.size += 1

    def root(self) -> str:
        node = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            node = hashlib.sha256(b"\x01" + peak + node).digest()
        return "sha256:" + node.hex()


def checkpoints_in(text: str) -> list[dict[str, Any]]:
    """The checkpoints of a file as the server gives them: one, a list, or a page. Raises ``ValueError``."""
    value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    if isinstance(value, dict) and "results" in value:
        value = value["results"]
    found = value if isinstance(value, list) else [value]
    for checkpoint in found:
        if not isinstance(checkpoint, dict) or type(checkpoint.get("cursor")) is not int:
            raise ValueError("this is no checkpoint")
    return found


def check_signature(checkpoint: dict[str, Any], public: bytes) -> str | None:
    """What is wrong with a checkpoint in itself, or None."""
    body = {name: value for name, value in checkpoint.items() if name != "signature"}
    if body.get("scheme") != "railbird-checkpoint-1":
        return f"this verifier doesn't know the scheme {body.get('scheme')}"
    if body.get("key") != hashlib.sha256(public).hexdigest()[:16]:
        return f"it is signed by the key {body.get('key')}, which is not the one you trust"
    try:
        right = signed(public, canonical(body), bytes.fromhex(checkpoint["signature"]))
    except (KeyError, ValueError, TypeError):
        right = False
    return None if right else "its signature is wrong"


# --- the file -----------------------------------------------------------------------------------------------------


def _finding(kind: str, line: int, event: dict[str, Any], sentence: str) -> Finding:
    return Finding(kind, line, str(event.get("stream")), event.get("version"), event.get("id"), sentence)


class Report(NamedTuple):
    """``counts``: covered (by a checkpoint); events, streams, clubs; sealed parts opened, sealed, gone; throws proved,
    entered, waiting; cards shown as sealed, and those of stacked (test) decks."""

    findings: list[Finding]
    counts: dict[str, int]

    @property
    def ok(self) -> bool:
        return not self.findings and self.counts["events"] > 0


class _Club:
    def __init__(self) -> None:
        self.last = 0
        self.holes: list[Finding] = []
        self.tree = Tree()
        self.roots: dict[int, str] = {}
        self.streams: dict[str, dict[str, Any]] = {}


class Verifier:
    """Feed it the lines of an export in order, then ask for the report."""

    def __init__(self, checkpoints: Iterable[dict[str, Any]] = (), public: bytes = b"") -> None:
        """``checkpoints``: that the export must extend, signed by the key ``public``."""
        self.findings: list[Finding] = []
        self.checkpoints, self.public = list(checkpoints), public
        self.wanted = {checkpoint["cursor"] for checkpoint in self.checkpoints}
        names = ("covered", "events", "opened", "sealed", "gone", "proved", "entered", "waiting", "cards", "stacked")
        self.counts = dict.fromkeys(names, 0)
        self.clubs: dict[str, _Club] = {}
        self.games: dict[str, Game | Cards | Sets] = {}
        self.unopened: dict[tuple[str, int], bool] = {}
        self.line = 0

    def feed(self, text: str) -> None:
        self.line += 1
        if not text.strip():
            return
        self.counts["events"] += 1
        try:
            event = parse(text)
            record = record_of(event)
            computed = text_hash(canonical(record))
            version, cursor, n, of = (_whole(v) for v in (event["version"], event["cursor"], record["n"], record["of"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            # a UnicodeEncodeError (a lone surrogate) is a ValueError too
            self.findings.append(
                Finding("changed_content", self.line, "?", None, None, f"this is no event: {error!r}.")
            )
            return
        self._hash(event, computed)
        club = self.clubs.setdefault(str(event["club"]), _Club())
        self._chain(club, event, version, n, of)
        self._cursor(club, event, cursor)
        if cursor == club.tree.size + 1:
            club.tree.add(bytes.fromhex(computed[len("sha256:") :]))
            if cursor in self.wanted:
                club.roots[cursor] = club.tree.root()
        try:
            self._secret(event, version)
            self._game(event)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._find("different", event, f"this event has not the fields that its type has: {error!r}.")

    def report(self) -> Report:
        findings = self.findings
        for club in self.clubs.values():
            if len(club.streams) > 1:
                findings += club.holes
            for before in club.streams.values():
                if before["move"]["n"] != before["move"]["of"]:
                    findings.append(self._cut(before))
        for game in self.games.values():
            try:
                findings += list(game.check(self.counts))
            except (KeyError, TypeError, ValueError) as error:
                findings.append(Finding("wrong_dice", 0, "?", None, None, f"a game's dice can't be read: {error!r}."))
        for checkpoint in self.checkpoints:
            self._checkpoint(checkpoint)
        counts = dict(self.counts, clubs=len(self.clubs), streams=sum(len(c.streams) for c in self.clubs.values()))
        for opened in self.unopened.values():
            counts["gone" if opened else "sealed"] += 1
        return Report(sorted(findings, key=lambda finding: finding.line), counts)

    def _find(self, kind: str, event: dict[str, Any], sentence: str) -> None:
        self.findings.append(_finding(kind, self.line, event, sentence))

    def _checkpoint(self, checkpoint: dict[str, Any]) -> None:
        cursor = checkpoint["cursor"]
        club = self.clubs.get(str(checkpoint.get("club")))
        wrong = check_signature(checkpoint, self.public)
        if wrong is None and club is None:
            wrong = "this file holds nothing of its club"
        if wrong is None and club is not None and cursor not in club.roots:
            wrong = f"of its {cursor} events only the first {club.tree.size} are in this file, one after another"
        if wrong is None and club is not None and club.roots[cursor] != checkpoint.get("root"):
            wrong = "an event among its first ones was changed, removed or put in since it was signed"
        if wrong is None:
            self.counts["covered"] = max(self.counts["covered"], cursor)
        else:
            sentence = f"the checkpoint at cursor {cursor} does not hold: {wrong}."
            self.findings.append(Finding("checkpoint_differs", 0, str(checkpoint.get("club")), None, None, sentence))

    def _hash(self, event: dict[str, Any], computed: str) -> None:
        if computed != event.get("hash"):
            self._find("changed_content", event, f"its hash is {event.get('hash')}, its content gives {computed}.")
        elif event.get("id") != id_of(computed):
            self._find("changed_column", event, f"its id should be {id_of(computed)}.")

    def _chain(self, club: _Club, event: dict[str, Any], version: int, n: int, of: int) -> None:
        stream = str(event["stream"])
        before = club.streams.get(stream)
        club.streams[stream] = dict(event, line=self.line)
        if before is None:
            if version != 1:
                self._find("missing_event", event, f"its stream begins with event {version}.")
            elif event["prev"] is not None:
                self._find("broken_link", event, "the first event of a stream has nothing before it.")
            if version == 1 and n != 1:
                self._find("missing_event", event, f"its move begins with event {n} of {of}.")
            return
        if version != before["version"] + 1:
            self._find("missing_event", event, f"after event {before['version']} comes event {version}.")
            return
        if event["prev"] != before.get("hash"):
            self._find("broken_link", event, f"it does not continue event {before['version']}.")
        if str(event["recorded_at"]) < str(before["recorded_at"]):
            self._find("order", event, f"it is earlier than event {before['version']}.")
        old = before["move"]
        if n == 1:
            if old["n"] != old["of"]:
                self.findings.append(self._cut(before))
        elif (event["move"].get("id"), n, of) != (old.get("id"), old["n"] + 1, old["of"]):
            self._find(
                "missing_event", event, f"it is event {n} of {of} of its move, and does not follow the one before."
            )

    def _cut(self, event: dict[str, Any]) -> Finding:
        sentence = (
            f"its move has {event['move']['of']} events, and this is number {event['move']['n']}: the rest is missing."
        )
        return _finding("missing_event", event["line"], event, sentence)

    def _cursor(self, club: _Club, event: dict[str, Any], cursor: int) -> None:
        if cursor <= club.last:
            self._find("order", event, f"its cursor is {cursor}, after one with {club.last}.")
        elif cursor != club.last + 1:
            club.holes.append(_finding("order", self.line, event, f"after cursor {club.last} comes {cursor}."))
        club.last = max(club.last, cursor)

    def _secret(self, event: dict[str, Any], version: int) -> None:
        stream, sealed, secret = str(event["stream"]), event.get("sealed"), event.get("secret")
        if secret is not None:
            self.counts["opened"] += 1
            try:
                right = text_hash(canonical(secret)) == sealed and set(secret) == {"data", "move", "salt"}
            except (ValueError, TypeError):
                right = False
            if not right:
                self._find("sealed_differs", event, "the part shown here is not the one that was sealed.")
        elif sealed is not None:
            self.unopened[stream, version] = False
        data = event["data"] if isinstance(event["data"], dict) else {}
        for name in ("opens", "erases"):
            for opened in data[name] if isinstance(data.get(name), list) else []:
                if (stream, opened) in self.unopened:
                    self.unopened[stream, opened] = True

    def _game(self, event: dict[str, Any]) -> None:
        stream = str(event["stream"])
        if event["type"] == "game_opened":
            data = event["data"]
            if data.get("ruleset") == "ready-set-bet":
                seats = [chair["seat"] for chair in data.get("seats", [])]
                self.games[stream] = Game(data["salt"], seats)
            elif data.get("ruleset") == "racehorse":
                self.games[stream] = Cards(data["salt"], bool(data.get("rigged")))
            elif data.get("ruleset") == "greyhounds":
                rigged = data["options"].get("rigged") or {}
                self.games[stream] = Sets(data["salt"], len(rigged.get("sets", ())))
        if stream in self.games:
            self.games[stream].take(self.line, event)


def verify(lines: Iterable[str], checkpoints: Iterable[dict[str, Any]] = (), public: bytes = b"") -> Report:
    """The report on an export's lines."""
    verifier = Verifier(checkpoints, public)
    for line in lines:
        verifier.feed(line)
    return verifier.report()


def told(report: Report) -> Iterator[str]:
    """The report in lines, for a person."""
    counts = report.counts
    for finding in report.findings:
        yield str(finding)
    events, streams, clubs = (_many(counts[name], name[:-1]) for name in ("events", "streams", "clubs"))
    yield f"{events} in {streams} of {clubs}."
    yield f"Sealed parts: {counts['opened']} shown, {counts['sealed']} still sealed, {counts['gone']} erased."
    yield (
        f"Dice: {counts['proved']} throws proved from opened seeds, {counts['entered']} entered by people,"
        f" {counts['waiting']} waiting for their seed."
    )
    if counts["cards"] or counts["stacked"]:
        yield f"Cards: {counts['cards']} shown as they were sealed, {counts['stacked']} of test decks."
    if counts["covered"]:
        yield f"Checkpoints: the first {_many(counts['covered'], 'event')} are as they were signed."
    if report.ok:
        yield "VERIFIED: every hash, link and opened part is right."
    elif not report.findings:
        yield "NOTHING TO VERIFY: there is no event in this file."
    else:
        yield f"NOT VERIFIED: {_many(len(report.findings), 'finding')}."


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="verify.py", description="Verifies an export of a Railbird ledger.")
    parser.add_argument("file", metavar="EXPORT.jsonl", help="- reads the standard input")
    parser.add_argument("--checkpoint", metavar="FILE", help="signed checkpoints that the export must extend")
    parser.add_argument("--key", metavar="PUBLIC", help="the public key you trust, 64 hex digits")
    try:
        options = parser.parse_args(arguments)
        if (options.checkpoint is None) != (options.key is None):
            parser.error("--checkpoint and --key go together: which key do you trust?")
    except SystemExit as ended:
        return int(ended.code or 0)
    reading = options.checkpoint
    try:
        checkpoints, public = [], b""
        if options.checkpoint is not None:
            with open(options.checkpoint, encoding="utf-8") as file:  # noqa: PTH123
                checkpoints = checkpoints_in(file.read())
            reading, public = "--key", bytes.fromhex(options.key)
        reading = options.file
        with open(0 if reading == "-" else reading, encoding="utf-8", newline="\n") as file:  # noqa: PTH123
            report = verify(file, checkpoints, public)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{reading} can't be read: {error}\n")
        return 2
    try:
        for line in told(report):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough (``| head``); the verdict is the status all the same
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
