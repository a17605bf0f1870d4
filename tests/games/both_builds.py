"""Run a program with compiled and with interpreted modules."""

import os
import subprocess
import sys


def compiled_and_interpreted(program: str) -> list[str]:
    """Return what a program prints with compiled modules, and with interpreted ones."""
    return [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env={**os.environ, "PARLOUR_PURE": pure},
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
