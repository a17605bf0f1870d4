"""A server in a thread of the tests, with real sockets and a real database."""

import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from parlour.server.app import Application
from parlour.server.matches.live import ended_games
from parlour.server.process.addresses import address_text
from parlour.server.process.match_time import MatchTime
from parlour.server.run import Server, bind
from parlour.server.settings import ServerSettings
from tests.server.browser import PATIENCE

QUICK: dict[str, Any] = {
    "bot_pause": 0,
    "search_niceness": 0,  # other tests run at the same time
    "limit_logins": 100_000,
    "limit_sign_ups": 100_000,
    "limit_guests": 100_000,
    "limit_matches": 100_000,
    "limit_saves": 100_000,
    "limit_codes": 100_000,
    "limit_imports": 100_000,
    "limit_challenges": 100_000,
    "limit_chat": 100_000,
    "limit_stored_megabytes": 100_000,
    "disk_reserve_megabytes": 0,
    "limit_lessons": 100_000,
    "log": "error",
}
"""Settings for tests that do not wait."""


class Served:
    """A server from its start to its stop."""

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        idle_minutes: float | None = None,
        proxy: bool = False,
        time: MatchTime | None = None,
        **settings: Any,
    ) -> None:
        self.listener = bind(host, port, next_free=False)
        self.port = self.listener.getsockname()[1]
        self.address = address_text("127.0.0.1", self.port)
        self.app = Application(ServerSettings(folder=folder, **settings), time)
        self.ready = threading.Event()
        self.server = Server(
            self.app, addresses=(self.address,), on_ready=self.ready.set, idle_minutes=idle_minutes, proxy=proxy
        )
        # On a busy machine a client may use an idle connection in the moment in which the server closes it.
        self.server.config.timeout_keep_alive = 600
        # Nor does a request there wait in vain for ratings and statistics.
        ended_games.SETTLE_SECONDS = PATIENCE
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.server.run(sockets=[self.listener])
        finally:
            self.ready.set()

    def __enter__(self) -> Self:
        self.thread.start()
        assert self.ready.wait(60), "the server did not start"
        if not self.server.started:
            self.listener.close()
        assert self.server.started, "the server could not be started"
        return self

    def stop(self) -> None:
        """Stop the server gracefully."""
        self.server.should_exit = True
        self.thread.join(60)
        self.listener.close()
        assert not self.thread.is_alive(), "the server did not stop"

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
