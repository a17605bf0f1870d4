"""Default implementations of `Position` methods. A game in one plain file uses most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.errors import PositionError
from parlour.games.contract.display import SHARED_REASONS, Effect, Picks, Piece, Place, sites_of
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.position import Position


# ---- Notation ------------------------------------------------------------------------------------------------------


def squeeze(text: str) -> str:
    """Return a text without blanks and in lower case, for lenient comparison."""
    return "".join(text.split()).lower()


def read_move(position: Position, text: str) -> int:
    """Return the legal move with this notation, ignoring case and blanks."""
    wanted = squeeze(text)
    legal = {squeeze(position.write_move(move)): move for move in position.moves()}
    if wanted in legal:
        return legal[wanted]
    if not legal:
        raise position.refusal(Message("shared.over"))
    some = ", ".join(list(legal)[:8]) + (", …" if len(legal) > 8 else "")
    raise position.refusal(Message("shared.move.unknown", {"text": text.strip()[:40], "some": some}))


def write_turn(position: Position, moves: Sequence[int]) -> str:
    """Return the moves of a turn, joined by semicolons."""
    return ";".join(write_moves(position, moves))


def write_moves(position: Position, moves: Sequence[int]) -> list[str]:
    """Return the texts of moves that are played one after the other."""
    if len(moves) == 1:
        return [position.write_move(moves[0])]
    walker = position.copy()
    texts = []
    for move in moves:
        texts.append(walker.write_move(move))
        walker.play(move)
    return texts


def read_turn(position: Position, text: str) -> list[int]:
    """Return the moves of a turn written with semicolons."""
    walker = position.copy()
    moves: list[int] = []
    parts = text.split(";")
    for n, part in enumerate(parts, 1):
        move = walker.read_move(part)
        last = walker.turn_over(move)
        walker.play(move)
        moves.append(move)
        if last and n < len(parts):
            raise position.refusal(Message("shared.move.too-much", {"text": part.strip()[:40]}))
    if not last:
        raise position.refusal(Message("shared.move.unfinished"), walker.prompt())
    return moves


# ---- Pieces --------------------------------------------------------------------------------------------------------


def number(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with the ids 1, 2, 3 … in the order given."""
    return [msgspec.structs.replace(piece, id=n) for n, piece in enumerate(pieces, 1)]


def effects(position: Position, move: int) -> list[Effect]:
    """Return the changes between the pieces before and after a move: removals, then slides, turns and placements."""
    before = {piece.id: piece for piece in position.pieces()}
    after = position.after(move).placement()
    came = _without(after, before.values())
    gone = _without(before.values(), after)
    removed: list[Effect] = []
    moved: list[Effect] = []
    fresh = max(before, default=0) + 1
    # Pieces on places where nothing vanished come first: they were not flipped.
    for piece in sorted(came, key=lambda new: any(old.place == new.place for old in gone)):
        old = _best_origin(piece, gone)
        if old is None:
            moved.append(Effect("place", None, msgspec.structs.replace(piece, id=fresh), 1))
            fresh += 1
            continue
        gone.remove(old)
        new = msgspec.structs.replace(piece, id=old.id)
        if old.place == new.place:
            moved.append(Effect("flip" if old.owner != new.owner else "turn", old, new, 1))
        else:
            path = tuple(place for place in (old.place, new.place) if isinstance(place, int))
            moved.append(Effect("slide" if len(path) == 2 else "place", old, new, 1, path if len(path) == 2 else ()))
    removed = [Effect("remove", piece, None, 1) for piece in gone]
    return removed + moved


def _without(pieces: Iterable[Piece], others: Iterable[Piece]) -> list[Piece]:
    """Return the pieces that have no equal among others; ids are ignored."""
    equals = Counter((other.kind, other.owner, other.place, other.facing) for other in others)
    left = []
    for piece in pieces:
        same = (piece.kind, piece.owner, piece.place, piece.facing)
        if equals[same]:
            equals[same] -= 1
        else:
            left.append(piece)
    return left


def _best_origin(new: Piece, gone: list[Piece]) -> Piece | None:
    """Return the vanished piece that most likely became a new one: turned in place, moved, or captured."""
    alike = [old for old in gone if old.kind == new.kind]
    own = [old for old in alike if old.owner == new.owner]
    here = [old for old in alike if old.place == new.place]
    return next((old for old in (*(old for old in here if old in own), *own, *here)), None)


def move_counts(position: Position, move: int) -> dict[str, int]:
    """Return the effects of a move counted by kind; a removed piece counts as captured or as given up by its owner."""
    found: dict[str, int] = {}
    for effect in position.effects(move):
        key: str = effect.kind
        if key == "remove" and effect.before is not None:
            key = "give" if effect.before.owner == position.seat else "capture"
        found[key] = found.get(key, 0) + 1
    return found


def picks(position: Position, move: int) -> list[Picks]:
    """Return the sites a move touches, and its notation as a last pick where the sites alone mean several moves."""
    return [_all_picks(position)[move]]


_last_picks: tuple[object, dict[int, Picks]] = (None, {})


def _all_picks(position: Position) -> dict[int, Picks]:
    """Return the picks of each move. The last answer is cached: callers ask for one move after the other."""
    global _last_picks
    here = (position.game, position.key, position.options)
    known = _last_picks
    if known[0] == here:
        return known[1]
    touched = {move: _touched(position, move) for move in position.moves()}
    count = Counter(touched.values())
    beginnings = {path[:length] for path in count for length in range(1, len(path))}

    def ambiguous(path: Picks) -> bool:
        return count[path] > 1 or path in beginnings or any(path[:length] in count for length in range(1, len(path)))

    found = {move: (*path, position.write_move(move)) if ambiguous(path) else path for move, path in touched.items()}
    _last_picks = (here, found)
    return found


def _touched(position: Position, move: int) -> Picks:
    touched: list[int] = []
    for effect in position.effects(move):
        if effect.kind in ("slide", "place", "draw", "turn", "flip"):
            for piece in (effect.before, effect.after):
                if piece is not None:
                    touched += [site for site in sites_of(piece.place) if site not in touched]
    return tuple(touched) if touched else (position.write_move(move),)


def canonical_key(position: Position) -> int:
    """Return the least key among the position and its images under the game's symmetries."""
    symmetries = position.game.symmetries(position.options)
    return min([position.key, *(image(position, mapping).key for mapping in symmetries)])


def image(position: Position, mapping: Sequence[int]) -> Position:
    """Return the image of a position under a symmetry, without its history."""
    draft = position.draft()
    pieces = tuple(msgspec.structs.replace(piece, place=_carried(piece.place, mapping)) for piece in draft.pieces)
    built: Position = position.game.build(msgspec.structs.replace(draft, pieces=pieces), position.options)
    return built


def _carried(place: Place, mapping: Sequence[int]) -> Place:
    if isinstance(place, int):
        return mapping[place]
    if isinstance(place, tuple):
        one, other = sorted((mapping[place[0]], mapping[place[1]]))
        return one, other
    return place


# ---- Messages ------------------------------------------------------------------------------------------------------


def explain(position: Position, picks: Picks) -> Message:
    """Return the possible next picks after a valid beginning, or the possible first picks after an invalid one."""
    labels = [_label(position, pick) for pick in picks]
    if position.is_over():
        return Message("shared.over")
    best: list[str] = []
    for length in range(len(picks), -1, -1):
        following = []
        for move in position.moves():
            for path in position.picks(move):
                if path[:length] == picks[:length] and len(path) > length:
                    following.append(_label(position, path[length]))
        if following:
            best = list(dict.fromkeys(following))
            break
    choices = ", ".join(best[:12]) + (", …" if len(best) > 12 else "")
    if length == len(picks):
        return Message("shared.go-on", {"choices": choices})
    if length == 0:
        return Message("shared.no-move-with", {"pick": labels[0], "choices": choices})
    return Message("shared.no-move-from", {"pick": labels[length], "from": labels[length - 1], "choices": choices})


def _label(position: Position, pick: int | str) -> str:
    if isinstance(pick, str):
        return pick
    sites = position.game.board(position.options).sites
    return str(sites[pick].label) if 0 <= pick < len(sites) else f"site {pick}"


def prompt(position: Position) -> Message:
    return Message("shared.over") if position.is_over() else Message("shared.to-move", {"seat": position.seat})


def why_over(position: Position) -> Message:
    """Return the message `reason.<code>`, with the losing and winning seat where there is exactly one."""
    outcome = position.outcome()
    if outcome is None:
        raise localized_error(PositionError, "shared.not-over")
    prefix = "shared" if outcome.reason in SHARED_REASONS else position.game.key
    params: dict[str, str | int] = {}
    if len(outcome.losers) == 1:
        params["loser_seat"] = outcome.losers[0]
    if len(outcome.winners) == 1:
        params["winner_seat"] = outcome.winners[0]
    return Message(f"{prefix}.reason.{outcome.reason}", params)


def describe(position: Position, move: int) -> Message:
    return Message("shared.plays", {"seat": position.seat, "move": position.write_move(move)})


# ---- Diagram -------------------------------------------------------------------------------------------------------


def diagram(position: Position) -> str:
    """Return the sites in rows as on the board, with labels at the edge if they form a grid."""
    game, options = position.game, position.options
    board = game.board(options)
    sides = game.sides(options)
    signs: dict[int, str] = {}
    notes: list[str] = []
    for piece in position.placement():
        kind = game.kind(piece.kind)
        if piece.owner is None or len(game.kinds) > 1:
            sign = kind.letter.upper() if piece.owner == 0 else kind.letter.lower()
        else:
            sign = sides[piece.owner].symbol
        if isinstance(piece.place, int):
            signs[piece.place] = sign
        elif isinstance(piece.place, tuple):
            one, other = piece.place
            notes.append(f"{sign}: {board.sites[one].label}-{board.sites[other].label}")
    xs = sorted({site.x for site in board.sites})
    ys = sorted({site.y for site in board.sites}, reverse=True)
    rows = []
    for y in ys:
        cells = ["  "] * len(xs)
        label = ""
        for n, site in enumerate(board.sites):
            if site.y == y:
                cells[xs.index(site.x)] = f"{signs.get(n, '.')} "
                label = label or site.label
        rows.append(f"{label[-2:].lstrip('abcdefghijklmnopqrstuvwxyz'):>3} " + "".join(cells).rstrip())
    bottom = [site.label[0] for site in sorted((s for s in board.sites if s.y == ys[-1]), key=lambda s: s.x)]
    if len(bottom) == len(xs):
        rows.append("    " + " ".join(bottom))
    return "\n".join(rows + notes)
