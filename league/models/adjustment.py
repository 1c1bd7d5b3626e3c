from __future__ import annotations

from django.db import models


class Adjustment(models.Model):
    """Points given or taken by hand, in the table after ``date``. ``reason`` null: erased."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    season = models.UUIDField()
    member = models.UUIDField()
    points = models.DecimalField(max_digits=20, decimal_places=4)
    date = models.DateField()
    night = models.UUIDField(null=True)
    reason = models.TextField(null=True)  # noqa: DJ001 - null says erased
    void = models.BooleanField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_adjustment"
        indexes = [models.Index(fields=["club", "season"], name="league_adjustment_season")]
