"""The page about matches lists the commands that exist."""

import re
from pathlib import Path

from parlour.match import commands
from parlour.match.commands import Command, PositionCommand

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "matches.md").read_text(encoding="utf-8")


def test_the_table_lists_every_command() -> None:
    table = PAGE.split("| command | effect |")[1].split("\n\n")[0]
    cells = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", table, re.MULTILINE)
    documented = [name for cell in cells for name in re.findall(r"\w+", cell)]
    defined = {
        name
        for name, one in vars(commands).items()
        if isinstance(one, type) and issubclass(one, Command) and one not in (Command, PositionCommand)
    }
    assert sorted(documented) == sorted(defined)
