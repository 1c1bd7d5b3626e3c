"""Pages in the viewer's language: what decides it, and that what people read is in it."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from league import organisers
from league.pages import cards, refusals, sentences, tables, words
from league.scoring.presets import PRESETS
from ledger.errors import Refused
from races.rules import registry
from races.rules.ready_set_bet import vips
from races.rules.ready_set_bet.edition import LATEST
from tests.league.calling import Club, run_race
from tests.league.test_pages import csrf_of

pytestmark = pytest.mark.django_db


def get(path: str, client: Client | None = None, **headers: str) -> Any:
    response = (client or Client()).get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    assert response.status_code == 200, (path, response.status_code)
    return response


def language_of(response: Any) -> str:
    """By the page's ``lang``; the header must say the same."""
    found = re.search(r'<html lang="(\w+)">', response.content.decode())
    assert found and response.headers["Content-Language"] == found[1]
    return found[1]


def text_of(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("sl", "sl"),
        ("sv-FI,sv;q=0.9,en;q=0.5", "sv"),
        ("de,fr;q=0.8,en;q=0.7", "fr"),
        ("en-GB", "en"),
        ("de-AT,de", "ro"),  # none of ours: as the club speaks
        ("", "ro"),
    ],
)
def test_a_page_speaks_what_the_browser_asks_for_else_as_the_club(accept: str, expected: str) -> None:
    club = Club(public=True, locale="ro-RO")
    answer = get(f"/{club.slug}", accept_language=accept)
    assert language_of(answer) == expected
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_the_viewer_s_choice_is_kept_and_goes_before_the_browser_s() -> None:
    club = Club(public=True)
    phone = Client()
    page = f"/{club.slug}?from=2026-01-01&lang=fr"
    assert 'name="language" value="sl" lang="sl"' in get(page, phone).content.decode()
    chosen = phone.post("/new/language", {"language": "sl", "next": page})
    assert (chosen.status_code, chosen.headers["Location"]) == (302, f"/{club.slug}?from=2026-01-01")
    cookie = chosen.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["max-age"], cookie["secure"]) == ("sl", 31_536_000, False)
    assert language_of(get(f"/{club.slug}", phone, accept_language="sv")) == "sl"
    assert 'value="sl" lang="sl" aria-current="true">Slovenščina' in get(f"/{club.slug}", phone).content.decode()
    assert language_of(get(f"/{club.slug}?lang=ro", phone)) == "ro"  # the address goes before the choice


@pytest.mark.parametrize("path", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_the_chooser_leads_nowhere_else(path: str) -> None:
    answer = Client().post("/new/language", {"language": "xx", "next": path})
    assert (answer.headers["Location"], len(answer.cookies)) == ("/", 0)


def test_what_many_look_at_speaks_the_club_s_language_whoever_opens_it() -> None:
    club = Club(public=True, locale="sv")
    night = club.night()
    game = club.game(night, "Ann", "Bo")["id"]
    phone = Client()
    phone.post("/new/language", {"language": "fr"})
    for path in (f"/g/{game}/screen", f"/{club.slug}/screen", f"/{club.slug}/overlay", f"/embed/{club.slug}/table"):
        answer = get(path, phone, accept_language="sl")
        assert language_of(answer) == "sv", path
        assert "Accept-Language" not in answer.headers.get("Vary", "")  # one answer for all: the address says it
        assert language_of(get(f"{path}?lang=sl", phone)) == "sl", path


def test_the_api_speaks_english_to_everybody() -> None:
    club = Club(public=True, locale="sl")
    game = club.game(club.night(), "Ann", "Bo")["id"]
    plain = Client().get(f"/api/v1/games/{game}/scoreboard")
    asked = Client().get(f"/api/v1/games/{game}/scoreboard", headers={"Accept-Language": "sl"})
    assert plain.json()["headline"] == asked.json()["headline"] == "Race 1 of 1 is about to start."
    assert plain.headers["ETag"] == asked.headers["ETag"] and "Content-Language" not in asked.headers


@pytest.mark.parametrize(
    ("language", "headline", "off", "title"),
    [
        ("sv", "Ann vinner med $15.", "Lopp 1: och de är iväg!", "Ställning"),
        ("ro", "Ann câștigă cu $15.", "Cursa 1: și au pornit!", "Clasament"),
        ("sl", "Ann zmaga s stanjem $15.", "Dirka 1: in že dirjajo!", "Vrstni red"),
        ("fr", "Ann gagne avec $15.", "Course 1\u00a0: et c’est parti\u00a0!", "Score"),
    ],
)
def test_a_game_is_told_in_the_viewer_s_language(language: str, headline: str, off: str, title: str) -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")["id"]
    run_race(club.manager, game, {1: ("5", "win:7:1")})
    page = get(f"/g/{game}", accept_language=language).content.decode()
    assert headline in page and title in page
    assert off in get(f"/g/{game}/history", accept_language=language).content.decode()
    now = json.loads(re.search(r'id="fixed"[^>]*>(.*?)</script>', page)[1])["now_at"]  # type: ignore[index]
    assert get(now).json()["headline"] == headline  # what the script asks for stays in the page's language


def test_a_script_gets_its_texts_in_the_page_s_language() -> None:
    club = Club(public=True)
    page = get(f"/g/{club.game(club.night(), 'Ann', 'Bo')['id']}", accept_language="sl").content.decode()
    texts = json.loads(re.search(r'id="texts"[^>]*>(.*?)</script>', page)[1])  # type: ignore[index]
    assert (texts["language"], texts["plurals"]) == ("sl", ["one", "two", "few", "other"])
    assert texts["texts"]["Tap a marker, then a spot."] == "Tapni žeton, nato polje."
    leads = texts["texts"]["Race {race} of {races}: {horses} leads on {position}."]
    assert [form.split("{horses} ")[1].split()[0] for form in leads] == ["vodi", "vodita", "vodijo", "vodijo"]


def test_a_refusal_on_a_phone_is_in_its_language_and_keeps_its_code() -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")
    phone = Client(enforce_csrf_checks=True)
    page = phone.get(f"/j/{game['seats'][0]['join_url'].rpartition('/')[2]}", headers={"Accept-Language": "sl"})
    path = f"/j/{game['seats'][0]['join_url'].rpartition('/')[2]}"
    phone.post(path, {"csrfmiddlewaretoken": csrf_of(page.content.decode())}, headers={"Origin": "http://testserver"})
    fixed = get(f"/g/{game['id']}", phone, accept_language="sl").content.decode()
    token = json.loads(re.search(r'id="fixed"[^>]*>(.*?)</script>', fixed)[1])["token"]  # type: ignore[index]
    move = json.dumps({"type": "place_bet", "race": 1, "marker": "5", "spot": "win:7:1"})
    for language, sentence in (("sl", "Trenutno ne teče nič."), ("en", "No race is running.")):
        answer = phone.post(
            f"/g/{game['id']}/moves",
            move,
            content_type="application/json",
            headers={"X-CSRFToken": token, "Origin": "http://testserver", "Accept-Language": language},
        )
        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (409, "not_running", sentence)


def test_a_page_s_own_refusal_is_not_replaced_by_its_code_s() -> None:
    club = Club(public=True)
    game = club.manager.made(f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]})
    answer = Client().post(f"/j/{game['join_code']}", {}, headers={"Accept-Language": "fr"})
    assert "Tape ton nom, ou choisis-le dans la liste." in text_of(answer)
    lost = Client().get(f"/{club.slug}/nights/2020-01-01", headers={"Accept-Language": "sv"})
    assert "Den kvällen finns inte." in text_of(lost)


def test_the_sentences_that_are_translated_are_those_of_the_rules() -> None:
    """Else a changed word would silently be said by its code only."""
    from deploy.catalogues import ROOT

    sources = [file.read_text() for package in ("races", "league") for file in (ROOT / package).rglob("*.py")]
    rules = "\n".join(text for text in sources if "Sentences of rules and services" not in text)
    missing = [text for text in refusals.SENTENCES if text.removesuffix(".") not in rules]
    assert missing == []


def test_every_code_that_a_page_can_meet_has_a_sentence() -> None:
    from races.refusals import MOVES, SEATS

    assert {*MOVES, *SEATS} - set(refusals.BY_CODE) == set()
    with translation.override("sl"):
        assert refusals.sentence(Refused("spot_taken", "Seat 2 was faster.", by=2)) == (
            "Prepozno, polje je zasedeno: Sedež 2."
        )
        assert refusals.sentence(Refused("unheard_of", "Nobody knows why.")) == "Nobody knows why."


def test_names_of_things_follow_the_language() -> None:
    with translation.override("sl"):
        assert [words.spot("win:7:1"), words.spot("exotic:photo-finish:1"), words.prop("7>blue")] == [
            "7 zmaga",
            "Fotofiniš",
            "7 pred vsemi modrimi konji",
        ]
        assert [words.marker("black-7"), words.marker("house-3"), words.seat(2)] == ["črn 7", "Žeton Hiše 3", "Sedež 2"]
        assert tables.why_not("Needs 3 games, has 1.") == "Potrebne so 3 igre, ima jih 1."
        assert tables.rule("head_to_head") == "medsebojne igre"


def test_every_preset_is_named_in_every_language() -> None:
    assert {scheme.name for scheme in PRESETS.values()} == set(tables.SCHEMES)


def test_every_card_of_the_house_deck_says_what_it_does_in_every_language() -> None:
    for language, _ in settings.LANGUAGES[1:]:
        with translation.override(language):
            told = [cards.does(vips.describe(card)) for card in LATEST.edition.vips.cards]
        assert not {vips.describe(card) for card in LATEST.edition.vips.cards} & set(told), language


@pytest.mark.parametrize("key", sorted(registry.RULESETS))
def test_every_line_of_every_game_can_be_told_in_every_language(key: str) -> None:
    ruleset = registry.latest(key)
    english = sentences.of_game(ruleset)
    for language, _ in settings.LANGUAGES[1:]:
        with translation.override(language):
            told = sentences.of_game(ruleset)
        for type, several in english.items():
            for one, other in zip(several, told[type], strict=True):
                assert one["text"] != other["text"] and one["when"] == other["when"], (language, one["text"])


def test_a_new_club_speaks_the_language_it_was_made_in() -> None:
    browser = Client()
    browser.force_login(organisers.account())
    slug = f"klub-{uuid4().hex[:8]}"
    browser.post("/new/club", {"name": "Klub", "slug": slug, "public": "on"}, headers={"Accept-Language": "sl"})
    assert language_of(get(f"/{slug}", accept_language="de")) == "sl"
