"""A night at the dogs as told: sets and odds, cards as they are turned up, sheets, money. From events alone."""

from __future__ import annotations

from typing import Any

from deploy.demo.greyhounds_players import Owner
from deploy.demo.terminal import INDENT, Screen, joined

PLACES = ("", "FIRST", "second", "third")
KINDS = {"sieg": "Sieg", "platz": "Platz", "einlauf": "Einlauf"}


class DogStory:
    """Feed it every event of the game in order; it prints. ``owners``: by seat."""

    def __init__(self, screen: Screen, owners: dict[int, Owner]) -> None:
        self.screen, self.owners = screen, owners
        self._batch: list[dict[str, Any]] = []
        self._seals: dict[int, str] = {}
        self._sets: dict[int, list[int]] = {}
        self._down: list[str] = []
        self._shown: dict[int, int] = {}
        self._running: set[int] = set()

    def event(self, event: dict[str, Any]) -> None:
        """Told when all events of its move are here."""
        self._batch.append(event)
        if event["move"]["n"] == event["move"]["of"]:
            batch, self._batch = self._batch, []
            for each in batch:
                self._tell(each, batch)

    def _tell(self, event: dict[str, Any], batch: list[dict[str, Any]]) -> None:
        data = event["data"]
        match event["type"]:
            case "race_prepared":
                self._seals[data["race"]] = event.get("sealed") or ""
            case "race_started":
                self._start(data)
            case "set_revealed":
                self._sets[data["seat"]] = data["cards"]
            case "ranked":
                self._rank(data)
            case "bets_sealed":
                self._face_down(event, "Sheets, face down")
            case "card_set_aside":
                self._face_down(event, "A card set aside")
            case "cards_revealed":
                self._cards(data, batch)
            case "cards_taken_back" if data["round"] == 5:
                self._say(self.screen.paint("All hands are empty: everybody takes the same five cards again.", "dim"))
            case "race_finished":
                self._finish(data)
            case "bets_revealed":
                self._sheets(data)
            case "set_asides_revealed":
                told = ", ".join(f"{self._name(each['seat'])} the {each['card']}" for each in data["cards"])
                self._say(self.screen.paint("Had set aside: ", "dim") + told)
            case "seat_settled":
                self._settled(data)
            case "paused":
                self._say(self.screen.paint(f"The race is paused ({data['reason']}).", "yellow"))
            case "race_abandoned":
                self._say(self.screen.paint("The race is void and will be dealt anew.", "yellow"))
            case "game_finished":
                self._ranking(data["ranking"])

    def _start(self, data: dict[str, Any]) -> None:
        seal = self._seals.get(data["race"], "")
        laps = ("", "one lap", "two laps", "three laps")[data["laps"]]
        self.screen.line()
        self.screen.rule(f"Race {data['race']} of 3: {laps}", f"deal sealed as {seal[:19]}…" if seal else "")
        self._running = set(self.owners)
        self._down, self._shown = [], {}

    def _rank(self, data: dict[str, Any]) -> None:
        odds = {(price["kind"], str(price["pick"])): price["quote"] for price in data["odds"]}
        for hund, seat in enumerate(data["order"], 1):
            cards = " ".join(f"{card:2}" for card in self._sets[seat])
            quotes = f"Sieg ×{odds['sieg', str(seat)] / 10:.1f}"
            if ("platz", str(seat)) in odds:
                quotes += f"  Platz ×{odds['platz', str(seat)] / 10:.1f}"
            name = f"{self.owners[seat].dog:8} {self.screen.paint(f'{self.owners[seat].name:8}', 'cyan')}"
            self._say(f"Hund {hund}  {name} {cards}  = {sum(self._sets[seat])}   {self.screen.paint(quotes, 'dim')}")

    def _face_down(self, event: dict[str, Any], what: str) -> None:
        seat = event["data"]["seat"]
        slept = event["actor"]["kind"] == "clock"
        self._down.append(self._name(seat) + (self.screen.paint(" sleeps, the clock acts", "yellow") if slept else ""))
        if len(self._down) == len(self.owners):
            self._say(f"{self.screen.paint(what + ':', 'dim')} {' · '.join(self._down)}")
            self._down = []

    def _cards(self, data: dict[str, Any], batch: list[dict[str, Any]]) -> None:
        self._shown |= {each["seat"]: each["card"] for each in data["cards"]}
        if len(self._shown) < len(self._running):
            return
        columns = []
        for seat in self.owners:
            card = f"{self._shown[seat]:2}" if seat in self._shown else " ·"
            columns.append(f"{self.owners[seat].name} {self.screen.paint(card, 'bold')}")
        round_ = self.screen.paint(f"{data['round']:3}", "dim")
        news = self._news(batch) or [self.screen.paint("nobody moves", "dim")]
        for line in joined([f"{round_}  {'  '.join(columns)}  ", *news], "", " ", INDENT + INDENT):
            self.screen.line(line)
        self._shown = {}

    def _news(self, batch: list[dict[str, Any]]) -> list[str]:
        news = []
        for event in batch:
            data = event["data"]
            if event["type"] == "moved":
                news.append(f"{self._dog(data['seat'])} +{data['spaces']} to {data['position']}")
            elif event["type"] == "lapped":
                self._running.discard(data["seat"])
                news.append(self.screen.paint(f"{self.owners[data['seat']].dog} is LAPPED", "red"))
            elif event["type"] == "finished":
                self._running.discard(data["seat"])
                how = "alone on the track," if data["how"] == "walkover" else "over the line,"
                place = self.screen.paint(PLACES[data["rank"]], "bold", "green")
                news.append(f"{self.owners[data['seat']].dog} {how} {place}!")
        return [f"{each}{'' if each is news[-1] else ','}" for each in news]

    def _finish(self, data: dict[str, Any]) -> None:
        names = [self.owners[seat].dog if seat else "nobody" for seat in data["places"]]
        self._say(self.screen.paint(f"Sieg {names[0]} · second {names[1]} · third {names[2]}", "bold"))

    def _sheets(self, data: dict[str, Any]) -> None:
        told: dict[int, list[str]] = {}
        for bet in data["bets"]:
            picks = bet["pick"] if isinstance(bet["pick"], list) else [bet["pick"]]
            dogs = "-".join(self.owners[seat].dog for seat in picks)
            won = self.screen.paint(f"${bet['payout']}", "green") if bet["payout"] else self.screen.paint("lost", "red")
            told.setdefault(bet["seat"], []).append(f"{KINDS[bet['kind']]} {dogs} ${bet['stake']}: {won}")
        for seat, bets in told.items():
            for line in joined([f"{self._name(seat)} had {bets[0]}", *bets[1:]], INDENT, ", ", "  "):
                self.screen.line(line)

    def _settled(self, data: dict[str, Any]) -> None:
        prize = f"prize ${data['prize']}" if data["prize"] else ""
        name = self.screen.paint(f"{self.owners[data['seat']].name:8}", "cyan")
        moved = f"{prize:12} −${data['staked']:<5} +${data['won']:<6}"
        balance = self.screen.paint(f"${data['balance']}", "bold")
        self._say(f"{name} {moved} {balance}")

    def _ranking(self, ranking: list[dict[str, Any]]) -> None:
        ranks = [line["rank"] for line in ranking]
        self.screen.line()
        self.screen.rule("The night is won")
        for line in ranking:
            shared = " (shared)" if ranks.count(line["rank"]) > 1 else ""
            told = f"{line['rank']}. {self.owners[line['seat']].name:9} ${line['money']}{shared}"
            self._say(self.screen.paint(told, *(["bold", "green"] if line["rank"] == 1 else [])))

    def _say(self, text: str) -> None:
        self.screen.text(text, INDENT, "  ")

    def _name(self, seat: int) -> str:
        return self.screen.paint(self.owners[seat].name, "cyan")

    def _dog(self, seat: int) -> str:
        return self.owners[seat].dog
