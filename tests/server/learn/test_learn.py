"""Lessons and puzzles over HTTP: the server judges moves and stores progress."""

import pytest

from parlour.engine.puzzles import turns_of
from parlour.games import Position, game, keys, load
from parlour.games.learning.lessons import LessonStep, read_wanted, steps_of
from parlour.games.learning.puzzles import Puzzle, PuzzlePosition, judge, puzzles_of
from tests.games.known import HEXAPAWN
from tests.server.browser import Browser, Json

GAMES = [key for key in keys() if puzzles_of(game(key))]


def solve(browser: Browser, key: str, puzzle: Puzzle) -> Json:
    """Solve a puzzle move by move, as the page does, and return the last answer."""
    moves: list[str] = []
    while True:
        position = puzzle.start(game(key))
        for text in moves:
            position.play(position.read_move(text))
        for move in position.read_turn(right_turn(puzzle, key, moves)):
            moves = [*moves, position.write_move(move)]
            position.play(move)
            tried: Json = browser.post_json(f"/api/learn/{key}/puzzles/{puzzle.id}/try", {"moves": moves})
        if tried["verdict"] == "solved":
            return tried
        assert tried["verdict"] == "right"
        assert tried["answers"]
        moves = tried["moves"]


def right_turn(puzzle: Puzzle, key: str, moves: list[str]) -> str:
    """Return the first turn of the solution, after some moves of it."""
    position = puzzle.start(game(key))
    step = puzzle.solution
    left = list(moves)
    while left:
        turn = next(iter(step))
        answer = step[turn]
        assert answer is not None
        for text in (turn, answer.reply):
            for move in position.read_turn(text):
                position.play(move)
                left.pop(0)
        step = answer.then
    return next(iter(step))


@pytest.mark.parametrize("key", GAMES)
def test_puzzles_of_every_kind_are_solved_move_by_move(browser: Browser, key: str) -> None:
    by_kind = {(puzzle.goal, min(puzzle.turns, 2)): puzzle for puzzle in puzzles_of(game(key)).values()}
    for puzzle in by_kind.values():
        view = browser.get_json(f"/api/learn/{key}/puzzles/{puzzle.id}")
        assert view["state"] == "new"
        assert view["task"]["text"]
        assert solve(browser, key, puzzle)["text"] == "Solved!"
        assert browser.get_json(f"/api/learn/{key}/puzzles/{puzzle.id}")["state"] == "clean"
    listed = browser.get_json(f"/api/learn/{key}/puzzles")
    assert listed["streak"] == listed["best_streak"] == len(by_kind)
    solved = {puzzle.id for puzzle in by_kind.values()}
    assert {one["id"] for one in listed["puzzles"][-len(solved) :]} == solved, "what is open comes first"
    assert sum(theme["count"] for theme in listed["themes"]) == len(listed["puzzles"]) == len(puzzles_of(game(key)))


def test_a_wrong_turn_stays_where_it_was_and_ends_the_streak(browser: Browser) -> None:
    key = "surakarta"
    first, second = [puzzle for puzzle in puzzles_of(game(key)).values() if puzzle.turns == 1][:2]
    solve(browser, key, first)
    assert browser.get_json("/api/learn")["streak"] == 1
    position = second.start(game(key))
    wrong = next(
        position.write_move(move) for move in position.moves() if position.write_turn([move]) not in second.solution
    )
    path = f"/api/learn/{key}/puzzles/{second.id}"
    tried = browser.post_json(f"{path}/try", {"moves": [wrong]})
    assert (tried["verdict"], tried["moves"]) == ("wrong", [])
    assert tried["position"]["position"]["text"] == position.text()
    assert tried["effects"], "it is shown before it is taken back"
    assert browser.get_json(path)["state"] == "missed"
    solve(browser, key, second)
    assert browser.get_json(path)["state"] == "solved"
    view = browser.get_json("/api/learn")
    assert (view["streak"], view["best_streak"]) == (0, 1)
    course = next(one for one in view["courses"] if one["game"] == key)
    assert course["puzzles_solved"] == 2


def wrong_moves(key: str, puzzle: Puzzle) -> list[str]:
    """Return the moves of a whole turn that does not solve a puzzle."""
    position = puzzle.start(game(key))
    ways = (position.read_turn(turn) for turn in turns_of(position))
    wrong = next(way for way in ways if judge(PuzzlePosition(puzzle.goal, position, puzzle.solution), way) is None)
    texts = []
    for move in wrong:
        texts.append(position.write_move(move))
        position.play(move)
    return texts


@pytest.mark.parametrize("key", GAMES)
def test_a_wrong_turn_is_refuted_on_the_board_and_in_words(browser: Browser, key: str) -> None:
    for puzzle in {puzzle.goal: puzzle for puzzle in puzzles_of(game(key)).values()}.values():
        path = f"/api/learn/{key}/puzzles/{puzzle.id}"
        moves = wrong_moves(key, puzzle)
        tried = browser.post_json(f"{path}/try", {"moves": moves})
        shown = browser.post_json(f"{path}/refutation", {"moves": moves})
        assert tried["verdict"] == "wrong"
        position = puzzle.start(game(key))
        for text in moves:
            position.play(position.read_move(text))
        if position.is_over():
            assert shown["effects"] == []
            assert shown["position"]["outcome"]["text"] in shown["text"]
            continue
        stands = browser.post_json(
            "/api/positions", {"share": tried["position"]["share"], "moves": [*moves, *replied(position, shown)]}
        )
        assert stands["position"]["text"] == shown["position"]["position"]["text"], "the sentence matches the position"


def replied(position: Position, shown: Json) -> list[str]:
    """Return the moves of the reply that a refutation names."""
    turns = turns_of(position)
    named = [turn for turn, after in turns.items() if turn in shown["text"].replace(".", "").replace(":", "").split()]
    assert named, shown["text"]
    walker, texts = position.copy(), []
    for move in position.read_turn(max(named, key=len)):
        texts.append(walker.write_move(move))
        walker.play(move)
    return texts


def test_only_a_wrong_turn_is_refuted_and_counts_as_an_attempt(browser: Browser) -> None:
    key = "yinsh"
    puzzle = next(puzzle for puzzle in puzzles_of(game(key)).values() if puzzle.turns == 1 and puzzle.goal == "win")
    path = f"/api/learn/{key}/puzzles/{puzzle.id}"
    right = puzzle.start(game(key)).read_turn(next(iter(puzzle.solution)))
    position, texts = puzzle.start(game(key)), []
    for move in right:
        texts.append(position.write_move(move))
        position.play(move)
    for moves in ([], ["nonsense"], texts[:1], texts):
        assert browser.post(f"{path}/refutation", {"moves": moves}).status_code == 400, moves
    assert browser.get_json(path)["state"] == "new"
    assert browser.post_json(f"{path}/refutation", {"moves": wrong_moves(key, puzzle)})["text"]
    assert browser.get_json(path)["state"] == "missed", "nobody finds out for nothing what is wrong"


def test_a_hint_points_to_the_turn_and_a_solution_shows_it_all(browser: Browser) -> None:
    key = "yinsh"
    puzzle = next(puzzle for puzzle in puzzles_of(game(key)).values() if puzzle.turns == 3)
    path = f"/api/learn/{key}/puzzles/{puzzle.id}"
    clue = browser.post_json(f"{path}/hint", {"moves": []})
    assert clue["text"]
    first = puzzle.start(game(key)).read_turn(next(iter(puzzle.solution)))[0]
    assert clue["sites"] == [puzzle.start(game(key)).picks(first)[0][0]]
    shown = browser.post_json(f"{path}/solution", {"moves": []})
    assert len(shown["turns"]) == 2 * puzzle.turns - 1
    assert len(shown["effects"]) == len(shown["moves"])
    assert browser.get_json(path)["state"] == "missed"
    solve(browser, key, puzzle)
    assert browser.get_json(path)["state"] == "solved", "but not at the first try"


def test_an_illegal_puzzle_move_is_refused_and_nothing_is_stored(browser: Browser) -> None:
    key = "sim"
    puzzle = next(puzzle for puzzle in puzzles_of(game(key)).values() if puzzle.turns == 2)
    path = f"/api/learn/{key}/puzzles/{puzzle.id}"
    (turn, answer), *_ = puzzle.solution.items()
    assert answer is not None
    other = next(
        text
        for text in (game(key).start().write_move(move) for move in game(key).start().moves())
        if text not in (turn, answer.reply)
    )
    for moves, status in (
        ([], 400),
        (["nonsense"], 400),
        ([turn, other, "1-2"], 400),
        ([turn] * 300, 413),
        ([turn, answer.reply, next(iter(answer.then)), turn], 400),
    ):
        assert browser.post(f"{path}/try", {"moves": moves}).status_code == status, moves
    assert browser.get_json(path)["state"] == "new"
    assert browser.get(f"/api/learn/{key}/puzzles/none").status_code == 404
    assert browser.get("/api/learn/chess").status_code == 404
    assert browser.post(f"/api/learn/{key}/steps/none/try", {"moves": []}).status_code == 404


def test_each_person_has_their_own_order_and_signing_up_keeps_solved_puzzles(browser: Browser, other: Browser) -> None:
    key = "pylos"
    puzzle = next(iter(puzzles_of(game(key)).values()))
    solve(browser, key, puzzle)
    solve(other, key, puzzle)
    mine, theirs = (
        [puzzle["id"] for puzzle in one.get_json(f"/api/learn/{key}/puzzles")["puzzles"]] for one in (browser, other)
    )
    assert sorted(mine) == sorted(theirs)
    assert mine != theirs
    again = browser.get_json(f"/api/learn/{key}/puzzles")["puzzles"]
    assert mine == [one["id"] for one in again], "the same all day"
    difficulty = [(one["state"] == "clean", one["grade"], one["turns"]) for one in again]
    assert difficulty == sorted(difficulty)
    browser.post_json("/api/sign-up", {"name": "Puzzler", "password": "correct horse battery staple", "adopt": True})
    assert browser.get_json(f"/api/learn/{key}/puzzles/{puzzle.id}")["state"] == "clean"
    assert [one["item"] for one in browser.get_json("/api/me/export")["learned"]] == [puzzle.id]


@pytest.mark.parametrize("key", keys())
def test_a_lesson_is_completed_step_by_step(browser: Browser, key: str) -> None:
    lesson = browser.get_json(f"/api/learn/{key}")
    assert not any(step["done"] for step in lesson["steps"])
    for info, step in zip(lesson["steps"], steps_of(game(key)), strict=True):
        path = f"/api/learn/{key}/steps/{info['key']}"
        view = browser.get_json(path)
        assert (view["title"], view["task"]) == (step.title, step.task)
        assert len(view["examples"]) == len(step.example)
        assert all(example["says"]["text"] for example in view["examples"])
        assert browser.post_json(f"{path}/try", {"moves": done_by(key, step)})["verdict"] == "solved"
    assert all(step["done"] for step in browser.get_json(f"/api/learn/{key}")["steps"])
    course = next(one for one in browser.get_json("/api/learn")["courses"] if one["game"] == key)
    assert course["steps_done"] == course["steps"] == len(lesson["steps"])


def done_by(key: str, step: LessonStep) -> list[str]:
    """Return moves that do what a step asks for."""
    position = step.start(game(key))
    if not step.task:
        return []
    moves = read_wanted(position, step.want[0]) if step.want else position.moves()[:1]
    texts = []
    while moves:
        move = moves.pop(0)
        texts.append(position.write_move(move))
        last = position.turn_over(move)
        position.play(move)
        if not moves and not last:
            moves = position.moves()[:1]
    return texts


def test_a_step_is_not_done_by_another_turn_and_no_further_than_its_turn(browser: Browser) -> None:
    path = "/api/learn/surakarta/steps/step/try"
    tried = browser.post_json(path, {"moves": ["4,0-3,0"]})
    assert (tried["verdict"], tried["moves"]) == ("wrong", [])
    assert "4,2" in tried["text"]
    for moves in (["4,2-2,2"], ["4,2-3,2", "1,1-2,1"], []):
        assert browser.post(path, {"moves": moves}).status_code == 400
    assert not browser.get_json("/api/learn/surakarta")["steps"][1]["done"]


def test_a_plain_game_without_a_lesson_says_so(browser: Browser) -> None:
    load(HEXAPAWN)
    lesson = browser.get_json("/api/learn/hexapawn")
    assert (lesson["title"], lesson["steps"], lesson["puzzles"]) == ("Hexapawn", [], 0)
    assert browser.get_json("/api/learn/hexapawn/puzzles")["puzzles"] == []
