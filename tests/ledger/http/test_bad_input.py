"""Bad input is refused with a stable code, through a real view; nothing is ever a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client, RequestFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import Refused
from ledger.http import parsing
from tests.length import often

MOVES = "/api/v1/games/00000000-0000-4000-8000-000000000001/moves"
GOOD = b'{"type": "place_bet", "marker": "5", "spot": "win:8:1"}'


def post(client: Client, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
    return client.post(MOVES, body, content_type=content_type, headers={"Authorization": "Bearer read"} | headers)


def refusal(response: Any) -> tuple[int, str]:
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["detail"].endswith(".")
    return response.status_code, problem["code"]


def test_a_good_move_is_taken(client: Client) -> None:
    response = post(client, GOOD)
    assert response.status_code == 201
    assert response.json() == {
        "version": 18,
        "body": {"type": "place_bet", "marker": "5", "spot": "win:8:1", "until_roll": None},
    }


def bet(spot: bytes) -> bytes:
    return b'{"type": "place_bet", "marker": "5", "spot": ' + spot + b"}"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param(b"", 400, "malformed", id="empty"),
        pytest.param(b" \n", 400, "malformed", id="blank"),
        pytest.param(b'{"type": ', 400, "malformed", id="cut off"),
        pytest.param(b"{'type': 1}", 400, "malformed", id="no JSON"),
        pytest.param(GOOD + b"{}", 400, "malformed", id="two values"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, 400, "malformed", id="byte order mark"),
        pytest.param(GOOD.decode().encode("utf-16"), 400, "malformed", id="UTF-16"),
        pytest.param(b"[" * 3000 + b"]" * 3000, 400, "malformed", id="nested 3,000 deep"),
        pytest.param(b'{"a":' * 3000 + b"1" + b"}" * 3000, 400, "malformed", id="objects 3,000 deep"),
        pytest.param(b"[" * 33 + b"]" * 33, 400, "malformed", id="33 levels"),
        pytest.param(b"[" * 32 + b"]" * 32, 400, "invalid", id="32 levels are read, and aren't a move"),
        pytest.param(bet(b'"' + b"[" * 40 + b'"'), 201, "", id="brackets in a string are no levels"),
        pytest.param(bet(rb'"\ud800"'), 400, "malformed", id="lone surrogate, escaped"),
        pytest.param(bet(rb'"\udc00\ud800"'), 400, "malformed", id="surrogates the wrong way round"),
        pytest.param(bet(b'"\xed\xa0\x80"'), 400, "malformed", id="lone surrogate, raw"),
        pytest.param(bet(b'"\xff"'), 400, "malformed", id="invalid UTF-8"),
        pytest.param(bet(rb'"\u0000"'), 400, "malformed", id="U+0000, escaped"),
        pytest.param(bet(b'"\x00"'), 400, "malformed", id="U+0000, raw"),
        pytest.param(bet(rb'"\n"'), 400, "malformed", id="newline, escaped"),
        pytest.param(bet(b'"\t"'), 400, "malformed", id="tab, raw"),
        pytest.param(bet(rb'"\u001b[31m"'), 400, "malformed", id="escape sequence"),
        pytest.param(bet(b'"\x7f"'), 400, "malformed", id="DEL"),
        pytest.param(bet(rb'"\u009b"'), 400, "malformed", id="C1, escaped"),
        pytest.param(bet(b'"\xc2\x9b"'), 400, "malformed", id="C1, raw"),
        pytest.param(bet(rb'"\\u0000"'), 201, "", id="a backslash before u0000 is just text"),
        pytest.param(bet(rb'"\\\u0000"'), 400, "malformed", id="a backslash, then U+0000"),
        pytest.param(bet('"häst 🐎"'.encode()), 201, "", id="letters of the world"),
        pytest.param(bet(b"NaN"), 400, "malformed", id="NaN"),
        pytest.param(bet(b"Infinity"), 400, "malformed", id="Infinity"),
        pytest.param(bet(b"-Infinity"), 400, "malformed", id="-Infinity"),
        pytest.param(bet(b"9" * 5000), 400, "malformed", id="an endless number"),
        pytest.param(bet(b"1e999"), 400, "invalid", id="a number too large"),
        pytest.param(bet(b'"a", "spot": "b"'), 400, "malformed", id="one key twice"),
        pytest.param(bet(b'"a", "odds": 9'), 400, "unknown_field", id="unknown field"),
        pytest.param(bet(b'"a", "until_roll": "3"'), 400, "invalid", id="a number as string"),
        pytest.param(bet(b'"a", "until_roll": 3.5'), 400, "invalid", id="a fraction"),
        pytest.param(bet(b'"a", "until_roll": true'), 400, "invalid", id="true is no number"),
        pytest.param(bet(b'"a", "until_roll": 0'), 400, "invalid", id="below its bound"),
        pytest.param(bet(b'"' + b"x" * 41 + b'"'), 400, "invalid", id="text too long"),
        pytest.param(b'{"type": "place_bet", "marker": "5"}', 400, "invalid", id="a field missing"),
        pytest.param(b'{"type": "fly"}', 400, "invalid", id="unknown type"),
        pytest.param(b'{"type": 7}', 400, "invalid", id="type is a number"),
        pytest.param(b'{"marker": "5"}', 400, "invalid", id="no type"),
        pytest.param(b"null", 400, "invalid", id="null"),
        pytest.param(b"[]", 400, "invalid", id="an array"),
        pytest.param(GOOD + b" " * (64 * 1024 - len(GOOD)), 201, "", id="64 kB"),
        pytest.param(GOOD + b" " * (64 * 1024 + 1 - len(GOOD)), 413, "too_large", id="64 kB and one byte"),
        pytest.param(b'"' + b"x" * 10_000_000 + b'"', 413, "too_large", id="10 MB"),
        pytest.param(b'"' + rb"\"" * 30_000, 400, "malformed", id="quotes without end"),
    ],
)
def test_bodies(client: Client, body: bytes, status: int, code: str) -> None:
    response = post(client, body)
    if status == 201:
        assert response.status_code == 201
    else:
        assert refusal(response) == (status, code)


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ('Application/JSON; Charset="UTF-8"', 201),
        ("application/json; charset=latin-1", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("text/plain", 415),
        ("application/jsonp", 415),
        ("", 415),
    ],
)
def test_content_types(client: Client, content_type: str, status: int) -> None:
    response = post(client, GOOD, content_type)
    assert response.status_code == status
    if status == 415:
        assert refusal(response) == (415, "unsupported")


def test_a_compressed_body_is_not_unpacked(client: Client) -> None:
    assert refusal(post(client, GOOD, **{"Content-Encoding": "gzip"})) == (415, "unsupported")


def test_an_announced_length_is_enough_to_refuse() -> None:
    """Without reading: the body that follows is short and would be fine."""
    request = RequestFactory().generic("POST", MOVES, GOOD, "application/json", CONTENT_LENGTH="10000000")
    with pytest.raises(Refused, match="too_large"):
        parsing.read(request)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        (bet(b'"a", "odds": 9'), [{"field": "$.odds", "message": "nobody knows this field"}]),
        (bet(b"7"), [{"field": "$.spot", "message": "expected str, got int"}]),
        (b'{"type": "place_bet", "marker": "5"}', [{"field": "$.spot", "message": "is missing"}]),
        (b'{"type": "fly"}', [{"field": "$.type", "message": "must be one of place_bet, roll"}]),
        (b'{"type": "roll", "dice": [1, 7]}', [{"field": "$.dice[1]", "message": "expected int <= 6"}]),
        (
            b'{"type": "roll", "dice": [1, 6], "why": "luck"}',
            [{"field": "$.why", "message": "must be one of entered, played"}],
        ),
    ],
)
def test_the_field_is_named(client: Client, body: bytes, errors: list[dict[str, str]]) -> None:
    assert post(client, body).json()["errors"] == errors


def test_a_body_may_be_left_out_where_the_method_says_so(client: Client) -> None:
    host = {"Authorization": "Bearer host"}
    assert client.post("/api/v1/start", b"", content_type="application/json", headers=host).json() is None
    taken = client.post("/api/v1/start", b'{"type": "roll", "dice": [1, 2]}', "application/json", headers=host)
    assert taken.json() == {"type": "roll", "dice": [1, 2], "why": "played"}


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "limit=1&limit=2", "after=-1", "after=9007199254740992", "live=maybe",
              "types=a%00b", "limit=%ff", "after=1.5"]
)  # fmt: skip
def test_queries_are_typed(client: Client, query: str) -> None:
    assert refusal(client.get(f"/api/v1/events?{query}")) == (400, "invalid")


def test_an_unknown_parameter_is_named(client: Client) -> None:
    response = client.get("/api/v1/events?limt=5")
    assert refusal(response) == (400, "unknown_field")
    assert response.json()["errors"] == [{"field": "?limt", "message": "nobody knows this field"}]


def test_control_characters_in_a_path_are_nowhere(client: Client) -> None:
    assert refusal(client.get("/api/v1/failing/a%00b")) == (404, "not_found")


@settings(max_examples=often(75, 300), deadline=None)
@given(body=st.binary(max_size=200))
def test_random_bytes_are_never_a_500(body: bytes) -> None:
    response = post(Client(raise_request_exception=False), body)
    assert refusal(response)[0] == 400


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["type", "marker", "spot"]), inner),
    max_leaves=20,
)
moves = st.fixed_dictionaries(
    {"type": st.sampled_from(["place_bet", "roll"])},
    optional=dict.fromkeys(("marker", "spot", "until_roll", "dice", "why", "more"), json_values),
)


@settings(max_examples=often(100, 300), deadline=None)
@given(value=json_values | moves, ascii=st.booleans())
def test_random_json_is_never_a_500(value: Any, ascii: bool) -> None:
    body = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    response = post(Client(raise_request_exception=False), body)
    assert response.status_code in (201, 400)


@settings(max_examples=often(75, 200), deadline=None)
@given(
    query=st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), max_size=60),
    accept=st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40),
)
def test_random_queries_and_accepts_are_never_a_500(query: str, accept: str) -> None:
    response = Client(raise_request_exception=False).get(f"/api/v1/events?{query}", headers={"Accept": accept})
    assert response.status_code in (200, 400, 406)
