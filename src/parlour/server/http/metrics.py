"""Figures for Prometheus beside those of every request: how much is going on in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import Counter, Gauge

if TYPE_CHECKING:
    from parlour.server.services import Parts

COMMANDS = Counter("parlour_commands", "Commands to matches", ["result"])
"""By what came of them: `stored`, or the reason for which they were refused."""
SEARCHES = Gauge("parlour_searches", "Searches that run")
WAITING = Gauge("parlour_searches_waiting", "Searches that wait for a place")
PAGES = Gauge("parlour_pages", "Open WebSockets")
MATCHES = Gauge("parlour_matches_in_memory", "Matches in memory")


def show(parts: Parts) -> None:
    """Shows what goes on in these parts from now on."""
    SEARCHES.set_function(lambda: parts.workers.running)
    WAITING.set_function(lambda: parts.workers.waiting)
    PAGES.set_function(lambda: len(parts.sockets))
    MATCHES.set_function(lambda: len(parts.matches.in_memory()))


def commands() -> float:
    """How many commands matches have been given so far."""
    return sum(sample.value for metric in COMMANDS.collect() for sample in metric.samples if "_total" in sample.name)
