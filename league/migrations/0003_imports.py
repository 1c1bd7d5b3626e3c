"""Imports: what they are, and what they do to games, nights, identities and people."""

from django.db import migrations, models

from ledger.grants import PROJECTION, grant


def pk(*names: str) -> tuple[str, models.CompositePrimaryKey]:
    return "pk", models.CompositePrimaryKey(*names, blank=True, editable=False, primary_key=True, serialize=False)


class Migration(migrations.Migration):
    dependencies = [("league", "0002_scoring_people_attendance")]

    operations = [
        migrations.CreateModel(
            name="Import",
            fields=[
                pk("club", "id"),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("status", models.TextField()),
                ("format", models.TextField()),
                ("header", models.TextField(null=True)),
                ("mapping", models.JSONField(null=True)),
                ("plays", models.IntegerField()),
                ("done", models.IntegerField()),
                ("staged_at", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_import",
                "indexes": [
                    models.Index(fields=["club", "staged_at", "id"], name="league_import_staged"),
                    models.Index(fields=["at"], name="league_import_applying", condition=models.Q(status="applying")),
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportGame",
            fields=[
                pk("club", "batch", "game"),
                ("club", models.UUIDField()),
                ("batch", models.UUIDField()),
                ("game", models.UUIDField()),
                ("effect", models.TextField()),
            ],
            options={
                "db_table": "league_import_game",
                "indexes": [models.Index(fields=["club", "game"], name="league_import_game_game")],
            },
        ),
        migrations.CreateModel(
            name="ImportNight",
            fields=[
                pk("club", "batch", "night"),
                ("club", models.UUIDField()),
                ("batch", models.UUIDField()),
                ("night", models.UUIDField()),
            ],
            options={
                "db_table": "league_import_night",
                "indexes": [models.Index(fields=["club", "night"], name="league_import_night_night")],
            },
        ),
        migrations.CreateModel(
            name="ImportIdentity",
            fields=[
                pk("club", "batch", "identity"),
                ("club", models.UUIDField()),
                ("batch", models.UUIDField()),
                ("told", models.IntegerField()),
                ("identity", models.TextField()),
                ("game", models.UUIDField()),
                ("own", models.BooleanField()),
                ("fingerprint", models.TextField()),
                ("modified", models.TextField(null=True)),
            ],
            options={
                "db_table": "league_import_identity",
                "indexes": [models.Index(fields=["club", "identity"], name="league_import_identity_known")],
            },
        ),
        migrations.CreateModel(
            name="ImportPerson",
            fields=[
                pk("club", "batch", "key"),
                ("club", models.UUIDField()),
                ("batch", models.UUIDField()),
                ("told", models.IntegerField()),
                ("key", models.TextField()),
                ("member", models.UUIDField()),
            ],
            options={
                "db_table": "league_import_person",
                "indexes": [models.Index(fields=["club", "key"], name="league_import_person_known")],
            },
        ),
        grant(
            dict.fromkeys(
                [
                    *("league_import", "league_import_game", "league_import_night"),
                    *("league_import_identity", "league_import_person"),
                ],
                PROJECTION,
            )
        ),
    ]
