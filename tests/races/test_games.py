"""Games through the ledger: what is recorded, who may do what, what a rewind gives back."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from ledger import money, reading
from ledger.cache import states
from ledger.decider import Actor, Context
from ledger.errors import Refused
from races import links, service, shell
from races.frame import GameState
from races.game import GameDecider, wrap
from races.models import Game
from races.principal import ANONYMOUS
from tests.races.gaming import act, host_of, open_game, roll_race, seat_of

pytestmark = pytest.mark.django_db
RACE = json.loads((Path(__file__).parent.parent / "vectors" / "ready_set_bet_race.json").read_text())["race"]["dice"]


def types(game) -> list[str]:
    return [event.type for event in reading.stream_events(game, limit=500)]


def test_a_game_opens_with_a_sealed_seed_for_its_first_race() -> None:
    game = open_game()
    opened, prepared = reading.stream_events(game)
    assert (opened.type, prepared.type) == ("game_opened", "race_prepared")
    assert prepared.sealed is not None and json.loads(prepared.sealed)["move"]["seed"]
    assert prepared.audience == () and not prepared.opened
    assert "seed" not in prepared.record


def test_the_rule_pages_race_is_settled_to_the_dollar() -> None:
    game = open_game(seats=2, house="basic", races=1)
    host, seat = host_of(game.club), seat_of(game, 1)
    act(game, host, "start_race")
    for marker, spot in [
        ("5", "win:11-12:3"),
        ("4", "place:7:1"),
        ("3a", "show:2-3:1"),
        ("3b", "colour:blue"),
        ("2", "seven-fifth"),
    ]:
        act(game, seat, "place_bet", marker=marker, spot=spot)
    roll_race(game, RACE)
    assert money.balances(game.club, game.id) == {"bank": -64, "seat:1": 64}
    row = Game.objects.get(id=game.id)
    assert (row.status, row.next_at) == ("finished", None)


def test_a_cold_fold_gives_the_state_that_the_writer_had() -> None:
    game = open_game(seats=3, house="basic")
    act(game, host_of(game.club), "start_race")
    act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:7:1")
    roll_race(game, [[6, 1], [6, 6]])
    warm = reading.load(game)
    states.clear()
    assert reading.load(game) == warm


def test_a_taken_spot_is_refused_by_the_seat_that_was_faster_and_leaves_nothing() -> None:
    game = open_game(house="basic")
    act(game, host_of(game.club), "start_race")
    act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:7:1")
    before = reading.load(game).version
    with pytest.raises(Refused) as refused:
        act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:7:1")
    assert (refused.value.code, refused.value.extra["by"], refused.value.extra["version"]) == ("spot_taken", 1, before)
    assert reading.load(game).version == before


def test_a_bet_of_race_one_is_not_placed_in_race_two() -> None:
    game = open_game(house="basic", races=2)
    host = host_of(game.club)
    act(game, host, "start_race", race=1)
    roll_race(game, RACE)
    act(game, host, "start_race", race=2)
    with pytest.raises(Refused, match="wrong_race"):
        act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:7:1", race=1)


def test_two_helpers_entering_the_same_roll_count_it_once() -> None:
    game = open_game(house="basic")
    host = host_of(game.club)
    act(game, host, "start_race")
    act(game, host, "roll", dice=[3, 4], n=1)
    with pytest.raises(Refused) as refused:
        act(game, host, "roll", dice=[3, 4], n=1)
    assert (refused.value.code, refused.value.extra["expected"]) == ("roll_out_of_order", 2)


def test_a_seat_moves_for_itself_only_and_a_host_for_any_seat() -> None:
    game = open_game(house="basic")
    host = host_of(game.club)
    act(game, host, "start_race")
    with pytest.raises(Refused, match="not_your_seat"):
        act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:7:1", seat=2)
    with pytest.raises(Refused, match="wrong_scope"):
        act(game, seat_of(game, 1), "roll", dice=[1, 1])
    placed = act(game, host, "place_bet", marker="5", spot="win:7:1", seat=2)
    record = json.loads(placed.events[0].record)
    assert record["data"]["seat"] == 2
    assert record["actor"] == {"for_seat": 2, "id": "token:host", "kind": "host"}


def test_others_do_not_know_the_game() -> None:
    game = open_game()
    for stranger in (host_of(uuid4()), seat_of(open_game(), 1)):
        with pytest.raises(Refused, match="not_found"):
            service.read(game.id, stranger)
    with pytest.raises(Refused, match="no_token"):
        service.read(game.id, ANONYMOUS)


def test_a_renewed_link_kills_the_old_one_under_the_lock() -> None:
    game = open_game(house="basic")
    host = host_of(game.club)
    act(game, host, "start_race")
    old = seat_of(game, 1)
    service.do(game, host, shell.RenewLink(seat=1))
    with pytest.raises(Refused, match="no_token"):
        act(game, old, "place_bet", marker="5", spot="win:7:1")
    act(game, seat_of(game, 1, generation=1), "place_bet", marker="5", spot="win:7:1")


def test_a_forged_or_cut_token_is_nobody() -> None:
    token = links.seat_token(open_game().id, 1, 0)
    for bad in (
        token[:-1],
        token[:-1] + chr(ord(token[-1]) + 1),  # the last letter has bits to spare: the same bytes, another text
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.replace("rbs_", "rbh_"),
        "rbs_",
        "x",
    ):
        assert links.principal_of(bad) is None


def test_a_rewind_across_a_settlement_restores_balances_and_keeps_history() -> None:
    game = open_game(seats=2, house="basic", races=2)
    host = host_of(game.club)
    act(game, host, "start_race")
    before_bets = reading.load(game).version
    act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:11-12:3")
    roll_race(game, RACE)
    assert money.balances(game.club, game.id) == {"bank": -45, "seat:1": 45}
    finished = reading.load(game).version

    act(game, host, "rewind", to=before_bets, reason="the wrong table")
    assert money.balances(game.club, game.id) == {"bank": 0, "seat:1": 0}
    state = reading.load(game)
    assert state.version > finished and "seat_settled" in types(game)
    assert Game.objects.get(id=game.id).status == "paused"
    states.clear()
    assert reading.load(game) == state

    act(game, host, "resume")
    act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:11-12:3")
    roll_race(game, RACE)
    assert money.balances(game.club, game.id) == {"bank": -45, "seat:1": 0, "seat:2": 45}


def test_a_rewind_does_not_bring_a_dead_link_back() -> None:
    game = open_game(house="basic")
    host = host_of(game.club)
    start = reading.load(game).version
    act(game, host, "start_race")
    service.do(game, host, shell.RenewLink(seat=1))
    act(game, host, "rewind", to=start, reason="once more")
    frame = reading.load(game).state.frame
    assert frame.chair(1).generation == 1


def test_a_link_is_replaced_as_often_as_its_two_bytes_can_count() -> None:
    game = open_game(seats=2)
    state = reading.load(game).state
    worn = msgspec.structs.replace(state.frame.seats[0], generation=2**16 - 1)
    frame = msgspec.structs.replace(state.frame, seats=(worn, state.frame.seats[1]), host_generation=2**16 - 1)
    by_host = Context(
        actor=Actor(kind="host", id="token:host"),
        at=0,
        version=1,
        state_at=lambda version: None,
        events_after=lambda version: [],
    )
    for move in (shell.RenewLink(seat=1), shell.RenewHostLink()):
        with pytest.raises(Refused, match="invalid"):
            GameDecider().decide(GameState(frame, state.play), wrap(move), by_host)
    assert len(links.seat_token(game.id, 99, 2**16 - 1)) == len(links.seat_token(game.id, 1, 0))


def test_a_seat_handed_over_has_a_new_link_and_a_corrected_name_keeps_the_old_one() -> None:
    game = open_game(house="basic")
    host = host_of(game.club)
    act(game, host, "start_race")
    anna, bert, carl = uuid4(), uuid4(), uuid4()
    service.do(game, host, shell.TakeSeat(seat=1, member=anna))
    act(game, seat_of(game, 1), "place_bet", marker="2", spot="win:7:1")
    service.do(game, host, shell.TakeSeat(seat=1, member=bert, since="start", reason="it was Bert all along"))
    act(game, seat_of(game, 1), "place_bet", marker="4", spot="win:8:1")
    service.do(game, host, shell.TakeSeat(seat=1, member=carl, since="now"))
    with pytest.raises(Refused, match="no_token"):
        act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:6:1")
    act(game, seat_of(game, 1, generation=1), "place_bet", marker="5", spot="win:6:1")
