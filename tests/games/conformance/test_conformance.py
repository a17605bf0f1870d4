"""Every game passes the conformance checks, and every check can fail."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from parlour.errors import ParlourError
from parlour.games import (
    Effect,
    Game,
    Kind,
    Mark,
    Message,
    Option,
    Options,
    Outcome,
    Piece,
    PlainPosition,
    Position,
    Preset,
    Score,
    Side,
    Site,
    Style,
    Term,
    conformance,
    registry,
    square_board,
)
from parlour.games.conformance import Failure, conform, option_sets
from parlour.games.conformance.position_checks import POSITION_CHECKS
from tests.games.hexapawn import Hexapawn
from tests.games.known import HEXAPAWN


@pytest.mark.parametrize("key", registry.keys())
def test_a_registered_game_fulfils_the_contract(key: str) -> None:
    assert list(conform(registry.game(key), samples=3)) == []


@pytest.mark.long
@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_registered_game_fulfils_the_contract_in_many_games(key: str, seed: int) -> None:
    assert list(conform(registry.game(key), seed, samples=20)) == []


def test_a_third_party_game_fulfils_the_contract() -> None:
    assert list(conform(Hexapawn())) == []


def test_a_third_party_game_is_short() -> None:
    assert len(HEXAPAWN.read_text(encoding="utf-8").splitlines()) <= 80


# ---- Which option sets are looked at -------------------------------------------------------------------------------


class Settings(Hexapawn):
    declared = (
        Option("size", "Size", "How large.", 3, low=3, high=9),
        Option("quick", "Quick", "Whether.", False),
        Option("reach", "Reach", "How far.", 1, low=1, high=4, when={"quick": (True,)}),
    )
    presets = (Preset("standard", "Standard", "Usual."), Preset("blitz", "Blitz", "Fast.", {"quick": True, "reach": 2}))

    def forbids(self, options: Options) -> str | None:
        return "Nine is too large to be quick." if options["size"] == 9 and options["quick"] else None


def test_all_presets_and_values_and_some_combinations_are_checked() -> None:
    found = [dict(options) for options in option_sets(Settings(), Random(1), 50)]
    assert {"size": 3, "quick": True, "reach": 2} in found
    for size in range(3, 10):
        assert {"size": size, "quick": False, "reach": 1} in found
    assert len(found) > 12
    assert len({tuple(values.items()) for values in found}) == len(found)
    assert not any(values["size"] == 9 and values["quick"] for values in found)


def test_a_failure_names_the_options_under_which_it_happens() -> None:
    class Uneven(Settings):
        def sides(self, options: Options) -> tuple[Side, ...]:
            return super().sides(options)[: 1 if options["size"] == 7 else 2]

    failures = list(conform(Uneven()))
    assert {failure.check for failure in failures} == {"board"}
    assert all("size=7" in failure.options for failure in failures)


# ---- Each check can fail -------------------------------------------------------------------------------------------


def game_with(**members: object) -> Game:
    """Return Hexapawn with some class attributes replaced."""
    made = type("Broken", (Hexapawn,), members)()
    assert isinstance(made, Game)
    return made


MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def position_with(**members: object) -> Game:
    """Return a mirror-symmetric Hexapawn with some attributes of its position class replaced."""
    kind: Any = type("BrokenPosition", (PlainPosition,), members)

    class Broken(Hexapawn):
        def read(self, text: str, options: Mapping[str, object] | None = None) -> Position:
            checked = self.checked_options(options)
            made: Position = kind(self, checked, self._state(text, checked))
            return made

        def build(self, draft: Any, options: Options) -> Position:
            return self.read(draft.stage, options)

        def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
            return (MIRROR,)

    return Broken()


def board_with(**changes: object) -> Game:
    board = msgspec.structs.replace(square_board(3, 3), **changes)
    return game_with(draw_board=lambda self, options: board)


def option_with(**changes: object) -> Game:
    option = msgspec.structs.replace(Option("size", "Size", "How large.", 3, low=3, high=5), **changes)
    return game_with(declared=(option,))


def effect_with(**changes: object) -> Game:
    """Return Hexapawn with modified slide effects."""

    def effects(self: Position, move: int) -> list[Effect]:
        return [
            msgspec.structs.replace(effect, **changes) if effect.kind == "slide" else effect
            for effect in PlainPosition.effects(self, move)
        ]

    return position_with(effects=effects)


def moved(piece: Piece | None, **changes: object) -> Piece:
    assert piece is not None
    return msgspec.structs.replace(piece, **changes)


def of_the_other_side(self: Position, move: int) -> list[Effect]:
    return [
        msgspec.structs.replace(effect, before=moved(effect.before, owner=1 - self.seat))
        for effect in PlainPosition.effects(self, move)
        if effect.kind == "slide"
    ]


def swallow(self: Position, move: int) -> None:
    if self.is_legal(move):
        PlainPosition.play(self, move)


def spoil(self: Any, move: int) -> None:
    if not self.is_legal(move):
        self.state = (".WW...BBB", 0)
    PlainPosition.play(self, move)


def forget(self: Position) -> int:
    return self.played[-1] if self.played else PlainPosition.undo(self)


def broken_pieces(**changes: object) -> Callable[..., list[Piece]]:
    return lambda self, state: [msgspec.structs.replace(p, **changes) for p in Hexapawn.pieces(self, state)]


def fixed(value: Callable[[Any], int]) -> property:
    """Return an attribute that silently ignores assignments."""
    return property(value, lambda self, given: None)


def nonsense_is_a_move(self: Position, text: str) -> int:
    try:
        return PlainPosition.read_move(self, text)
    except ParlourError:
        return 0


def prefixes(self: Position, move: int) -> list[tuple[int, ...]]:
    moves = self.moves()
    return [(0, *range(1, moves.index(move) + 1))]


def ended(*results: float, reason: str = "across") -> Game:
    def outcome(self: Position) -> Outcome | None:
        return Outcome(results, reason) if self.is_over() else None

    return position_with(outcome=outcome)


SIDES = Hexapawn().sides(Hexapawn().check())
PAWN = Hexapawn.kinds[0]
FIVE = Option("size", "Size", "How large.", 3, low=3, high=5)

BROKEN: list[tuple[str, str, Game]] = [
    # description
    ("description", "must be lower-case letters", game_with(key="Hexa Pawn")),
    ("description", "the title is empty", game_with(title=" ")),
    ("description", "the description is empty", game_with(description="")),
    ("description", "there are no rules to read", game_with(rules=lambda self, language="en": "")),
    ("description", "the showpiece is a finished game", game_with(showpiece="......W.. b")),
    ("description", "there are no kinds of piece", game_with(kinds=())),
    ("description", "the kind of piece “pawn” occurs 2 times", game_with(kinds=(PAWN, PAWN))),
    ("description", "the option “size” occurs 2 times", game_with(declared=(FIVE, FIVE))),
    ("description", "the first preset must be the default", game_with(presets=())),
    (
        "description",
        "has no option “size”",
        game_with(presets=(Preset("a", "A", "?"), Preset("b", "B", "?", {"size": 4}))),
    ),
    ("description", "the default of size is not one of its values", option_with(default=7)),
    ("description", "needs a label and a help text", option_with(help="")),
    ("description", "has no option “speed”", option_with(when={"speed": (1,)})),
    ("description", "the term “reach” occurs 2 times", game_with(terms=(Term("reach", 1), Term("reach", 2)))),
    ("description", "there are 33 terms", game_with(terms=tuple(Term(f"t{n}", 1) for n in range(33)))),
    ("description", "unknown terms: reach", game_with(styles=(Style("bold", "Bold", "?", {"reach": 5}),))),
    ("description", "AttributeError", game_with(declared=("size",))),
    ("description", "there are no reasons for a game to end", game_with(reasons=())),
    ("description", "there is no sentence hexapawn.reason.bored", game_with(reasons=("across", "blocked", "bored"))),
    # board
    ("board", "at least two sides", game_with(sides=lambda self, options: SIDES[:1])),
    ("board", "the side “White” occurs 2 times", game_with(sides=lambda self, options: SIDES[:1] * 2)),
    ("board", "the site “a1” occurs 2 times", board_with(sites=(Site("a1", 0, 0), Site("a1", 1, 0)))),
    ("board", "two sites are at the same point", board_with(sites=(Site("a1", 0, 0), Site("b1", 0, 0)))),
    ("board", "2 sides but 3 homes", board_with(homes=(0.0, 120.0, 240.0))),
    ("board", "is not a permutation of the sites", game_with(symmetries=lambda self, options: ((0, 0, 1),))),
    ("board", "the start position has no moves", game_with(first=lambda self, options: ("W..B.....", 0))),
    ("board", "ZeroDivisionError", game_with(draw_board=lambda self, options: 1 / 0)),
    # bad text
    (
        "bad text",
        "is read as a position",
        game_with(read=lambda self, text, options=None: PlainPosition(self, self.check())),
    ),
    (
        "bad text",
        "ValueError",
        game_with(
            read=lambda self, text, options=None: PlainPosition(self, options, (text[:9], "wb".index(text[-1:])))
        ),
    ),
    # text
    ("text", "the key differs", position_with(key=fixed(lambda self: len(self.played)))),
    ("text", "the text is not one line", position_with(text=lambda self: PlainPosition.text(self) + "\n")),
    (
        "text",
        "the legal moves are not those of the text",
        position_with(moves=lambda self: PlainPosition.moves(self)[len(self.played) :]),
    ),
    (
        "text",
        "the pieces are not those of the text",
        position_with(placement=lambda self: PlainPosition.placement(self)[len(self.played) :]),
    ),
    # play
    ("play", "a legal move is listed twice", game_with(moves=lambda self, state: Hexapawn.moves(self, state) * 2)),
    ("play", "over exactly when it has no legal move", position_with(is_over=lambda self: False)),
    (
        "play",
        "a running position has an outcome",
        position_with(outcome=lambda self: Outcome((1, 0), "across") if self.played else None),
    ),
    ("play", "there is no seat 5", position_with(seat=fixed(lambda self: 5))),
    ("play", "the candidates contain a move that is not legal", position_with(candidate_moves=lambda self: [999])),
    ("play", "tactical moves contain a move twice", position_with(tactical_moves=lambda self: self.moves()[:1] * 2)),
    ("play", "playing on a copy changes the original", position_with(copy=lambda self: self)),
    ("play", "turn_over is wrong", position_with(turn_over=lambda self, move: False)),
    ("play", "does not restore the position", position_with(undo=forget)),
    ("play", "the illegal move", position_with(play=swallow)),
    ("play", "a refused move changes the position", position_with(play=spoil)),
    ("play", "an automatic move must be the only legal one", position_with(automatic=lambda self: self.moves()[0])),
    ("play", "the evaluation is not a whole number", position_with(static=lambda self, seat: 0.5)),
    ("play", "ZeroDivisionError", game_with(play=lambda self, state, move: 1 / 0)),
    # notation
    ("notation", "the notation “go” occurs", game_with(notation=lambda self, state, move: "go")),
    ("notation", "reads back as another move", position_with(read_move=lambda self, text: self.moves()[0])),
    ("notation", "is read as a move", position_with(read_move=nonsense_is_a_move)),
    # turns
    ("turns", "reads back as another one", position_with(read_turn=lambda self, text: self.moves()[:1])),
    ("turns", "is not a legal move here", position_with(write_turn=lambda self, moves: "?")),
    (
        "turns",
        "the candidates do not reach every position",
        position_with(candidate_moves=lambda self: self.moves()[:1]),
    ),
    ("turns", "the candidates reach more turns", position_with(candidate_moves=lambda self: self.moves() * 2)),
    ("turns", "perft_turns does not count the turns", position_with(perft_turns=lambda self, depth: 0)),
    # picks
    ("picks", "no clicks mean", position_with(picks=lambda self, move: [])),
    ("picks", "needs no click at all", position_with(picks=lambda self, move: [()])),
    ("picks", "neither a site nor a declared verb", position_with(picks=lambda self, move: [(9,)])),
    ("picks", "neither a site nor a declared verb", position_with(picks=lambda self, move: [("rotate",)])),
    ("picks", "mean two moves", position_with(picks=lambda self, move: [(0,)])),
    ("picks", "begin with all those of another path", position_with(picks=prefixes)),
    # effects
    ("effects", "do not give the next pieces", position_with(effects=lambda self, move: [])),
    (
        "effects",
        "the identity “7” occurs",
        position_with(pieces=lambda self: [moved(piece, id=7) for piece in self.placement()]),
    ),
    ("effects", "are not those on the board", position_with(pieces=lambda self: [])),
    ("effects", "do not match the move: slide: no such piece", position_with(effects=of_the_other_side)),
    ("effects", "the piece changes its identity", effect_with(before=Piece(50, "pawn", 0, 0))),
    ("effects", "a phase is negative", effect_with(phase=-1)),
    ("effects", "the path is too short", effect_with(path=())),
    ("effects", "the path does not lead from before to after", effect_with(path=(8, 8))),
    ("effects", "there is no arc “bend”", effect_with(kind="turn", path=("bend",))),
    ("effects", "no slide of its phase has such a step", effect_with(step=9)),
    ("effects", "a beam effect, and no other, must have a beam", effect_with(kind="beam")),
    ("effects", "nothing changes", effect_with(kind="turn", before=None, after=None, path=())),
    # words
    (
        "words",
        "cannot be formatted",
        position_with(describe=lambda self, move: Message("hexapawn.no-such-template")),
    ),
    ("words", "cannot be formatted", position_with(prompt=lambda self: Message("shared.to-move", {"seat": 7}))),
    ("words", "cannot be formatted", position_with(notices=lambda self, move: [Message("shared.plays")])),
    ("words", "ZeroDivisionError", position_with(explain=lambda self, picks: 1 / 0)),
    ("words", "wider than 80 columns", position_with(diagram=lambda self: "-" * 81)),
    ("words", "names a site that does not exist", position_with(marks=lambda self: [Mark("row", (3, 12))])),
    ("words", "names a tray that does not exist", position_with(scores=lambda self: [Score("x", 0, 1, 2, "shelf")])),
    ("words", "is out of range", position_with(scores=lambda self: [Score("x", 0, 3, 2)])),
    ("words", "is on a place that does not exist", game_with(pieces=broken_pieces(place="shelf"))),
    ("words", "has an undeclared kind", game_with(kinds=(Kind("king", "king", "king", "k"),))),
    ("words", "has a facing that its kind does not have", game_with(pieces=broken_pieces(facing=1))),
    # symmetry
    ("symmetry", "the canonical key differs", position_with(canonical_key=lambda self: len(self.played) + self.key)),
    # actions
    ("actions", "is not in the list of all moves", game_with(all_moves=lambda self, options: [(0, 3)])),
    ("actions", "contains a move twice", game_with(all_moves=lambda self, options: [(0, 3), (0, 3)])),
    # end
    ("end", "the reason “odd” is not declared", ended(1, 0, reason="odd")),
    ("end", "there are 2 seats but 3 results", ended(1, 0, 0)),
    ("end", "are not 1, 0.5 or 0", ended(0.7, 0.3)),
    ("end", "every seat has lost", ended(0, 0)),
]


@pytest.mark.parametrize(
    ("check", "sentence", "broken"), BROKEN, ids=[f"{check}: {sentence}" for check, sentence, _ in BROKEN]
)
def test_a_broken_game_is_detected(check: str, sentence: str, broken: Game) -> None:
    failures = (failure for seed in range(1, 4) for failure in conform(broken, seed, combinations=0, samples=2))
    found = next(failure for failure in failures if failure.check == check and sentence in failure.why)
    assert found.title("de")
    quotes_an_exception = "Error: " in found.why
    assert found.explain("de") != found.why or quotes_an_exception


def test_every_named_check_is_shown_to_fail() -> None:
    named = {check.__name__.removeprefix("check_") for check in POSITION_CHECKS}
    assert {check for check, _, _ in BROKEN} == named | {"description", "board", "bad text", "actions", "end"}


def test_a_game_that_never_ends_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    class Walk(Hexapawn):
        """Hexapawn without end: a pawn may also step back."""

        def moves(self, state: tuple[str, int]) -> list[tuple[int, int]]:
            mine = "WB"[state[1]]
            return [(n, m) for n in range(9) for m in (n - 3, n + 3) if state[0][n] == mine and 0 <= m < 9]

        def play(self, state: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
            squares = list(state[0])
            squares[move[0]], squares[move[1]] = squares[move[1]], squares[move[0]]
            return "".join(squares), 1 - state[1]

        def outcome(self, state: tuple[str, int]) -> None:
            return None

    monkeypatch.setattr(conformance, "MAX_GAME_MOVES", 200)
    assert [(failure.check, failure.why.split(" (")[0]) for failure in conform(Walk(), combinations=0)] == [
        ("end", "a random game with the default options does not end")
    ]


def test_a_game_that_raises_is_reported_as_a_failure() -> None:
    def moves(self: Hexapawn, state: tuple[str, int]) -> list[tuple[int, int]]:
        if state[0] != "WWW...BBB":
            raise RuntimeError("out of ideas")
        return Hexapawn.moves(self, state)

    failures = list(conform(game_with(moves=moves)))
    assert any("out of ideas" in failure.why for failure in failures)
    assert all(isinstance(failure, Failure) for failure in failures)
