"""Members over HTTP, and how much of a name which reader gets."""

from __future__ import annotations

from uuid import uuid4

import pytest

from league.names import published
from tests.league.calling import NOBODY, Club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("publish", "alias", "shown"),
    [
        ("full", None, "Ann van Archer"),
        ("initials", "Arrow", "A. V. A."),
        ("alias", "Arrow", "Arrow"),
        ("alias", None, "A. V. A."),
        ("none", "Arrow", ""),
    ],
)
def test_a_name_is_published_as_its_owner_wants(publish: str, alias: str | None, shown: str) -> None:
    assert published("Ann van Archer", alias, publish) == shown


def test_an_erased_name_is_empty() -> None:
    assert published(None, None, "full") == ""


def test_hosts_read_full_names_and_readers_only_what_is_published() -> None:
    club = Club(public=True)
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann Archer", "publish": "initials"})
    assert (ann["name"], ann["publish"], ann["guest"]) == ("Ann Archer", "initials", False)
    for reader in (club.token("read"), NOBODY):
        seen = reader.get(f"/members/{ann['id']}").json
        assert (seen["name"], seen["alias"], seen["publish"]) == ("A. A.", None, None)
    assert club.token("host").get(f"/members/{ann['id']}").json["name"] == "Ann Archer"


def test_a_list_is_added_whole_or_not_at_all() -> None:
    club = Club()
    people = club.manager.made(f"{club.path}/members", [{"name": "Ann"}, {"name": "Bo", "guest": True}])
    assert [(one["name"], one["guest"]) for one in people] == [("Ann", False), ("Bo", True)]
    refused = club.manager.post(f"{club.path}/members", [{"name": "Cy"}, {"name": ""}])
    assert (refused.code, refused.json["errors"][0]["field"]) == ("invalid", "$[1].name")
    assert [one["name"] for one in club.manager.get(f"{club.path}/members").json["results"]] == ["Ann", "Bo"]


def test_the_list_goes_on_page_by_page() -> None:
    club = Club()
    club.manager.made(f"{club.path}/members", [{"name": f"M{n}"} for n in range(5)])
    seen, page = [], club.manager.get(f"{club.path}/members?limit=2").json
    while True:
        seen += [one["name"] for one in page["results"]]
        if page["next"] is None:
            break
        page = club.manager.get(page["next"].partition("/api/v1")[2]).json
    assert seen == ["M0", "M1", "M2", "M3", "M4"]


def test_a_member_is_renamed_and_loses_the_alias() -> None:
    club = Club()
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann", "alias": "Arrow"})
    changed = club.manager.patch(f"/members/{ann['id']}", {"name": "Anna", "alias": None}).json
    assert (changed["name"], changed["alias"], changed["version"]) == ("Anna", None, 2)
    assert club.token("read").patch(f"/members/{ann['id']}", {"name": "X"}).code == "wrong_scope"


def test_an_unknown_member_is_not_found() -> None:
    answer = Club().manager.get(f"/members/{uuid4()}")
    assert (answer.status, answer.code) == (404, "not_found")
