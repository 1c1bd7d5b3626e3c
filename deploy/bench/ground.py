"""What a measurement stands on: the servers of this run, and how long it may take."""

from __future__ import annotations

from pathlib import Path

import msgspec
import psycopg


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Django's settings of the measuring process already lead to the servers; ``owner_url`` makes the peers' tables,
    which only this run needs. ``folder``: for logs and sockets, short enough for them. ``seconds``: how long each side
    of a comparison is measured in all."""

    owner_url: str
    folder: Path
    seconds: float = 5.0

    @property
    def rounds(self) -> int:
        """So many turns has each side; short ones, for what slows the machine comes and goes within seconds."""
        return max(3, round(self.seconds / 0.25))

    @property
    def turn(self) -> float:
        """Seconds of one round of one side."""
        return self.seconds / self.rounds

    def prepare(self, statements: str) -> None:
        """SQL as the owner, in the schema ``bench``, which is made where it is missing; the role that serves may use
        what is in it."""
        with psycopg.connect(self.owner_url, autocommit=True) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS bench")
            connection.execute(statements.encode())
            connection.execute("GRANT USAGE ON SCHEMA bench TO PUBLIC")
            connection.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA bench TO PUBLIC")
            connection.execute("GRANT USAGE ON ALL SEQUENCES IN SCHEMA bench TO PUBLIC")

    def clear(self) -> None:
        """Leaves nothing of the peers."""
        with psycopg.connect(self.owner_url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS bench CASCADE")
