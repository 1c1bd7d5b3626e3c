"""The league's projections can be thrown away: folding the events again gives the same rows."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import psycopg
import pytest
import redis
from django.core.management import call_command

from ledger import publishing, registry
from ledger.reading import head_cursor
from ledger.rebuild import rebuild
from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db


def test_a_rebuild_finds_every_row_as_it_is() -> None:
    club = Club()
    night = club.night(name="Derby night")
    game = club.game(night, "Ann", "Bo")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    club.manager.patch(f"/games/{game['id']}/seats/1", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
    issued = club.manager.made(f"{club.path}/tokens", {"name": "x", "scopes": ["read"]})
    club.manager.delete(f"/tokens/{issued['id']}")
    club.manager.post(f"/nights/{night}/close")
    club.manager.patch(club.path, {"name": "Furlong Friends"})
    call_command("rebuild", "--check", "--club", club.slug)


def test_a_rebuild_tells_nobody(
    redis_url: str, superuser_connection: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No listener (checkpoints, backups, imports; whatever sends anything hangs there) and no live stream hears of rows
    that are made again: the first that is heard is what really happens next."""
    club = Club()
    id = UUID(club.json["id"])
    heard: list[str] = []
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as hints:
        hints.subscribe(publishing.channel())
        messages = (message["data"].decode() for message in hints.listen() if message["type"] == "message")
        said = (hint for hint in messages if hint.startswith(str(id)))
        game = club.game(club.night(), "Ann", "Bo")
        run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
        head = head_cursor(id)
        assert any(hint.endswith(f" {head}") for hint in said)  # hints come a moment later: until the last is in
        monkeypatch.setattr(registry, "_listeners", [lambda batch: heard.extend(event.type for event in batch.events)])
        superuser_connection.execute("UPDATE league_result SET money = 1 WHERE club = %s", [id])
        superuser_connection.execute("DELETE FROM races_seat WHERE club = %s", [id])
        assert set(rebuild(id).written) == {"league_result", "races_seat"}
        assert (heard, head_cursor(id)) == ([], head)
        club.manager.patch(club.path, {"name": "Furlong Friends"})
        assert next(said) == f"{id} {id} {head + 1}"
    assert heard == ["club_changed"]
