"""Editions: all content of the game as data, in files beside this module.

An edition file never changes once a game was opened with it: a change is a new file. A game records the name of its
edition and the SHA-256 of its file, and is played by that file for ever. The files are read once, at import, and
nothing else here reads anything.
"""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta

from races.rules.ready_set_bet.exotics import Condition
from races.rules.ready_set_bet.vips import BetKind, Deck

Odds = Annotated[str, Meta(pattern=r"^[0-9]+/(0|-[0-9]+)$")]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9-]+$")]


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in an edition file."""


class Horse(Content, frozen=True):
    """``totals`` of two dice that move it; ``odds`` its row of the board, left to right: two Show, two Place, three Win
    spots, each ``multiplier/-loss``."""

    key: Key
    totals: tuple[int, ...]
    colour: Key
    odds: str


class SideSpot(Content, frozen=True):
    """A spot of the side row; ``subject`` is a colour or a horse's key."""

    key: str
    kind: BetKind
    subject: Key
    odds: Odds


class Prop(Content, frozen=True):
    """A prop card: ``horse`` ends ahead of ``ahead_of``, a horse or every horse of a colour."""

    horse: Key
    ahead_of: Key
    odds: Odds

    @property
    def key(self) -> str:
        """``2-3>5`` or ``6>orange``."""
        return f"{self.horse}>{self.ahead_of}"


class Exotic(Content, frozen=True):
    """An exotic-finish card; ``odds`` of each of its spots."""

    key: Key
    name: str
    odds: Odds
    holds: Condition


class Edition(Content, frozen=True):
    """One edition of the game.

    ``bonus``: colour → extra spaces when the same horse is rolled again; ``red_line``: the first space behind the line;
    ``closing_crossings``: so many different horses over it close the betting; ``props_face_up`` cards a race;
    ``exotic_spots`` on each card; ``bonus_losses``: value of a bonus marker → dollars its loss adds (a value that is
    missing cancels the spot's loss); ``house_start``: a permanent House's starting sum; ``house_pay``: a rotating
    House's pay per round before its own; ``chips``: of money, for showing it.
    """

    key: Key
    version: int
    horses: tuple[Horse, ...]
    bonus: dict[str, int]
    finish: int
    red_line: int
    closing_crossings: int
    side: tuple[SideSpot, ...]
    props_face_up: int
    props: tuple[Prop, ...]
    exotic_spots: int
    exotics: tuple[Exotic, ...]
    bonus_losses: dict[str, int]
    house_start: int
    house_pay: int
    chips: tuple[int, ...]
    vips: Deck

    @property
    def name(self) -> str:
        """``printed-1``: as its file is called, and as games record it."""
        return f"{self.key}-{self.version}"


class Filed(msgspec.Struct, frozen=True):
    """An edition and the SHA-256 of its file, lower-case hex."""

    edition: Edition
    hash: str


def _read(name: str) -> Filed:
    content = resources.files(__package__).joinpath("editions", f"{name}.json").read_bytes()
    edition = msgspec.json.decode(content, type=Edition)
    if edition.name != name:
        raise ValueError(f"the edition in {name}.json calls itself {edition.name}")
    return Filed(edition, hashlib.sha256(content).hexdigest())


FILED: tuple[Filed, ...] = tuple(_read(name) for name in ("printed-1",))
"""Every edition that a game was ever opened with, oldest first."""

LATEST = FILED[-1]
"""What new games are opened with."""

FIRST = FILED[0]
"""What games are played by that were opened before editions were recorded."""
