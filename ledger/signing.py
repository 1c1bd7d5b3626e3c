"""The instance's key for signing checkpoints (Ed25519), and the public keys it has ever had.

The private key lies in the data folder (``checkpoint-key``, 0600, PEM), never in the database: whoever can write rows
can't sign them. Public keys are rows that nobody may change. A new key is endorsed by the one before: whoever trusts
one may follow to the next.
"""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from django.conf import settings

from ledger.records import time_text
from ledger.sql import now, query, run

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ENDORSING = b"railbird-key-1|"
"""What an endorsement signs: this, then the new public key's 32 bytes."""


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """``id``: the first 16 hex digits of the SHA-256 of the key; ``public``: its 32 bytes in hex; ``made_at``: RFC
    3339. ``endorsed_by``: the id of the key before, with its signature (hex) in ``endorsement``; null for the first."""

    id: str
    algorithm: str = "Ed25519"
    public: str
    made_at: str
    endorsed_by: str | None
    endorsement: str | None


def key_id(public: bytes) -> str:
    return sha256(public).hexdigest()[:16]


def key_file() -> Path:
    return Path(settings.RAILBIRD_DATA) / "checkpoint-key"


def public_bytes(private: Ed25519PrivateKey) -> bytes:
    return private.public_key().public_bytes_raw()


def current() -> Ed25519PrivateKey:
    """The key that signs now; the first time it is made. Its public part is in the database afterwards. Raises
    ``OSError`` where the data folder can't be read or written, ``ValueError`` for a file that is no key."""
    try:
        private = _read()
    except FileNotFoundError:
        private = _make_first()
    _publish(public_bytes(private))
    return private


def rotate() -> str:
    """A new key from now on, endorsed by the old one, of which the private part is gone afterwards. → the new id."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    old, new = current(), Ed25519PrivateKey.generate()
    public = public_bytes(new)
    _publish(public, key_id(public_bytes(old)), old.sign(ENDORSING + public))
    _written(new).replace(key_file())
    return key_id(public)


def public_keys() -> list[PublicKey]:
    """All there have been, the oldest first."""
    rows = query("SELECT id, public, at, endorsed_by, endorsement FROM ledger_signing_key ORDER BY at, id", [])
    return [
        PublicKey(
            id=id,
            public=bytes(public).hex(),
            made_at=time_text(at),
            endorsed_by=by,
            endorsement=None if endorsement is None else bytes(endorsement).hex(),
        )
        for id, public, at, by, endorsement in rows
    ]


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _read() -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    private = load_pem_private_key(key_file().read_bytes(), None)
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError(f"{key_file()} holds another kind of key than Ed25519.")
    return private


def _make_first() -> Ed25519PrivateKey:
    """Two processes may try at once: the link of the slower fails, and both use the first one's."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key_file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = _written(Ed25519PrivateKey.generate())
    try:
        os.link(fresh, key_file())
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return _read()


def _written(private: Ed25519PrivateKey) -> Path:
    """The key in a file of its own beside the real one, on the disk."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    file = key_file().with_name(f".checkpoint-key-{secrets.token_hex(4)}")
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        out.flush()
        os.fsync(out.fileno())
    return file


def _publish(public: bytes, endorsed_by: str | None = None, endorsement: bytes | None = None) -> None:
    if endorsed_by is None and query("SELECT 1 FROM ledger_signing_key WHERE id = %s", [key_id(public)]):
        return
    run(
        "INSERT INTO ledger_signing_key (id, public, at, endorsed_by, endorsement) VALUES (%s, %s, %s::bigint, %s, %s)"
        " ON CONFLICT (id) DO NOTHING",
        [key_id(public), public, now(), endorsed_by, endorsement],
    )
