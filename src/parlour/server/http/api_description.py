"""The description of the HTTP interface (OpenAPI): made and encoded once, in a thread, because that takes long."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Receive, Scope, Send


class EncodedDescription(JsonRenderPlugin):
    """The description as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self._encoded: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the description; encode it at the first call."""
        if self._encoded is None:
            self._encoded = super().render(request, openapi_schema)
        return self._encoded


class DescriptionInThread:
    """Litestar middleware that makes the description before its handler needs it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._making = asyncio.Lock()
        self._made = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._making:
            if not self._made:
                await asyncio.to_thread(_make, scope)
                self._made = True
        await self._app(scope, receive, send)


def _make(scope: Scope) -> None:
    plugin = scope["litestar_app"].plugins.get(OpenAPIPlugin)
    for renderer in plugin.openapi_config.render_plugins:
        renderer.render(Request(scope), plugin.provide_openapi_schema())
