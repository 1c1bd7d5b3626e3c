"""Events as the admin lists them: a view, for Django's admin takes no composite keys."""

from django.db import migrations, models

from ledger.grants import grant

VIEW = """
CREATE VIEW ledger_event_row AS
SELECT e.stream::text || '/' || e.version AS id, e.club, p.cursor, e.stream, e.version, e.type, e.schema,
    to_timestamp(e.at / 1000000.0) AS recorded_at, e.record::jsonb -> 'move' ->> 'id' AS move,
    e.record::jsonb -> 'actor' ->> 'kind' AS actor, e.record::jsonb -> 'actor' ->> 'id' AS actor_id,
    encode(e.hash, 'hex') AS hash, e.record
FROM ledger_event e
JOIN ledger_position p ON p.club = e.club AND p.stream = e.stream AND p.version = e.version
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_checkpoints")]
    operations = [
        migrations.RunSQL(VIEW, "DROP VIEW ledger_event_row"),
        migrations.CreateModel(
            "EventRow",
            [
                ("id", models.TextField(primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                ("cursor", models.BigIntegerField()),
                ("stream", models.UUIDField()),
                ("version", models.IntegerField()),
                ("type", models.TextField()),
                ("schema", models.SmallIntegerField()),
                ("recorded_at", models.DateTimeField()),
                ("move", models.TextField()),
                ("actor", models.TextField()),
                ("actor_id", models.TextField()),
                ("hash", models.TextField()),
                ("record", models.TextField()),
            ],
            {"db_table": "ledger_event_row", "managed": False, "verbose_name": "event"},
        ),
        grant({"ledger_event_row": "SELECT"}),
    ]
