"""Erasing a person: the name is nowhere any more, and everything still verifies."""

from __future__ import annotations

import html
import json
import stat
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command

from league import erased
from league.services import erasing
from ledger import checkpoints, verify
from ledger.audit import audit_club
from ledger.cache import states
from ledger.decider import Stream
from ledger.export import export_club
from ledger.reading import load
from tests.league import addresses
from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db

NAME = "Ottilie Zwölfender-Quast"


@pytest.fixture
def club() -> Club:
    return Club(public=True)


@pytest.fixture
def night(club: Club) -> str:
    return club.night(name=f"Birthday of {NAME.upper()}")


@pytest.fixture
def game(club: Club, night: str) -> Any:
    """A whole game with the person on seat 1, whose name stands in its label, in a reason, and in a token's name."""
    game = club.game(night, NAME, "Bo", label=f"{NAME}'s table")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    club.manager.patch(f"/games/{game['id']}/seats/2", {"guest": "Cy", "from": "start", "reason": f"{NAME} says so"})
    club.manager.made(f"{club.path}/tokens", {"name": f"{NAME}, phone", "scopes": ["read"]})
    return game


def ids_of(club: Club, game: Any, night: str) -> dict[str, str]:
    """For the parts of addresses."""
    version = {"at": "5", "seat": "1", "ruleset": "ready-set-bet", "key": "ready-set-bet", "which": night, "n": "1"}
    who = person(game)
    return {**version, "slug": club.slug, "game": game["id"], "night": night, "member": who, "season": club.season}


def person(game: Any) -> str:
    return str(game["seats"][0]["member"]["id"])


def everywhere(superuser: psycopg.Connection[Any], word: str) -> list[str]:
    """Tables with a row in which the word stands, in whatever case."""
    tables = superuser.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    return [
        table
        for (table,) in tables
        if superuser.execute(
            f'SELECT 1 FROM "{table}" t WHERE t::text ILIKE %s OR t::text ILIKE %s LIMIT 1',
            [f"%{word}%", f"%{json.dumps(word)[1:-1]}%"],
        ).fetchone()
    ]


def test_the_name_is_nowhere(club: Club, game: Any, night: str, superuser_connection: psycopg.Connection[Any]) -> None:
    assert {"ledger_sealed", "league_member", "league_night", "league_token", "races_game"} <= set(
        everywhere(superuser_connection, NAME)
    )
    signed = checkpoints.sign(UUID(club.json["id"]))
    shown = addresses.read_all(club.manager.token or "", ids_of(club, game, night))
    named = [address for address, text in shown.items() if NAME.casefold() in html.unescape(text).casefold()]
    assert {f"/g/{game['id']}", f"/{club.slug}/table", f"/api/v1{club.path}/members", f"/g/{game['id']}/screen"} <= set(
        named
    )
    answer = club.manager.post(f"/members/{person(game)}/erase")
    assert (answer.status, answer.json["name"], answer.json["publish"]) == (200, "", "none")
    assert everywhere(superuser_connection, NAME) == []

    id = UUID(club.json["id"])
    export = b"".join(export_club(id, with_secrets=True)).decode()
    assert NAME not in export
    assert NAME.upper() not in export
    shown = addresses.read_all(club.manager.token or "", ids_of(club, game, night))
    assert len(shown) > 100
    assert [address for address, text in shown.items() if NAME.casefold() in html.unescape(text).casefold()] == []

    report = audit_club(id, [(signed, None)])
    assert report.findings == []
    assert report.checked.erased == 5
    offline = verify.verify(line.decode() for line in export_club(id, with_secrets=True))
    assert (offline.findings, offline.counts["gone"]) == ([], 5)
    call_command("rebuild", "--check", "--club", club.slug)
    assert club.table()["rows"][0]["member"] == {"id": person(game), "name": ""}


def test_a_state_in_another_process_is_folded_anew(club: Club, game: Any) -> None:
    stream = Stream(club=UUID(club.json["id"]), id=UUID(game["id"]), kind="game")
    before = states.get(stream.id)
    assert before is not None and before[1].frame.label == f"{NAME}'s table"
    club.manager.post(f"/members/{person(game)}/erase")
    states.clear()
    states.put(stream.id, *before)  # as it is where nobody has looked since
    assert load(stream).state.frame.label == ""
    states.clear()
    states.put(stream.id, *before)
    moved = club.manager.post(f"/games/{game['id']}/host-link")  # and where somebody decides on it
    assert moved.status == 201
    kept = states.get(stream.id)
    assert kept is not None and kept[1].frame.label == ""


def test_others_keep_their_names_and_their_words(club: Club) -> None:
    first, second = club.manager.made(f"{club.path}/members", [{"name": "Al"}, {"name": "Al"}])
    night = club.night(name="Alchemy, also final")
    club.manager.post(f"/members/{first['id']}/erase")
    assert club.manager.get(f"/members/{second['id']}").json["name"] == "Al"
    assert club.manager.get(f"/nights/{night}").json["name"] == "Alchemy, also final"


def test_once_is_enough_and_for_good(club: Club) -> None:
    member = club.manager.made(f"{club.path}/members", {"name": NAME, "alias": "Otti"})
    path = f"/members/{member['id']}"
    version = club.manager.post(f"{path}/erase").json["version"]
    assert club.manager.post(f"{path}/erase").json["version"] == version == 2
    refused = club.manager.patch(path, {"name": NAME})
    assert (refused.status, refused.code) == (409, "erased")


def test_who_may(club: Club) -> None:
    member = club.manager.made(f"{club.path}/members", {"name": NAME})
    assert club.token("host").post(f"/members/{member['id']}/erase").code == "wrong_scope"
    assert Club().manager.post(f"/members/{member['id']}/erase").code == "not_found"
    assert club.manager.get(f"/members/{member['id']}").json["name"] == NAME


def test_the_id_is_kept_outside_the_database(club: Club) -> None:
    member = club.manager.made(f"{club.path}/members", {"name": NAME})
    club.manager.post(f"/members/{member['id']}/erase")
    assert erased.known()[-1].member == UUID(member["id"])
    assert NAME not in erased.file().read_text()
    assert stat.S_IMODE(erased.file().stat().st_mode) == 0o600
    assert erasing.forget_again(erased.known()) == 0


def test_logs_are_blotted_while_others_write_them(club: Club) -> None:
    log = Path(settings.RAILBIRD_DATA) / "logs" / "web.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a") as appending:
        appending.write(f"ERROR: {NAME} did something odd\n")
        appending.flush()
        member = club.manager.made(f"{club.path}/members", {"name": NAME})
        club.manager.post(f"/members/{member['id']}/erase")
        appending.write("next\n")
    assert log.read_text().endswith(f"ERROR: {'*' * len(NAME.encode())} did something odd\nnext\n")


def test_a_members_own_data(club: Club, game: Any) -> None:
    answer = club.manager.get(f"/members/{person(game)}/data")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="member-{person(game)}.json"'
    data = answer.json
    assert (data["member"]["name"], data["games"]) == (NAME, [game["id"]])
    assert [event["secret"]["move"]["name"] for event in data["events"]] == [NAME]
    assert {event["type"] for event in data["mentions"]} == {
        "night_opened",
        "game_opened",
        "seat_taken",
        "token_issued",
    }
    assert (data["results"][0]["game"], data["results"][0]["rank"], data["results"][0]["players"]) == (game["id"], 1, 2)
    assert club.token("read").get(f"/members/{person(game)}/data").code == "wrong_scope"
