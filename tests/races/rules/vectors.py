"""The data files in tests/vectors, read where a test needs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "vectors"


def vectors(name: str) -> Any:
    """The content of ``tests/vectors/NAME.json``."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def positions(text: str) -> tuple[int, ...]:
    """``"15,0,0"`` → (15, 0, 0)."""
    return tuple(int(number) for number in text.split(","))
