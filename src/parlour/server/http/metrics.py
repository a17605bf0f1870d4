"""Prometheus metrics of this process, in addition to those of HTTP requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import Counter, Gauge, start_http_server

from parlour.i18n.errors import localized_error
from parlour.server.settings import ServerSettings, SettingError

if TYPE_CHECKING:
    from parlour.server.services import Services

COMMANDS = Counter("parlour_commands", "Commands to matches", ["result"])
"""Labelled with the result: `stored`, or the reason of the refusal."""
STORED_COMMANDS = COMMANDS.labels("stored")
SEARCHES = Gauge("parlour_searches", "Searches that run")
WAITING = Gauge("parlour_searches_waiting", "Searches that wait for a place")
JOBS = Counter("parlour_jobs", "Searches that this worker process has run", ["result"])
"""Labelled with the result: `done`, `abandoned` or `failed`."""
PLACES = Gauge("parlour_search_places", "Searches that can run at the same time")
PAGES = Gauge("parlour_pages", "Open WebSockets")
MATCHES = Gauge("parlour_matches_in_memory", "Matches in memory")


def observe(services: Services) -> None:
    """Read the gauges from these services from now on."""
    SEARCHES.set_function(lambda: services.workers.running)
    PLACES.set_function(lambda: services.workers.places)
    WAITING.set_function(lambda: services.workers.waiting)
    PAGES.set_function(lambda: len(services.sockets))
    MATCHES.set_function(lambda: len(services.matches.in_memory()))


def serve_metrics(settings: ServerSettings, index: int = 0) -> None:
    """Serve the metrics of this process at a port of its own, if the settings name one; raise `SettingError`."""
    if settings.metrics_port is None:
        return
    port = settings.metrics_port + index
    try:
        start_http_server(port, settings.metrics_host)
    except (OSError, OverflowError) as wrong:
        raise localized_error(
            SettingError, "server.serve.port", port=port, host=settings.metrics_host, why=str(wrong)
        ) from wrong


def count_commands() -> float:
    """Return how many commands matches have received so far."""
    return sum(sample.value for metric in COMMANDS.collect() for sample in metric.samples if "_total" in sample.name)
