"""Our pages in frames of another website: of its origin, and of none at all (a sandboxed frame's is ``null``)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.e2e.lan import MARKS, PLAIN, open_game
from tests.e2e.night import Club
from tests.e2e.phones import Room
from tests.instance import Up

pytestmark = [*MARKS]
SANDBOXES = {"another origin": "", "no origin": 'sandbox="allow-scripts"'}
STORAGE = """
    (() => { const found = { origin: self.origin, cookie: null, kept: null };
      try { found.cookie = document.cookie; } catch (error) { found.cookie = error.name; }
      try { found.kept = localStorage.length + sessionStorage.length; } catch (error) { found.kept = error.name; }
      return found; })()
"""


@pytest.fixture
def club(up: Up, address: str) -> Club:
    return Club(address, (up.data / "organiser-token").read_text().strip(), public=True)


class Website:
    """Somebody else's: one page, whatever is put into it. Notes what its visitors' browsers ask of it."""

    def __init__(self) -> None:
        self.page = ""
        self.referrers: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.referrers.append(self.headers.get("Referer"))
                body = f"<!DOCTYPE html><title>A club's website</title><body>{outer.page}".encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def frame(self, address: str, attributes: str = "", width: int = 800, height: int = 600) -> None:
        self.page = f'<iframe src="{address}" width="{width}" height="{height}" {attributes}></iframe>'


@pytest.fixture
def website() -> Iterator[Website]:
    served = Website()
    yield served
    served.server.shutdown()


def inside(people: Room, website: Website, width: int = 1000) -> tuple[Any, Any]:
    """→ (the website's page, our page in its frame)."""
    page = people.open(website.url, (width, 800))
    return page, page.frames[1]


@pytest.mark.parametrize("sandbox", SANDBOXES.values(), ids=SANDBOXES)
def test_a_framed_scoreboard_keeps_itself_up_to_date(sandbox: str, club: Club, people: Room, website: Website) -> None:
    game = open_game(club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    website.frame(f"{club.url}/embed/{club.slug}/scoreboard", sandbox)
    page, frame = inside(people, website)
    frame.locator(".scores li", has_text="Ann").wait_for()
    with page.expect_response(lambda answer: "/scoreboard?" in answer.url) as told:
        pass
    assert told.value.status == 204  # nothing has happened
    game.start()
    for n in range(1, 16):
        game.move(game.host, "roll", dice=[3, 4], n=n)
    frame.locator(".headline", has_text="share the win").wait_for()
    found = frame.evaluate(STORAGE)
    assert found["cookie"] in ("", "SecurityError") and found["kept"] in (0, "SecurityError")
    assert (found["origin"] == "null") == bool(sandbox)


@pytest.mark.parametrize("sandbox", SANDBOXES.values(), ids=SANDBOXES)
def test_a_framed_table_and_a_framed_overlay(sandbox: str, club: Club, people: Room, website: Website) -> None:
    game = open_game(club, "Ann", "Bo", house="basic", races=2, **PLAIN)
    website.frame(f"{club.url}/embed/{club.slug}/table", sandbox)
    _, table = inside(people, website)
    assert "Turf" in table.inner_text("h1")
    website.frame(f"{club.url}/{club.slug}/overlay", sandbox, 960, 540)
    _, overlay = inside(people, website)
    overlay.locator("body.alive").wait_for()
    game.start()
    game.move(game.host, "roll", dice=[1, 1], n=1)
    overlay.locator("#call", has_text="2:").wait_for()  # by its stream and by what it asks
    assert overlay.locator("#banner").is_hidden()
    found = overlay.evaluate(STORAGE)
    assert found["cookie"] in ("", "SecurityError") and found["kept"] in (0, "SecurityError")


@pytest.mark.parametrize("sandbox", SANDBOXES.values(), ids=SANDBOXES)
def test_a_private_club_s_frames_work_by_their_key_and_tell_it_to_nobody(
    sandbox: str, up: Up, address: str, people: Room, website: Website
) -> None:
    club = Club(address, (up.data / "organiser-token").read_text().strip(), public=False)
    game = open_game(club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    key = club.manager.made(f"/clubs/{club.slug}/tokens", {"name": "our website", "scopes": ["read"]})["token"]
    asked: list[Any] = []
    for path in (f"embed/{club.slug}/scoreboard", f"{club.slug}/overlay"):
        website.frame(f"{club.url}/{path}?key={key}", sandbox)
        page, frame = inside(people, website)
        page.on("request", lambda request: asked.append(request))
        frame.locator("tr, .scores li", has_text="Ann").first.wait_for()
        if "overlay" in path:
            frame.locator("body.alive").wait_for()
            game.start()
            game.move(game.host, "roll", dice=[1, 1], n=1)
            frame.locator("#call", has_text="2:").wait_for()
    assert all(key not in (each.all_headers().get("referer") or "") for each in asked)
    assert not any(each and key in each for each in website.referrers)
    logs = "".join(file.read_text(errors="replace") for file in (up.data / "logs").rglob("*") if file.is_file())
    assert key not in logs and key not in up.output


def test_no_other_page_may_be_framed(club: Club, people: Room, website: Website) -> None:
    game = open_game(club, "Ann", "Bo", **PLAIN)
    for path in (f"/g/{game.id}", f"/{club.slug}/screen", f"/{club.slug}", "/connect"):
        website.frame(f"{club.url}{path}")
        page = people.open(website.url)
        page.frames[1].wait_for_url("chrome-error://**")
    people.wrong.clear()  # each refusal is an error in the console, as it should be


@pytest.mark.parametrize("width", [300, 800])
@pytest.mark.parametrize("what", ["table", "scoreboard"])
def test_a_frame_of_any_width_is_filled_and_not_overfilled(
    width: int, what: str, club: Club, people: Room, website: Website
) -> None:
    game = open_game(club, "Ann", "Bo with a name of some length", house="basic", races=1, **PLAIN)
    game.start()
    for n in range(1, 16):
        game.move(game.host, "roll", dice=[3, 4], n=n)
    website.frame(f"{club.url}/embed/{club.slug}/{what}", "", width)
    page, frame = inside(people, website)
    frame.locator("text=Bo with a name").first.wait_for()
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("iframe").screenshot(path=f"var/shots/embed-{what}-{width}.png")


def test_an_overlay_in_the_organiser_s_own_browser_is_still_nobody_s(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    host = people.seat(game.opened["host_url"])  # this browser holds the host's cookie
    sent: list[Any] = []
    host.on("request", lambda request: sent.append(request))
    host.goto(f"{club.url}/{club.slug}/overlay")
    host.locator("body.alive").wait_for()
    game.start()
    game.move(game.host, "roll", dice=[1, 1], n=1)
    host.locator("#call", has_text="2:").wait_for()
    assert host.locator("#banner").is_hidden()
    asked = [each for each in sent if "/now" in each.url or "/calls?" in each.url]
    assert asked and all("cookie" not in each.all_headers() for each in asked)
