from __future__ import annotations

from uuid import UUID

from django.db import models


class Club(models.Model):
    """One row a club. ``version`` and ``at`` (µs since 1970) are those of the last event behind the row, here and in
    the other tables."""

    club = models.UUIDField(primary_key=True)
    slug = models.TextField(unique=True)
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased, which is not an empty name
    timezone = models.TextField()
    locale = models.TextField()
    public = models.BooleanField()
    night_cutoff = models.TextField()
    defaults = models.JSONField()
    founded_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_club"

    @property
    def id(self) -> UUID:
        """The club's id, which is its stream's too."""
        return self.club

    @property
    def shown_name(self) -> str:
        return self.name or self.slug
