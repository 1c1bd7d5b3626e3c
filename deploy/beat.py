"""The clock: publishes the sweep every second. A process of its own, without Django.

celery -A deploy.beat beat --scheduler deploy.beat:Clock
"""

from __future__ import annotations

from typing import Any

from celery.beat import Scheduler

from deploy import broker, heartbeat

app = broker.PromptCelery("railbird-clock", fixups=[])
broker.configure(app)


class Clock(Scheduler):
    """Celery's scheduler without a file (everything is due every second), with a sign of life."""

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        sent = super().apply_async(*args, **kwargs)
        heartbeat.beat("beat")
        return sent
