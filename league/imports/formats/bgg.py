"""BoardGameGeek, XML API 2, ``/plays``: one document or several glued together. Entities are not expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from msgspec.structs import replace

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import Chair, Play, Reading, RowError, WrongFile

_END = re.compile(rb"</plays\s*>|<plays\b[^>]*/>")
MOST_AT_ONCE = 100


def looks_like(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read(raw: bytes) -> Reading:
    """Raises :class:`WrongFile`."""
    found = Collector()
    number = 0
    for root in _documents(raw):
        if root.tag != "plays":
            raise WrongFile(f"This XML holds {cells.raw_text(root.tag, 40)!r}, not plays of BoardGameGeek.")
        owner = cells.same(root.get("username") or root.get("userid") or "")
        for play in root.iter("play"):
            number += 1
            found.row(number, _raw(play), lambda n=number, p=play, o=owner: _plays(n, p, o, found))
    return found.reading()


def _documents(raw: bytes) -> Iterator[Element]:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    raw = raw.removeprefix(b"\xef\xbb\xbf")
    start = 0
    ends = [match.end() for match in _END.finditer(raw)]
    if not ends or raw[ends[-1] :].strip():
        ends.append(len(raw))
    for end in ends:
        part = raw[start:end]
        start = end
        if not part.strip():
            continue
        try:
            # A blank before the declaration is no XML; people glue files together with some.
            yield fromstring(part[len(part) - len(part.lstrip()) :], forbid_dtd=True)
        except DefusedXmlException:
            raise WrongFile("This XML brings a document type or entities of its own; that is never expanded.") from None
        except (ParseError, ValueError, LookupError) as error:
            raise WrongFile(f"This XML is broken or cut off ({cells.raw_text(error, 80)}).") from None


def _raw(play: Element) -> str:
    return " ".join(f"{name}={value}" for name, value in play.attrib.items())


def _plays(number: int, play: Element, owner: str, found: Collector) -> list[Play]:
    times = cells.whole(play.get("quantity"), "the quantity") or 1
    if times > MOST_AT_ONCE:
        raise RowError(f"one record stands for {times} plays")
    item = play.find("item")
    if item is None:
        raise RowError("it names no game")
    date, _ = cells.when(play.get("date"))
    why_not = "incomplete" if play.get("incomplete") == "1" else "nowinstats" if play.get("nowinstats") == "1" else None
    id = _identity(play, owner)
    one = Play(
        row=number,
        ids=(id,),
        title=cells.text(item.get("name"), "the game's name"),
        bgg_id=cells.whole(item.get("objectid"), "the game's id") if _positive(item.get("objectid")) else None,
        date=date,
        minutes=cells.whole(play.get("length"), "the length", 100_000),
        counts=why_not is None,
        why_not=why_not,
        chairs=_chairs(play, owner, found),
    )
    return [one, *(replace(one, ids=(f"{id}/{n}",)) for n in range(2, times + 1))]


def _positive(number: str | None) -> bool:
    return not (number or "").strip().startswith("-")


def _identity(play: Element, owner: str) -> str:
    """BGG's own numbers are positive; other tools write negative ones, which mean something in their file only."""
    id = cells.text(play.get("id"), "the id", 40)
    if not re.fullmatch(r"-?\d+", id) or int(id) == 0:
        raise RowError("the play has no id")
    return f"bgg:{int(id)}" if int(id) > 0 else f"bgg:{owner}:{int(id)}"


def _chairs(play: Element, owner: str, found: Collector) -> tuple[Chair, ...]:
    seats: list[tuple[str | None, Element]] = []
    names: dict[str, str] = {}
    for player in play.iterfind("players/player"):
        name = cells.text(player.get("name"), "a player's name")
        username = cells.text(player.get("username"), "a player's user name")
        key = f"bgg:{cells.same(username)}" if username else _by_name(name, owner)
        if key is not None:
            names[key] = name or username
        seats.append((key, player))
    keys: list[Any] = [key for key, _ in seats]
    # One name twice in a play means two people, and nobody can tell which is which.
    known = [key if key is not None and keys.count(key) == 1 else None for key in keys]
    for key in known:
        if key is not None:
            found.person(key, names[key])
    return tuple(_chair(player, key) for (_, player), key in zip(seats, known, strict=True))


def _by_name(name: str, owner: str) -> str | None:
    """Initials are not identities."""
    same = cells.same(name)
    return f"bgg:{owner}:name:{same}" if len(same.replace(".", "").replace(" ", "")) > 2 else None


def _chair(player: Element, person: str | None) -> Chair:
    score = cells.score(player.get("score"))
    return Chair(
        person=person,
        score=score,
        score_raw=differs(player.get("score"), score),
        winner=cells.yes(player.get("win"), "win"),
    )
