"""Backups and restores, on databases and data folders of their own."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from deploy import archive, backups
from deploy.environment import ROOT
from deploy.postgres import OWNER
from tests.conftest import FreshDatabase

NAME = "Ottilie Zwölfender-Quast"


class House:
    """A database, a data folder, and our commands on them."""

    def __init__(self, database: FreshDatabase, data: Path) -> None:
        self.database, self.data = database, data
        data.mkdir(mode=0o700)

    def environment(self) -> dict[str, str]:
        return {
            **self.database.environment(),
            "RAILBIRD_DATA": str(self.data),
            "DATABASE_OWNER_URL": self.database.url(OWNER),
        }

    def run(self, *argv: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *argv], env=self.environment(), capture_output=True, text=True
        )

    def ok(self, *argv: str) -> str:
        done = self.run(*argv)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def python(self, code: str) -> Any:
        """Runs code in a Django process of this house; its ``answer`` as JSON."""
        done = self.ok("shell", "--no-imports", "-c", f"import json\n{code}\nprint('=>' + json.dumps(answer))")
        return json.loads(done.rpartition("=>")[2])

    def found(self, word: str) -> list[str]:
        """Tables in which a word stands."""
        with self.database.connect("postgres") as connection:
            tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            return [
                str(table)
                for (table,) in tables
                if connection.execute(f'SELECT 1 FROM "{table}" t WHERE t::text ILIKE %s', [f"%{word}%"]).fetchone()
            ]

    def count(self) -> int:
        with self.database.connect("postgres") as connection:
            row = connection.execute("SELECT count(*) FROM ledger_event").fetchone()
            assert row is not None
            return int(str(row[0]))


PLAYED = f"""
from tests.league.calling import Club, run_race
club = Club(public=True)
night = club.night(name="Birthday")
game = club.game(night, {NAME!r}, "Bo", label={NAME!r})
run_race(club.manager, game["id"], {{1: ("5", "win:7:1")}})
member = game["seats"][0]["member"]["id"]
club.manager.made(club.path + "/checkpoints")
answer = [club.slug, club.manager.token, member, night, game["id"]]
"""


@pytest.fixture
def house(fresh_database: FreshDatabase, tmp_path: Path) -> House:
    return House(fresh_database, tmp_path / "a house")


def called(token: str, method: str, path: str, body: Any = None) -> str:
    return (
        f"from tests.league.calling import Caller\nanswer = Caller({token!r}).send({method!r}, {path!r}, {body!r}).json"
    )


def test_erase_then_restore_last_weeks_backup_and_the_name_is_nowhere(house: House, tmp_path: Path) -> None:
    slug, token, member, night, game = house.python(PLAYED)
    file = tmp_path / "last-week.railbird"
    assert house.ok("backup", str(file)).startswith(f"Backed up to {file} (")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = house.count()

    house.python(called(token, "POST", f"/members/{member}/erase"))
    house.python(called(token, "POST", f"/nights/{night}/close"))
    assert house.count() > before
    assert house.found(NAME) == []

    log = house.data / "logs" / "web.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text(f"last week: {NAME} had no luck\n")  # the old machine's folder, copied back as well

    told = house.ok("restore", str(file))
    assert "1 erasures are known; 1 people had come back, and are erased again." in told
    assert house.found(NAME) == []
    assert house.count() == before + 2  # the person's stream and the game's label
    assert not (house.data / "erase-again").exists()
    said = house.ok("verify")
    assert f"Club {slug}: " in said
    assert "all is as it was recorded" in said
    assert "events under a signed checkpoint" in said
    house.ok("rebuild", "--check")
    assert NAME not in house.ok("export", "--club", slug, "--with-secrets")
    assert log.read_text() == f"last week: {'*' * len(NAME.encode())} had no luck\n"
    ids = {"slug": slug, "game": game, "night": night, "which": night, "member": member, "ruleset": "ready-set-bet"}
    reading = f"from tests.league.addresses import read_all\nshown = read_all({token!r}, {ids!r})\n"
    looking = f"answer = [len(shown), [path for path, text in shown.items() if {NAME!r}.lower() in text.lower()]]"
    read, named = house.python(reading + looking)
    assert (read > 60, named) == (True, [])
    seats = house.python(called(token, "GET", f"/games/{game}"))["seats"]
    assert (seats[0]["member"]["name"], seats[1]["member"]["name"]) == ("", "Bo")

    # What was there before the restore is kept, and still knows of the closed night.
    (kept,) = (house.data / "backups").iterdir()
    assert kept.name.endswith("Z-before-restore.railbird")
    house.ok("restore", str(kept))
    assert house.python(called(token, "GET", f"/nights/{night}"))["status"] == "closed"
    assert house.found(NAME) == []


def test_privileges_and_triggers_come_back(house: House, tmp_path: Path) -> None:
    house.python(PLAYED)
    file = tmp_path / "x.railbird"
    house.ok("backup", str(file))
    house.ok("restore", str(file))
    with house.database.connect() as app:
        for statement in (
            "UPDATE ledger_event SET at = 0",
            "DELETE FROM ledger_checkpoint",
            "TRUNCATE ledger_position",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)
        app.execute("UPDATE ledger_sealed SET opened = opened")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("UPDATE ledger_sealed SET body = body")
    with house.database.connect(OWNER) as owner, pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        owner.execute("DELETE FROM ledger_event")
    with house.database.connect("postgres") as superuser:
        rows = superuser.execute("SELECT tgenabled FROM pg_trigger WHERE tgname = 'ledger_append_only'").fetchall()
        assert (set(rows), len(rows)) == ({("A",)}, 21)
    # and it goes on from there: new events, new backups
    house.python(PLAYED)
    house.ok("verify")
    house.ok("backup")
    assert len(list((house.data / "backups").iterdir())) == 2  # the one before the restore, and this


def test_on_another_machine(house: House, tmp_path: Path, embedded: Any) -> None:
    slug, token, *_ = house.python(PLAYED)
    file = tmp_path / "x.railbird"
    house.ok("backup", str(file))
    name = f"{house.database.name}_elsewhere"
    embedded.clone_template(name)
    try:
        other = House(FreshDatabase(embedded, name), tmp_path / "elsewhere")
        told = other.ok("restore", str(file))
        assert "What was there before" not in told  # nothing was
        assert other.python(called(token, "GET", f"/clubs/{slug}/checkpoints"))["results"][0]["cursor"] > 1
        assert (other.data / "checkpoint-key").read_bytes() == (house.data / "checkpoint-key").read_bytes()
        assert stat.S_IMODE((other.data / "checkpoint-key").stat().st_mode) == 0o600
        assert "all is as it was recorded" in other.ok("verify")
    finally:
        embedded.drop(name)


def test_what_is_no_backup_changes_nothing(house: House, tmp_path: Path) -> None:
    house.python(PLAYED)
    before = house.count()
    missing = house.run("restore", str(tmp_path / "nothing"))
    assert (missing.returncode, "There is no file" in missing.stderr) == (1, True)
    junk = tmp_path / "junk"
    junk.write_text("junk")
    assert "is no backup of Railbird" in house.run("restore", str(junk)).stderr

    file, broken = tmp_path / "x.railbird", tmp_path / "broken.railbird"
    house.ok("backup", str(file))
    opened = archive.Archive(file)
    dump = opened.unpack_dump(tmp_path)
    dump.write_bytes(dump.read_bytes()[: dump.stat().st_size // 2])
    archive.write(broken, opened.manifest, opened.keys, b"", dump)
    assert "could not be restored" in house.run("restore", str(broken)).stderr
    assert house.count() == before
    assert "all is as it was recorded" in house.ok("verify")

    newer = archive.Manifest(
        **{
            **{f: getattr(opened.manifest, f) for f in opened.manifest.__struct_fields__},
            "migrations": ("ledger.9999_x",),
        }
    )
    archive.write(broken, newer, opened.keys, b"", dump)
    assert "made by a newer release: this one doesn't know ledger.9999_x." in house.run("restore", str(broken)).stderr
    assert house.count() == before


def test_nobody_may_be_connected(house: House, tmp_path: Path) -> None:
    house.python(PLAYED)
    file = tmp_path / "x.railbird"
    house.ok("backup", str(file))
    with house.database.connect():
        assert "stop everything that serves first" in house.run("restore", str(file)).stderr


def test_the_last_fourteen_are_kept(house: House) -> None:
    folder = house.data / "backups"
    folder.mkdir()
    for day in range(1, 21):
        (folder / f"2026-01-{day:02}T000000.000000Z-night.railbird").touch()
    (folder / "mine.txt").touch()
    house.ok("backup")
    left = sorted(file.name for file in folder.iterdir())
    assert len(left) == 15
    assert left[0].startswith("2026-01-08")
    assert "mine.txt" in left


def test_a_night_that_is_closed_again_and_again_leaves_earlier_days_their_backup(house: House) -> None:
    folder = house.data / "backups"
    folder.mkdir()
    for day in range(1, 21):
        for hour in (21, 23):
            (folder / f"2026-01-{day:02}T{hour}0000.000000Z-night.railbird").touch()
    for minute in range(40):
        (folder / f"2026-01-21T23{minute:02}00.000000Z-night.railbird").touch()
    house.ok("backup")
    left = sorted(file.name for file in folder.iterdir())
    days = [f"2026-01-{day:02}T230000.000000Z-night.railbird" for day in range(9, 21)]
    assert left[:12] == days
    assert [name[:15] for name in left[12:-1]] == [f"2026-01-21T23{minute}" for minute in range(27, 40)]


def test_what_a_file_holds(house: House, tmp_path: Path) -> None:
    house.python(PLAYED)
    (house.data / "erased.jsonl").write_text(
        json.dumps({"at": "x", "club": str(uuid4()), "member": str(uuid4())}) + "\n"
    )
    file = tmp_path / "x.railbird"
    house.ok("backup", str(file))
    with tarfile.open(file) as tar:
        assert sorted(tar.getnames()) == ["database.dump", "erased.jsonl", "keys.json", "manifest.json"]
    opened = archive.Archive(file)
    assert opened.keys.secret_key == house.environment()["RAILBIRD_SECRET_KEY"]
    assert (opened.keys.checkpoint_key or "").startswith("-----BEGIN PRIVATE KEY-----")
    assert opened.erased == (house.data / "erased.jsonl").read_bytes()
    assert "ledger.0002_checkpoints" in opened.manifest.migrations
    assert not list(tmp_path.glob(".*"))


def test_a_server_newer_than_all_programs_here() -> None:
    with pytest.raises(OSError, match="there is no pg_dump for PostgreSQL 99"):
        backups.tool("pg_dump", 99)


def test_no_password_stands_in_a_command_line() -> None:
    url = "postgresql://railbird_app:secret%20word@/railbird?host=/run/x"
    argv, env = backups.command("pg_dump", url, "--format=custom")
    assert argv == ["pg_dump", "--dbname=user=railbird_app dbname=railbird host=/run/x", "--format=custom"]
    assert env["PGPASSWORD"] == "secret word"
