"""Every ruleset in every version: what the shell finds games by."""

from __future__ import annotations

from races.rules import greyhounds, racehorse, ready_set_bet, scoresheet
from races.rules.protocol import Ruleset

RULESETS: dict[str, dict[int, Ruleset]] = {
    "racehorse": {1: racehorse.V1},
    "ready-set-bet": {1: ready_set_bet.V1},
    "greyhounds": {1: greyhounds.V1},
    "scoresheet": {1: scoresheet.V1},
}
"""Key → version → ruleset. A rule fix that changes outcomes adds a version; none is ever taken away."""


def get(key: str, version: int) -> Ruleset:
    """The ruleset a game was opened with. ``KeyError`` where it isn't known."""
    return RULESETS[key][version]


def latest(key: str) -> Ruleset:
    """The version new games are opened with. ``KeyError`` where there is no such ruleset."""
    versions = RULESETS[key]
    return versions[max(versions)]
