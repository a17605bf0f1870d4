"""`parlour serve`: serve a room or a network. `start_here` is `parlour` without a command."""

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.shared.server_extra import needs_server_extra
from parlour.cli.version import speed
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.server.settings import ServerSettings

app = typer.Typer(add_completion=False)

GameFiles = Annotated[
    list[Path] | None,
    typer.Option("--game", metavar="FILE.py", help="A game in a Python file. Its code is run."),
]


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to listen on; 127.0.0.1 is this machine only."),
    ] = "0.0.0.0",
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="N", help="Port; default: 8420.")] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name of this server. May be repeated."),
    ] = None,
    proxy: Annotated[
        bool,
        typer.Option("--proxy", help="Run behind a reverse proxy on this machine."),
    ] = False,
    https: Annotated[
        bool,
        typer.Option("--https", help="Use HTTPS with a self-signed certificate; with --proxy: the proxy uses HTTPS."),
    ] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Use HTTPS with this certificate (PEM); needs --key.")
    ] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The key of the certificate (PEM).")] = None,
    game: GameFiles = None,
    workers: Annotated[
        int, typer.Option(min=1, max=256, metavar="N", help="Number of server processes; more than 1 needs PostgreSQL.")
    ] = 1,
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="Show the address as a QR code.")] = True,
) -> None:
    """Serve Parlour on your network, so that others can join with a browser."""
    gc.disable()  # until the server has started, see `GcSchedule`
    with needs_server_extra():
        from parlour.server import run
        from parlour.server.settings import from_environment, is_loopback

    load_games(game)
    warn_if_interpreted()
    settings = from_environment(
        names=tuple(name) if name else None, https=https or None, certificate=certificate, key=key
    )
    own_https = https and not proxy and settings.certificate is None
    check_certificate_options(settings, proxy=proxy)

    def ready(addresses: tuple[str, ...], owner: str) -> None:
        print_addresses(addresses, everybody=not is_loopback(host), qr=qr)
        if own_https:
            print_certificate_warning(settings.folder)
        typer.echo(f"For you, the owner:\n  {owner}")
        typer.echo("Press Ctrl-C to stop.")

    if workers == 1:
        run.serve(settings, host=host, port=port, proxy=proxy, own_https=own_https, ready=ready)
        return
    from parlour.server.process.server_processes import serve_with_processes

    games = tuple(file.resolve() for file in game or ())
    serve_with_processes(
        settings, workers, host=host, port=port, proxy=proxy, own_https=own_https, games=games, ready=ready
    )


def print_addresses(addresses: tuple[str, ...], *, everybody: bool, qr: bool) -> None:
    """Print the addresses for others; the first one in a terminal also as a QR code."""
    typer.echo("Everyone who can reach this machine can open Parlour:" if everybody else "Parlour is at:")
    for address in addresses:
        typer.echo(f"  {address}")
    if qr and sys.stdout.isatty() and everybody:
        import segno

        segno.make(addresses[0], micro=False).terminal(compact=True)


def check_certificate_options(settings: "ServerSettings", *, proxy: bool) -> None:
    """Raise an error for options that do not fit together."""
    from parlour.i18n.errors import localized_error
    from parlour.server.http.transport.certificate import CertificateError, tls_context

    if (settings.certificate is None) != (settings.key is None):
        raise localized_error(CertificateError, "server.https.key-missing")
    if settings.certificate is not None and settings.key is not None:
        if proxy:
            raise localized_error(CertificateError, "server.https.proxy")
        tls_context(settings.certificate, settings.key)


def print_certificate_warning(folder: Path | None) -> None:
    """Print that browsers warn, and how to recognise the certificate."""
    from parlour.server.http.transport.certificate import CERTIFICATE_FILE, fingerprint
    from parlour.store import data_folder

    typer.echo("The certificate is self-signed, so browsers warn once. Continue if they show this fingerprint:")
    typer.echo(f"  SHA-256 {fingerprint(data_folder(folder) / CERTIFICATE_FILE)}")


def start_here(game: list[Path] | None, *, browser: bool) -> None:
    """Serve this machine and open a page, or a page of the Parlour that is already running."""
    gc.disable()  # until the server has started, see `GcSchedule`
    from parlour.i18n.errors import localized_error

    with needs_server_extra():
        from parlour.server import run
        from parlour.server.settings import from_environment

    load_games(game)
    warn_if_interpreted()
    settings = from_environment()
    terminal = sys.stdin.isatty()

    def ready(addresses: tuple[str, ...], owner: str) -> None:
        _show(addresses[0], owner, browser)
        if terminal:
            typer.echo("Press Ctrl-C, or choose Quit in the menu, to stop.")

    try:
        run.serve(settings, idle_minutes=None if terminal else run.IDLE_MINUTES, ready=ready)
    except run.AlreadyRunning as other:
        if not run.is_reachable(other.address, settings):
            raise localized_error(ParlourError, "server.serve.elsewhere", address=other.address) from other
        typer.echo("Parlour is already running.")
        _show(other.address, run.owner_link(other.address, settings), browser)


def _show(address: str, owner: str, browser: bool) -> None:
    """Open a page, or print its address."""
    from parlour.server import run

    typer.echo(f"Parlour is at {address}")
    if browser and not run.open_browser(owner):
        typer.echo("There is no display here for a browser. Open this address in a browser:")
        typer.echo(f"  {owner}")
        typer.echo("or play in the terminal: parlour --terminal")


def warn_if_interpreted() -> None:
    """Print why this installation is slow, if it is."""
    if (found := speed()) != "compiled":
        typer.echo(f"Rules and search are {found}.", err=True)


def load_games(files: list[Path] | None) -> None:
    """Load games from files."""
    from parlour.games import load

    for file in files or []:
        load(file)
