"""The ladder of levels, measured: which matches prove it, their results in one file, and the page that shows them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from parlour.engine.bot import OPENING
from parlour.engine.elo import Sprt, Tally, elo, elo_range
from parlour.engine.levels import HIGHEST, LOWEST, NAMES, UNPREDICTABLE
from parlour.games import game as find_game
from parlour.games.options import Options, write_options
from parlour.match.arena import Arena, Pairing, Played
from parlour.match.record_text import read_record

MOST = 400
"""So many games a match has at most."""
STEP = Sprt(0.55, 0.65)
"""A level against the one below."""
DOUBLE_STEP = Sprt(0.65, 0.75)
"""A level against the second one below."""


class Measured(msgspec.Struct):
    """The result of a match, as the page keeps it. `section` says what it is to show, `trait` how a style showed:
    the mean of the style's trait for the first bot and for the second."""

    section: str
    game: str
    options: str
    first: str
    second: str
    tally: Tally
    seconds_a_move: tuple[float, float] = (0.0, 0.0)
    trait: tuple[float, float] | None = None


class Book(msgspec.Struct):
    """The results that were measured and kept: a file a game."""

    matches: list[Measured] = []

    @staticmethod
    def load(path: Path) -> Book:
        """The book in a file; an empty one if there is none."""
        return msgspec.json.decode(path.read_bytes(), type=Book) if path.exists() else Book()

    @staticmethod
    def collect(folder: Path) -> Book:
        """All books of a folder in one."""
        return Book([one for path in sorted(folder.glob("*.json")) for one in Book.load(path).matches])

    def save(self, path: Path) -> None:
        """Writes the book, in a form that can be compared line by line."""
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def put(self, measured: Measured) -> None:
        """Adds a result in the place of an older one of the same match."""

        def key(one: Measured) -> tuple[str, ...]:
            return one.section, one.game, one.options, one.first, one.second

        self.matches = [one for one in self.matches if key(one) != key(measured)]
        self.matches.append(measured)
        self.matches.sort(key=key)


def level_bot(level: int, seconds: float = 0.5) -> str:
    """A level as the ladder plays it: the highest with half a second a move, so that it can be measured at all."""
    return f"{level},seconds={seconds:g},threads=1" if level == HIGHEST else str(level)


class Task(msgspec.Struct, frozen=True):
    """A match to be played: for which section of the page, until which test is certain, and at most how long."""

    section: str
    pairing: Pairing
    test: Sprt | None
    games: int = MOST
    trait: str = ""


def tasks(game: str, options: Options, seed: int = 1) -> list[Task]:
    """All the matches that show how strong a game's bots are.

    Our own bots play with the options that end every game of bots; earlier programs are met by the rules they knew.
    """
    found = find_game(game)
    finite = found.check({**options, **found.finite})
    two = len(found.sides(options)) == 2

    def match(section: str, first: str, second: str, test: Sprt | None, games: int = MOST, trait: str = "") -> Task:
        rules = dict(options if section == "baseline" else finite)
        pairing = Pairing(found.key, rules, first, second, found.opening_moves, seed=seed)
        return Task(section, pairing, test, games, trait)

    made = []
    for section, below, test in (("step", 1, STEP), ("double step", 2, DOUBLE_STEP)):
        for level in range(LOWEST + below, HIGHEST + 1):
            # With more seats even play is worth more than half a point: such steps are shown, not tested.
            first, second = level_bot(level), level_bot(level - below)
            made.append(match(section, first, second, test, MOST) if two else match(section, first, second, None, 200))
    if two:
        for name in found.baselines():
            made.append(match("baseline", level_bot(HIGHEST, 0.2), name, Sprt(0.95, 0.99), 200))
        clock = "seconds=0.1,threads=1"
        made.append(match("method", f"custom,method=alphabeta,{clock}", f"custom,method=mcts,{clock}", None, 100))
    for style in found.styles:
        made.append(match("style", f"5:{style.key}", "5", None, 200, style.trait))
    made.append(match("style", f"5:{UNPREDICTABLE}", "5", None, 200))
    return made


def summary(arena: Arena, section: str, trait: str = "") -> Measured:
    """What the page keeps of a match."""
    pairing = arena.pairing
    found = find_game(pairing.game)
    options = found.check(pairing.options)
    chosen = {o.key: options[o.key] for o in found.declared if options[o.key] != o.default}
    games: list[Played] = list(arena.played.values())
    times = tuple(sum(g.seconds[k] for g in games) / max(sum(g.moves[k] for g in games), 1) for k in (0, 1))
    shown = mean_trait(games, trait) if trait else None
    first, second = pairing.first, pairing.second
    return Measured(
        section, pairing.game, write_options(chosen), first, second, arena.tally, (times[0], times[1]), shown
    )


def mean_trait(games: list[Played], trait: str) -> tuple[float, float]:
    """The mean of a trait over all positions after the opening, for the first bot and for the second."""
    totals, counts = [0.0, 0.0], [0, 0]
    for played in games:
        for ply, position in enumerate(read_record(played.record).positions()):
            if ply <= OPENING:
                continue
            for seat in (0, 1):
                totals[seat != played.seat] += position.trait(trait, seat)
                counts[seat != played.seat] += 1
    return totals[0] / max(counts[0], 1), totals[1] / max(counts[1], 1)


# ---- The page ------------------------------------------------------------------------------------------------------

SECTIONS = {
    "step": ("Each level against the one below", "Wanted: 65 % or more."),
    "double step": ("Each level against the second one below", "Wanted: 75 % or more."),
    "baseline": (
        "Against the players of earlier programs",
        "Rebuilt from descriptions and limited by the same work (positions, depth, width), not by time. Level 8 had a "
        "fifth of a second a move. Wanted: 98 % or more; where a game is lost for whoever begins, as second player.",
    ),
    "method": ("Alpha-beta against Monte Carlo", "At equal time a move."),
    "style": (
        "What a style costs and how it shows",
        "A style against balanced play at level 5. Wanted: less than 60 Elo lost, a trait that differs by 20 %.",
    ),
}


INTRO = """\
Every row is a match that was really played, with balanced seats and random openings, until a sequential test was
certain (5 % errors either way) or 400 games were over. `parlour ladder GAME` measures the levels again and writes this
page; `parlour arena` plays any other match. Levels 1 to 7 are limited by work and play alike on every machine; level 8
was given half a second a move here. In games with more than two seats the first bot sits in one seat and the second in
all others, and *points* are the first bot's mean result. There one loses and the others share the win: even play is
worth two thirds of a point with three seats, three quarters with four, less where games are drawn."""


def write_page(book: Book, folder: Path) -> None:
    """Writes the page and its picture into a folder."""
    (folder / "strength.md").write_text(page(book), encoding="utf-8")
    (folder / "strength.svg").write_text(plot(book), encoding="utf-8")


def page(book: Book) -> str:
    """`docs/strength.md`: every match really played, with its error bars."""
    lines = ["# How strong the bots are", "", INTRO, ""]
    for section, (title, wanted) in SECTIONS.items():
        matches = [one for one in book.matches if one.section == section]
        if not matches:
            continue
        lines += [f"## {title}", "", wanted, ""]
        if section == "step":
            lines += ["![Level by level](strength.svg)", ""]
        lines.append(
            "| game | options | first | second | points | 95 % | Elo (95 %) | won – drawn – lost | s a move | trait |"
        )
        lines.append("|---|---|---|---|---:|---:|---:|---:|---:|---|")
        for one in matches:
            lines.append(_row(one))
        lines.append("")
    return "\n".join(lines)


def _row(one: Measured) -> str:
    tally = one.tally
    low, high = elo_range(tally)
    error = 196 * tally.error
    return (
        f"| {find_game(one.game).title} | {one.options or '–'} | {_named(one.first)} | {_named(one.second)} "
        f"| {100 * tally.share:.1f} % | ± {error:.1f} | {elo(tally.share):+.0f} ({low:+.0f} … {high:+.0f}) "
        f"| {tally.wins} – {tally.draws} – {tally.losses} "
        f"| {one.seconds_a_move[0]:.3f} : {one.seconds_a_move[1]:.3f} | {_trait(one)} |"
    )


def _trait(one: Measured) -> str:
    if one.trait is None:
        return ""
    mine, theirs = one.trait
    return f"{mine:.2f} : {theirs:.2f} ({100 * (mine / theirs - 1):+.0f} %)" if theirs else f"{mine:.2f} : {theirs:.2f}"


def _named(bot: str) -> str:
    level = bot.partition(",")[0].partition(":")[0]
    return f"{bot} ({NAMES[int(level)]})" if level.isdigit() else bot


def plot(book: Book) -> str:
    """The steps of all ladders as an SVG: one line a game, the share of points of each level over the one below."""
    steps = [one for one in book.matches if one.section == "step"]
    games = list(dict.fromkeys((one.game, one.options) for one in steps))
    colours = ("#2f6fab", "#c2571a", "#3f8f4f", "#8b4fa8", "#a8324a", "#5b6770", "#b58900", "#2aa198")
    width, height, left, top = 720, 360, 60, 20
    inner_w, inner_h = width - left - 170, height - top - 50

    def x(level: int) -> float:
        return left + inner_w * (level - 2) / 6

    def y(share: float) -> float:
        return top + inner_h * (1 - (share - 0.4) / 0.6)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
        ' font-size="12">',
        '<rect width="100%" height="100%" fill="#fffdf8"/>',
    ]
    for percent in (50, 65, 80, 100):
        dash = ' stroke-dasharray="4 3"' if percent == 65 else ""
        at = y(percent / 100)
        parts.append(f'<line x1="{left}" x2="{left + inner_w}" y1="{at:.1f}" y2="{at:.1f}" stroke="#bbb"{dash}/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    for level in range(2, 9):
        parts.append(f'<text x="{x(level):.1f}" y="{height - 26}" text-anchor="middle">{level} : {level - 1}</text>')
    parts.append(f'<text x="{left + inner_w / 2}" y="{height - 8}" text-anchor="middle">level : level below</text>')
    for n, (game, options) in enumerate(games):
        colour = colours[n % len(colours)]
        found = sorted((int(o.first[0]), o.tally) for o in steps if (o.game, o.options) == (game, options))
        points = " ".join(f"{x(level):.1f},{y(tally.share):.1f}" for level, tally in found)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for level, tally in found:
            parts.append(f'<circle cx="{x(level):.1f}" cy="{y(tally.share):.1f}" r="3.5" fill="{colour}"/>')
            low, high = y(min(tally.share + 1.96 * tally.error, 1)), y(tally.share - 1.96 * tally.error)
            parts.append(
                f'<line x1="{x(level):.1f}" x2="{x(level):.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>'
            )
        label = find_game(game).title + (f" ({options})" if options else "")
        parts.append(f'<text x="{left + inner_w + 14}" y="{top + 16 * n + 10}" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])
