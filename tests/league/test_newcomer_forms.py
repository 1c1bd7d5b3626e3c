"""Forms that say what they need: a new game's options, an import's formats and dates; pages from which one gets on."""

from __future__ import annotations

import re
from datetime import date
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from league import organisers
from league.imports import jobs
from league.selectors import imported
from ledger.reading import stream_of
from tests.league.test_managing_pages import Office

pytestmark = pytest.mark.django_db


def opened(office: Office, night: str, **fields: str) -> dict[str, object]:
    """The options of a game that the form opened."""
    at = office.send(f"/nights/{night}/new-game", **fields)
    return dict(office.club.manager.get(f"/games/{at.split('/')[2]}").json["options"])


def test_a_new_game_is_played_as_its_form_says() -> None:
    office = Office()
    night = office.club.night()
    assert opened(office, night, ruleset="ready-set-bet", **{"ready-set-bet.races": "2"})["races"] == 2
    fields = {"racehorse.deals": "6", "racehorse.auction": "single", "racehorse.game": "alliance"}
    racehorse = opened(office, night, ruleset="racehorse", **fields)
    assert (racehorse["deals"], racehorse["auction"], racehorse["game"]) == (6, "single", "alliance")
    fields = {"greyhounds.bookmaker": "2", "greyhounds.bet_mix": "one_per_type"}
    greyhounds = opened(office, night, ruleset="greyhounds", **fields)
    assert (greyhounds["bookmaker"], greyhounds["bet_mix"]) == (2, "one_per_type")
    bank = opened(office, night, ruleset="greyhounds", **{"greyhounds.bookmaker": "", "racehorse.deals": "x"})
    assert bank["bookmaker"] is None  # and another game's fields are nobody's business


def test_the_form_offers_what_the_schema_allows_and_keeps_what_was_typed() -> None:
    office = Office()
    path = f"{office.at}/nights/{office.club.night()}/new-game"
    form = office.browser.get(path).content.decode()
    assert re.search(r'name="ready-set-bet.races" min="1" max="4" value="4"', form)
    assert re.search(r'name="racehorse.deals" min="1" max="100" value="10"', form)
    assert '<option value="continuing" selected>goes on until all others have passed' in form
    assert "2 to 8 seats, with a person as the House 1 to 9" in form
    wrong = office.browser.post(path, {"ruleset": "racehorse", "racehorse.deals": "many"})
    assert wrong.status_code == 400 and "A number, please: How many deals?" in wrong.content.decode()
    assert 'name="racehorse.deals" min="1" max="100" value="many"' in wrong.content.decode()


def upload(office: Office, text: str, **fields: str) -> str:
    file = SimpleUploadedFile("plays.csv", text.encode())
    answer = office.browser.post(f"{office.at}/imports", {"file": file, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"].removeprefix(office.at)


PLAYS = "game,date,player,score\nAzul,03/04/2026,Ann,50\nAzul,03/04/2026,Bo,40\n"


def test_an_import_shows_its_first_plays_its_reasons_and_asks_for_the_order_of_dates() -> None:
    office = Office()
    form = office.read("/imports")
    assert "a spreadsheet (CSV)" in form and "trf" not in form and "day first: 31/12/2026" in form
    unsure = office.read(at := upload(office, PLAYS))
    assert "may begin with its day or month" in unsure
    assert "say which under “Dates in it”" in unsure
    assert "<details open>" in office.browser.get(office.at + at).content.decode()
    sure = office.read(upload(office, PLAYS, dates="dmy"))
    assert "The first plays in it Date What Who 2026-04-03 Azul Ann 50, Bo 40" in sure


def test_who_and_what_only_a_void_import_brought_is_offered_nowhere() -> None:
    office = Office()
    night = office.club.night("2026-03-14")
    game = office.club.game(night, "Cem", "Dee")["id"]
    at = upload(office, PLAYS, dates="dmy")
    office.send(at, do="apply")
    stream = stream_of(UUID(at.rsplit("/", 1)[1]), "import")
    assert stream is not None
    jobs.run(stream)
    assert "Guests 4 Ann" in office.read("/members") and "2026-04-03" in office.read(f"/g/{game}/manage")
    office.send(at, do="void", reason="the wrong file")
    people = office.read("/members")
    assert "Guests 2 Cem Change Cem Dee" in people
    assert "Only in an import that was taken out again 2 Ann" in people
    assert "Ann" not in Client().get(f"{office.at}/members").content.decode()
    assert "2026-04-03" not in office.read(f"/g/{game}/manage")
    assert "Ann" not in office.read(f"/seasons/{office.club.season}/adjustments")


def test_a_guest_who_was_known_before_the_import_stays() -> None:
    office = Office()
    office.member("Ann", guest=True)
    at = upload(office, PLAYS, dates="dmy")
    office.send(at, do="apply")
    stream = stream_of(UUID(at.rsplit("/", 1)[1]), "import")
    assert stream is not None
    jobs.run(stream)
    office.send(at, do="void", reason="the wrong file")
    gone = imported.withdrawn_guests(UUID(office.club.json["id"]))
    names = {office.club.manager.get(f"/members/{id}").json["name"] for id in gone}
    assert "Bo" in names
    assert "Ann" in office.read("/members").partition("Only in an import")[0]


def test_the_first_page_of_an_organiser_tells_the_user_name() -> None:
    link = organisers.issue_link(organisers.account())
    page = Client().get(f"/signin/{link}").content.decode()
    assert "Your user name is <b>organiser</b>: you need it to sign in." in page


def test_the_audit_of_a_running_game_says_that_its_seed_is_still_sealed() -> None:
    office = Office()
    night = office.club.night()
    options = {"house": "app", "races": 2}
    game = office.club.game(night, "Ann", "Bo", options=options)["id"]
    office.club.manager.made(f"/games/{game}/moves", {"type": "start_race", "race": 1})
    told = office.read(f"/g/{game}/audit")
    assert "The seeds are open now" not in told
    assert 'href="/api/v1/verify.py"' in office.browser.get(f"/g/{game}/audit").content.decode()
    assert "League table" in told  # the club's menu
    seats = office.browser.get(f"/g/{game}/seats").content.decode()
    assert f'href="{office.at}/table"' in seats and "data-print" in seats
    assert f'href="{office.at}/table"' in office.browser.get(f"/g/{game}").content.decode()


@pytest.mark.parametrize("language", ["en", "sl", "fr"])
def test_the_chooser_names_each_language_in_itself(language: str) -> None:
    page = Client().get("/", headers={"accept-language": language}).content.decode()
    names = re.findall(r'<button class="quiet" name="language"[^>]*>([^<]+)</button>', page)
    assert names == ["English", "Svenska", "Română", "Slovenščina", "Français"]


def test_slovenian_dates_have_no_capital_month() -> None:
    with translation.override("sl"):
        assert date_format(date(2026, 11, 30), "SHORT_DATE_FORMAT") == "30. 11. 2026"


def test_a_checkpoint_under_a_table_has_the_club_s_time_and_names_it() -> None:
    office = Office()  # in Berlin
    office.raced("Ann", "Bo")
    signed = office.club.manager.made(f"{office.club.path}/checkpoints")
    told = office.read("/table")
    found = re.search(r"signed (\d{4}-\d\d-\d\d \d\d:\d\d) (CES?T):", told)
    assert found is not None and found[1] != signed["at"][:16].replace("T", " ")
