"""Celery inside Django: what the worker runs and what requests publish to."""

from __future__ import annotations

import os

from deploy import broker, heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
app = broker.PromptCelery("railbird")
broker.configure(app)
app.autodiscover_tasks()


@app.task(name="deploy.alive")
def alive() -> None:
    """The worker's sign of life; that it runs at all says that clock, broker and a free thread are there."""
    heartbeat.beat("worker")
