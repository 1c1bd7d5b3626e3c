"""``/api/v1/games/…`` and ``/api/v1/rulesets``."""

from __future__ import annotations

from django.urls import path

from races.api import corrections, decks, games, rulesets, seats

urlpatterns = [
    path("games/<uuid:game>/moves", games.Moves.as_view()),
    path("rulesets", rulesets.Rulesets.as_view()),
    path("rulesets/<str:key>", rulesets.RulesetView.as_view()),
    path("rulesets/<str:key>/deck-check", decks.DeckCheckView.as_view()),
    path("games/<uuid:game>", games.GameView.as_view()),
    path("games/<uuid:game>/legal-moves", games.LegalMoves.as_view()),
    path("games/<uuid:game>/events", games.Events.as_view()),
    path("games/<uuid:game>/scoreboard", games.ScoreboardView.as_view()),
    path("games/<uuid:game>/corrections", corrections.Corrections.as_view()),
    path("games/<uuid:game>/postings", games.Postings.as_view()),
    path("games/<uuid:game>/audit", games.Audit.as_view()),
    path("games/<uuid:game>/host-link", games.HostLink.as_view()),
    path("games/<uuid:game>/seats", seats.Seats.as_view()),
    path("games/<uuid:game>/seats/<int:seat>/link", seats.SeatLinkView.as_view()),
    path("games/<uuid:game>/seats/<int:seat>/close", seats.CloseSeatView.as_view()),
    path("games/<uuid:game>/seats/<int:seat>/open", seats.OpenSeatView.as_view()),
    path("games/<uuid:game>/seats/<int:seat>/default", seats.DefaultMove.as_view()),
]
