"""The pages, as a browser without script gets them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league import organisers
from tests.league.calling import Caller, Club, organiser, run_race

pytestmark = pytest.mark.django_db
PAGES = Path(__file__).parents[2] / "league" / "templates" / "pages"


def text_of(client: Client, path: str, status: int = 200) -> str:
    """The page's text, without markup."""
    response = client.get(path)
    assert response.status_code == status, (path, response.status_code)
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


class Evening:
    """A public club with one night, on which Ann has won a race against Bo."""

    def __init__(self, **fields: Any) -> None:
        self.club = Club(**{"public": True, **fields})
        self.night = self.club.night(name="Derby night")
        self.game = self.club.game(self.night, "Ann", "Bo", label="Table 2")
        run_race(self.club.manager, self.game["id"], {1: ("5", "win:7:1")})


def test_a_visitor_finds_club_night_table_and_game() -> None:
    evening = Evening()
    slug, browser = evening.club.slug, Client()
    assert "Turf & Table" in text_of(browser, "/").replace("&amp;", "&")
    club = text_of(browser, f"/{slug}")
    assert "Tonight: Derby night 2026-03-14" in club and "2026-01-01 – 2026-12-31" in club
    tonight = text_of(browser, f"/{slug}/tonight")
    assert "Derby night" in tonight and "Table 2" in tonight and "Ann wins with $15." in tonight
    assert "1 Ann guest 10 1 1 $15 0 2 Bo guest 2 1 0 $0 8" in tonight
    assert "was there Ann, Bo" in tonight
    for path in (f"/{slug}/nights/2026-03-14", f"/{slug}/nights/{evening.night}"):
        assert text_of(browser, path) == tonight
    table = text_of(browser, f"/{slug}/table")
    assert "1 Ann guest Why? Ann 10 points: Placing 10. 1 result counts. 2026-03-14 : 10 , place 1" in table
    assert text_of(browser, f"/{slug}/seasons/{evening.club.season}") == table


def test_a_printed_table_carries_the_checkpoint_to_compare_it_with_later() -> None:
    evening = Evening()
    slug, club = evening.club.slug, evening.club
    assert "Checkpoint" not in text_of(Client(), f"/{slug}/table")
    club.manager.done(f"/nights/{evening.night}/close")
    (signed,) = club.manager.get(f"{club.path}/checkpoints").json["results"]
    digits = signed["root"].removeprefix("sha256:")
    root = " ".join(digits[n : n + 4] for n in range(0, 32, 4))
    key = " ".join(signed["key"][n : n + 4] for n in range(0, 16, 4))
    for path in (f"/{slug}/table", f"/{slug}/table?print", f"/{slug}/seasons/{club.season}?print"):
        page = text_of(Client(), path)
        assert f"Checkpoint {signed['cursor']}, signed 2" in page
        assert f"{root} by key {key}" in page
    (line,) = re.findall(r'<p class="dim" id="checkpoint">.*?</p>', Client().get(f"/{slug}/table").content.decode())
    assert "no-print" not in line
    whole = Client().get(re.findall(r'href="([^"]+)"', line)[0].replace("&amp;", "&")).json()
    assert whole["results"] == [signed]


def test_a_game_reads_as_a_story_with_names() -> None:
    evening = Evening()
    story = text_of(Client(), f"/g/{evening.game['id']}/history")
    for line in (
        "The game is open.",
        "Race 1: and they&#x27;re off!",
        "Ann puts 5 on 7 to win: pays 3 to 1, loses $4.",
        "3 + 4: horse 7 moves 1, to 1.",
        "Race 1 is over. Win: 7.",
        "Ann won $15, lost $0, and has $15.",
        "The game is over.",
    ):
        assert line in story, line


def test_an_event_that_no_sentence_tells_is_told_by_its_fields() -> None:
    from league.pages.sentences import line

    assert line({}, "card_played", {"seat": 2, "card": "TH", "left": ["AS", "9C"]}, {2: "Bo"}) == (
        "card played: seat 2, card 10♥, left AS, 9C"
    )


def test_a_private_club_is_for_those_who_signed_in_or_have_a_link() -> None:
    evening = Evening(public=False, locale="fr")  # its language gives nothing away either
    slug, game = evening.club.slug, evening.game["id"]
    for path in (f"/{slug}", f"/{slug}/tonight", f"/{slug}/table"):
        assert text_of(Client(), path, status=404) == text_of(Client(), "/no-such-club", status=404)
    told = text_of(Client(), f"/g/{game}", status=404)
    assert told == text_of(Client(), "/g/00000000-0000-0000-0000-000000000000", status=404)
    assert "open the link of your seat" in told and "Derby" not in told
    assert Client().get(f"/{slug}/screen/now").json()["code"] == "not_found"
    for path in (
        f"/embed/{slug}/table",
        f"/{slug}/screen",
        f"/{slug}/overlay",
        f"/g/{game}/screen",
        f"/g/{game}/audit",
    ):
        assert "Derby" not in text_of(Client(), path, status=404) and "Turf" not in text_of(Client(), path, status=404)
    read_only = evening.club.token("read").token
    assert "Derby night" in text_of(Client(), f"/{slug}/tonight?key={read_only}")
    assert Client().get(f"/{slug}/tonight?key=rbc_wrong").status_code == 401
    boss = Client()
    boss.force_login(organisers.account())
    assert "Derby night" in text_of(boss, f"/{slug}/tonight")
    stranger = Client()
    stranger.post(f"/j/{Evening(public=False).game['seats'][0]['token']}")
    assert stranger.get(f"/{slug}").status_code == 404


@pytest.mark.parametrize("path", ["/no-such-club", "/no-such-club/table", "/g/00000000-0000-0000-0000-000000000000"])
def test_what_does_not_exist_is_not_found(path: str) -> None:
    assert "Not found" in text_of(Client(), path, status=404)


def test_a_page_lets_in_no_script_but_ours() -> None:
    evening = Evening()
    for path in ("/", f"/{evening.club.slug}/tonight", f"/g/{evening.game['id']}", "/no-such-club", "/signin"):
        response = Client().get(path)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self';" in policy and "unsafe" not in policy
        assert response.headers["X-Frame-Options"] == "DENY"
    for template in PAGES.glob("*.html"):
        markup = template.read_text()
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|https?://", markup), template.name


def free_game(club: Club) -> Any:
    return club.manager.made(f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]})


def csrf_of(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def test_a_phone_joins_by_the_code_and_is_known_from_then_on() -> None:
    club = Club()
    game = free_game(club)
    phone = Client(enforce_csrf_checks=True)
    path = f"/j/{game['join_code']}"
    page = phone.get(path).content.decode()
    assert "Seat 1: free" in page and "Your name" in page
    assert club.manager.get(f"/games/{game['id']}").json["version"] == game["version"]  # looking changes nothing
    assert phone.post(path, {"name": "Ann"}).status_code == 403
    form = {"name": "Ann", "seat": "2", "csrfmiddlewaretoken": csrf_of(page)}
    answer = phone.post(path, form, headers={"Origin": "http://testserver"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/g/{game['id']}")
    cookie = next(morsel for name, morsel in answer.cookies.items() if name.endswith("_seat"))
    assert cookie.value == game["seats"][1]["token"]
    assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", False)
    assert "2 Ann" in text_of(phone, f"/g/{game['id']}")
    me = phone.get("/api/v1/me").json()
    assert (me["kind"], me["seat"]) == ("seat", 2)
    move = '{"type": "add_salt", "salt": "ab"}'
    forged = phone.post(f"/api/v1/games/{game['id']}/moves", move, content_type="application/json")
    assert forged.status_code in (401, 404)  # the cookie moves nothing: another site could send it along


def test_the_form_says_what_is_wrong() -> None:
    club = Club()
    game = free_game(club)
    path = f"/j/{game['join_code']}"
    assert "Type your name" in Client().post(path, {"name": "  "}).content.decode()
    assert Client().post(path, {"name": "x" * 81}).status_code == 400
    assert Client().post(path, {"name": "Ann", "seat": "many"}).status_code == 400
    assert Client().post(path, {"name": "Ann", "seat": "7"}).status_code == 404
    assert Client().post(path, {"name": "Ann", "seat": "1"}).status_code == 302
    taken = Client().post(path, {"name": "Bo", "seat": "1"})
    assert taken.status_code == 409 and "Somebody sits there already." in taken.content.decode()
    assert Client().post(path, {"name": "Bo\0"}).status_code == 400
    assert Client().get("/j/NOSUCHXX").status_code == 404
    assert Client().get("/j/%00").status_code == 404


def test_a_member_chooses_his_name_and_a_seat_s_own_link_needs_no_choice() -> None:
    club = Club()
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann Archer", "publish": "initials"})["id"]
    club.manager.made(f"{club.path}/members", {"name": "Bo Hidden", "publish": "none"})
    game = free_game(club)
    path = f"/j/{game['seats'][1]['token']}"
    page = Client().get(path).content.decode()
    assert "A. A." in page and "Sit down on seat 2" in page and "Hidden" not in page
    phone = Client()
    assert phone.post(path, {"member": ann}).status_code == 302
    seats = club.manager.get(f"/games/{game['id']}").json["seats"]
    assert [seat["member"] and seat["member"]["id"] for seat in seats] == [None, ann]
    assert "Go on as A. A." in Client().get(path).content.decode()
    assert Client().post(path).status_code == 302


def test_a_replaced_link_is_dead_on_the_page_too() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    path = f"/j/{game['seats'][0]['token']}"
    assert Client().get(path).status_code == 200
    club.manager.made(f"/games/{game['id']}/seats/1/link")
    assert "The host has made a new link for this seat" in text_of(Client(), path, status=401)
    assert Client().post(path).status_code == 401


def test_the_host_s_link_makes_a_host() -> None:
    club = Club()
    game = free_game(club)
    phone, path = Client(), f"/j/{game['host_url'].rpartition('/')[2]}"
    assert "Host this game" in text_of(phone, path)
    assert phone.post(path).status_code == 302
    assert phone.get("/api/v1/me").json()["kind"] == "host_link"


def test_an_organiser_signs_in_once_by_the_link_and_then_by_password() -> None:
    user = organisers.account("vera")
    path = f"/signin/{organisers.issue_link(user)}"
    browser = Client()
    assert "Choose a password" in text_of(browser, path)
    assert browser.post(path, {"new_password1": "short", "new_password2": "short"}).status_code == 200
    good = {"new_password1": "hoofbeats-at-dawn", "new_password2": "hoofbeats-at-dawn"}
    assert browser.post(path, good).headers["Location"] == "/"
    assert "Signed in as vera" in text_of(browser, "/")
    assert "has been used" in text_of(Client(), path, status=404)
    other = Client()
    assert other.post("/signin", {"username": "vera", "password": "hoofbeats-at-dawn"}).headers["Location"] == "/"
    assert browser.post("/signout").headers["Location"] == "/"
    assert "Sign in as organiser" in text_of(browser, "/")


def test_a_form_s_page_tells_its_origin_to_our_own_server() -> None:
    """Under ``no-referrer`` a browser sends ``Origin: null`` with a form, which no CSRF check lets through."""
    game = free_game(Club())
    for path in (f"/j/{game['join_code']}", "/signin", "/"):
        assert '<meta name="referrer" content="same-origin">' in Client().get(path).content.decode()


def test_signing_in_reads_every_club_but_the_session_writes_nothing_over_the_api() -> None:
    club = Club()
    boss = Client()
    boss.force_login(organisers.account())
    assert boss.get(f"/api/v1{club.path}").status_code == 200
    answer = boss.post(f"/api/v1{club.path}/members", '{"name": "X"}', content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_token")
    assert Caller(organiser().token).get(club.path).status == 200
