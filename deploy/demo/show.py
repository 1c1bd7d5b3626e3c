"""The whole show: a night is opened, four seats play it, a host starts the races, somebody tells it, all is checked."""

from __future__ import annotations

import queue
import threading
from typing import Any

from deploy.demo import cards, checks, greyhounds, players
from deploy.demo.checks import Check
from deploy.demo.client import Api, Gone, Live, Refusal
from deploy.demo.ending import show_checks, show_table
from deploy.demo.night import Night, open_night
from deploy.demo.picture import Board
from deploy.demo.seat import Hosts, Listener, Missed, Note, Seat
from deploy.demo.story import Story
from deploy.demo.terminal import INDENT, Screen

RULESETS = ("ready-set-bet", "racehorse", "greyhounds")
"""Games the demo has players for."""
PACE_MS = 50
SILENCE_S = 20.0
"""A race in which nothing happens for so long stands still for good."""
CATCH_UP_S = 5.0
"""How long after the end a listener may take to have heard it all."""
BREATH_S = 1.5
"""Between races, where a person is reading along."""
FLAKY_RACE = 2


def run(api: Api, ruleset: str, screen: Screen, races: int = 4) -> int:
    """Plays one night; 0 if all of it was right. ``api``: with an organiser's token; ``races`` (or deals): 1 to 4."""
    night = {"ready-set-bet": _night, "racehorse": cards.night, "greyhounds": greyhounds.night}[ruleset]
    try:
        checked = night(api, screen, races)
    except (Refusal, Gone) as error:
        screen.line()
        screen.text(screen.paint(f"The demo broke off: {error}", "red"))
        return 1
    return 1 if any(check.wrong for check in checked) else 0


def _night(api: Api, screen: Screen, races: int) -> list[Check]:
    board = Board(api.get("/rulesets/ready-set-bet")["board"])
    people = players.four()
    names = [player.name for player in people]
    no_cards = {"props": False, "exotics": False, "vips": False}  # the players of the demo know the board only
    options = {"house": "app", "pace_ms": PACE_MS, "races": races, **no_cards}
    night = open_night(api, names, "ready-set-bet", "Ready Set Bet", options)
    _introduce(screen, night, people, races)
    game = str(night.game["id"])
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    host = api.as_(night.host_token)
    seats = [
        Seat(n, player, api.as_(night.seat_token(n)), game, board, told, FLAKY_RACE if n == 3 else 0)
        for n, player in enumerate(people, 1)
    ]
    listeners: list[Listener] = [Hosts(Live(host, f"/games/{game}/live"), told), *seats]
    for listener in listeners:
        listener.start()
    try:
        for listener in listeners:
            if not listener.ready.wait(SILENCE_S) or listener.trouble:
                raise Gone(f"{listener.name} hears nothing ({listener.trouble or 'no event came'}).")
        story = Story(screen, board, dict(enumerate(names, 1)))
        _play(host, game, story, told, listeners, BREATH_S if screen.watched else 0)
        version = int(api.get(f"/games/{game}")["version"])
        for listener in listeners:
            listener.wait_for(version, CATCH_UP_S)
    finally:
        for listener in listeners:
            listener.finish()
    api.post(f"/nights/{night.night['id']}/close", {})
    return _look_back(api, screen, night, races, listeners, seats)


def _play(
    host: Api, game: str, story: Story, told: queue.SimpleQueue[Any], listeners: list[Listener], breath: float
) -> None:
    """Tells what happens as it happens, and starts each race once it is prepared. Returns at the end of the game."""
    while True:
        try:
            news = told.get(timeout=SILENCE_S)
        except queue.Empty:
            troubles = [f"{each.name}: {each.trouble}" for each in listeners if each.trouble]
            raise Gone("; ".join(troubles) or f"nothing has happened for {SILENCE_S:.0f} s") from None
        if isinstance(news, Missed):
            story.missed(news)
            continue
        if isinstance(news, Note):
            story.note(news)
            continue
        story.event(news)
        if news["type"] == "race_prepared":
            race = news["data"]["race"]
            if breath and race > 1:
                threading.Event().wait(breath)
            host.post(f"/games/{game}/moves", {"type": "start_race", "race": race})
        if news["type"] == "game_finished":
            return


def _introduce(screen: Screen, night: Night, people: list[players.Player], races: int) -> None:
    club, opened = night.club, night.night
    title = f"{opened['name']} of {club['name']}, {opened['date']}"
    screen.rule(title, f"{night.game['title']}, {night.game['label']}")
    for n, player in enumerate(people, 1):
        screen.line(f"{INDENT}seat {n}  {screen.paint(f'{player.name:9}', 'cyan')} {player.nature}")
    screen.line(screen.paint(f"{INDENT}{races} races, a roll every {PACE_MS} ms by the server's clock", "dim"))


def _look_back(
    api: Api, screen: Screen, night: Night, races: int, listeners: list[Listener], seats: list[Seat]
) -> list[Check]:
    """Prints the table, the verdicts and where to look; → what was checked."""
    game, slug = night.game["id"], night.club["slug"]
    events = list(api.pages(f"/games/{game}/events", "version"))
    after = api.get(f"/seasons/{night.season['id']}/table")
    ranking = events[-1]["data"]["ranking"] if events[-1]["type"] == "game_finished" else []
    show_table(screen, night, after)
    first = events[0]["cursor"]
    cursors = [event["cursor"] for event in api.pages(f"/clubs/{slug}/events", "cursor", after=first - 1)]
    checked = [
        checks.races(events, api.get(f"/games/{game}"), races),
        checks.bets(events, seats),
        checks.listening(events, listeners),
        checks.order(cursors, first - 1),
        checks.money(events, api.get(f"/games/{game}/postings"), api.get(f"/games/{game}/scoreboard")),
        checks.table(night.before, after, ranking, night.members),
        checks.audit(api.get(f"/games/{game}/audit"), len(events)),
    ]
    show_checks(screen, night, checked)
    return checked
