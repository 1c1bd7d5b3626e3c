"""What a new game's form asks of a ruleset's options, made from their JSON Schema: a number is a field from the least
to the most, a choice is a list. Settings for a lost line or a sleeping seat, and test decks, are left to programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from ledger.errors import Refused
from races.rules import registry

NOT_ASKED = frozenset({"pause_after_gap_s", "default_after_s"})
APART = frozenset({"house", "pace_ms"})
"""Those that the form has fields of its own for."""
NAMES = {
    "races": _("How many races?"),
    "deals": _("How many deals?"),
    "auction": _("The auction"),
    "game": _("Who has the point Game?"),
    "forced_bid": _("When all others have passed, the dealer bids"),
    "deal_by": _("Who deals?"),
    "track_length": _("Spaces in a lap"),
    "bet_mix": _("The bets of a race"),
    "bookmaker": _("Bookmaker’s seat (left empty: the bank)"),
}
VALUES = {
    "single": _("asks each seat once"),
    "continuing": _("goes on until all others have passed"),
    "individual": _("each player for himself"),
    "alliance": _("all against the pitcher together"),
    "exact": _("exactly 2"),
    "floor": _("2 or more"),
    "server": _("the app, at once"),
    "dealer": _("the dealer, with a tap"),
    "one_type": _("all of one type"),
    "one_per_type": _("at most one of each type"),
}


def fields(ruleset: str) -> list[dict[str, Any]]:
    """``name`` of the form's field, ``label``, and ``choices`` (value, words) or ``least`` and ``most``; ``usual``:
    what it is unless somebody chooses (None: nothing)."""
    found = []
    for name, (kind, part) in _schema(ruleset).items():
        field = {"name": f"{ruleset}.{name}", "label": gettext(NAMES.get(name, name.replace("_", " ").capitalize()))}
        field["usual"] = part.get("default", kind.get("default"))
        if "enum" in kind:
            field["choices"] = [(value, gettext(VALUES.get(value, value.replace("_", " ")))) for value in kind["enum"]]
        else:
            field |= {"least": kind.get("minimum"), "most": kind.get("maximum")}
        found.append(field)
    return found


def chosen(ruleset: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a form sent, without those left empty. Refuses ``invalid`` for a number that is none."""
    options: dict[str, Any] = {}
    for name, (kind, _part) in _schema(ruleset).items():
        text = str(sent.get(f"{ruleset}.{name}", "")).strip()
        if not text:
            continue
        if "enum" in kind:
            options[name] = text
            continue
        try:
            options[name] = int(text)
        except ValueError:
            raise Refused("invalid", gettext("A number, please: {what}").format(what=gettext(NAMES[name]))) from None
    return options


def _schema(ruleset: str) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """The options that are numbers (or none) and choices, by name: what kind they are, and the whole of them."""
    whole = msgspec.json.schema(registry.latest(ruleset).options)
    properties = whole["$defs"][whole["$ref"].rpartition("/")[2]]["properties"]
    found = {}
    for name, part in properties.items():
        kind = next((each for each in part.get("anyOf", ()) if each.get("type") == "integer"), part)
        if name not in NOT_ASKED | APART and ("enum" in kind or kind.get("type") == "integer"):
            found[name] = (kind, part)
    return found
