"""How Celery uses Redis here; shared by the worker's app and the clock's, and free of Django.

A broker that is away must never hold up or fail a request: publishing tries once, briefly. Nothing that matters is
only in the broker; the sweep finds in PostgreSQL what a lost task should have done.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import parse_qs, urlsplit

from celery import Celery
from celery.app.amqp import AMQP
from kombu import Connection


class PromptConnection(Connection):
    """A broker's restart lasts a tenth of a second: look again soon (kombu waits 2, 4, 6 … 30 seconds)."""

    def ensure_connection(self, errback: Any = None, max_retries: int | None = None, **how: Any) -> Connection:
        how = {"interval_start": 0.1, "interval_step": 0.2, "interval_max": 1.0, **how}
        return super().ensure_connection(errback, max_retries, **how)


class PromptAMQP(AMQP):
    Connection = PromptConnection


class PromptCelery(Celery):
    """A Celery app that comes back within a second once its broker does."""

    amqp_cls = PromptAMQP


def configure(app: Celery) -> None:
    """Read ``REDIS_URL`` and ``RAILBIRD_INSTANCE`` and set the app up."""
    instance = os.environ.get("RAILBIRD_INSTANCE", "local")
    # A worker waits a second at a time for tasks, so two are enough; a hung broker costs a request no more than that.
    quick = {"socket_connect_timeout": 0.5, "socket_timeout": 2}
    settings: dict[str, Any] = {
        "broker_url": _broker_url(os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")),
        # Two instances on one Redis must not take each other's tasks: own queue, own keys.
        "task_default_queue": f"railbird-{instance}",
        "broker_transport_options": {"global_keyprefix": f"railbird:{instance}:celery:", **quick},
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "task_publish_retry": False,
        "task_publish_retry_policy": {"max_retries": 0},
        "task_ignore_result": True,
        "task_acks_late": False,
        "worker_prefetch_multiplier": 1,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_hijack_root_logger": True,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "timezone": "UTC",
        "beat_schedule": {
            # Tasks of a second ago are of no use: another follows.
            "sweep": {"task": "races.sweep", "schedule": 1.0, "options": {"expires": 1}},
            "nights": {"task": "league.close_nights", "schedule": 15.0, "options": {"expires": 15}},
            "imports": {"task": "league.resume_imports", "schedule": 15.0, "options": {"expires": 15}},
            "alive": {"task": "deploy.alive", "schedule": 1.0, "options": {"expires": 1}},
        },
    }
    app.conf.update(settings)


def _broker_url(redis_url: str) -> str:
    """redis-py's ``unix://PATH?db=N`` is ``redis+socket://PATH?virtual_host=N`` to Celery; the rest is the same."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    return f"redis+socket://{parts.path}?virtual_host={parse_qs(parts.query).get('db', ['0'])[0]}"
