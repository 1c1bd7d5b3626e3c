"""What the House would call out (§13), from events only."""

from __future__ import annotations

from races.rules.ready_set_bet import V1
from tests.races.rules.ready_set_bet.tables import RACE, basic, full, roll, run_race, started
from tests.races.rules.table import Table


def calls(table: Table) -> list[tuple[str, str]]:
    """(kind, English) of every call of the game so far."""
    caller = V1.caller(table.state)
    return [(call.kind, call.english()) for seen in table.seen for call in caller.hear(seen.version, seen.event)]


def test_the_rules_pages_race_is_called():
    table = full("basic", 1, 2, vips=False, races=1)
    table.host("lay_cards", exotics=["late-start"])
    started(table).seat(1, "place_bet", marker="5", spot="win:11-12:3")
    roll(table, *RACE)
    called = calls(table)
    assert ("exotic_revealed", "New exotic finish: Late Start.") in called
    assert [call for call in called if call[0] != "exotic_revealed"] == [
        ("off", "And they're off!"),
        ("roll", "7! 7 moves up to 1."),
        ("roll", "12: boxcars! 11/12 moves up to 1."),
        ("roll", "11! 11/12 again, bonus 3: up to 5."),
        ("lead", "11/12 takes the lead."),
        ("roll", "12: boxcars! 11/12 moves up to 6."),
        ("roll", "6! 6 moves up to 1."),
        ("roll", "5! 5 moves up to 1."),
        ("roll", "8! 8 moves up to 1."),
        ("roll", "12: boxcars! 11/12 moves up to 7."),
        ("roll", "11! 11/12 again, bonus 3: up to 11."),
        ("red_line", "11/12 is first over the red line! Red line: 1 of 3."),
        ("roll", "9! 9 moves up to 1."),
        ("roll", "12: boxcars! 11/12 moves up to 12."),
        ("roll", "11! 11/12 again, bonus 3: up to 15."),
        ("no_more_bets", "No more bets!"),
        ("result", "11/12 wins race 1! Place: 5, 6, 7, 8, 9, 11/12. Show: 5, 6, 7, 8, 9, 11/12."),
        ("exotic_happened", "Late Start!"),
        ("totals", "Rolled in this race: 5 × 1, 6 × 1, 7 × 1, 8 × 1, 9 × 1, 11 × 3, 12 × 4."),
        ("settled", "Seat 1 wins $45, pays $0 and has $45."),
        ("winner", "Seat 1 wins the game with $45!"),
    ]


def test_ties_crossings_and_exotics_on_their_way():
    table = full("basic", 1, vips=False, races=1)
    table.host("lay_cards", exotics=["photo-finish"])
    started(table)
    roll(table, (1, 1), (3, 4), (2, 4), (4, 4), (3, 4), (2, 4))
    assert ("roll", "2: snake eyes! 2/3 moves up to 1.") in calls(table)
    assert [text for kind, text in calls(table) if kind in ("lead", "tie")] == [
        "7 takes the lead.",
        "6, 7: neck and neck in front.",
    ]
    roll(table, (4, 4), *[(3, 4), (2, 4), (4, 4)] * 8, (3, 4), (2, 4))
    late = [
        text for kind, text in calls(table) if kind in ("red_line", "no_more_bets", "exotic_possible", "exotic_off")
    ]
    assert late == [
        "Photo Finish is possible.",
        "7 is first over the red line! Red line: 1 of 3.",
        "6 is second over the red line! Red line: 2 of 3.",
        "8 is third over the red line! Red line: 3 of 3.",
        "No more bets!",
    ]


def test_between_races_a_checklist_and_the_draft():
    table = full("basic", 1, 2)
    run_race(table)
    called = calls(table)
    assert called[-3][0:2] == (
        "checklist",
        "Take your markers back. New prop cards lie on the board. All horses go back to the gate.",
    )
    assert called[-2][0] == "exotic_revealed"
    assert called[-1] == ("draft", "Two VIP cards each: keep one.")
    for seat in (1, 2):
        table.seat(seat, "keep_vip", unseen=True)
    assert [text[:12] for kind, text in calls(table) if kind == "vip"][:2] == ["Seat 1 keeps", "Seat 2 keeps"]


def test_a_rewind_is_followed():
    table = started(basic(1))
    roll(table, (3, 4), (3, 4))
    to = table.version
    roll(table, (2, 4), (2, 4), (2, 4))  # 6 on 4
    table.rewind(to)
    table.host("resume")
    roll(table, (4, 4), (4, 4))  # 8 on 3 leads before 7 on 2
    assert [text for kind, text in calls(table) if kind in ("lead", "rewound", "resume")][-3:] == [
        "The host has gone back to correct something.",
        "The race goes on.",
        "8 takes the lead.",
    ]


def test_the_same_events_give_the_same_calls():
    table = full("app", 1, 2, races=1, chance=4)
    run_race(table)
    assert calls(table) == calls(table)
    assert any(kind == "no_more_bets" for kind, _ in calls(table))
