"""The two legacy JSON formats of YINSH."""

import json
from random import Random
from typing import Any

import pytest

from parlour.errors import RecordError
from parlour.games import game
from parlour.games.contract.display import Outcome
from parlour.games.contract.position import Position
from parlour.match.records.imports import read_any
from parlour.match.records.json_format import read_json, write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record

COLOURS = ("white", "black")


def played(seed: int, plies: int = 400) -> Position:
    position = game("yinsh").start()
    position.play_random(seed, plies)
    return position


def actions(position: Position) -> list[str]:
    """Return the moves of a game as the earlier program wrote them."""
    walker = game("yinsh").start()
    written: list[str] = []
    for move in position.played:
        text = walker.write_move(move).upper()
        if text.startswith("X") and "-" not in text:
            written[-1] += text[1:]
        elif text.startswith("X"):
            written.append(f"{COLOURS[walker.seat]}:x{text[1:]};")
        elif text != "PASS":
            written.append(f"{COLOURS[walker.seat]}:{text}")
        walker.play(move)
    return written


def old_file(moves: list[str], **more: Any) -> str:
    return json.dumps({"white": "Anna", "black": "Ben", "moves": moves, **more}, indent=2)


def same(record: Record, position: Position) -> bool:
    replayed: Position = record.replay()
    return replayed.text() == position.text() and replayed.played == position.played


VARIANTS = {
    "as documented": lambda text: text,
    "small letters": lambda text: text.lower(),
    "no x": lambda text: text.replace(":x", ":"),
    "no colon": lambda text: text.replace(":", ""),
    "neither": lambda text: text.replace(":x", ""),
    "hyphen for colon": lambda text: text.replace(":", "-"),
    "colon for hyphen": lambda text: text.replace("-", ":"),
    "blanks": lambda text: text.replace(":", " : ").replace(";", " ; "),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_are_read_in_every_way_they_were_written(variant: str) -> None:
    rows = elevens = 0
    for seed in range(25):
        position = played(seed)
        written = [VARIANTS[variant](action) for action in actions(position)]
        (record,) = read_any(old_file(written))
        assert same(record, position)
        assert record.tags == {"Seat1": "Anna", "Seat2": "Ben"}
        rows += sum(";" in action for action in written)
        elevens += sum("11" in action or "10" in action for action in written)
    assert rows > 10
    assert elevens > 10


def test_the_last_ring_may_be_missing() -> None:
    for seed in range(60):
        position = played(seed)
        written = actions(position)
        if written[-1].startswith(("white:x", "black:x")):
            written[-1] = written[-1].split(";")[0] + ";"
            (record,) = read_any(old_file(written))
            assert len(record.moves) == len(position.played) - 1
            return
    pytest.fail("no game ended with a ring")


def test_the_newer_file_has_turns_times_and_a_result() -> None:
    position = played(3, 200)
    lines = write_record(Record.of(position)).split("\n\n")[1].split("\n")
    turns = [word for line in lines for word in line.split() if not word.rstrip(".").isdigit() and word != "*"]
    turns = [turn for turn in turns if turn not in ("1-0", "0-1", "1/2-1/2")]
    text = json.dumps(
        {
            "format": "yinsh-game",
            "version": 2,
            "variant": "standard",
            "white": {"name": "A", "kind": "human"},
            "black": {"name": "B", "kind": "computer", "level": "hard", "style": "balanced"},
            "clock": {"white_s": 600, "black_s": 600, "increment_s": 0},
            "started": "2025-01-31T18:00:00Z",
            "moves": turns,
            "times_ms": [1200, 900],
        }
    )
    (record,) = read_any(text)
    assert same(record, position)
    assert record.tags == {"Seat1": "A", "Seat2": "B", "Bot2": "hard balanced", "Date": "2025-01-31T18:00:00Z"}
    assert [move.seconds for move in record.moves[:3]] == [1.2, 0.9, None]
    assert record.extra == {"clock": {"white_s": 600, "black_s": 600, "increment_s": 0}}
    assert read_record(write_record(record)).extra == record.extra
    assert read_json(write_json(record)) == record


def test_a_result_away_from_the_board_is_kept() -> None:
    (record,) = read_any(old_file(["white:F6"], result={"winner": "black", "reason": "resign"}))
    assert record.outcome == Outcome((0.0, 1.0), "resign")
    (record,) = read_any(old_file(["white:F6"], result={"winner": "draw"}, variant="blitz"))
    assert record.outcome == Outcome((0.5, 0.5), "adjudication")
    assert record.options["rings"] == 1


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["white:F6", "white:E5"], "$.moves[1], “white:E5”: It is Black’s turn."),
        (["white:A1"], "$.moves[0], “white:A1”: "),
        (["white:F6", "black:F6"], "$.moves[1], “black:F6”: "),
        (["white:F12"], "$.moves[0], “white:F12”: "),
        ([7], "$.moves[0] is not the text of an action."),
        (["x" * 101], "$.moves[0] is not the text of an action."),
        (["white:xC1-C5;E6"], "$.moves[0], “white:xC1-C5;E6”: "),
    ],
)
def test_a_broken_file_is_refused_with_its_place_and_the_reason(moves: list[Any], sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(old_file(moves))
    assert str(fault.value).startswith(sentence)


def test_a_ring_missing_before_the_end_is_reported() -> None:
    random = Random(1)
    for seed in range(60):
        written = actions(played(seed))
        rows = [n for n, action in enumerate(written[:-1]) if ":x" in action]
        if rows:
            at = random.choice(rows)
            written[at] = written[at].split(";")[0] + ";"
            with pytest.raises(RecordError, match="The ring that belongs to the row is missing"):
                read_any(old_file(written))
            return
    pytest.fail("no game with a row")
