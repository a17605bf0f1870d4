"""Prometheus metrics of this process, beside those of HTTP requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import Counter, Gauge

if TYPE_CHECKING:
    from parlour.server.services import Services

COMMANDS = Counter("parlour_commands", "Commands to matches", ["result"])
"""Labelled with the result: `stored`, or the reason of the refusal."""
SEARCHES = Gauge("parlour_searches", "Searches that run")
WAITING = Gauge("parlour_searches_waiting", "Searches that wait for a place")
PAGES = Gauge("parlour_pages", "Open WebSockets")
MATCHES = Gauge("parlour_matches_in_memory", "Matches in memory")


def observe(services: Services) -> None:
    """Read the gauges from these services from now on."""
    SEARCHES.set_function(lambda: services.workers.running)
    WAITING.set_function(lambda: services.workers.waiting)
    PAGES.set_function(lambda: len(services.sockets))
    MATCHES.set_function(lambda: len(services.matches.in_memory()))


def count_commands() -> float:
    """Return how many commands matches have received so far."""
    return sum(sample.value for metric in COMMANDS.collect() for sample in metric.samples if "_total" in sample.name)
