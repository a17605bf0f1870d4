"""Sentences of Surakarta: explanations, descriptions of moves, prompts, results."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour.games.surakarta
from parlour.games import Message, Position
from parlour.games.contract.display import Picks
from parlour.games.surakarta.explain import CORNERS
from tests.games.surakarta.examples import BOARD, EXAMPLES, OPTIONS, SURAKARTA, captures, example, read, site


def spoken(message: Message) -> str:
    return SURAKARTA.sentence(message, OPTIONS, ["Ada", "Bo"])


def explained(position: Position, *labels: str) -> str:
    picks: Picks = tuple(site(label) for label in labels)
    return spoken(position.explain(picks))


@pytest.mark.parametrize(
    ("name", "labels", "sentence"),
    [
        ("W1", (), "Move a piece one point, or capture round a loop."),
        ("W1", ("2,2",), "Choose one of your own pieces first: 2,2 is empty."),
        ("W1", ("1,1",), "Choose one of your own pieces first: the piece on 1,1 is Bo’s."),
        ("W1", ("1,1", "2,1"), "Choose one of your own pieces first: the piece on 1,1 is Bo’s."),
        ("W1", ("5,0",), "The piece on 5,0 cannot move: no neighbouring point is free and it cannot capture anything."),
        ("W1", ("4,0",), "Choose where the piece on 4,0 goes: 3,0, 3,1."),
        ("W2", ("4,1",), "Choose where the piece on 4,1 goes: 1,1, 1,4, 3,0, 3,1, 3,2, 4,0, 4,2, 5,0, 5,1, 5,2."),
        ("W1", ("4,0", "4,0"), "A piece cannot stay where it is."),
        ("W1", ("4,0", "4,1"), "Your own piece is on 4,1."),
        ("W1", ("4,0", "3,2"), "3,2 is not next to 4,0: a step goes one point in any direction."),
        ("W1", ("4,0", "3,0"), "Ada moves from 4,0 to 3,0."),
        ("W1", ("4,0", "3,0", "2,0"), "A move consists of two points: where the piece is and where it goes."),
        (
            "W1",
            ("4,1", "1,1"),
            "A capture must go round a loop: there is none straight from 4,1 to 1,1, "
            "and your own piece on 4,0 blocks the way round one.",
        ),
        ("W2", ("4,1", "1,1"), "Ada slides from 4,1 round a loop and captures on 1,1."),
        (
            "W2",
            ("3,3", "1,1"),
            "3,3 is only on the outer track and 1,1 only on the inner one: a capture stays on one track.",
        ),
        (
            "W4",
            ("4,1", "1,1"),
            "A capture must go round a loop: there is none straight from 4,1 to 1,1, "
            "and your own piece on 5,1 blocks the way round one.",
        ),
        ("W6", ("4,3", "4,0"), "Ada slides from 4,3 round 4 loops and captures on 4,0."),
        (
            "W7",
            ("4,2", "1,2"),
            "A capture must go round a loop: there is none straight from 4,2 to 1,2, "
            "and your own piece on 4,1 blocks the way round one.",
        ),
        (
            "W7",
            ("5,2", "1,2"),
            "A capture must go round a loop: there is none straight from 5,2 to 1,2, "
            "and your own piece on 4,3 blocks the way round one.",
        ),
        ("W8", ("5,1", "4,3"), "The enemy piece on 4,0 blocks the way from 5,1 to 4,3."),
        (
            "W8",
            ("5,1", "0,1"),
            "A capture must go round a loop: there is none straight from 5,1 to 0,1, "
            "and the enemy piece on 4,0 blocks the way round one.",
        ),
        ("W9", ("0,1", "1,4"), "Your own piece on 1,1 blocks every way from 0,1 to 1,4."),
        ("W11", ("0,1", "1,4"), "The enemy piece on 1,1 blocks every way from 0,1 to 1,4."),
        (
            "W12",
            ("0,1", "0,2"),
            "0,1 is only on the inner track and 0,2 only on the outer one: a capture stays on one track.",
        ),
        ("W13", ("2,1", "5,0"), "5,0 is a corner: it is not on a track, so nothing can be captured there."),
        ("W13", ("0,0", "5,5"), "0,0 is a corner: it is not on a track, so nothing can be captured from there."),
        ("W17", ("0,0", "0,1"), "The game is over."),
    ],
)
def test_an_attempt_is_explained(name: str, labels: tuple[str, ...], sentence: str) -> None:
    position = example(name)
    before = position.text()
    assert explained(position, *labels) == sentence
    assert position.text() == before


def test_w4_names_the_other_end_of_the_loop_when_that_is_closed() -> None:
    position = read("....../.O..O./....../....../XX..../......")
    assert "your own piece on 4,0 blocks the way round one" in explained(position, "4,1", "1,1")


@pytest.mark.parametrize("picks", [(-1,), (36,), (0, 99), ("done",), ("",), (10**12, 0)])
def test_clicks_outside_the_board_are_explained(picks: Picks) -> None:
    assert spoken(example("W2").explain(picks)) == "There is no such place on this board."


@given(st.lists(st.sampled_from("...XXO"), min_size=36, max_size=36))
def test_a_refused_capture_names_a_blocking_piece(signs: list[str]) -> None:
    for n, sign in enumerate(signs):
        if sign != "." and signs[:n].count(sign) >= 12:
            signs[n] = "."
    if "X" not in signs or "O" not in signs:
        return
    position = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))
    if position.is_over():
        return
    legal = captures(position)
    for one in (n for n in range(36) if signs[n] == "X"):
        for other in (n for n in range(36) if signs[n] == "O"):
            message = position.explain((one, other))
            kind = message.key.removeprefix("surakarta.")
            ends = BOARD.sites[one].label, BOARD.sites[other].label
            if f"{ends[0]}x{ends[1]}" in legal:
                assert kind == "capture"
            elif {one, other} & CORNERS:
                assert kind.startswith("explain.no-track")
            elif kind not in ("explain.inner-only", "explain.outer-only"):
                blocker = site(str(message.params["blocker"]))
                assert blocker not in (one, other)
                assert signs[blocker] == ("X" if kind.endswith("-own") else "O")
                # Removing the blocking pieces one by one ends in a legal capture or another blocker.
                lifted = [*signs[:blocker], ".", *signs[blocker + 1 :]]
                after = read("/".join("".join(lifted[n : n + 6]) for n in range(0, 36, 6)))
                assert after.explain((one, other)).params.get("blocker") != message.params["blocker"]


@pytest.mark.parametrize(
    ("name", "move", "sentence", "notices"),
    [
        ("W1", "4,5-3,5", "Ada moves from 4,5 to 3,5.", []),
        ("W5", "0,2x2,0", "Ada slides from 0,2 round a loop and captures on 2,0.", ["12 pieces captured by Ada."]),
        ("W6", "4,3x4,0", "Ada slides from 4,3 round 4 loops and captures on 4,0.", ["12 pieces captured by Ada."]),
    ],
)
def test_a_move_and_its_effects_are_described(name: str, move: str, sentence: str, notices: list[str]) -> None:
    position = example(name)
    number = position.read_move(move)
    assert spoken(position.describe(number)) == sentence
    assert [spoken(notice) for notice in position.notices(number)] == notices


def test_the_first_captured_piece_is_one_piece() -> None:
    position = SURAKARTA.read("222222/2.2222/...1../....../111111/111.11 1 0")
    move = position.moves()[0]
    assert "x" in position.write_move(move)
    assert [spoken(notice) for notice in position.notices(move)] == ["2 pieces captured by Ada."]
    position = SURAKARTA.read("222222/222222/...1../....../111111/111.11 1 0")
    move = position.moves()[0]
    assert "x" in position.write_move(move)
    assert [spoken(notice) for notice in position.notices(move)] == ["1 piece captured by Ada."]


@pytest.mark.parametrize(
    ("quiet", "ending", "notices"),
    [
        (38, "standard", []),
        (39, "standard", ["10 more moves without a capture end the game."]),
        (48, "standard", ["1 more move without a capture ends the game."]),
        (49, "standard", []),
        (45, "endless", []),
    ],
)
def test_the_last_moves_before_the_end_are_announced(quiet: int, ending: str, notices: list[str]) -> None:
    position = read(EXAMPLES["W13"][0], quiet=quiet, ending=ending)
    assert [spoken(notice) for notice in position.notices(position.moves()[0])] == notices


def test_the_prompt_says_what_to_do_or_that_it_is_over() -> None:
    assert spoken(SURAKARTA.start().prompt()) == "Move a piece one point, or capture round a loop."
    assert spoken(example("W1", seat=1).prompt()) == "Move a piece one point, or capture round a loop."
    assert spoken(example("W17").prompt()) == "The game is over."


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (example("W17"), "Ada cannot move"),
        (read("X...../....../....../....../....../......"), "Bo has no pieces left"),
        (read("X...../....../....../....../....../.....O", quiet=50), "there was no progress for too long"),
    ],
)
def test_the_result_is_described(position: Position, sentence: str) -> None:
    assert spoken(position.why_over()) == sentence


def test_every_template_is_used_and_every_word_has_one() -> None:
    folder = Path(parlour.games.surakarta.__file__).parent
    names = ("game.py", "position.py", "notation.py", "explain.py", "setup_check.py", "legacy.py", "legacy_database.py")
    source = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    templates = set(SURAKARTA.catalogue())
    declared = {f"{why}.{reason}" for reason in SURAKARTA.reasons for why in ("reason", "why")} | {"score.captured"}
    declared |= {f"aid.{kind}" for kind in ("capture", "danger", "loop")} | {"counter.captureless"}
    declared |= {f"count.{key}" for key in ("capture", "slide")} | {f"why.{why}" for why in ("captured", "stuck")}
    declared |= {"feat.flawless"} | {f"puzzle.{goal}.{part}" for goal in ("win", "gain") for part in ("name", "task")}
    built = {f"explain.{why}-{whose}" for why in ("straight", "everywhere", "blocked") for whose in ("own", "enemy")}
    written = set(re.findall(r'\.message\(\s*"([a-z.-]+)"', source))
    written |= set(re.findall(r'"surakarta\.([a-z.-]+)"', source))
    written |= set(re.findall(r'"(explain\.[a-z-]+)"', source))
    coach = (folder / "coach.py").read_text(encoding="utf-8")
    written |= {
        f"turn-reason.{key}" for call in re.findall(r"add\((.*)", coach) for key in re.findall(r'"([a-z-]+)"', call)
    }
    assert templates - declared - built == written
    assert built <= templates
    assert {"reason.captured", "reason.stuck"} <= templates
