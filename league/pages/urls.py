"""Addresses of pages. A club's come last: they take whatever is left."""

from __future__ import annotations

from django.urls import path

from league.pages import auditing, clubs, connecting, games, history, hosting, joining, organising, screens, signing

urlpatterns = [
    path("", clubs.home),
    path("signin", signing.signin),
    path("signin/<str:word>", signing.by_link),
    path("signout", signing.signout),
    path("connect", connecting.connect),
    path("new/club", organising.club),
    path("j", connecting.code),
    path("j/<str:code>", joining.sit),
    path("g/<uuid:game>", games.game),
    path("g/<uuid:game>/now", games.now),
    path("g/<uuid:game>/moves", games.move),
    path("g/<uuid:game>/forget", games.forget),
    path("g/<uuid:game>/screen", screens.screen),
    path("g/<uuid:game>/history", history.history),
    path("g/<uuid:game>/mend/<int:at>", history.mend),
    path("g/<uuid:game>/audit", auditing.audit),
    path("g/<uuid:game>/seats", hosting.seats),
    path("g/<uuid:game>/seats/add", hosting.add),
    path("g/<uuid:game>/seats/<int:seat>", hosting.seat),
    path("g/<uuid:game>/host-link", hosting.renew_host),
    path("<slug:slug>", clubs.club),
    path("<slug:slug>/tonight", clubs.tonight),
    path("<slug:slug>/table", clubs.table),
    path("<slug:slug>/sit", connecting.sit),
    path("<slug:slug>/screen", screens.of_club),
    path("<slug:slug>/screen/now", screens.current),
    path("<slug:slug>/overlay", screens.overlay),
    path("<slug:slug>/seasons", organising.season),
    path("<slug:slug>/nights", organising.night),
    path("<slug:slug>/nights/<uuid:night>/new-game", organising.game),
    path("<slug:slug>/nights/<uuid:night>/close", organising.close_night),
    path("<slug:slug>/seasons/<uuid:season>", clubs.season),
    path("<slug:slug>/nights/<str:which>", clubs.night),
]
