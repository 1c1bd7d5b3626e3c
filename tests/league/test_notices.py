"""What is worth telling of a club's events: beside them in the feed, each with the cursor of its cause."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from league.live import _club_frame
from league.notices import OWN
from ledger import signing
from ledger.checkpoints import read
from ledger.reading import club_events
from ledger.rebuild import rebuild
from tests.league.calling import NOBODY, Club, run_race
from tests.league.imports import calling as imports

pytestmark = pytest.mark.django_db


def notices(club: Club, query: str = "") -> list[Any]:
    return list(club.manager.get(f"{club.path}/events?limit=500{query}").json["notices"])


def names(club: Club, query: str = "") -> list[str]:
    return [notice["notice"] for notice in notices(club, query)]


def test_a_night_from_its_opening_to_its_checkpoint() -> None:
    club = Club()
    night = club.night()
    game = club.game(night, "Ann", "Bo")["id"]
    run_race(club.manager, game, {1: ("5", "win:7:1")})
    club.manager.done(f"/nights/{night}/close")
    cursors = {
        event["type"]: event["cursor"] for event in club.manager.get(f"{club.path}/events?limit=500").json["results"]
    }
    here = {"club": club.json["id"], "night": night, "season": club.season}
    *told, signed = notices(club)
    assert told == [
        {"notice": "night_opened", "cursor": cursors["night_opened"], **here},
        {"notice": "game_opened", "cursor": cursors["game_opened"], **here, "game": game},
        {"notice": "game_finished", "cursor": cursors["game_finished"], **here, "game": game},
        {"notice": "table_changed", "cursor": cursors["game_finished"], **here, "game": game},
        {"notice": "night_closed", "cursor": cursors["night_closed"], **here},
    ]
    assert (signed["notice"], signed["cursor"]) == ("checkpoint_signed", cursors["night_closed"] + 1)


def test_a_checkpoint_leaves_the_house_whole() -> None:
    """Whoever follows the feed has all of it, and can check it with a key that was written down."""
    club = Club(public=True)
    made = club.manager.made(f"{club.path}/checkpoints")
    (told,) = NOBODY.get(f"{club.path}/events?types=checkpoint_signed").json["notices"]
    assert told["checkpoint"] == made == NOBODY.get(f"{club.path}/checkpoints").json["results"][0]
    (kept,) = read(str(told["checkpoint"]).replace("'", '"'))
    keys = {key["id"]: key["public"] for key in NOBODY.get(f"{club.path}/keys").json["results"]}
    assert kept.signed_by(bytes.fromhex(keys[kept.key]))
    assert told["cursor"] == made["cursor"] + 1  # told after what it signs
    again = club.manager.made(f"{club.path}/checkpoints")
    assert (again, names(club, "&types=checkpoint_signed")) == (made, ["checkpoint_signed"])  # nothing came since
    signing.rotate()
    other = club.manager.made(f"{club.path}/checkpoints")
    assert other["key"] != made["key"]
    assert [notice["checkpoint"] for notice in notices(club, "&types=checkpoint_signed")] == [made, other]


def test_what_mends_a_result_says_so() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")["id"]
    run_race(club.manager, game, {1: ("5", "win:7:1")})
    before = club.manager.get(f"{club.path}/scoreboard").json["cursor"]
    club.manager.patch(f"/games/{game}/seats/1", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
    club.manager.patch(f"/games/{game}/seats/2", {"guest": "Dee", "from": "now"})
    club.manager.done(f"/games/{game}/void", {"reason": "x"})
    club.manager.done(f"/games/{game}/restore", {"reason": "y"})
    assert names(club, f"&after={before}") == [
        *("table_changed", "result_corrected"),
        *("game_voided", "table_changed"),
        "table_changed",
    ]
    assert names(club, "&types=result_corrected,game_voided") == ["result_corrected", "game_voided"]


def test_a_score_sheet_is_finished_with_its_result_and_corrected_by_amending() -> None:
    club = Club()
    rows = [{"seat": 1, "score": 9}, {"seat": 2, "score": 7}]
    game = club.game(club.night(), "Ann", "Bo", ruleset="scoresheet", options={}, rows=rows)["id"]
    club.manager.made(f"/games/{game}/moves", {"type": "amend", "rows": rows[:1], "reason": "Bo had left"})
    assert names(club, f"&game={game}") == [
        *("game_opened", "game_finished", "table_changed"),
        *("table_changed", "result_corrected"),
    ]


def test_an_erased_person_is_an_id() -> None:
    club = Club()
    person = club.manager.made(f"{club.path}/members", {"name": "Ottilie"})["id"]
    club.manager.post(f"/members/{person}/erase")
    erased, table = notices(club)
    assert erased == {
        "notice": "member_erased",
        "cursor": erased["cursor"],
        "club": club.json["id"],
        "member": person,
    }
    assert table == {**erased, "notice": "table_changed"}


def test_an_import_of_old_nights_is_told_as_one() -> None:
    club = Club()
    imports.applied(
        club, imports.bgstats(*(imports.play(f"X{n}", f"2026-01-0{n} 20:00:00", "9", "7") for n in (1, 2, 3)))
    )
    assert names(club) == ["table_changed", "checkpoint_signed"]


def test_they_are_filtered_paged_and_never_among_the_events() -> None:
    club = Club()
    for day in range(1, 8):
        club.night(f"2026-03-0{day}")
    found, path, pages = [], f"{club.path}/events?types=night_opened,checkpoint_signed&limit=3", 0
    while path:
        page = club.manager.get(path).json
        assert [each["cursor"] for each in page["results"]] == [each["cursor"] for each in page["notices"]]
        found += page["notices"]
        path, pages = (page["next"] or "").partition("/api/v1")[2], pages + 1
    assert (len(found), pages) == (7, 3)
    only_told = club.manager.get(f"{club.path}/events?types=table_changed").json
    assert (only_told["results"], only_told["notices"]) == ([], [])
    everything = club.manager.get(f"{club.path}/events?limit=500").json["results"]
    assert [event["cursor"] for event in everything] == list(range(1, len(everything) + 1))


def test_a_page_of_notices_alone_goes_on_where_it_ended() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")["id"]
    club.manager.patch(f"/games/{game}/seats/2", {"guest": "Dee", "from": "now"})  # may cause one, and doesn't
    for _ in range(2):
        club.manager.done(f"/games/{game}/void", {"reason": "x"})
        club.manager.done(f"/games/{game}/restore", {"reason": "y"})
    found, path = [], f"{club.path}/events?types=table_changed&limit=1"
    while path:
        page = club.manager.get(path).json
        found += page["notices"]
        path = (page["next"] or "").partition("/api/v1")[2]
    assert [notice["notice"] for notice in found] == ["table_changed"] * 4


def test_live_they_stand_before_their_cause_without_an_id_and_after_a_rebuild_they_are_the_same() -> None:
    """``id:`` closes the matter: whoever goes on after it has been told everything up to it, and nothing twice."""
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")["id"]
    run_race(club.manager, game)
    id = UUID(club.json["id"])

    def frames() -> list[str]:
        sent = b"".join(_club_frame(event, False) for event in club_events(id))
        return [line for line in sent.decode().splitlines() if line.startswith(("id:", "event:"))]

    before = frames()
    opened = before.index("event: notice")
    assert before[opened : opened + 2] == ["event: notice", "id: 4"]
    assert before[-3:] == ["event: notice", "event: notice", f"id: {len([x for x in before if x.startswith('id')])}"]
    rebuild(id)
    assert frames() == before


def test_every_name_of_the_contract_is_told() -> None:
    assert OWN | {"table_changed", "result_corrected"} == {
        *("night_opened", "night_closed", "game_opened", "game_finished", "table_changed", "result_corrected"),
        *("game_voided", "member_erased", "checkpoint_signed"),
    }
