"""Sealed decks: cards that are fixed before anybody sees them, and shown one by one, without ever opening the rest.

A seed can't be opened after a deal (it would show the cards that stay out), so what is published is one commitment for
each place of the deck. This is the whole specification; a verifier needs ``hashlib`` and ``hmac`` only. ``SALT`` is the
game's public salt, ``DEAL`` the deal's number, numbers are in decimal without leading zeros, hashes and salts in
lower-case hex; streams of bytes, numbers and shuffles are those of :mod:`races.rules.chance`.

1. **The deck.** The server shuffles the pack by its seed (purpose ``deck``, race DEAL, counter 1). The card at place p
   (1, 2, 3 …) gets a *card salt*: the first 32 bytes of the stream of purpose ``card``, race DEAL, counter p.

2. **The commitments**, one for each place, are published before the deal: SHA-256 of the ASCII text
   ``railbird-card-1|SALT|DEAL|p|CARD|CARDSALT``. The seed stays sealed for ever.

3. **The cut.** After that, and before the deal, seats may add salts; with them SALT becomes the deal's public salt P
   (rule 1 of :mod:`races.rules.chance`). The places are dealt in the order of the shuffle of 1, 2, 3 … under the
   *public* seed SHA-256(``railbird-cut-1|P``), salt P, purpose ``cut``, race DEAL, counter 1. So the server doesn't
   know which place goes to whom when it lays the cards out, and whoever adds salt doesn't know what lies there.

4. **Opening a card** shows its place, the card and the card salt. Anybody can hash them.

What that proves, and what it can't, is in docs/decisions/sealed-decks.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import islice

from races.rules import chance


def shuffled(seed: bytes, salt: str, deal: int, pack: Sequence[str]) -> tuple[str, ...]:
    """The pack in the order the server's seed gives it. ``salt``: the game's public salt."""
    return chance.shuffle(seed, salt, "deck", deal, 1, pack)


def card_salt(seed: bytes, salt: str, deal: int, place: int) -> str:
    """The salt (64 hex digits) of the card at a place of the deck, from 1."""
    return bytes(islice(chance.stream(seed, salt, "card", deal, place), 32)).hex()


def commitment(salt: str, deal: int, place: int, card: str, card_salt: str) -> str:
    """What is published for a place before the deal: 64 hex digits."""
    return hashlib.sha256(f"railbird-card-1|{salt}|{deal}|{place}|{card}|{card_salt}".encode("ascii")).hexdigest()


def cut(public_salt: str, deal: int, size: int) -> tuple[int, ...]:
    """The places 1 … ``size`` in the order they are dealt. ``public_salt``: with what the seats added."""
    seed = hashlib.sha256(f"railbird-cut-1|{public_salt}".encode("ascii")).digest()
    return chance.shuffle(seed, public_salt, "cut", deal, 1, range(1, size + 1))


def drawn(salt: str, what: str, size: int) -> int:
    """A public draw from the game's salt alone: a number from 0 to ``size`` − 1. ``what``: a word, its purpose."""
    seed = hashlib.sha256(f"railbird-draw-1|{salt}".encode("ascii")).digest()
    return chance.below(size, chance.stream(seed, salt, what, 1, 1))
