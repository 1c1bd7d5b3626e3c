"""Pages for other people's frames, and ``/oembed`` that leads to them."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db
BET = {1: ("5", "win:7:1")}


def played(club: Club, **fields: Any) -> Any:
    game = club.game(club.night(), "Ann", "Bo", **fields)
    run_race(club.manager, game["id"], BET)
    return game


def oembed(path: str, query: str = "", origin: str | None = None) -> Any:
    return NOBODY.get(f"/oembed?url={quote((origin or settings.RAILBIRD_URL) + path, safe='')}{query}")


def framed(answer: Any) -> str:
    """The address in the frame of an oEmbed answer, without the server's own."""
    src = html.unescape(re.search(r'src="([^"]+)"', answer.json["html"])[1])  # type: ignore[index]
    assert src.startswith(settings.RAILBIRD_URL)
    return src.removeprefix(settings.RAILBIRD_URL)


def test_the_scoreboard_stands_in_any_frame_and_knows_no_cookie() -> None:
    club = Club(public=True)
    played(club, label="Table 2")
    page = Client().get(f"/embed/{club.slug}/scoreboard")
    text = page.content.decode()
    assert "Ann wins with $15." in text and "Table 2" in text and "League table" in text
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"] and "X-Frame-Options" not in page.headers
    assert page.headers["Access-Control-Allow-Origin"] == "*" and "Set-Cookie" not in page.headers
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "Cookie" not in page.headers.get("Vary", "")


def test_who_has_the_scoreboard_is_told_that_nothing_is_new() -> None:
    club = Club(public=True)
    address = f"/embed/{club.slug}/scoreboard"
    night = club.night()
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    tag = first.headers["ETag"].strip('"')
    assert f'data-tag="{tag}"' in first.content.decode()
    assert Client().get(f"{address}?known={tag}").status_code == 204  # for its own script
    club.game(night, "Ann", "Bo")
    assert b"Ann" in Client().get(f"{address}?known={tag}").content
    news = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert news.status_code == 200 and b"Ann" in news.content


def test_one_table_s_scoreboard_or_one_game_s() -> None:
    club = Club(public=True)
    night = club.night()
    one = club.game(night, "Ann", "Bo", label="Table 1")
    club.game(night, "Cilla", "Dag", label="Table 2")
    at = f"/embed/{club.slug}/scoreboard"
    for query, there, missing in (("label=Table+2", b"Cilla", b"Ann"), (f"game={one['id']}", b"Ann", b"Cilla")):
        content = Client().get(f"{at}?{query}").content
        assert there in content and missing not in content
    other = Club(public=True)
    assert Client().get(f"/embed/{other.slug}/scoreboard?game={one['id']}").status_code == 404
    assert Client().get(f"{at}?game=1").status_code == 404


@pytest.mark.parametrize("what", ["table", "scoreboard"])
def test_a_private_club_s_frames_take_a_key_and_give_it_to_nobody(what: str) -> None:
    club = Club()
    played(club)
    at = f"/embed/{club.slug}/{what}"
    assert Client().get(at).status_code == 404  # a stranger isn't even told that there is such a club
    key = club.token("read").token
    page = Client().get(f"{at}?key={key}")
    assert page.status_code == 200 and b"Ann" in page.content
    assert page.headers["Cache-Control"].startswith("private")
    assert page.headers["Referrer-Policy"] == "no-referrer" and key.encode() not in page.content  # type: ignore[union-attr]
    assert Client().get(f"{at}?key={club.token('host').token}").status_code == 401  # it may do more than read


def test_a_private_club_s_overlay_can_be_asked_from_every_origin_with_its_key() -> None:
    club = Club()
    game = played(club)["id"]
    key = club.token("read").token
    for path in (f"/g/{game}/now", f"/g/{game}/calls", f"/{club.slug}/screen/now"):
        assert Client().get(f"{path}?key={key}").headers["Access-Control-Allow-Origin"] == "*"
        assert Client().get(path).status_code in (401, 404)  # nothing is told to a stranger
    assert Client().get(f"/{club.slug}/overlay?key={key}").status_code == 200


@pytest.mark.parametrize(
    ("pasted", "shown"),
    [
        ("/{slug}", "/embed/{slug}/scoreboard"),
        ("/{slug}/tonight?label=Table+2", "/embed/{slug}/scoreboard?label=Table+2"),
        ("/{slug}/table", "/embed/{slug}/table"),
        ("/{slug}/seasons/{season}", "/embed/{slug}/table?season={season}"),
        ("/embed/{slug}/scoreboard?game={game}", "/embed/{slug}/scoreboard?game={game}"),
        ("/g/{game}", "/embed/{slug}/scoreboard?game={game}"),
        ("/g/{game}/screen?lang=sv", "/embed/{slug}/scoreboard?game={game}&lang=sv"),
        ("/{slug}/screen?label=Table+2", "/{slug}/overlay?label=Table+2"),
    ],
)
def test_a_pasted_address_becomes_a_frame_that_works(pasted: str, shown: str) -> None:
    club = Club(public=True)
    where = {"slug": club.slug, "season": club.season, "game": played(club, label="Table 2")["id"]}
    answer = oembed(pasted.format(**where))
    assert answer.status == 200, answer
    assert (answer.json["version"], answer.json["type"], answer.json["provider_name"]) == ("1.0", "rich", "Railbird")
    assert framed(answer) == shown.format(**where)
    page = Client().get(framed(answer))
    assert page.status_code == 200 and "X-Frame-Options" not in page.headers
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_a_frame_is_no_larger_than_asked_for() -> None:
    club = Club(public=True)
    answer = oembed(f"/{club.slug}/table", "&maxwidth=300&maxheight=200&format=json")
    assert (answer.json["width"], answer.json["height"]) == (300, 200)
    assert 'width="300" height="200"' in answer.json["html"] and "sandbox=" in answer.json["html"]
    assert oembed(f"/{club.slug}/table", "&maxwidth=5").code == "invalid"


def test_what_is_no_page_for_frames_is_not_found() -> None:
    club = Club(public=True)
    for path in ("/", "/connect", f"/{club.slug}/nothing/here", f"/{club.slug}/nights"):
        assert (oembed(path).status, oembed(path).code) == (404, "not_found"), path
    hidden = Club(public=False)
    game = hidden.game(hidden.night(), "Ann", "Bo")["id"]
    for path in ("/nobody-s/table", f"/{hidden.slug}/table", f"/g/{game}", f"/g/{uuid4()}"):  # all the same
        assert (oembed(path).status, oembed(path).code) == (401, "no_token"), path
    assert oembed(f"/{club.slug}", origin="https://elsewhere.example").status == 404
    assert NOBODY.get("/oembed").code == "invalid"


def test_a_private_club_s_address_needs_its_key_whoever_asks() -> None:
    club = Club()
    address = quote(f"{settings.RAILBIRD_URL}/{club.slug}/table", safe="")
    assert club.manager.get(f"/oembed?url={address}").status == 401  # his visitors would see nothing
    key = club.token("read").token
    assert framed(oembed(f"/{club.slug}/table?key={key}")) == f"/embed/{club.slug}/table?key={key}"
    assert oembed(f"/{club.slug}/table?key={club.token('manage').token}").status == 401


def test_pages_tell_where_their_frame_is_found() -> None:
    club = Club(public=True)
    game = played(club)["id"]
    for path in (f"/{club.slug}/table", f"/{club.slug}/tonight", f"/{club.slug}/screen", f"/g/{game}"):
        page = Client().get(path).content.decode()
        href = html.unescape(re.search(r'application/json\+oembed" href="([^"]+)"', page)[1])  # type: ignore[index]
        assert href.endswith("/api/v1/oembed?url=" + quote(f"http://testserver{path}", safe="")), href
