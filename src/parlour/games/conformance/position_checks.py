"""Conformance checks of positions: text, play, turns, picks, effects, messages and endings."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from operator import methodcaller
from random import Random

from parlour.errors import IllegalMove, NothingToUndo, ParlourError
from parlour.games.conformance.errors import ConformanceError, need, need_distinct
from parlour.games.contract.defaults import image
from parlour.games.contract.display import Effect, Pick, Piece, apply, reverse, sites_of
from parlour.games.contract.game import Game, write_share
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.i18n.message import Message


def _state(position: Position) -> tuple[object, ...]:
    return position.text(), position.key, position.seat, position.moves(), position.played, position.repetition_key()


def _standing(pieces: list[Piece]) -> Counter[tuple[object, ...]]:
    return Counter((piece.kind, piece.owner, piece.place, piece.facing) for piece in pieces)


def check_text(position: Position, random: Random) -> None:
    """Check that reading a position's text gives the same text, key, moves and pieces."""
    game, options, text = position.game, position.options, position.text()
    need("\n" not in text and text == text.strip() and text, "the text is not one line")
    read = game.read(text, options)
    need(read.text() == text, f"the text reads back as “{read.text()}”")
    need(read.key == position.key, "the key differs from that of the same position read from text")
    need(read.seat == position.seat, "the seat to move is lost in the text")
    need(_standing(read.placement()) == _standing(position.placement()), "the pieces are not those of the text")
    if not position.is_over() or position.reason() != "repetition":
        need(sorted(read.moves()) == sorted(position.moves()), "the legal moves are not those of the text")
    need(game.parse(text, options).seat == position.seat, "the draft of the text has another seat to move")
    need(write_share(position).endswith(text), "the share string does not hold the text")


def check_play(position: Position, random: Random) -> None:
    """Check that undo restores everything, copies are independent, and illegal moves change nothing."""
    before = _state(position)
    moves = position.moves()
    need(len(set(moves)) == len(moves), "a legal move is given twice")
    need(position.is_over() == (not moves), "a position is over exactly when it has no legal move")
    need((position.outcome() is None) == bool(moves), "a running position has an outcome, or a finished one has none")
    need(0 <= position.seat < len(position.game.sides(position.options)), f"there is no seat {position.seat}")
    for name, some in (("candidates", position.candidate_moves()), ("tactical moves", position.tactical_moves())):
        need(set(some) <= set(moves), f"the {name} hold a move that is not legal")
        need(len(set(some)) == len(some), f"the {name} hold a move twice")
    for move in moves:
        other = position.copy()
        other.play(move)
        need(_state(position) == before, "playing on a copy changes the original")
        after = _state(other)
        passed = other.seat != position.seat or other.is_over()
        need(position.turn_over(move) == passed, f"turn_over is wrong for {position.write_move(move)}")
        other.undo()
        need(_state(other) == before, f"taking back {position.write_move(move)} does not restore the position")
        other.play(move)
        need(_state(other) == after, f"playing {position.write_move(move)} again gives another position")
    need(_state(position) == before, "looking at a position changes it")
    illegal = next(n for n in itertools.count(1) if n not in set(moves))
    for number in (illegal, -1 if -1 not in moves else -2, 1 << 40):
        _refused(IllegalMove, f"the illegal move {number} is played", position.play, number)
    if not position.played:
        _refused(NothingToUndo, "a move that was not played is taken back", position.undo)
    need(_state(position) == before, "a refused move changes the position")
    forced = position.automatic()
    need(forced is None or moves == [forced], "an automatic move must be the only legal one")
    for seat in range(len(position.game.sides(position.options))):
        need(isinstance(position.static(seat), int), "the evaluation is not a whole number")


def check_symmetry(position: Position, random: Random) -> None:
    """Check that a position and its images under the game's symmetries have one canonical key."""
    symmetries = position.game.symmetries(position.options)
    canonical = position.canonical_key()
    for mapping in random.sample(symmetries, min(len(symmetries), 3)):
        need(image(position, mapping).canonical_key() == canonical, f"the canonical key differs after {mapping}")


def _refused(kind: type[ParlourError], why: str, action: Callable[..., object], *arguments: object) -> None:
    try:
        action(*arguments)
    except kind as fault:
        need(str(fault).strip(), f"{why}: the error says nothing")
        return
    raise ConformanceError(why)


def check_notation(position: Position, random: Random) -> None:
    """Check that legal moves have distinct notations that can be read back, and invalid text raises an error."""
    written = {move: position.write_move(move) for move in position.moves()}
    need_distinct("notation", list(written.values()))
    for move, text in written.items():
        need(position.read_move(text) == move, f"“{text}” reads back as another move")
    before = _state(position)
    for nonsense in ("", "?", "no such move", "9" * 50, "a1-", "\x00", "é✗"):
        _refused(IllegalMove, f"“{nonsense}” is read as a move", position.read_move, nonsense)
        _refused(IllegalMove, f"“{nonsense}” is read as a turn", position.read_turn, nonsense)
    need(_state(position) == before, "a refused text changes the position")


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
        need(end.text() == walker.text(), f"the turn “{text}” reads back as another one")
        need(position.write_turn(read) == text, f"the turn “{text}” is written differently after reading")
    inside = _inside_turn(position)
    everything = list(itertools.islice(_turns(position, methodcaller("moves"), inside), 3000))
    if len(everything) < 3000:
        lean = list(_turns(position, methodcaller("candidate_moves"), inside))
        need(len(lean) <= len(everything), "the candidates reach more turns than the moves")
        ends = {text for _, text in everything}
        need({text for _, text in lean} == ends, "the candidates do not reach every position that a turn leads to")
        # A copy has no memory of the earlier moves of its turn, on which candidates may depend.
        need(position.copy().perft_turns(1) == len(lean), "perft_turns does not count the turns of the candidates")


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
        need(found, "the candidates end before the turn does")
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
        need(ways, f"no clicks mean {text}")
        for path in ways:
            need(path, f"{text} needs no click at all")
            for pick in path:
                known = 0 <= pick < sites if isinstance(pick, int) else pick in verbs or pick == text
                need(known, f"the pick {pick!r} of {text} is neither a site nor a declared verb")
            need(path not in paths, f"the clicks {path} mean two moves, one of them {text}")
            paths[path] = move
    for path, move in paths.items():
        for length in range(1, len(path)):
            other = paths.get(path[:length])
            need(other is None, f"the clicks for {position.write_move(move)} begin with all those of another path")


def check_effects(position: Position, random: Random) -> None:
    """Check that effects lead to the next pieces, reversed ones back, and that piece ids persist."""
    pieces = position.pieces()
    need_distinct("identity", [str(piece.id) for piece in pieces])
    need(_standing(pieces) == _standing(position.placement()), "the pieces with identities are not those that stand")
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
            raise ConformanceError(f"the effects of {text} do not fit: {fault}") from fault
        need(_standing(following) == _standing(after.placement()), f"the effects of {text} do not give the next pieces")
        need(following == after.pieces(), f"the identities after {text} are not those its effects give")
        need(
            sorted(apply(following, reverse(effects)), key=_id) == sorted(pieces, key=_id), f"{text} does not play back"
        )


def _id(piece: Piece) -> int:
    return piece.id


def _check_effect(effect: Effect, effects: list[Effect], arcs: set[str], text: str) -> None:
    where = f"{effect.kind} in {text}"
    need(effect.phase >= 0, f"{where}: a phase is negative")
    need((effect.kind == "beam") == (effect.beam is not None), f"{where}: only a beam has one, and it must")
    if effect.kind == "beam":
        return
    need(effect.before or effect.after, f"{where}: nothing changes")
    if effect.before is not None and effect.after is not None:
        need(effect.before.id == effect.after.id, f"{where}: the piece changes its identity")
        need(effect.before != effect.after, f"{where}: nothing changes")
    if effect.kind in ("slide", "swap"):
        need(effect.before is not None and effect.after is not None, f"{where}: a slide needs a before and an after")
        need(len(effect.path) >= 2, f"{where}: the path is too short")
        ends = (effect.before and effect.before.place, effect.after and effect.after.place)
        need((effect.path[0], effect.path[-1]) == ends, f"{where}: the path does not lead from before to after")
    for part in effect.path:
        need(isinstance(part, int) or part in arcs, f"{where}: there is no arc “{part}”")
    if effect.step is not None:
        lengths = [len(e.path) for e in effects if e.phase == effect.phase and e.kind in ("slide", "swap")]
        need(any(0 <= effect.step < length for length in lengths), f"{where}: no slide of its phase has such a step")


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
            need(game.sentence(message, options).strip(), f"{message.key} says nothing")
        except (KeyError, IndexError, ValueError) as fault:
            raise ConformanceError(f"{message} cannot be put into words: {fault}") from fault
    trays = {tray.name for tray in game.board(options).trays}
    for piece in position.placement():
        known = (
            piece.place in trays
            if isinstance(piece.place, str)
            else all(0 <= site < sites for site in sites_of(piece.place))
        )
        need(known, f"{piece} stands on a place that does not exist")
        need(any(kind.name == piece.kind for kind in game.kinds), f"{piece} is of no declared kind")
        need(0 <= piece.facing < game.kind(piece.kind).facings, f"{piece} faces a way its kind does not know")
    need(max(map(len, position.diagram().splitlines())) <= 80, "the diagram is wider than 80 columns")
    for mark in (*position.marks(), *position.aids()):
        need(all(0 <= site < sites for site in mark.sites), f"{mark} names a site that does not exist")
    for score in position.scores():
        need(score.tray is None or score.tray in trays, f"{score} names a tray that does not exist")
        need(score.of is None or 0 <= score.value <= score.of, f"{score} is out of its range")
    need(_state(position) == before, "asking a position for words changes it")


def check_end(position: Position) -> None:
    """Check that a finished game has a result for every seat and a declared reason."""
    outcome = position.outcome()
    need(outcome is not None, "the game does not end")
    assert outcome is not None
    sides = len(position.game.sides(position.options))
    need(len(outcome.results) == sides, f"there are {sides} seats but {len(outcome.results)} results")
    need(set(outcome.results) <= {0, 0.5, 1}, f"the results {outcome.results} are not 1, 0.5 or 0")
    need(outcome.drawn or outcome.winners, "everybody has lost")
    need(outcome.reason in position.game.reasons, f"the reason “{outcome.reason}” is not declared")


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
            need(str(fault).strip(), f"“{damaged}” is refused without a reason")
            continue
        position.moves()
        need(game.read(position.text(), options).key == position.key, f"“{damaged}” is read as something else")
    for nonsense in ("", " ", "x" * 100_000):
        _refused(ParlourError, f"“{nonsense[:20]}” is read as a position", game.read, nonsense, options)


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
