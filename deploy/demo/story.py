"""The night as told: bets as they fall, calls, refusals, payouts in chips, the ranking. From events alone."""

from __future__ import annotations

from typing import Any

from deploy.demo import caller
from deploy.demo.caller import Caller
from deploy.demo.picture import Board, value
from deploy.demo.seat import Missed, Note
from deploy.demo.terminal import INDENT, Screen, joined

MISSES_A_RACE = 2
"""Refusals that are told one by one; the rest are counted."""
HUES = {"blue": "blue", "orange": "yellow", "red": "red", "black": "bold"}
CHIPS = {100: "magenta", 25: "green", 5: "red", 1: "bold"}


class Story:
    """Feed it every event of the game in order, and what was refused; it prints. ``names``: seat → name."""

    def __init__(self, screen: Screen, board: Board, names: dict[int, str]) -> None:
        self.screen, self.board, self.names = screen, board, names
        self._caller = Caller(board)
        self._batch: list[dict[str, Any]] = []
        self._bets: list[str] = []
        self._held: list[Missed] = []
        self._version = self._missed = self._races = 0
        self._seal = ""

    def event(self, event: dict[str, Any]) -> None:
        """Told when all events of its move are here: a roll and what followed from it are one thing."""
        self._version = event["version"]
        self._batch.append(event)
        if event["move"]["n"] == event["move"]["of"]:
            batch, self._batch = self._batch, []
            self._move(batch)
            self._release()

    def missed(self, missed: Missed) -> None:
        """Somebody wasn't fast enough. Told after what was faster, however the news travelled."""
        self._held.append(missed)
        self._release()

    def note(self, note: Note) -> None:
        self._say(self.screen.paint("~ ", "yellow") + self._name(note.seat) + note.text)

    def _release(self) -> None:
        due = [missed for missed in self._held if missed.version <= self._version]
        self._held = [missed for missed in self._held if missed.version > self._version]
        for missed in due:
            self._miss(missed)

    def _move(self, batch: list[dict[str, Any]]) -> None:
        for event in batch:
            data = event["data"]
            match event["type"]:
                case "game_opened":
                    self._races = data["options"]["races"]
                case "race_prepared":
                    self._seal = event.get("sealed") or ""
                case "race_started":
                    self._start(data)
                case "rolled":
                    self._roll(batch)
                case "bet_placed":
                    self._bet(data)
                case "race_finished":
                    self._finish(data, batch)
                case "paused":
                    self._say(self.screen.paint(f"The race is paused ({data['reason']}).", "yellow"))
                case "race_abandoned":
                    self._say(self.screen.paint("The race is void and will be run again.", "yellow"))
                case "game_finished":
                    self._ranking(data["ranking"])

    def _start(self, data: dict[str, Any]) -> None:
        self._missed = 0
        aside = f"dice sealed as {self._seal[:19]}…" if self._seal else ""
        self.screen.line()
        self.screen.rule(f"Race {data['race']} of {self._races}", aside)
        self._say(self.screen.paint("And they're off!", "bold"))

    def _roll(self, batch: list[dict[str, Any]]) -> None:
        call = self._caller.call(batch)
        if call is None:
            return
        hue = HUES[self.board.colours[batch[0]["data"]["horse"]]]
        number = self.screen.paint(f"{call.number}!", "bold", hue)
        what = self.screen.paint(call.what, "bold") if call.ends else call.what
        self._say(f"{self.screen.paint(f'{call.roll:3}', 'dim')}  {number} {what}", "")
        if call.closes and not call.ends:
            shout = self.screen.paint(" NO MORE BETS! ", "shout")
            self._say(f"{shout}  {self.screen.paint(self._caller.field(), 'dim')}", "  ")

    def _bet(self, data: dict[str, Any]) -> None:
        spot = self.board.spots[data["spot"]]
        self._bets.append(f"{self._name(data['seat'])} {value(data['marker'])} on {spot.spoken()} ×{data['pays']}")

    def _miss(self, missed: Missed) -> None:
        self._missed += 1
        if self._missed > MISSES_A_RACE:
            return
        name = self._name(missed.seat)
        what = self.board.spots[missed.body["spot"]].spoken()
        match missed.code:
            case "spot_taken" if missed.by is not None:
                said = f"{name} reaches for {what} ×{self.board.spots[missed.body['spot']].pays}, "
                said += f"but {self._name(missed.by)}'s marker lies there already."
            case "too_late":
                said = f"{name} wanted {what} by roll {missed.body['until_roll']}: the dice were faster."
            case "betting_closed":
                said = f"{name} waves a {value(missed.body['marker'])} at {what}: betting is closed."
            case _:
                said = f"{name} wanted {what} after it was all over."
        self._say(self.screen.paint("✗ ", "red") + said)

    def _finish(self, data: dict[str, Any], batch: list[dict[str, Any]]) -> None:
        more = self._missed - MISSES_A_RACE
        if more > 0:
            self._say(self.screen.paint(f"({more} more hand{'s' * (more > 1)} came too late.)", "dim"))
        self._say(self.screen.paint(self._caller.field(), "dim"))
        said = caller.verdict(self.board, data)
        ending = f"{self.screen.paint(caller.result(data), 'bold')}   {self.screen.paint(' '.join(said), 'cyan')}"
        for line in joined(ending.split("   "), INDENT, "   "):
            self._say(line, "")
        hits: dict[int, list[str]] = {}
        for event in batch:
            if event["type"] == "bet_settled" and event["data"]["hit"]:
                bet = event["data"]
                hits.setdefault(bet["seat"], []).append(
                    f"{value(bet['marker'])} on {self.board.spots[bet['spot']].spoken()}"
                )
        for event in batch:
            if event["type"] == "seat_settled":
                self._settled(event["data"], hits.get(event["data"]["seat"], []))

    def _settled(self, data: dict[str, Any], hits: list[str]) -> None:
        won = f"+${data['won']}" if data["won"] else ""
        lost = f"−${data['lost']}" if data["lost"] else ""
        why = ", ".join(hits)
        if len(why) > 38:
            why = f"{len(hits)} bets came in"
        if data["forgiven"]:
            why = f"{why}{', ' if why else ''}${data['forgiven']} forgiven"
        balance = f"${data['balance']}"
        line = f"{self._name(data['seat'])}{' ' * (9 - len(self.names[data['seat']]))}"
        line += f"{self.screen.paint(f'{won:>6}', 'green')} {self.screen.paint(f'{lost:>5}', 'red')}  {balance:>5}"
        self._say(f"{line}  {self._chips(data['balance'])}{self.screen.paint(why, 'dim')}")

    def _chips(self, money: int, width: int = 24) -> str:
        """$87 → ``3×25 2×5 2×1``, padded."""
        piles = chips(money, self.board.chips)
        plain = " ".join(f"{n}×{chip}" for chip, n in piles)
        painted = " ".join(f"{n}×{self.screen.paint(str(chip), CHIPS.get(chip, 'bold'))}" for chip, n in piles)
        return painted + " " * max(1, width - len(plain))

    def _ranking(self, ranking: list[dict[str, Any]]) -> None:
        ranks = [line["rank"] for line in ranking]
        self.screen.line()
        self.screen.rule("The night is won")
        for line in ranking:
            shared = " (shared)" if ranks.count(line["rank"]) > 1 else ""
            name = f"{self.names[line['seat']]:9}"
            money = f"${line['money']}"
            told = self.screen.paint(f"{line['rank']}. {name}", *(["bold", "green"] if line["rank"] == 1 else []))
            self._say(f"{told} {money:>6}  {self._chips(line['money'])}{shared}")

    def _say(self, text: str, indent: str = INDENT) -> None:
        bets, self._bets = self._bets, []
        for line in joined(bets, INDENT):
            self.screen.line(line)
        self.screen.text(text, indent, "  " if indent else "     ")

    def _name(self, seat: int) -> str:
        return self.screen.paint(self.names[seat], "cyan")


def chips(money: int, values: list[int]) -> list[tuple[int, int]]:
    """Fewest chips for a sum, as (value, how many), the largest first. ``values`` descending, the last is 1."""
    piles = []
    for chip in values:
        if n := money // chip:
            piles.append((chip, n))
            money -= n * chip
    return piles
