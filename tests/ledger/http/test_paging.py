"""Pages of a list that changes while it is read."""

from __future__ import annotations

import base64
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.test import RequestFactory

from ledger.errors import Refused
from ledger.http.paging import ListQuery, Page, list_page, made_page

pytestmark = pytest.mark.django_db
ORDER = ("-last_name", "username")


@pytest.fixture
def people() -> QuerySet[User]:
    """Seven people in three families, in a group of their own: the tests' database is never emptied."""
    own = uuid4().hex
    group = Group.objects.create(name=own)
    for family, names in {"A": "ab", "B": "cde", "C": "fg"}.items():
        for name in names:
            group.user_set.add(User.objects.create(username=f"{name}-{own}", first_name=name, last_name=family))
    return User.objects.filter(groups=group)


def page(people: QuerySet[User], address: str = "/api/v1/people") -> Page[str]:
    request = RequestFactory().get(address)
    cursor = request.GET.get("cursor")
    return list_page(people, ORDER, ListQuery(limit=3, cursor=cursor), request, lambda user: user.first_name)


def follow(people: QuerySet[User], url: str | None) -> Page[str]:
    assert url is not None
    assert url.startswith("http://192.0.2.7:8000/api/v1/people?cursor=")
    return page(people, url.removeprefix("http://192.0.2.7:8000"))


def test_there_and_back(people: QuerySet[User]) -> None:
    first = page(people)
    assert (first.results, first.previous) == (["f", "g", "c"], None)
    second = follow(people, first.next)
    assert second.results == ["d", "e", "a"]
    third = follow(people, second.next)
    assert (third.results, third.next) == (["b"], None)
    back = follow(people, third.previous)
    assert back.results == ["d", "e", "a"]
    start = follow(people, back.previous)
    assert (start.results, start.previous) == (["f", "g", "c"], None)
    assert follow(people, start.next).results == ["d", "e", "a"]


def test_rows_that_come_or_go_hide_none(people: QuerySet[User]) -> None:
    first = page(people)
    people.filter(first_name__in=["f", "c"]).delete()
    assert follow(people, first.next).results == ["d", "e", "a"]


def test_an_empty_list(people: QuerySet[User]) -> None:
    assert page(people.none()) == Page(next=None, previous=None, results=[])


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "häst",
        "====",
        base64.urlsafe_b64encode(b"{}").decode(),
        base64.urlsafe_b64encode(b'[false,["A"]]').decode(),
        base64.urlsafe_b64encode(rb'[false,["A","\u0000"]]').decode(),
        base64.urlsafe_b64encode(b"[" * 900).decode(),
    ],
)
def test_a_cursor_of_something_else_is_refused(people: QuerySet[User], cursor: Any) -> None:
    with pytest.raises(Refused) as refused:
        list_page(people, ORDER, ListQuery(cursor=cursor), RequestFactory().get("/"), lambda user: user.username)
    assert refused.value.code == "invalid"


def test_a_cursor_with_another_kind_of_value_is_refused() -> None:
    cursor = base64.urlsafe_b64encode(b'[false,["yesterday"]]').decode()
    with pytest.raises(Refused) as refused:
        list_page(
            User.objects.all(), ["date_joined"], ListQuery(cursor=cursor), RequestFactory().get("/"), lambda user: user
        )
    assert refused.value.code == "invalid"


def made(rows: list[str], address: str = "/api/v1/people") -> Page[str]:
    request = RequestFactory().get(address)
    return made_page(rows, str, ListQuery(limit=3, cursor=request.GET.get("cursor")), request)


def on(rows: list[str], url: str | None) -> Page[str]:
    assert url is not None
    return made(rows, url.removeprefix("http://192.0.2.7:8000"))


def test_a_list_that_was_reckoned_has_pages_too() -> None:
    rows = list("abcdefg")
    first = made(rows)
    assert (first.results, first.previous) == (["a", "b", "c"], None)
    second = on(rows, first.next)
    third = on(rows, second.next)
    assert (second.results, third.results, third.next) == (["d", "e", "f"], ["g"], None)
    assert on(rows, third.previous).results == ["d", "e", "f"]
    assert (on(rows, second.previous).results, on(rows, second.previous).previous) == (["a", "b", "c"], None)
    assert made(list("abc")).next is None and made([]) == Page(next=None, previous=None, results=[])


def test_what_comes_or_goes_in_a_reckoned_list_hides_nothing() -> None:
    first = made(list("abcdefg"))
    assert on(list("xabcdefg"), first.next).results == ["d", "e", "f"]
    assert on(list("bcdefg"), first.next).results == ["d", "e", "f"]
    assert on(list("abdefg"), first.next).results == ["d", "e", "f"]  # the edge is gone: its place counts
    assert on(list("ab"), first.next).results == []


@pytest.mark.parametrize("cursor", ["W2ZhbHNlLFsxLDJdXQ", "W2ZhbHNlLFsiYSIsLTFdXQ", "W2ZhbHNlLFsiYSJdXQ", "zzz"])
def test_what_is_no_cursor_of_a_reckoned_list_is_refused(cursor: str) -> None:
    with pytest.raises(Refused, match="cursor"):
        made(list("abcdefg"), f"/api/v1/people?cursor={cursor}")
