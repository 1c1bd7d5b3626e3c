"""The deciders alone: what a move becomes, what is hidden, and what is left when the hidden parts are gone."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import msgspec
import pytest

from league.facts import DECIDERS, club, imported, member, night, season, title
from league.facts.base import Change, FactDecider, sent
from league.imports.formats.tabular import CsvMapping
from league.scoring.presets import DEFAULT, PRESETS
from league.scoring.scheme import without_words
from ledger.decider import Actor, Context, Recorded
from ledger.errors import Refused
from ledger.records import canonical, plain
from ledger.writer import split_move

BY = {decider.kind: decider for decider in DECIDERS}
SCHEME = without_words(PRESETS[DEFAULT])
ACTOR = Actor(kind="host", id="token:x")
FOUNDING = club.FoundClub(
    name="Turf & Table",
    slug="turf",
    timezone="Europe/Berlin",
    locale="de",
    public=False,
    night_cutoff="05:00",
    defaults={},
)


class Told:
    """A stream in memory: changes go in, events and states (with and without secrets) come out."""

    def __init__(self, kind: str) -> None:
        self.decider: FactDecider = BY[kind]
        self.state = self.public = self.decider.initial()
        self.events: list[Recorded] = []
        self.open: list[bytes] = []

    def tell(self, change: Change) -> list[str]:
        """→ the types of the events."""
        move = sent(change)
        context = Context(
            actor=ACTOR,
            at=1_000_000,
            version=len(self.events),
            state_at=lambda version: None,
            events_after=lambda version: [],
        )
        decided = self.decider.decide(self.state, move, context)
        public, hidden, _ = split_move(move, ACTOR)
        for n, event in enumerate(decided):
            recorded = Recorded(
                type=event.type,
                schema=event.schema,
                version=len(self.events) + 1,
                at=1_000_000,
                data=event.data,
                move_secret=hidden if n == 0 else None,
            )
            self.open.append(canonical({"data": plain(event.data), "move": public}))
            self.events.append(recorded)
            self.state = self.decider.evolve(self.state, recorded, lambda version: None)
            erased = msgspec.structs.replace(recorded, secret=None, move_secret=None)
            self.public = self.decider.evolve(self.public, erased, lambda version: None)
        return [event.type for event in decided]


def test_a_clubs_name_is_in_no_event_and_the_fold_works_without_it() -> None:
    told = Told("club")
    assert told.tell(FOUNDING) == ["club_founded"]
    assert told.tell(club.ChangeClub(name="Furlong Friends", public=True)) == ["club_changed"]
    assert told.state.name == "Furlong Friends"
    assert (told.public.name, told.public.slug, told.public.public) == (None, "turf", True)
    assert not any(b"Turf" in text or b"Furlong" in text for text in told.open)


def test_a_change_that_changes_nothing_makes_no_event() -> None:
    told = Told("club")
    told.tell(FOUNDING)
    assert told.tell(club.ChangeClub(name="Turf & Table", public=False)) == []


def test_what_does_not_exist_cannot_be_changed_and_nothing_opens_twice() -> None:
    told = Told("member")
    with pytest.raises(Refused, match="not_found"):
        told.tell(member.ChangeMember(name="Ann"))
    told.tell(member.AddMember(name="Ann"))
    with pytest.raises(Refused, match="already_recorded"):
        told.tell(member.AddMember(name="Ann"))


def test_a_members_name_and_alias_are_for_hosts_only() -> None:
    told = Told("member")
    change = member.AddMember(name="Ann Archer", alias="Arrow", publish="alias")
    told.tell(change)
    assert split_move(sent(change), ACTOR)[1:] == ({"name": "Ann Archer", "alias": "Arrow"}, ("host",))
    assert told.open == [
        b'{"data":{"guest":false,"publish":"alias"},"move":{"guest":false,"publish":"alias","type":"add_member"}}'
    ]
    assert (told.public.name, told.public.publish) == (None, "alias")
    told.tell(member.ChangeMember(alias=None))
    assert told.state.alias is None and told.state.name == "Ann Archer"


def test_a_token_is_recorded_by_its_hash_which_nobody_may_read() -> None:
    told = Told("club")
    told.tell(FOUNDING)
    id = uuid4()
    change = club.IssueToken(token=id, scopes=("host",), name="the TV", digest="ab" * 32)
    told.tell(change)
    assert split_move(sent(change), ACTOR)[1:] == ({"name": "the TV", "digest": "ab" * 32}, ())
    assert told.state.tokens[id].scopes == ("read", "host")
    assert told.public.tokens[id].digest is None
    assert told.tell(club.RevokeToken(token=id)) == ["token_revoked"]
    assert told.tell(club.RevokeToken(token=id)) == []
    assert told.state.tokens[id].revoked


@pytest.mark.parametrize("slug", ["api", "admin", "g", "j", "static"])
def test_a_club_cannot_sit_on_an_address_of_the_server(slug: str) -> None:
    with pytest.raises(Refused, match="invalid"):
        Told("club").tell(msgspec.structs.replace(FOUNDING, slug=slug))


def test_a_closed_season_takes_no_night_until_it_is_reopened() -> None:
    told = Told("season")
    opening = season.OpenSeason(name="Spring", starts_on=date(2026, 3, 1), ends_on=date(2026, 5, 31), scheme=SCHEME)
    told.tell(opening)
    assert told.tell(season.AdmitNight()) == []
    assert told.tell(season.CloseSeason()) == ["season_closed"]
    with pytest.raises(Refused, match="season_closed"):
        told.tell(season.AdmitNight())
    assert told.tell(season.ReopenSeason(reason="one more night")) == ["season_reopened"]
    assert told.tell(season.AdmitNight()) == []


def test_a_season_does_not_end_before_it_starts() -> None:
    told = Told("season")
    told.tell(season.OpenSeason(name="Spring", starts_on=date(2026, 3, 1), ends_on=date(2026, 5, 31), scheme=SCHEME))
    with pytest.raises(Refused, match="invalid"):
        told.tell(season.ChangeSeason(ends_on=date(2026, 2, 1)))


def test_a_night_can_be_moved_out_of_every_season() -> None:
    told = Told("night")
    told.tell(night.OpenNight(date=date(2026, 3, 14), season=UUID(int=7), kind="regular"))
    assert told.tell(night.ChangeNight(season=None, kind="friendly")) == ["night_changed"]
    assert (told.state.season, told.state.kind, told.state.date) == (None, "friendly", date(2026, 3, 14))


@pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.kind)
def test_every_move_comes_back_from_its_record(decider: FactDecider) -> None:
    moves = {
        "club": FOUNDING,
        "member": member.AddMember(name="Ann"),
        "season": season.OpenSeason(name="S", starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31), scheme=SCHEME),
        "night": night.OpenNight(date=date(2026, 1, 31), season=None, kind="final"),
        "title": title.AddTitle(name="Turf Horse Racing"),
        "import": imported.StageImport(format="csv", zone="UTC", file="0" * 64, plays=3, mapping=CsvMapping()),
    }
    move = sent(moves[decider.kind])
    public, hidden, _ = split_move(move, ACTOR)
    body = msgspec.json.decode(canonical({**public, **hidden}))
    again = decider.decode_move(body.pop("type"), body, decider.initial())
    assert again == move
