"""A projection with a table of its own: what each seat took, and in how many moves."""

from __future__ import annotations

from django.db import models

from ledger.registry import Batch
from ledger.sql import run
from tests.ledger.tally import Taken


class Total(models.Model):
    pk = models.CompositePrimaryKey("club", "stream", "seat")
    club = models.UUIDField()
    stream = models.UUIDField()
    seat = models.IntegerField()
    taken = models.BigIntegerField()
    moves = models.IntegerField()

    class Meta:
        app_label = "ledger"
        managed = False
        db_table = "test_total"


def keep_totals(batch: Batch) -> None:
    for event in batch.events:
        if isinstance(event.data, Taken):
            run(
                "INSERT INTO test_total VALUES (%s, %s, %s::int, %s::bigint, 1) ON CONFLICT (club, stream, seat)"
                " DO UPDATE SET taken = test_total.taken + excluded.taken, moves = test_total.moves + 1",
                [batch.stream.club, batch.stream.id, event.data.seat, event.data.amount],
            )
