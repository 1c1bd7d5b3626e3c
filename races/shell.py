"""Moves and events of every game that no ruleset decides: opening, who sits where, links, rewinding.

They belong to the game's *frame*: a rewind takes back what was played, never who sits where or which link is dead.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from races.rules.protocol import Event, Move, Reason, SeatNo

Version = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Label = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]


Source = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
SourceId = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]


class External(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What another program calls this game: together they are its identity, once in a club and for ever."""

    source: Source
    id: SourceId


class OpenSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A chair at the opening; ``member`` None: free."""

    seat: SeatNo
    member: UUID | None = None
    bot: bool = False


class OpenGame(Move, frozen=True, tag="open_game"):
    """``salt``: the game's public salt, hex, drawn by the server; ``external``: sealed, as all text by others;
    ``edition`` and ``edition_hash``: name and SHA-256 of the file with the game's content, where its ruleset has one
    (:class:`races.rules.protocol.Editioned`)."""

    sealed: ClassVar[tuple[str, ...]] = ("label", "title", "external")
    audience: ClassVar[tuple[str, ...]] = ("club",)
    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    night: UUID
    seats: tuple[OpenSeat, ...]
    salt: str
    counts: bool = True
    label: Label = ""
    title: Label = ""
    external: External | None = None
    edition: str | None = None
    edition_hash: str | None = None


class TakeSeat(Move, frozen=True, tag="take_seat"):
    """A member sits down (None: gets up). ``since`` "start": it was them all along; "now": the seat is handed over."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    seat: SeatNo
    member: UUID | None
    since: Literal["start", "now"] = "now"
    reason: Reason | None = None


class RenewLink(Move, frozen=True, tag="renew_link"):
    """A new link for a seat; the old one is dead."""

    seat: SeatNo


class RenewHostLink(Move, frozen=True, tag="renew_host_link"):
    """A new host link; the old one is dead."""


class Rewind(Move, frozen=True, tag="rewind"):
    """Everything after version ``to`` is undone; people play on from there."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    to: Version
    reason: Reason


class Correct(Move, frozen=True, tag="correct"):
    """Back to after version ``to``, before the move that made version ``at``; that move otherwise or not at all, and
    those that followed, come next in the same append."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    at: Version
    to: Version
    reason: Reason


class ChangeGame(Move, frozen=True, tag="change_game", omit_defaults=True):
    """Where the game belongs, what it is called, whether it counts for a table; unset: as it was."""

    sealed: ClassVar[tuple[str, ...]] = ("label", "title", "reason")
    audience: ClassVar[tuple[str, ...]] = ("club",)
    night: UUID | UnsetType = UNSET
    counts: bool | UnsetType = UNSET
    label: Label | UnsetType = UNSET
    title: Label | UnsetType = UNSET
    reason: Reason | None = None


class VoidGame(Move, frozen=True, tag="void_game"):
    """As if it had not been played, for every table; nobody moves in it until it is restored."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class RestoreGame(Move, frozen=True, tag="restore_game"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class EraseParts(Move, frozen=True, tag="erase_parts"):
    """The sealed parts of these versions are deleted: somebody is to be forgotten."""

    parts: tuple[Annotated[int, Meta(ge=1)], ...]


class OpenedSeat(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    colour: str
    member: UUID | None = None
    bot: bool = False


class GameOpened(Event, frozen=True, tag="game_opened", omit_defaults=True):
    """``options``: all of them, defaults filled in. Label and title are in the sealed part. ``edition``,
    ``edition_hash``: the content the game is played with for ever."""

    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    night: UUID
    seats: tuple[OpenedSeat, ...]
    salt: str
    counts: bool
    rigged: bool
    edition: str | None = None
    edition_hash: str | None = None


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    seat: int
    member: UUID | None
    since: Literal["start", "now"]


class LinkRenewed(Event, frozen=True, tag="link_renewed"):
    """Links of this seat with another generation are dead."""

    seat: int
    generation: int


class HostLinkRenewed(Event, frozen=True, tag="host_link_renewed"):
    generation: int


class GameChanged(Event, frozen=True, tag="game_changed", omit_defaults=True):
    """Only what changed; a new label or title is sealed."""

    night: UUID | UnsetType = UNSET
    counts: bool | UnsetType = UNSET


class GameVoided(Event, frozen=True, tag="game_voided"):
    pass


class GameRestored(Event, frozen=True, tag="game_restored"):
    pass


class PartsErased(Event, frozen=True, tag="parts_erased"):
    erases: tuple[int, ...]


MOVES: dict[str, type[Move]] = {
    str(move.__struct_config__.tag): move
    for move in (
        *(OpenGame, TakeSeat, RenewLink, RenewHostLink, Rewind, Correct),
        *(ChangeGame, VoidGame, RestoreGame, EraseParts),
    )
}
KEPT = frozenset({*MOVES, "add_seat", "close_seat", "open_seat"})
"""Types of moves that no rewind and no correction takes back: those of the frame, and those of a ruleset that add,
close and open chairs."""
EVENTS: dict[tuple[str, int], type[Event]] = {
    (str(event.__struct_config__.tag), event.schema): event
    for event in (
        *(GameOpened, SeatTaken, LinkRenewed, HostLinkRenewed),
        *(GameChanged, GameVoided, GameRestored, PartsErased),
    )
}
