"""``/api/v1/…`` (the league, its games, the API kit) and the pages."""

from __future__ import annotations

from django.urls import include, path

from league.api import changes, checkpoints, clubs, feeds, games, members, nights, seasons, tokens
from ledger.http.verifier import verifier

api = [
    path("", include("races.urls")),  # first: Django tries one after the other, and moves are most of what comes
    path("clubs", clubs.Clubs.as_view()),
    path("clubs/<str:slug>", clubs.ClubView.as_view()),
    path("clubs/<str:slug>/members", members.Members.as_view()),
    path("clubs/<str:slug>/seasons", seasons.Seasons.as_view()),
    path("clubs/<str:slug>/seasons/current", seasons.CurrentSeason.as_view()),
    path("clubs/<str:slug>/seasons/current/table", seasons.CurrentTable.as_view()),
    path("clubs/<str:slug>/nights", nights.Nights.as_view()),
    path("clubs/<str:slug>/nights/current", nights.CurrentNight.as_view()),
    path("clubs/<str:slug>/events", feeds.ClubEvents.as_view()),
    path("clubs/<str:slug>/checkpoints", checkpoints.Checkpoints.as_view()),
    path("clubs/<str:slug>/keys", checkpoints.Keys.as_view()),
    path("clubs/<str:slug>/scoreboard", feeds.ClubScoreboardView.as_view()),
    path("clubs/<str:slug>/tokens", tokens.Tokens.as_view()),
    path("members/<uuid:member>", members.MemberView.as_view()),
    path("members/<uuid:member>/erase", members.EraseMemberView.as_view()),
    path("members/<uuid:member>/data", members.MemberData.as_view()),
    path("seasons/<uuid:season>", seasons.SeasonView.as_view()),
    path("seasons/<uuid:season>/close", seasons.CloseSeasonView.as_view()),
    path("seasons/<uuid:season>/reopen", seasons.ReopenSeasonView.as_view()),
    path("seasons/<uuid:season>/changes", changes.Changes.as_view()),
    path("seasons/<uuid:season>/table", seasons.Table.as_view()),
    path("nights/<uuid:night>", nights.NightView.as_view()),
    path("nights/<uuid:night>/close", nights.CloseNightView.as_view()),
    path("nights/<uuid:night>/reopen", nights.ReopenNightView.as_view()),
    path("nights/<uuid:night>/games", games.Games.as_view()),
    path("games/<uuid:game>/seats/<int:seat>", games.Seat.as_view()),
    path("join/<str:code>", games.Join.as_view()),
    path("tokens/<uuid:token>", tokens.TokenView.as_view()),
    path("me", tokens.Me.as_view()),
    path("", include("ledger.http.urls")),
]
urlpatterns = [
    path("api/v1/", include(api)),
    path("verify.py", verifier, name="verifier"),
    path("", include("league.pages.urls")),
]
