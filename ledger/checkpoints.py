"""Signed checkpoints: club, cursor P, and the Merkle root over the club's first P event hashes, signed (Ed25519).

A checkpoint has a constant size. Given away, it binds whoever runs the ledger: what is recorded later extends it, or
doesn't, and then something among the first P events was changed, removed or put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

from ledger import signing
from ledger.errors import Refused
from ledger.findings import Finding
from ledger.merkle import Tree
from ledger.reading import head_cursor
from ledger.records import canonical, hash_text, time_text, time_us
from ledger.sql import now, query, run

PAGE = 20_000
_HASHES = """
    SELECT p.cursor, e.hash FROM ledger_position p
    JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    WHERE p.club = %s AND p.cursor > %s AND p.cursor <= %s ORDER BY p.cursor LIMIT %s::int
"""
_STORED = """
    SELECT club, cursor, root, at, key, signature FROM ledger_checkpoint
    WHERE club = %s AND cursor < %s ORDER BY cursor DESC, at DESC, key LIMIT %s::int
"""
_INSERT = """
    INSERT INTO ledger_checkpoint (club, cursor, key, root, at, signature)
    VALUES (%s, %s::bigint, %s, %s, %s::bigint, %s) ON CONFLICT DO NOTHING
"""


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """As published. ``root``: ``sha256:<hex>``; ``at``: RFC 3339; ``key``: which key signed; ``signature``: hex, over
    the canonical JSON of all other fields."""

    scheme: Literal["railbird-checkpoint-1"] = "railbird-checkpoint-1"
    club: UUID
    cursor: int
    root: str
    at: str
    key: str
    signature: str

    def signed(self) -> bytes:
        """The bytes under the signature."""
        body: dict[str, Any] = msgspec.to_builtins(self)
        del body["signature"]
        return canonical(body)

    def signed_by(self, public: bytes) -> bool:
        try:
            return signing.verifies(public, bytes.fromhex(self.signature), self.signed())
        except ValueError:
            return False


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """``covered``: the first so many events of the club are as a checkpoint's key holder signed them."""

    findings: list[Finding]
    covered: int


def sign(club: UUID) -> Checkpoint:
    """A checkpoint over all that is committed now; the last one again if nothing came since. Refuses ``not_found`` for
    a club without events, and ``ledger_differs`` where the ledger doesn't extend its last checkpoint: nothing wrong
    gets signed a second time."""
    head = head_cursor(club)
    if head == 0:
        raise Refused("not_found", "There is nothing to sign yet.")
    private = signing.current()
    key = signing.key_id(signing.public_bytes(private))
    last = latest(club)
    if last is not None and (last.cursor, last.key) == (head, key):
        return last
    wanted = {head} if last is None else {head, last.cursor}
    found = roots(club, wanted)
    if head not in found or (last is not None and found.get(last.cursor) != last.root):
        sentence = "This ledger does not extend its last checkpoint: verify it before anything is signed."
        raise Refused("ledger_differs", sentence)
    unsigned = Checkpoint(club=club, cursor=head, root=found[head], at=time_text(now()), key=key, signature="")
    signature = private.sign(unsigned.signed())
    made = msgspec.structs.replace(unsigned, signature=signature.hex())
    run(_INSERT, [club, head, key, bytes.fromhex(made.root[7:]), time_us(made.at), signature])
    return made


def stored(club: UUID, before: int = 2**62, limit: int = 2**30) -> list[Checkpoint]:
    """The club's checkpoints with a cursor below ``before``, the latest first."""
    return [
        Checkpoint(
            club=club,
            cursor=cursor,
            root=hash_text(bytes(root)),
            at=time_text(at),
            key=key,
            signature=bytes(signature).hex(),
        )
        for club, cursor, root, at, key, signature in query(_STORED, [club, before, limit])
    ]


def latest(club: UUID) -> Checkpoint | None:
    found = stored(club, limit=1)
    return found[0] if found else None


def roots(club: UUID, cursors: Iterable[int]) -> dict[int, str]:
    """``{cursor: root over the first so many hashes}``, for those up to which the club has every event."""
    wanted = set(cursors)
    out: dict[int, str] = {}
    last, tree = max(wanted, default=0), Tree()
    while tree.size < last:
        page = query(_HASHES, [club, tree.size, last, PAGE])
        for cursor, hash_ in page:
            if cursor != tree.size + 1:
                return out
            tree.add(bytes(hash_))
            if cursor in wanted:
                out[cursor] = hash_text(tree.root())
        if not page:
            break
    return out


def check(club: UUID, given: Sequence[tuple[Checkpoint, bytes | None]] = ()) -> Checked:
    """All stored checkpoints of the club, and those that an auditor has ``given`` (each with the public key to trust,
    or None: the one that this ledger names), against the events and the keys."""
    keys = {key.id: bytes.fromhex(key.public) for key in signing.public_keys()}
    all_ = [*((checkpoint, None) for checkpoint in stored(club)), *given]
    all_.sort(key=lambda each: each[0].cursor)
    found = roots(club, (checkpoint.cursor for checkpoint, _ in all_))
    findings: list[Finding] = []
    right = 0
    for checkpoint, trusted in all_:
        public = keys.get(checkpoint.key) if trusted is None else trusted
        if public is None or signing.key_id(public) != checkpoint.key or not checkpoint.signed_by(public):
            findings.append(_unsigned(checkpoint, public))
        elif found.get(checkpoint.cursor) == checkpoint.root and checkpoint.club == club:
            right = max(right, checkpoint.cursor)
        else:
            findings.append(_other(club, checkpoint, found.get(checkpoint.cursor), right))
    return Checked(findings=findings, covered=right)


def _finding(expected: Any, found: Any, sentence: str) -> Finding:
    return Finding(
        kind="checkpoint_differs", version=None, event=None, expected=expected, found=found, sentence=sentence
    )


def _unsigned(checkpoint: Checkpoint, public: bytes | None) -> Finding:
    why = "its signature is not this key's" if public is not None else "nobody knows this key"
    sentence = f"The checkpoint at cursor {checkpoint.cursor} by key {checkpoint.key} is not signed: {why}."
    return _finding("a valid signature", checkpoint.signature, sentence)


def _other(club: UUID, checkpoint: Checkpoint, found: str | None, right: int) -> Finding:
    if checkpoint.club != club:
        return _finding(str(club), str(checkpoint.club), "This checkpoint is another club's.")
    if found is None:
        sentence = (
            f"The checkpoint at cursor {checkpoint.cursor} was signed over {checkpoint.cursor} events, which are not"
            f" all there: one with a cursor from {right + 1} on was removed."
        )
    else:
        sentence = (
            f"The ledger does not extend the checkpoint at cursor {checkpoint.cursor}: one of the events with cursors"
            f" {right + 1} to {checkpoint.cursor} was changed, removed or put in since {checkpoint.at}."
        )
    return _finding(checkpoint.root, found, sentence)


def read(text: str) -> list[Checkpoint]:
    """Checkpoints from a file as the API gives them: one, a list, or a page. Raises ``ValueError``."""
    value = msgspec.json.decode(text)
    if isinstance(value, dict) and "results" in value:
        value = value["results"]
    return msgspec.convert(value if isinstance(value, list) else [value], list[Checkpoint])
