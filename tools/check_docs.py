"""`python -m tools.check_docs`: check the stored measurements in `docs/strength/`, and pages made from data or source.

The matches must show what levels and styles promise, by the tests they were played with. Missing matches are reported
too. `parlour ladder GAME` plays them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from parlour.engine.levels import HIGHEST
from parlour.games import game
from parlour.lab.elo import elo
from parlour.lab.ladder import DOUBLE_STEP, STEP, level_bot
from parlour.lab.strength_report import MeasuredMatch, StrengthMeasurements, page, plot
from tools import game_reference

DOCS = Path(__file__).resolve().parents[1] / "docs"
GAMES = ("laserchess", "pylos", "sim", "surakarta", "yinsh")

OLD_SURAKARTA_NODES_PER_SECOND = 350 / 15
"""Figures of the program that Parlour's Surakarta replaces, according to its report."""


def matches_of(book: StrengthMeasurements, section: str) -> list[MeasuredMatch]:
    """Return the matches of a section between two seats; with more seats, even play is worth more than half a point."""

    def seats(one: MeasuredMatch) -> int:
        options = dict(part.split("=") for part in one.options.split(",") if part)
        return len(game(one.game).sides(game(one.game).check(options)))

    return [one for one in book.matches if one.section == section and seats(one) == 2]


def a_level_beats_those_below_it(book: StrengthMeasurements) -> Iterator[str]:
    for section, test in (("step", STEP), ("double step", DOUBLE_STEP)):
        for one in matches_of(book, section):
            if test.decided(one.tally) is not True and one.tally.share < test.high:
                yield f"{_name(one)}: scored {one.tally.share:.1%}"


def every_step_was_played(book: StrengthMeasurements) -> Iterator[str]:
    played = {(one.game, one.section, one.first, one.second) for one in book.matches}
    for key in GAMES:
        for section, below in (("step", 1), ("double step", 2)):
            for level in range(1 + below, HIGHEST + 1):
                if (key, section, level_bot(level), level_bot(level - below)) not in played:
                    yield f"{key}: no match of level {level} against level {level - below}"


def every_bot_of_an_earlier_program_was_met(book: StrengthMeasurements) -> Iterator[str]:
    for key in GAMES:
        met = {one.second for one in matches_of(book, "baseline") if one.game == key}
        yield from (f"{key}: no match against {name}" for name in sorted(set(game(key).baselines()) - met))


def levels_are_quick(book: StrengthMeasurements) -> Iterator[str]:
    """Check on the shared machine of the measurement, including time spent waiting for other processes."""
    for one in matches_of(book, "step"):
        for bot, seconds in zip((one.first, one.second), one.seconds_a_move, strict=True):
            if bot.isdigit() and seconds >= (0.3 if int(bot) <= 4 else 0.4):
                yield f"{_name(one)}: level {bot} took {seconds:.3f} s per move"


def both_methods_were_compared_at_equal_time(book: StrengthMeasurements) -> Iterator[str]:
    for key in GAMES:
        found = [one for one in matches_of(book, "method") if one.game == key]
        if (
            [one.tally.games for one in found] != [100]
            or "alphabeta,seconds=0.1" not in found[0].first
            or "mcts,seconds=0.1" not in found[0].second
        ):
            yield f"{key}: alpha-beta and MCTS need one match of 100 games at 0.1 s per move"


def the_highest_level_beats_earlier_programs(book: StrengthMeasurements) -> Iterator[str]:
    """Check the scores; in a solved game the bot has the winning seat and must win every game."""
    for one in matches_of(book, "baseline"):
        if one.tally.share < (0.98 if one.seat is None else 1.0):
            yield f"{_name(one)}: scored {one.tally.share:.1%}"


def sim_is_always_won_as_second_player(book: StrengthMeasurements) -> Iterator[str]:
    played = {(one.options, one.second) for one in matches_of(book, "baseline") if one.game == "sim" and one.seat == 1}
    if played != {(options, bot) for options in ("", "vertices=7", "vertices=8") for bot in game("sim").baselines()}:
        yield f"sim: matches as second player with six, seven and eight dots are incomplete: {sorted(played)}"


def search_speed_was_measured(book: StrengthMeasurements) -> Iterator[str]:
    for key in GAMES:
        speed = book.speed.get(key)
        if speed is None:
            yield f"{key}: no search speed"
            continue
        depths = list(speed.depths.values())
        if list(speed.depths) != [1, 5, 15] or depths != sorted(depths):
            yield f"{key}: depths after 1, 5 and 15 seconds are {speed.depths}"
        if speed.nodes <= 500_000:
            yield f"{key}: {speed.nodes:.0f} nodes per second"
        if speed.sooner < 1.3:
            yield f"{key}: two threads are only {speed.sooner:.2f} times as fast to a depth"


def surakarta_is_searched_a_thousand_times_as_fast_as_before(book: StrengthMeasurements) -> Iterator[str]:
    if book.speed["surakarta"].nodes <= 1000 * OLD_SURAKARTA_NODES_PER_SECOND:
        yield f"surakarta: {book.speed['surakarta'].nodes:.0f} nodes per second"


def the_start_is_searched_deep_enough(book: StrengthMeasurements) -> Iterator[str]:
    for key, depth, seconds in (("laserchess", 5, 1.0), ("surakarta", 8, 2.0)):
        speed = book.speed[key]
        if speed.goal != depth or speed.goal_seconds >= seconds:
            yield f"{key}: depth {speed.goal} took {speed.goal_seconds:.2f} s; expected depth {depth} in {seconds} s"


def memory_is_flat_over_many_games(book: StrengthMeasurements) -> Iterator[str]:
    for key in GAMES:
        found = book.endurance.get(key)
        if found is None or found.games < 1000:
            yield f"{key}: fewer than 1,000 games were played in one process"
        elif found.late - found.early >= 16 or found.adjudicated >= found.games / 10:
            yield f"{key}: {found.late - found.early:.0f} MB growth, {found.adjudicated} unfinished games"


def every_style_was_measured(book: StrengthMeasurements) -> Iterator[str]:
    for key in GAMES:
        shown = {one.first.partition(":")[2] for one in matches_of(book, "style") if one.game == key and one.trait}
        missing = {style.key for style in game(key).styles} - shown
        yield from (f"{key}: no match shows the style {name}" for name in sorted(missing))


def a_style_costs_little_and_shows(book: StrengthMeasurements) -> Iterator[str]:
    for one in matches_of(book, "style"):
        if elo(one.tally.share) <= -60:
            yield f"{_name(one)}: costs {-elo(one.tally.share):.0f} Elo"
        if one.trait is not None and abs(one.trait[0] / one.trait[1] - 1) < 0.2:
            yield f"{_name(one)}: the trait differs by less than 20 %"


def the_page_is_current(book: StrengthMeasurements) -> Iterator[str]:
    for name, made in (("strength.md", page(book)), ("strength.svg", plot(book))):
        if (DOCS / name).read_text(encoding="utf-8") != made:
            yield f"docs/{name} is stale: run parlour ladder, or parlour.lab.strength_report.write_page"


CHECKS: tuple[Callable[[StrengthMeasurements], Iterator[str]], ...] = (
    a_level_beats_those_below_it,
    every_step_was_played,
    every_bot_of_an_earlier_program_was_met,
    levels_are_quick,
    both_methods_were_compared_at_equal_time,
    the_highest_level_beats_earlier_programs,
    sim_is_always_won_as_second_player,
    search_speed_was_measured,
    surakarta_is_searched_a_thousand_times_as_fast_as_before,
    the_start_is_searched_deep_enough,
    memory_is_flat_over_many_games,
    every_style_was_measured,
    a_style_costs_little_and_shows,
    the_page_is_current,
)


def _name(one: MeasuredMatch) -> str:
    return f"{one.game} {one.options} {one.first} v {one.second}"


def problems(book: StrengthMeasurements) -> list[str]:
    """Return what is wrong with stored measurements."""
    return [f"{check.__name__}: {problem}" for check in CHECKS for problem in check(book)]


def main() -> int:
    """Print the problems; return the exit status."""
    found = [*problems(StrengthMeasurements.collect(DOCS / "strength")), *game_reference.problems()]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
