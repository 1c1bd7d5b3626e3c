"""Correcting by a page: every move of every ruleset has a form, made from its own type; the effect is seen first."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.league.calling import Caller, Club

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bo", "Cilla", "Dag", "Eva")
GAMES = {
    "ready-set-bet": (3, {"house": "basic", "races": 1}),
    "racehorse": (5, {"deals": 2}),
    "greyhounds": (4, {"track_length": 8}),
}
NEVER = {"pause", "resume", "abandon", "close_game", "close_seat", "set_pace", "lay_cards", "add_salt"}


class Table:
    """A game, its host's browser, and a hand that plays for everybody."""

    def __init__(self, ruleset: str, seats: int, options: dict[str, Any]) -> None:
        self.club = Club(public=True)
        self.game = self.club.game(self.club.night(), *NAMES[:seats], ruleset=ruleset, options=options)
        self.path = f"/games/{self.game['id']}"
        self.host = Caller(self.game["host_url"].rpartition("/")[2])
        self.seats = [Caller(seat["token"]) for seat in self.game["seats"]]
        self.browser = Client()
        self.browser.post(f"/j/{self.host.token}")

    def play(self, moves: int, chance: random.Random) -> None:
        """So many legal moves of whoever may make one."""
        for _ in range(moves):
            offers = [(who, move) for who in (self.host, *self.seats) for move in self.offered(who)]
            if not offers:
                return
            who, move = chance.choice(offers)
            answer = who.post(f"{self.path}/moves", move)
            assert answer.status == 201, answer

    def offered(self, who: Caller) -> list[dict[str, Any]]:
        found = []
        for move in who.get(f"{self.path}/legal-moves").json:
            fill = move.pop("fill", [])
            if fill == ["dice"]:
                move["dice"] = [3, 5]
            elif fill:
                continue
            if move["type"] not in NEVER:
                found.append(move)
        bets = [move for move in found if move["type"] == "place_bet"]
        return [move for move in found if move["type"] != "place_bet"] + bets[:1] + bets[-1:]

    def events(self) -> list[dict[str, Any]]:
        return list(self.host.get(f"{self.path}/events?limit=500").json["results"])

    def mendable(self) -> list[int]:
        """The steps that the history offers to correct."""
        page = self.browser.get(f"/g/{self.game['id']}/history").content.decode()
        return [int(at) for at in re.findall(r"/mend/(\d+)", page)]

    def form(self, at: int) -> dict[str, str]:
        """The form as it stands when it is opened."""
        page = self.browser.get(f"/g/{self.game['id']}/mend/{at}").content.decode()
        own = page[page.index('class="box mend"') :]
        fields = dict(re.findall(r'<input name="(move\.[\w.]+)" value="([^"]*)"', own))
        for name, select in re.findall(r'<select name="([^"]+)">(.*?)</select>', own, re.S):
            chosen = re.search(r'value="([^"]*)" selected', select)
            fields[name] = chosen[1] if chosen else ""
        checked = re.findall(r'name="(move\.[\w.]+)" value="true" checked', own)
        return {name: unescape(value) for name, value in fields.items()} | dict.fromkeys(checked, "true")

    def choices(self, at: int, field: str) -> list[str]:
        page = self.browser.get(f"/g/{self.game['id']}/mend/{at}").content.decode()
        select = re.search(rf'<select name="{re.escape(field)}">(.*?)</select>', page, re.S)
        assert select is not None, page
        return [unescape(value) for value in re.findall(r'<option value="([^"]+)"', select[1])]

    def look(self, at: int, **fields: str) -> str:
        """The effect as htmx asks for it: a part of the page."""
        answer = self.browser.post(
            f"/g/{self.game['id']}/mend/{at}",
            {**self.form(at), **{f"move.{name.replace('__', '.')}": value for name, value in fields.items()}},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "<html" not in text
        return text

    def correct(self, at: int, reason: str = "It was written down wrong.", **fields: str) -> None:
        sent = {**self.form(at), **{f"move.{name.replace('__', '.')}": value for name, value in fields.items()}}
        answer = self.browser.post(f"/g/{self.game['id']}/mend/{at}", {**sent, "sure": "on", "reason": reason})
        assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_form_sent_as_it_stands_changes_nothing_whatever_the_move(ruleset: str) -> None:
    seats, options = GAMES[ruleset]
    table = Table(ruleset, seats, options)
    table.play(40 if ruleset == "racehorse" else 24, random.Random(5))  # a deal, and some of the next
    log = {event["version"]: event for event in table.events()}
    offered = table.mendable()
    moves = [event for event in log.values() if event["move"]["n"] == 1 and event["type"] != "game_opened"]
    people = {event["version"] for event in moves if event["actor"]["kind"] in ("seat", "host")}
    assert set(offered) == people and len(people) >= 20
    for at in offered:
        effect = table.look(at)
        if log[at]["type"] == "card_played" and not any(
            event["type"] == "deal_scored" for version, event in log.items() if version > at
        ):
            assert "Hands are hidden" in effect
            continue
        if log[at]["move"]["type"] in ("place_bets", "set_aside") or "sealed" in log[at]:
            continue  # the form doesn't know what was secret: it is empty
        assert 'class="refused"' not in effect, effect
        assert "no longer fit" not in effect and 'class="me"' not in effect
    assert len(table.events()) == len(log)  # looking writes nothing


def test_a_bet_on_the_wrong_spot_is_put_right_and_what_it_blocks_falls_away() -> None:
    table = Table("ready-set-bet", 2, {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False})
    table.host.post(f"{table.path}/moves", {"type": "start_race", "race": 1})
    for seat, spot in ((0, "win:7:1"), (1, "win:8:1")):
        move = {"type": "place_bet", "race": 1, "marker": "5", "spot": spot}
        assert table.seats[seat].post(f"{table.path}/moves", move).status == 201
    at = next(event["version"] for event in table.events() if event["type"] == "bet_placed")
    assert '"win:8:1"' in table.choices(at, "move.spot")  # it was free then
    effect = table.look(at, spot='"win:8:1"')
    assert "no longer fit" in effect and "Bo" in effect
    table.correct(at, spot='"win:8:1"')
    bets = table.host.get(table.path).json["state"]["bets"]
    assert [(bet["seat"], bet["spot"]) for bet in bets] == [(1, "win:8:1")]
    last = [event for event in table.events() if event["type"] == "bet_placed"][-1]
    assert last["actor"]["kind"] == "host" and last["actor"]["for_seat"] == 1


def test_dice_that_a_person_typed_are_put_right_and_those_from_a_seed_are_not_offered() -> None:
    table = Table("ready-set-bet", 2, {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False})
    table.host.post(f"{table.path}/moves", {"type": "start_race", "race": 1})
    table.host.post(f"{table.path}/moves", {"type": "roll", "race": 1, "n": 1, "dice": [6, 6]})
    at = next(event["version"] for event in table.events() if event["type"] == "rolled")
    assert table.form(at) == {"move.dice.0": "6", "move.dice.1": "6"}
    effect = table.look(at, dice__0="4", dice__1="4")
    assert "11/12 leads on 1" in effect and "8 leads on 1" in effect
    table.correct(at, dice__0="4", dice__1="4")
    assert table.host.get(table.path).json["state"]["positions"] == [0, 0, 0, 0, 0, 1, 0, 0, 0]


def test_a_score_of_a_sheet_and_a_person_who_wasn_t_there() -> None:
    club = Club(public=True)
    rows = [{"seat": 1, "score": 42}, {"seat": 2, "score": 38}]
    game = club.game(club.night(), "Ann", "Bo", ruleset="scoresheet", options={}, title="Wingspan", rows=rows)
    table = Table.__new__(Table)
    table.club, table.game, table.path = club, game, f"/games/{game['id']}"
    table.host, table.browser = Caller(game["host_url"].rpartition("/")[2]), Client()
    table.browser.post(f"/j/{table.host.token}")
    (at,) = table.mendable()
    assert table.form(at)["move.rows.1.score"] == "38"
    effect = table.look(at, rows__1__score="44,5")
    assert "2 → 1" in effect and "44.5" in effect
    table.correct(at, rows__1__score="44,5")
    assert [(s["seat"], s["rank"], s["score"]) for s in table.host.get(f"{table.path}/scoreboard").json["seats"]] == [
        (2, 1, 44.5),
        (1, 2, 42),
    ]


def test_secret_bets_are_entered_anew_and_stay_secret() -> None:
    table = Table("greyhounds", 4, {"track_length": 8})
    bet = {"type": "place_bets", "race": 1, "kind": "sieg", "bets": [{"pick": 3, "stake": 700}]}
    assert table.seats[0].post(f"{table.path}/moves", bet).status == 201
    (at,) = table.mendable()
    assert "700" not in table.browser.get(f"/g/{table.game['id']}/mend/{at}").content.decode()
    table.correct(at, kind='"platz"', bets__0__pick="2", bets__0__stake="600")
    assert table.seats[0].get(table.path).json["state"]["own"]["bets"] == [{"kind": "platz", "pick": 2, "stake": 600}]
    assert table.host.get(f"{table.path}?seat=1").json["state"]["own"] is None


def test_a_card_that_was_played_by_mistake() -> None:
    """While hands are hidden no correction tries cards: the move is left out, and the seat plays anew."""
    table = Table("racehorse", 5, {"deals": 1})
    chance = random.Random(2)
    while not any(event["type"] == "card_played" for event in table.events()):
        table.play(1, chance)
    played = next(event for event in table.events() if event["type"] == "card_played")
    seat = played["data"]["seat"]
    other = next(card for card in table.seats[seat - 1].get(table.path).json["state"]["hand"])
    cards = table.choices(played["version"], "move.card")
    assert len(cards) == 52  # a host doesn't see the hand
    told = {re.sub(r".*?(?=<p class=.refused)", "", table.look(played["version"], card=card)) for card in cards}
    assert len(told) == 1 and "Hands are hidden" in told.pop()
    sent = {"leave_out": "on", "sure": "on", "reason": "The wrong card."}
    assert table.browser.post(f"/g/{table.game['id']}/mend/{played['version']}", sent).status_code == 302
    table.seats[seat - 1].made(f"{table.path}/moves", {"type": "play", "card": other})
    assert table.host.get(table.path).json["state"]["trick"] == [{"seat": seat, "card": other}]


def test_without_a_reason_or_with_nonsense_nothing_is_written() -> None:
    table = Table("ready-set-bet", 2, {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False})
    table.host.post(f"{table.path}/moves", {"type": "start_race", "race": 1})
    table.host.post(f"{table.path}/moves", {"type": "roll", "race": 1, "n": 1, "dice": [6, 6]})
    at, before = table.mendable()[-1], len(table.events())
    answer = table.browser.post(f"/g/{table.game['id']}/mend/{at}", {**table.form(at), "sure": "on"})
    assert "Say why" in answer.content.decode()
    for dice in ("x", "7", '"six"'):
        assert 'class="refused"' in table.look(at, dice__0=dice)
    assert len(table.events()) == before
    stranger = Client().get(f"/g/{table.game['id']}/mend/{at}")
    assert stranger.status_code == 401


def test_what_the_server_did_by_itself_is_not_offered() -> None:
    table = Table("ready-set-bet", 2, {"races": 1})
    assert table.mendable() == []
    answer = table.browser.get(f"/g/{table.game['id']}/mend/2")
    assert answer.status_code == 404 and b"by itself" in answer.content
