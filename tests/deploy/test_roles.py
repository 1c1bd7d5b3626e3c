"""Who may do what in the database, before a single table of ours is looked at."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_serving_role_owns_nothing_and_is_no_superuser():
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolname, rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchall() == [("railbird_app", False, False)]
        cursor.execute("SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole")
        assert cursor.fetchone() == (0,)
        cursor.execute(
            "SELECT has_schema_privilege('public', 'CREATE'), has_database_privilege(current_database(), 'CREATE')"
        )
        assert cursor.fetchone() == (False, False)
