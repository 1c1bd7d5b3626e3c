"""Closing a night by its button: what still runs is named first, it can be played on, and reopening is near."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.league.test_managing_pages import Office

pytestmark = pytest.mark.django_db


def status(office: Office, night: str) -> str:
    return str(office.club.manager.get(f"/nights/{night}").json["status"])


def test_closing_names_the_games_that_are_not_over_and_asks() -> None:
    office = Office()
    night = office.club.night()
    game = office.club.game(night, "Ann", "Bo", label="Table 7")["id"]
    office.club.manager.made(f"/games/{game}/moves", {"type": "start_race", "race": 1})
    asked = office.send(f"/nights/{night}/close", 200)
    assert "1 game of this night isn’t over: Ready Set Bet, Table 7" in asked and "Close it all the same" in asked
    assert status(office, night) == "open"
    assert office.send(f"/nights/{night}/manage", do="close") == f"{office.at}/nights/{night}/close"
    assert status(office, night) == "open"
    office.send(f"/nights/{night}/close", sure="on")
    assert status(office, night) == "closed"
    assert "Still being played: Ready Set Bet, Table 7" in office.read("")
    assert "Reopen" in office.read(f"/nights/{night}")
    office.send(f"/nights/{night}/manage", do="reopen", reason="we play on")
    assert status(office, night) == "open" and "Still being played" not in office.read("")


def test_a_night_on_which_all_is_over_closes_at_once() -> None:
    office = Office()
    night = office.club.night()
    assert office.send(f"/nights/{night}/close") == f"{office.at}/nights/{night}"
    assert office.club.manager.get(f"/nights/{night}").json["status"] == "closed"


def test_the_api_closes_unasked_as_its_contract_says() -> None:
    office = Office()
    night = office.club.night()
    office.club.game(night, "Ann", "Bo")
    office.club.manager.done(f"/nights/{night}/close", {})
    assert office.club.manager.get(f"/nights/{night}").json["status"] == "closed"


def test_strangers_neither_ask_nor_close() -> None:
    office = Office()
    night = office.club.night()
    assert Client().get(f"{office.at}/nights/{night}/close").status_code == 401
    assert Client().post(f"{office.at}/nights/{night}/close", {"sure": "on"}).status_code == 401
