"""``/{slug}/nights/{id}/result``: what a game played without the server ended with, typed in afterwards;
``/g/{id}/result``: the same, where it was typed in wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Reason
from league.models import Club, Member, Night
from league.models import Title as TitleRow
from league.pages import refusals
from league.pages.common import form, page, posted, viewer
from league.pages.room import names_of
from league.selectors import clubs, imported
from league.services import games as opening
from league.services.games import Sitter
from ledger.digits import whole
from ledger.errors import Refused
from races import presenting, service
from races.models import Game, Seat
from races.principal import Principal
from races.rules.scoresheet.events import Line as Recorded
from races.rules.scoresheet.moves import Amend, Row, Team
from races.shell import Label

_NUMBER = re.compile(r"[+−-]?\d{1,12}([.,]\d{1,4})?")
_BEHIND = re.compile(rf"(?P<name>.*\S)(?:\s*[;:]\s*|,?\s+)(?P<score>{_NUMBER.pattern})")
MOST = 99
ROWS = 6


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One player as typed. ``score``, ``rank``, ``team`` None: left empty."""

    name: str
    score: Decimal | None = None
    rank: int | None = None
    won: bool = False
    team: str | None = None


class ResultForm(msgspec.Struct, frozen=True, kw_only=True):
    """``lines``: instead of rows, a name a line, the score behind it."""

    many_lines: ClassVar[tuple[str, ...]] = ("lines",)
    title: Label
    lines: str = ""
    lowest_wins: bool = False


class AmendForm(msgspec.Struct, frozen=True, kw_only=True):
    reason: Reason


@require_http_methods(["GET", "HEAD", "POST"])
@page
def result(request: HttpRequest, slug: str, night: UUID) -> HttpResponse:
    """The form, with the people of the night's last game in it, and what becomes of it."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_host(who, club.club)
    row = Night.objects.filter(club=club.club, id=night).first()
    if row is None:
        raise Refused("not_found", _("There is no such night."))

    def show(refused: Refused | None) -> HttpResponse:
        typed = rows_of(request) if request.method == "POST" else [Line(name=name) for name in _last_players(row, who)]
        context = {
            "club": club,
            "night": row,
            "typed": request.POST,
            "rows": _numbered(typed, max(ROWS, len(typed) + 1)),
            "by": "score",
            "titles": _titles(club),
            "people": _people(club),
            "refused": refused,
        }
        return render(request, "pages/result.html", context)

    def record() -> str:
        _record(row, who, form(request, ResultForm), rows_of(request))
        return f"/{slug}/nights/{night}"

    return posted(request, record, show)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def amend(request: HttpRequest, game: UUID) -> HttpResponse:
    """What was recorded, to be put right; with a reason."""
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    play = loaded.state.play
    if loaded.state.frame.ruleset.key != "scoresheet" or play.lines is None:
        raise Refused("not_found", _("This game has no result that was typed in."))
    names = names_of(presenting.scoreboard(loaded, who))
    seats = [line.seat for line in play.lines]

    by = _kind(play.lines)

    def show(refused: Refused | None) -> HttpResponse:
        typed = [_typed(line, names.get(line.seat, ""), by) for line in play.lines]
        if request.method == "POST":
            typed = rows_of(request, nameless=True)[: len(seats)]
            typed = [msgspec.structs.replace(t, name=names.get(s, "")) for t, s in zip(typed, seats, strict=False)]
        context = {
            "club": clubs.by_id(loaded.stream.club),
            "game": game,
            "title": Game.objects.get(id=game).title,
            "rows": _numbered(typed, len(seats)),
            "by": by,
            "refused": refused,
        }
        return render(request, "pages/amend.html", context)

    def act() -> str:
        sent = form(request, AmendForm)
        rows = rows_of(request, nameless=True)[: len(seats)]
        service.do(loaded.stream, who, Amend(rows=_rows(rows, seats), reason=sent.reason))
        return f"/g/{game}"

    return posted(request, act, show)


def _kind(lines: Sequence[Recorded]) -> str:
    """What a result was told by: ``score``, ``rank`` or, where all win or lose together, ``won``."""
    if any(line.score is not None for line in lines):
        return "score"
    return "rank" if all(line.rank is not None for line in lines) else "won"


def _typed(line: Recorded, name: str, by: str) -> Line:
    """What was recorded as it would be typed; a winner by score is not ticked, or the tick would beat a new score."""
    return Line(
        name=name,
        score=None if line.score is None else Decimal(line.score),
        rank=line.rank if by == "rank" else None,
        won=line.winner and by == "won",
        team=line.team,
    )


def read(lines: str) -> list[Line]:
    """Names and scores, as pasted.

    >>> [(line.name, str(line.score)) for line in read("Ann 42\\nBo van Dam: 38,5")]
    [('Ann', '42'), ('Bo van Dam', '38.5')]
    """
    found = []
    for line in filter(None, (line.strip() for line in lines.splitlines())):
        scored = _BEHIND.fullmatch(line)
        found.append(Line(name=line) if scored is None else Line(name=scored["name"], score=_score(scored["score"])))
    return found


def rows_of(request: HttpRequest, *, nameless: bool = False) -> list[Line]:
    """The form's rows that have a name. Refuses ``invalid`` for a score that is no number."""
    names, scores = request.POST.getlist("name"), request.POST.getlist("score")
    ranks, teams = request.POST.getlist("rank"), request.POST.getlist("team")
    won = set(request.POST.getlist("won"))
    count = max(len(scores), len(ranks), len(teams)) if nameless else len(names)
    lines = [
        Line(
            name=names[n].strip() if n < len(names) else "",
            score=_score(scores[n]) if n < len(scores) else None,
            rank=_rank(ranks[n]) if n < len(ranks) else None,
            won=str(n + 1) in won,
            team=_team(teams[n]) if n < len(teams) else None,
        )
        for n in range(count)
    ]
    return lines if nameless else [line for line in lines if line.name]


def _rank(text: str) -> int | None:
    if not text.strip():
        return None
    rank = whole(text.strip(), MOST)
    if not rank:
        raise Refused("invalid", _("A place is a number from 1 on."))
    return rank


def _team(text: str) -> str | None:
    """As :data:`races.rules.scoresheet.moves.Team` has it: what is recorded in the open holds nobody's name."""
    try:
        return msgspec.convert(text.strip(), Team) if text.strip() else None
    except msgspec.ValidationError:
        raise Refused("invalid", refusals.BY_CODE["invalid"]) from None


def _score(text: str) -> Decimal | None:
    text = text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise Refused("invalid", _("A score is a number, like 42 or 38.5."))
    try:
        return Decimal(text.replace(",", ".").replace("−", "-"))
    except InvalidOperation:
        raise Refused("invalid", _("A score is a number, like 42 or 38.5.")) from None


def _rows(lines: Sequence[Line], seats: Sequence[int]) -> tuple[Row, ...]:
    """For a score sheet: by scores; without any by who won; else by the order of the lines. Refuses ``invalid`` where
    some have a score and others none."""
    if not 1 <= len(lines) <= MOST:
        raise Refused("invalid", _("Type who played."))
    if len({line.score is None for line in lines}) > 1:
        raise Refused(
            "invalid", _("Either everybody has a score, or nobody: then who won counts, or the order of the lines.")
        )
    ticked = any(line.won for line in lines)
    by_order = lines[0].score is None and not ticked and all(line.rank is None for line in lines)
    return tuple(
        Row(
            seat=seat,
            score=line.score,
            rank=place if by_order else line.rank,
            winner=line.won if ticked else None,
            team=line.team,
        )
        for place, (seat, line) in enumerate(zip(seats, lines, strict=False), 1)
    )


def _record(night: Night, who: Principal, sent: ResultForm, typed: list[Line]) -> None:
    lines = typed or read(sent.lines)
    opening.open(
        night,
        who,
        ruleset="scoresheet",
        options={"lowest_wins": True} if sent.lowest_wins else {},
        seats=[_sitter(night.club, line.name) for line in lines[: MOST + 1]],
        label="",
        title=sent.title,
        counts=True,
        body=[str(uuid4())],
        rows=_rows(lines, range(1, len(lines) + 1)),
    )


def _sitter(club: UUID, name: str) -> Sitter:
    """The one member of that name; else a guest."""
    found = Member.objects.filter(club=club, guest=False, merged_into=None, name__iexact=name)
    ids = list(found.values_list("id", flat=True)[:2])
    return Sitter(member=ids[0]) if len(ids) == 1 else Sitter(guest=name[:80])


def _last_players(night: Night, who: Principal) -> list[str]:
    """Who sat in the night's last game: most likely they play the next one too."""
    last = Game.objects.filter(club=night.club, night=night.id).exclude(status="void").order_by("-opened_at").first()
    if last is None:
        return []
    seats = Seat.objects.filter(club=night.club, game=last.id, member__isnull=False).order_by("seat")
    ids = [seat.member for seat in seats]
    known = dict(Member.objects.filter(club=night.club, id__in=ids).values_list("id", "name"))
    return [str(known[id]) for id in ids if known.get(id)]


def _titles(club: Club) -> list[str]:
    """What was played here before, the latest first."""
    played = Game.objects.filter(club=club.club, ruleset="scoresheet").exclude(title="").order_by("-opened_at")
    known = TitleRow.objects.filter(club=club.club).exclude(name=None).values_list("name", flat=True)
    return list(dict.fromkeys([*played.values_list("title", flat=True)[:200], *map(str, known)]))[:60]


def _people(club: Club) -> list[str]:
    rows = Member.objects.filter(club=club.club, left_club=False, merged_into=None).exclude(name=None)
    rows = rows.exclude(id__in=imported.withdrawn_guests(club.club))
    return sorted({str(name) for name in rows.values_list("name", flat=True)}, key=str.casefold)[:300]


def _numbered(lines: Sequence[Line], count: int) -> list[dict[str, Any]]:
    """``n`` (from 1) and what was typed there; empty rows up to ``count``."""
    return [{"n": n + 1, "line": lines[n] if n < len(lines) else None} for n in range(count)]
