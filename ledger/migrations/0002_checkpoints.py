"""Signed checkpoints and the keys that sign them."""

from pathlib import Path

from django.db import migrations, models

from ledger.grants import grant

STATE = [
    migrations.CreateModel(
        "SigningKey",
        [
            ("id", models.TextField(primary_key=True, serialize=False)),
            ("public", models.BinaryField()),
            ("at", models.BigIntegerField()),
            ("endorsed_by", models.TextField(null=True)),
            ("endorsement", models.BinaryField(null=True)),
        ],
        {"db_table": "ledger_signing_key"},
    ),
    migrations.CreateModel(
        "Checkpoint",
        [
            (
                "pk",
                models.CompositePrimaryKey(
                    "club", "cursor", "key", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("club", models.UUIDField()),
            ("cursor", models.BigIntegerField()),
            ("key", models.TextField()),
            ("root", models.BinaryField()),
            ("at", models.BigIntegerField()),
            ("signature", models.BinaryField()),
        ],
        {"db_table": "ledger_checkpoint"},
    ),
]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunSQL((Path(__file__).parent / "checkpoints.sql").read_text(), state_operations=STATE),
        grant(dict.fromkeys(["ledger_signing_key", "ledger_checkpoint"], "SELECT, INSERT")),
    ]
