"""Schemes, attendance, adjustments, titles, merges, voids: new projections, and new columns of the old ones.

The old rows are projections of events of this program's first, unreleased form: ``manage.py rebuild`` makes them again.
"""

from django.db import migrations, models

from ledger.grants import PROJECTION, grant


def pk(*names: str) -> tuple[str, models.CompositePrimaryKey]:
    return "pk", models.CompositePrimaryKey(*names, blank=True, editable=False, primary_key=True, serialize=False)


def added(model: str, name: str, field: models.Field, default: object) -> migrations.AddField:
    """A column that old rows have ``default`` in until they are rebuilt."""
    field.default = default
    return migrations.AddField(model_name=model, name=name, field=field, preserve_default=False)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]

    operations = [
        added("member", "left_club", models.BooleanField(), False),
        migrations.AddField("member", "merged_into", models.UUIDField(null=True)),
        added("night", "open_since", models.BigIntegerField(), 0),
        added("night", "void", models.BooleanField(), False),
        added("night", "told_version", models.IntegerField(), 1),
        added("night", "told_at", models.BigIntegerField(), 0),
        migrations.AddIndex(
            "night", models.Index(fields=["date"], name="league_night_open", condition=models.Q(status="open"))
        ),
        migrations.RemoveField("season", "scoring"),
        migrations.RemoveField("season", "scoring_version"),
        added("season", "schemes", models.JSONField(), list),
        added("season", "scored_version", models.IntegerField(), 1),
        added("season", "scored_at", models.BigIntegerField(), 0),
        added("season", "divisions", models.JSONField(), dict),
        migrations.AddField("season", "closed_version", models.IntegerField(null=True)),
        migrations.RemoveField("result", "ruleset"),
        migrations.AddField("result", "score", models.DecimalField(max_digits=20, decimal_places=4, null=True)),
        added("result", "played", models.TextField(), ""),
        added("result", "in_force", models.BooleanField(), True),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                pk("club", "night", "member"),
                ("club", models.UUIDField()),
                ("night", models.UUIDField()),
                ("member", models.UUIDField()),
                ("status", models.TextField()),
                ("stands_for", models.UUIDField(null=True)),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={"db_table": "league_attendance"},
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                pk("club", "id"),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("season", models.UUIDField()),
                ("member", models.UUIDField()),
                ("points", models.DecimalField(max_digits=20, decimal_places=4)),
                ("date", models.DateField()),
                ("night", models.UUIDField(null=True)),
                ("reason", models.TextField(null=True)),
                ("void", models.BooleanField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_adjustment",
                "indexes": [models.Index(fields=["club", "season"], name="league_adjustment_season")],
            },
        ),
        migrations.CreateModel(
            name="Title",
            fields=[
                pk("club", "id"),
                ("club", models.UUIDField()),
                ("id", models.UUIDField()),
                ("name", models.TextField(null=True)),
                ("bgg_id", models.IntegerField(null=True)),
                ("lowest_wins", models.BooleanField()),
                ("kind", models.TextField()),
                ("added_at", models.BigIntegerField()),
                ("version", models.IntegerField()),
                ("at", models.BigIntegerField()),
            ],
            options={
                "db_table": "league_title",
                "indexes": [models.Index(fields=["club", "added_at", "id"], name="league_title_added")],
            },
        ),
        grant(dict.fromkeys(["league_attendance", "league_adjustment", "league_title"], PROJECTION)),
    ]
