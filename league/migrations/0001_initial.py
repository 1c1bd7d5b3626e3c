"""The league's projections, and the organiser's tokens and links."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.grants import PROJECTION, grant


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("club", models.UUIDField(primary_key=True, serialize=False)),
                ("slug", models.TextField(unique=True)),
                ("name", models.TextField(null=True)),
                ("timezone", models.TextField()),
                ("locale", models.TextField()),
                ("public", models.BooleanField()),
                ("night_cutoff", models.TextField()),
                ("defaults", models.JSONField()),
                ("founded_at", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_club",
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("name", models.TextField(null=True)),
                ("scopes", django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                ("digest", models.BinaryField(null=True, unique=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("issued_at", models.BigIntegerField()),
                ("revoked", models.BooleanField()),
            ],
            options={
                "db_table": "league_token",
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("name", models.TextField(null=True)),
                ("alias", models.TextField(null=True)),
                ("guest", models.BooleanField()),
                ("publish", models.TextField()),
                ("added_at", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_member",
                "indexes": [models.Index(fields=["club", "added_at", "id"], name="league_member_added")],
            },
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("date", models.DateField()),
                ("name", models.TextField(null=True)),
                ("season", models.UUIDField(null=True)),
                ("kind", models.TextField()),
                ("status", models.TextField()),
                ("opened_at", models.BigIntegerField()),
                ("closed_at", models.BigIntegerField(null=True)),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_night",
                "indexes": [
                    models.Index(fields=["club", "date", "id"], name="league_night_date"),
                    models.Index(fields=["club", "season"], name="league_night_season"),
                ],
            },
        ),
        migrations.CreateModel(
            name="OrganiserToken",
            fields=[
                ("digest", models.BinaryField(primary_key=True, serialize=False)),
                ("issued_at", models.DateTimeField()),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "league_organiser_token",
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club", "game", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("club", models.UUIDField()),
                ("game", models.UUIDField()),
                ("seat", models.SmallIntegerField()),
                ("night", models.UUIDField()),
                ("member", models.UUIDField()),
                ("rank", models.SmallIntegerField()),
                ("shared", models.BooleanField()),
                ("players", models.SmallIntegerField()),
                ("money", models.BigIntegerField()),
                ("counts", models.BooleanField()),
                ("ruleset", models.TextField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_result",
                "indexes": [
                    models.Index(fields=["club", "night"], name="league_result_night"),
                    models.Index(fields=["club", "member"], name="league_result_member"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "club", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("name", models.TextField(null=True)),
                ("starts_on", models.DateField()),
                ("ends_on", models.DateField()),
                ("scoring", models.TextField()),
                ("scoring_version", models.IntegerField()),
                ("status", models.TextField()),
                ("opened_at", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_season",
                "indexes": [models.Index(fields=["club", "starts_on", "id"], name="league_season_dates")],
            },
        ),
        migrations.CreateModel(
            name="SigninLink",
            fields=[
                ("digest", models.BinaryField(primary_key=True, serialize=False)),
                ("expires_at", models.DateTimeField()),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "league_signin_link",
            },
        ),
        grant(
            dict.fromkeys(
                [
                    "league_club",
                    "league_member",
                    "league_season",
                    "league_night",
                    "league_token",
                    "league_result",
                    "league_organiser_token",
                    "league_signin_link",
                ],
                PROJECTION,
            )
        ),
    ]
