"""The page on which an organiser types in the club's own deck."""

from __future__ import annotations

import pytest
from django.test import Client

from league import organisers
from tests.league.calling import Club
from tests.races.test_own_deck import TOML

pytestmark = pytest.mark.django_db


def test_a_deck_is_looked_at_then_played_with() -> None:
    club, boss = Club(), Client()
    boss.force_login(organisers.account())
    slug = club.path.rsplit("/", 1)[1]
    path = f"/{slug}/decks/ready-set-bet"
    looked = boss.post(path, {"deck": TOML}).content.decode()
    assert "Lucky Sevens" in looked and "Play with it from now on" in looked
    assert "vip_deck" not in str(club.manager.get(club.path).json["defaults"])
    used = boss.post(path, {"deck": TOML, "use": "1"}).content.decode()
    assert "From now on" in used
    assert club.manager.get(club.path).json["defaults"]["ready-set-bet"]["vip_deck"]["name"] == "Our box"
    assert "Our box" in boss.get(path).content.decode()


def test_a_wrong_deck_names_the_card_and_is_not_kept() -> None:
    club, boss = Club(), Client()
    boss.force_login(organisers.account())
    slug = club.path.rsplit("/", 1)[1]
    wrong = TOML.replace("totals = [7]", "totals = [77]")
    page = boss.post(f"/{slug}/decks/ready-set-bet", {"deck": wrong, "use": "1"}).content.decode()
    assert "card 1 (Lucky Sevens)" in page
    assert club.manager.get(club.path).json["defaults"] == {}


def test_a_stranger_types_in_nothing() -> None:
    slug = Club().path.rsplit("/", 1)[1]
    assert Client().get(f"/{slug}/decks/ready-set-bet").status_code == 404


def test_the_api_takes_toml_and_json() -> None:
    club = Club()
    token = {"Authorization": f"Bearer {club.manager.token}"}
    path = "/api/v1/rulesets/ready-set-bet/deck-check"
    for body, kind in ((TOML, "application/toml"), ('{"cards": 7}', "application/json")):
        answer = Client().generic("POST", path, body, content_type=kind, headers=token)
        assert answer.status_code == 200, answer.content
    assert Client().generic("POST", path, TOML, content_type="text/csv", headers=token).status_code == 415
    assert Client().generic("POST", path, b"\xff", content_type="application/toml", headers=token).status_code == 400
