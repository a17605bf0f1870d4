"""Giving away: a game, a study or a puzzle as one file that opens anywhere, and as a moving picture.

The file is a page with its own small script (`web/src/viewer/`, built into `static/viewer/`) and the study as data: the
board, every drawing once, and for each place in the tree what lies where. It needs no server, asks for nothing and may
run nothing else: its own policy says so. What people wrote is text in it and never markup.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from parlour.games.contract.display import Piece, apply
from parlour.games.contract.game import Game
from parlour.games.contract.position import Position
from parlour.games.drawing.animated_svg import Film, Frame, moving
from parlour.games.learning.puzzles import Puzzle, Solution
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.match.studies.study import Study, StudyNode, Walker
from parlour.server.export.messages import ExportNodeView, ExportPageView, ExportSeatView
from parlour.server.http.error_responses import Busy
from parlour.server.http.static_site import CLIENT_FOLDER
from parlour.server.localizer import Speech, server_text

SCRIPT, STYLE = "viewer/viewer.js", "viewer/viewer.css"
WORDS = (
    "first",
    "previous",
    "play",
    "pause",
    "next",
    "last",
    "start",
    "moves",
    "turn",
    "other-ways",
    "solution",
    "made-with",
)


class Place(msgspec.Struct, frozen=True):
    """A place in a study at which one can stop: after a turn, at a branching, or where a line ends."""

    parent: int
    """The place before it, by its number; -1 for the start."""
    nodes: tuple[int, ...]
    """The nodes of the study that lead here from there."""
    text: str
    seat: int
    """Who played them."""
    frame: Frame


def places_of(study: Study, colours: Mapping[int, str]) -> tuple[Film, list[Place]]:
    """The film of a study and its places, in the order of the tree."""
    walker = Walker(study.opening(), study.nodes)
    position = walker.position
    film = Film(position, colours)
    below = study.children()
    pieces: list[list[Piece]] = [list(position.pieces())]
    places = [Place(-1, (), "", position.seat, film.frame(pieces[0], position.marks()))]
    stop_of = {0: 0}
    waiting: dict[int, tuple[int, ...]] = {}
    ends_turn = {0}
    for node in range(1, len(study.nodes)):
        parent = study.nodes[node].parent
        walker.go(parent)
        seat = position.seat
        move = walker.move(node)
        over = position.turn_over(move)
        if over:
            ends_turn.add(node)
        pieces.append(apply(pieces[parent], list(position.effects(move))))
        way = (*waiting.get(parent, ()), node)
        if not over and len(below[node]) == 1:
            waiting[node] = way
            continue
        start = study.nodes[way[0]].parent
        text = _written(walker, start, way, whole=over and start in ends_turn)
        walker.go(node)
        frame = film.frame(pieces[node], position.marks())
        stop_of[node] = len(places)
        places.append(Place(stop_of[start], way, text, seat, frame))
    return film, places


def _written(walker: Walker, start: int, way: tuple[int, ...], *, whole: bool) -> str:
    """The moves between two places: as a turn, if they are one."""
    if not whole:
        return " ".join(walker.nodes[node].text for node in way)
    walker.go(start)
    before, moves = walker.position.copy(), []
    for node in way:
        moves.append(walker.move(node))
        walker.go(node)
    return str(before.write_turn(moves))


# ---- The page --------------------------------------------------------------------------------------------------------


def page_data(
    study: Study, language: str, names: Mapping[int, str], colours: Mapping[int, str], *, asks: bool = False
) -> ExportPageView:
    """All that a page shows of a study, in a language, with the players' names; one that asks shows the start first."""
    position: Position = study.opening()
    game, options = position.game, position.options
    sides = game.sides(options)
    film, places = places_of(study, colours)
    speech = Speech(game, options, language, [names.get(seat, side.name) for seat, side in enumerate(sides)])
    return ExportPageView(
        title=study.tags.get("Title", ""),
        game=game.title,
        about=study.tags.get("Comment", ""),
        date=study.tags.get("Date", ""),
        result=_result(study, speech),
        language=language,
        seats=tuple(
            ExportSeatView(speech.names[seat], side.name, colours.get(seat, side.colour), side.symbol)
            for seat, side in enumerate(sides)
        ),
        box=film.view_box(),
        definitions=film.definitions,
        ground=film.ground,
        dots=film.dots,
        drawings=tuple(film.drawings),
        nodes=tuple(_page_node(study, places, n) for n in range(len(places))),
        words={key: server_text(f"page.{key}", language) for key in WORDS},
        asks=asks,
    )


def puzzle_page(puzzle: Puzzle, game: Game, language: str) -> ExportPageView:
    """A puzzle to give away: the position and what is asked, and every solution for those who want to see it.

    There are no rules in the page, so it cannot judge what somebody tries.
    """
    study = solution_of(puzzle, game)
    speech = Speech(game, study.opening().options, language)
    name, task = speech.text(puzzle.message(game, "name")), speech.say(puzzle.message(game, "task")).text
    titled = msgspec.structs.replace(study, tags={"Title": name, "Comment": task})
    return page_data(titled, language, {}, {}, asks=True)


def solution_of(puzzle: Puzzle, game: Game) -> Study:
    """A puzzle as a study: every turn that solves it, each with the answer of the other side."""
    start = puzzle.start(game)
    nodes = [StudyNode()]

    def play(position: Position, parent: int, turn: str) -> tuple[Position, int]:
        for move in position.read_turn(turn):
            text = position.write_move(move)
            known = next((n for n, node in enumerate(nodes) if (node.parent, node.text) == (parent, text)), None)
            if known is None:
                nodes.append(StudyNode(parent, text))
            parent = len(nodes) - 1 if known is None else known
            position = position.after(move)
        return position, parent

    def grow(position: Position, parent: int, solution: Solution) -> None:
        for turn, answer in solution.items():
            there, at = play(position, parent, turn)
            if answer is not None:
                there, at = play(there, at, answer.reply)
                grow(there, at, answer.then)

    grow(start, 0, puzzle.solution)
    return Study(game.key, dict(start.options), start.text(), tuple(nodes))


def _result(study: Study, speech: Speech) -> str:
    """How the main line ended, in a sentence."""
    outcome = study.outcome
    if outcome is None:
        return ""
    last = study.record().replay()
    if last.is_over():
        why: Message = last.why_over()
    else:
        loser = {"loser_seat": outcome.losers[0]} if outcome.losers else {}
        why = Message(f"shared.reason.{outcome.reason}", dict(loser))
    return speech.outcome(outcome, outcome.reason, why).text


def _page_node(study: Study, places: list[Place], n: int) -> ExportNodeView:
    place = places[n]
    said = [study.nodes[node] for node in (place.nodes or (0,))]
    before = {actor.id: actor for actor in places[place.parent].frame.actors} if n else {}
    now = {actor.id: actor for actor in place.frame.actors}
    changed = [actor for id, actor in now.items() if before.get(id) != actor]
    return ExportNodeView(
        parent=place.parent,
        text=place.text,
        seat=place.seat,
        comment="\n".join(filter(None, (node.comment for node in said))),
        name=next((node.name for node in said if node.name), ""),
        mark=next((node.mark for node in reversed(said) if node.mark), ""),
        put=tuple((actor.id, actor.drawing, actor.x, actor.y, actor.z) for actor in changed),
        gone=tuple(id for id in before if id not in now),
        below=place.frame.below,
        above=place.frame.above,
    )


def page(data: ExportPageView) -> str:
    """The page as one HTML text; raises `Busy` where its script was not built into this copy of Parlour."""
    script, style = _viewer()
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'; base-uri 'none'"
    # No "<" of the data can end its element: JSON may write it as a number.
    told = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    title = data.title or " – ".join(seat.name for seat in data.seats)
    return (
        f'<!doctype html>\n<html lang="{escape(data.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · {escape(data.game)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<script id="game" type="application/json">{told}</script>\n<main id="viewer"></main>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


@cache
def _viewer(folder: Path = CLIENT_FOLDER) -> tuple[str, str]:
    try:
        return (folder / SCRIPT).read_text(encoding="utf-8"), (folder / STYLE).read_text(encoding="utf-8")
    except FileNotFoundError as missing:
        raise localized_error(Busy, "server.page.not-built") from missing


# ---- The moving picture ----------------------------------------------------------------------------------------------


def moving_picture(study: Study, colours: Mapping[int, str], size: int = 480) -> str:
    """The main line of a study as an SVG that plays by itself."""
    line = msgspec.structs.replace(study, nodes=study.nodes[: len(study.main_line())])
    film, places = places_of(line, colours)
    return moving(film, [place.frame for place in places], size, study.tags.get("Title", ""))
