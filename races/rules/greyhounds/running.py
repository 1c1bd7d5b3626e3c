"""A round that is complete, and the end of a race: all that follows once the last card is turned up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from races.rules.greyhounds import dealing, settlement, track
from races.rules.greyhounds.events import (
    BetsRevealed,
    BookmakerBroke,
    CardsRevealed,
    CardsTakenBack,
    DogAt,
    Finished,
    GameFinished,
    Lapped,
    LeftCards,
    LeftoversRevealed,
    Moved,
    RaceFinished,
    SeatCard,
    SeatSettled,
    SeedOpened,
    SetAsidesRevealed,
)
from races.rules.greyhounds.state import Dog, State
from races.rules.protocol import Event, Refused
from races.rules.table import ranking

HAND = 5
"""Cards used to run; when all are played they are taken back."""


def known(card: int | None) -> int:
    """A sealed card, which only the server can read. Raises :class:`Refused` where it isn't to be had."""
    if card is None:
        raise Refused("unavailable", "What is sealed can't be read here.")
    return card


def opened(state: State) -> list[Event]:
    """The opening of a seed that no race will be dealt from any more."""
    coming = state.coming
    if coming is None or coming.seed is None:
        return []
    return [SeedOpened(race=coming.race, seed=coming.seed, opens=(coming.prepared,))]


def sealed_parts(dogs: Sequence[Dog]) -> tuple[int, ...]:
    """The versions of all that is sealed in the running race, ascending."""
    return tuple(sorted(v for dog in dogs for v in (dog.bets_at, dog.aside_at, dog.laid_at) if v))


def with_laid(state: State, seat: int, card: int, version: int) -> State:
    """As it will be once ``card_laid`` is recorded as this version."""
    dogs = tuple(replace(dog, laid=card, laid_at=version) if dog.seat == seat else dog for dog in state.dogs)
    return replace(state, dogs=dogs)


def turned_up(state: State) -> list[Event]:
    """The group's cards, and if they complete the round, what it does (rules page R5 to R16)."""
    group = [dog for dog in state.dogs if dog.seat in state.group]
    cards = tuple(SeatCard(seat=dog.seat, card=known(dog.laid)) for dog in group)
    opens = tuple(sorted(dog.laid_at for dog in group))
    events: list[Event] = [CardsRevealed(race=state.race, round=state.round, cards=cards, opens=opens)]
    played = {shown.seat: shown.card for shown in state.shown} | {each.seat: each.card for each in cards}
    if len(played) == len(state.runners):
        events += _round(state, played)
    return events


def _round(state: State, played: dict[int, int]) -> Iterator[Event]:
    race, number = state.race, state.round
    taken = sum(dog.place > 0 for dog in state.dogs)
    ran = track.run(race, state.setup.options.track_length, number, state.runners, played, taken)
    for runner, spaces in zip(ran.runners, ran.steps, strict=True):
        if spaces:
            yield Moved(race=race, round=number, seat=runner.seat, spaces=spaces, position=runner.position)
    for seat in ran.lapped:
        yield Lapped(race=race, round=number, seat=seat)
    for finish in ran.finished:
        yield Finished(race=race, round=number, seat=finish.seat, rank=finish.rank, how=finish.how)
    if ran.over:
        yield from _finished(state, ran)
    elif number % HAND == 0:
        yield CardsTakenBack(race=race, round=number)


def _finished(state: State, ran: track.Round) -> Iterator[Event]:
    race, dogs = state.race, state.dogs
    position = {dog.seat: dog.position for dog in dogs} | {runner.seat: runner.position for runner in ran.runners}
    owner = {dog.place: dog.seat for dog in dogs} | {finish.rank: finish.seat for finish in ran.finished}
    places = (owner.get(1), owner.get(2), owner.get(3))
    yield RaceFinished(
        race=race,
        rounds=state.round,
        places=places,
        positions=tuple(DogAt(seat=dog.seat, position=position[dog.seat]) for dog in dogs),
    )
    sheets = [dog for dog in dogs if dog.seat != state.bookmaker]
    if any(dog.bets is None for dog in sheets):
        raise Refused("unavailable", "What is sealed can't be read here.")
    placed = [(dog.seat, bet) for dog in sheets for bet in dog.bets or ()]
    bets = settlement.settle_bets(placed, places, state.odds)
    yield BetsRevealed(race=race, bets=bets, opens=tuple(sorted(dog.bets_at for dog in sheets)))
    yield SetAsidesRevealed(
        race=race,
        cards=tuple(SeatCard(seat=dog.seat, card=known(dog.aside)) for dog in dogs),
        opens=tuple(sorted(dog.aside_at for dog in dogs)),
    )
    settled = settlement.settle(
        race, [(chair.seat, chair.money) for chair in state.chairs], bets, places, state.bookmaker
    )
    yield from settled
    broke = isinstance(settled[-1], BookmakerBroke)
    if not broke and race < dealing.RACES:
        return
    if race == dealing.RACES:
        spent = {chair.seat: chair.spent for chair in state.chairs}
        left = (LeftCards(seat=d.seat, cards=dealing.leftovers((*spent[d.seat], *d.set_))) for d in dogs)
        yield LeftoversRevealed(leftovers=tuple(left))
    money = [(event.seat, event.balance) for event in settled if isinstance(event, SeatSettled)]
    yield GameFinished(reason="bookmaker_broke" if broke else "run", ranking=ranking(money), opens=())
    yield from opened(state)
