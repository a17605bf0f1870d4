"""Records round-trip in both forms, and errors name their place."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import RecordError
from parlour.games import game
from parlour.games.conformance import option_sets
from parlour.games.contract.display import Outcome
from parlour.games.registry import own_keys
from parlour.match.records.json_format import read_json, read_json_records, write_json
from parlour.match.records.record import MAX_CHARACTERS, Record, RecordedMove
from parlour.match.records.text_format import read_record, read_records, write_record, write_records

KEYS = [*own_keys(), "hexapawn", "toy"]
SURAKARTA = '[Game "surakarta"]\n'
TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30)


def random_record(key: str, random: Random, limit: int = 200) -> Record:
    found = game(key)
    options = random.choice(list(option_sets(found, random, 3)))
    position = found.start(options)
    position.play_random(random.randrange(1 << 30), random.choice([0, 1, 2, 3, 7, 20, limit]))
    seconds = [random.choice([0.0, 0.5, 12.345, 600.0]) for _ in position.played] if random.random() < 0.5 else None
    outcome = None
    if not position.is_over() and random.random() < 0.5:
        seats = len(found.sides(options))
        loser = random.randrange(seats)
        outcome = Outcome(tuple(float(seat != loser) for seat in range(seats)), random.choice(["resign", "time"]))
    return Record.of(position, {"Seat1": "Anna", "Event": 'a "test" \\ of \u2028 all'}, seconds, outcome)


# ---- Round trips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_random_games_of_every_game_survive_both_forms(key: str) -> None:
    random = Random(key)
    for _ in range(12):
        record = random_record(key, random)
        text = write_record(record)
        assert read_record(text) == record, text
        assert write_record(read_record(text)) == text
        assert read_json(write_json(record)) == record
        assert read_json(write_json(record, indent=0)) == record
        assert record.replay().text() == read_record(text).replay().text()


@pytest.mark.parametrize("key", KEYS)
def test_every_game_can_be_stopped_in_the_middle_of_a_turn(key: str) -> None:
    random = Random(key)
    position = game(key).start()
    for _ in range(60):
        moves = position.moves()
        if not moves:
            break
        position.play(random.choice(moves))
        record = Record.of(position, {}, [1.5] * len(position.played))
        assert read_record(write_record(record)) == record
        assert read_json(write_json(record)) == record


def test_a_file_may_contain_several_records() -> None:
    random = Random(1)
    records = [random_record(key, random, 20) for key in KEYS for _ in range(2)]
    assert read_records(write_records(records)) == records
    assert read_json_records(write_json(records)) == records
    assert read_json_records("[]") == []


@given(
    comments=st.lists(TEXT, max_size=4),
    tags=st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,8}x", fullmatch=True), TEXT, max_size=3),
    seconds=st.none() | st.floats(0, 9_999_999).map(lambda time: round(time, 3)),
)
def test_comments_times_and_unknown_tags_survive(
    comments: list[str], tags: dict[str, str], seconds: float | None
) -> None:
    texts = ["4,0-3,0", "1,1-2,1", "4,1-3,1", "1,2-2,2"]
    start = game("surakarta").start()
    moves = tuple(
        RecordedMove(text, seconds, " ".join(comment.split())) for text, comment in zip(texts, comments, strict=False)
    )
    record = Record("surakarta", dict(start.options), start.text(), moves, None, tags)
    assert read_record(write_record(record)) == record
    assert read_json(write_json(record)) == record


def test_comments_may_contain_braces_backslashes_numbers_and_lines() -> None:
    moves = '4,0-3,0 {1.5 a \\} b \\\\ c\n[Game "no"] d} {- 7 is a number}'
    record = read_record(f"{SURAKARTA}\n1. {moves}")
    assert record.moves[0].seconds == 1.5
    assert record.moves[0].comment == 'a } b \\ c [Game "no"] d 7 is a number'
    assert read_record(write_record(record)) == record
    assert read_records(f"{SURAKARTA}\n1. {moves}\n{SURAKARTA}") == [record, read_record(SURAKARTA)]


def test_the_text_form_matches_its_documentation() -> None:
    position = game("surakarta").start()
    for text in ("4,0-3,0", "1,1-2,1"):
        position.play(position.read_move(text))
    record = Record.of(position, {"Seat1": "Anna", "Seat2": "Ben"}, [2.5, 4.1], Outcome((1.0, 0.0), "resign"))
    assert write_record(record) == (
        '[Game "surakarta"]\n[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Result "1-0"]\n[Reason "resign"]\n\n'
        "1. 4,0-3,0 {2.5} 1,1-2,1 {4.1}\n1-0\n"
    )


def test_an_aborted_game_keeps_its_reason_as_a_tag() -> None:
    record = read_record(f'{SURAKARTA}[Reason "abort"]\n\n4,0-3,0 *')
    assert record.outcome is None
    assert record.tags == {"Reason": "abort"}
    assert read_record(write_record(record)) == record
    assert read_json(write_json(record)) == record


def test_a_record_may_begin_with_a_mark_of_byte_order_and_have_any_line_ends() -> None:
    for end in ("\n", "\r\n", "\r"):
        record = read_record(f"\ufeff{SURAKARTA}\n1. 4,0-3,0\n{{a\nb}}\n*\n".replace("\n", end))
        assert [move.text for move in record.moves] == ["4,0-3,0"]
        assert record.moves[0].comment == "a b"


def test_keys_that_other_programs_wrote_survive_both_forms() -> None:
    plain = msgspec.json.decode(write_json(read_record(SURAKARTA + "4,0-3,0")))
    plain["studio"] = {"camera": [1, 2.5, None], "note": 'say "hi"\n'}
    record = read_json(msgspec.json.encode(plain).decode())
    assert record.extra == {"studio": {"camera": [1, 2.5, None], "note": 'say "hi"\n'}}
    assert msgspec.json.decode(write_json(record)) == plain
    assert read_record(write_record(record)) == record


def test_json_may_leave_out_everything_but_the_game_and_write_moves_as_words() -> None:
    record = read_json('{"format": "parlour-record", "version": 1, "game": "surakarta", "moves": ["4030"]}')
    assert record == read_record(SURAKARTA + "4,0-3,0")


# ---- What cannot be read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'Line 1: A record must begin with the game: [Game "…"].'),
        ("4,0-3,0", 'Line 1: A record must begin with the game: [Game "…"].'),
        ('\n[Game "ludo"]', "Line 2: There is no game “ludo”."),
        ("[Game surakarta]", 'Line 1: This is not a tag: write [Name "value"].'),
        ('[Game "surakarta"', 'Line 1: This is not a tag: write [Name "value"].'),
        (SURAKARTA + SURAKARTA, "Line 2: The tag Game is given twice."),
        (SURAKARTA + '[Options "size=9"]', "Line 2: Surakarta has no option “size”"),
        (SURAKARTA + '[Options "ending"]', "Line 2: “ending” is not an option: write name=value."),
        (SURAKARTA + '[Start "x"]', "Line 2: Write the rows"),
        (SURAKARTA + "4,0-3,0 4,0-3,0", "Line 2, column 9: "),
        (SURAKARTA + "\n\n1. 4,0-2,0", "Line 4, column 4: "),
        (SURAKARTA + "nonsense", "Line 2, column 1: “nonsense” is not a move"),
        (SURAKARTA + "{hello} 4,0-3,0", "Line 2, column 1: There is no move before this comment."),
        (SURAKARTA + "4,0-3,0 {hello", "Line 2, column 9: This comment has no closing brace."),
        (SURAKARTA + "4,0-3,0 } hello", "Line 2, column 9: Unexpected closing brace: there is no comment to close."),
        (SURAKARTA + "4,0-3,0 {1 2}", "Line 2, column 9: There are 2 times for a turn of 1 moves."),
        (SURAKARTA + "4,0-3,0 * 1,1-2,1", "Line 2, column 11: “*” is followed by “1,1-2,1”"),
        (SURAKARTA + '[Result "1-0"]\n4,0-3,0 0-1', "Line 2: The tag gives 1-0, but the record ends with 0-1."),
        (SURAKARTA + '[Reason "resign"]\n4,0-3,0 1-0-0', "Line 2: “1-0-0” is not a result for 2 seats."),
        (SURAKARTA + "4,0-3,0 1-0", "Line 2: The game is not over on the board, so the record needs a reason"),
        (SURAKARTA + '[Reason "boredom"]\n4,0-3,0 1-0', "Line 2: The game is not over on the board"),
        (SURAKARTA + '[Unfinished "9,9-9,9"]', "Line 2: The tag Unfinished: "),
        (SURAKARTA + '[UnfinishedTimes "1"]', "Line 2: The tag UnfinishedTimes has no matching moves"),
        (SURAKARTA + '[Extra "{"]', "Line 2: The tag Extra: "),
        (
            '[Game "hexapawn"]\n[Result "0-1"]\n[Start "W........ w"]\na1a2 0-1',
            "Line 2: The record ends with 0-1, but by the rules the result is 1-0 (blocked).",
        ),
        ("x" * (MAX_CHARACTERS + 1), "Too long: at most 1,000,000 characters can be read"),
    ],
)
def test_a_malformed_text_is_refused_with_its_place_and_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_record(text)
    assert str(fault.value).startswith(sentence)


def test_in_a_file_of_several_lines_are_counted_from_its_beginning() -> None:
    with pytest.raises(RecordError) as fault:
        read_records(f"{SURAKARTA}4,0-3,0\n\n{SURAKARTA}\n4,0-2,0")
    assert str(fault.value).startswith("Line 6, column 1: ")


def written(**changes: object) -> str:
    return msgspec.json.encode({"format": "parlour-record", "version": 1, "game": "surakarta", **changes}).decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1, column 1: Invalid JSON"),
        ('{\n  "format": x', "Line 2, column 13: Invalid JSON: invalid character."),
        ("[" * 100_000, "The JSON is nested too deeply."),
        ('"\ud800"', "Invalid JSON: it is not encoded in UTF-8."),
        ("7", '$ is not a record: "format" must be "parlour-record".'),
        ("[{}]", "$[0] is not a record"),
        ('{"format": "pgn"}', "$ is not a record"),
        (
            written(version=2),
            "$ was written by a newer version of Parlour: its format is 2, this version reads up to 1.",
        ),
        (written(version="1"), "$.version must be a number from 1 to 1."),
        (written(game="ludo"), "$.game: There is no game “ludo”."),
        (written(game=5), "$.game: Expected `str`, got `int`."),
        (written(options={"size": 3}), "$.options: Surakarta has no option “size”"),
        (written(options=[]), "$.options: Expected `object`, got `array`."),
        (written(start="x"), "$.start: Write the rows"),
        (written(moves=["4,0-3,0", "4,0-3,0"]), "$.moves[1]: "),
        (written(moves=[{"text": 5}]), "$.moves[0].text: Expected `str`, got `int`."),
        (written(moves=[{"text": "4,0-3,0", "second": 5}]), "$.moves[0]: Object contains unknown field `second`."),
        (
            written(moves=[{"text": "4,0-3,0", "seconds": -5}]),
            "$.moves[0].seconds: -5.0 is not a valid time for a move.",
        ),
        (written(moves=["4,0-3,0"] * 5_001), "$.moves: a record may have at most 5,000 moves."),
        (written(tags={"a b": "x"}), "“a b” is not a tag name"),
        (written(tags={"Event": "a\nb"}), "The tag Event contains a control character."),
        (written(outcome={"results": [1, 0], "reason": ""}), "$.outcome: The game is not over on the board"),
        (written(outcome={"results": [1], "reason": "time"}), "$.outcome: “1” is not a result for 2 seats."),
        (written(outcome={"results": [2, 0], "reason": "time"}), "$.outcome.results: each seat must have 1, 0.5 or 0."),
    ],
)
def test_malformed_json_is_refused_with_its_place_and_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_json(text)
    assert str(fault.value).startswith(sentence)


def test_a_record_whose_tags_no_line_can_hold_is_not_written() -> None:
    start = game("surakarta").start()
    for tags in ({"a b": "x"}, {"Event": "a\nb"}):
        record = Record("surakarta", dict(start.options), start.text(), tags=tags)
        for write in (write_record, write_json):
            with pytest.raises(RecordError):
                write(record)


# ---- Anything at all -------------------------------------------------------------------------------------------------

CALM = settings(max_examples=150)
PARTS = st.sampled_from(
    ["[", "]", '"', "{", "}", "\\", "\n", "\r", " ", "*", "1.", "1-0", "0-1", "1/2-1/2", "4,0-3,0", "1,1-2,1", "x"]
    + [
        "Game",
        "Start",
        "Result",
        "Reason",
        "resign",
        "Unfinished",
        "a1-a2",
        "a1a2",
        "b2",
        "left",
        "0.5",
        "\ufeff",
        "\x85",
    ]
    + [f'[Game "{key}"]\n' for key in KEYS]
)


@CALM
@given(st.lists(PARTS | st.text(max_size=3), max_size=25).map("".join), st.sampled_from(KEYS))
def test_any_text_is_a_record_or_raises_a_record_error(text: str, key: str) -> None:
    for whole in (text, f'[Game "{key}"]\n{text}', f'[Game "{key}"]\n\n{text}'):
        for read in (read_record, read_records, read_json, read_json_records):
            with suppress(RecordError):
                read(whole)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@CALM
@given(
    st.dictionaries(
        st.sampled_from(["options", "start", "moves", "outcome", "tags", "game", "version", "more"]),
        ANYTHING,
        max_size=3,
    )
)
def test_any_json_is_a_record_or_raises_a_record_error(changes: dict[str, object]) -> None:
    try:
        record = read_json(written(**changes))
    except RecordError:
        return
    assert read_json(write_json(record)) == record
