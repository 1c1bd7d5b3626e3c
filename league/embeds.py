"""Which page of ours a pasted address means, and what others may frame in its place: ``GET /api/v1/oembed``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.html import escape

from league.selectors import clubs
from ledger.errors import Refused
from ledger.http.links import absolute
from ledger.reading import stream_of


class Frame(NamedTuple):
    """``slug``: whose club; ``path``: what is framed, with its query; ``key``: the read-only token that the pasted
    address held."""

    slug: str
    path: str
    title: str
    width: int
    height: int
    key: str | None


def of(address: str) -> Frame:
    """The frame for an address of ours. Refuses ``not_found`` for one that is none, or that has nothing to frame."""
    parts = urlsplit(address)
    hosts = {urlsplit(settings.RAILBIRD_URL or "").hostname, *settings.ALLOWED_HOSTS}
    if parts.scheme not in ("http", "https") or parts.hostname not in hosts:
        raise Refused("not_found", "That is no address of this server.")
    try:
        match = resolve(parts.path)
    except Resolver404:
        raise Refused("not_found", "There is nothing at that address.") from None
    maker = MAKERS.get(_name(match.func))
    if maker is None:
        raise Refused("not_found", "What is at that address can't be embedded.")
    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return maker(match.kwargs, asked)


def _name(view: Any) -> str:
    return f"{view.__module__.rpartition('.')[2]}.{view.__name__}"


def _table(where: dict[str, Any], asked: dict[str, str]) -> Frame:
    season = where.get("season") or asked.get("season")
    return _frame(where["slug"], "embed/{}/table", "table", {"season": season}, asked, 640, 480)


def _scoreboard(where: dict[str, Any], asked: dict[str, str]) -> Frame:
    kept = {name: asked.get(name) for name in ("label", "game")}
    return _frame(where["slug"], "embed/{}/scoreboard", "scoreboard", kept, asked, 640, 480)


def _game(where: dict[str, Any], asked: dict[str, str]) -> Frame:
    stream = stream_of(where["game"], "game")
    slug = "" if stream is None else clubs.slug_of(stream.club) or ""  # no game, no club: as if it were a private one's
    return _frame(slug, "embed/{}/scoreboard", "scoreboard", {"game": where["game"]}, asked, 480, 400)


def _screen(where: dict[str, Any], asked: dict[str, str]) -> Frame:
    return _frame(where["slug"], "{}/overlay", "screen", {"label": asked.get("label")}, asked, 960, 540)


def _frame(
    slug: str, path: str, what: str, kept: dict[str, Any], asked: dict[str, str], width: int, height: int
) -> Frame:
    query = {**kept, "lang": asked.get("lang"), "key": asked.get("key")}
    told = urlencode({name: value for name, value in query.items() if value})
    whole = f"/{path.format(slug)}" + (f"?{told}" if told else "")
    return Frame(slug, whole, what, width, height, asked.get("key"))


MAKERS: dict[str, Callable[[dict[str, Any], dict[str, str]], Frame]] = {
    "clubs.club": _scoreboard,
    "clubs.tonight": _scoreboard,
    "clubs.table": _table,
    "clubs.season": _table,
    "embedding.table": _table,
    "embedding.scoreboard": _scoreboard,
    "games.game": _game,
    "history.history": _game,
    "screens.screen": _game,
    "screens.of_club": _screen,
    "screens.overlay": _screen,
}
"""View → what stands for its page in somebody else's."""


def html(frame: Frame, title: str, width: int, height: int) -> str:
    """The frame as HTML. It runs its own script and opens links in new tabs; it gets nothing of the page around it."""
    src, name = escape(absolute(frame.path)), escape(title)
    return (
        f'<iframe src="{src}" title="{name}" width="{width}" height="{height}" loading="lazy" '
        'referrerpolicy="no-referrer" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" '
        'style="border:0;max-width:100%"></iframe>'
    )
