"""Reading a position does not change it: another thread may read it at the same time."""

from collections.abc import Callable

import pytest

from parlour.games import Piece, Position
from tests.games.hexapawn import Hexapawn


class Watched(Hexapawn):
    """Hexapawn that looks at a position whenever its rules are asked, as another thread could."""

    def __init__(self) -> None:
        super().__init__()
        self.watched: Position | None = None
        self.seen: set[tuple[str, int]] = set()

    def look(self) -> None:
        if self.watched is not None:
            self.seen.add((self.watched.text(), len(self.watched.played)))

    def moves(self, state: tuple[str, int]) -> list[tuple[int, int]]:
        self.look()
        return super().moves(state)

    def pieces(self, state: tuple[str, int]) -> list[Piece]:
        self.look()
        return super().pieces(state)


@pytest.mark.parametrize(
    "read",
    [
        lambda position: position.pieces(),
        lambda position: position.perft(3),
        lambda position: position.perft_turns(3),
        lambda position: position.playouts(3),
    ],
    ids=["pieces", "perft", "perft_turns", "playouts"],
)
def test_a_position_stays_the_same_while_it_is_read(read: Callable[[Position], object]) -> None:
    played = Watched()
    position = played.start()
    for text in ("a1a2", "c3c2"):
        position.play(text)
    played.watched = position
    read(position)
    assert played.seen == {(position.text(), 2)}


def test_pieces_keep_their_ids_when_moves_are_undone_and_played_while_they_are_read() -> None:
    position = Hexapawn().start()
    first = position.pieces()
    position.play("a1a2")
    position.play("c3c2")
    ids = {piece.id: piece.place for piece in position.pieces()}
    position.undo()
    position.play("b3b2")
    after = {piece.id: piece.place for piece in position.pieces()}
    assert {id for id in ids if ids[id] != after[id]} == {piece.id for piece in first if piece.place in (7, 8)}
    position.undo()
    position.undo()
    assert position.pieces() == first
