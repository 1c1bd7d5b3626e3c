"""Why the league refuses, for the API's problem documents: HTTP status and title by code (see
:mod:`ledger.http.codes`)."""

from __future__ import annotations

CODES: dict[str, tuple[int, str]] = {
    "erased": (409, "Erased"),
    "merge_conflict": (409, "These can't be merged"),
    "night_closed": (409, "The night is closed"),
    "season_ambiguous": (409, "More than one season"),
    "season_closed": (409, "The season is closed"),
}
