"""``manage.py bot``: a program takes a seat and plays it to the end, through the public HTTP API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.bots import greyhounds, racehorse
from deploy.bots.bot import Bot, Mind
from deploy.bots.chance import AtRandom
from deploy.demo.client import Api, Gone, Refusal

SENSIBLE: dict[str, Callable[[], Mind]] = {"racehorse": racehorse.Sensible, "greyhounds": greyhounds.Sensible}
"""Ruleset → the sensible mind for it."""


def mind_for(ruleset: str, nature: str) -> Mind:
    """Raises ``CommandError`` where nobody is sensible at this game."""
    if nature == "random":
        return AtRandom()
    if ruleset not in SENSIBLE:
        raise CommandError(f"There is no sensible bot for {ruleset}; take --mind random.")
    return SENSIBLE[ruleset]()


class Command(BaseCommand):
    help = "Plays one seat of a game with its token (the last part of its link) until the game is over."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("token", help="the seat's token")
        parser.add_argument("--game", required=True, help="the game's id")
        parser.add_argument("--mind", choices=("sensible", "random"), default="sensible")
        parser.add_argument("--url", default=settings.RAILBIRD_URL, help="where the server is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        api = Api(options["url"], options["token"])
        try:
            game = api.get(f"/games/{options['game']}")
            seat = game["state"]["seat"]
            if seat is None:
                raise CommandError("That is no token of a seat of this game.")
            bot = Bot(f"seat {seat}", seat, api, options["game"], mind_for(game["ruleset"], options["mind"]))
            bot.start()
            while bot.is_alive() and not bot.over.wait(0.5):
                pass
            bot.finish()
        except (Refusal, Gone) as error:
            raise CommandError(str(error)) from None
        if bot.trouble:
            raise CommandError(bot.trouble)
        print(f"Seat {seat}: {bot.moves} moves.")
