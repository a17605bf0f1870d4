"""Conformance checks of positions: text, play, turns, picks, effects, messages and endings."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from operator import methodcaller
from random import Random
from typing import Any

from parlour.errors import IllegalMove, NothingToUndo, ParlourError
from parlour.games.conformance.errors import ConformanceError, need, need_distinct, violation
from parlour.games.contract.defaults import image
from parlour.games.contract.display import Effect, Pick, Piece, apply, reverse, sites_of
from parlour.games.contract.game import Game, write_share
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.i18n.message import Message


def _state(position: Position) -> tuple[object, ...]:
    return position.text(), position.key, position.seat, position.moves(), position.played, position.repetition_key()


def _placed_counts(pieces: list[Piece]) -> Counter[tuple[object, ...]]:
    return Counter((piece.kind, piece.owner, piece.place, piece.facing) for piece in pieces)


def check_text(position: Position, random: Random) -> None:
    """Check that reading a position's text gives the same text, key, moves and pieces."""
    game, options, text = position.game, position.options, position.text()
    need("\n" not in text and text == text.strip() and text, "text-lines")
    read = game.read(text, options)
    need(read.text() == text, "text-reading", text=read.text())
    need(read.key == position.key, "text-key")
    need(read.seat == position.seat, "text-seat")
    need(_placed_counts(read.placement()) == _placed_counts(position.placement()), "text-pieces")
    if not position.is_over() or position.reason() != "repetition":
        need(sorted(read.moves()) == sorted(position.moves()), "text-moves")
    need(game.parse(text, options).seat == position.seat, "draft-seat")
    need(write_share(position).endswith(text), "share-text")


def check_play(position: Position, random: Random) -> None:
    """Check that undo restores everything, copies are independent, and illegal moves change nothing."""
    before = _state(position)
    moves = position.moves()
    need(len(set(moves)) == len(moves), "move-twice")
    need(position.is_over() == (not moves), "over-without-moves")
    need((position.outcome() is None) == bool(moves), "outcome")
    need(0 <= position.seat < len(position.game.sides(position.options)), "no-seat", number=position.seat)
    for name, some in (("candidates", position.candidate_moves()), ("tactical", position.tactical_moves())):
        word = f"conformance.noun.{name}"
        need(set(some) <= set(moves), "selection-illegal", selection_word=word)
        need(len(set(some)) == len(some), "selection-twice", selection_word=word)
    for move in moves:
        other = position.copy()
        other.play(move)
        need(_state(position) == before, "copy-shared")
        after = _state(other)
        passed = other.seat != position.seat or other.is_over()
        need(position.turn_over(move) == passed, "turn-over", move=position.write_move(move))
        other.undo()
        need(_state(other) == before, "undo", move=position.write_move(move))
        other.play(move)
        need(_state(other) == after, "replay", move=position.write_move(move))
    need(_state(position) == before, "reading-changes")
    illegal = next(n for n in itertools.count(1) if n not in set(moves))
    for number in (illegal, -1 if -1 not in moves else -2, 1 << 40):
        _check_refusal(violation("illegal-played", move=number), IllegalMove, position.play, number)
    if not position.played:
        _check_refusal(violation("undo-nothing"), NothingToUndo, position.undo)
    need(_state(position) == before, "refused-move-changes")
    forced = position.automatic()
    need(forced is None or moves == [forced], "automatic")
    for seat in range(len(position.game.sides(position.options))):
        need(isinstance(position.static(seat), int), "evaluation")


def check_symmetry(position: Position, random: Random) -> None:
    """Check that a position and its images under the game's symmetries have one canonical key."""
    symmetries = position.game.symmetries(position.options)
    canonical = position.canonical_key()
    for mapping in random.sample(symmetries, min(len(symmetries), 3)):
        need(image(position, mapping).canonical_key() == canonical, "canonical-key", mapping=mapping)


def _check_refusal(
    accepted: ConformanceError, kind: type[ParlourError], action: Callable[..., object], *arguments: object
) -> None:
    """Check that an action raises an error with a text; raise `accepted` if it raises nothing."""
    try:
        action(*arguments)
    except kind as fault:
        need(str(fault).strip(), "silent-error", error=type(fault).__name__)
        return
    raise accepted


def check_notation(position: Position, random: Random) -> None:
    """Check that legal moves have distinct notations that can be read back, and invalid text raises an error."""
    written = {move: position.write_move(move) for move in position.moves()}
    need_distinct("notation", list(written.values()))
    for move, text in written.items():
        need(position.read_move(text) == move, "move-reading", move=text)
    before = _state(position)
    for nonsense in ("", "?", "no such move", "9" * 50, "a1-", "\x00", "é✗"):
        _check_refusal(violation("move-nonsense", text=nonsense), IllegalMove, position.read_move, nonsense)
        _check_refusal(violation("turn-nonsense", text=nonsense), IllegalMove, position.read_turn, nonsense)
    need(_state(position) == before, "refused-text-changes")


def check_turns(position: Position, random: Random) -> None:
    """Check that turns can be written and read, and that `candidates` reaches every position a turn can lead to."""
    if position.is_over():
        return
    for _ in range(3):
        walker = position.copy()
        turn: list[int] = []
        while True:
            move = random.choice(walker.moves())
            turn.append(move)
            last = walker.turn_over(move)
            walker.play(move)
            if last:
                break
        text = position.write_turn(turn)
        read = position.read_turn(text)
        end = position.copy()
        for move in read:
            end.play(move)
        need(end.text() == walker.text(), "turn-reading", turn=text)
        need(position.write_turn(read) == text, "turn-writing", turn=text)
    inside = _inside_turn(position)
    everything = list(itertools.islice(_turns(position, methodcaller("moves"), inside), 3000))
    if len(everything) < 3000:
        lean = list(_turns(position, methodcaller("candidate_moves"), inside))
        need(len(lean) <= len(everything), "candidates-more")
        ends = {text for _, text in everything}
        need({text for _, text in lean} == ends, "candidates-fewer")
        # A copy has no memory of the earlier moves of its turn, on which candidates may depend.
        need(position.copy().perft_turns(1) == len(lean), "perft-turns")


def _inside_turn(position: Position) -> bool:
    """Return whether the last move played left the turn with the same seat."""
    if not position.played:
        return False
    earlier = position.copy()
    return not earlier.turn_over(earlier.undo())


def _turns(
    position: Position, choices: Callable[[Position], list[int]], inside: bool
) -> Iterator[tuple[int | None, str]]:
    """Return each complete turn as its first move and the position it leads to.

    Inside a turn only the position counts, because the move that distinguishes turns has already been made.
    """

    def walk(here: Position, first: int | None) -> Iterator[tuple[int | None, str]]:
        found = choices(here)
        need(found, "candidates-end")
        for move in found:
            begin = move if first is None else first
            last = here.turn_over(move)
            here.play(move)
            if last:
                yield None if inside else begin, here.text()
            else:
                yield from walk(here, begin)
            here.undo()

    return walk(position.copy(), None)


def check_picks(position: Position, random: Random) -> None:
    """Check that every path of picks means exactly one move, and no path is a prefix of another."""
    sites = len(position.game.board(position.options).sites)
    verbs = {verb.name for verb in position.game.verbs}
    paths: dict[tuple[int | str, ...], int] = {}
    for move in position.moves():
        text = position.write_move(move)
        ways = position.picks(move)
        need(ways, "no-clicks", move=text)
        for path in ways:
            need(path, "empty-clicks", move=text)
            for pick in path:
                known = 0 <= pick < sites if isinstance(pick, int) else pick in verbs or pick == text
                need(known, "unknown-pick", path, pick=repr(pick), move=text)
            need(path not in paths, "same-clicks", path, clicks=path, move=text)
            paths[path] = move
    for path, move in paths.items():
        for length in range(1, len(path)):
            other = paths.get(path[:length])
            need(other is None, "prefix-clicks", path, move=position.write_move(move))


def check_effects(position: Position, random: Random) -> None:
    """Check that effects lead to the next pieces, that reversed effects restore them, and that piece ids persist."""
    pieces = position.pieces()
    need_distinct("identity", [str(piece.id) for piece in pieces])
    need(_placed_counts(pieces) == _placed_counts(position.placement()), "identified-pieces")
    arcs = {arc.name for arc in position.game.board(position.options).arcs}
    moves = position.moves()
    for move in random.sample(moves, min(len(moves), 25)):
        text = position.write_move(move)
        effects = position.effects(move)
        for effect in effects:
            _check_effect(effect, effects, arcs, text)
        after = position.after(move)
        try:
            following = apply(pieces, effects)
        except ValueError as fault:
            raise violation("effects-inconsistent", move=text, reason=fault) from fault
        need(_placed_counts(following) == _placed_counts(after.placement()), "effects-pieces", move=text)
        need(following == after.pieces(), "effects-identities", move=text)
        back = apply(following, reverse(effects))
        need(sorted(back, key=_id) == sorted(pieces, key=_id), "effects-reverse", move=text)


def _id(piece: Piece) -> int:
    return piece.id


def _check_effect(effect: Effect, effects: list[Effect], arcs: set[str], text: str) -> None:
    ends = [piece.place for piece in (effect.before, effect.after) if piece is not None]
    where: dict[str, Any] = {
        "effect": effect.kind,
        "move": text,
        "sites": [*effect.path, *(site for place in ends for site in sites_of(place))],
    }
    need(effect.phase >= 0, "effect-phase", **where)
    need((effect.kind == "beam") == (effect.beam is not None), "effect-beam", **where)
    if effect.kind == "beam":
        return
    need(effect.before or effect.after, "effect-nothing", **where)
    if effect.before is not None and effect.after is not None:
        need(effect.before.id == effect.after.id, "effect-identity", **where)
        need(effect.before != effect.after, "effect-nothing", **where)
    if effect.kind in ("slide", "swap"):
        need(effect.before is not None and effect.after is not None, "effect-slide", **where)
        need(len(effect.path) >= 2, "effect-short-path", **where)
        need([effect.path[0], effect.path[-1]] == ends, "effect-path", **where)
    for part in effect.path:
        need(isinstance(part, int) or part in arcs, "effect-arc", arc=part, **where)
    if effect.step is not None:
        lengths = [len(e.path) for e in effects if e.phase == effect.phase and e.kind in ("slide", "swap")]
        need(any(0 <= effect.step < length for length in lengths), "effect-step", **where)


def check_words(position: Position, random: Random) -> None:
    """Check that all messages of a position can be translated, for legal and illegal picks, without side effects."""
    game, options = position.game, position.options
    before = _state(position)
    sites = len(game.board(options).sites)
    messages: list[Message] = [position.prompt(), position.explain(())]
    for move in random.sample(position.moves(), min(len(position.moves()), 12)):
        messages += [position.describe(move), *position.notices(move)]
        for path in position.picks(move)[:3]:
            messages += [position.explain(path[:length]) for length in range(len(path) + 1)]
    wild: list[Pick] = [*range(sites), *range(sites), "no such verb"]
    for _ in range(25):
        messages.append(position.explain(tuple(random.choices(wild, k=random.randint(1, 4)))))
    messages += [position.explain((-1,)), position.explain((sites, 10**9)), position.explain(("",))]
    outcome = position.outcome()
    if outcome is not None:
        messages.append(position.why_over())
    for message in messages:
        try:
            need(game.sentence(message, options).strip(), "empty-message", key=message.key)
        except (KeyError, IndexError, ValueError) as fault:
            raise violation("bad-message", sentence=message, reason=fault) from fault
    trays = {tray.name for tray in game.board(options).trays}
    for piece in position.placement():
        known = (
            piece.place in trays
            if isinstance(piece.place, str)
            else all(0 <= site < sites for site in sites_of(piece.place))
        )
        need(known, "piece-place", piece=piece)
        need(any(kind.name == piece.kind for kind in game.kinds), "piece-kind", piece=piece)
        need(0 <= piece.facing < game.kind(piece.kind).facings, "piece-facing", piece=piece)
    need(max(map(len, position.diagram().splitlines())) <= 80, "wide-diagram")
    for mark in (*position.marks(), *position.aids()):
        need(all(0 <= site < sites for site in mark.sites), "mark-site", mark=mark)
    for score in position.scores():
        need(score.tray is None or score.tray in trays, "score-tray", score=score)
        need(score.of is None or 0 <= score.value <= score.of, "score-range", score=score)
    need(_state(position) == before, "words-change")


def check_end(position: Position) -> None:
    """Check that a finished game has a result for every seat and a declared reason."""
    outcome = position.outcome()
    need(outcome is not None, "no-end")
    assert outcome is not None
    sides = len(position.game.sides(position.options))
    need(len(outcome.results) == sides, "results", seats=sides, results=len(outcome.results))
    need(set(outcome.results) <= {0, 0.5, 1}, "result-values", results=outcome.results)
    need(outcome.drawn or outcome.winners, "all-lost")
    need(outcome.reason in position.game.reasons, "unknown-reason", reason=outcome.reason)


def check_bad_text(game: Game, options: Options, random: Random) -> None:
    """Check that damaged texts raise an error or describe a playable position."""
    text = game.start_text(options)
    signs = "".join(sorted(set(text))) + " /.?;,-x0129\n\x00é"
    for _ in range(60):
        at = random.randrange(len(text) + 1)
        damaged = random.choice(
            [
                text[:at] + random.choice(signs) + text[at:],
                text[:at] + random.choice(signs) + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at],
                text[at:] + text[:at],
                text * 2,
            ]
        )
        try:
            position = game.read(damaged, options)
        except ParlourError as fault:
            need(str(fault).strip(), "silent-error", error=type(fault).__name__)
            continue
        position.moves()
        need(game.read(position.text(), options).key == position.key, "damaged-text", text=damaged)
    for nonsense in ("", " ", "x" * 100_000):
        _check_refusal(violation("text-nonsense", text=nonsense[:20]), ParlourError, game.read, nonsense, options)


POSITION_CHECKS = (
    check_text,
    check_play,
    check_symmetry,
    check_notation,
    check_turns,
    check_picks,
    check_effects,
    check_words,
)
