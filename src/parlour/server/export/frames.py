"""Draw the positions of a study at which a viewer stops, and the main line as an animated SVG."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from parlour.games.contract.display import Piece, apply
from parlour.games.contract.position import Position
from parlour.games.drawing.animated_svg import AnimatedBoard, Frame, animated_svg
from parlour.games.drawing.overlays import Arrow
from parlour.match.studies.study import Study, Walker
from parlour.store.database.time_slices import Steps


class StudyFrame(msgspec.Struct, frozen=True):
    """A position of a study at which a viewer stops: after a turn, at a branch, or at the end of a line."""

    parent: int
    """Index of the frame before it; -1 for the start."""
    nodes: tuple[int, ...]
    """Nodes of the study between the parent and this frame."""
    text: str
    seat: int
    """Seat that played these nodes."""
    picture: Frame


def study_frames(study: Study, colours: Mapping[int, str]) -> Steps[tuple[AnimatedBoard, list[StudyFrame]]]:
    """Return the drawings of a study and its frames, in the order of the tree; computed node by node."""
    walker = Walker(study.opening(), study.nodes)
    position = walker.position
    board = AnimatedBoard(position, colours)
    below = study.children()
    pieces: list[list[Piece]] = [list(position.pieces())]
    arrows = _arrows(study, position)
    frames = [StudyFrame(-1, (), "", position.seat, board.frame(pieces[0], position.marks(), arrows[0]))]
    frame_of = {0: 0}
    waiting: dict[int, tuple[int, ...]] = {}
    ends_turn = {0}
    for node in range(1, len(study.nodes)):
        yield
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
        picture = board.frame(pieces[node], position.marks(), arrows[node])
        frame_of[node] = len(frames)
        frames.append(StudyFrame(frame_of[start], way, text, seat, picture))
    return board, frames


def _arrows(study: Study, position: Position) -> list[list[Arrow]]:
    """Return the arrows of each node of a study."""
    board = position.game.board(position.options)
    sites = {site.label: n for n, site in enumerate(board.sites)}
    return [[Arrow(sites[start], sites[end]) for start, end in node.arrows] for node in study.nodes]


def _written(walker: Walker, start: int, way: tuple[int, ...], *, whole: bool) -> str:
    """Return the moves between two frames in notation: as a turn if they are a whole one."""
    if not whole:
        return " ".join(walker.nodes[node].text for node in way)
    walker.go(start)
    before, moves = walker.position.copy(), []
    for node in way:
        moves.append(walker.move(node))
        walker.go(node)
    return str(before.write_turn(moves))


def animated_main_line(study: Study, colours: Mapping[int, str], size: int = 480) -> Steps[str]:
    """Return the main line of a study as an animated SVG, computed node by node."""
    line = msgspec.structs.replace(study, nodes=study.nodes[: len(study.main_line())])
    board, frames = yield from study_frames(line, colours)
    return animated_svg(board, [each.picture for each in frames], size, study.tags.get("Title", ""))
