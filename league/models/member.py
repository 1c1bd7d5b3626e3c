from __future__ import annotations

from django.db import models


class Member(models.Model):
    """A member or guest. ``name`` null: erased. ``merged_into``: the same person as that one."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased
    alias = models.TextField(null=True)  # noqa: DJ001 - null says none
    guest = models.BooleanField()
    publish = models.TextField()
    left_club = models.BooleanField()
    merged_into = models.UUIDField(null=True)
    added_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_member"
        indexes = [models.Index(fields=["club", "added_at", "id"], name="league_member_added")]
