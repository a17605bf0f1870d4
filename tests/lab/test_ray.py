"""Games on a Ray cluster are the same as in processes of this machine."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.cli import run
from parlour.match.records.text_format import read_record

WORKERS = 3


def parlour(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Return the address of a cluster of several workers on this machine."""
    ray = pytest.importorskip("ray", reason="installed by make test-long")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        context = ray.init(address="local", num_cpus=WORKERS, include_dashboard=False, log_to_driver=False)
    yield context.address_info["gcs_address"]
    ray.shutdown()


def results(path: Path) -> list[Any]:
    """Return the results in a file in the order of the games, without the times that they took."""
    job, *portions = (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    for portion in portions:
        if "record" in portion:
            record = read_record(portion["record"])
            portion["record"] = [move.text for move in record.moves]
            portion.pop("seconds", None)
    return [job, *sorted(portions, key=lambda portion: int(portion["number"]))]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("arena", "sim", "4", "3", "--games", "8"), "--out"),
        (("selfplay", "surakarta", "--bot", "3", "--games", "6"), "--out"),
        (("puzzles", "surakarta", "--games", "4"), "--finds"),
        (("tune", "surakarta", "--games", "10", "--nodes", "20"), "--out"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_same_seed_gives_the_same_games(cluster: str, tmp_path: Path, command: tuple[str, ...], file: str) -> None:
    here = parlour(tmp_path, *command, "--processes", "1", file, "here.jsonl")
    assert here.returncode == 0, here
    there = parlour(tmp_path, *command, "--ray", cluster, file, "there.jsonl")
    assert there.returncode == 0, there
    assert results(tmp_path / "there.jsonl") == results(tmp_path / "here.jsonl")


@pytest.mark.long
@pytest.mark.timeout(600)
def test_self_play_writes_the_same_training_data_on_the_cluster(cluster: str, tmp_path: Path) -> None:
    for name, where in (("here", ("--processes", "1")), ("there", ("--ray", cluster))):
        files = ("--out", f"{name}.jsonl", "--positions", f"{name}-positions.jsonl")
        played = parlour(tmp_path, "selfplay", "yinsh", "--bot", "3", "--games", "5", *files, *where)
        assert played.returncode == 0, played
    assert (tmp_path / "there-positions.jsonl").read_bytes() == (tmp_path / "here-positions.jsonl").read_bytes() != b""


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_ladder_has_the_same_games_on_the_cluster(cluster: str, tmp_path: Path) -> None:
    options = ("--games", "4", "--what", "step", "--only", "2")
    for name, where in (("here", ("--processes", "1")), ("there", ("--ray", cluster))):
        (tmp_path / name).mkdir()
        climbed = parlour(tmp_path, "ladder", "sim", *options, "--results", name, "--page", name, *where)
        assert climbed.returncode == 0, climbed
        assert (tmp_path / name / "strength.md").exists()
    [games] = [path.name for path in (tmp_path / "here").glob("*.jsonl")]
    here, there = (results(tmp_path / name / games) for name in ("here", "there"))
    assert here == there
    assert len(here) == 1 + 4


def test_a_game_in_a_file_stays_on_this_machine(tmp_path: Path) -> None:
    game = Path(__file__).parents[1] / "games/hexapawn.py"
    refused = parlour(tmp_path, "arena", "--game", str(game), "2", "1", "--ray", "127.0.0.1:1")
    assert refused.returncode == 2
    assert refused.stderr == "parlour: A Ray cluster plays only games that are installed on its machines.\n"


def test_without_ray_installed_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    out = str(tmp_path / "games.jsonl")
    assert run(["arena", "sim", "2", "1", "--games", "1", "--ray", "127.0.0.1:1", "--out", out]) == 2
    assert capsys.readouterr().err == "parlour: A Ray cluster needs a package: pip install 'parlour[ray]'.\n"
