"""Each format on files as they are found, made small: read by pure functions, no database."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import openpyxl
import pytest

from league.imports.formats.tabular import CsvMapping
from league.imports.plays import Reading, WrongFile
from league.imports.reading import read
from tests.league.imports.calling import bgstats, play

SAMPLES = Path(__file__).parents[2] / "vectors" / "imports"


def reading(raw: bytes | str, expected: str, **mapping: Any) -> Reading:
    raw = raw.encode() if isinstance(raw, str) else raw
    format, found = read(raw, None, CsvMapping(**mapping))
    assert format == expected
    return found


def scores(found: Reading, n: int = 0) -> list[tuple[str | None, str | None, bool | None]]:
    return [(chair.person, chair.score, chair.winner) for chair in found.plays[n].chairs]


# --- BG Stats ---------------------------------------------------------------------------------------------------------


def test_bgstats_from_an_iphone_with_decimal_commas() -> None:
    found = reading((SAMPLES / "ios-de-decimal-comma.json").read_bytes(), "bgstats")
    commas = [(chair.score, chair.score_raw) for play in found.plays for chair in play.chairs if chair.score_raw]
    assert commas == [("21.7", "21,7"), ("20.1", "20,1")]
    times = {play.date: play.time for play in found.plays}
    assert times["2021-05-25"] == "18:22:45"
    assert times["2021-07-11"] is None  # 10:00:00 is what the app fills in
    assert {person.name for person in found.people} >= {"Mina", "Felix"}  # written with blanks behind
    tie = found.plays[0]
    assert [(chair.score, chair.winner) for chair in tie.chairs] == [("33", True), ("33", False)]


def test_bgstats_lowest_wins_cooperative_teams_and_hints() -> None:
    plays = [
        play("A", "2026-01-01 20:00:00", "1", "2", scoringSetting=2),
        play("B", "2026-01-01 20:00:00", "1", "2", gameRefId=2),
        play("C", "2026-01-01 20:00:00", {"playerRefId": 1, "team": "0"}, {"playerRefId": 2}, usesTeams=True),
        play("D", "2026-01-01 20:00:00", {"playerRefId": 1, "team": "0"}, {"playerRefId": 2, "team": "1"}),
    ]
    found = reading(bgstats(*plays), "bgstats")
    assert [(each.kind, each.lowest_wins) for each in found.plays] == [
        ("competitive", True),
        ("cooperative", False),
        ("team", False),
        ("competitive", False),
    ]
    assert [[chair.team for chair in each.chairs] for each in found.plays[2:]] == [["0", None], [None, None]]


def test_bgstats_stand_ins_and_bots_are_nobody_and_may_sit_several_times() -> None:
    data = json.loads(bgstats(play("A", "2026-01-01 20:00:00", "1", "2", "3", "4")))
    data["players"][1]["isAnonymous"] = True
    data["players"][2]["metaData"] = '{"isNpc": 1}'
    data["plays"][0]["playerScores"].append({"playerRefId": 2, "score": "9"})
    found = reading(json.dumps(data), "bgstats")
    assert [person for person, _, _ in scores(found)] == ["bgstats:p-1", None, None, "bgstats:p-4", None]
    assert [person.name for person in found.people] == ["Ada", "Dee"]


def test_bgstats_identities_and_what_is_ignored() -> None:
    one = play("LICHESS-1", "2026-01-01 20:00:00", "1", "2", bggId=77, nemestatsId=5, mood="sunny")
    data = json.loads(bgstats(one))
    data["weather"] = []
    data["userInfo"] = {"cloudEmail": "somebody@example.org"}
    found = reading(json.dumps(data), "bgstats")
    assert found.plays[0].ids == ("bgstats:lichess-1", "bgg:77", "nemestats:5")
    assert found.ignored == ("plays.mood", "weather")
    assert "somebody@example.org" not in repr(found)


def test_bgstats_the_same_play_twice_in_a_file() -> None:
    found = reading(bgstats(play("a", "2026-01-01 20:00:00", "1"), play("A", "2026-01-01 20:00:00", "1")), "bgstats")
    assert (len(found.plays), [bad.reason for bad in found.bad]) == (1, ["this play stands in row 1 already"])


def test_bgstats_contradictions_are_noted_and_kept() -> None:
    seats = [{"playerRefId": 1, "score": "3", "winner": True}, {"playerRefId": 2, "score": "5"}]
    found = reading(bgstats(play("A", "2026-01-01 20:00:00", *seats)), "bgstats")
    assert [(note.row, note.reason) for note in found.notes] == [(1, "a winner hasn't got the best score")]
    assert len(found.plays) == 1


def test_a_share_file_of_somebody_else() -> None:
    data = {
        "about": "One play",
        "userInfo": {"meRefId": 1},
        "players": [{"id": 1, "uuid": "u-1", "name": "Ada"}],
        "locations": [],
        "games": [{"id": 1, "uuid": "g", "name": "Azul"}],
        "plays": [
            {
                "uuid": "x",
                "gameRefId": 1,
                "playDate": "2026-01-01 20:00:00",
                "playerScores": [{"playerRefId": 1, "rank": "1", "score": None}],
            }
        ],
    }
    found = reading(json.dumps(data), "bgstats")
    assert [(chair.rank, chair.score) for chair in found.plays[0].chairs] == [(1, None)]


def test_a_push_link() -> None:
    data = {
        "sourceName": "Tally",
        "sourcePlayId": 12,
        "playDate": "2026-01-01 20:00:00",
        "game": {"name": "Golf", "bggId": 3, "highestWins": False},
        "players": [{"name": "Ada", "sourcePlayerId": 7, "score": 12.5}, {"name": "Bob", "score": 3, "winner": True}],
    }
    for raw in (json.dumps(data), "https://app.bgstatsapp.com/createPlay.html?data=" + quote(json.dumps(data))):
        found = reading(raw, "bgstats-link")
        assert found.plays[0].ids == ("tally:12",)
        assert found.plays[0].lowest_wins
        assert scores(found) == [("tally:7", "12.5", None), ("tally:name:bob", "3", True)]


# --- BoardGameGeek ----------------------------------------------------------------------------------------------------


def bgg(*plays: str, owner: str = "ada") -> str:
    return f'<plays username="{owner}" total="99">{"".join(plays)}</plays>'


def one(id: str = "1", players: str = "", **attributes: str) -> str:
    more = " ".join(f'{name}="{value}"' for name, value in {"date": "2026-01-02", **attributes}.items())
    item = '<item name="Root" objecttype="thing" objectid="237182"/>'
    return f'<play id="{id}" {more}>{item}<players>{players}</players></play>'


def who(name: str, username: str = "", score: str = "", win: str = "0") -> str:
    return f'<player username="{username}" userid="0" name="{name}" score="{score}" win="{win}"/>'


def test_bgg_two_documents_in_one_file() -> None:
    declared = '<?xml version="1.0" encoding="utf-8"?>'
    raw = declared + bgg(one("1", who("Ada", "ada"))) + "\n" + declared + bgg(one("2", who("Bob")))
    found = reading(raw, "bgg")
    assert [(each.row, each.ids) for each in found.plays] == [(1, ("bgg:1",)), (2, ("bgg:2",))]


def test_bgg_initials_and_namesakes_are_nobody() -> None:
    players = who("M.") + who("Tim") + who("Tim") + who("", "") + who("Élodie B.") + who("", "Bob77")
    found = reading(bgg(one("1", players)), "bgg")
    assert [person for person, _, _ in scores(found)] == [None, None, None, None, "bgg:ada:name:élodie b.", "bgg:bob77"]
    assert [person.name for person in found.people] == ["Élodie B.", "Bob77"]


def test_bgg_a_record_of_several_plays() -> None:
    found = reading(bgg(one("5", who("Ada"), quantity="3"), one("6", who("Ada"), quantity="2000")), "bgg")
    assert [each.ids[0] for each in found.plays] == ["bgg:5", "bgg:5/2", "bgg:5/3"]
    assert [bad.reason for bad in found.bad] == ["one record stands for 2000 plays"]


def test_bgg_negative_ids_belong_to_their_owner_and_odd_scores_are_bad_rows() -> None:
    found = reading(
        bgg(one("-3", who("Ada")), one("7", who("Ada", score="36, 42")), one("8", who("Ada", score="49-46")), one("0")),
        "bgg",
    )
    assert [each.ids for each in found.plays] == [("bgg:ada:-3",)]
    assert [bad.row for bad in found.bad] == [2, 3, 4]


def test_bgg_incomplete_plays_are_kept_and_not_counted() -> None:
    found = reading(bgg(one("1", who("Ada"), incomplete="1"), one("2", who("Ada"), nowinstats="1")), "bgg")
    assert [(each.counts, each.why_not) for each in found.plays] == [(False, "incomplete"), (False, "nowinstats")]


# --- NemeStats --------------------------------------------------------------------------------------------------------


def test_nemestats_json() -> None:
    plays = [
        {
            "playedGameId": 9,
            "gameDefinitionName": "Ra",
            "boardGameGeekObjectId": 12,
            "datePlayed": "2020-02-29",
            "dateLastUpdated": "2020-03-01",
            "playerGameResults": [
                {"playerId": 1, "playerName": "Ada", "gameRank": 1, "pointsScored": 12.5},
                {"playerId": 2, "playerName": "Bob", "gameRank": 2, "pointsScored": None},
                {"playerId": 3, "playerName": "Cy", "gameRank": 3},
            ],
            "applicationLinkages": [{"applicationName": "BoardGameGeek", "entityId": "777"}],
        }
    ]
    for raw in (json.dumps(plays), json.dumps({"playedGames": plays})):
        found = reading(raw, "nemestats")
        assert found.plays[0].ids == ("nemestats:9", "bgg:777")
        assert [(chair.rank, chair.score) for chair in found.plays[0].chairs] == [(1, "12.5"), (2, None), (3, None)]


def test_nemestats_excel_has_only_winners() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    head = "Play id,Date,Game id,Game,BGG,Group id,Group,Recorded,Notes,Players,Winner ids,Winners"
    sheet.append(head.split(","))
    sheet.append([9, "2020-02-29", 4, "Ra", 12, 1, "Turf", "2020-03-01", "=1+1", 4, "1; 2", "Ada; Bob"])
    sheet.append([10, "never", 4, "Ra", 12, 1, "Turf", "2020-03-01", "", 4, "1", "Ada"])
    sheet.append([11, "2020-03-02", 4, "Ra", 12, 1, "Turf", "2020-03-02", "", 3, None, None])
    out = io.BytesIO()
    book.save(out)
    found = reading(out.getvalue(), "nemestats")
    assert [each.ids for each in found.plays] == [("nemestats:9",), ("nemestats:11",)]
    assert scores(found) == [
        ("nemestats:1", None, True),
        ("nemestats:2", None, True),
        (None, None, False),
        (None, None, False),
    ]
    assert [(bad.row, bad.reason) for bad in found.bad] == [(3, "'never' is not a date")]


# --- Arenas and tournaments -------------------------------------------------------------------------------------------


def bga(**more: Any) -> dict[str, Any]:
    return {
        "table_id": "55",
        "game_name": "sushigo",
        "players": "11,22",
        "player_names": "Ada,Bob",
        "scores": "40,35",
        "ranks": "1,2",
        "start": "1767225600",
        "end": "1767229200",
        "normalend": "1",
        **more,
    }


def test_bga_history() -> None:
    rows = [
        bga(),
        bga(table_id="56", scores=None, ranks=None, normalend="0"),
        bga(table_id="57", scores="1,2,3"),
        bga(table_id="58", start=None),
    ]
    for data in (rows, {"data": {"tables": rows}}):
        found = reading(json.dumps(data), "bga")
        assert [(each.ids[0], each.utc, each.minutes, each.why_not) for each in found.plays] == [
            ("bga:55", 1767225600, 60, None),
            ("bga:56", 1767225600, 60, "abandoned"),
        ]
        assert scores(found) == [("bga:11", "40", None), ("bga:22", "35", None)]
        assert [bad.row for bad in found.bad] == [3, 4]


def test_yucata_dates() -> None:
    rows = {
        "data": [
            {
                "GameID": 5,
                "GameType": "Targi",
                "FinishedOn": "/Date(1767229200000)/",
                "Players": [{"Login": "Ada", "Score": 40, "Rank": 1}, {"Login": "Bob", "Score": 35, "Rank": 2}],
            }
        ]
    }
    found = reading(json.dumps(rows), "yucata")
    assert (found.plays[0].ids, found.plays[0].utc, found.plays[0].title) == (("yucata:5",), 1767229200, "Targi")
    assert scores(found) == [("yucata:ada", "40", None), ("yucata:bob", "35", None)]


def test_lichess_swiss_ranks_from_zero_and_packed_scores() -> None:
    rows = [{"rank": 0, "score": 7000512, "username": "Ada"}, {"rank": 1, "points": 3.5, "username": "Bob"}]
    raw = "\n".join(json.dumps(row) for row in rows)
    found = reading(raw, "lichess", day="2021-05-01", game="Chess", id="abc")
    assert (found.plays[0].ids, found.plays[0].date, found.plays[0].title) == (("lichess:abc",), "2021-05-01", "Chess")
    assert [(chair.person, chair.rank, chair.score) for chair in found.plays[0].chairs] == [
        ("lichess:ada", 1, None),
        ("lichess:bob", 2, "3.5"),
    ]
    assert [bad.reason for bad in reading(raw, "lichess").bad] == [
        "the file has no date: give one in the mapping (day)"
    ]


def test_trf_ranks_are_final() -> None:
    found = reading((SAMPLES / "fide-trf26-extract-mit.trf").read_bytes(), "trf")
    tournament = found.plays[0]
    assert (tournament.title, tournament.date) == ("Grandmommy's Cup", "2024-12-01")
    assert [(chair.rank, chair.score) for chair in tournament.chairs] == [
        (12, "8"),
        (51, "6.5"),
        (23, "7.5"),
        (10, "8"),
        (19, "8"),
    ]
    assert found.people[0].name == "Test0001 Player0001"


# --- CSV --------------------------------------------------------------------------------------------------------------


def test_csv_a_row_a_player_with_mark_semicolons_decimal_commas_and_line_breaks() -> None:
    raw = (
        "\ufeffDatum;Spiel;Spieler;Punkte;Sieger\r\n"
        '1.2.2026;"Mensch\r\närgere";Ada ;12,5;ja\r\n1.2.2026;"Mensch\r\närgere";Bob;-;nein\r\n'
        "1.2.2026;Go;Ada;1;\r\n1.2.2026;Go;Bob;0;\r\n1.2.2026;Go;Ada;0;\r\n1.2.2026;Go;Bob;1;\r\n"
    )
    found = reading(raw, "csv")
    assert [bad.reason for bad in found.bad] == ["the game's name has a control character in it"]
    found = reading(raw.replace("\r\närgere", " ärgere"), "csv")
    assert [(each.title, each.date) for each in found.plays] == [
        ("Mensch ärgere", "2026-02-01"),
        ("Go", "2026-02-01"),
        ("Go", "2026-02-01"),
    ]
    assert scores(found) == [("csv:name:ada", "12.5", True), ("csv:name:bob", None, False)]
    assert found.settings["delimiter"] == ";"
    assert found.settings["layout"] == "player"


def test_csv_a_column_a_player() -> None:
    raw = "date,game,Ada,Bob,Cy\n2026-02-01,Skat,10,,-5\n2026-02-02,Skat,x,1,1\n"
    found = reading(raw, "csv", players=("Ada", "Bob", "Cy"))
    assert scores(found) == [("csv:name:ada", "10", None), ("csv:name:cy", "-5", None)]
    assert [(bad.row, bad.raw) for bad in found.bad] == [(3, "2026-02-02 | Skat | x | 1 | 1")]


def test_csv_a_row_a_play_with_who_always_plays() -> None:
    raw = "when,what,winner\n2026-02-01,Azul,Ada\n2026-02-02,Azul,\n"
    found = reading(raw, "csv", date="when", title="what", people=("Ada", "Bob"))
    assert scores(found) == [("csv:name:ada", None, True), ("csv:name:bob", None, False)]
    assert scores(found, 1) == [("csv:name:ada", None, False), ("csv:name:bob", None, False)]


def test_csv_one_bad_row_of_a_play_takes_the_play_with_it_and_no_other() -> None:
    raw = "id,date,game,player,score\n1,2026-02-01,Azul,Ada,1\n1,2026-02-01,Azul,Bob,lots\n2,2026-02-01,Azul,Ada,3\n"
    found = reading(raw, "csv", id="id")
    assert [each.ids for each in found.plays] == [("csv:2",)]
    assert [(bad.row, bad.reason) for bad in found.bad] == [
        (3, "the score 'lots' is not a number"),
        (2, "another row of the same play can't be used"),
    ]


def test_csv_equal_rows_are_two_plays_known_again_in_a_longer_file() -> None:
    row = "2026-02-01,Azul,Ada\n"
    head = "date,game,winner\n"
    first = [each.ids for each in reading(head + row + row, "csv").plays]
    longer = [each.ids for each in reading(head + "2026-01-01,Go,Bob\n" + row + row + row, "csv").plays]
    assert len(set(first)) == 2
    assert longer[1:3] == first


def test_csv_slashes_are_asked_about() -> None:
    raw = "date,game,winner\n2/1/2026,Azul,Ada\n"
    assert "date_format" in reading(raw, "csv").bad[0].reason
    assert reading(raw, "csv", date_format="dmy").plays[0].date == "2026-01-02"


def test_csv_columns_that_say_nothing() -> None:
    with pytest.raises(WrongFile, match="mapping"):
        read(b"a,b,c\n1,2,3\n", None, CsvMapping())
    with pytest.raises(WrongFile, match="no column 'when'"):
        read(b"a,b,c\n1,2,3\n", None, CsvMapping(date="when"))


def test_csv_a_column_without_a_name() -> None:
    found = reading(",date,game,winner\n17,2026-02-01,Azul,Ada\n", "csv", id="#1", source="my list")
    assert found.plays[0].ids == ("my list:17",)
