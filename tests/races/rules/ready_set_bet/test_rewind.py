"""Going back (§14): freely over entered dice, never over dice of a seed that somebody has seen."""

from __future__ import annotations

from races.rules.protocol import By, Reversal, Rewound
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.events import RaceFinished, RacePrepared, Rolled, SeedOpened
from tests.races.rules.ready_set_bet.tables import RACE, app, basic, refused, roll, run_race, started
from tests.races.rules.table import OPENING


def test_a_wrong_bet_is_undone_and_the_running_race_stands_paused():
    table = started(app(1, 2))
    table.clock()
    before = table.version
    table.seat(1, "place_bet", marker="5", spot="win:7:1")
    seed = table.state.race.seed
    assert table.rewind(before) == [Rewound(to=before, reversals=())]
    assert table.state.race.bets == ()
    assert table.state.race.seed == seed
    assert table.state.paused == "rewound"
    assert V1.due(table.state) is None
    table.host("resume")
    table.clock()
    assert table.find(Rolled)[-1].roll == 2


def test_dice_that_have_been_shown_are_not_rolled_again():
    table = started(app(1, 2))
    before = table.version
    table.clock()
    with refused("dice_already_seen"):
        table.rewind(before)
    with refused("dice_already_seen"):  # nor by leaving the race and coming back to where it was ready
        table.rewind(OPENING + 1)


def test_to_before_the_preparation_the_old_seed_is_opened_and_a_new_one_sealed():
    table = started(app(1, 2))
    table.clock()
    old = table.state.race
    version = table.version
    events = table.rewind(OPENING)
    assert events[:2] == [
        Rewound(to=OPENING, reversals=()),
        SeedOpened(race=1, seed=old.seed, opens=(old.prepared,)),
    ]
    assert isinstance(events[2], RacePrepared)
    assert table.state.race.seed not in (None, old.seed)
    # what was dropped stays dropped: its dice have been seen
    with refused("dice_already_seen"):
        table.rewind(version)


def test_a_seed_that_was_opened_is_not_run_again():
    table = started(app(1, 2))
    before = table.version
    table.host("abandon", reason="x")
    with refused("dice_already_seen"):
        table.rewind(before)


def test_across_a_settlement_balances_come_back_and_a_race_is_run_again_under_a_new_seed():
    table = basic(1, 2)
    started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
    before = table.version
    roll(table, *RACE)
    assert V1.balances(table.state) == {1: 0, 2: 25}
    assert table.rewind(before)[0] == Rewound(to=before, reversals=(Reversal(seat=2, amount=-25),))
    assert V1.balances(table.state) == {1: 0, 2: 0}
    table.host("resume")
    roll(table, *RACE)
    assert V1.balances(table.state) == {1: 0, 2: 25}


def test_out_of_a_finished_game_into_its_last_race_and_on():
    table = basic(1, races=1)
    run_race(table)
    assert V1.result(table.state) is not None
    before_last_roll = next(played.first - 1 for played in reversed(table.played))
    table.rewind(before_last_roll)
    assert V1.result(table.state) is None
    table.host("resume")
    assert table.host("roll", dice=[1, 1])[0].roll == 12


def test_between_races_of_house_app_the_finished_race_stands():
    table = app(1, 2)
    run_race(table)
    finished = table.find(RaceFinished)
    started(table)
    table.clock()
    old = table.state.race
    to = old.prepared - 1
    events = table.rewind(to)
    assert events[1] == SeedOpened(race=2, seed=old.seed, opens=(old.prepared,))
    assert table.find(RaceFinished) == finished
    assert table.state.race.number == 2
    assert table.state.race.seed != old.seed


def test_there_is_no_going_back_to_amid_one_roll():
    table = started(basic(1, 2))
    roll(table, *RACE[:8])
    version = table.version
    roll(table, RACE[8])
    assert table.names(after=version) == ["rolled", "red_line_crossed"]
    with refused("invalid"):
        table.rewind(version + 1)

    table = basic(1, races=1)
    run_race(table)
    assert table.names()[-1] == "game_finished"
    with refused("invalid"):
        table.rewind(table.version - 1)


def test_no_dice_are_ever_shown_twice_however_a_host_rewinds():
    table = app(1, 2, races=1)
    for to in (OPENING, OPENING + 1, OPENING + 2):
        if table.state.phase == "ready":
            started(table)
        elif table.state.paused:
            table.host("resume")
        for _ in range(3):
            table.clock()
        try:
            table.rewind(to)
        except Exception as refusal:
            assert getattr(refusal, "code", None) == "dice_already_seen"
    sealed = {seen.version: (seen.move_secret or {}).get("seed") for seen in table.seen}
    shown = []
    prepared = None
    for seen in table.seen:
        if isinstance(seen.event, RacePrepared):
            prepared = seen.version
        elif isinstance(seen.event, Rolled):
            shown.append((sealed[prepared], seen.event.roll))
    assert len(shown) == len(set(shown)) == 9


def test_a_rewind_needs_no_seed_to_be_folded():
    table = started(app(1, 2))
    table.clock()
    table.rewind(OPENING)
    assert table.public.race.seed is None
    assert V1.view(table.public, 1) == V1.view(table.state, 1)
    with refused("not_running"):
        V1.decide(table.public, table.decode({"type": "roll", "race": 1, "n": 1}), By(at=table.at, clock=True))
