from __future__ import annotations

from django.db import models


class Night(models.Model):
    """``date`` is the club's local one. ``open_since``: opened, or reopened last. ``told_version``, ``told_at``: of the
    event that made it what it is to a table; closing and voiding don't."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    date = models.DateField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says none
    season = models.UUIDField(null=True)
    kind = models.TextField()
    status = models.TextField()
    opened_at = models.BigIntegerField()
    open_since = models.BigIntegerField()
    closed_at = models.BigIntegerField(null=True)
    void = models.BooleanField()
    told_version = models.IntegerField()
    told_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_night"
        indexes = [
            models.Index(fields=["club", "date", "id"], name="league_night_date"),
            models.Index(fields=["club", "season"], name="league_night_season"),
            models.Index(fields=["date"], name="league_night_open", condition=models.Q(status="open")),
        ]


class Attendance(models.Model):
    """A mark on a night; who sits in a game needs none. ``stands_for``: whom a substitute stands in for."""

    pk = models.CompositePrimaryKey("club", "night", "member")
    club = models.UUIDField()
    night = models.UUIDField()
    member = models.UUIDField()
    status = models.TextField()
    stands_for = models.UUIDField(null=True)
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_attendance"
