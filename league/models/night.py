from __future__ import annotations

from django.db import models


class Night(models.Model):
    """``date`` is the club's local one."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    date = models.DateField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says none
    season = models.UUIDField(null=True)
    kind = models.TextField()
    status = models.TextField()
    opened_at = models.BigIntegerField()
    closed_at = models.BigIntegerField(null=True)
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_night"
        indexes = [
            models.Index(fields=["club", "date", "id"], name="league_night_date"),
            models.Index(fields=["club", "season"], name="league_night_season"),
        ]
