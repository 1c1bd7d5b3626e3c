"""What happened in a game of Greyhounds: facts with their consequences worked out.

A dog is named by its owner's seat. What a seat did in secret is sealed for that seat, and opened by a later event.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from races.rules.greyhounds.odds import Kind, Pick, Price
from races.rules.greyhounds.track import How
from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatClosed, SeatOpened, Standing


class RacePrepared(Event, frozen=True, tag="race_prepared"):
    """The seed of this race's deal is drawn; the sealed part of the move holds it."""

    erasable: ClassVar[bool] = False
    race: int


class CapitalPaid(Event, frozen=True, tag="capital_paid"):
    """What a seat starts with, from the bank."""

    seat: int
    amount: int
    balance: int


class RaceStarted(Event, frozen=True, tag="race_started"):
    race: int
    laps: int


class SetRevealed(Event, frozen=True, tag="set_revealed"):
    """A seat's six cards of this race, highest first."""

    race: int
    seat: int
    cards: tuple[int, ...]
    sum: int


class Ranked(Event, frozen=True, tag="ranked"):
    """``order``: the seats from Hund 1, the favourite, downwards; ``odds``: every bet on offer, quotes to 10."""

    race: int
    order: tuple[int, ...]
    odds: tuple[Price, ...]


class SeedOpened(Event, frozen=True, tag="seed_opened"):
    """A seed, in hex, now public; ``opens``: the version of its ``race_prepared``."""

    race: int
    seed: str
    opens: tuple[int, ...]


class BetsSealed(Event, frozen=True, tag="bets_sealed"):
    """A seat has bet. Sealed: ``{"bets": [{kind, pick, stake}]}``."""

    erasable: ClassVar[bool] = False
    race: int
    seat: int


class CardSetAside(Event, frozen=True, tag="card_set_aside"):
    """A seat put a card away. Sealed: ``{"card"}``."""

    erasable: ClassVar[bool] = False
    race: int
    seat: int


class CardLaid(Event, frozen=True, tag="card_laid"):
    """A seat's card lies face down. Sealed: ``{"card"}``."""

    erasable: ClassVar[bool] = False
    race: int
    round: int
    seat: int


class SeatCard(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    card: int


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    """All of a group have laid a card: here they are. ``opens``: their ``card_laid``."""

    race: int
    round: int
    cards: tuple[SeatCard, ...]
    opens: tuple[int, ...]


class Moved(Event, frozen=True, tag="moved"):
    """A dog that moves, by one space or more. ``position``: spaces run in this race, laps included."""

    race: int
    round: int
    seat: int
    spaces: int
    position: int


class Lapped(Event, frozen=True, tag="lapped"):
    """The dog is out of this race."""

    race: int
    round: int
    seat: int


class Finished(Event, frozen=True, tag="finished"):
    """A dog takes place ``rank``: over the ``line``, by ``walkover`` (nobody left to run against) or ``stalemate``."""

    race: int
    round: int
    seat: int
    rank: int
    how: How


class CardsTakenBack(Event, frozen=True, tag="cards_taken_back"):
    """All hands are empty: everybody still running takes the same five cards again."""

    race: int
    round: int


class DogAt(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    position: int


class RaceFinished(Event, frozen=True, tag="race_finished"):
    """``places``: the seats of the first, second and third dog, None where a place stays vacant."""

    race: int
    rounds: int
    places: tuple[int | None, int | None, int | None]
    positions: tuple[DogAt, ...]


class SettledBet(msgspec.Struct, frozen=True, kw_only=True):
    """``payout``: what the bet returns, stake included; 0 where it lost."""

    seat: int
    kind: Kind
    pick: Pick
    stake: int
    quote: int
    payout: int


class BetsRevealed(Event, frozen=True, tag="bets_revealed"):
    """All sheets are shown. ``opens``: the race's ``bets_sealed``."""

    race: int
    bets: tuple[SettledBet, ...]
    opens: tuple[int, ...]


class SetAsidesRevealed(Event, frozen=True, tag="set_asides_revealed"):
    """``opens``: the race's ``card_set_aside``."""

    race: int
    cards: tuple[SeatCard, ...]
    opens: tuple[int, ...]


class SeatSettled(Event, frozen=True, tag="seat_settled"):
    """A seat's money after a race: ``balance`` = before + prize + won − staked + collected − paid + added.

    ``house``: the seat that took the stake and pays prize and winnings; None: the bank. ``collected`` and ``paid`` are
    the bookmaker's (his own dog's prize is a payment to himself and stands nowhere); ``added``: what the bank had to
    add so that everybody else was paid.
    """

    race: int
    seat: int
    house: int | None
    prize: int
    staked: int
    won: int
    collected: int
    paid: int
    added: int
    balance: int


class BookmakerBroke(Event, frozen=True, tag="bookmaker_broke"):
    """The bookmaker could not pay; ``missing`` came from the bank. The game ends here."""

    race: int
    seat: int
    missing: int


class LeftCards(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    cards: tuple[int, ...]


class LeftoversRevealed(Event, frozen=True, tag="leftovers_revealed"):
    """The low and the high card of each seat that no race used."""

    leftovers: tuple[LeftCards, ...]


class RaceAbandoned(Event, frozen=True, tag="race_abandoned"):
    """The race is void and will be dealt anew: no stake is paid. ``opens``: all that was sealed in it."""

    race: int
    opens: tuple[int, ...]


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The ranking, best first; empty where no race was settled. ``opens``: what was sealed in a race that a closed game
    breaks off."""

    reason: Literal["run", "bookmaker_broke", "closed"]
    ranking: tuple[Standing, ...]
    opens: tuple[int, ...]


EVENTS: dict[tuple[str, int], type[Event]] = {
    (str(event.__struct_config__.tag), event.schema): event
    for event in (
        *(RacePrepared, CapitalPaid, RaceStarted, SetRevealed, Ranked, SeedOpened, BetsSealed, CardSetAside, CardLaid),
        *(CardsRevealed, Moved, Lapped, Finished, CardsTakenBack, RaceFinished, BetsRevealed, SetAsidesRevealed),
        *(SeatSettled, BookmakerBroke, LeftoversRevealed, RaceAbandoned, GameFinished),
        *(Paused, Resumed, SaltAdded, SeatClosed, SeatOpened, Rewound),
    )
}
"""(type, schema) → struct."""
