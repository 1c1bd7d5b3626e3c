from __future__ import annotations

from django.db import models


class Result(models.Model):
    """One seat of a finished game on which somebody sat. ``rank`` (1-2-2-4) is among the ``players`` seats that had
    somebody; ``shared``: others have the same one. ``money``: whole dollars at the end."""

    pk = models.CompositePrimaryKey("club", "game", "seat")
    club = models.UUIDField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    night = models.UUIDField()
    member = models.UUIDField()
    rank = models.SmallIntegerField()
    shared = models.BooleanField()
    players = models.SmallIntegerField()
    money = models.BigIntegerField()
    counts = models.BooleanField()
    ruleset = models.TextField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_result"
        indexes = [
            models.Index(fields=["club", "night"], name="league_result_night"),
            models.Index(fields=["club", "member"], name="league_result_member"),
        ]
