"""Self-play: reproducible, resumable, with the score of each move and the result of its seat."""

from pathlib import Path

import msgspec
import pytest

from parlour.cli import run
from parlour.errors import ParlourError
from parlour.games import game
from parlour.lab.arena import Pairing
from parlour.lab.selfplay import SelfPlay, TrainingPosition, selfplay_job
from parlour.match.records.text_format import read_record, read_records


def job(key: str = "surakarta", bot: str = "3", seed: int = 1) -> Pairing:
    return selfplay_job(key, dict(game(key).check()), bot, seed=seed)


def test_every_choice_has_its_position_move_score_and_the_result_of_its_seat() -> None:
    run = SelfPlay(job())
    (played,) = run.run(1, processes=1)
    record = read_record(played.record)
    texts = [move.text for move in record.moves]
    positions = list(run.positions())
    assert [one.ply for one in positions] == list(range(4, len(texts))), "all moves after the opening"
    for one in positions:
        at = game("surakarta").read(one.position)
        assert (at.seat, one.move) == (one.seat, texts[one.ply])
        assert one.move in {at.write_move(move) for move in at.moves()}
        assert one.result == played.results[one.seat]
    assert {one.result for one in positions} == set(played.results)
    assert any(one.score for one in positions)


def test_every_game_has_an_opening_of_its_own() -> None:
    run = SelfPlay(job("sim", "2"))
    list(run.run(4, processes=1))
    assert len({played.moves[0].position for played in run.in_order()}) == 4


def test_an_interrupted_run_continues_with_the_missing_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    list(SelfPlay(job("sim", "2"), path).run(3, processes=1))
    complete = path.read_bytes()
    path.write_bytes(complete[:-40])
    again = SelfPlay(job("sim", "2"), path)
    assert [played.number for played in again.run(3, processes=1)] == [2]
    assert path.read_bytes() == complete
    with pytest.raises(ParlourError, match="another job"):
        SelfPlay(job("sim", "2", seed=2), path)
    with pytest.raises(ParlourError, match="There is no bot"):
        SelfPlay(job("sim", "99"))


def test_the_same_seed_gives_the_same_files_however_many_processes_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def selfplay(name: str, *more: str) -> tuple[bytes, bytes]:
        files = ("--out", f"{name}.jsonl", "--positions", f"{name}-positions.jsonl", "--records", f"{name}.txt")
        assert run(["selfplay", "sim", "--bot", "2", "--games", "4", *files, *more]) == 0
        return Path(f"{name}-positions.jsonl").read_bytes(), Path(f"{name}.txt").read_bytes()

    one = selfplay("one", "--processes", "1")
    printed = capsys.readouterr().out
    lines = [msgspec.json.decode(line, type=TrainingPosition) for line in one[0].splitlines()]
    assert printed == (
        f"4 games are in one.jsonl.\n{len(lines)} positions are in one-positions.jsonl.\n"
        "Their records are in one.txt.\n"
    )
    assert sorted({line.game for line in lines}) == [0, 1, 2, 3]
    assert len(read_records(one[1].decode())) == 4
    assert selfplay("two", "--processes", "2") == one
    assert selfplay("other", "--processes", "1", "--seed", "2") != one
