"""Any game recorded after play: by one call, counted by the table, amended with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.calling import Club

pytestmark = pytest.mark.django_db


def sheet(club: Club, night: str, *names: str, **fields: Any) -> Any:
    body = {"ruleset": "scoresheet", "title": "Azul", "seats": [{"guest": name} for name in names], **fields}
    return club.manager.made(f"/nights/{night}/games", body)


def rows(*scores: float | None) -> list[dict[str, Any]]:
    return [{"seat": seat} | ({} if score is None else {"score": score}) for seat, score in enumerate(scores, 1)]


def test_a_result_is_recorded_with_its_opening_and_counts_at_once() -> None:
    club = Club()
    night = club.night()
    game = sheet(club, night, "Ada", "Bob", "Cy", "Dee", rows=rows(42, 42, 37, 41))
    assert (game["status"], game["phase"], game["title"]) == ("finished", "recorded", "Azul")
    assert [row["rank"] for row in game["state"]["rows"]] == [1, 1, 4, 3]
    board = club.manager.get(f"/games/{game['id']}/scoreboard").json
    assert [(seat["member"]["name"], seat["rank"], seat["score"], seat["unit"]) for seat in board["seats"]] == [
        ("Ada", 1, 42, "pt"),
        ("Bob", 1, 42, "pt"),
        ("Dee", 3, 41, "pt"),
        ("Cy", 4, 37, "pt"),
    ]
    table = club.table()
    assert [(row["rank"], row["member"]["name"], row["wins"], row["money"]) for row in table["rows"]] == [
        (1, "Ada", 1, 0),
        (1, "Bob", 1, 0),
        (3, "Dee", 0, 0),
        (4, "Cy", 0, 0),
    ]


def test_a_members_history_has_the_score_not_the_money() -> None:
    club = Club()
    game = sheet(club, club.night(), "Ada", "Bob", rows=rows(42.5, -3))
    for seat, (score, rank) in zip(game["seats"], [(42.5, 1), (-3, 2)], strict=True):
        results = club.manager.get(f"/members/{seat['member']['id']}/results").json["results"]
        assert [(result["score"], result["rank"], result["players"]) for result in results] == [(score, rank, 2)]


def test_recorded_by_a_move_and_amended_with_a_reason() -> None:
    club = Club()
    game = sheet(club, club.night(), "Ada", "Bob", options={"lowest_wins": True})
    assert game["status"] == "open"
    moves = f"/games/{game['id']}/moves"
    move = {"type": "record", "rows": rows(3, 5), "duration_min": 45, "note": "played outside"}
    recorded = club.manager.made(moves, move)["events"][0]
    assert recorded["type"] == "result_recorded"
    assert recorded["data"]["rows"][0] == {"seat": 1, "rank": 1, "score": "3", "winner": True, "team": None}
    assert recorded["secret"]["move"] == {"note": "played outside"}
    assert "note" not in recorded["move"]
    assert club.manager.post(moves, move).code == "already_recorded"
    club.manager.made(moves, {"type": "amend", "rows": rows(6, 5), "reason": "read upside down"})
    assert [row["member"]["name"] for row in club.table()["rows"]] == ["Bob", "Ada"]
    audit = club.manager.get(f"/games/{game['id']}/audit").json
    assert audit["ok"] and audit["checked"]["moves"] == 3, audit


def test_teams_share_and_a_lost_cooperative_game_counts_for_nobody() -> None:
    club = Club()
    night = club.night()
    pairs = [{"seat": 1, "team": "A", "winner": True}, {"seat": 2, "team": "B"}, {"seat": 3, "team": "A"}]
    sheet(club, night, "Ada", "Bob", "Cy", options={"kind": "team"}, rows=pairs)
    sheet(club, night, "Ada", "Bob", options={"kind": "cooperative"}, rows=rows(3, 3))
    table = club.table()
    assert [(row["rank"], row["member"]["name"], row["games"]) for row in table["rows"]] == [
        (1, "Ada", 1),
        (1, "Cy", 1),
        (3, "Bob", 1),
    ]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rows": [{"seat": 3, "score": 1}]}, "invalid"),
        ({"rows": [{"seat": 1, "score": "NaN"}]}, "invalid"),
        ({"rows": [{"seat": 1, "rank": 0}]}, "invalid"),
        ({"rows": [{"seat": 1, "place": 1}]}, "unknown_field"),
        ({"rows": []}, "invalid"),
        ({"rows": [{"seat": 1, "score": 1}], "ruleset": "ready-set-bet", "options": {"house": "basic"}}, "invalid"),
    ],
)
def test_rows_that_fit_nothing_open_nothing(fields: dict[str, Any], code: str) -> None:
    club = Club()
    night = club.night()
    body = {"ruleset": "scoresheet", "seats": [{"guest": "Ada"}, {"guest": "Bob"}], **fields}
    refused = club.manager.post(f"/nights/{night}/games", body)
    assert (refused.status, refused.code) == (400, code)
    assert club.manager.get(f"/nights/{night}/games").json["results"] == []
    assert club.manager.get(f"{club.path}/members").json["results"] == []


def test_thirty_seats_have_thirty_colours() -> None:
    club = Club()
    game = sheet(club, club.night(), *[f"Guest {n}" for n in range(1, 31)])
    assert len({seat["colour"] for seat in game["seats"]}) == 30


def test_a_sheet_follows_what_the_club_says_of_its_title() -> None:
    club = Club()
    club.manager.made(f"{club.path}/titles", {"name": "Golf", "lowest_wins": True})
    night = club.night()
    golf = sheet(club, night, "Ada", "Bob", title="golf", rows=rows(72, 80))
    assert [row["rank"] for row in golf["state"]["rows"]] == [1, 2]
    upside_down = sheet(club, night, "Ada", "Bob", title="Golf", options={"lowest_wins": False}, rows=rows(72, 80))
    assert [row["rank"] for row in upside_down["state"]["rows"]] == [2, 1]
