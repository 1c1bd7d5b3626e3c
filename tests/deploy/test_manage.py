"""``sh deploy/manage`` and ``sh deploy/up`` before anything runs: what they offer, what they refuse in a sentence."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from deploy import catalogue, remembered
from deploy.folder import DataFolder
from deploy.remembered import Start
from tests.instance import REPOSITORY, clean_environment


def script(name: str, *arguments: str, cwd: Path = REPOSITORY) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(REPOSITORY / "deploy" / name), *arguments],
        env=clean_environment(),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_help_lists_our_commands_with_a_line_each_and_none_that_empties_tables() -> None:
    told = script("manage", "--help")
    assert told.returncode == 0
    assert told.stdout.startswith("usage: sh deploy/manage [--data DIR] COMMAND")
    assert "  signin-link  Prints a link, good once and for a day, by which an organiser signs in" in told.stdout
    for name in ("organiser", "verify", "export", "rebuild", "demo", "bench"):
        assert f"\n  {name} " in told.stdout
    for name in ("flush", "sqlflush", "loaddata", "runserver"):
        assert name not in told.stdout


def test_every_command_of_ours_says_in_a_sentence_what_it_does() -> None:
    files = {file.stem for file in REPOSITORY.glob("*/management/commands/[!_]*.py")}
    listed = catalogue.ours()
    assert set(listed) == files
    assert {name: line for name, line in listed.items() if not (line.endswith(".") and len(line) > 20)} == {}


@pytest.mark.parametrize("name", ["flush", "sqlflush", "loaddata", "verfy"])
def test_what_isnt_offered_is_refused_and_nothing_is_made(name: str, tmp_path: Path) -> None:
    told = script("manage", "--data", str(tmp_path / "data"), name)
    sentence = f"There is no command '{name}' here; `sh deploy/manage --help` lists those there are.\n"
    assert (told.returncode, told.stderr) == (1, sentence)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", [["verify"], ["signin-link"], ["export", "--club", "rail"], ["demo"]])
def test_a_folder_without_an_instance_is_one_sentence_and_stays_away(command: list[str], tmp_path: Path) -> None:
    told = script("manage", "--data", "typo", *command, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (1, "")
    start = f"sh {REPOSITORY}/deploy/up --data typo"
    assert told.stderr == f"There is no instance in {tmp_path}/typo; `{start}` would make one.\n"
    assert list(tmp_path.iterdir()) == []


def test_data_may_stand_behind_the_command_too_but_needs_a_folder(tmp_path: Path) -> None:
    assert f"no instance in {tmp_path}/a;" in script("manage", "verify", "--data", "a", cwd=tmp_path).stderr
    assert f"no instance in {tmp_path}/b;" in script("manage", "verify", "--data=b", cwd=tmp_path).stderr
    told = script("manage", "verify", "--data", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (1, "--data needs a folder: sh deploy/manage --data DIR COMMAND …\n")


def test_an_export_is_verified_and_help_is_given_without_any_instance(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    told = script("manage", "verify", "--file", "empty.jsonl", cwd=tmp_path)
    assert "0 events" in told.stdout + told.stderr
    told = script("manage", "verify", "--help", cwd=tmp_path)
    assert told.returncode == 0 and "--file EXPORT.jsonl" in told.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["empty.jsonl"]


def test_a_stopped_instance_tells_how_to_start_it_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = DataFolder(tmp_path / "my data")
    folder.path.mkdir()
    up = f"sh {REPOSITORY}/deploy/up --data 'my data'"
    assert remembered.up_again(folder) == up
    remembered.remember(folder, Start(address="https://r.example", port=8001, lan=True, url="https://r.example"))
    assert remembered.up_again(folder) == f"{up} --port 8001 --lan --url https://r.example"
    (folder.path / "instance.json").touch()
    told = script("manage", "--data", "my data", "demo", cwd=tmp_path)
    sentence = f"Railbird isn't running on {folder.path}; start it with `{remembered.up_again(folder)}`.\n"
    assert (told.returncode, told.stderr) == (1, sentence)


def test_commands_are_printed_as_they_can_be_typed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    usual = DataFolder(REPOSITORY / "var")
    assert remembered.manage(usual, "signin-link") == "sh deploy/manage signin-link"
    assert remembered.manage(DataFolder(tmp_path), "verify") == f"sh deploy/manage --data {tmp_path} verify"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--demo", "nope"], "the demo can't play 'nope'; it plays ready-set-bet"),
        (["--port", "abc"], "a port is a number from 1 to 65535, not 'abc'"),
        (["--port", "0"], "a port is a number from 1 to 65535, not '0'"),
        (["--exit"], "--exit goes with --demo"),
    ],
)
def test_wrong_options_are_refused_before_anything_starts(options: list[str], sentence: str, tmp_path: Path) -> None:
    told = script("up", "--data", str(tmp_path / "data"), *options)
    assert (told.returncode, told.stdout) == (2, "")
    assert sentence in told.stderr.splitlines()[-1]
    assert not (tmp_path / "data").exists()


def test_help_of_up_names_the_games_of_the_demo() -> None:
    assert "ready-set-bet" in script("up", "--help").stdout
