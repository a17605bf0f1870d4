"""Convert studies and puzzles into the data of an exported page."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from parlour.games.contract.game import Game
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import Puzzle, PuzzleSolution
from parlour.i18n.message import Message
from parlour.match.studies.study import Study, StudyNode
from parlour.server.export.frames import StudyFrame, study_frames
from parlour.server.export.messages import ExportNodeView, ExportPageView, ExportSeatView
from parlour.server.localizer import Localizer, server_text
from parlour.store.database.time_slices import Steps

PAGE_TEXT_KEYS = (
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


def export_page_view(
    study: Study, language: str, names: Mapping[int, str], colours: Mapping[int, str], *, asks: bool = False
) -> Steps[ExportPageView]:
    """Return the data of a page that shows a study, computed node by node. With `asks` it shows the start and hides the
    rest at first.
    """
    position: Position = study.opening()
    game, options = position.game, position.options
    sides = game.sides(options)
    board, frames = yield from study_frames(study, colours)
    localizer = Localizer(game, options, language, [names.get(seat, side.name) for seat, side in enumerate(sides)])
    return ExportPageView(
        title=study.tags.get("Title", ""),
        game=game.title,
        about=study.tags.get("Comment", ""),
        date=study.tags.get("Date", ""),
        result=_result(study, localizer),
        language=language,
        seats=tuple(
            ExportSeatView(localizer.names[seat], side.name, colours.get(seat, side.colour), side.symbol)
            for seat, side in enumerate(sides)
        ),
        box=board.view_box(),
        definitions=board.definitions,
        ground=board.ground,
        dots=board.dots,
        drawings=tuple(board.drawings),
        nodes=tuple(_node_view(study, frames, n) for n in range(len(frames))),
        words={key: server_text(f"page.{key}", language) for key in PAGE_TEXT_KEYS},
        asks=asks,
    )


def puzzle_page_view(puzzle: Puzzle, game: Game, language: str) -> Steps[ExportPageView]:
    """Return the data of a page that shows a puzzle: position, task, and all solutions on request.

    The page contains no rules, so it cannot judge attempts.
    """
    study = solution_study(puzzle, game)
    localizer = Localizer(game, study.opening().options, language)
    name, task = localizer.text(puzzle.message(game, "name")), localizer.sentence(puzzle.message(game, "task")).text
    titled = msgspec.structs.replace(study, tags={"Title": name, "Comment": task})
    return export_page_view(titled, language, {}, {}, asks=True)


def solution_study(puzzle: Puzzle, game: Game) -> Study:
    """Return a puzzle as a study: every turn that solves it, each with the reply of the other side."""
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

    def grow(position: Position, parent: int, solution: PuzzleSolution) -> None:
        for turn, answer in solution.items():
            there, at = play(position, parent, turn)
            if answer is not None:
                there, at = play(there, at, answer.reply)
                grow(there, at, answer.then)

    grow(start, 0, puzzle.solution)
    return Study(game.key, dict(start.options), start.text(), tuple(nodes))


def _result(study: Study, localizer: Localizer) -> str:
    """Return the result of the main line as a sentence."""
    outcome = study.outcome
    if outcome is None:
        return ""
    last = study.record().replay()
    if last.is_over():
        why: Message = last.why_over()
    else:
        loser = {"loser_seat": outcome.losers[0]} if outcome.losers else {}
        why = Message(f"shared.reason.{outcome.reason}", dict(loser))
    return localizer.outcome_view(outcome, outcome.reason, why).text


def _node_view(study: Study, frames: list[StudyFrame], n: int) -> ExportNodeView:
    frame = frames[n]
    nodes = [study.nodes[node] for node in (frame.nodes or (0,))]
    before = {actor.id: actor for actor in frames[frame.parent].picture.actors} if n else {}
    now = {actor.id: actor for actor in frame.picture.actors}
    changed = [actor for id, actor in now.items() if before.get(id) != actor]
    return ExportNodeView(
        parent=frame.parent,
        text=frame.text,
        seat=frame.seat,
        comment="\n".join(filter(None, (text for node in nodes for text in (node.comment, node.quiz)))),
        name=next((node.name for node in nodes if node.name), ""),
        mark=next((node.mark for node in reversed(nodes) if node.mark), ""),
        put=tuple((actor.id, actor.drawing, actor.x, actor.y, actor.z) for actor in changed),
        gone=tuple(id for id in before if id not in now),
        below=frame.picture.below,
        above=frame.picture.above,
    )
