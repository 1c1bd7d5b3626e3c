from __future__ import annotations

from django.db import models


class Season(models.Model):
    """``schemes``: all the season has had (:class:`league.scoring.facts.Held` as JSON), the last one since the event
    with ``scored_version``. ``closed_version``: of the event that closed it."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased
    starts_on = models.DateField()
    ends_on = models.DateField()
    schemes = models.JSONField()
    scored_version = models.IntegerField()
    scored_at = models.BigIntegerField()
    divisions = models.JSONField()
    closed_version = models.IntegerField(null=True)
    status = models.TextField()
    opened_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_season"
        indexes = [models.Index(fields=["club", "starts_on", "id"], name="league_season_dates")]
