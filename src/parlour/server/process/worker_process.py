"""Run a worker process, which runs the searches of all servers that use the same queue."""

from __future__ import annotations

import asyncio
import logging
import logging.config
from collections.abc import Callable

from parlour.i18n.errors import localized_error
from parlour.server.http.logs import dict_config
from parlour.server.http.metrics import serve_metrics
from parlour.server.settings import ServerSettings, SettingError, check_redis_url


def run_worker(settings: ServerSettings, ready: Callable[[int], None]) -> None:
    """Run searches until SIGINT or SIGTERM; call `ready` with the maximum at a time. Raise `SettingError`."""
    if settings.queue_url is None:
        raise localized_error(SettingError, "server.serve.no-queue")
    check_redis_url(settings.queue_url, "PARLOUR_QUEUE_URL")
    try:
        from parlour.server.engine.job_worker import JobWorker  # the queue need not be installed
    except ModuleNotFoundError as wrong:
        raise localized_error(SettingError, "server.serve.no-package", package=str(wrong.name)) from wrong
    logging.config.dictConfig(dict_config(settings.log))
    logging.getLogger("saq").setLevel(logging.ERROR)  # SAQ warns about each search that it requeues
    serve_metrics(settings)
    worker = JobWorker(settings.queue_url, settings.searches, settings.search_niceness)
    asyncio.run(worker.run(lambda: ready(settings.searches)))
