"""What the serving role may do with each table, as a migration's operation.

Migrations run as the owner, serving as another role that owns nothing: it can't switch off a trigger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import migrations

PROJECTION = "SELECT, INSERT, UPDATE, DELETE"
"""What it takes to keep a projection."""


def grant(privileges: Mapping[str, str]) -> migrations.RunPython:
    """``{table: privileges}`` for ``settings.RAILBIRD_APP_ROLE``; nothing where that is the migrating role itself."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        role = settings.RAILBIRD_APP_ROLE
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_user <> %s AND EXISTS (SELECT FROM pg_roles WHERE rolname = %s)", [role, role]
            )
            if not cursor.fetchone()[0]:
                return
            quoted = schema_editor.quote_name(role)
            cursor.execute(f"GRANT USAGE ON SCHEMA public TO {quoted}")
            for table, names in privileges.items():
                cursor.execute(f"GRANT {names} ON {table} TO {quoted}")

    return migrations.RunPython(forwards, migrations.RunPython.noop)
