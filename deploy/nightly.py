"""A backup when a night closes: the listener asks a worker, so that nobody waits for it."""

from __future__ import annotations

import logging

from celery import shared_task

from league.closing import closes_night
from ledger.registry import Batch

logger = logging.getLogger(__name__)


def back_up_later(batch: Batch) -> None:
    """After each commit. Without a broker there is a sentence in the log, and the next night's backup."""
    if not closes_night(batch):
        return
    try:
        back_up.apply_async(retry=False)
    except Exception as error:  # kombu raises whatever the transport does, and none of it may reach a request
        logger.warning("no backup at the night's close (%s)", error)


@shared_task(name="deploy.back_up", ignore_result=True)
def back_up() -> None:
    from deploy import backups
    from deploy.management.commands.backup import make

    try:
        make(None, "night")
    except backups.Failed as failed:
        logger.error("%s", failed)
