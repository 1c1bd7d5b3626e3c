"""Addresses of pages. A club's come last: they take whatever is left."""

from __future__ import annotations

from django.urls import path

from league.pages import clubs, embedding, games, joining, signing

urlpatterns = [
    path("", clubs.home),
    path("signin", signing.signin),
    path("signin/<str:word>", signing.by_link),
    path("signout", signing.signout),
    path("embed/<slug:slug>/table", embedding.table),
    path("j/<str:code>", joining.sit),
    path("g/<uuid:game>", games.game),
    path("g/<uuid:game>/board", games.board),
    path("<slug:slug>", clubs.club),
    path("<slug:slug>/tonight", clubs.tonight),
    path("<slug:slug>/table", clubs.table),
    path("<slug:slug>/seasons/<uuid:season>", clubs.season),
    path("<slug:slug>/nights/<str:which>", clubs.night),
]
