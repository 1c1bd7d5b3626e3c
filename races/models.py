"""Projections of games: what lists, the clock and the league ask without folding a stream."""

from __future__ import annotations

from django.db import models


class Game(models.Model):
    """``source``, ``source_id``: what another program calls it, if one does. ``next_at``: µs since 1970, when the clock
    must make the move ``next_move`` (JSON); null: nothing is due."""

    id = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    night = models.UUIDField()
    ruleset = models.TextField()
    ruleset_version = models.IntegerField()
    label = models.TextField()
    title = models.TextField()
    source = models.TextField(null=True)  # noqa: DJ001 - null says none
    source_id = models.TextField(null=True)  # noqa: DJ001
    status = models.TextField()
    phase = models.TextField()
    counts = models.BooleanField()
    rigged = models.BooleanField()
    join_code = models.TextField(unique=True)
    opened_at = models.BigIntegerField()
    next_at = models.BigIntegerField(null=True)
    next_move = models.JSONField(null=True)

    class Meta:
        db_table = "races_game"
        indexes = (
            models.Index(fields=["club", "night"], name="races_game_night"),
            models.Index(fields=["next_at"], name="races_game_due", condition=models.Q(next_at__isnull=False)),
        )


class Seat(models.Model):
    """A chair of a game. ``state``: ``free``, ``taken`` or ``closed``."""

    pk = models.CompositePrimaryKey("game", "seat")
    club = models.UUIDField()
    game = models.UUIDField()
    seat = models.SmallIntegerField()
    colour = models.TextField()
    member = models.UUIDField(null=True)
    bot = models.BooleanField()
    state = models.TextField()

    class Meta:
        db_table = "races_seat"
        indexes = (models.Index(fields=["club", "member"], name="races_seat_member"),)
