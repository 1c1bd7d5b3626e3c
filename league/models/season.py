from __future__ import annotations

from django.db import models


class Season(models.Model):
    """``scoring``: key of the preset; ``scoring_version`` counts the schemes the season has had."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased
    starts_on = models.DateField()
    ends_on = models.DateField()
    scoring = models.TextField()
    scoring_version = models.IntegerField()
    status = models.TextField()
    opened_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_season"
        indexes = [models.Index(fields=["club", "starts_on", "id"], name="league_season_dates")]
