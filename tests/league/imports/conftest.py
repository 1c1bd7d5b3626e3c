from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests apply pieces themselves: a worker that ``served`` runs on the same database isn't told of imports
    started here."""
    monkeypatch.setattr("league.imports.jobs.tell", lambda *_: None)
