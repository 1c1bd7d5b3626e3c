"""Whatever is typed into a page's forms or its address: it is refused or taken, never a 500, and what is taken can be
audited. Pages, forms and fields are found, not listed: in the URLconf, the pages' markup, the views' sources.
"""

from __future__ import annotations

import importlib
import inspect
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from django.test import Client
from django.urls import resolve

from league import organisers
from ledger.audit import audit_club
from tests.league.addresses import filled
from tests.league.calling import Club, run_race
from tests.league.imports.calling import bgstats, play, taken

pytestmark = pytest.mark.django_db

VALUES = [
    *("a\x00b", "9" * 5000, "\u00b2", "1e999999999", "1e-999999999", "NaN", "9999-12-31", "2147483648"),
    *("[" * 20_000, "R\u00f6d och bl\u00e5", "x" * 70_000, "\ufffe", "{}"),
]
ASKED = re.compile(r"""GET(?:\.get\(|\[)"(\w+)"|"(\w+)" in request\.GET|version_in\(request, "(\w+)\"""")
OWN = {"csrfmiddlewaretoken"}


class Forms(HTMLParser):
    """The forms of a page that are sent: ``[(action, {field: values it has})]``; ``buttons``: one more form for each
    value that a button sends."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, list[str]], list[tuple[str, str]]]] = []
        self.inside = False
        self.select = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = has.get("method", "get").lower() == "post"
            if self.inside:
                self.found.append((has.get("action", ""), {}, []))
        elif self.inside and tag == "button" and "name" in has:
            self.found[-1][2].append((has["name"], has.get("value", "")))
        elif (
            self.inside and tag in ("input", "textarea", "select") and has.get("name", "csrfmiddlewaretoken") not in OWN
        ):
            self.select = has["name"] if tag == "select" else ""
            self.found[-1][1].setdefault(has["name"], []).append(has.get("value", ""))
        elif self.inside and tag == "option" and self.select and "selected" in has:
            self.found[-1][1][self.select] = [has.get("value", "")]

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


class Club2026:
    """One of everything that a page may be about, and the organiser's browser."""

    def __init__(self) -> None:
        self.club = club = Club(public=True)
        night = club.night("2026-03-14")
        self.sheet = club.manager.made(
            f"/nights/{night}/games",
            {
                "ruleset": "scoresheet",
                "title": "Azul",
                "seats": [{"guest": "Ann"}, {"guest": "Bo"}],
                "rows": [{"seat": 1, "score": 42}, {"seat": 2, "score": 37}],
            },
        )["id"]
        self.race = club.game(night, "Cy", "Dee")["id"]
        run_race(club.manager, self.race, {1: ("5", "win:7:1")})
        self.horses = club.game(night, *"CDEFG", ruleset="racehorse", options={"deals": 2})["id"]
        members = club.manager.get(f"{club.path}/members").json["results"]
        staged = taken(club, bgstats(play("A", "2026-01-10 20:15:00", "1", "2")))["id"]
        self.ids = {
            **{"slug": club.slug, "night": night, "which": night, "season": club.season, "member": members[0]["id"]},
            **{"id": staged, "ruleset": "ready-set-bet", "seat": "1", "code": "ABCDEF", "token": "rbj_x", "word": "w"},
        }
        self.browser = Client(raise_request_exception=False)
        self.browser.force_login(organisers.account())

    def pages(self, *games: str) -> list[str]:
        """The addresses of all pages, those of games for each of these."""
        found = [path for game in games for path in filled({**self.ids, "game": game, "at": "5"})]
        return [path for path in dict.fromkeys(found) if not path.startswith(("/api/", "/readyz"))]

    def asked(self, path: str, query: dict[str, str]) -> int:
        said = "&".join(f"{name}={quote(value)}" for name, value in query.items())
        return self.browser.get(f"{path}?{said}").status_code


@pytest.fixture
def club() -> Club2026:
    return Club2026()


def test_no_address_with_anything_in_its_query_is_a_500(club: Club2026) -> None:
    asked = {}
    for path in club.pages(club.race):
        view = inspect.unwrap(resolve(path).func)
        words = ASKED.findall(inspect.getsource(importlib.import_module(view.__module__)))
        for name in {each for found in words for each in found if each} or {"lang"}:
            for value in VALUES[:8]:
                asked[path, name, value[:12]] = club.asked(path, {name: value})
    assert {name for _, name, _ in asked} >= {"at", "since", "for", "as", "label", "lang", "key", "code", "after"}
    assert {where: status for where, status in asked.items() if status >= 500} == {}


def test_no_field_of_any_form_makes_a_500_and_all_that_was_taken_can_be_audited(club: Club2026) -> None:
    forms: dict[tuple[Any, ...], tuple[str, dict[str, list[str]]]] = {}
    for path in club.pages(club.sheet, club.race, club.horses):
        answer = club.browser.get(path)
        for action, fields, buttons in Forms(answer.content.decode(errors="replace")).found:
            to = path if action in ("", ".") else action
            for name, value in buttons or [("", "")]:
                sent = {**fields, **({name: [value]} if name else {})}
                forms.setdefault((resolve(to).route, value, *sorted(sent)), (to, sent))
    broken, taken_forms = {}, set()
    for to, fields in sorted(forms.values(), key=lambda form: (form[0].endswith("/settings"), form[0])):
        if to.startswith(("/signout", "/signin")):
            continue
        for name in fields:
            for value in VALUES:
                sent = {**fields, "reason": ["why"], **({} if name == "reason" else {"sure": ["on"]})}
                sent[name] = [value, *fields[name][1:]]
                answer = club.browser.post(to, sent)
                if answer.status_code >= 500:
                    broken[to, name, value[:12]] = answer.status_code
                elif answer.status_code < 400:
                    taken_forms.add(to.rpartition("/")[2])
    assert broken == {}
    assert len(forms) > 30 and taken_forms >= {"members", "manage"}
    assert audit_club(UUID(club.club.json["id"])).findings == []
