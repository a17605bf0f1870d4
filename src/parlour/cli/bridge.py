"""`parlour bridge`: let an engine play on a server with the token of a bot account."""

import asyncio
import logging
import sys
from typing import Annotated

import typer

from parlour.cli.serve import GameFiles, load_games
from parlour.cli.shared.server_extra import needs_server_extra

app = typer.Typer(add_completion=False)


@app.command()
def bridge(
    address: Annotated[str, typer.Argument(metavar="URL", help="The server, such as http://192.168.1.5:8420.")],
    engine: Annotated[
        str, typer.Option(metavar="COMMAND", help="The engine's command line; default: Parlour's own engine.")
    ] = "",
    token: Annotated[
        str,
        typer.Option(
            envvar="PARLOUR_TOKEN",
            metavar="TOKEN",
            help="Token of the bot account. Other users can see options, so prefer the variable.",
        ),
    ] = "",
    join: Annotated[list[str] | None, typer.Option(metavar="CODE", help="Join the match with this code.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Maximum number of seconds per move.")] = 1.0,
    game: GameFiles = None,
) -> None:
    """Let an engine (docs/protocol.md) play on a server for a bot account (docs/bot-api.md)."""
    with needs_server_extra():
        from parlour.bridge.bridge import Bridge, run_bridge
        from parlour.bridge.server_client import ServerClient

    load_games(game)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    client = ServerClient(address, token)
    asyncio.run(run_bridge(Bridge(client, engine or own_engine(), seconds), join or []))


def own_engine() -> list[str]:
    """Return the command of Parlour's engine; “parlour” need not be on PATH."""
    packed = hasattr(sys, "frozen")  # PyInstaller's program is Parlour, not Python
    return [sys.executable, *([] if packed else ["-m", "parlour"]), "engine"]
