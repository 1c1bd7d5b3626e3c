from __future__ import annotations

from typing import Any

import pytest
from django.test import Client


@pytest.fixture(autouse=True)
def sample_api(settings: Any) -> None:
    """The sample API under the middleware that everything is served with."""
    settings.ROOT_URLCONF = "tests.ledger.http.sample"
    first = "ledger.http.middleware.ProblemMiddleware"
    settings.MIDDLEWARE = [first, *(name for name in settings.MIDDLEWARE if name != first)]
    settings.RAILBIRD_URL = "http://192.0.2.7:8000"


@pytest.fixture
def client() -> Client:
    """Answers as a server would: an exception that gets out is a 500, not raised in the test."""
    return Client(raise_request_exception=False)
