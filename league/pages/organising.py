"""What a signed-in organiser makes: a club, a season, a night, a game; a few taps each. The same services do it as
behind the API."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, ClassVar
from unicodedata import normalize
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import UNSET

from league import access
from league.facts.base import Name
from league.facts.club import FoundClub, Slug
from league.facts.night import CloseNight, OpenNight
from league.models import Night
from league.pages import gameoptions, refusals, words
from league.pages.common import form, page, viewer
from league.scoring.presets import DEFAULT
from league.selectors import clubs, members
from league.selectors import games as played
from league.selectors import seasons as held
from league.selectors.calendar import today
from league.services import clubs as founding
from league.services import games as opening
from league.services import nights, seasons
from league.services.games import Sitter
from ledger.errors import Refused
from races.models import Game
from races.shell import Label

HOUSES = {
    "app": _("The app rolls, nobody has to be the House"),
    "basic": _("A person rolls real dice and types them in"),
    "competing": _("One of the players is the House, all evening"),
    "rotating": _("The House goes round"),
}
PACES = {
    "2500": _("as in the rulebook (2.5 s a roll)"),
    "4000": _("slow (4 s)"),
    "1500": _("fast (1.5 s)"),
    "500": _("very fast (0.5 s)"),
}
USUAL = {"ready-set-bet": 4, "racehorse": 5, "greyhounds": 4}
SEATS = {
    "ready-set-bet": _("2 to 8 seats, with a person as the House 1 to 9"),
    "racehorse": _("5 to 8"),
    "greyhounds": _("3 or 4"),
}


class ClubForm(msgspec.Struct, frozen=True, kw_only=True):
    name: Name
    slug: Slug | None = None
    timezone: str = "UTC"
    public: bool = False


@require_http_methods(["POST"])
@page
def club(request: HttpRequest) -> HttpResponse:
    """A new club, with a season for this year, so that the next tap opens a night."""
    who = viewer(request)
    sent = form(request, ClubForm)
    slug = sent.slug or _slug(sent.name)
    made = FoundClub(
        name=sent.name,
        slug=slug,
        timezone=sent.timezone,
        locale=get_language(),
        public=sent.public,
        night_cutoff="05:00",
        defaults={},
    )
    id, _, _ = founding.found(made, who)
    year = today(clubs.by_id(id)).year
    seasons.open(id, who, name=str(year), starts_on=date(year, 1, 1), ends_on=date(year, 12, 31), scoring=DEFAULT)
    return HttpResponseRedirect(f"/{slug}")


def _slug(name: str) -> str:
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    if len(slug) < 2:
        raise Refused("invalid", _("Choose a short name for the club's address, of letters a to z and digits."))
    return slug


class NightForm(msgspec.Struct, frozen=True, kw_only=True):
    """``season``: not given, the likeliest of those that hold the date."""

    date: date | None = None
    name: Name | None = None
    season: UUID | None = None


@require_POST
@page
def night(request: HttpRequest, slug: str) -> HttpResponse:
    """Opens a night, today's if no date is given, and goes on to its first game."""
    who = viewer(request)
    found = clubs.find(slug, who)
    sent = form(request, NightForm)
    day = sent.date or today(found)
    season = sent.season
    if season is None and len(several := held.among(found.club, day)) > 1:
        season = several[0].id  # a form never asks back: the night can be moved to another season afterwards
    opened = OpenNight(date=day, name=sent.name, season=None, kind="regular")
    id, _ = nights.open(found.club, opened, who, season=UNSET if season is None else season)
    return HttpResponseRedirect(f"/{slug}/nights/{id}/new-game")


@require_http_methods(["GET", "HEAD", "POST"])
@page
def close_night(request: HttpRequest, slug: str, night: UUID) -> HttpResponse:
    """Closes a night; while games of it run it names them and asks first (``sure``)."""
    who = viewer(request)
    found = clubs.find(slug, who)
    access.require_host(who, found.club)
    row = Night.objects.filter(club=found.club, id=night).first()
    if row is None:
        raise Refused("not_found", _("There is no such night."))
    running = list(played.unfinished(found.club, night))
    if request.method != "POST" or (running and "sure" not in request.POST):
        named = [{"game": game, "name": game.title or words.ruleset(game.ruleset)} for game in running]
        return render(request, "pages/close_night.html", {"club": found, "night": row, "running": named})
    nights.change(found.club, night, CloseNight(), who)
    return HttpResponseRedirect(f"/{slug}/nights/{night}")


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """``names``: one a line, in the order of the seats, after the members that were ticked; free chairs fill up to
    ``seats`` (not given: as many as the game is usually played with)."""

    many_lines: ClassVar[tuple[str, ...]] = ("names",)
    ruleset: str
    seats: int | None = None
    names: str = ""
    label: Label = ""
    house: str = "app"
    pace_ms: int = 2500
    cards: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def game(request: HttpRequest, slug: str, night: UUID) -> HttpResponse:
    """The form of a new game; sent, it goes on to the codes of its seats."""
    who = viewer(request)
    found = clubs.find(slug, who)
    access.require_host(who, found.club)
    row = Night.objects.filter(club=found.club, id=night).first()
    if row is None:
        raise Refused("not_found", _("There is no such night."))
    context: dict[str, Any] = {
        "club": found,
        "night": row,
        "rulesets": [(key, words.ruleset(key), gettext(seats)) for key, seats in SEATS.items()],
        "houses": [(key, gettext(text)) for key, text in HOUSES.items()],
        "paces": [(key, gettext(text)) for key, text in PACES.items()],
        "asked": [(key, gameoptions.fields(key)) for key in SEATS],
        "members": members.published_names(found.club),
        "ticked": request.POST.getlist("member"),
        "typed": request.POST,
        "label": _label(row),
    }
    if request.method == "POST":
        try:
            return HttpResponseRedirect(f"/g/{_open(row, who, form(request, GameForm), request.POST)}/seats")
        except Refused as refused:
            context["refused"] = refusals.told(refused)
    return render(request, "pages/new_game.html", context, status=400 if "refused" in context else 200)


def _label(night: Night) -> str:
    """The first table in the room at which nothing is played."""
    playing = Game.objects.filter(club=night.club, night=night.id).exclude(status__in=("finished", "void"))
    taken = set(playing.values_list("label", flat=True))
    return next(label for n in range(1, len(taken) + 2) if (label := gettext("Table {n}").format(n=n)) not in taken)


def _open(night: Night, who: Any, sent: GameForm, typed: QueryDict) -> UUID:
    wanted = USUAL.get(sent.ruleset, 4) if sent.seats is None else sent.seats
    if not 1 <= wanted <= 12:
        raise Refused("invalid", _("A game has one to twelve seats."))
    options: dict[str, Any] = gameoptions.chosen(sent.ruleset, typed) if sent.ruleset in SEATS else {}
    if sent.ruleset == "ready-set-bet":
        options["house"] = sent.house
        if sent.house == "app":
            options["pace_ms"] = sent.pace_ms
        if not sent.cards:
            options |= {"props": False, "exotics": False, "vips": False}
    names = [name.strip() for name in sent.names.splitlines() if name.strip()]
    seats = [Sitter(member=_member(id)) for id in typed.getlist("member")] + [Sitter(guest=name) for name in names]
    seats += [Sitter()] * max(0, wanted - len(seats))
    loaded, _outcome = opening.open(
        night,
        who,
        ruleset=sent.ruleset,
        options=options,
        seats=seats,
        label=sent.label,
        title="",
        counts=True,
        body=[str(uuid4())],
    )
    return loaded.stream.id


def _member(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused("invalid", _("That is nobody of this club.")) from None
