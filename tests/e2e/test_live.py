"""Live streams: every event once and in order, whatever happens to the connection."""

from __future__ import annotations

import threading

import httpx
import pytest

from tests.e2e.night import Api, Club, Game, frames
from tests.serving import Served

pytestmark = pytest.mark.django_db


def read_until(game: Game, who: Api, after: int, last: int, headers: dict[str, str] | None = None) -> list[int]:
    """Versions as they come, until ``last``."""
    seen: list[int] = []
    with who.client.stream("GET", f"{game.path}/live", params={"after": after}, headers=headers or {}) as live:
        assert live.status_code == 200 and live.headers["Content-Type"].startswith("text/event-stream")
        for name, id, data in frames(live.iter_lines()):
            assert name == "message" and id == data["version"]
            seen.append(id)
            if id >= last:
                return seen
    raise AssertionError("the stream ended early")


def enter_rolls(game: Game, count: int, first: int = 1) -> None:
    """Dice that move nobody far: 2 … 12 in turn."""
    pairs = [[1, 1], [1, 3], [1, 4], [1, 5], [1, 6], [2, 6], [3, 6], [4, 6], [5, 6]]
    for n in range(first, first + count):
        answer = game.move(game.host, "roll", dice=pairs[n % len(pairs)], n=n)
        assert answer.status_code == 201, answer.text


def test_snapshot_then_live_gives_every_later_event_once_also_across_a_disconnect_and_under_writes(club: Club) -> None:
    game = club.open(seats=4, house="basic")
    game.start()
    snapshot = game.host.get(game.path).json()["version"]
    last = snapshot + 100
    writer = threading.Thread(target=enter_rolls, args=(game, 104))
    writer.start()
    first = read_until(game, game.seats[1], snapshot, snapshot + 30)
    # The phone comes back with the id it saw last; its address still says the old position.
    rest = read_until(game, game.seats[1], snapshot, last, {"Last-Event-ID": str(first[-1])})
    writer.join()
    assert first + rest == list(range(snapshot + 1, last + 1))


def test_many_listeners_get_the_same_bytes_as_the_events_page(club: Club) -> None:
    game = club.open(seats=4, house="basic")
    game.start()
    expected = game.events(game.seats[1])
    results: dict[int, list] = {}

    def listen(n: int) -> None:
        with game.seats[1].client.stream("GET", f"{game.path}/live", params={"after": 0}) as live:
            found = []
            for _, _, data in frames(live.iter_lines()):
                found.append(data)
                if len(found) == len(expected):
                    break
            results[n] = found

    threads = [threading.Thread(target=listen, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found == expected for found in results.values()) and len(results) == 6


def test_a_club_feed_has_every_cursor_once(club: Club) -> None:
    head = club.manager.get(f"/clubs/{club.slug}/events", limit=500).json()["results"][-1]["cursor"]
    game = club.open(seats=2, house="basic")
    game.start()
    seen, told = [], []
    with club.manager.client.stream("GET", f"/clubs/{club.slug}/live", params={"after": head}) as live:
        for name, id, data in frames(live.iter_lines()):
            assert data["club"] == club.id
            if name == "notice":
                assert id is None and data["cursor"] == (seen[-1] if seen else head) + 1
                told.append(data["notice"])
                continue
            assert name == "message" and id == data["cursor"]
            seen.append(id)
            if data["type"] == "race_started":
                break
    assert seen == list(range(head + 1, head + 1 + len(seen)))
    assert told == ["game_opened"]


def test_a_listener_that_knows_more_than_the_log_is_told_to_start_over(club: Club) -> None:
    game = club.open(seats=2)
    with game.host.client.stream("GET", f"{game.path}/live", params={"after": 999}) as live:
        assert next(frames(live.iter_lines())) == ("reset", None, {})


def test_a_replaced_link_ends_its_stream(club: Club) -> None:
    game = club.open(seats=2, house="basic")
    with game.seats[1].client.stream("GET", f"{game.path}/live", params={"after": 0}) as live:
        lines = frames(live.iter_lines())
        assert [next(lines)[1] for _ in range(2)] == [1, 2]
        assert game.host.post(f"{game.path}/seats/1/link").status_code == 201
        assert [name for name, _, _ in lines][-1] == "end"


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "99999999999999999999", "9" * 5000])
def test_a_position_that_is_none_is_refused(club: Club, after: str) -> None:
    game = club.open(seats=2)
    returning = game.host.client.get(f"{game.path}/live", headers={"Last-Event-ID": after})
    for answer in (game.host.get(f"{game.path}/live", after=after), returning):
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_live_with_a_read_only_key_in_the_address(club: Club, served: Served) -> None:
    game = club.open(seats=2)
    token = club.manager.made(f"/clubs/{club.slug}/tokens", {"name": "TV", "scopes": ["read"]})["token"]
    url = f"{served.url}/api/v1{game.path}/live"
    with httpx.stream("GET", url, params={"key": token, "after": 0}, timeout=10) as live:
        assert live.headers["Referrer-Policy"] == "no-referrer"
        assert next(frames(live.iter_lines()))[2]["type"] == "game_opened"
    assert httpx.get(url, params={"key": "rbc_wrong"}).status_code == 401
