"""Every page of the contract, and every page an organiser needs, in a real browser: what a screen reader or a weak eye
would stumble over, what a page weighs, where its requests go; and a picture of each for a person to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.lan import MARKS
from tests.e2e.phones import LAPTOP, PHONE, TV, Room, room, shot
from tests.e2e.rooms import Past
from tests.instance import Up
from tests.length import LONG

pytestmark = MARKS
PLAYS = b"date,game,player,score\n2026-08-04,Azul,Ann Archer,70\n2026-08-04,Azul,Somebody New,65\n"
PAGES = {
    "start": "/",
    "connect": "/connect",
    "here": "/connect/here",
    "signin": "/signin",
    "not-found": "/no-such-club",
    "club": "/{slug}",
    "tonight": "/{slug}/tonight",
    "sit": "/{slug}/sit?label=none",
    "table": "/{slug}/table",
    "season": "/{slug}/seasons/{season}",
    "season-print": "/{slug}/seasons/{season}?print",
    "seasons": "/{slug}/seasons",
    "archive": "/{slug}/archive",
    "night": "/{slug}/nights/2026-09-29",
    "member": "/{slug}/members/{member}",
    "people": "/{slug}/members",
    "records": "/{slug}/records",
    "join": "/j/{code}",
    "game": "/g/{game}",
    "game-screen": "/g/{game}/screen",
    "history": "/g/{game}/history",
    "audit": "/g/{game}/audit",
    "screen": "/{slug}/screen",
    "overlay": "/{slug}/overlay",
    "embed-table": "/embed/{slug}/table",
}
ORGANISING = {
    "new-game": "/{slug}/nights/{night}/new-game",
    "result": "/{slug}/nights/{night}/result",
    "amend": "/g/{played}/result",
    "night-manage": "/{slug}/nights/{last_night}/manage",
    "game-manage": "/g/{game}/manage",
    "seats": "/g/{game}/seats",
    "person": "/{slug}/members/{member}/edit",
    "season-manage": "/{slug}/seasons/{season}/manage",
    "scoring": "/{slug}/seasons/{season}/scoring",
    "adjustments": "/{slug}/seasons/{season}/adjustments",
    "imports": "/{slug}/imports",
    "import": "/{slug}/imports/{staged}",
    "tokens": "/{slug}/tokens",
    "settings": "/{slug}/settings",
    "deck": "/{slug}/decks/ready-set-bet",
}
BARE = {"overlay"}
"""Pages that are laid over a picture: they have no ground of their own to measure contrast against."""


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with Up(tmp_path_factory.mktemp("pages") / "data", "--lan") as running:
        running.wait_until_ready()
        yield running


@pytest.fixture(scope="module")
def club(up: Up, address: str) -> Past:
    return Past(address, (up.data / "organiser-token").read_text().strip())


@pytest.fixture
def people(browser: Any) -> Iterator[Room]:
    with room(browser) as opened:
        yield opened
        # A browser notes the answer to the address that isn't there.
        opened.wrong = [each for each in opened.wrong if "status of 404" not in each]


@pytest.fixture(scope="module")
def signed_in(browser: Any, up: Up) -> Any:
    """What a browser remembers once the organiser has signed in by the printed link."""
    with room(browser) as opened:
        page = opened.open(re.findall(r"http://[^\s]+/signin/[^\s]+", up.output)[0])
        page.fill("#id_new_password1", "hoofbeats-at-dawn")
        page.fill("#id_new_password2", "hoofbeats-at-dawn")
        page.click("main button")
        page.locator("text=Signed in as").wait_for()
        state = page.context.storage_state()
    return state


@pytest.fixture(scope="module")
def paths(club: Past) -> dict[str, str]:
    """The addresses of all pages, by name."""
    words = {
        "slug": club.slug,
        "season": club.season["id"],
        "night": club.night["id"],
        "last_night": club.last_night,
        "member": club.members["Ann Archer"],
        "game": club.game.id,
        "played": club.played,
        "code": club.game.opened["join_code"],
        "staged": club.staged(PLAYS),
    }
    return {name: path.format(**words) for name, path in {**PAGES, **ORGANISING}.items()}


def options(name: str, signed_in: Any, scheme: str) -> dict[str, Any]:
    """Of a browser that looks at the page."""
    return {"color_scheme": scheme} | ({"storage_state": signed_in} if name in ORGANISING else {})


def visit(page: Any, address: str, path: str) -> None:
    page.goto(f"{address}{path}", wait_until="load")
    page.wait_for_load_state("domcontentloaded")
    if page.locator("#choices").count():  # a game is described by its script
        page.locator("body.alive").wait_for()


@pytest.mark.parametrize(
    "size, scheme, called",
    [(PHONE, "dark", "phone"), (LAPTOP, "light", "laptop"), *([(PHONE, "light", None), (LAPTOP, "dark", None)] * LONG)],
    ids=["phone-dark", "laptop-light", *(["phone-light", "laptop-dark"] * LONG)],
)
def test_axe_finds_nothing_serious_on_any_page(
    size: tuple[int, int],
    scheme: str,
    called: str | None,
    address: str,
    paths: dict[str, str],
    people: Room,
    signed_in: Any,
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    axe, found = Axe(), []
    pages = {kind: people.open(f"{address}/", size, **options(kind, signed_in, scheme)) for kind in ("", "seats")}
    for name, path in paths.items():
        page = pages["seats" if name in ORGANISING else ""]
        visit(page, address, path)
        rules = {"rules": {"color-contrast": {"enabled": name not in BARE}}}
        found += [
            (name, each["id"], each["impact"], [node["html"][:200] for node in each["nodes"]][:3])
            for each in axe.run(page, options=rules).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0 and name not in BARE:
            found.append((name, "wider than the window", str(wide), []))
        if called is not None:
            shot(page, f"{called}-{name}")
    assert found == [], "\n".join(map(str, found))


@pytest.mark.parametrize("language", ["sl", "fr", *(["sv", "ro"] * LONG)])
def test_every_page_is_in_the_phone_s_language_and_no_wider_than_the_phone(
    language: str, address: str, paths: dict[str, str], people: Room, signed_in: Any
) -> None:
    """Sentences that read the same as on the English page are left over."""
    wrong = []
    phones = {
        (tongue, kind): people.open(f"{address}/", PHONE, locale=tongue, **options(kind, signed_in, "dark"))
        for tongue in (language, "en")
        for kind in ("", "seats")
    }
    for name, path in paths.items():
        kind = "seats" if name in ORGANISING else ""
        page, english = phones[language, kind], phones["en", kind]
        visit(page, address, path)
        visit(english, address, path)
        spoken = language if name not in THE_CLUB_S else "en"
        if page.get_attribute("html", "lang") != spoken:
            wrong.append((name, "lang", page.get_attribute("html", "lang")))
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0 and name not in BARE:
            wrong.append((name, "wider than the phone", wide))
        if spoken != "en":
            wrong += [(name, "not translated", line) for line in sorted(sentences(page) & sentences(english))]
        if name in ("club", "game", "table", "settings"):
            shot(page, f"phone-{name}-{language}")
    assert wrong == [], "\n".join(map(str, wrong))


THE_CLUB_S = {"game-screen", "screen", "overlay", "embed-table"}
"""Pages that many look at: they speak the club's language."""


def sentences(page: Any) -> set[str]:
    """Lines with three small words and more: what is said to people, not names."""
    lines = {" ".join(line.split()) for line in page.inner_text("body").splitlines()}
    return {line for line in lines if len(re.findall(r"(?:^| )[a-z]{2,}", line)) >= 3}


def test_pages_look_well_on_a_tv_too(address: str, paths: dict[str, str], people: Room, signed_in: Any) -> None:
    """Pictures to look at; nothing is wider than the screen."""
    page = people.open(f"{address}/", TV, color_scheme="dark")
    for name in ("club", "tonight", "table", "night", "member", "records", "connect", "audit", "history"):
        visit(page, address, paths[name])
        assert page.evaluate("document.documentElement.scrollWidth") <= TV[0], name
        shot(page, f"tv-{name}")


def test_no_page_weighs_100_kb_and_no_request_leaves_the_server(
    address: str, paths: dict[str, str], people: Room, signed_in: Any
) -> None:
    """As it comes over the line, compressed, with nothing in the browser's cache; live streams left out."""
    heavy, strange = {}, set()
    host = urlsplit(address).netloc
    for name, path in paths.items():
        page = people.open("about:blank", LAPTOP, **options(name, signed_in, "dark"))
        weight = [0]

        def arrived(event: Any, weight: list[int] = weight) -> None:
            weight[0] += int(event["encodedDataLength"])

        def asked(event: Any) -> None:
            url = event["request"]["url"]
            if not url.startswith("data:") and urlsplit(url).netloc != host:
                strange.add(url)

        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", arrived)
        session.on("Network.requestWillBeSent", asked)
        visit(page, address, path)
        page.locator("body").wait_for()
        heavy[name] = weight[0]
        page.context.close()
        people.contexts.remove(page.context)
    print("\n".join(f"{name} {weight}" for name, weight in sorted(heavy.items(), key=lambda each: -each[1])))
    assert strange == set()
    assert {name: weight for name, weight in heavy.items() if weight >= 100_000} == {}
    assert all(weight > 1000 for weight in heavy.values())
