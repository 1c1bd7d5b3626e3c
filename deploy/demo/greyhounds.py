"""A night at the dogs: four owners with phones, secret bets, a clock for those who sleep; then all of it is checked."""

from __future__ import annotations

import queue
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deploy.bots.bot import Bot
from deploy.demo import checks, greyhounds_players
from deploy.demo.checks import Check
from deploy.demo.client import Api, Gone, Live
from deploy.demo.ending import show_checks, show_table
from deploy.demo.greyhounds_story import DogStory
from deploy.demo.night import Night, open_night
from deploy.demo.seat import Hosts, Listener
from deploy.demo.terminal import INDENT, Screen

SLEEP_S = 1
"""How long the clock waits for somebody before it plays for them."""
OPTIONS = {"track_length": 16, "default_after_s": SLEEP_S}
SILENCE_S = 20.0
CATCH_UP_S = 5.0
SECRET = ("bets_sealed", "card_set_aside")
"""Events whose sealed part only their seat may read while the race lasts."""


class Witness(Hosts):
    """The host's live stream, which also remembers what it was shown of sealed parts."""

    def __init__(self, live: Live, told: queue.SimpleQueue[Any]) -> None:
        super().__init__(live, told)
        self.seen: list[dict[str, Any]] = []

    def hear(self, event: dict[str, Any]) -> None:
        if "secret" in event:
            self.seen.append(event)
        super().hear(event)


def night(api: Api, screen: Screen, races: int) -> list[Check]:
    """Plays one night; → what was checked. A game has three races, whatever ``races`` says. Raises :class:`Refusal`,
    :class:`Gone`."""
    owners = dict(enumerate(greyhounds_players.four(), 1))
    opened = open_night(api, [owner.name for owner in owners.values()], "greyhounds", "Greyhounds", OPTIONS)
    _introduce(screen, opened, owners)
    game = str(opened.game["id"])
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    host = Witness(Live(api.as_(opened.host_token), f"/games/{game}/live"), told)
    bots = [Bot(owner.name, seat, api.as_(opened.seat_token(seat)), game, owner.mind) for seat, owner in owners.items()]
    listeners: list[Listener] = [host, *bots]
    for listener in listeners:
        listener.start()
    try:
        _tell(DogStory(screen, owners), told, listeners)
        version = int(api.get(f"/games/{game}")["version"])
        for listener in listeners:
            listener.wait_for(version, CATCH_UP_S)
    finally:
        for listener in listeners:
            listener.finish()
    api.post(f"/nights/{opened.night['id']}/close", {})
    return _look_back(api, screen, opened, listeners, {bot.seat: bot.seen for bot in bots} | {0: host.seen})


def _look_back(
    api: Api, screen: Screen, opened: Night, listeners: list[Listener], seen: Mapping[int, Sequence[dict[str, Any]]]
) -> list[Check]:
    """Prints the table, the verdicts and where to look."""
    game, slug = opened.game["id"], opened.club["slug"]
    events = list(api.pages(f"/games/{game}/events", "version"))
    after = api.get(f"/seasons/{opened.season['id']}/table")
    ranking = next((event["data"]["ranking"] for event in events if event["type"] == "game_finished"), [])
    show_table(screen, opened, after)
    first = events[0]["cursor"]
    cursors = [event["cursor"] for event in api.pages(f"/clubs/{slug}/events", "cursor", after=first - 1)]
    checked = [
        races_run(events, api.get(f"/games/{game}")),
        secrets(events, seen),
        checks.listening(events, listeners),
        checks.order(cursors, first - 1),
        money(events, api.get(f"/games/{game}/postings"), api.get(f"/games/{game}/scoreboard")),
        checks.table(opened.before, after, ranking, opened.members),
        checks.audit(api.get(f"/games/{game}/audit"), len(events), "sets {} from the opened seeds"),
    ]
    show_checks(screen, opened, checked)
    return checked


def _introduce(screen: Screen, opened: Night, owners: Mapping[int, greyhounds_players.Owner]) -> None:
    title = f"{opened.night['name']} of {opened.club['name']}, {opened.night['date']}"
    screen.rule(title, f"{opened.game['title']}, {opened.game['label']}")
    for seat, owner in owners.items():
        screen.line(f"{INDENT}seat {seat}  {screen.paint(f'{owner.name:9}', 'cyan')} {owner.dog:8} {owner.nature}")
    told = (
        f"{INDENT}three races on a track of {OPTIONS['track_length']} spaces; who sleeps for {SLEEP_S} s is played for"
    )
    screen.line(screen.paint(told, "dim"))


def _tell(story: DogStory, told: queue.SimpleQueue[Any], listeners: Sequence[Listener]) -> None:
    """Tells what happens as it happens. Returns at the end of the game."""
    while True:
        troubles = [f"{each.name}: {each.trouble}" for each in listeners if each.trouble]
        if troubles:
            raise Gone("; ".join(troubles))
        try:
            event = told.get(timeout=SILENCE_S)
        except queue.Empty:
            raise Gone(f"nothing has happened for {SILENCE_S:.0f} s") from None
        story.event(event)
        if event["type"] == "game_finished":
            return


def races_run(events: Sequence[Mapping[str, Any]], game: Mapping[str, Any]) -> Check:
    """Each race ran once, and the game is over; the clock played for whoever slept, and for nobody else."""
    finished = [event["data"]["race"] for event in events if event["type"] == "race_finished"]
    wrong = []
    if finished != [1, 2, 3]:
        wrong.append(f"races finished: {finished}")
    if game["status"] != "finished":
        wrong.append(f"the game's status is {game['status']!r}")
    laid = sum(event["type"] == "card_laid" for event in events)
    slept = sum(event["type"] in SECRET and event["actor"]["kind"] == "clock" for event in events)
    if not slept:
        wrong.append("nobody slept, or the clock did")
    return Check(
        f"3 races run to the end, {laid} cards played, {slept} time(s) by the clock for a sleeper", tuple(wrong)
    )


def secrets(events: Sequence[Mapping[str, Any]], seen: Mapping[int, Sequence[Mapping[str, Any]]]) -> Check:
    """While a race lasted, nobody's live stream showed what another seat had sealed; afterwards all of it is open.
    ``seen``: seat (0: the host) → events that came with their sealed part."""
    wrong = [
        f"seat {watcher} was shown what seat {event['data']['seat']} sealed in event {event['version']}"
        for watcher, shown in seen.items()
        for event in shown
        if event["type"] in SECRET and event["data"]["seat"] != watcher
    ]
    sealed = [event for event in events if event["type"] in (*SECRET, "card_laid")]
    wrong += [f"event {event['version']} is still sealed" for event in sealed if "secret" not in event]
    return Check(f"{len(sealed)} secret bets and cards: none shown early, all open now", tuple(wrong))


def money(
    events: Sequence[Mapping[str, Any]], postings: Sequence[Mapping[str, Any]], board: Mapping[str, Any]
) -> Check:
    """Balances are the sums of the postings, in the events as on the scoreboard; what seats have, the bank lacks."""
    accounts: Counter[str] = Counter()
    wrong = []
    for posting in postings:
        if posting["amount"] <= 0:
            wrong.append(f"a posting of event {posting['version']} is not positive")
        accounts[posting["from"]] -= posting["amount"]
        accounts[posting["to"]] += posting["amount"]
    balances = {event["data"]["seat"]: event["data"]["balance"] for event in events if "balance" in event["data"]}
    ranking = next((event["data"]["ranking"] for event in events if event["type"] == "game_finished"), ())
    shown = [("last settlement", seat, balance) for seat, balance in balances.items()]
    shown += [("scoreboard", line["seat"], line["score"]) for line in board["seats"]]
    shown += [("ranking", line["seat"], line["money"]) for line in ranking]
    wrong += [f"the {what} gives seat {seat} {sum_}" for what, seat, sum_ in shown if accounts[f"seat:{seat}"] != sum_]
    if sum(accounts.values()) != 0:
        wrong.append(f"all accounts together hold {sum(accounts.values())}, not 0")
    said = f"{len(postings)} postings: each seat has their sum, and the bank paid ${-accounts['bank']} in all"
    return Check(said, tuple(wrong))
