"""What every format is read into: plays with chairs, the people named, and the rows that can't be used.

All of it is plain JSON without floats, so that it can lie in sealed parts. Free text is what people wrote: comments,
pictures, prices, e-mail addresses and devices are dropped when a file is read.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

Kind = Literal["competitive", "cooperative", "team"]
MOST_PLAYS = 20_000
MOST_CHAIRS = 99


class Chair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sat there and what was recorded. ``person``: their identity in the source (see :class:`Person`), None for
    somebody of whom it isn't known who (a stand-in, a bot, an initial). ``score``: a canonical decimal. Raw values
    stand beside those that were read from something else."""

    person: str | None = None
    score: str | None = None
    score_raw: str | None = None
    rank: int | None = None
    rank_raw: str | None = None
    winner: bool | None = None
    winner_raw: str | None = None
    team: str | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``row``: its number in the file. ``ids``: its identities, its own first, then those of the same play elsewhere.
    ``date`` and ``time`` are local to the import's zone, unless ``utc`` (seconds since 1970) says it exactly; ``time``
    None: not recorded. ``modified``: the source's time of the last change, comparable as text with others of it.
    ``counts`` false: kept, but out of every table, ``why_not`` says why."""

    row: int
    ids: tuple[str, ...]
    title: str
    chairs: tuple[Chair, ...]
    date: str = ""
    time: str | None = None
    utc: int | None = None
    bgg_id: int | None = None
    minutes: int | None = None
    kind: Kind = "competitive"
    lowest_wins: bool = False
    counts: bool = True
    why_not: str | None = None
    modified: str | None = None

    def fingerprint(self) -> str:
        """Of what was recorded, wherever in a file it stood and whenever it was last looked at."""
        said = msgspec.structs.replace(self, row=0, ids=(), modified=None)
        return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``key``: source and identity in it, as ``bgstats:4ea5…``. ``name_raw``: as it stood there, where characters that
    nobody sees were left out of ``name``."""

    key: str
    name: str
    name_raw: str | None = None


class Bad(msgspec.Struct, frozen=True, kw_only=True):
    """A row that can't be used; ``raw``: what stood there, shortened."""

    row: int
    reason: str
    raw: str


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A file as read. ``removed``: identities of plays that the source says were deleted; ``notes``: rows that
    contradict themselves, or that were read in a way somebody should know of; ``ignored``: names of sections and keys
    nobody knows; ``settings``: how the file was read."""

    plays: tuple[Play, ...] = ()
    bad: tuple[Bad, ...] = ()
    people: tuple[Person, ...] = ()
    removed: tuple[str, ...] = ()
    notes: tuple[Bad, ...] = ()
    ignored: tuple[str, ...] = ()
    settings: dict[str, str] = {}


class WrongFile(Exception):
    """The whole file can't be used; the message is for a person."""


class RowError(Exception):
    """One row can't be used; the message is the reason."""
