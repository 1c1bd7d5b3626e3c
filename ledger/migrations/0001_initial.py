"""The store's schema. The SQL stands beside this file: it is the heart, and reads better as SQL."""

from pathlib import Path

import django.contrib.postgres.fields
from django.db import migrations, models

from ledger.grants import grant

HERE = Path(__file__).parent

GROW_ONLY = ["ledger_stream", "ledger_event", "ledger_position"]
PRIVILEGES = {
    **dict.fromkeys(GROW_ONLY, "SELECT, INSERT"),
    "ledger_sealed": "SELECT, INSERT, DELETE, UPDATE (opened)",
    "ledger_key": "SELECT, INSERT, DELETE",
    "ledger_posting": "SELECT, INSERT, DELETE",
    "ledger_balance": "SELECT, INSERT, UPDATE, DELETE",
}


def composite(*fields):
    return models.CompositePrimaryKey(*fields, blank=True, editable=False, primary_key=True, serialize=False)


STATE = [
    migrations.CreateModel(
        "Stream",
        [
            ("id", models.UUIDField(primary_key=True, serialize=False)),
            ("club", models.UUIDField()),
            ("kind", models.TextField()),
        ],
        {
            "db_table": "ledger_stream",
            "indexes": [models.Index(fields=["club", "kind"], name="ledger_stream_club_kind")],
        },
    ),
    migrations.CreateModel(
        "Event",
        [
            ("pk", composite("club", "stream", "version")),
            ("club", models.UUIDField()),
            ("stream", models.UUIDField()),
            ("version", models.IntegerField()),
            ("type", models.TextField()),
            ("schema", models.SmallIntegerField()),
            ("at", models.BigIntegerField()),
            ("record", models.TextField()),
            ("hash", models.BinaryField()),
        ],
        {"db_table": "ledger_event"},
    ),
    migrations.CreateModel(
        "Position",
        [
            ("pk", composite("club", "cursor")),
            ("club", models.UUIDField()),
            ("cursor", models.BigIntegerField()),
            ("stream", models.UUIDField()),
            ("version", models.IntegerField()),
        ],
        {
            "db_table": "ledger_position",
            "constraints": [models.UniqueConstraint("club", "stream", "version", name="ledger_position_event")],
        },
    ),
    migrations.CreateModel(
        "Sealed",
        [
            ("pk", composite("club", "stream", "version")),
            ("club", models.UUIDField()),
            ("stream", models.UUIDField()),
            ("version", models.IntegerField()),
            ("body", models.TextField()),
            ("audience", django.contrib.postgres.fields.ArrayField(models.TextField(), size=None)),
            ("opened", models.IntegerField(null=True)),
        ],
        {"db_table": "ledger_sealed"},
    ),
    migrations.CreateModel(
        "Key",
        [
            ("pk", composite("club", "scope", "caller", "key")),
            ("club", models.UUIDField()),
            ("scope", models.UUIDField()),
            ("caller", models.TextField()),
            ("key", models.TextField()),
            ("body", models.BinaryField()),
            ("stream", models.UUIDField()),
            ("first", models.IntegerField()),
            ("last", models.IntegerField()),
            ("at", models.BigIntegerField()),
        ],
        {"db_table": "ledger_key"},
    ),
    migrations.CreateModel(
        "Posting",
        [
            ("pk", composite("club", "stream", "version", "idx")),
            ("club", models.UUIDField()),
            ("stream", models.UUIDField()),
            ("version", models.IntegerField()),
            ("idx", models.SmallIntegerField()),
            ("payer", models.TextField()),
            ("payee", models.TextField()),
            ("amount", models.BigIntegerField()),
            ("why", models.TextField()),
        ],
        {"db_table": "ledger_posting"},
    ),
    migrations.CreateModel(
        "Balance",
        [
            ("pk", composite("club", "stream", "account")),
            ("club", models.UUIDField()),
            ("stream", models.UUIDField()),
            ("account", models.TextField()),
            ("amount", models.BigIntegerField()),
        ],
        {"db_table": "ledger_balance"},
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies: list[tuple[str, str]] = []
    operations = [
        migrations.RunSQL((HERE / "schema.sql").read_text(), state_operations=STATE),
        migrations.RunSQL((HERE / "functions.sql").read_text()),
        grant(PRIVILEGES),
    ]
