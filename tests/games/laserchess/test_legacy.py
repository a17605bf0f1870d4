"""Legacy files of Laser Chess: lists of position texts."""

import pytest

from parlour.errors import RecordError
from parlour.games import game
from parlour.match.records.imports import read_any

START = "sc3ncfcncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pd/pb1Pd1RaRb1pa1Pc/6pb3/7Pa2/2PdNaFaNa3Sa b"
OTHER = "sc9/pafa8/Fa9/10/10/10/10/9Sa b"


def test_successive_positions_form_a_game() -> None:
    for seed in range(5):
        position = game("laserchess").start()
        texts = [position.text()]
        position.play_random(seed, 30)
        walker = game("laserchess").start()
        for move in position.played:
            walker.play(move)
            texts.append(walker.text())
        (record,) = read_any("\n".join(texts))
        # Two moves may lead to one position (a Scarab turns either way), so the positions are compared.
        assert record.replay().text() == position.text()
        assert len(record.moves) == len(position.played)


def test_other_positions_are_records_of_their_own_and_may_be_numbered() -> None:
    records = read_any(f"1. {START}\n2. {OTHER}\n")
    assert [(record.start, len(record.moves)) for record in records] == [(START, 0), (OTHER, 0)]


def test_moves_may_follow_a_position() -> None:
    (record,) = read_any(f"{START}\n1. Pj4-j3 pa5>\n*")
    assert len(record.moves) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{START}\n{START[2:]}", "Line 2: Column "),
        (f"{START}\nPj4-j9", "Line 2, column 1: “Pj4-j9”: "),
        (f"{START}\nPj4-j3 nonsense", "Line 2, column 8: “nonsense”: "),
    ],
)
def test_a_broken_list_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(text)
    assert str(fault.value).startswith(sentence)
