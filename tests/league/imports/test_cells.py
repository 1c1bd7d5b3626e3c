"""What stands in one cell."""

from __future__ import annotations

from typing import Any

import pytest

from league.imports import cells
from league.imports.plays import RowError


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("42", "42"),
        (" 42 ", "42"),
        ("-3", "-3"),
        ("\u22123", "-3"),
        ("0", "0"),
        ("", None),
        (None, None),
        ("-", None),
        ("null", None),
        ("20+16+2", "38"),
        ("66-11-12", "43"),
        ("1,5+2.25", "3.75"),
        ("21,7", "21.7"),
        ("15.10", "15.1"),
        (15.1, "15.1"),
        (7, "7"),
        ("0.125", "0.125"),
        ("1'250", "1250"),
    ],
)
def test_scores(written: Any, read: str | None) -> None:
    assert cells.score(written, sums=True) == read


@pytest.mark.parametrize(
    "written", ["49-46ish", "36, 42", "1.250", "1,250", "1.2.3", "2*3", "__import__('os')", "1e5", "1.23456", "9" * 13]
)
def test_scores_that_are_none(written: str) -> None:
    with pytest.raises(RowError):
        cells.score(written, sums=True)


def test_a_sum_is_a_score_only_where_people_write_sums() -> None:
    with pytest.raises(RowError):
        cells.score("49-46")
    assert cells.score("49-46", sums=True) == "3"


@pytest.mark.parametrize(
    ("written", "decimal", "read"),
    [
        ("1.250", ".", "1.25"),
        ("1.250", ",", "1250"),
        ("1,250", ".", "1250"),
        ("1.250,5", ",", "1250.5"),
        ("1,234,567.5", ".", "1234567.5"),
        ("12.50", ".", "12.5"),
    ],
)
def test_thousands_and_decimals_once_it_is_said_which(written: str, decimal: str, read: str) -> None:
    assert cells.score(written, decimal=decimal) == read


def test_groups_of_anything_but_three_are_no_thousands() -> None:
    for written in ("1.25", "12.50,1", "1.2500"):
        with pytest.raises(RowError):
            cells.score(written, decimal=",")


@pytest.mark.parametrize(("written", "read"), [("0", None), (0, None), ("1", 1), (3, 3), ("", None), (None, None)])
def test_rank_zero_is_missing(written: Any, read: int | None) -> None:
    assert cells.rank(written) == read


@pytest.mark.parametrize(
    ("written", "date_format", "read"),
    [
        ("2021-08-08 15:33:50", None, ("2021-08-08", "15:33:50")),
        ("2021-08-08T15:33", None, ("2021-08-08", "15:33:00")),
        ("2021-8-8", None, ("2021-08-08", None)),
        ("8.8.2021", None, ("2021-08-08", None)),
        ("31.12.2021, 23:59", None, ("2021-12-31", "23:59:00")),
        ("2/1/2021", "dmy", ("2021-01-02", None)),
        ("2/1/2021 9:30 pm", "mdy", ("2021-02-01", "21:30:00")),
    ],
)
def test_dates(written: str, date_format: str | None, read: tuple[str, str | None]) -> None:
    assert cells.when(written, date_format) == read


@pytest.mark.parametrize("written", ["", "2/1/2021", "2021-02-30", "31.11.2021", "yesterday", "8.8.21", "0001-01-01"])
def test_dates_that_are_none(written: str) -> None:
    with pytest.raises(RowError):
        cells.when(written)


@pytest.mark.parametrize("word", ["true", "True", "1", "ja", "x", "YES"])
def test_yes(word: str) -> None:
    assert cells.yes(word, "winner") is True


@pytest.mark.parametrize("word", ["false", "0", "nein", "", "-", "null"])
def test_no(word: str) -> None:
    assert cells.yes(word, "winner") is False


def test_neither_yes_nor_no() -> None:
    with pytest.raises(RowError, match="neither"):
        cells.yes("perhaps", "winner")


def test_names_are_compared_trimmed_composed_and_folded() -> None:
    assert cells.same(" E\u0301lodie  STRASSE ") == cells.same("Élodie straße")


def test_texts_with_nul_or_too_long_are_refused() -> None:
    for text in ("a\x00b", "a\nb", "a" * 81, "\ud800"):
        with pytest.raises(RowError):
            cells.text(text, "the name")
