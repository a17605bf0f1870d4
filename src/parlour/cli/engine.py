"""`parlour engine`: answer a front end in the engine protocol on standard input and output."""

import sys

import typer

app = typer.Typer(add_completion=False)


@app.command()
def engine() -> None:
    """Answer a front end in the engine protocol (docs/protocol.md) on standard input and output."""
    from parlour.engine.protocol.server import ProtocolServer

    def write(line: str) -> None:
        print(line, flush=True)

    ProtocolServer(write).serve(sys.stdin)
