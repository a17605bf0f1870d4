"""The move box: accepted input in every game."""

import pytest

from parlour.games import game as find_game
from parlour.games import keys
from parlour.match.commands import PlayMove, PlayTurn, Resign, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.games.move_box import MoveBox
from parlour.server.localizer import Localizer


def box(game: str, moves: int = 0) -> MoveBox:
    """Return the move box of a match after some moves."""
    position = find_game(game).start()
    seats = len(position.game.sides(position.options))
    match, _ = Match.new(Setup(game, tuple(Seat(Guest(f"Friend {letter}")) for letter in "ABCDEF"[:seats])), 0)
    match.position.play_random(3, moves)
    localizer = Localizer(match.game, match.options, "en", match.names())
    return MoveBox(match.position, localizer, match, frozenset({0}), 5000)


@pytest.mark.parametrize("game", keys())
def test_every_question_is_answered_in_every_game(game: str) -> None:
    for moves in (0, 1, 7, 30):
        asked = box(game, moves)
        site = asked.board.sites[0].label
        kind = asked.position.game.kinds[0].label
        for question in (
            *("", "help", "moves", f"moves {site}", "where", f"where {kind}s", "where my pieces", f"where my {kind}"),
            *(f"read {site}", "read zz9", "rows", "score", "turn", "last", "clock", "text", "board"),
        ):
            answer = asked.answer(question)
            assert answer.text.strip(), question
            assert answer.command is None


@pytest.mark.parametrize("game", keys())
def test_moves_are_typed_in_notation(game: str) -> None:
    asked = box(game)
    written = asked.position.write_move(asked.position.moves()[0])
    answer = asked.answer(written)
    assert isinstance(answer.command, PlayMove | PlayTurn)
    assert answer.command.text == written
    assert "Friend A" in answer.text


def test_answers_name_places_and_players() -> None:
    asked = box("surakarta")
    assert asked.answer("read 5,0").text == "5,0: disc, Friend A."
    assert asked.answer("read (3,0)").text == "3,0 is empty."
    assert asked.answer("where my discs").text.startswith("12 of my discs: 4,0, 4,1")
    assert asked.answer("read nowhere").text == "There is no place “nowhere” on this board."
    assert asked.answer("moves 4,0").text == "2 moves: 4,0-3,0, 4,0-3,1."
    assert asked.answer("moves 3,0").text == "No move starts on 3,0."
    assert asked.answer("clock").text == "Friend A: 0:00 used. Friend B: 0:00 used. This move: 0:00."
    assert asked.answer("last").text == "No moves yet."
    assert asked.answer("turn").text == "Friend A: Move a piece one point, or capture round a loop."


def test_commands_are_given_back_to_be_sent() -> None:
    asked = box("surakarta", 2)
    assert asked.answer("undo").command == TakeBack(ply=2)
    assert asked.answer("Resign").command == Resign()
    assert asked.answer("yes").command is None, "nobody asks"


def test_what_cannot_be_played_is_explained() -> None:
    assert "4,1" in box("surakarta").answer("4,0-4,1").text
    assert box("surakarta").answer("xyzzy " * 100).command is None
