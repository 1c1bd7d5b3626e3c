"""A private club and one that isn't there are the same to whoever isn't of the club."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from tests.league.calling import NOBODY, Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def private() -> Club:
    return Club(public=False)


def test_programs(private: Club) -> None:
    night = private.night()
    game = private.game(night, "Ann", "Bo")
    other = Club(public=False).token("read")
    paths = [
        f"{private.path}{more}" for more in ("", "/members", "/keys", "/checkpoints", "/nights", "/events", "/games")
    ]
    paths += [f"/nights/{night}", f"/nights/{night}/games", f"/seasons/{private.season}/table"]
    paths += [
        f"/games/{game['id']}{more}" for more in ("", "/scoreboard", "/events", "/moves", "/audit", "/legal-moves")
    ]
    for path in paths:
        none = path.replace(private.slug, "nosuch")
        for id in (night, private.season, game["id"]):
            none = none.replace(id, str(uuid4()))
        for caller, expected in ((NOBODY, (401, "no_token")), (other, (404, "not_found"))):
            there, missing = caller.get(path), caller.get(none)
            assert (there.status, there.code) == (missing.status, missing.code) == expected, path
            assert there.json["detail"] == missing.json["detail"], path
            assert there.headers.get("Access-Control-Allow-Origin") == missing.headers.get(
                "Access-Control-Allow-Origin"
            ), path
        for method in ("POST", "PATCH"):
            there, missing = NOBODY.send(method, path, {}), NOBODY.send(method, none, {})
            assert (there.status, there.json["code"]) == (missing.status, missing.json["code"]), (method, path)


def test_pages_their_forms_and_their_scripts(private: Club) -> None:
    game = private.game(private.night(), "Ann", "Bo")
    slugs = (
        "",
        "/table",
        "/tonight",
        "/sit",
        "/screen",
        "/screen/now",
        "/members",
        "/decks/ready-set-bet",
        "/settings",
    )
    pages = [f"/{private.slug}{more}" for more in slugs]
    pages += [
        f"/g/{game['id']}{more}"
        for more in ("", "/now", "/history", "/audit", "/screen", "/seats", "/mend/3", "/rewind")
    ]
    words = re.compile(rf"{private.slug}|nosuch|{game['id']}|[0-9a-f]{{8}}-[0-9a-f-]{{27}}|value=\"[A-Za-z0-9]{{64}}\"")
    for path in pages:
        none = path.replace(private.slug, "nosuch").replace(game["id"], str(uuid4()))
        for method in ("GET", "POST"):
            there, missing = (Client().generic(method, each) for each in (path, none))
            assert there.status_code == missing.status_code, (method, path)
            assert there.status_code in (404, 405), (method, path)
            if there.status_code == 404 and "json" not in there.headers["Content-Type"]:
                assert words.sub("", there.content.decode()) == words.sub("", missing.content.decode()), (method, path)
