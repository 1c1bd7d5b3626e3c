"""Games of a night over HTTP: opened with guests typed in, joined by code, seats changed by the host."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from ledger import reading
from ledger.cache import states
from tests.league.calling import NOBODY, Caller, Club

pytestmark = pytest.mark.django_db


def names(game: Any) -> list[str | None]:
    return [seat["member"] and seat["member"]["name"] for seat in game["seats"]]


def test_a_game_opens_with_members_guests_and_free_seats() -> None:
    club = Club()
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann"})
    night = club.night()
    answer = club.manager.post(
        f"/nights/{night}/games",
        {"ruleset": "ready-set-bet", "label": "Table 2", "seats": [{"member": ann["id"]}, {"guest": "Bo"}, {}]},
    )
    game = answer.json
    assert answer.status == 201 and answer.headers["Location"].endswith(f"/api/v1/games/{game['id']}")
    assert names(game) == ["Ann", "Bo", None]
    assert [seat["state"] for seat in game["seats"]] == ["taken", "taken", "free"]
    assert (game["label"], game["night"], game["season"], game["club"]) == (
        "Table 2",
        night,
        club.season,
        club.json["id"],
    )
    assert game["host_url"].rpartition("/")[2].startswith("rbh_")
    assert game["join_url"].endswith(f"/j/{game['join_code']}")
    assert all(seat["token"].startswith("rbs_") for seat in game["seats"])
    bo = club.manager.get(f"/members/{game['seats'][1]['member']['id']}").json
    assert (bo["name"], bo["guest"]) == ("Bo", True)
    listed = club.manager.get(f"/nights/{night}/games").json["results"]
    assert [(line["id"], line["label"], line["status"]) for line in listed] == [(game["id"], "Table 2", "open")]


def test_a_guest_who_comes_again_is_the_same_guest() -> None:
    club = Club()
    night = club.night()
    first, second = club.game(night, "Ann", "Bo"), club.game(night, "Bo", "Cy")
    assert first["seats"][1]["member"]["id"] == second["seats"][0]["member"]["id"]
    namesakes = club.game(night, "Bo", "Bo")
    assert len({seat["member"]["id"] for seat in namesakes["seats"]}) == 2


def test_a_refused_opening_leaves_no_guest_behind() -> None:
    club = Club()
    night = club.night()
    before = reading.head_cursor(club.json["id"])
    body = {"ruleset": "ready-set-bet", "options": {"pace_ms": 1}, "seats": [{"guest": "Ann"}]}
    assert club.manager.post(f"/nights/{night}/games", body).code == "invalid"
    assert reading.head_cursor(club.json["id"]) == before
    assert club.manager.get(f"{club.path}/members").json["results"] == []


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"ruleset": "chess"}, 400, "invalid"),
        ({"options": {"pace_ms": "fast"}}, 400, "invalid"),
        ({"options": {"pace_ms": 2500.5}}, 400, "invalid"),
        ({"options": {"nitro": True}}, 400, "invalid"),
        ({"seats": []}, 400, "invalid"),
        ({"seats": [{}] * 40}, 400, "invalid"),
        ({"seats": [{"guest": "Ann", "member": str(uuid4())}]}, 400, "invalid"),
        ({"seats": [{"member": str(uuid4())}, {}]}, 404, "not_found"),
        ({"seats": [{"guest": "Ann\u2028"}, {"guest": ""}]}, 400, "invalid"),
        ({"colour": "red"}, 400, "unknown_field"),
    ],
)
def test_bad_games_are_refused(fields: dict[str, Any], status: int, code: str) -> None:
    club = Club()
    body = {"ruleset": "ready-set-bet", "seats": [{}, {}], **fields}
    answer = club.manager.post(f"/nights/{club.night()}/games", body)
    assert (answer.status, answer.code) == (status, code)


def test_a_club_s_defaults_hold_unless_the_game_says_otherwise() -> None:
    club = Club(defaults={"ready-set-bet": {"pace_ms": 1500, "races": 2}})
    body = {"ruleset": "ready-set-bet", "options": {"races": 3}, "seats": [{}, {}]}
    game = club.manager.made(f"/nights/{club.night()}/games", body)
    assert (game["options"]["pace_ms"], game["options"]["races"]) == (1500, 3)


def test_the_same_member_sits_once() -> None:
    club = Club()
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann"})["id"]
    body = {"ruleset": "ready-set-bet", "seats": [{"member": ann}, {"member": ann}]}
    answer = club.manager.post(f"/nights/{club.night()}/games", body)
    assert (answer.status, answer.code) == (409, "member_already_seated")


def free_game(club: Club, seats: int = 2) -> Any:
    body = {"ruleset": "ready-set-bet", "seats": [{}] * seats}
    return club.manager.made(f"/nights/{club.night()}/games", body)


def test_whoever_has_the_code_sits_down_and_can_move() -> None:
    club = Club()
    game = free_game(club)
    joined = NOBODY.made(f"/join/{game['join_code'].lower()}", {"guest": "Ann"})
    assert joined["seat"] == 1 and joined["token"] == game["seats"][0]["token"]
    seen = Caller(joined["token"]).get(f"/games/{game['id']}").json
    assert names(seen) == ["Ann", None]
    blue = NOBODY.made(f"/join/{game['join_code']}", {"guest": "Bo", "colour": game["seats"][1]["colour"]})
    assert blue["seat"] == 2
    full = NOBODY.post(f"/join/{game['join_code']}", {"guest": "Cy"})
    assert (full.status, full.code) == (409, "game_full")
    taken = NOBODY.post(f"/join/{game['join_code']}", {"guest": "Cy", "colour": game["seats"][0]["colour"]})
    assert (taken.status, taken.code, taken.json["by"]) == (409, "seat_taken", 1)


def test_a_wrong_code_or_nobody_is_refused() -> None:
    game = free_game(Club())
    assert NOBODY.post("/join/22222222", {"guest": "Ann"}).code == "not_found"
    assert NOBODY.post(f"/join/{game['join_code']}", {}).code == "invalid"
    assert NOBODY.get(f"/join/{game['join_code']}").status == 405


def test_joining_twice_with_one_key_takes_one_seat() -> None:
    game = free_game(Club())
    path = f"/join/{game['join_code']}"
    first = NOBODY.post(path, {"guest": "Ann"}, Idempotency_Key="phone-1")
    NOBODY.made(path, {"guest": "Bo"})
    again = NOBODY.post(path, {"guest": "Ann"}, Idempotency_Key="phone-1")
    assert (again.status, again.json, again.headers["Idempotent-Replayed"]) == (201, first.json, "true")
    other = NOBODY.post(path, {"guest": "Cy"}, Idempotency_Key="phone-1")
    assert (other.status, other.code) == (422, "key_reused")


@pytest.mark.parametrize("other", [{"X_Forwarded_For": "192.0.2.8"}, {"User_Agent": "another phone"}], ids=str)
def test_strangers_with_the_same_key_don_t_get_each_other_s_seat(other: dict[str, str]) -> None:
    game = free_game(Club(), seats=3)
    path, mine = f"/join/{game['join_code']}", {"X_Forwarded_For": "192.0.2.7", "User_Agent": "a phone"}
    first = NOBODY.post(path, {"guest": "Ann"}, Idempotency_Key="1", **mine)
    second = NOBODY.post(path, {"guest": "Ann"}, Idempotency_Key="1", **{**mine, **other})
    assert (first.json["seat"], second.json["seat"]) == (1, 2)
    assert first.json["token"] != second.json["token"] and "Idempotent-Replayed" not in second.headers
    again = NOBODY.post(path, {"guest": "Ann"}, Idempotency_Key="1", **mine)
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")


def test_the_host_says_who_sits_where() -> None:
    club = Club()
    game = free_game(club)
    host = Caller(game["host_url"].rpartition("/")[2])
    seat = host.patch(f"/games/{game['id']}/seats/1", {"guest": "Ann"})
    assert (seat.status, seat.json["member"]["name"], seat.json["state"]) == (200, "Ann", "taken")
    up = host.patch(f"/games/{game['id']}/seats/1", {"reason": "gone home"}).json
    assert (up["member"], up["state"]) == (None, "free")
    assert host.patch(f"/games/{game['id']}/seats/9", {"guest": "Bo"}).code == "not_found"
    sitter = Caller(game["seats"][0]["token"])
    assert sitter.patch(f"/games/{game['id']}/seats/1", {"guest": "Bo"}).code == "wrong_scope"


def test_a_host_link_hosts_its_own_game_and_nothing_else() -> None:
    club = Club()
    night = club.night()
    mine, other = club.game(night, "Ann", "Bo"), club.game(night, "Cy", "Dee")
    host = Caller(mine["host_url"].rpartition("/")[2])
    assert host.post(f"/games/{mine['id']}/moves", {"type": "start_race"}).status == 201
    assert host.post(f"/games/{other['id']}/moves", {"type": "start_race"}).status in (403, 404)
    assert host.post(f"/nights/{night}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]}).code == "wrong_scope"
    assert host.post(f"{club.path}/nights", {"date": "2026-01-01"}).code == "wrong_scope"
    assert host.post(f"{club.path}/members", {"name": "X"}).code == "wrong_scope"


def test_a_seat_s_old_link_reads_nothing_any_more() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    old = Caller(game["seats"][0]["token"])
    assert old.get(club.path).status == 200
    club.manager.made(f"/games/{game['id']}/seats/1/link")
    assert old.get(f"/games/{game['id']}").code == "no_token"
    assert old.get(club.path).code == "no_token"


def test_a_state_from_before_a_backup_was_restored_is_forgotten() -> None:
    club = Club()
    game = UUID(club.game(club.night(), "Ann", "Bo")["id"])
    version, state = states.get(game) or (0, None)
    states.put(game, version + 5, state)  # five events that the restored database doesn't have
    first = club.manager.get(f"/games/{game}")
    assert (first.status, first.code) == (503, "unavailable")
    assert club.manager.get(f"/games/{game}").json["version"] == version
