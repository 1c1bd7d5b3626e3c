"""The organiser's commands."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest
from django.core.management import call_command

from league import organisers
from tests.league.calling import Caller

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_organiser_s_token_lies_in_a_private_file_and_is_printed_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "data" / "organiser-token"
    printed = run("organiser", "--token-file", str(file))
    token = file.read_text().strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in printed
    me = Caller(token).get("/me").json
    assert (me["kind"], me["scopes"]) == ("organiser", ["host", "manage", "organiser", "read"])


def test_a_second_call_changes_nothing_and_a_lost_file_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "organiser-token"
    run("organiser", "--token-file", str(file))
    first = file.read_text()
    assert run("organiser", "--token-file", str(file)) == ""
    assert file.read_text() == first
    file.unlink()
    run("organiser", "--token-file", str(file))
    assert file.read_text() != first
    assert Caller(file.read_text().strip()).get("/me").status == 200


def test_a_sign_in_link_is_good_once() -> None:
    word = run("signin-link", "olga").strip().rpartition("/")[2]
    assert organisers.link_account(word).username == "olga"
    assert organisers.use_link(word, "correct horse battery").check_password("correct horse battery")
    assert organisers.use_link(word, "another password") is None
    assert organisers.link_account(word) is None


def test_a_newer_link_replaces_the_older() -> None:
    old = run("signin-link").strip().rpartition("/")[2]
    new = run("signin-link").strip().rpartition("/")[2]
    assert organisers.link_account(old) is None
    assert organisers.link_account(new).username == "organiser"
