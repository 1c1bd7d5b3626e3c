"""Connects Celery to Django, so that tasks defined with ``@shared_task`` reach our broker from every process."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy import (
            celery,  # noqa: F401 - imported for its effect
            nightly,
        )
        from ledger.registry import register_listener

        register_listener(nightly.back_up_later)
