"""The bet board of an edition, with the look-ups that the rules need (rules page §2, §7, §8).

The rules take the board as an argument and know no number of it by heart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from races.rules.ready_set_bet.edition import FILED, FIRST, LATEST, Edition, Filed
from races.rules.ready_set_bet.vips import BetKind, describe

ROW: tuple[tuple[BetKind, int], ...] = (
    *(("show", 1), ("show", 2)),
    *(("place", 1), ("place", 2)),
    *(("win", 1), ("win", 2), ("win", 3)),
)
"""What the seven odds of a horse's row belong to."""


class Spot(msgspec.Struct, frozen=True):
    """A spot to bet on. ``pays``: multiplier; ``loses``: whole dollars, ≥ 0.

    ``horse``: index in horse order, or −1; ``behind``: horses that must end behind it (prop cards); ``card``: key of
    the prop or exotic card that the spot is on.
    """

    key: str
    kind: BetKind
    pays: int
    loses: int
    horse: int = -1
    colour: str = ""
    behind: tuple[int, ...] = ()
    card: str = ""


class Board:
    """An edition with its look-ups. Horses are numbered 0 to 8 in horse order inside the rules."""

    def __init__(self, filed: Filed) -> None:
        edition = filed.edition
        self.edition: Edition = edition
        self.hash = filed.hash
        self.finish = edition.finish
        self.red_line = edition.red_line
        self.closing_crossings = edition.closing_crossings
        self.horses = tuple(horse.key for horse in edition.horses)
        self.index = {key: i for i, key in enumerate(self.horses)}
        self.colours = tuple(horse.colour for horse in edition.horses)
        self.bonus = tuple(edition.bonus[colour] for colour in self.colours)
        moves = {total: i for i, horse in enumerate(edition.horses) for total in horse.totals}
        self.of_total = tuple(moves.get(total, -1) for total in range(13))
        """Total of two dice → the horse that moves."""
        self.gate = (0,) * len(self.horses)
        self.spots = {spot.key: spot for spot in (*self._horse_spots(), *self._side_spots())}
        """The printed board: always in play."""
        self.exotic_spots = {spot.key: spot for spot in self._exotic_spots()}
        """``exotic:late-start:1`` … of all cards; in play are those of the cards that have been revealed."""
        self.exotics = {card.key: card for card in edition.exotics}
        self.props = {card.key: self._prop_spot(card.horse, card.ahead_of, card.odds) for card in edition.props}
        """Prop card → its spot, which is called after the place where the card lies: ``prop:1`` …"""
        self.prop_places = tuple(f"prop:{n}" for n in range(1, edition.props_face_up + 1))

    def _horse_spots(self) -> list[Spot]:
        spots = []
        for i, horse in enumerate(self.edition.horses):
            for (kind, n), odds in zip(ROW, horse.odds.split(), strict=True):
                pays, loses = read_odds(odds)
                spots.append(Spot(f"{kind}:{horse.key}:{n}", kind, pays, loses, i, horse.colour))
        return spots

    def _side_spots(self) -> list[Spot]:
        spots = []
        for side in self.edition.side:
            pays, loses = read_odds(side.odds)
            if side.kind == "colour":
                spots.append(Spot(side.key, side.kind, pays, loses, colour=side.subject))
            else:
                spots.append(Spot(side.key, side.kind, pays, loses, horse=self.index[side.subject]))
        return spots

    def _exotic_spots(self) -> list[Spot]:
        spots: list[Spot] = []
        for card in self.edition.exotics:
            pays, loses = read_odds(card.odds)
            keys = [f"exotic:{card.key}:{n}" for n in range(1, self.edition.exotic_spots + 1)]
            spots.extend(Spot(key, "exotic", pays, loses, card=card.key) for key in keys)
        return spots

    def _prop_spot(self, horse: str, ahead_of: str, odds: str) -> Spot:
        pays, loses = read_odds(odds)
        if ahead_of in self.index:
            behind: tuple[int, ...] = (self.index[ahead_of],)
        else:
            behind = tuple(i for i, colour in enumerate(self.colours) if colour == ahead_of)
        card = f"{horse}>{ahead_of}"
        return Spot(card, "prop", pays, loses, horse=self.index[horse], behind=behind, card=card)

    def spot(self, key: str, props: tuple[str, ...]) -> Spot | None:
        """The spot with this key in a race with these ``props`` face up; exotic spots whether revealed or not."""
        spot = self.spots.get(key)
        if spot is not None:
            return spot
        if key in self.prop_places:
            place = self.prop_places.index(key)
            return self.props[props[place]] if place < len(props) else None
        return self.exotic_spots.get(key)

    def in_play(self, props: tuple[str, ...], exotics: tuple[str, ...]) -> dict[str, Spot]:
        """Every spot that can be bet on in a race with these cards: the printed ones, then props, then exotics."""
        cards = {place: self.props[card] for place, card in zip(self.prop_places, props, strict=False)}
        finishes = {key: spot for key, spot in self.exotic_spots.items() if spot.card in exotics}
        return self.spots | cards | finishes

    def names(self, horses: tuple[int, ...]) -> tuple[str, ...]:
        """Indexes in horse order → keys as on the wire."""
        return tuple(self.horses[i] for i in horses)

    def drawing(self) -> dict[str, Any]:
        """What a client needs to draw the board; JSON. Spots stand left to right, horse by horse, then the side row;
        ``props`` and ``exotics`` are all the cards there are, ``vips`` the house deck with its texts."""
        edition = self.edition
        return {
            "edition": edition.name,
            "edition_hash": self.hash,
            "track": {
                "gate": 0,
                "finish": edition.finish,
                "red_line": edition.red_line,
                "closing_crossings": edition.closing_crossings,
            },
            "horses": [
                {"horse": h.key, "colour": h.colour, "totals": list(h.totals), "bonus": edition.bonus[h.colour]}
                for h in edition.horses
            ],
            "spots": [
                {
                    "spot": spot.key,
                    "kind": spot.kind,
                    "horse": self.horses[spot.horse] if spot.horse >= 0 else None,
                    "colour": (spot.colour or None) if spot.kind == "colour" else None,
                    "pays": spot.pays,
                    "loses": spot.loses,
                }
                for spot in self.spots.values()
            ],
            "props": [self.prop_card(card) for card in self.props],
            "exotics": [self.exotic_card(card) for card in self.exotics],
            "vips": {
                "name": edition.vips.name,
                "ours": edition.vips.ours,
                "cards": [
                    {"card": card.key, "copies": card.copies, "name": card.name, "does": describe(card)}
                    for card in edition.vips.cards
                ],
            },
            "chips": list(edition.chips),
        }

    def prop_card(self, card: str) -> dict[str, Any]:
        """A prop card as JSON; ``ahead_of``: horses that must all end behind."""
        spot = self.props[card]
        return {
            "card": card,
            "horse": self.horses[spot.horse],
            "ahead_of": list(self.names(spot.behind)),
            "pays": spot.pays,
            "loses": spot.loses,
        }

    def exotic_card(self, card: str) -> dict[str, Any]:
        """An exotic-finish card as JSON, with its spots."""
        spots = [spot for spot in self.exotic_spots.values() if spot.card == card]
        return {
            "card": card,
            "name": self.exotics[card].name,
            "spots": [spot.key for spot in spots],
            "pays": spots[0].pays,
            "loses": spots[0].loses,
        }


class Odds(NamedTuple):
    """A multiplier, and the loss as a positive number."""

    pays: int
    loses: int


def read_odds(odds: str) -> Odds:
    """``"5/-4"`` → (5, 4)."""
    pays, loses = odds.split("/")
    return Odds(int(pays), -int(loses))


BOARDS: dict[str, Board] = {filed.hash: Board(filed) for filed in FILED}
"""SHA-256 of an edition's file → its board."""

FIRST_BOARD = BOARDS[FIRST.hash]
STANDARD = BOARDS[LATEST.hash]
