"""Every test runs against the real thing: see :mod:`tests.embedded`.

Tests never flush: events can't be deleted, not even by a test. Each test makes its own club and asserts inside it;
one that needs an empty database asks for ``fresh_database``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import django
import psycopg
import pytest

from deploy.postgres import APP, OWNER
from tests.embedded import Embedded
from tests.serving import Served

_embedded = Embedded()
# Settings are read from the environment when Django is set up, which must come before any other conftest or test
# module imports a model; the servers themselves are started in pytest_configure.
os.environ.update(_embedded.environment())
django.setup()

from django.test import TransactionTestCase  # noqa: E402 - needs the settings

TransactionTestCase._fixture_teardown = lambda self: None  # type: ignore[method-assign]


def pytest_configure(config: pytest.Config) -> None:
    # xdist's workers inherit our environment; they shall read settings no earlier than this file changes it for them.
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    if _embedded.starts_servers and not config.option.collectonly:
        try:
            _embedded.start()
        except BaseException:
            _embedded.stop()
            raise


def pytest_unconfigure(config: pytest.Config) -> None:
    if _embedded.starts_servers:
        _embedded.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test with a database commits for real: there is no rollback around it."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):  # type: ignore[attr-defined]
            item.add_marker(pytest.mark.django_db(transaction=True), append=False)


@pytest.fixture(scope="session")
def embedded() -> Embedded:
    """The run's servers."""
    return _embedded


@pytest.fixture(scope="session")
def django_db_setup(embedded: Embedded, django_db_blocker: pytest.FixtureRequest) -> None:
    """This pytest process's own database, cloned from the template; left to the end of the servers."""
    embedded.clone_template(embedded.database)


@pytest.fixture(scope="session")
def redis_url(embedded: Embedded) -> str:
    """For ``redis.Redis.from_url``; shared by all processes of the run, so use names with the instance in them."""
    return embedded.valkey.url


@pytest.fixture
def superuser_connection(embedded: Embedded, django_db_setup: None) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """This process's database as the superuser ``postgres``, in autocommit."""
    with embedded.postgres.connect("postgres", embedded.database) as connection:
        yield connection


@pytest.fixture
def owner_connection(embedded: Embedded, django_db_setup: None) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """This process's database as ``railbird_owner``, in autocommit."""
    with embedded.postgres.connect(OWNER, embedded.database) as connection:
        yield connection


@pytest.fixture
def app_connection(embedded: Embedded, django_db_setup: None) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """This process's database as ``railbird_app``, in autocommit: what ``psql`` of the application may do."""
    with embedded.postgres.connect(APP, embedded.database) as connection:
        yield connection


class FreshDatabase:
    """An empty, migrated database of its own."""

    def __init__(self, embedded: Embedded, name: str) -> None:
        self.embedded, self.name = embedded, name

    def url(self, role: str = APP) -> str:
        return self.embedded.postgres.url(role, self.name)

    def connect(self, role: str = APP) -> psycopg.Connection[tuple[object, ...]]:
        """In autocommit; the caller closes it."""
        return self.embedded.postgres.connect(role, self.name)

    def environment(self, pool: int = 0) -> dict[str, str]:
        """For a subprocess (``manage.py …``) working on this database as the serving role."""
        return self.embedded.environment(self.name, pool)


@pytest.fixture
def fresh_database(embedded: Embedded) -> Iterator[FreshDatabase]:
    """A clone of the empty template (about 40 ms), dropped afterwards."""
    name = f"{embedded.database}_{os.urandom(4).hex()}"
    embedded.clone_template(name)
    yield FreshDatabase(embedded, name)
    embedded.drop(name)


@pytest.fixture
def own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test plays the clock itself: a worker that ``served`` runs on the same database isn't told of deadlines set
    here, and takes only what is overdue."""
    monkeypatch.setattr("races.clock.wake", lambda *_: None)


@pytest.fixture(scope="session")
def served(embedded: Embedded, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Web, live, worker, clock and front over real HTTP, on this pytest process's database; started when first asked
    for (about 2 s). For tests that break PostgreSQL or Valkey take ``tests.instance.Up`` instead."""
    running = Served(embedded, embedded.database, tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.stop()
