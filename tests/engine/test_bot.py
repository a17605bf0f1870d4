"""Bots play legal and reproducible moves, in time, and never miss an immediate win."""

from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from parlour.engine.bot import BLUNDER_NODES, BotPlayer, TimeBudget
from parlour.engine.levels import Bot, read_bot
from parlour.engine.report import Limits, Report, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.solve.perfect_play import PerfectPlay
from parlour.errors import ArgumentError
from parlour.games import Position, game, keys

WIN_AT_ONCE = "....../....../....../.1..2./....../...... 1 0"


def player(text: str, position: Position, seed: int = 1) -> BotPlayer:
    return BotPlayer(read_bot(text), position.game, position.options, seed)


def quick(level: int) -> str:
    """Return a level with little enough work for a test."""
    return (
        f"{level},nodes=300,threads=1"
        if level == 7
        else f"{level},seconds=0.02,threads=1"
        if level == 8
        else str(level)
    )


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays_legal_games_and_does_not_change_the_position(key: str, level: int) -> None:
    position = game(key).start()
    bot = player(quick(level), position)
    for _ in range(12):
        if position.is_over():
            break
        before = position.text(), position.played
        move = bot.choose(position)
        assert (position.text(), position.played) == before
        position.play(move)


@pytest.mark.parametrize("key", keys())
def test_the_same_seed_repeats_a_game_and_another_one_does_not(key: str) -> None:
    def moves(seed: int) -> tuple[int, ...]:
        position = game(key).start()
        bots = [player("4", position, seed + seat) for seat in (0, 1)]
        while not position.is_over() and len(position.played) < 16:
            position.play(bots[position.seat].choose(position))
        return position.played

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in (1, 20, 300)}) > 1


@pytest.mark.parametrize("level", [3, 4, 5, 6, 7])
def test_a_win_on_the_spot_is_never_missed_from_level_3_on(level: int) -> None:
    position = game("surakarta").read(WIN_AT_ONCE)
    for seed in range(15):
        assert position.write_move(player(quick(level), position, seed).choose(position)) == "3,1x3,4"


def test_a_glance_is_bounded_even_with_endless_exchanges() -> None:
    position = game("surakarta").read("222.22/2.2.1./1.2.1./.1.2.1/.1..1./121..1 2 5")
    looked = AlphaBeta(2).search(position, Limits(depth=1, nodes=BLUNDER_NODES), lines=len(position.moves()))
    assert looked.nodes <= BLUNDER_NODES
    assert {line.moves[0] for line in looked.lines} == set(position.moves())
    scores = [line.score for line in looked.lines]
    assert scores[0] == max(scores) == AlphaBeta(2).search(position, Limits(depth=1)).lines[0].score
    assert position.is_legal(player("2", position).choose(position))


class RecordingSearch(AlphaBeta):
    """A search that notes the seconds it is allowed, and needs fewer."""

    def __init__(self) -> None:
        super().__init__(2)
        self.allowed: list[float] = []

    def search(self, position: Position, limits: Limits, **how: Any) -> Report:
        self.allowed.append(limits.seconds or 0.0)
        return super().search(position, Limits(depth=2, nodes=2000), **how)


def turns_of(bot: BotPlayer, search: RecordingSearch, position: Position) -> tuple[list[int], list[float]]:
    """Play a game against random moves; return the number of moves and the seconds allowed in each turn of the bot."""
    chance = Random(1)
    moves_of_turns, seconds_of_turns = [], []
    while not position.is_over():
        moves, search.allowed = 0, []
        while not position.is_over() and position.seat == 0:
            position.play(bot.choose(position))
            moves += 1
        moves_of_turns.append(moves)
        seconds_of_turns.append(sum(search.allowed))
        while not position.is_over() and position.seat == 1:
            position.play(chance.choice(position.moves()))
    return moves_of_turns, seconds_of_turns


@pytest.mark.parametrize("key", ["pylos", "yinsh"])
def test_the_searches_of_a_turn_share_the_seconds_of_the_level(key: str) -> None:
    position = game(key).start()
    bot = player("8", position)
    bot._search = search = RecordingSearch()
    moves, seconds = turns_of(bot, search, position)
    assert max(moves) > 1
    assert max(seconds) <= 5.0
    assert max(seconds) > 4.0


@pytest.mark.parametrize("key", ["pylos", "yinsh"])
def test_a_turn_of_a_level_that_is_limited_by_nodes_has_a_time_limit_too(key: str) -> None:
    position = game(key).start()
    bot = player("7", position)
    bot._search = search = RecordingSearch()
    moves, seconds = turns_of(bot, search, position)
    assert max(moves) > 1
    assert 2.0 < max(seconds) <= 5.0


@pytest.mark.parametrize("level", ["7", "8"])
def test_a_search_is_allowed_no_more_than_the_clock_gives_a_move(level: str) -> None:
    position = game("yinsh").start()
    bot = player(level, position)
    bot._search = search = RecordingSearch()
    clock = TimeBudget(10.0)
    bot.choose(position, clock=clock)
    assert search.allowed
    assert max(search.allowed) <= (clock.budget() or 0.0) < 1.0


def test_a_turn_that_was_not_foreseen_is_searched_for_a_short_time() -> None:
    position = game("pylos").start()
    bot = player("8", position)
    chance, before = Random(1), -1
    while position.seat != before or len(position.moves()) == 1:
        before = position.seat
        position.play(chance.choice(position.moves()))
        assert not position.is_over()
    bot._search = search = RecordingSearch()
    assert bot.choose(position) in position.moves()
    assert sum(search.allowed) < 0.5


def test_a_stopped_bot_moves_immediately() -> None:
    position = game("yinsh").start()
    stop = Stop()
    stop.set()
    assert position.is_legal(player("8,seconds=600", position).choose(position, stop=stop))


def test_reports_describe_the_search() -> None:
    position = game("surakarta").start()
    seen: list[Report] = []
    bot = player("6,blunder_rate=0", position)
    bot.choose(position, on_report=seen.append)
    assert seen
    assert bot.report is not None
    assert bot.report.nodes > 0


def test_a_finished_game_has_no_move_to_choose() -> None:
    position = game("surakarta").read(WIN_AT_ONCE)
    position.play(position.moves()[0])
    with pytest.raises(ArgumentError, match="over"):
        player("3", position).choose(position)


def test_plain_games_have_bots_of_every_level() -> None:
    from tests.games.hexapawn import Hexapawn

    hexapawn = Hexapawn()
    for level in range(1, 9):
        position = hexapawn.start()
        bot = BotPlayer(Bot(level, custom={"seconds": "0.05"} if level == 8 else {}), hexapawn, position.options)
        while not position.is_over():
            position.play(bot.choose(position))


@pytest.mark.parametrize("key", ["surakarta", "yinsh"])
def test_an_unpredictable_bot_plays_more_different_moves_where_a_balanced_one_plays_the_same(key: str) -> None:
    def different(text: str) -> int:
        count = 0
        for n in range(8):
            position = game(key).start()
            position.play_random(n, 16)
            count += len({player(text, position, seed).choose(position) for seed in range(6)})
        return count

    assert different("5:unpredictable,blunder_rate=0") >= 1.2 * different("5,blunder_rate=0")


def test_a_fractional_level_plays_like_both_neighbours() -> None:
    position = game("surakarta").read(WIN_AT_ONCE)
    moves = {player("1.5", position, seed).choose(position) for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.parametrize(
    ("clock", "most"),
    [
        (TimeBudget(300.0), 11.0),
        (TimeBudget(5.0), 0.14),
        (TimeBudget(1.0), 0.01),
        (TimeBudget(0.1), 0.001),
        (TimeBudget(10.0, increment=2.0), 2.0),
        (TimeBudget(1.0, increment=5.0), 0.2),
        (TimeBudget(per_move=1.0), 0.76),
        (TimeBudget(3600.0, per_move=10.0), 8.0),
    ],
)
def test_the_time_for_a_move_leaves_enough_for_the_game(clock: TimeBudget, most: float) -> None:
    budget = clock.budget()
    assert budget is not None
    assert 0 < budget <= most
    if clock.left is not None:
        left = clock.left
        for _ in range(400):
            spent = TimeBudget(left, clock.increment, clock.per_move).budget()
            assert spent is not None
            left += clock.increment - spent
            assert left > 0
    assert TimeBudget().budget() is None


def test_five_seconds_are_enough_for_300_moves_that_cost_more_than_the_thinking() -> None:
    left = 5.0
    for _ in range(300):
        spent = TimeBudget(left).budget()
        assert spent is not None
        left -= spent + 0.003
        assert left > 0


def test_solving_a_game_ends_when_the_clock_asks_for_it() -> None:
    sim = game("sim")
    start = sim.start(sim.check({"vertices": 8}))
    bot = player("perfect", start)
    hurried = PerfectPlay(sim, start.options)  # nothing is solved yet, and solving takes seconds
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.engine.bot.perfect_play", lambda _: hurried)
        assert start.is_legal(bot.choose(start, clock=TimeBudget(0.5)))
    assert not hurried.is_ready(start)


def test_perfect_play_solves_ahead_and_reports_progress() -> None:
    sim = game("sim")
    start = sim.start(sim.check({"vertices": 8}))
    unsolved = PerfectPlay(sim, start.options)
    seen: list[Report] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parlour.engine.bot.perfect_play", lambda _: unsolved)
        assert not player("1", start).can_prepare(start), "this level never plays perfectly"
        bot = player("perfect", start)
        assert bot.can_prepare(start)
        stop = Stop()
        stop.set()
        assert not bot.prepare(start, stop=stop)
        assert bot.prepare(start, on_report=seen.append)
        assert not bot.can_prepare(start)
    assert seen
    assert all(one.solved is not None and 0 <= one.solved <= 1 and not one.lines for one in seen)
    surakarta = game("surakarta").start()
    assert not player("8", surakarta).can_prepare(surakarta), "there is nothing to solve"


def test_a_request_that_waits_for_another_can_be_stopped() -> None:
    sim = game("sim")
    start = sim.start(sim.check({"vertices": 8}))
    exact = PerfectPlay(sim, start.options)
    first, second = Stop(), Stop()
    solving = Event()
    asked = Thread(target=lambda: exact.best(start, stop=first, on_progress=lambda _: solving.set()))
    asked.start()
    assert solving.wait(120)
    second.set()
    assert exact.best(start, stop=second) is None
    first.set()
    asked.join()


def test_a_bot_without_time_control_is_not_used_when_time_is_short() -> None:
    position = game("surakarta").start()
    bot = player("classic-hard", position)
    bot.choose(position, clock=TimeBudget(3600.0))
    assert bot.report is None
    bot.choose(position, clock=TimeBudget(0.05))
    assert bot.report is not None, "a short search was made instead"


def test_a_bot_accepts_a_draw_only_when_worse() -> None:
    surakarta = game("surakarta")
    ahead = surakarta.read("....../.2..../....../..11../.1..1./.1.1.. 2 0")
    assert player("5", ahead).accepts_draw(ahead, 1)
    assert not player("5", ahead).accepts_draw(ahead, 0)
