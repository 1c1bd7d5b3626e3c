"""A club's events in order, and its scoreboard."""

from __future__ import annotations

import json

import pytest

from tests.league.calling import NOBODY, Caller, Club, run_race

pytestmark = pytest.mark.django_db


def test_everything_that_happened_stands_in_the_feed_in_order() -> None:
    club = Club()
    night = club.night()
    game = club.game(night, "Ann", "Bo")
    events = club.manager.get(f"{club.path}/events").json["results"]
    assert [event["type"] for event in events] == [
        "club_founded",
        "token_issued",
        "season_opened",
        "night_opened",
        "member_added",
        "member_added",
        "game_opened",
        "decks_sealed",
        "race_prepared",
    ]
    assert [event["cursor"] for event in events] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert (events[3]["night"], events[3]["game"]) == (night, None)
    assert (events[6]["night"], events[6]["game"], events[6]["club"]) == (night, game["id"], club.json["id"])


def test_names_are_for_those_who_may_read_them() -> None:
    club = Club(public=True)
    club.manager.made(f"{club.path}/members", {"name": "Ann Archer"})

    def added(caller: Caller) -> str:
        return json.dumps(caller.get(f"{club.path}/events?types=member_added").json["results"])

    assert "Ann Archer" in added(club.manager) and "Ann Archer" in added(club.token("host"))
    assert "Ann Archer" not in added(club.token("read")) and "Ann Archer" not in added(NOBODY)
    everything = json.dumps(club.manager.get(f"{club.path}/events").json)
    assert "first token" not in everything


def test_the_feed_goes_on_after_a_cursor_by_type_and_by_game() -> None:
    club = Club()
    night = club.night()
    one, other = club.game(night, "Ann", "Bo"), club.game(night, "Ann", "Bo")
    page = club.manager.get(f"{club.path}/events?limit=3").json
    assert [event["cursor"] for event in page["results"]] == [1, 2, 3]
    assert page["next"].endswith("after=3")
    rest = club.manager.get(page["next"].partition("/api/v1")[2]).json["results"]
    assert rest[0]["cursor"] == 4
    opened = club.manager.get(f"{club.path}/events?types=game_opened,night_opened").json["results"]
    assert [event["type"] for event in opened] == ["night_opened", "game_opened", "game_opened"]
    of_one = club.manager.get(f"{club.path}/events?game={one['id']}").json["results"]
    assert {event["game"] for event in of_one} == {one["id"]} != {other["id"]}


def test_the_scoreboard_shows_tonight_s_games_and_the_head_of_the_table() -> None:
    club = Club()
    night = club.night()
    game = club.game(night, "Ann", "Bo", label="Table 2")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    answer = club.manager.get(f"{club.path}/scoreboard")
    board = answer.json
    assert (board["night"], [each["game"]["label"] for each in board["games"]]) == (night, ["Table 2"])
    assert [(row["member"]["name"], row["points"]) for row in board["table"]] == [("Ann", 10), ("Bo", 2)]
    assert club.manager.get(f"{club.path}/scoreboard", If_None_Match=answer.headers["ETag"]).status == 304
    empty = Club()
    board = empty.manager.get(f"{empty.path}/scoreboard").json
    assert (board["night"], board["games"], board["table"]) == (None, [], [])
