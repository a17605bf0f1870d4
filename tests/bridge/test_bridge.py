"""Engines play on a real server through the bridge: ours, and ones that crash, hang or answer nonsense."""

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser, browser, new_browser, new_server, quick_hashes, served
from tests.server.processes import free_port
from tests.server.served import QUICK, Served

__all__ = ["browser", "new_browser", "new_server", "quick_hashes", "served"]

ENGINE = f"{sys.executable} -m parlour engine"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"
FAULTY = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "parlour":
        print("parlourok", flush=True)
    elif word == "go":
        {answer}
"""
ANSWERS = {"crash": "sys.exit(1)", "hang": "time.sleep(600)", "nonsense": 'print("bestmove dance", flush=True)'}
_numbers = itertools.count(1)

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def secret(browser: Browser) -> str:
    """Return a token of a new bot account."""
    browser.sign_up(f"Maker {next(_numbers)}")
    bot: Json = browser.post_json("/api/me/bots", {"name": f"Machine {next(_numbers)}"})
    made: str = browser.post_json(f"/api/me/bots/{bot['id']}/tokens", {"name": "test"})["secret"]
    return made


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts a program with a token, and end it after the test."""
    running: list[subprocess.Popen[str]] = []

    def begin(secret: str, *command: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PARLOUR_TOKEN": secret, "PARLOUR_FOLDER": str(tmp_path / "client")}
        running.append(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        print(process.communicate()[1])  # shown if the test fails


def bridge(address: str, *options: str) -> list[str]:
    return [sys.executable, "-m", "parlour", "bridge", address, "--seconds", "0.05", *options]


def open_match(page: Browser, game: str = "sim") -> tuple[str, str]:
    """Return a match that waits for the bot in the second seat, and its code."""
    match = page.play({"is": "me", "name": "Ben"}, {"is": "open"}, game=game, kind="network")
    return match, page.get_json(f"/api/matches/{match}")["you"]["code"]


def play_to_the_end(page: Browser, match: str) -> list[str]:
    """Play first legal moves against the bot; return the names of the winners."""
    table = page.open(match)
    table.until(lambda seen: seen.state["status"] == "running")
    while table.state["status"] == "running":
        if table.state["position"]["seat"] == 0:
            table.does("move", index=0)
        else:
            table.receive()
    table.close()
    return [seat["name"] for seat in table.state["seats"] if seat["result"] == "won"]


@pytest.mark.timeout(240)
def test_an_engine_plays_a_whole_game(served: Served, secret: str, new_browser: NewBrowser, start: Start) -> None:
    page = new_browser()
    match, code = open_match(page)
    start(secret, *bridge(served.address, "--join", code))  # with Parlour's own engine
    assert len(play_to_the_end(page, match)) == 1


@pytest.mark.timeout(240)
def test_the_bridge_is_present_declines_a_draw_and_accepts_a_rematch(
    served: Served, secret: str, new_browser: NewBrowser, start: Start
) -> None:
    page = new_browser()
    match, code = open_match(page)
    start(secret, *bridge(served.address, "--join", code))
    table = page.open(match)
    table.until(lambda seen: seen.state["status"] == "running")
    table.does("move", index=0)
    table.until(lambda seen: seen.state["ply"] == 2 and seen.state["position"]["seat"] == 0)
    table.does("draw")
    table.until(lambda seen: not seen.state["offers"])
    assert table.state["status"] == "running"
    table.does("resign")
    table.does("rematch")
    table.until(lambda seen: seen.state["followed_by"] is not None)
    table.close()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("program", ["bridge", "example"])
def test_a_program_accepts_challenges(
    served: Served, secret: str, browser: Browser, new_browser: NewBrowser, start: Start, program: str
) -> None:
    (bot,) = browser.get_json("/api/me/bots")
    page = new_browser()
    page.send("PATCH", "/api/me", {"name": "Challenger"})
    command = bridge(served.address, "--engine", ENGINE)
    start(secret, *(command if program == "bridge" else [sys.executable, str(EXAMPLE), served.address]))
    events = page.socket("/api/page")
    events.send({"type": "watch-lobby"})
    seen = events.until("lobby", where=lambda seen: bot["name"] in {one["name"] for one in seen["people"]})
    key = next(one["key"] for one in seen["people"] if one["name"] == bot["name"])
    events.send({"type": "challenge", "to": key, "game": "sim", "side": "second"})
    match = events.until("challenge", where=lambda seen: seen["match"] is not None)["match"]
    page.open(match).until(lambda seen: seen.state["ply"] == 1)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("fault", ["crash", "nonsense", "hang"])
def test_a_faulty_engine_is_replaced_by_random_moves(
    served: Served, secret: str, new_browser: NewBrowser, start: Start, tmp_path: Path, fault: str
) -> None:
    program = tmp_path / "faulty.py"
    program.write_text(FAULTY.format(answer=ANSWERS[fault]))
    page = new_browser()
    match, code = open_match(page)
    start(secret, *bridge(served.address, "--engine", f"{sys.executable} {program}", "--join", code))
    table = page.open(match)
    table.until(lambda seen: seen.state["status"] == "running")
    table.does("move", index=0)
    table.until(lambda seen: seen.state["ply"] == 2)
    table.does("move", index=0)
    table.until(lambda seen: seen.state["ply"] == 4)
    table.close()


@pytest.mark.timeout(240)
def test_the_bridge_returns_after_the_server(tmp_path: Path, start: Start) -> None:
    first = Served(tmp_path / "server", **QUICK).__enter__()
    page = Browser(first.address)
    page.sign_up("Maker")
    bot = page.post_json("/api/me/bots", {"name": "Machine"})
    secret = page.post_json(f"/api/me/bots/{bot['id']}/tokens", {"name": "test"})["secret"]
    match, code = open_match(page)
    start(secret, *bridge(first.address, "--engine", ENGINE, "--join", code))
    table = page.open(match)
    table.until(lambda seen: seen.state["status"] == "running")
    table.close()
    first.stop()
    with Served(tmp_path / "server", port=first.port, **QUICK):
        table = page.open(match).does("move", index=0)
        table.until(lambda seen: seen.state["ply"] == 2)
        page.close()


def test_a_refused_token_ends_the_bridge(served: Served, start: Start) -> None:
    process = start("parlour_x.y", *bridge(served.address))
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "This token is unknown or has been revoked." in errors


@pytest.mark.parametrize(
    ("secret", "command", "sentence"),
    [
        ("x", bridge("localhost:8420"), "is not the address of a server"),
        ("", bridge("http://localhost:8420"), "Pass the token of a bot account"),
        ("x", bridge("http://localhost:8420", "--engine", "no-such-engine"), "The engine could not be started"),
    ],
)
def test_what_cannot_work_is_refused_at_once(start: Start, secret: str, command: list[str], sentence: str) -> None:
    process = start(secret, *command)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert sentence in errors


def test_a_server_that_cannot_be_reached_is_named(start: Start) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    process = start("x", *bridge(address))
    assert process.stderr is not None
    assert f"No connection to {address} (Connection refused). Trying again in 1 s." in process.stderr.readline()


@pytest.mark.timeout(240)
def test_the_sample_client_plays_a_whole_game(
    served: Served, secret: str, new_browser: NewBrowser, start: Start
) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 60
    page = new_browser()
    match, code = open_match(page)
    start(secret, sys.executable, str(EXAMPLE), served.address, code)
    assert len(play_to_the_end(page, match)) == 1
