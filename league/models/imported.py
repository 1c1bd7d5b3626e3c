from __future__ import annotations

from django.db import models


class Import(models.Model):
    """An import; ``done`` of ``plays`` have been looked at. ``header``: the columns of a table, by which its mapping is
    found again; both null: erased."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    status = models.TextField()
    format = models.TextField()
    header = models.TextField(null=True)  # noqa: DJ001 - null says erased
    mapping = models.JSONField(null=True)
    plays = models.IntegerField()
    done = models.IntegerField()
    staged_at = models.BigIntegerField()
    version = models.IntegerField()
    at = models.BigIntegerField()

    class Meta:
        db_table = "league_import"
        indexes = [
            models.Index(fields=["club", "staged_at", "id"], name="league_import_staged"),
            models.Index(fields=["at"], name="league_import_applying", condition=models.Q(status="applying")),
        ]


class ImportGame(models.Model):
    """What an import does to a game while it is applied: it ``adds`` or ``removes`` it."""

    pk = models.CompositePrimaryKey("club", "batch", "game")
    club = models.UUIDField()
    batch = models.UUIDField()
    game = models.UUIDField()
    effect = models.TextField()

    class Meta:
        db_table = "league_import_game"
        indexes = [models.Index(fields=["club", "game"], name="league_import_game_game")]


class ImportNight(models.Model):
    """A night opened by an import, with games of ``batch`` on it."""

    pk = models.CompositePrimaryKey("club", "batch", "night")
    club = models.UUIDField()
    batch = models.UUIDField()
    night = models.UUIDField()

    class Meta:
        db_table = "league_import_night"
        indexes = [models.Index(fields=["club", "night"], name="league_import_night_night")]


class ImportIdentity(models.Model):
    """By which a play is known again. ``own``: its own identity in the source, not one of it elsewhere. ``told``: the
    version of the event that said so, here and with people: they go when its sealed part does."""

    pk = models.CompositePrimaryKey("club", "batch", "identity")
    club = models.UUIDField()
    batch = models.UUIDField()
    told = models.IntegerField()
    identity = models.TextField()
    game = models.UUIDField()
    own = models.BooleanField()
    fingerprint = models.TextField()
    modified = models.TextField(null=True)  # noqa: DJ001 - null says not known

    class Meta:
        db_table = "league_import_identity"
        indexes = [models.Index(fields=["club", "identity"], name="league_import_identity_known")]


class ImportPerson(models.Model):
    """Who a person of a source is here, as of this import."""

    pk = models.CompositePrimaryKey("club", "batch", "key")
    club = models.UUIDField()
    batch = models.UUIDField()
    told = models.IntegerField()
    key = models.TextField()
    member = models.UUIDField()

    class Meta:
        db_table = "league_import_person"
        indexes = [models.Index(fields=["club", "key"], name="league_import_person_known")]
