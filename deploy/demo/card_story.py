"""A game of Racehorse as told: the calls, the tricks, the points, the payments. From public events alone."""

from __future__ import annotations

from typing import Any

from deploy.demo.terminal import INDENT, Screen, dollars, joined

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SMUDGE = 5
ASLEEP = " (asleep: the clock speaks)"


class CardStory:
    """Feed it every event of the game in order; it prints. ``names``: seat → name."""

    def __init__(self, screen: Screen, names: dict[int, str]) -> None:
        self.screen, self.names = screen, names
        self._deals = 0
        self._seals: dict[int, str] = {}
        self._calls: list[str] = []
        self._trick: list[str] = []
        self._asleep: list[str] = []
        self._paid: list[str] = []

    def event(self, event: dict[str, Any]) -> None:
        data = event["data"]
        by_clock = event["actor"]["kind"] == "clock"
        match event["type"]:
            case "game_opened":
                self._deals = data["options"]["deals"]
            case "deck_sealed":
                self._seals[data["deal"]] = data["commitments"][0]
            case "salt_added":
                self._say(self.screen.paint("~ ", "yellow") + f"{self._name(data['seat'])} salts the next deck.")
            case "deal_started":
                self._start(data)
            case "bid_made" | "passed":
                self._call(data, by_clock)
            case "pitch_won":
                self._pitch(data)
            case "card_played":
                self._card(data, by_clock)
            case "trick_taken":
                self._taken(data)
            case "deal_scored":
                self._scored(data)
            case "seat_paid":
                self._payment(data)
            case "deal_abandoned":
                self._say(self.screen.paint(f"Deal {data['deal']} is void and will be dealt again.", "yellow"))
            case "game_finished":
                self._ranking(data["ranking"])

    def _start(self, data: dict[str, Any]) -> None:
        self._calls, self._trick, self._paid = [], [], []
        seal = self._seals.get(data["deal"], "")[:12]
        self.screen.line()
        self.screen.rule(f"Deal {data['deal']} of {self._deals}", f"52 places sealed, the first as {seal}…")
        self._say(f"{self._name(data['dealer'])} deals.")

    def _call(self, data: dict[str, Any], by_clock: bool) -> None:
        who, points = self._name(data["seat"]), data.get("points")
        if by_clock:
            who += ASLEEP
        if points is None:
            said = "passes"
        elif points == SMUDGE:
            said = self.screen.paint("SMUDGE!", "bold")
        else:
            said = f"steals it at {points}" if data["stolen"] else f"bids {points}"
        self._calls.append(f"{who} {said}")

    def _pitch(self, data: dict[str, Any]) -> None:
        for line in joined(self._calls, INDENT):
            self.screen.line(line)
        bid = "Smudge, everything" if data["points"] == SMUDGE else str(data["points"])
        self._say(self.screen.paint(f"{self.names[data['seat']]} pitches for {bid}.", "bold"))

    def _card(self, data: dict[str, Any], by_clock: bool) -> None:
        if data["trick"] == 1 and not self._trick:
            self._say(f"{NAMES[data['trump']].capitalize()} are trump.")
        self._trick.append(self._face(data["card"], data["trump"]) + ("*" if by_clock else ""))
        if by_clock:
            self._asleep.append(self._name(data["seat"]))

    def _taken(self, data: dict[str, Any]) -> None:
        cards = "  ".join(self._trick)
        self._trick = []
        points = f"{data['points']} points" if data["points"] else "nothing"
        self._say(f"{data['trick']}   {cards}   {self._name(data['seat'])} takes it: {points}")
        for name in self._asleep:
            self._say(f"* {name}{ASLEEP}")
        self._asleep = []

    def _face(self, card: str, trump: str) -> str:
        """``10♥``, three columns wide; trumps bold."""
        face = f"{card[0].replace('T', '10') + SUITS[card[1]]:>3}"
        styles = (["red"] if card[1] in "DH" else []) + (["bold"] if card[1] == trump else [])
        return self.screen.paint(face, *styles)

    def _scored(self, data: dict[str, Any]) -> None:
        owners = [f"{name.capitalize()} {self._owner(data[name])}" for name in ("high", "low", "jack", "game")]
        bid = "Smudge" if data["bid"] == SMUDGE else f"a bid of {data['bid']}"
        verdict = self.screen.paint("MADE", "green") if data["made"] else self.screen.paint("SET", "red")
        self._say(f"{' · '.join(owners)}: {data['points']} of 4 for {bid}. {verdict}!")

    def _owner(self, seat: int | None) -> str:
        return "nobody" if seat is None else self._name(seat)

    def _payment(self, data: dict[str, Any]) -> None:
        hue = "green" if data["amount"] > 0 else "red"
        sign = "+" if data["amount"] > 0 else ""
        amount = self.screen.paint(f"{sign}{dollars(data['amount'])}", hue)
        self._paid.append(f"{self._name(data['seat'])} {amount} → {dollars(data['balance'])}")
        if data["seat"] == data["pitcher"]:  # the last of a deal
            for line in joined(self._paid, INDENT):
                self.screen.line(line)

    def _ranking(self, ranking: list[dict[str, Any]]) -> None:
        ranks = [line["rank"] for line in ranking]
        self.screen.line()
        self.screen.rule("The night is won")
        for line in ranking:
            shared = " (shared)" if ranks.count(line["rank"]) > 1 else ""
            styles = ["bold", "green"] if line["rank"] == 1 else []
            told = self.screen.paint(f"{line['rank']}. {self.names[line['seat']]:9}", *styles)
            self._say(f"{told} {dollars(line['money']):>6}{shared}")

    def _say(self, text: str) -> None:
        self.screen.text(text, INDENT, "  ")

    def _name(self, seat: int) -> str:
        return self.screen.paint(self.names[seat], "cyan")
