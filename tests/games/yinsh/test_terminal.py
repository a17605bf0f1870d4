"""YINSH in the terminal: turns with removals, an automatic pass, the final line."""

import io
import re

from parlour.terminal.game_state import TerminalGame
from parlour.terminal.session import TerminalSession
from tests.games.yinsh.examples import EXAMPLE_11, EXAMPLE_13, EXAMPLE_15, read, text


def talk(script: str, position_text: str) -> str:
    """Return the output when two people type a script."""
    table = TerminalGame(read(position_text), ["Anna", "Ben"])
    out = io.StringIO()
    TerminalSession(table, io.StringIO(script), out, interactive=True).run()
    return out.getvalue()


def test_a_turn_can_be_typed_whole_or_part_by_part() -> None:
    whole = talk("f3-f6;xb4-f4xa2\nxa4;k9-j9\n", text(**EXAMPLE_11))
    parts = talk("f3-f6\nxb4-f4\nxa2\nxb5-f5\nxa4\nk9-j9\n", text(**EXAMPLE_11))
    for printed in (whole, parts):
        assert "Anna removes the row from b4 to f4." in printed
        assert "Ben removes the ring on a4." in printed
        assert "Ben moves the ring from k9 to j9." in printed


def test_the_other_sides_row_is_refused_with_whose_turn_it_is() -> None:
    printed = talk("f3-f6\nxb5-f5\n", text(**EXAMPLE_11))
    assert "b5-f5 is not a complete row of Anna. Available: xb4-f4." in printed


def test_a_blocked_player_passes_automatically() -> None:
    printed = talk("c7\n", text(**EXAMPLE_15))
    assert "Anna cannot move and passes." in printed
    assert re.search(r"^Ben \(.*\) to move\.", printed, re.M)


def test_the_end_names_the_winner_and_the_rings() -> None:
    printed = talk("f3-f6;xb4-f4xa2\n", text(**EXAMPLE_13))
    assert "Anna won: Anna removed 3 rings." in printed
