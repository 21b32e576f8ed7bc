"""Work beside the site: in its own process as long as there is no Redis, else in Celery workers."""

from __future__ import annotations

import os
import warnings

from celery import Celery
from celery.signals import setup_logging
from celery.worker import WorkController
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")

# Harmless here: the messages are JSON, and made by this site alone.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("webapp")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://localhost/",
    task_ignore_result=True,
    task_acks_late=True,
    worker_hijack_root_logger=False,
    worker_prefetch_multiplier=1,
    # The queue inside the process is looked at by polling; a second between tasks would be long.
    broker_transport_options={} if settings.REDIS_URL else {"polling_interval": 0.02},
    broker_connection_retry_on_startup=True,
)
app.autodiscover_tasks(["webapp.runs", "webapp.attempts", "webapp.annotation"])


@setup_logging.connect
def _keep_logging_as_it_is(**_: object) -> None:
    """Logging is set up in the settings; Celery leaves it alone where somebody listens to this."""


def embedded_worker() -> WorkController:
    """A worker for a thread of the site; it works from `start()` to `stop()`.

    What it loses at the end of the process is found again in the database.
    """
    worker: WorkController = app.Worker(
        pool_cls="threads",
        concurrency=settings.RUN_THREADS,
        loglevel="WARNING",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        quiet=True,
    )
    return worker
