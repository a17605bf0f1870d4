"""Groups of routes that share dependencies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler


def route_group(handlers: Sequence[ControllerRouterHandler], **providers: Callable[..., object]) -> Router:
    """Return routes with dependencies, by their names; the providers do not block."""
    dependencies = {name: Provide(provider, sync_to_thread=False) for name, provider in providers.items()}
    return Router("/", route_handlers=handlers, dependencies=dependencies)
