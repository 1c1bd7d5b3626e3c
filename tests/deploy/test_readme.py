"""The lines of the README and of the auditor's guide work: they are run as they stand, but for address and folders."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ledger import verify
from tests.instance import REPOSITORY, Up, clean_environment

pytestmark = pytest.mark.xdist_group("instances")
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    data = tmp_path_factory.mktemp("readme") / "data"
    # A live stream notices that nobody reads on at its next sign of life: not after 15 s, but after one.
    with Up(data, env={"RAILBIRD_HEARTBEAT_S": "1"}) as up:
        up.wait_until_ready()
        yield up


def blocks(page: str, heading: str) -> list[str]:
    """What stands in ``sh`` fences from this heading on."""
    return BLOCK.findall((REPOSITORY / page).read_text().partition(f"\n## {heading}\n")[2])


def run(instance: Up, parts: list[str], folder: Path) -> list[str]:
    """Runs the blocks one after the other in one shell that ends at the first failure; → what each of them printed."""
    mark = "=== next block ==="
    script = f"\necho '{mark}'\n".join(parts)
    for there, here in (
        ("http://127.0.0.1:8000", instance.url),
        ("var/organiser-token", f"'{instance.data}/organiser-token'"),
        ("sh deploy/manage", f"sh '{REPOSITORY}/deploy/manage' --data '{instance.data}'"),
        ("ledger/verify.py", f"'{REPOSITORY}/ledger/verify.py'"),
    ):
        script = script.replace(there, here)
    done = subprocess.run(
        ["sh", "-eu"],
        input=script,
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.split(f"{mark}\n")


def test_the_readme_leads_from_a_club_to_a_verified_table(instance: Up, tmp_path: Path) -> None:
    parts = blocks("README.md", "From a club to the table") + blocks("docs/guides/auditor.md", "Three checks")
    assert len(parts) == 9
    _, opened, links, moves, live, results, read_only, checked, checked_again = run(instance, parts, tmp_path)
    assert '"starts_on"' in opened
    assert re.fullmatch(rf"{instance.url}/j/rbs_\S+\n", links)
    assert '"type":"race_started"' in moves
    assert '"type":"place_bet"' in moves  # what she may do
    assert '"pays":3' in moves  # and what she did
    assert live.startswith("retry: ") and live.rstrip().endswith("}") and '"type":"game_finished"' in live
    scoreboard, rest = json.JSONDecoder().raw_decode(results)
    assert scoreboard["status"] == "finished"
    table, _ = json.JSONDecoder().raw_decode(results[rest:])
    assert {row["member"]["name"] for row in table["rows"]} == {"Ann", "Bo"}
    assert json.loads(read_only)["club"]
    audit, _ = json.JSONDecoder().raw_decode(checked)
    assert (audit["ok"], audit["dice"], audit["findings"]) == (True, "proved", [])
    assert "Club rail: all is as it was recorded" in checked
    for said in (checked, checked_again):
        assert said.rstrip().endswith("VERIFIED: every hash, link and opened part is right.")
    board = f"{instance.url}/api/v1/clubs/rail/scoreboard"  # what the integrator's guide says of it
    tag = httpx.get(board).headers["ETag"]
    assert httpx.get(board, headers={"If-None-Match": tag}).status_code == 304
    lines = httpx.get(f"{instance.url}/api/v1/games/{scoreboard['game']['id']}/events?format=jsonl&limit=500").text
    assert verify.verify(lines.splitlines()).findings == []
    handed_out = httpx.get(f"{instance.url}/api/v1/verify.py").content
    assert handed_out == (REPOSITORY / "ledger" / "verify.py").read_bytes()


def test_every_page_that_the_readme_and_the_guides_point_to_is_there() -> None:
    for page in (REPOSITORY / "README.md", *(REPOSITORY / "docs" / "guides").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)
