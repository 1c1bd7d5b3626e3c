"""A table as rows for a spreadsheet: one line a member, a column a part; numbers stay numbers."""

from __future__ import annotations

from typing import Any

from league.shapes import TableOut


def sheet(table: TableOut) -> list[dict[str, Any]]:
    """In the table's order. Names are made harmless where the CSV is written (:mod:`ledger.http.rendering`)."""
    return [
        {
            "rank": row.rank,
            "name": row.member.name,
            "points": row.points,
            **{f"{column.key}_points": row.parts.get(column.key, 0) for column in table.columns},
            "behind": row.behind,
            "games": row.games,
            "nights": row.nights,
            "wins": row.wins,
            "money": row.money,
            "average": row.average,
            "guest": row.guest,
            "why_not": row.why_not,
            "member": str(row.member.id),
        }
        for row in table.rows
    ]
