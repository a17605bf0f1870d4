"""What `PlainPosition` derives from a plain game, and what it keeps so that search need not ask again."""

import pickle
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

from parlour.errors import UnknownGame
from parlour.games import Mark, Message, PlainGame, Score, load
from parlour.games.contract import plain_game
from tests.games.hexapawn import Hexapawn


class Counted(Hexapawn):
    """Hexapawn that counts the calls of its methods."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    def seat(self, state: Any) -> int:
        self.calls["seat"] += 1
        return super().seat(state)

    def text(self, state: Any) -> str:
        self.calls["text"] += 1
        return super().text(state)

    def outcome(self, state: Any) -> Any:
        self.calls["outcome"] += 1
        return super().outcome(state)

    def moves(self, state: Any) -> Any:
        self.calls["moves"] += 1
        return super().moves(state)


def test_undo_asks_the_game_nothing() -> None:
    game = Counted()
    position = game.start()
    for text in ("b1b2", "a3b2", "a1b2"):
        position.play(text)
    game.calls.clear()
    texts = [position.undo() for _ in range(3)]
    assert len(texts) == 3
    assert not game.calls
    assert position.text() == "WWW...BBB w"
    assert position.seat == 0
    assert position.key == game.start().key


def test_a_state_is_asked_once_however_often_it_is_searched() -> None:
    game = Counted()
    position = game.start()
    position.perft(4)
    game.calls.clear()
    position.perft(4)
    assert not game.calls


def test_old_facts_are_dropped_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Counted()
    leaves = game.start().perft(6, bulk=False)
    assert 0 < len(game.known_states) <= plain_game.MAX_KNOWN_STATES
    game.known_states.clear()
    assert game.start().perft(6, bulk=False) == leaves


def test_pickled_positions_can_be_undone() -> None:
    position = Hexapawn().start()
    position.play("b1b2")
    position.play("a3b2")
    restored = pickle.loads(pickle.dumps(position))
    assert restored == position
    restored.undo()
    restored.undo()
    assert restored.text() == "WWW...BBB w"
    assert restored.key == Hexapawn().start().key


class Talking(Hexapawn):
    """Hexapawn with all optional texts and marks of a plain game."""

    templates: ClassVar = {
        **Hexapawn.templates,
        "prompt": "{seat} pushes a pawn",
        "pushed": "{seat} pushed to {to}",
        "half": "Half way",
        "score.pawns": "Pawns",
        "mark.front": "The front pawn",
    }

    def picks(self, state: Any, move: Any) -> Any:
        return [(move[1], move[0])]

    def prompt(self, state: Any) -> Message:
        return self.message("prompt", seat=state[1])

    def describe(self, state: Any, move: Any) -> Message:
        return self.message("pushed", seat=state[1], to=move[1])

    def notices(self, state: Any, move: Any) -> list[Message]:
        return [self.message("half")]

    def marks(self, state: Any) -> list[Mark]:
        return [Mark("front", (state[0].index("W"),), 0)]

    def scores(self, state: Any) -> list[Score]:
        return [Score("pawns", seat, state[0].count(sign), 3) for seat, sign in enumerate("WB")]

    def rules(self, language: str = "en") -> str:
        return "Push pawns.\n\n```diagram\nlegal: a1a2\n```"

    def lesson(self, language: str = "en") -> str:
        return '[[step]]\nkey = "push"\ntitle = "Push"\ntext = "Push a pawn."\ntask = "Push b1."\nwant = ["b1b2"]\n'


def test_a_plain_game_says_and_shows_what_its_methods_return() -> None:
    from parlour.games.learning.lessons import check, steps_of
    from parlour.games.learning.rule_diagrams import plain_page

    game: PlainGame = Talking()
    position = game.start()
    move = position.read_move("a1a2")

    def sentence(message: Message) -> str:
        return game.sentence(message, position.options)

    assert position.picks(move) == [(3, 0)]
    assert sentence(position.prompt()) == "White pushes a pawn"
    assert sentence(position.describe(move)) == "White pushed to 3"
    assert [sentence(message) for message in position.notices(move)] == ["Half way"]
    assert position.marks() == [Mark("front", (0,), 0)]
    assert [score.value for score in position.scores()] == [3, 3]
    assert "W . ." in plain_page(game) or "W W W" in plain_page(game)
    steps = steps_of(game)
    assert [step.key for step in steps] == ["push"]
    check(game, steps[0])


def test_a_game_without_these_methods_has_the_defaults() -> None:
    position = Hexapawn().start()
    assert position.prompt() == Message("shared.to-move", {"seat": 0})
    assert position.describe(position.read_move("a1a2")).key == "shared.plays"
    assert (position.marks(), position.scores(), position.notices(position.moves()[0])) == ([], [], [])
    assert position.picks(position.read_move("a1a2")) == [(0, 3)]


def test_a_file_that_fails_says_why(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import nothing_of_this_name\n")
    with pytest.raises(UnknownGame, match="nothing_of_this_name"):
        load(path)
