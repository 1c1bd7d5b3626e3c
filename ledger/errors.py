"""What can be said against a move."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A move that is not accepted, and leaves no event.

    ``code`` is stable and part of the public contract; ``sentence`` is for a person; ``extra`` holds
    what helps a client (``by``, ``expected``, ``errors``, ``version``), all plain JSON values.
    """

    def __init__(self, code: str, sentence: str, **extra: Any) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
        self.extra = extra


class Unavailable(Exception):
    """The database can't be had just now (restart, pool exhausted, lock or statement timeout); try again."""

    def __init__(
        self, sentence: str = "The database is busy or restarting; try again in a moment.", retry_after: int = 1
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.retry_after = retry_after
