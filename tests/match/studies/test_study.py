"""Studies: trees of moves, read and written in both forms, replayed through the rules."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import RecordError
from parlour.games import game
from parlour.games.registry import own_keys
from parlour.match.records.json_format import write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from parlour.match.studies.study import MARKS, Study, StudyNode, Walker, checked, read_study_json, write_study_json
from parlour.match.studies.text_format import read_study, write_study

KEYS = [*own_keys(), "hexapawn", "toy"]
ARROWS = ((), (("4,0", "3,0"), ("1,1", "1,1")))
WORDS = ["quiet", "12 is too many", "- a dash", "-> no arrow", "= no name", "a } brace and a \\ too", "{", "( )", ""]


def random_study(key: str, random: Random, size: int = 40) -> Study:
    """Return a tree that branches anywhere, even within turns."""
    found = game(key)
    walker = Walker(found.start(), [StudyNode()])
    known: set[tuple[int, str]] = set()
    for _ in range(size):
        walker.go(random.choice([walker.at, len(walker.nodes) - 1, random.randrange(len(walker.nodes))]))
        moves = walker.position.moves()
        if not moves:
            continue
        text = walker.position.write_move(random.choice(moves))
        if (walker.at, text) not in known:
            known.add((walker.at, text))
            walker.add(StudyNode(text=text))
    start = found.start()
    return checked(Study(key, dict(start.options), start.text(), tuple(walker.nodes), None, {"Title": 'a "test"'}))


def annotated(study: Study, random: Random) -> Study:
    """Return the study with comments where the text form allows them: at the ends of turns and starts of variations."""
    below = study.children()
    nodes = list(study.nodes)
    nodes[0] = msgspec.structs.replace(nodes[0], comment=random.choice(WORDS), name="start")
    for n, position in study.positions():
        if n and position.seat != seat_before(study, n):
            mark, quiz = random.choice(["", *MARKS]), random.choice([None, "", *WORDS])
            nodes[n] = msgspec.structs.replace(
                nodes[n], comment=random.choice(WORDS), mark=mark, quiz=quiz, seconds=None
            )
            if study.game == "surakarta":
                nodes[n] = msgspec.structs.replace(nodes[n], arrows=random.choice(ARROWS))
        if n and below[nodes[n].parent][0] != n:
            nodes[n] = msgspec.structs.replace(nodes[n], name=random.choice(["", "The other side", "= 2 }"]))
    return msgspec.structs.replace(study, nodes=tuple(nodes))


def seat_before(study: Study, node: int) -> int:
    walker = Walker(study.opening(), study.nodes)
    walker.go(study.nodes[node].parent)
    return walker.position.seat


@pytest.mark.parametrize("key", KEYS)
def test_trees_of_every_game_survive_both_forms(key: str) -> None:
    random = Random(key)
    for _ in range(8):
        study = random_study(key, random)
        assert read_study_json(write_study_json(study)) == study
        assert read_study(write_study_json(study, indent=0)) == study
        study_with_notes = annotated(study, random)
        assert read_study_json(write_study_json(study_with_notes)) == study_with_notes
        assert read_study(write_study(study_with_notes)) == study_with_notes, write_study(study_with_notes)


@pytest.mark.parametrize("key", KEYS)
def test_every_record_is_a_study_of_one_line(key: str) -> None:
    position = game(key).start()
    position.play_random(5, 30)
    record = Record.of(position, {"Seat1": "Anna"}, [1.5] * len(position.played))
    study = Study.of(record)
    assert study.record() == record
    assert read_study(write_record(record)) == study
    assert read_study(write_json(record)) == study
    assert read_record(write_record(read_study(write_study(study)).record())) == record


def test_the_main_line_is_numbered_by_plies_and_lines_lead_to_nodes() -> None:
    study = read_study('[Game "surakarta"]\n\n4,0-3,0 ( 4,1-3,1 {= Other} 1,1-2,1 ( 1,2-2,2 ) ) 1,1-2,1 {well} *')
    assert study.main_line() == [0, 1, 2]
    assert [study.nodes[n].text for n in study.line(5)] == ["", "4,1-3,1", "1,2-2,2"]
    assert study.nodes[3].name == "Other"
    assert [move.comment for move in study.record().moves] == ["", "well"]
    texts = {n: position.text() for n, position in study.positions()}
    assert len(set(texts.values())) == 6


def test_a_quiz_moment_is_a_comment_that_older_readers_show() -> None:
    study = read_study('[Game "surakarta"]\n\n{=?} 4,0-3,0 {=? Which capture?} ( 4,1-3,1 {- =? no quiz} ) 1,1-2,1 *')
    assert [node.quiz for node in study.nodes] == ["", "Which capture?", None, None]
    assert study.nodes[3].comment == "=? no quiz"
    assert read_study(write_study(study)) == study
    too_long = msgspec.structs.replace(study, nodes=(StudyNode(quiz="x" * 201),))
    with pytest.raises(RecordError, match="at most 200"):
        checked(too_long)


def test_a_variation_may_stop_within_a_turn() -> None:
    start = game("yinsh").start()
    random = Random(4)
    walker = Walker(start, [StudyNode()])
    while True:  # until a seat has a row to remove
        move = random.choice(walker.position.moves())
        over = walker.position.turn_over(move)
        walker.add(StudyNode(text=walker.position.write_move(move)))
        if not over:
            break
    study = checked(Study("yinsh", {}, "", tuple(walker.nodes)))
    assert "…" in write_study(study)
    assert read_study(write_study(study)) == study


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("( 4,0-3,0 )", "Line 3, column 1: A variation must follow the move"),
        ("4,0-3,0 ( 4,1-3,1", "Line 3: A variation has no closing"),
        ("4,0-3,0 )", "Line 3, column 9: Unexpected closing parenthesis: there is no variation to close."),
        ("4,0-3,0 ( )", "Line 3, column 11: This variation is empty."),
        ("! 4,0-3,0", "Line 3, column 1: There is no move before this symbol."),
        ("4,0-3,0 ( 4,0-4,4 )", "Line 3, column 11: "),
        ("4,0-3,0 {1 2}", "Line 3, column 9: There are 2 times for a turn of 1 moves."),
        ("4,0-3,0 * 1,1-2,1", "Line 3, column 11: “*” is followed by"),
    ],
)
def test_unreadable_input_is_reported_with_its_place(words: str, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_study(f'[Game "surakarta"]\n\n{words}')
    assert str(caught.value).startswith(fault)


@pytest.mark.parametrize(
    ("nodes", "fault"),
    [
        ([], "$.nodes: the first node must be the start"),
        ([StudyNode(), StudyNode(3, "4,0-3,0")], "$.nodes[1].parent: 3 is not an earlier node."),
        (
            [StudyNode(), StudyNode(0, "4,0-3,0"), StudyNode(0, "40-30")],
            "$.nodes[2]: “4,0-3,0” already exists as a variation here.",
        ),
        ([StudyNode(), StudyNode(0, "4,0-4,9")], "$.nodes[1]: "),
        ([StudyNode(comment="x" * 5000)], "$.nodes[0].comment: a comment may have at most"),
        ([StudyNode(), StudyNode(0, "4,0-3,0", seconds=-1)], "$.nodes[1].seconds: -1"),
        ([StudyNode(name="x" * 100)], "$.nodes[0].name: a name may have at most"),
    ],
)
def test_invalid_trees_are_refused(nodes: list[StudyNode], fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        checked(Study("surakarta", {}, "", tuple(nodes)))
    assert str(caught.value).startswith(fault)


def test_a_study_of_one_very_long_line_is_read() -> None:
    there_and_back = ["4,0-3,0", "1,1-2,1", "3,0-4,0", "2,1-1,1"]
    nodes = [StudyNode(), *(StudyNode(n, there_and_back[n % 4]) for n in range(2_000))]
    study = checked(Study("surakarta", {"ending": "endless"}, "", tuple(nodes)))
    assert read_study(write_study(study)) == study
    assert read_study(write_study_json(study)) == study


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["4,0-3,0", "1,1-2,1", "(", ")", "!", "{x}", "{= n}", "…4,1-3,1", "1.", "*"])))
def test_any_token_sequence_is_read_or_refused(words: list[str]) -> None:
    with suppress(RecordError):
        study = read_study('[Game "surakarta"]\n\n' + " ".join(words))
        assert read_study(write_study(study)).record() == study.record()


def test_a_record_says_that_variations_belong_to_studies() -> None:
    with pytest.raises(RecordError, match=r"Line 3, column 9: A record cannot have variations; this is a study\."):
        read_record('[Game "surakarta"]\n\n4,0-3,0 ( 4,1-3,1 )')


@pytest.mark.parametrize(
    ("text", "why"),
    [("{-> 4,0 3,0 4,1}", "alone"), ("{-> 4,0 9,9}", "“9,9”"), ("{-> " + "4,0 3,0 " * 41 + "}", "at most 40")],
)
def test_arrows_that_cannot_be_drawn_are_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read_study(f'[Game "surakarta"]\n\n4,0-3,0 {text}\n')
