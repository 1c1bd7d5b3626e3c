"""Who was there: marks, and everybody who sits in a game."""

from __future__ import annotations

import pytest

from tests.league.calling import Club

pytestmark = pytest.mark.django_db


def test_whoever_sits_in_a_game_is_present_and_marks_are_said_for_all_at_once() -> None:
    club = Club()
    night = club.night()
    seats = club.game(night, "Ann", "Bo")["seats"]
    ann, bo = (seat["member"]["id"] for seat in seats)
    cy = club.manager.made(f"{club.path}/members", {"name": "Cy"})["id"]
    marks = [{"member": cy, "status": "excused"}, {"member": bo, "status": "substitute", "for": cy}]
    shown = club.manager.put(f"/nights/{night}/attendance", marks).json
    assert shown == [
        {"member": {"id": ann, "name": "Ann"}, "status": "present", "seated": True},
        {"member": {"id": bo, "name": "Bo"}, "status": "substitute", "for": cy, "seated": True},
        {"member": {"id": cy, "name": "Cy"}, "status": "excused"},
    ]
    assert club.manager.put(f"/nights/{night}/attendance", []).json[-1]["member"]["name"] == "Bo"
    assert club.manager.get(f"/nights/{night}/attendance").json[1]["status"] == "present"


@pytest.mark.parametrize(
    "wrong",
    [
        [{"status": "present"}],
        [{"member": "ann", "status": "present"}],
        [{"member": "{ann}", "status": "asleep"}],
        [{"member": "{ann}", "status": "present"}, {"member": "{ann}", "status": "absent"}],
        [{"member": "{ann}", "status": "present", "for": "{bo}"}],
        [{"member": "{ann}", "status": "substitute", "for": "{ann}"}],
        {"member": "{ann}"},
    ],
)
def test_wrong_marks_are_refused(wrong: object) -> None:
    club = Club()
    night = club.night()
    ids = [seat["member"]["id"] for seat in club.game(night, "Ann", "Bo")["seats"]]

    def filled(value: object) -> object:
        if isinstance(value, str):
            return value.format(ann=ids[0], bo=ids[1])
        if isinstance(value, dict):
            return {key: filled(each) for key, each in value.items()}
        return [filled(each) for each in value]  # type: ignore[attr-defined]

    answer = club.manager.put(f"/nights/{night}/attendance", filled(wrong))
    assert (answer.status, answer.code) == (400, "invalid"), answer


def test_marks_are_for_members_of_the_club_and_by_its_hosts() -> None:
    club, other = Club(), Club()
    stranger = other.manager.made(f"{other.path}/members", {"name": "Zed"})["id"]
    night = club.night()
    marks = [{"member": stranger, "status": "present"}]
    assert club.manager.put(f"/nights/{night}/attendance", marks).code == "not_found"
    assert club.token("read").put(f"/nights/{night}/attendance", []).code == "wrong_scope"
