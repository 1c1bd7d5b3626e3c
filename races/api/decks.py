"""A club's own deck of cards, looked at before anybody plays with it."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.endpoint import Endpoint, operation
from races.rules import registry
from races.rules.protocol import DeckCheck, TakesDeck

KINDS = ("application/json", "application/toml", "text/plain")


def check(key: str, text: str) -> DeckCheck:
    """Refuses ``not_found`` for a ruleset that isn't here or plays without a deck of one's own."""
    ruleset = registry.latest(key) if key in registry.RULESETS else None
    if not isinstance(ruleset, TakesDeck):
        raise Refused("not_found", "There is no such ruleset, or it takes no deck of one's own.")
    return ruleset.check_deck(text)


class DeckCheckView(Endpoint):
    tags = ("rulesets",)

    @operation(answer=DeckCheck, scope="read", codes=("malformed", "too_large", "unsupported"))
    def post(self, request: Request, key: str) -> HttpResponse:
        """What each card of a deck does, and what is wrong with it.

        The body is the deck itself, in JSON (`application/json`) or TOML (`application/toml`). Nothing is kept: what
        the answer has as `deck` goes into a game's options, or into the club's `defaults`.
        """
        raw = parsing.read(request._request)
        if request._request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() not in KINDS:
            raise Refused("unsupported", "Send the deck as application/json or application/toml.")
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            raise Refused("malformed", "Send the deck in UTF-8.") from None
        return self.answer(check(key, text))
