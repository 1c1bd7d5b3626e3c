"""The tables of the store. Everything is keyed by club first: a club is the tenant, and nothing crosses clubs.

``Event``, ``Position`` and ``Stream`` only ever grow: triggers refuse UPDATE, DELETE and TRUNCATE
(``migrations/0001_initial.py``). Nobody writes here but ``ledger.store`` (and a rebuild, what is derived); ``Sealed``
loses rows by erasure.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Stream(models.Model):
    """Which club a stream belongs to: the one table that is asked without knowing the club."""

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    kind = models.TextField()

    class Meta:
        db_table = "ledger_stream"
        indexes = [models.Index(fields=["club", "kind"], name="ledger_stream_club_kind")]


class Event(models.Model):
    """One immutable event. ``record`` is the canonical JSON that ``hash`` is the SHA-256 of; the other columns are
    copies for reading and indexes, and ``verify`` compares them. ``at``: µs since 1970."""

    pk = models.CompositePrimaryKey("club", "stream", "version")
    club = models.UUIDField()
    stream = models.UUIDField()
    version = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    at = models.BigIntegerField()
    record = models.TextField()
    hash = models.BinaryField()

    class Meta:
        db_table = "ledger_event"


class Position(models.Model):
    """An event's place in its club's order: cursors 1, 2, 3 … without gaps, handed out under the club's lock."""

    pk = models.CompositePrimaryKey("club", "cursor")
    club = models.UUIDField()
    cursor = models.BigIntegerField()
    stream = models.UUIDField()
    version = models.IntegerField()

    class Meta:
        db_table = "ledger_position"
        constraints = [models.UniqueConstraint("club", "stream", "version", name="ledger_position_event")]


class Sealed(models.Model):
    """A sealed part. ``opened``: the version of the event that opened it for everybody, or null."""

    pk = models.CompositePrimaryKey("club", "stream", "version")
    club = models.UUIDField()
    stream = models.UUIDField()
    version = models.IntegerField()
    body = models.TextField()
    audience = ArrayField(models.TextField())
    opened = models.IntegerField(null=True)

    class Meta:
        db_table = "ledger_sealed"


class Key(models.Model):
    """An idempotency key of an accepted call: (stream or collection, caller, key) → the events it made."""

    pk = models.CompositePrimaryKey("club", "scope", "caller", "key")
    club = models.UUIDField()
    scope = models.UUIDField()
    caller = models.TextField()
    key = models.TextField()
    body = models.BinaryField()
    stream = models.UUIDField()
    first = models.IntegerField()
    last = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "ledger_key"


class Posting(models.Model):
    """Money that an event moved, from payer to payee: a projection of the events."""

    pk = models.CompositePrimaryKey("club", "stream", "version", "idx")
    club = models.UUIDField()
    stream = models.UUIDField()
    version = models.IntegerField()
    idx = models.SmallIntegerField()
    payer = models.TextField()
    payee = models.TextField()
    amount = models.BigIntegerField()
    why = models.TextField()

    class Meta:
        db_table = "ledger_posting"


class Balance(models.Model):
    """The sum of an account's postings in one stream: a projection."""

    pk = models.CompositePrimaryKey("club", "stream", "account")
    club = models.UUIDField()
    stream = models.UUIDField()
    account = models.TextField()
    amount = models.BigIntegerField()

    class Meta:
        db_table = "ledger_balance"


class SigningKey(models.Model):
    """A public key that checkpoints are signed with (``ledger.signing``). ``at``: µs since 1970."""

    id = models.TextField(primary_key=True)
    public = models.BinaryField()
    at = models.BigIntegerField()
    endorsed_by = models.TextField(null=True)  # noqa: DJ001 - null says the first
    endorsement = models.BinaryField(null=True)

    class Meta:
        db_table = "ledger_signing_key"


class Checkpoint(models.Model):
    """A signed checkpoint (``ledger.checkpoints``): the Merkle root over the club's first ``cursor`` event hashes."""

    pk = models.CompositePrimaryKey("club", "cursor", "key")
    club = models.UUIDField()
    cursor = models.BigIntegerField()
    key = models.TextField()
    root = models.BinaryField()
    at = models.BigIntegerField()
    signature = models.BinaryField()

    class Meta:
        db_table = "ledger_checkpoint"


class EventRow(models.Model):
    """An event as the admin lists it (a view): ``id`` is ``STREAM/VERSION``, ``move`` and ``actor`` are cut from the
    record. Nothing sealed is in it."""

    id = models.TextField(primary_key=True)
    club = models.UUIDField()
    cursor = models.BigIntegerField()
    stream = models.UUIDField()
    version = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    recorded_at = models.DateTimeField()
    move = models.TextField()
    actor = models.TextField()
    actor_id = models.TextField()
    hash = models.TextField()
    record = models.TextField()

    class Meta:
        db_table = "ledger_event_row"
        managed = False
        verbose_name = "event"

    def __str__(self) -> str:
        return f"{self.type} {self.id}"
