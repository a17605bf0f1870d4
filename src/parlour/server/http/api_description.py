"""Litestar middleware that makes the description of the HTTP interface in a thread, because that takes long."""

from __future__ import annotations

import asyncio

from litestar._openapi.plugin import OpenAPIPlugin
from litestar.types import ASGIApp, Receive, Scope, Send


class DescriptionInThread:
    """Make the OpenAPI schema of the application before its handler needs it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._making = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._making:
            await asyncio.to_thread(scope["litestar_app"].plugins.get(OpenAPIPlugin).provide_openapi_schema)
        await self._app(scope, receive, send)
