"""What a season's table would be under another scheme."""

from __future__ import annotations

from datetime import date

import msgspec

from league.models import Season
from league.scoring.facts import Held
from league.scoring.scheme import Scheme
from league.selectors import tables
from league.selectors.evidence import gather
from league.shapes import TableOut
from ledger.errors import Refused
from races.principal import Principal


def rescored(
    season: Season, scheme: Scheme, since: date | None, principal: Principal
) -> tuple[Held, TableOut, TableOut]:
    """→ (what would be held, the table now, the table then). ``since`` None: the whole season. Refuses
    ``season_closed``."""
    if season.status == "closed":
        raise Refused("season_closed", "The season is closed; reopen it first.")
    evidence = gather(season)
    held = Held(version=len(evidence.schemes) + 1, scheme=scheme, since=since)
    changed = msgspec.structs.replace(evidence, schemes=[*evidence.schemes, held])
    return held, tables.show(evidence, principal), tables.show(changed, principal)
