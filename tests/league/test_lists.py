"""Every list of the API is a page: ``{"next", "previous", "results"}``, with ``?limit=`` up to 500."""

from __future__ import annotations

from typing import Any, get_origin

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from ledger.http.endpoint import Endpoint
from ledger.http.operation import Operation
from tests.league.calling import Answer, Club, run_race
from tests.league.imports.calling import applied, bgstats, play

pytestmark = pytest.mark.django_db

WHOLE = {"Attendance", "Postings", "LegalMoves"}
"""Whose answer the contract writes as a plain list: what belongs to one night, one game, one moment."""


def reads() -> list[tuple[type[Endpoint], Operation]]:
    def views(patterns: Any) -> Any:
        for each in patterns:
            if isinstance(each, URLResolver):
                yield from views(each.url_patterns)
            elif isinstance(each, URLPattern):
                yield getattr(each.callback, "view_class", None)

    kinds = {view for view in views(get_resolver().url_patterns) if isinstance(view, type)}
    own = [view for view in kinds if issubclass(view, Endpoint) and hasattr(view, "get")]
    return [(view, view.get.operation) for view in own]  # type: ignore[attr-defined]


def test_no_read_answers_with_a_plain_list() -> None:
    found = reads()
    assert len(found) > 30
    plain = {view.__name__ for view, operation in found if get_origin(operation.answer) is list}
    assert plain == WHOLE


def test_a_member_s_results_come_in_pages_that_lead_to_one_another() -> None:
    club = Club()
    plays = [play(f"P{n}", f"2026-02-{n:02} 20:00:00", str(n), "1") for n in range(2, 9)]
    applied(club, bgstats(*plays))
    ada = next(each for each in club.manager.get(f"{club.path}/members").json["results"] if each["name"] == "Ada")
    path = f"/members/{ada['id']}/results"
    days: list[str] = []
    url: str | None = f"{path}?limit=3"
    while url is not None:
        page = club.manager.get(url.partition("/api/v1")[2] or url).json
        assert list(page) == ["next", "previous", "results"] and len(page["results"]) <= 3
        days += [each["date"] for each in page["results"]]
        url = page["next"]
    assert days == [f"2026-02-0{n}" for n in range(8, 1, -1)]
    spring = club.manager.get(f"{path}?from=2026-02-03&to=2026-02-04").json["results"]
    assert [each["date"] for each in spring] == ["2026-02-04", "2026-02-03"]
    for wrong in ("limit=501", "limit=0", "cursor=zzz", "from=soon"):
        assert club.manager.get(f"{path}?{wrong}").code == "invalid"


def ids(answer: Answer) -> list[str]:
    assert answer.status == 200, answer
    return [each["id"] for each in answer.json["results"]]


def test_games_are_found_by_member_title_ruleset_status_and_date() -> None:
    club = Club()
    march, april = club.night("2026-03-14"), club.night("2026-04-11")
    race = club.game(march, "Ann", "Bo")["id"]
    run_race(club.manager, race)
    sheet = {"ruleset": "scoresheet", "seats": [{"guest": "Ann"}, {"guest": "Cy"}]}
    rows = [{"seat": 1, "score": 9}, {"seat": 2, "score": 7}]
    azul = club.manager.made(f"/nights/{april}/games", {**sheet, "title": "Azul", "rows": rows})
    going = club.game(april, "Bo", "Cy")["id"]
    club.manager.done(f"/games/{race}/void", {"reason": "the wrong dice"})
    ann = azul["seats"][0]["member"]["id"]

    games = f"{club.path}/games"
    assert ids(club.manager.get(games)) == [going, azul["id"], race]
    assert ids(club.manager.get(f"{games}?member={ann}")) == [azul["id"], race]
    assert ids(club.manager.get(f"{games}?title=AZUL")) == [azul["id"]]
    assert ids(club.manager.get(f"{games}?ruleset=ready-set-bet")) == [going, race]
    assert ids(club.manager.get(f"{games}?status=void")) == [race]
    assert ids(club.manager.get(f"{games}?status=open")) == [going]
    assert ids(club.manager.get(f"{games}?from=2026-04-01&to=2026-04-11")) == [going, azul["id"]]
    assert ids(club.manager.get(f"{games}?to=2026-03-14&member={ann}")) == [race]
    assert ids(club.manager.get(f"/nights/{april}/games?status=finished")) == [azul["id"]]
    assert ids(club.manager.get(f"/nights/{april}/games?to=2026-04-10")) == []

    plays = club.manager.get(f"{club.path}/plays?title=azul&member={ann}&ruleset=scoresheet").json["results"]
    assert [(row["player"], row["score"]) for row in plays] == [("Ann", 9), ("Cy", 7)]
    assert club.manager.get(f"{club.path}/plays?ruleset=greyhounds").json["results"] == []
