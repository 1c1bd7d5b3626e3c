"""Mending a move: the game played again with one move made otherwise or left out."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from ledger.correcting import Correction, Made, correct
from ledger.decider import Move
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.reading import Loaded, load, load_at
from races import presenting, service
from races.api.games import MOVE_CODES, GameEndpoint
from races.frame import GameState
from races.game import wrap
from races.keys import key_of
from races.presenting import Scoreboard
from races.rules.protocol import Reason


class CorrectionBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``at``: a version that the move made; ``move``: what it should have been, null to leave it out. With ``dry_run``
    nothing is written."""

    at: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    move: dict[str, Any] | None
    reason: Reason
    dry_run: bool = False


class RefusedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A later move that no longer fits, and why."""

    version: int
    move: dict[str, Any]
    code: str


class Corrected(msgspec.Struct, frozen=True, kw_only=True):
    before: Scoreboard
    after: Scoreboard
    refused: list[RefusedOut]
    version: int


class Corrections(GameEndpoint):
    @operation(body=CorrectionBody, answer=Corrected, status=201, scope="host", idempotent=True, codes=MOVE_CODES)
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Correct a move, in a finished game too.

        The game is played again from before the move that made version ``at``, with that move replaced or left out.
        What no longer fits is listed in ``refused``. Dice from a sealed seed can't be replaced (``dice_already_seen``).
        """
        body = self.body(CorrectionBody)
        stream = service.find(game, self.caller)
        service.require_host(self.caller, stream)
        change = None if body.move is None else change_of(service.ruleset_of(stream), body.move)
        sent = msgspec.to_builtins(body)
        done = correct(
            stream,
            body.at,
            change,
            reason=body.reason,
            actor=service.actor_of(self.caller, stream, None),
            key=None if body.dry_run else key_of(game, self.caller, self.idempotency_key(), "correct", sent),
            guard=service.guard_of(self.caller, stream),
            dry_run=body.dry_run,
        )
        shown = self._shown(done, stream)
        if body.dry_run:
            return self.answer(shown, status=200)
        assert done.outcome is not None
        return self.created(shown, f"/api/v1/games/{game}", replayed=done.outcome.replayed)

    def _shown(self, done: Correction, stream: Any) -> Corrected:
        if done.before is None:  # a repeated key: both sides from the log
            assert done.outcome is not None
            before, after = load_at(stream, done.outcome.events[0].version - 1), load_at(stream, done.version)
        else:
            now = load(stream)
            before, after = Loaded(stream, now.version, done.before), Loaded(stream, now.version, done.after)
        return Corrected(
            before=presenting.scoreboard(before, self.caller),
            after=presenting.scoreboard(after, self.caller),
            refused=[RefusedOut(version=r.version, move=r.move, code=r.code) for r in done.refused],
            version=done.version,
        )


def change_of(ruleset: Any, sent: dict[str, Any]) -> Any:
    move, for_seat = service.parse_move(ruleset, sent)

    def change(made: Made, state: GameState) -> Move:
        if for_seat not in (None, made.actor.moves_for):
            raise Refused("not_your_seat", "A move stays with the seat that made it; leave it out, and move anew.")
        return wrap(move)

    return change
