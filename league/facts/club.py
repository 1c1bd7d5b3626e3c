"""A club: its settings, and the tokens by which programs reach it. The stream's id is the club's id."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, changed, given, secret_of
from ledger.decider import Context, Recorded
from ledger.errors import Refused
from ledger.records import moment

Slug = Annotated[str, Meta(min_length=2, max_length=40, pattern=r"^[a-z0-9](-?[a-z0-9])*$")]
Locale = Annotated[str, Meta(max_length=20, pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Zone = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_+/-]+$")]
Cutoff = Annotated[str, Meta(pattern=r"^(0\d|1[0-2]):[0-5]\d$")]
"""The local time, 00:00 to 12:59, until which a night goes on after midnight."""
Scope = Literal["read", "host", "manage"]
SCOPES: tuple[Scope, ...] = ("read", "host", "manage")
RESERVED = frozenset(
    {
        *("admin", "api", "claim", "connect", "docs", "embed", "g", "healthz", "j", "livez", "media", "new", "readyz"),
        *("signin", "signout", "static", "verify"),
    }
)
"""First parts of addresses that are no clubs."""


class FoundClub(Change, tag="found_club"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name
    slug: Slug
    timezone: Zone
    locale: Locale
    public: bool
    night_cutoff: Cutoff
    defaults: dict[str, dict[str, Any]]


class ChangeClub(Change, tag="change_club"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name | UnsetType = UNSET
    slug: Slug | UnsetType = UNSET
    timezone: Zone | UnsetType = UNSET
    locale: Locale | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    night_cutoff: Cutoff | UnsetType = UNSET
    defaults: dict[str, dict[str, Any]] | UnsetType = UNSET


class IssueToken(Change, kw_only=True, tag="issue_token"):
    """``digest``: SHA-256 (hex) of the token, which is 256 random bits: nothing can be learnt from it. It is sealed
    for nobody, and recorded so that a rebuild knows the token again."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "digest")
    token: UUID
    scopes: tuple[Scope, ...]
    expires_at: datetime | None = None
    name: Name
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class RevokeToken(Change, tag="revoke_token"):
    token: UUID


class AdmitImport(Change, tag="admit_import"):
    """Makes no event: it holds the club's lock while an import is started or voided."""


class NoteCheckpoint(Change, tag="note_checkpoint"):
    """What was signed (:class:`ledger.checkpoints.Checkpoint`, of this club) is told to everybody who follows the club.
    Makes no event the second time."""

    cursor: Annotated[int, Meta(ge=1)]
    root: Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}$")]
    at: str
    key: str
    signature: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$")]


class ClubFounded(Fact, tag="club_founded"):
    slug: str
    timezone: str
    locale: str
    public: bool
    night_cutoff: str
    defaults: dict[str, dict[str, Any]]


class ClubChanged(Fact, tag="club_changed"):
    """Only what changed; a new name is sealed."""

    slug: str | UnsetType = UNSET
    timezone: str | UnsetType = UNSET
    locale: str | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    night_cutoff: str | UnsetType = UNSET
    defaults: dict[str, dict[str, Any]] | UnsetType = UNSET


class TokenIssued(Fact, tag="token_issued"):
    """``scopes`` closed downwards."""

    token: UUID
    scopes: tuple[Scope, ...]
    expires_at: datetime | None


class TokenRevoked(Fact, tag="token_revoked"):
    token: UUID


class CheckpointSigned(Fact, tag="checkpoint_signed"):
    """``cursor``: of the last event under the signature; this event has a later one."""

    cursor: int
    root: str
    at: str
    key: str
    signature: str


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """``name`` and ``digest`` are None in a public fold."""

    name: str | None
    digest: str | None
    scopes: tuple[Scope, ...]
    expires_at: datetime | None
    at: int
    revoked: bool = False


class Club(msgspec.Struct, frozen=True, kw_only=True):
    """``name`` None: not known to this fold. ``defaults``: options per ruleset for a new game. ``signed``: cursor and
    key of the last checkpoint that was told."""

    name: str | None = None
    slug: str = ""
    timezone: str = "UTC"
    locale: str = "en"
    public: bool = False
    night_cutoff: str = "05:00"
    defaults: dict[str, dict[str, Any]] = {}
    tokens: dict[UUID, Token] = {}
    signed: tuple[int, str] = (0, "")
    founded_at: int = 0


class ClubDecider(FactDecider[Club]):
    kind = "club"
    opening = "club_founded"
    state = Club
    changes = (FoundClub, ChangeClub, IssueToken, RevokeToken, AdmitImport, NoteCheckpoint)
    facts = (ClubFounded, ClubChanged, TokenIssued, TokenRevoked, CheckpointSigned)

    def make(self, state: Club, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case FoundClub():
                check_slug(change.slug)
                settings = {name: getattr(change, name) for name in ClubFounded.__struct_fields__}
                return [ClubFounded(**settings)]
            case ChangeClub():
                new = changed(change, state)
                if "slug" in new:
                    check_slug(new["slug"])
                return [ClubChanged(**{name: new[name] for name in new if name != "name"})] if new else []
            case IssueToken():
                if change.token in state.tokens:
                    raise Refused("already_recorded", "This token has been issued before.")
                if change.expires_at is not None and change.expires_at <= moment(context.at):
                    raise Refused("invalid", "$.expires_at: lies in the past.")
                scopes = closed_downwards(change.scopes)
                return [TokenIssued(token=change.token, scopes=scopes, expires_at=change.expires_at)]
            case RevokeToken(token=token):
                if token not in state.tokens:
                    raise Refused("not_found", "There is no such token.")
                return [] if state.tokens[token].revoked else [TokenRevoked(token=token)]
            case AdmitImport():
                return []
            case NoteCheckpoint(cursor=cursor, key=key):
                if cursor < state.signed[0] or (cursor, key) == state.signed:
                    return []
                return [
                    CheckpointSigned(**{name: getattr(change, name) for name in CheckpointSigned.__struct_fields__})
                ]
        raise TypeError(change)

    def take(self, state: Club, event: Recorded) -> Club:
        match event.data:
            case ClubFounded() as fact:
                return Club(name=secret_of(event, "name"), founded_at=event.at, **given(fact))
            case ClubChanged() as fact:
                return msgspec.structs.replace(state, name=secret_of(event, "name", state.name), **given(fact))
            case TokenIssued(token=token, scopes=scopes, expires_at=expires_at):
                issued = Token(
                    name=secret_of(event, "name"),
                    digest=secret_of(event, "digest"),
                    scopes=scopes,
                    expires_at=expires_at,
                    at=event.at,
                )
                return msgspec.structs.replace(state, tokens={**state.tokens, token: issued})
            case TokenRevoked(token=token):
                dead = msgspec.structs.replace(state.tokens[token], revoked=True)
                return msgspec.structs.replace(state, tokens={**state.tokens, token: dead})
            case CheckpointSigned(cursor=cursor, key=key):
                return msgspec.structs.replace(state, signed=(cursor, key))
        raise TypeError(event.data)


def closed_downwards(scopes: Sequence[Scope]) -> tuple[Scope, ...]:
    """``("host",)`` → ``("read", "host")``: who may host may read."""
    return SCOPES[: max(SCOPES.index(scope) for scope in scopes) + 1]


def check_slug(slug: str) -> None:
    """Refuses ``invalid`` for a word that is an address of something else."""
    if slug in RESERVED:
        message = "is an address of this server itself"
        raise Refused("invalid", f"$.slug: {message}.", errors=[{"field": "$.slug", "message": message}])
