"""Files of the wrong kind, cut off, too large, made to do harm: a clear problem document, and nothing is kept."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from league.imports import staging
from tests.league.calling import Answer, Club
from tests.league.imports.calling import bgstats, play, upload

pytestmark = pytest.mark.django_db

BOMB = b"""<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><plays><play id="1" date="2026-01-01">&c;</play></plays>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a SYSTEM "file:///etc/passwd">]><plays>&a;</plays>"""
GOOD = bgstats(play("A", "2026-01-10 20:15:00", "1", "2"))


def packed(size: int) -> bytes:
    """A workbook that unpacks to more than it looks."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bag:
        bag.writestr("xl/worksheets/sheet1.xml", b"0" * size)
    return out.getvalue()


def kept(club: Club) -> int:
    return len(club.manager.get(f"{club.path}/imports").json["results"])


@pytest.mark.parametrize(
    "raw",
    [
        b" \n",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"%PDF-1.7\nnothing to play",
        GOOD[: len(GOOD) // 2],
        b"\xff\xfe" + "date,game\n".encode("utf-16-le"),
        b"date,game,player\n2026-01-01,Azul,A\x00da\n",
        b"[" * 100_000,
        b'{"plays":' * 5_000,
        b'{"plays": [], "players": [], "games": []}',
        b'{"plays": {}, "players": [], "games": []}',
        b"[1, 2, 3]",
        b'{"data": [NaN]}',
        BOMB,
        OUTSIDE,
        b"<plays><play id='1'",
        b"<html><body>Sign in</body></html>",
        b"just one line of text",
        b"a,b\n1,2\n",
        b'date,game,player\n"2026-01-01,Azul,Ada\n',
        b"PK\x03\x04 not a workbook",
        b"https://example.org/nothing?here=1",
        b"\xd8" * 1000,
    ],
    ids=range(22),
)
def test_a_file_that_cannot_be_read(raw: bytes) -> None:
    club = Club()
    answer = upload(club, raw)
    assert (answer.status, answer.code) == (400, "malformed"), answer
    assert len(answer.json["detail"]) > 15
    assert kept(club) == 0


def test_a_workbook_that_is_a_bomb() -> None:
    club = Club()
    answer = upload(club, packed(101 * 1024 * 1024))
    assert (answer.status, answer.code) == (400, "malformed")
    assert "too large" in answer.json["detail"]


def test_fifty_megabytes() -> None:
    club = Club()
    answer = upload(club, b"0" * 50 * 1024 * 1024)
    assert (answer.status, answer.code) == (413, "too_large")
    assert kept(club) == 0
    just_over = upload(club, b"0" * (staging.MOST_BYTES + 1))
    assert (just_over.status, just_over.code) == (413, "too_large")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"format": "bgg"}, "malformed"),
        ({"format": "tarot"}, "invalid"),
        ({"mapping": "{"}, "malformed"),
        ({"mapping": '{"colour": "x"}'}, "unknown_field"),
        ({"mapping": '{"layout": "sideways"}'}, "invalid"),
        ({"timezone": "../../etc/passwd"}, "invalid"),
        ({"timezone": "Europe/Berlin\x00"}, "invalid"),
        ({"colour": "x"}, "unknown_field"),
    ],
)
def test_fields_that_fit_nothing(fields: dict[str, Any], code: str) -> None:
    club = Club()
    assert upload(club, GOOD, **fields).code == code
    assert kept(club) == 0


def test_a_body_that_is_no_upload() -> None:
    club = Club()
    path, headers = f"/api/v1{club.path}/imports", club.manager._headers({})

    def send(raw: bytes, kind: str) -> Answer:
        return Answer(club.manager.client.generic("POST", path, raw, content_type=kind, headers=headers))

    assert send(b"{}", "application/json").code == "unsupported"
    assert send(b"--x\r\n", "multipart/form-data").code == "malformed"
    assert send(b"nothing of the kind", "multipart/form-data; boundary=x").code == "invalid"
    cut = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{"plays"'
    assert send(cut, "multipart/form-data; boundary=x").code in ("malformed", "invalid")
    assert kept(club) == 0


@pytest.mark.parametrize(
    "plays",
    [
        [{"uuid": [], "gameRefId": 1, "playDate": "2026-01-01", "playerScores": []}],
        [{"uuid": "x", "gameRefId": 1, "playDate": 20260101, "playerScores": {}}],
        [{"uuid": "x", "gameRefId": {}, "playDate": None, "playerScores": [None]}],
        [{"uuid": "x", "gameRefId": 1, "playDate": "2026-01-01", "playerScores": [{"playerRefId": 1, "score": {}}]}],
        [{"uuid": "x", "gameRefId": 1, "playDate": "2026-01-01", "playerScores": [{"playerRefId": 1, "score": 1e300}]}],
        [{"uuid": "x" * 5000, "gameRefId": 1, "playDate": "9999-12-31 23:59:59", "playerScores": []}],
        [None, 1, "x", [], True],
    ],
)
def test_rows_of_any_shape_are_bad_rows_and_no_more(plays: list[Any]) -> None:
    club = Club()
    answer = upload(club, bgstats(*plays))
    assert answer.status == 201, answer
    assert (answer.json["new"], len(answer.json["bad"])) == (0, len(plays))


def test_a_name_made_for_a_spreadsheet_is_a_name() -> None:
    club = Club()
    raw = bgstats(play("A", "2026-01-10 20:15:00", "1", "2"), players=("=HYPERLINK(1)", "@Bob\u202e"))
    answer = upload(club, raw)
    assert [each["name"] for each in answer.json["people"]] == ["=HYPERLINK(1)", "@Bob"]
    assert answer.json["people"][1]["name_raw"] == "@Bob\u202e"
