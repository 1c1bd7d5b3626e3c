"""Opening, changing, closing seasons; how they are scored; points by hand."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from uuid import UUID

import msgspec

from league import access, keys
from league.facts.base import Change, sent
from league.facts.season import Adjust, ChangeScoring, Divide, OpenSeason, VoidAdjustment
from league.models import Adjustment, Club, Night, Season
from league.scoring.checking import checked
from league.scoring.presets import PRESETS
from league.scoring.scheme import Scheme, without_words, words_of
from league.selectors import members
from league.selectors.calendar import today
from league.services.refusing import invalid
from ledger.decider import Stream
from ledger.store import Outcome, execute
from races.principal import Principal


def scheme_of(given: str | Scheme, field: str = "scheme") -> Scheme:
    """A preset by its key, or a scheme written out. Refuses ``invalid``."""
    if isinstance(given, Scheme):
        return checked(given, f"$.{field}")
    if given not in PRESETS:
        raise invalid(field, "must be a scheme, or one of " + ", ".join(sorted(PRESETS)))
    return PRESETS[given]


def open(
    club: UUID,
    principal: Principal,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    scoring: str | Scheme,
    key: str | None = None,
) -> tuple[UUID, bool]:
    """→ (the new season, has the key been used before?). Refuses ``no_token, not_found, wrong_scope, invalid``."""
    access.require_manager(principal, club)
    scheme = scheme_of(scoring, "scoring")
    season = OpenSeason(
        name=name, starts_on=starts_on, ends_on=ends_on, scheme=without_words(scheme), words=words_of(scheme)
    )
    made = keys.key_of(keys.collection(club, "seasons"), principal, key, "seasons", msgspec.to_builtins(season))
    stream = Stream(club=club, id=keys.new_id(made), kind="season")
    outcome = execute(stream, sent(season), actor=access.actor_of(principal), key=made)
    return stream.id, outcome.replayed


def change(
    club: UUID,
    season: UUID,
    change: Change,
    principal: Principal,
    *,
    key: str | None = None,
    expected: int | None = None,
) -> Outcome:
    """A new name or span, closing, reopening, divisions. Refuses ``no_token, not_found, wrong_scope, invalid,
    version_changed, season_closed``."""
    access.require_manager(principal, club)
    if isinstance(change, Divide):
        members.require_in_club(club, [member for division in change.divisions.values() for member in division])
    stream = Stream(club=club, id=season, kind="season")
    made = keys.key_of(season, principal, key, "season", msgspec.to_builtins(change))
    return execute(stream, sent(change), actor=access.actor_of(principal), key=made, expected_version=expected)


def score(
    season: Season,
    scheme: Scheme,
    since: date | None,
    reason: str,
    principal: Principal,
    *,
    key: str | None = None,
    expected: int | None = None,
) -> Outcome:
    """From a date on, or (None) for the whole season. Refuses as :func:`change`, and ``invalid``."""
    change_ = ChangeScoring(scheme=without_words(scheme), since=since, reason=reason, words=words_of(scheme))
    return change(season.club, season.id, change_, principal, key=key, expected=expected)


def adjust(
    season: Season,
    principal: Principal,
    *,
    member: UUID,
    points: Decimal,
    reason: str,
    night: UUID | None,
    key: str | None = None,
) -> tuple[UUID, bool]:
    """Points by hand, in the table after the night, or after the club's date. → (the adjustment, has the key been used
    before?). Refuses ``no_token, not_found, wrong_scope, invalid, season_closed``."""
    access.require_manager(principal, season.club)
    members.require_in_club(season.club, [member])
    made = keys.key_of(season.id, principal, key, "adjust", [str(member), str(points), reason, night and str(night)])
    id = keys.new_id(made)
    recorded = Adjustment.objects.filter(club=season.club, id=id).first()
    if recorded is not None:
        day = recorded.date
    elif night is None:
        day = min(max(today(Club.objects.get(club=season.club)), season.starts_on), season.ends_on)
    else:
        day = _date_of(season, night)
    move = Adjust(adjustment=id, member=member, points=points, date=day, night=night, reason=reason)
    stream = Stream(club=season.club, id=season.id, kind="season")
    outcome = execute(stream, sent(move), actor=access.actor_of(principal), key=made)
    return id, outcome.replayed


def _date_of(season: Season, night: UUID) -> date:
    found = Night.objects.filter(club=season.club, id=night, season=season.id).first()
    if found is None:
        raise invalid("night", "is no night of this season")
    day: date = found.date
    return day


def void_adjustment(adjustment: Adjustment, reason: str, principal: Principal, key: str | None = None) -> Outcome:
    """Refuses ``no_token, not_found, wrong_scope, season_closed``; twice is no harm."""
    move = VoidAdjustment(adjustment=adjustment.id, reason=reason)
    return change(adjustment.club, adjustment.season, move, principal, key=key)
