"""Measurements of bots, stored in one file per game, and the report generated from them: `docs/strength.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from parlour.engine.levels import HIGHEST, LOWEST, NAMES
from parlour.games import game as find_game
from parlour.games.contract.options import read_options
from parlour.lab.elo import WinDrawLoss, elo, elo_range


class MeasuredMatch(msgspec.Struct, omit_defaults=True):
    """The result of a match, as stored for the report.

    `section` is its section of the report. `trait` is the mean of the trait of a style for the first bot and for the
    second. `seat` is the seat of the first bot if it never changed.
    """

    section: str
    game: str
    options: str
    first: str
    second: str
    tally: WinDrawLoss
    seconds_a_move: tuple[float, float] = (0.0, 0.0)
    trait: tuple[float, float] | None = None
    seat: int | None = None


class Speed(msgspec.Struct):
    """Speed of the alpha-beta search in a game, measured by `bench search` in processor time."""

    nodes: float
    """Positions per second with one thread."""
    depths: dict[int, int]
    """Depth that one thread completes from the start position, by the number of seconds."""
    goal: int
    goal_seconds: float
    """A depth, and the time one thread needs to complete it from the start position."""
    positions: int
    sooner: float
    busier: float
    """Two threads: number of positions, speed-up to a fixed depth, and factor of nodes per second."""


class Endurance(msgspec.Struct):
    """A long series of games between bots of all levels in one process, played by `bench endurance`."""

    games: int
    moves: int
    adjudicated: int
    """Number of games that reached the maximum number of moves."""
    early: float
    late: float
    most: float
    """Megabytes in use between games: after the first hundred, at the end, and the maximum."""


class StrengthMeasurements(msgspec.Struct, omit_defaults=True):
    """Stored measurements: one file per game."""

    matches: list[MeasuredMatch] = []
    speed: dict[str, Speed] = {}
    endurance: dict[str, Endurance] = {}

    @staticmethod
    def load(path: Path) -> StrengthMeasurements:
        """Return the measurements in a file; empty if there is none."""
        return (
            msgspec.json.decode(path.read_bytes(), type=StrengthMeasurements)
            if path.exists()
            else StrengthMeasurements()
        )

    @staticmethod
    def collect(folder: Path) -> StrengthMeasurements:
        """Return the measurements of all files in a folder."""
        whole = StrengthMeasurements()
        for path in sorted(folder.glob("*.json")):
            book = StrengthMeasurements.load(path)
            whole.matches += book.matches
            whole.speed |= book.speed
            whole.endurance |= book.endurance
        return whole

    @staticmethod
    @contextmanager
    def edited(folder: Path, key: str) -> Iterator[StrengthMeasurements]:
        """Yield the measurements of a game for changes; then save them and rewrite the report in the folder."""
        path = folder / "strength" / f"{key}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        book = StrengthMeasurements.load(path)
        yield book
        book.save(path)
        write_page(StrengthMeasurements.collect(path.parent), folder)

    def save(self, path: Path) -> None:
        """Write the measurements in a format that can be compared line by line."""
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def put(self, measured: MeasuredMatch) -> None:
        """Add a result, replacing an older one of the same match."""

        def key(one: MeasuredMatch) -> tuple[str, ...]:
            return one.section, one.game, one.options, one.first, one.second

        self.matches = [one for one in self.matches if key(one) != key(measured)]
        self.matches.append(measured)
        self.matches.sort(key=key)


# ---- The page ------------------------------------------------------------------------------------------------------

SECTIONS = {
    "step": (
        "Each level against the level below",
        "Target: 65 % or more, decided by a sequential test between 55 % and 65 %. The test can accept 65 % while the "
        "score so far is slightly lower.",
    ),
    "double step": (
        "Each level against the second level below",
        "Target: 75 % or more, decided by a sequential test between 65 % and 75 %.",
    ),
    "baseline": (
        "Against bots of earlier programs",
        "The bots are reimplemented from descriptions and limited by the same work (nodes, depth, width), not by time. "
        "Level 8 had 0.2 s per move. Target: 98 % or more. A solved game is played from its start, and level 8 has the "
        "winning seat, because nobody can win against perfect play from the other.",
    ),
    "method": ("Alpha-beta against MCTS", "At equal time per move."),
    "style": (
        "Cost and effect of styles",
        "A style against balanced play at level 5. Target: less than 60 Elo lost, and a trait that differs by 20 %. A "
        "trait is the mean over all positions of what the style prefers (rings in the centre, balls in reserve …), for "
        "the style and for balanced play. The unpredictable style has no trait.",
    ),
}


INTRO = """\
Each row is a match that was actually played, with balanced seats and random openings, until a sequential test decided
(5 % error rate on either side) or 400 games were played. `parlour ladder GAME` measures the levels again and rewrites
this page; `parlour arena` plays any other match. Levels 1 to 7 are limited by nodes and play alike on every machine;
level 8 had 0.5 s per move here. In games with more than two seats the first bot has one seat and the second bot all
others, and the score is the first bot's mean result. One seat loses and the others share the win there: even play is
worth two thirds of a point with three seats and three quarters with four, less with draws.

*Options* are those that differ from the default. *Score* is the first bot's: 1 for a win, 0.5 for a draw. Errors and
ranges are 95 % intervals. Where one side won nearly every game, only a lower bound of the Elo difference is given. *s
per move* is the thinking time of both bots, on two cores with other load."""

COLUMNS = "| game | options | first | second | score | Elo | won – drawn – lost | s per move |"
RULE = "|---|---|---|---|---:|---:|---:|---:|"

SPEED = """\
Alpha-beta, in processor time, starting with an empty transposition table: nodes per second with one thread, the depth
in moves that it completes in a given time from the start, the time to a given depth, and the effect of a second
thread in positions from many games (time to the same depth, nodes per second). The machine had two cores. Figures
vary by 10 % between runs, those of two threads most. Where a game ends before a depth, every search solves it. `make
bench ARGS=search` repeats the measurement."""

ENDURANCE = """\
Bots of all levels against each other in one process, all pairs and all presets, level 8 with 0.02 s per move. Every
record was read again and replayed to its end: no illegal move, no crash, no endless game, except those that were
stopped after 1,000 moves and count as drawn. Memory is what the process holds between two games: after the first
hundred games, at the end, and at its peak (two tables of 64 MB while two bots of level 8 play). `make bench
ARGS=endurance` repeats the measurement."""


def write_page(book: StrengthMeasurements, folder: Path) -> None:
    """Write the report and its plot to a folder."""
    (folder / "strength.md").write_text(page(book), encoding="utf-8")
    (folder / "strength.svg").write_text(plot(book), encoding="utf-8")


def page(book: StrengthMeasurements) -> str:
    """Return `docs/strength.md`: every match with its error bars, and the speed and stability of the engine."""
    lines = ["# Strength of the bots", "", INTRO, ""]
    for section, (title, wanted) in SECTIONS.items():
        matches = [one for one in book.matches if one.section == section]
        if not matches:
            continue
        lines += [f"## {title}", "", wanted, ""]
        if section == "step":
            lines += ["![Level by level](strength.svg)", ""]
        traits = any(one.trait is not None for one in matches)
        lines += [f"{COLUMNS} trait |", f"{RULE}---|"] if traits else [COLUMNS, RULE]
        lines += [_row(one, traits) for one in matches]
        lines.append("")
    if book.speed:
        lines += ["## Search speed", "", SPEED, "", *_speeds(book.speed), ""]
    if book.endurance:
        lines += ["## Endurance", "", ENDURANCE, "", *_endurances(book.endurance), ""]
    return "\n".join(lines)


def _row(one: MeasuredMatch, traits: bool) -> str:
    tally = one.tally
    seat = "" if one.seat is None else f", always in seat {one.seat + 1}"
    cells = [
        find_game(one.game).title,
        one.options or "–",
        _named(one.first) + seat,
        _named(one.second),
        f"{100 * tally.share:.1f} ± {196 * tally.error:.1f} %",
        _elo(tally),
        f"{tally.wins} – {tally.draws} – {tally.losses}",
        f"{one.seconds_a_move[0]:.3f} : {one.seconds_a_move[1]:.3f}",
        *([_trait(one)] if traits else []),
    ]
    return f"| {' | '.join(cells)} |"


def _elo(tally: WinDrawLoss) -> str:
    """Return the rating difference with its confidence interval; an infinite bound is left out.

    >>> _elo(WinDrawLoss(60, 0, 40)), _elo(WinDrawLoss(20, 0, 1)), _elo(WinDrawLoss(18, 0, 0))
    ('+70 (+3 … +144)', '+520 (more than +297)', 'more than +444')
    """
    low, high = elo_range(tally)
    best, beyond = elo(tally.share), elo(1.0)
    if high >= beyond:
        return f"more than {low:+.0f}" if best >= beyond else f"{best:+.0f} (more than {low:+.0f})"
    if low <= -beyond:
        return f"less than {high:+.0f}" if best <= -beyond else f"{best:+.0f} (less than {high:+.0f})"
    return f"{best:+.0f} ({low:+.0f} … {high:+.0f})"


def _trait(one: MeasuredMatch) -> str:
    if one.trait is None:
        return ""
    mine, theirs = one.trait
    return f"{mine:.2f} : {theirs:.2f} ({100 * (mine / theirs - 1):+.0f} %)" if theirs else f"{mine:.2f} : {theirs:.2f}"


def _named(bot: str) -> str:
    level = bot.partition(",")[0].partition(":")[0]
    return f"{bot} ({NAMES[int(level)]})" if level.isdigit() else bot


def _speeds(speeds: dict[str, Speed]) -> Iterable[str]:
    seconds = sorted({second for one in speeds.values() for second in one.depths})
    columns = "".join(f" in {second} s |" for second in seconds)
    yield f"| game | nodes per second |{columns} start to depth | positions for two threads | speed-up | nodes |"
    yield f"|---|---:|{'---:|' * len(seconds)}---:|---:|---:|---:|"
    for key, one in sorted(speeds.items()):
        depths = "".join(f" {one.depths.get(second, '')} |" for second in seconds)
        yield (
            f"| {find_game(key).title} | {one.nodes / 1e6:.2f} million |{depths} {one.goal}: {one.goal_seconds:.2f} s "
            f"| {one.positions} | {one.sooner:.2f}× | {one.busier:.2f}× |"
        )


def _endurances(rows: dict[str, Endurance]) -> Iterable[str]:
    yield "| game | games | moves | stopped | MB after 100 games | MB at the end | peak MB |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for key, one in sorted(rows.items()):
        yield (
            f"| {find_game(key).title} | {one.games:,} | {one.moves:,} | {one.adjudicated} "
            f"| {one.early:.0f} | {one.late:.0f} | {one.most:.0f} |"
        )


COLOURS = ("#2f6fab", "#c2571a", "#3f8f4f", "#8b4fa8", "#a8324a", "#5b6770", "#b58900", "#2aa198")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 380, 56, 170, 16, 52
MIN_SHARE = 0.45
"""Share of points at the bottom of the plot."""


def plot(book: StrengthMeasurements) -> str:
    """Return an SVG plot of the steps of all two-seat ladders.

    Each bar is the share of points of a level against the one below, with its 95 % confidence interval. Games are drawn
    side by side in each step, so that no bar hides another.
    """
    steps = [one for one in book.matches if one.section == "step" and _even(one) == 0.5]
    games = list(dict.fromkeys((one.game, one.options) for one in steps))
    levels = range(LOWEST + 1, HIGHEST + 1)
    step = (WIDTH - LEFT - RIGHT) / len(levels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12">',
        '<rect width="100%" height="100%" fill="#fffdf8"/>',
    ]
    for n, level in enumerate(levels):
        x = LEFT + step * n
        if n % 2:
            parts.append(
                f'<rect x="{x:.1f}" y="{TOP}" width="{step:.1f}" height="{HEIGHT - TOP - BOTTOM}" fill="#f4efe6"/>'
            )
        parts.append(
            f'<text x="{x + step / 2:.1f}" y="{HEIGHT - 30}" text-anchor="middle">{level} : {level - 1}</text>'
        )
    for percent in (50, 65, 80, 100):
        dash = ' stroke-dasharray="4 3"' if percent == 65 else ""
        at = _height(percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#b8b0a4"{dash}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 10}" text-anchor="middle">level : level below</text>')
    for n, (game, options) in enumerate(games):
        colour = COLOURS[n % len(COLOURS)]
        for one in steps:
            if (one.game, one.options) == (game, options):
                x = LEFT + step * (int(one.first[0]) - levels[0] + (n + 1) / (len(games) + 1))
                parts += _bar(x, one.tally, colour)
        label = find_game(game).title + (f" ({options})" if options else "")
        y = TOP + 20 * n + 12
        parts.append(f'<circle cx="{WIDTH - RIGHT + 18}" cy="{y - 4}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 30}" y="{y}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _bar(x: float, tally: WinDrawLoss, colour: str) -> Iterable[str]:
    """Yield the SVG elements of a share of points with its confidence interval."""
    low, high = (_height(tally.share + side * 1.96 * tally.error) for side in (-1, 1))
    yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{x:.1f}" cy="{_height(tally.share):.1f}" r="4" fill="{colour}"/>'


def _height(share: float) -> float:
    """Return the vertical position of a share of points in the plot."""
    inside = min(max(share, MIN_SHARE), 1.0)
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (inside - MIN_SHARE) / (1 - MIN_SHARE))


def _even(one: MeasuredMatch) -> float:
    """Return the share of points per seat of an even result without draws."""
    game = find_game(one.game)
    options = game.check(read_options(one.options))
    seats = len(game.sides(options))
    return 1 / 2 if seats == 2 else 1 - 1 / seats
