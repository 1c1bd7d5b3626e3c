"""Verifiable chance: dice and shuffles that anybody can recompute once the seed is open.

Everything follows from a *seed* (32 random bytes, sealed before the race or deal and opened after it), a *public
salt* (text), and counters. This is the whole specification; a verifier needs ``hmac`` and ``hashlib`` only.

1. **Public salt of a race.** Game salt (the ``salt`` of the game's opening, lower-case hex) followed, for each seat
   that contributed after the race's seed was sealed and before the race started, in ascending order of seats, by a
   comma, the seat's number in decimal, an equals sign and its contribution (lower-case hex). A seat that contributed
   more than once counts with its last contribution. Example: game salt ``c0ffee``, seat 4 gave ``99``, seat 1 gave
   ``ab``: ``c0ffee,1=ab,4=99``. Contributions are forgotten when a race is prepared (a new seed), so they always
   follow the commitment: with one honest contribution neither the server nor a seat can have chosen the dice.

2. **Bytes.** Block ``k`` (k = 0, 1, 2 …) is ``HMAC-SHA256(key=seed, message)``, 32 bytes, where the message is the
   ASCII text ``railbird-chance-1|SALT|PURPOSE|RACE|COUNTER|k`` (numbers in decimal without leading zeros). ``SALT``
   never holds a ``|``. The stream of bytes is block 0, then block 1, and so on, each from its first byte to its last.

3. **A uniform number below m** (1 ≤ m ≤ 256): take the next byte of the stream; if it is ``256 - 256 % m`` or more,
   drop it and take the next; the answer is the byte modulo m. (So for dice the bytes 252 to 255 are dropped.) With m =
   1 a byte is taken as well.

4. **Dice** of roll n of a race: ``PURPOSE`` is ``dice``, ``RACE`` the race's number, ``COUNTER`` is n (the first roll
   is 1). The first die is 1 + the first number below 6, the second die is 1 + the next number below 6 of the same
   stream.

5. **A shuffle** of items (at most 256), for a stated purpose, race and counter: for i from the last index down to 1,
   j = the next number below i + 1 of one stream, and items i and j change places (Fisher and Yates).

What this doesn't do: somebody who can read the database could know coming dice, and
without a seat's contribution the server alone draws the seed (before the race, never during it).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

DOMAIN = "railbird-chance-1"
SEED_BYTES = 32


def public_salt(game_salt: str, contributions: Iterable[tuple[int, str]]) -> str:
    """The public salt of one race: ``game_salt`` and what seats added, as (seat, hex) pairs with one pair a seat."""
    return game_salt + "".join(f",{seat}={salt}" for seat, salt in sorted(contributions))


def stream(seed: bytes, salt: str, purpose: str, race: int, counter: int) -> Iterator[int]:
    """The endless bytes (0–255) of one purpose. Raises ``ValueError`` for a seed of another length than 32 bytes or a
    ``|`` in salt or purpose."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
    if "|" in salt or "|" in purpose:
        raise ValueError("salt and purpose hold no '|'")
    block = 0
    while True:
        message = f"{DOMAIN}|{salt}|{purpose}|{race}|{counter}|{block}"
        yield from hmac.digest(seed, message.encode("ascii"), "sha256")
        block += 1


def below(m: int, numbers: Iterator[int]) -> int:
    """A uniform number from 0 to m − 1 from a stream of bytes, by rejection. ``ValueError`` unless 1 ≤ m ≤ 256."""
    if not 1 <= m <= 256:
        raise ValueError("one byte decides between 1 and 256 outcomes")
    limit = 256 - 256 % m
    for number in numbers:
        if number < limit:
            return number % m
    raise ValueError("the stream of bytes ended")


def dice(seed: bytes, salt: str, race: int, n: int) -> tuple[int, int]:
    """The two dice (1–6 each) of roll ``n`` (from 1) of a race; ``salt`` is the race's public salt."""
    numbers = stream(seed, salt, "dice", race, n)
    first = below(6, numbers) + 1
    return first, below(6, numbers) + 1


def shuffle(seed: bytes, salt: str, purpose: str, race: int, counter: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in their shuffled order. ``purpose`` is a word of ``[a-z0-9-]`` such as ``props``; at most 256
    items."""
    numbers = stream(seed, salt, purpose, race, counter)
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = below(i + 1, numbers)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)
