"""Double entry: every transfer has a payer and a payee, so the postings of each event sum to zero, and a balance is
the sum of an account's postings. Written inline, with the events that cause them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ledger.decider import Decider, Recorded, Stream, Transfer
from ledger.sql import run


def transfers_of(decider: Decider, events: Sequence[Recorded], state: Any) -> list[tuple[int, int, Transfer]]:
    """→ ``(version, index, transfer)`` for each posting of these events."""
    return [
        (event.version, index, transfer)
        for event in events
        for index, transfer in enumerate(decider.postings(event, state))
    ]


def post(decider: Decider, stream: Stream, events: Sequence[Recorded], state: Any) -> None:
    """Writes the postings and brings the balances up to them, in one statement."""
    rows = transfers_of(decider, events, state)
    if not rows:
        return
    delta: dict[str, int] = defaultdict(int)
    for _, _, transfer in rows:
        delta[transfer.payer] -= transfer.amount
        delta[transfer.payee] += transfer.amount
    run(
        """
            WITH posted AS (
                INSERT INTO ledger_posting (club, stream, version, idx, payer, payee, amount, why)
                SELECT %s, %s, *
                FROM unnest(%s::int[], %s::smallint[], %s::text[], %s::text[], %s::bigint[], %s::text[])
            )
            INSERT INTO ledger_balance (club, stream, account, amount)
            SELECT %s, %s, * FROM unnest(%s::text[], %s::bigint[])
            ON CONFLICT (club, stream, account) DO UPDATE SET amount = ledger_balance.amount + excluded.amount
            """,
        [
            stream.club,
            stream.id,
            [version for version, _, _ in rows],
            [index for _, index, _ in rows],
            [transfer.payer for _, _, transfer in rows],
            [transfer.payee for _, _, transfer in rows],
            [transfer.amount for _, _, transfer in rows],
            [transfer.why for _, _, transfer in rows],
            stream.club,
            stream.id,
            list(delta),
            list(delta.values()),
        ],
    )


def balances(club: UUID, stream: UUID) -> dict[str, int]:
    """``{account: whole dollars}`` of one stream."""
    from ledger.models import Balance

    return dict(Balance.objects.filter(club=club, stream=stream).values_list("account", "amount"))
