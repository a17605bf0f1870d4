"""The legacy compact lines of Sim."""

import pytest

from parlour.errors import RecordError
from parlour.games.contract.display import Outcome
from parlour.match.records.imports import read_any


@pytest.mark.parametrize(
    "text",
    ["n=6 k=2: 0-4 0-1 2-4 0-2 3-5 1-2", "N=6,K=2: 0-4, 0-1, 2-4, 0-2, 3-5, 1-2\n", " n = 6 : 0-4 0-1 2-4 0-2 3-5 1-2"],
)
def test_a_line_is_a_game(text: str) -> None:
    (record,) = read_any(text)
    assert record.game == "sim"
    assert (record.options["vertices"], record.options["players"]) == (6, 2)
    assert len(record.moves) == 6
    assert record.outcome == Outcome((1.0, 0.0), "triangle")


def test_several_lines_are_several_games() -> None:
    records = read_any("n=6 k=5: 0-5 0-1\n\nn=8 k=3:\n")
    assert [(record.options["vertices"], record.options["players"], len(record.moves)) for record in records] == [
        (6, 5, 2),
        (8, 3, 0),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("n=6 k=2: 0-1 1-0", "Move 2, “1-0”: "),
        ("n=6 k=2: 0-1 0-9", "Move 2, “0-9”: "),
        ("n=11 k=2: 0-1", "vertices cannot be “11”"),
        ("n=six k=2: 0-1", "vertices cannot be “six”"),
        ("n=6 k=9: 0-1", "players cannot be “9”"),
        ("n=6 k=2: 0-1 nonsense", "Line 1, column 14: “nonsense” is not a stroke"),
        ("n=6 k=2: 0-1\nmore", "Line 2: This line does not begin with the numbers of dots and players"),
        ("n=6 k=2: 0-1\nn=6: 0-1 0-1", "Game 2: Move 2, “0-1”: "),
        ("n=6 k=2: 0-4 0-1 2-4 0-2 3-5 1-2 0-3", "Move 7, “0-3”: The game is over."),
    ],
)
def test_a_broken_line_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(text)
    assert str(fault.value).startswith(sentence)
