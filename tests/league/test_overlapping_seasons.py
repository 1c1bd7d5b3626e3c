"""Two seasons that share days: nobody is locked out, and everything speaks of one and the same of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.calling import run_race
from tests.league.test_managing_pages import Office

pytestmark = pytest.mark.django_db
AUTUMN = {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-12-31"}


def season(office: Office, **fields: str) -> str:
    return str(office.club.manager.made(f"{office.club.path}/seasons", {**AUTUMN, **fields})["id"])


def markup(office: Office, path: str = "") -> str:
    return office.browser.get(office.at + path).content.decode()


def options(markup: str, name: str) -> list[str]:
    """The words of the page's last chooser of that name, in order."""
    choosers = re.findall(rf'<select name="{name}">(.*?)</select>', markup, re.DOTALL)
    return re.findall(r"<option[^>]*>([^<]*)</option>", choosers[-1])


def test_a_season_that_overlaps_another_is_made_only_after_it_was_said() -> None:
    office = Office()
    said = office.send("/seasons", 409, **AUTUMN)
    assert "Some of these days belong to another season already: 2026." in said
    assert 'value="Autumn"' in office.browser.post(f"{office.at}/seasons", AUTUMN).content.decode()
    assert "Autumn" not in office.read("")
    office.send("/seasons", **AUTUMN, overlap="on")
    assert "Autumn" in office.read("")


def test_a_season_is_not_moved_over_another_unasked() -> None:
    office = Office()
    later = season(office, name="2027", starts_on="2027-01-01", ends_on="2027-12-31")
    fields = {"do": "change", "name": "2027", "starts_on": "2026-12-01", "ends_on": "2027-12-31"}
    assert "belong to another season" in office.send(f"/seasons/{later}/manage", 409, **fields)
    office.send(f"/seasons/{later}/manage", **fields, overlap="on")
    assert office.club.manager.get(f"/seasons/{later}").json["starts_on"] == "2026-12-01"


def test_a_night_opens_though_two_seasons_hold_its_date_in_the_one_the_last_night_used() -> None:
    office = Office()
    manager, autumn = office.club.manager, season(office)
    office.send("/nights", date="2026-10-06")
    first = manager.get(f"{office.club.path}/nights/current").json
    assert first["season"] == autumn  # no night yet: whichever started last
    office.send(f"/nights/{first['id']}/manage", do="change", date="2026-10-06", season=office.club.season)
    office.send("/nights", date="2026-10-13")
    found = {each["date"]: each["season"] for each in manager.get(f"{office.club.path}/nights").json["results"]}
    assert found == {"2026-10-06": office.club.season, "2026-10-13": office.club.season}


def test_the_form_of_another_date_offers_the_seasons_and_takes_the_chosen_one() -> None:
    office = Office()
    autumn = season(office)
    assert options(markup(office), "season") == ["the one that holds the date", "Autumn", "2026"]
    office.send("/nights", date="2026-10-06", season=office.club.season)
    assert office.club.manager.get(f"{office.club.path}/nights/current").json["season"] == office.club.season != autumn


def test_the_button_for_tonight_has_a_chooser_where_two_seasons_hold_today() -> None:
    office = Office()
    wide = {"starts_on": "2020-01-01", "ends_on": "2090-12-31"}
    assert "select" not in markup(office, "/tonight")
    season(office, name="Long", **wide)
    season(office, name="Longer", **{**wide, "starts_on": "2020-02-01"})
    offered = options(markup(office, "/tonight"), "season")
    assert [name for name in offered if name != "2026"] == ["Longer", "Long"]  # 2026: in that year


def test_current_is_the_season_of_the_open_night_in_api_and_pages() -> None:
    office = Office()
    season(office)
    night = office.club.night("2026-10-06", season=office.club.season)
    run_race(office.club.manager, office.club.game(night, "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    assert office.club.manager.get(f"{office.club.path}/seasons/current").json["name"] == "2026"
    table = office.club.manager.get(f"{office.club.path}/seasons/current/table").json
    assert [row["member"]["name"] for row in table["rows"]] == ["Ann", "Bo"]
    assert "League table 2026" in office.read("/table")
    scoreboard = office.club.manager.get(f"{office.club.path}/scoreboard").json
    assert [row["member"]["name"] for row in scoreboard["table"]] == ["Ann", "Bo"]


def test_what_is_refused_leaves_a_signed_in_organiser_the_club_s_menu() -> None:
    office = Office(public=False)
    missing = f"{office.at}/nights/00000000-0000-0000-0000-000000000000"
    refused = office.browser.get(missing).content.decode()
    assert f'href="{office.at}/seasons"' in refused and "Back to Turf &amp; Table" in refused
    assert "Have you a code?" not in refused and "Sign in as organiser" not in refused
    stranger = Client().get(missing).content.decode()
    assert (
        f'href="{office.at}' not in stranger and "Have you a code?" in stranger and "Sign in as organiser" in stranger
    )
