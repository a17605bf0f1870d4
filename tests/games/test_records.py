"""Recorded games detect changes of the rules: they must replay to the same end."""

from pathlib import Path

import pytest

from parlour.games import registry
from parlour.match.records.text_format import read_record, write_record

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=[f"{path.parts[-3]}-{path.stem}" for path in RECORDS])
def test_a_recorded_game_replays_and_is_written_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    assert record.replay().outcome() == record.outcome
    assert write_record(record) == text


def test_every_game_has_recorded_games() -> None:
    assert {path.parts[-3] for path in RECORDS} == set(registry.own_keys())
