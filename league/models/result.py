from __future__ import annotations

from django.db import models


class Result(models.Model):
    """One seat of a finished game on which somebody sat (:mod:`league.results`). ``rank`` (1-2-2-4) is among the
    ``players`` seats that had somebody; ``shared``: others have the same one. ``money``: whole dollars at the end;
    ``score`` null: the money is the score. ``in_force`` false: rewound or void, kept to be known again when it comes
    back."""

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
    score = models.DecimalField(max_digits=20, decimal_places=4, null=True)
    counts = models.BooleanField()
    played = models.TextField()
    in_force = models.BooleanField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_result"
        indexes = [
            models.Index(fields=["club", "night"], name="league_result_night"),
            models.Index(fields=["club", "member"], name="league_result_member"),
        ]
