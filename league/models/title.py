from __future__ import annotations

from django.db import models


class Title(models.Model):
    """A game by its name. ``name`` null: erased."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased
    bgg_id = models.IntegerField(null=True)
    lowest_wins = models.BooleanField()
    kind = models.TextField()
    added_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_title"
        indexes = [models.Index(fields=["club", "added_at", "id"], name="league_title_added")]
