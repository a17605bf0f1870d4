"""Positions and the compiled loops that drive them, for any game."""

import json
import traceback
from typing import Any

import pytest

from parlour.errors import ArgumentError, IllegalMove, NothingToUndo, PositionError, TextError
from parlour.games import Options, Piece, PlainGame, Position, Side, Term, game, square_board
from parlour.games.contract import position
from parlour.games.contract.stacks import MoveStack, Trail
from parlour.games.contract.xorshift import Random
from tests.games.both_builds import compiled_and_interpreted
from tests.games.hexapawn import Hexapawn

COMPILED_ONLY = pytest.mark.skipif(not position.COMPILED, reason="nothing is compiled here")
INTERPRETED_ONLY = pytest.mark.skipif(position.COMPILED, reason="needs the interpreted modules: PARLOUR_PURE=1")


class Wide(PlainGame):
    """A counter that either seat may raise by 1 to `width`, `length` times: any number of moves."""

    key = "wide"
    title = "Wide"
    description = "Count."
    reasons = ("full",)
    kinds = Hexapawn.kinds

    def __init__(self, width: int, length: int) -> None:
        super().__init__()
        self.width, self.length = width, length

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Hexapawn().sides(options)

    def draw_board(self, options: Options) -> Any:
        return square_board(1, 1)

    def first(self, options: Options) -> tuple[int, ...]:
        return ()

    def seat(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return list(range(1, self.width + 1)) if len(state) < self.length else []

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def outcome(self, state: tuple[int, ...]) -> tuple[tuple[float, ...], str] | None:
        return ((0.5, 0.5), "full") if len(state) >= self.length else None

    def pieces(self, state: tuple[int, ...]) -> list[Piece]:
        return []

    def text(self, state: tuple[int, ...]) -> str:
        return "-".join(map(str, state)) or "start"

    def read_state(self, text: str, options: Options) -> tuple[int, ...]:
        return () if text == "start" else tuple(int(part) for part in text.split("-"))


# ---- Rows that grow ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [511, 512, 513, 1024, 1025, 3000])
def test_more_moves_than_a_stack_begins_with_are_all_found(width: int) -> None:
    position = Wide(width, 2).start()
    assert len(position.moves()) == width
    assert position.perft(1) == width
    assert position.is_legal(position.moves()[-1])


def test_a_stack_grows_below_the_moves_of_a_running_line() -> None:
    # 300 moves at the root, and 300 above them: the stack grows while the root is being read.
    assert Wide(300, 2).start().perft(2) == 300 * 300
    assert Wide(90, 8).start().perft(2, bulk=False) == 90 * 90


def test_a_playout_longer_than_a_stack_restores_the_position() -> None:
    position = Wide(2, 700).start()
    assert position.playouts(2) == 1400
    assert position.text() == "start"


def test_a_game_longer_than_the_undo_stack_can_be_undone() -> None:
    surakarta = game("surakarta")
    position = surakarta.start(surakarta.check({"ending": "endless"}))
    seen = []
    while len(position.played) < 700:
        seen.append((position.text(), position.key))
        position.play_random(len(position.played), 1)
        if position.is_over():
            position.undo()
            seen.pop()
            break
    while len(position.played) < 700:  # a game may end early: shuffle until the trail has grown twice
        seen.append((position.text(), position.key))
        quiet = [move for move in position.moves() if "-" in position.write_move(move)]
        position.play(quiet[len(position.played) % len(quiet)])
    for state in reversed(seen):
        position.undo()
        assert (position.text(), position.key) == state


@INTERPRETED_ONLY
def test_stacks_keep_and_return_what_was_pushed() -> None:
    stack: Any = MoveStack()
    for move in range(2000):
        stack.add(move)
    assert stack.size == 2000
    assert list(stack.data[:2000]) == list(range(2000))
    trail: Any = Trail()
    for word in range(600):
        trail.push(word % 7)
    other: Any = Trail()
    other.assign(trail)
    assert trail.count(3, 14) == 2
    assert trail.count(3, 10_000) == len([n for n in range(600) if n % 7 == 3])
    assert [trail.pop() for _ in range(600)] == [n % 7 for n in reversed(range(600))]
    assert other.size == 600


# ---- Chance --------------------------------------------------------------------------------------------------------

CHANCE = """
import json
from parlour.games import game
lines = []
for seed in (0, 1, 2, 2**40, -3):
    position = game("surakarta").start()
    position.play_random(seed, 40)
    lines.append(list(position.played))
print(json.dumps(lines))
"""


def test_the_same_seed_gives_the_same_game_compiled_and_interpreted() -> None:
    ours, interpreted = map(json.loads, compiled_and_interpreted(CHANCE))
    assert ours == interpreted
    assert len({tuple(line) for line in ours}) == 5


def test_random_numbers_are_uniform() -> None:
    counts = [0] * 6
    for seed in range(6000):
        position = Wide(6, 1).start()
        position.play_random(seed)
        counts[int(position.text()) - 1] += 1
    assert all(850 < count < 1150 for count in counts)
    assert Random(1) is not None


# ---- Copies --------------------------------------------------------------------------------------------------------


def test_a_copy_has_the_same_history_and_is_independent() -> None:
    position = game("surakarta").start()
    position.play_random(3, 20)
    copy = position.copy()
    assert copy.played == position.played
    assert (copy.text(), copy.key, copy.seat) == (position.text(), position.key, position.seat)
    copy.play(copy.moves()[0])
    assert len(position.played) == 20
    for _ in range(21):
        copy.undo()
    assert copy.text() == game("surakarta").start().text()
    assert len(position.played) == 20


def test_a_copy_remembers_what_counts_for_repetition() -> None:
    position = game("surakarta").start()
    for text in ("4,0-3,0", "1,0-2,0", "3,0-4,0", "2,0-1,0", "4,0-3,0", "1,0-2,0", "3,0-4,0"):
        position.play(position.read_move(text))
    copy = position.copy()
    copy.play(copy.read_move("2,0-1,0"))
    assert copy.is_over()
    assert copy.reason() == "repetition"
    assert not position.is_over()


def test_after_does_not_change_the_position() -> None:
    position = Hexapawn().start()
    move = position.moves()[0]
    assert position.after(move).text() != position.text()
    assert position.played == ()


def test_weights_of_the_evaluation_can_be_changed_and_are_copied() -> None:
    position = game("surakarta").read("111.../....../....../....../....../2.2... 1 0")
    before = position.static(0)
    assert position.static(1) == -before
    position.weigh({"material": 107})
    assert position.static(0) == before + 7
    assert position.copy().static(0) == before + 7
    with pytest.raises(ArgumentError, match="no evaluation term “beauty”"):
        position.weigh({"beauty": 1})


def test_more_terms_than_there_is_room_for_are_refused() -> None:
    class Learned(Hexapawn):
        terms = tuple(Term(f"t{n}", n) for n in range(33))

    with pytest.raises(ValueError, match="hexapawn has 33 terms; there is room for 32"):
        Learned().start()


# ---- Refused input ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["surakarta", "hexapawn"])
@pytest.mark.parametrize("move", [-1, 4095, 2**31, 2**40, -(2**40), 10**30])
def test_an_illegal_move_number_is_refused_and_changes_nothing(key: str, move: int) -> None:
    position = Hexapawn().start() if key == "hexapawn" else game(key).start()
    before = position.text(), position.key, position.moves()
    assert not position.is_legal(move)
    with pytest.raises(IllegalMove, match="is not a legal move here"):
        position.play(move)
    with pytest.raises(IllegalMove):
        position.after(move)
    assert (position.text(), position.key, position.moves()) == before
    assert position.played == ()


@pytest.mark.parametrize("move", ["4,0-4,4", None, 1.5, (1, 2), b"4,0-3,0"])
def test_a_move_must_be_a_number_or_a_text(move: Any) -> None:
    position = game("surakarta").start()
    with pytest.raises(IllegalMove):
        position.play(move)
    assert position.played == ()


def test_undo_at_the_start_is_refused() -> None:
    position = Hexapawn().start()
    with pytest.raises(NothingToUndo, match="There is nothing to undo"):
        position.undo()
    position.play(position.moves()[0])
    position.undo()
    with pytest.raises(NothingToUndo):
        position.undo()


def test_an_abstract_position_names_its_missing_methods() -> None:
    position = Position(Hexapawn(), Hexapawn().check())
    for action in (position.moves, position.text, position.placement):
        with pytest.raises(TypeError, match="Position does not implement"):
            action()


# ---- Pieces keep their identities ----------------------------------------------------------------------------------


def test_identities_survive_undo_and_redo() -> None:
    position = game("surakarta").start()
    position.play_random(11, 120)
    line = position.played
    walker = game("surakarta").start()
    seen = [walker.pieces()]
    for move in line:
        walker.play(move)
        seen.append(walker.pieces())
    assert position.pieces() == seen[-1]  # asked for the first time after 120 moves
    for pieces in reversed(seen[:-1]):
        position.undo()
        assert position.pieces() == pieces
    for move, pieces in zip(line[:30], seen[1:31], strict=True):
        position.play(move)
        assert position.pieces() == pieces
    assert [piece.id for piece in seen[0]] == list(range(1, 25))


def test_a_piece_has_one_identity_for_life() -> None:
    position = Hexapawn().start()
    (runner,) = [piece for piece in position.pieces() if piece.place == 0]
    for text in ("a1a2", "c3c2", "a2b3"):
        position.play(position.read_move(text))
    (now,) = [piece for piece in position.pieces() if piece.place == 7]
    assert now.id == runner.id
    assert len(position.pieces()) == 5


def test_playing_another_move_discards_undone_pieces() -> None:
    position = Hexapawn().start()
    position.play(position.read_move("a1a2"))
    position.pieces()
    position.undo()
    position.play(position.read_move("b1b2"))
    assert {piece.place for piece in position.pieces()} == {0, 2, 4, 6, 7, 8}


# ---- Plain games ---------------------------------------------------------------------------------------------------


class Faulty(Hexapawn):
    """Hexapawn that raises an error when a pawn is on b2."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def stumble(self, where: str, state: tuple[str, int]) -> None:
        if where == self.where and state[0][4] != ".":
            raise ZeroDivisionError(f"stumbled over b2 in {where}")

    def moves(self, state: tuple[str, int]) -> list[tuple[int, int]]:
        self.stumble("moves", state)
        return super().moves(state)

    def play(self, state: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
        following = super().play(state, move)
        self.stumble("play", following)
        return following

    def seat(self, state: tuple[str, int]) -> int:
        self.stumble("seat", state)
        return super().seat(state)

    def text(self, state: tuple[str, int]) -> str:
        self.stumble("text", state)
        return super().text(state)


@pytest.mark.parametrize("where", ["play", "seat", "text"])
def test_an_error_in_a_plain_game_has_its_traceback_and_changes_nothing(where: str) -> None:
    position = Faulty(where).start()
    before = position.text(), position.key, position.seat, position.moves()
    step = position.read_move("b1b2")
    with pytest.raises(ZeroDivisionError, match="stumbled over b2") as caught:
        position.play(step)
    frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert "stumble" in frames
    assert where in frames
    assert (position.text(), position.key, position.seat, position.moves()) == before
    position.play(position.read_move("a1a2"))
    position.undo()
    assert (position.text(), position.key, position.seat, position.moves()) == before


def test_an_error_in_a_compiled_loop_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="stumbled over b2") as caught:
        Faulty("moves").start().perft(3)
    assert "stumble" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_moves_keep_their_numbers() -> None:
    hexapawn = Hexapawn()
    one, other = hexapawn.start(), hexapawn.start()
    one.play_random(1, 4)
    assert {move: other.write_move(move) for move in other.moves()} == {
        hexapawn.number(step): hexapawn.notation(None, step)  # type: ignore[arg-type]
        for step in ((0, 3), (1, 4), (2, 5))
    }


def test_plain_hexapawn_is_lost_for_the_first_player() -> None:
    def wins(position: Position) -> bool:
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winners == (position.seat,)
        return any(not wins(position.after(move)) for move in position.moves())

    assert not wins(Hexapawn().start())
    assert [Hexapawn().start().perft(depth) for depth in (1, 2, 3)] == [3, 10, 28]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write nine signs"),
        ("WWW...BBB", "Write nine signs"),
        ("WWW...BBB  w", "Write nine signs"),
        ("W" * 5000, "at most 2000 characters"),
    ],
)
def test_a_text_that_a_plain_game_cannot_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(TextError, match=sentence):
        Hexapawn().read(text)


def test_a_plain_game_cannot_be_set_up_with_another_seat_to_move() -> None:
    hexapawn = Hexapawn()
    assert hexapawn.with_first("WWW...BBB w", 0, hexapawn.check()) == "WWW...BBB w"
    with pytest.raises(PositionError, match="Hexapawn cannot be set up with another seat to move"):
        hexapawn.with_first("WWW...BBB w", 1, hexapawn.check())


def test_a_plain_game_has_default_texts() -> None:
    hexapawn = Hexapawn()
    position = hexapawn.start()
    options = position.options
    move = position.read_move("A1 A2")
    assert hexapawn.sentence(position.describe(move), options) == "White plays a1a2."
    assert hexapawn.sentence(position.prompt(), options) == "White to move."
    assert hexapawn.sentence(position.explain(()), options) == "Continue with one of: a1, b1, c1."
    assert hexapawn.sentence(position.explain((0,)), options) == "Continue with one of: a2."
    assert hexapawn.sentence(position.explain((0, 8)), options) == "No move goes from a1 to c3. Possible: a2."
    assert (
        hexapawn.sentence(position.explain((8,)), options) == "No move starts with c3. Start with one of: a1, b1, c1."
    )
    assert position.diagram() == "  3 B B B\n  2 . . .\n  1 W W W\n    a b c"
    with pytest.raises(IllegalMove, match=r"“e2e4” is not a legal move here\. Legal moves: a1a2, b1b2, c1c2"):
        position.read_move("e2e4")
    with pytest.raises(IllegalMove, match="The turn ends with “a1a2”: remove what follows it"):
        position.read_turn("a1a2;b1b2")
    for text in ("a1a2", "b3b2", "c1b2", "a3b2", "a2a3"):
        position.play(position.read_move(text))
    assert hexapawn.sentence(position.why_over(), options) == "White has crossed the board"
    assert hexapawn.sentence(position.prompt(), options) == "The game is over."
    with pytest.raises(IllegalMove, match="The game is over"):
        position.read_move("a1a2")


class Flips(Wide):
    """A row of discs: a move puts one of the mover's in the first empty place and flips its left neighbour."""

    def pieces(self, state: tuple[int, ...]) -> list[Piece]:
        owners = [n % 2 for n in range(len(state))]
        for n in range(1, len(state)):
            owners[n - 1] = n % 2
        left = [Piece(0, "pawn", n % 2, "box") for n in range(len(state), self.length)]
        return left + [Piece(0, "pawn", owner, n) for n, owner in enumerate(owners)]


def test_the_default_effects_distinguish_capturing_flipping_and_placing() -> None:
    position = Hexapawn().start()
    for text in ("a1a2", "b3b2"):
        position.play(position.read_move(text))
    capture = position.effects(position.read_move("c1b2"))
    assert [(effect.kind, effect.before and effect.before.owner) for effect in capture] == [("remove", 1), ("slide", 0)]
    flips = Flips(1, 6).start()
    flips.play(flips.moves()[0])
    kinds = [(e.kind, e.after and e.after.place) for e in flips.effects(flips.moves()[0])]
    assert sorted(kinds) == [("flip", 0), ("place", 1)]
