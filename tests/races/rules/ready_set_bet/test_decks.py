"""Cards drawn and dealt: how many, in which order, and proved from the seed that was sealed (§7–9)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from races.rules import chance
from races.rules.protocol import Rewound, Seen
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import (
    CardsLaid,
    DecksOpened,
    DecksSealed,
    RacePrepared,
    StillSealed,
    VipDealt,
    VipKept,
    VipsShuffled,
)
from races.rules.ready_set_bet.vips import card_keys
from tests.races.rules.ready_set_bet.tables import full, refused, run_race, started
from tests.races.rules.table import Table


def draft(table: Table) -> None:
    """Every seat that was dealt cards keeps its first one."""
    for hand in table.state.cards.dealt:
        table.seat(hand.seat, "keep_vip", card=hand.cards[0])


def play_out(table: Table) -> None:
    """The game to its end; every seat keeps the card dealt first."""
    while table.state.phase != "finished":
        draft(table)
        run_race(table)


def dealt_cards(table: Table) -> list[list[str]]:
    return [seen.secret["cards"] for seen in table.seen if isinstance(seen.event, VipDealt)]


def test_five_new_props_a_race_and_one_more_exotic():
    table = full("basic", 1, 2)
    play_out(table)
    prepared = table.find(RacePrepared)
    props = [card for event in prepared for card in event.props]
    assert len(props) == len(set(props)) == 20
    assert [len(event.exotics) for event in prepared] == [1, 2, 3, 4]
    for before, after in pairwise(prepared):
        assert after.exotics[: len(before.exotics)] == before.exotics


def test_cards_that_are_left_out_are_not_drawn():
    for left_out in ("props", "exotics", "vips"):
        table = full("basic", 1, 2, **{left_out: False})
        play_out(table)
        drawn = {
            "props": any(event.props for event in table.find(RacePrepared)),
            "exotics": any(event.exotics for event in table.find(RacePrepared)),
            "vips": bool(table.find(VipDealt)),
        }
        assert drawn == {name: name != left_out for name in drawn}


def test_every_card_follows_from_the_seed_that_was_sealed_before_the_first_draw():
    table = full("app", 1, 2, 3)
    play_out(table)
    assert table.names()[0] == "decks_sealed"
    seed = bytes.fromhex(table.seen[0].move_secret["seed"])
    every = list(card_keys(STANDARD.edition.vips))

    props = chance.shuffle(seed, table.salt, "props", 1, 0, list(STANDARD.props))
    exotics = chance.shuffle(seed, table.salt, "exotics", 1, 0, list(STANDARD.exotics))
    vips = chance.shuffle(seed, table.salt, "vips", 1, 0, every)
    assert [event.props for event in table.find(RacePrepared)] == [props[n : n + 5] for n in (0, 5, 10, 15)]
    assert [event.exotics for event in table.find(RacePrepared)] == [exotics[:n] for n in (1, 2, 3, 4)]
    assert dealt_cards(table) == [list(vips[n : n + 2]) for n in range(0, 18, 2)]


def test_the_end_of_the_game_opens_every_deck_hand_and_choice_and_nothing_before_does():
    table = full("basic", 1, 2, races=2)
    run_race(table)
    draft(table)
    hidden = {seen.version for seen in table.seen if seen.secret is not None or seen.move_secret is not None}
    assert len(hidden) == 1 + 2 + 2  # the decks, two hands, two choices
    assert table.opened() == set()
    run_race(table)
    (opened,) = table.find(DecksOpened)
    assert set(opened.opens) == hidden
    assert table.names()[-2:] == ["decks_opened", "game_finished"]


def test_closing_a_game_early_opens_the_decks_too():
    table = full("app", 1, 2)
    table.host("close_game", reason="x")
    assert table.secrets() == []


@pytest.mark.parametrize(
    ("seats", "left", "shuffled"),
    [(6, [20, 8, 8], [12]), (7, [18, 4, 4], [14]), (8, [16, 0, 0], [16])],
)
def test_the_deck_through_three_drafts(seats, left, shuffled):
    table = full("basic", *range(1, seats + 1))
    counts = []
    for _ in range(3):
        run_race(table)
        counts.append(table.state.cards.vips_left)
        draft(table)
    assert counts == left
    assert [event.cards for event in table.find(VipsShuffled)] == shuffled
    kept = [event.card for event in table.find(VipKept)]
    assert len(kept) == len(set(kept)) == 3 * seats
    run_race(table)


def test_discards_are_shuffled_in_printed_order_from_the_same_seed():
    table = full("basic", 1, 2, 3, 4, 5, 6, 7, 8)
    for _ in range(3):
        run_race(table)
        draft(table)
    seed = bytes.fromhex(table.seen[0].move_secret["seed"])
    hands = dealt_cards(table)
    thrown = {hand[1] for hand in hands[:16]}
    printed = [card for card in card_keys(STANDARD.edition.vips) if card in thrown]
    deck = chance.shuffle(seed, table.salt, "vips", 4, 1, printed)
    assert hands[16:] == [list(deck[n : n + 2]) for n in range(0, 16, 2)]


def test_a_race_that_is_run_again_keeps_its_cards_and_is_not_drafted_for_twice():
    table = full("app", 1, 2)
    run_race(table)
    draft(table)
    before = table.find(RacePrepared)[-1]
    started(table)
    table.clock()
    table.host("abandon", reason="x")
    again = table.find(RacePrepared)[-1]
    assert (again.race, again.props, again.exotics) == (2, before.props, before.exotics)
    assert table.state.phase == "ready"
    assert len(table.find(VipDealt)) == 2


def test_after_a_rewind_what_is_left_is_shuffled_again_from_a_new_seed():
    table = full("app", 1, 2, chance=3)
    run_race(table)
    to = table.find(RacePrepared)[-1]
    first = next(seen for seen in table.seen if seen.event == to)
    seen_cards = set(to.props)
    table.rewind(first.version - 1)
    again = table.find(RacePrepared)[-1]
    assert again.race == 2
    assert set(again.props) != seen_cards  # 5 of 23 once more: one chance in 33,649
    assert not set(again.props) & set(table.find(RacePrepared)[0].props)
    assert again.exotics[0] == to.exotics[0]
    assert len(table.find(DecksSealed)) == 2
    # what was dealt and undone stays sealed until the end
    (still,) = table.find(StillSealed)
    assert still.versions == (first.version + 1, first.version + 2)
    assert not table.opened() & set(still.versions)
    play_out(table)
    assert set(still.versions) <= table.opened()
    assert {s.version for s in table.seen if s.secret is not None or s.move_secret is not None} <= table.opened()


def test_a_correction_changes_nothing_but_where_the_fold_goes_on():
    table = full("app", 1, 2)
    started(table)
    table.clock()
    then = table.state
    event = Rewound(to=table.version, replayed=True)
    assert V1.evolve(then, Seen(event=event, version=table.version + 5, at=table.at)) == then


def test_cards_on_the_real_table_are_typed_in_where_a_person_is_the_house():
    table = full("basic", 1, 2)
    props = ["2-3>5", "2-3>9", "2-3>6", "2-3>8", "4>9"]
    events = table.host("lay_cards", props=props, exotics=["blow-out"])
    assert events == [CardsLaid(race=1, props=tuple(props), exotics=("blow-out",))]
    assert [card["card"] for card in V1.view(table.state, None)["props"]] == props
    run_race(table)
    assert not set(table.find(RacePrepared)[1].props) & set(props)
    assert table.find(RacePrepared)[1].exotics[0] == "blow-out"


def test_cards_that_cannot_lie_there_are_refused():
    table = full("basic", 1, 2)
    for fields in ({"props": ["2-3>5"]}, {"props": ["2-3>5"] * 5}, {"exotics": ["x"]}, {"exotics": ["blow-out"] * 2}):
        with refused("invalid"):
            table.host("lay_cards", **fields)
    with refused("wrong_scope"):
        table.seat(1, "lay_cards", exotics=["blow-out"])
    started(table)
    with refused("not_running"):
        table.host("lay_cards", exotics=["blow-out"])
    with refused("invalid"):
        full("app", 1, 2).host("lay_cards", exotics=["blow-out"])


def test_nobody_but_the_server_shuffles():
    table = full("basic", 1, 2)
    with refused("wrong_scope"):
        table.host("seal_decks", seed="0" * 64)


def test_nobody_knows_the_cards_that_come():
    table = full("app", 1, 2)
    known = table.public.cards
    assert (known.props, known.exotics, known.vips, known.seed) == (None, None, None, None)
    assert len(table.state.cards.props) == 23
