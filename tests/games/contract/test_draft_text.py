"""Any draft, valid or not, is written and read back unchanged."""

from random import Random

import pytest

from parlour.errors import TextError
from parlour.games import Draft, Piece, game, keys
from parlour.games.contract.draft_text import is_draft, read_draft, write_draft
from parlour.games.contract.game import split_share


def same(one: Draft, other: Draft) -> bool:
    def pieces(draft: Draft) -> list[str]:
        return sorted(f"{p.kind} {p.owner} {p.place} {p.facing}" for p in draft.pieces)

    kept = {key: value for key, value in one.counters.items() if value}
    return (pieces(one), one.seat, one.stage, kept) == (pieces(other), other.seat, other.stage, other.counters)


@pytest.mark.parametrize("key", keys())
def test_any_draft_is_restored_from_its_text(key: str) -> None:
    found, random = game(key), Random(key)
    for seed in range(12):
        position = found.start()
        position.play_random(seed, limit=4 * seed)
        draft = position.draft()
        pieces = list(draft.pieces)
        random.shuffle(pieces)
        wild = Draft(tuple(pieces[seed % 3 :]) + tuple(pieces[-1:]), seed % 2, draft.stage, draft.counters)
        name, values, text = split_share(write_draft(found, wild, found.check()))
        assert (name, is_draft(text)) == (key, True)
        assert same(wild, read_draft(found, text, found.check(values)))


def test_changed_options_precede_the_position() -> None:
    pylos = game("pylos")
    options = pylos.check({"size": 3})
    draft = Draft((Piece(0, "ball", 0, 0), Piece(0, "ball", 1, "reserve 0")), 1)
    text = write_draft(pylos, draft, options)
    assert text == "pylos;size=3;draft 2 ball:1:0@1a1 ball:2:0@(reserve_0)"
    assert same(draft, read_draft(pylos, text.rpartition(";")[2], options))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("draft", 6),
        ("draft x disc:1@0,0", 7),
        ("draft 1 disc:1@9,9", 16),
        ("draft 1 disc:1@0,0+7,7", 20),
        ("draft 1 disc@0,0", 9),
        ("draft 1 captureless=many", 9),
        ("draft 1 disc:1@0,0~0,0", 16),
        ("draft 1 disc:1@(nowhere)", 16),
    ],
)
def test_an_invalid_draft_is_reported_with_its_column(text: str, column: int) -> None:
    surakarta = game("surakarta")
    with pytest.raises(TextError) as refused:
        read_draft(surakarta, text, surakarta.check())
    assert refused.value.column == column


def test_a_position_text_is_not_a_draft_text() -> None:
    assert not is_draft(game("surakarta").start().text())
    assert not is_draft("")
