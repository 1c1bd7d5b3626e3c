"""The sealed deck: known answers, and what anybody can check without a secret (docs/decisions/sealed-decks.md)."""

from __future__ import annotations

import hashlib

import pytest

from races.rules import decks
from races.rules.racehorse import V1
from races.rules.racehorse.cards import PACK
from races.rules.racehorse.events import CardPlayed, DealStarted, Dealt, DeckSealed
from tests.races.rules.racehorse.tables import play_out, sit
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors

DATA = vectors("sealed_decks")
SEED, SALT = bytes.fromhex(DATA["seed"]), DATA["salt"]


@pytest.mark.parametrize("row", DATA["decks"], ids=lambda row: f"deal {row['deal']}")
def test_the_deck_and_its_commitments(row):
    deal = row["deal"]
    cards = decks.shuffled(SEED, SALT, deal, PACK)
    salts = [decks.card_salt(SEED, SALT, deal, place) for place in range(1, 53)]
    published = [decks.commitment(SALT, deal, p, c, s) for p, (c, s) in enumerate(zip(cards, salts, strict=True), 1)]
    assert " ".join(cards) == row["cards"]
    assert {"1": salts[0], "52": salts[51]} == row["card_salts"]
    assert {"1": published[0], "52": published[51]} == row["commitments"]
    assert hashlib.sha256("".join(published).encode()).hexdigest() == row["commitments_together"]


@pytest.mark.parametrize("row", DATA["cuts"], ids=lambda row: row["public_salt"])
def test_the_cut(row):
    assert list(decks.cut(row["public_salt"], row["deal"], 52)) == row["places"]


@pytest.mark.parametrize("row", DATA["drawn"], ids=lambda row: row["salt"])
def test_a_public_draw(row):
    assert decks.drawn(row["salt"], row["what"], row["size"]) == row["number"]


def public_check(table: Table) -> int:
    """What a stranger can check with events alone, → how many cards it was."""
    published, places, salts, checked = {}, {}, {}, 0
    for event in table.events:
        if isinstance(event, DeckSealed):
            published[event.deal], salts[event.deal] = event.commitments, {}
        elif event.__struct_config__.tag == "salt_added":
            salts[max(published)][event.seat] = event.salt
        elif isinstance(event, DealStarted):
            order = decks.cut(
                table.salt + "".join(f",{s}={x}" for s, x in sorted(salts[event.deal].items())), event.deal, 52
            )
            seats = sorted(event.seats)
            places = {seat: [order[i + len(seats) * k] for k in range(6)] for i, seat in enumerate(seats)}
        elif isinstance(event, Dealt):
            assert list(event.places) == places[event.seat]
        elif isinstance(event, CardPlayed):
            places[event.seat].remove(event.place)
            text = f"railbird-card-1|{table.salt}|{event.deal}|{event.place}|{event.card}|{event.salt}"
            assert hashlib.sha256(text.encode()).hexdigest() == published[event.deal][event.place - 1]
            checked += 1
    return checked


def test_every_card_shown_is_the_one_the_deck_was_sealed_with():
    table = sit(6, deals=3)
    table.seat(2, "add_salt", salt="99")  # for deal 2, while deal 1 is on the table
    table.seat(5, "add_salt", salt="ab")
    table.seat(2, "add_salt", salt="98")
    play_out(table)
    play_out(table)
    play_out(table)
    assert table.state.phase == "finished"
    assert public_check(table) == 3 * 36


def test_salt_changes_who_gets_what_and_not_what_lies_where():
    plain, salted = sit(5, deals=2), sit(5, deals=2)
    salted.seat(4, "add_salt", salt="0123")
    for table in (plain, salted):
        play_out(table)
    decks_of = [[event.commitments for event in table.find(DeckSealed)] for table in (plain, salted)]
    assert decks_of[0] == decks_of[1]
    assert plain.find(Dealt)[:5] == salted.find(Dealt)[:5]
    assert [event.places for event in plain.find(Dealt)[5:]] != [event.places for event in salted.find(Dealt)[5:]]


def test_with_the_dealer_dealing_the_first_deal_can_be_salted_too():
    table = sit(5, deals=1, deal_by="dealer")
    assert table.names() == ["deck_sealed"]
    assert V1.legal(table.state, 1)[-1] == {"type": "add_salt", "fill": ["salt"]}
    for seat in range(1, 6):
        table.seat(seat, "add_salt", salt=f"{seat:02x}")
    dealer = V1.view(table.state, None)["dealer"]
    table.seat(dealer, "deal")
    play_out(table)
    assert public_check(table) == 30


def test_the_seat_can_check_its_hand_at_once_and_nobody_else_gets_it():
    table = sit(5)
    published = table.find(DeckSealed)[0].commitments
    for seen in table.seen:
        if isinstance(seen.event, Dealt):
            assert table.audiences[seen.version] == (f"seat:{seen.event.seat}",)
            for place, card, salt in zip(seen.event.places, seen.secret["cards"], seen.secret["salts"], strict=True):
                assert decks.commitment(table.salt, 1, place, card, salt) == published[place - 1]
    sealed = [seen for seen in table.seen if isinstance(seen.event, DeckSealed)]
    assert [table.audiences[seen.version] for seen in sealed] == [(), ()]
    assert all(len(seen.move_secret["seed"]) == 64 for seen in sealed)


def test_no_seed_is_ever_opened_and_no_card_that_stays_out():
    table = sit(5, deals=2)
    play_out(table)
    table.host("close_game", reason="last bus")
    assert table.state.phase == "finished"
    assert all(not hasattr(event, "opens") for event in table.events)
    shown = {(event.deal, event.card) for event in table.find(CardPlayed)}
    assert len(shown) == 30


def test_the_first_dealer_is_drawn_from_the_public_salt():
    dealers = set()
    for salt in ("5a17", "c0ffee", "00", "01", "02", "03", "04"):
        state = V1.initial(V1.options(), [1, 2, 3, 4, 5], salt)
        assert state.dealer == decks.drawn(salt, "dealer", 5) + 1
        dealers.add(state.dealer)
    assert len(dealers) > 1
