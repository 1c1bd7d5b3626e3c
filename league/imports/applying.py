"""Applying an import, a piece at a time: each piece is one transaction of at most 200 events.

Ids follow from the import and the place in the file, and a piece says where it begins: one that is tried again after a
crash finds itself done, or does the same. Nobody sees any of it in a table before the last piece is in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from unicodedata import normalize
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db.models import Q

from league.facts.base import sent
from league.facts.imported import ApplyPiece, Counts, Identified, Import, KnowPerson
from league.facts.member import AddMember
from league.facts.night import CloseNight, OpenNight
from league.facts.season import AdmitNight
from league.facts.title import AddTitle
from league.imports import identifying
from league.imports.cells import same
from league.imports.collecting import rows_of
from league.imports.identifying import Judged
from league.imports.plays import Play
from league.models import Club, ImportNight, ImportPerson, Night, Season, Title
from league.selectors.calendar import club_date
from league.services import members
from ledger import lettering
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.store import Command, execute_all
from races.game import wrap
from races.rules.scoresheet.moves import Record
from races.service import open_game_command

MOST_EVENTS = 200
WINDOW = 200
"""Plays looked at for one piece; those that are known already make no events."""


def apply_piece(stream: Stream, state: Import) -> bool:
    """Applies the next plays. → is anything left? Refuses ``version_changed`` or ``not_running`` where somebody else
    was faster."""
    piece = _Piece(stream, state)
    last = piece.fill()
    if last == state.done < state.total:
        raise Refused("not_running", "The rows of this import were erased.")
    try:
        execute_all(piece.commands(last))
    except Refused as refused:
        if refused.code == "already_recorded":  # ids follow from the import: another worker has made what is there
            raise Refused("version_changed", "This piece has been applied by somebody else.") from None
        raise
    return last < state.total


class _Piece:
    def __init__(self, stream: Stream, state: Import) -> None:
        self.stream, self.state = stream, state
        self.club: Club = Club.objects.get(club=stream.club)
        self.actor = Actor(kind="import", id=str(stream.id))
        self.who = identifying.known_people(stream.club, stream.id, state)
        self.told = set(ImportPerson.objects.filter(club=stream.club, batch=stream.id).values_list("key", flat=True))
        self.names = {person.key: person.name for person in state.people}
        self.before: list[Command] = []  # what holds locks, and makes no events
        self.made: list[Command] = []
        self.events = 2  # the import's own
        self.counts: dict[str, int] = {}
        self.games: list[Identified] = []
        self.people: dict[str, UUID] = {}
        self.removes: list[UUID] = []
        self.nights: set[UUID] = set()
        self._admitted: set[UUID] = set()
        self._dates: dict[date, UUID] = {}
        titles = Title.objects.filter(club=stream.club).values_list("bgg_id", "name")
        self._titles: set[object] = {each for bgg, name in titles for each in (bgg, same(name or "")) if each}

    def fill(self) -> int:
        """Takes as many plays as fit. → the first one that doesn't."""
        first = self.state.done
        plays = self.state.plays[first : first + WINDOW]
        known = identifying.known_plays(self.stream.club, {id for play in plays for id in play.ids})
        for n, (play, judged) in enumerate(zip(plays, identifying.judge(plays, known, self.who), strict=True), first):
            if not self._take(n, play, judged):
                return n
        return first + len(plays)

    def commands(self, last: int) -> list[Command]:
        """In the order of execution; the import's own comes last."""
        removes = self.removes
        if last == self.state.total and self.state.removed:
            known = identifying.known_plays(self.stream.club, self.state.removed)
            removes = [*removes, *{seen.game for seen in known.values() if seen.own} - set(removes)]
        people = [KnowPerson(member=member, key=key) for key, member in self.people.items()]
        piece = ApplyPiece(
            first=self.state.done,
            after=last,
            counts=Counts(**self.counts),
            games=tuple(each.game for each in self.games),
            removes=tuple(removes),
            nights=tuple(sorted(self.nights)),
            plays=tuple(self.games),
        )
        own = [Command(stream=self.stream, move=sent(move), actor=self.actor) for move in (*people, piece)]
        return [*self.before, *self.made, *own]

    def _take(self, n: int, play: Play, judged: Judged) -> bool:
        """→ does it still fit?"""
        if judged.verdict in ("new", "changed"):
            day = self._day(play)
            people = {chair.person for chair in play.chairs} - {None}
            # The game opened and recorded, a title, a night opened and closed; who is new, and who is told of.
            most = 5 + len(people - self.who.keys()) + len(people - self.told)
            if self.games and self.events + most > MOST_EVENTS:
                return False
            game = self._game(n, play, self._night(day))
            self.games.append(
                Identified(
                    n=n,
                    game=game,
                    ids=play.ids,
                    fingerprint=play.fingerprint(),
                    modified=play.modified,
                    removes=judged.removes,
                )
            )
            if judged.removes is not None:
                self.removes.append(judged.removes)
        self.counts[judged.verdict] = self.counts.get(judged.verdict, 0) + 1
        return True

    def _add(self, stream: Stream, *moves: object) -> None:
        self.made += [Command(stream=stream, move=sent(move), actor=self.actor) for move in moves]  # type: ignore[arg-type]
        self.events += len(moves)

    def _game(self, n: int, play: Play, night: UUID) -> UUID:
        self._title(play)
        together = play.kind == "cooperative" and not self.state.cooperative
        teams = play.kind == "team" and not self.state.teams
        stream, opening = open_game_command(
            self.stream.club,
            night,
            self.actor,
            ruleset="scoresheet",
            options={"kind": play.kind, "lowest_wins": play.lowest_wins},
            members=[None if chair.person is None else self._member(chair.person) for chair in play.chairs],
            title=play.title,
            counts=play.counts and not together and not teams,
            id=uuid5(self.stream.id, f"play {n}"),
        )
        record = Record(rows=rows_of(play.chairs), started_at=self._started(play), duration_min=play.minutes)
        self.made += [opening, Command(stream=stream, move=wrap(record), actor=self.actor)]
        self.events += 2
        return stream.id

    def _member(self, key: str) -> UUID:
        known = self.who.get(key)
        if known is None:
            known = uuid5(self.stream.id, f"person {key}")
            guest = AddMember(name=_name(self.names.get(key, "")), guest=True)
            self._add(Stream(club=self.stream.club, id=known, kind="member"), guest)
            self.who[key] = known
            self._admitted.add(known)
        elif known not in self._admitted:
            self.before.append(members.admitted(self.stream.club, known, self.actor))
            self._admitted.add(known)
        if key not in self.told:
            self.told.add(key)
            self.people[key] = known
            self.events += 1
        return known

    def _title(self, play: Play) -> None:
        """Adds the game to the club's, unless it is there by its BGG id or name."""
        if play.bgg_id in self._titles or same(play.title) in self._titles:
            return
        stream = Stream(club=self.stream.club, id=uuid5(self.stream.id, f"title {same(play.title)}"), kind="title")
        self._add(stream, AddTitle(name=play.title, bgg_id=play.bgg_id, lowest_wins=play.lowest_wins, kind=play.kind))
        self._titles |= {play.bgg_id, same(play.title)} - {None}

    def _night(self, day: date) -> UUID:
        """The club's night of that date, or a new one, closed at once."""
        if day not in self._dates:
            closed = Season.objects.filter(club=self.stream.club, status="closed").values_list("id", flat=True)
            own = Night.objects.filter(club=self.stream.club, date=day, kind="regular", void=False)
            # What a closed season says stays so: what comes later gets a night beside it.
            own = own.filter(Q(season=None) | ~Q(season__in=list(closed)))
            found = own.order_by("opened_at", "id").values_list("id", flat=True).first()
            if found is None:
                found = uuid5(self.stream.id, f"night {day}")
                self._open(found, day)
            elif ImportNight.objects.filter(club=self.stream.club, night=found).exists():
                self.nights.add(found)
            self._dates[day] = found
        return self._dates[day]

    def _open(self, night: UUID, day: date) -> None:
        seasons = Season.objects.filter(club=self.stream.club, starts_on__lte=day, ends_on__gte=day, status="open")
        held: Sequence[UUID] = list(seasons.values_list("id", flat=True)[:2])
        season = held[0] if len(held) == 1 else None
        if season is not None:
            stream = Stream(club=self.stream.club, id=season, kind="season")
            self.before.append(Command(stream=stream, move=sent(AdmitNight()), actor=self.actor))
        stream = Stream(club=self.stream.club, id=night, kind="night")
        self._add(stream, OpenNight(date=day, season=season, kind="regular"), CloseNight())
        self.nights.add(night)

    def _moment(self, play: Play) -> datetime | None:
        if play.utc is not None:
            return datetime.fromtimestamp(play.utc, UTC)
        if play.time is None:
            return None
        day = datetime.combine(date.fromisoformat(play.date), time.fromisoformat(play.time))
        return day.replace(tzinfo=ZoneInfo(self.state.zone))

    def _day(self, play: Play) -> date:
        """The club's date of it; without a time the date that stands there."""
        moment = self._moment(play)
        if moment is None:
            return date.fromisoformat(play.date)
        return club_date(moment, self.club.timezone, self.club.night_cutoff)

    def _started(self, play: Play) -> str | None:
        moment = self._moment(play)
        return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _name(name: str) -> str:
    """As a member's name is written: without blanks around it, at most 80 characters, all of them to be seen."""
    return lettering.cleaned(normalize("NFC", name).replace("\ufffd", "").strip()[:80]).strip() or "N. N."
