"""Finds and proves puzzles: what can be asked about a position, with everything that solves it.

Wins and rescues are proven (`forced`): every turn in the solution does what is asked, and no other turn does. The
answers are the most stubborn ones: those that hold out longest and then leave the fewest ways to go on. Where something
is to be gained, one search with a fixed amount of work, alike on every machine, must put one turn far above all others.
What a puzzle is about, its theme, the game says (`Game.theme`).
"""

from __future__ import annotations

import hashlib

from parlour.engine.levels import ALPHABETA
from parlour.engine.report import Limits, Report
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.solve.forced_wins import ForcedWinSearch
from parlour.games.contract.game import write_share
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import GRADES, Goal, Puzzle, PuzzleAnswer, PuzzleError, Solution, longest

MIN_TURNS = 3
"""With fewer legal turns there is nothing to look for."""
MIN_WRONG_TURNS = 2
"""So many turns at least must be wrong at first."""
MAX_SOLUTIONS = 3
"""A step with more solutions is no puzzle."""
MAX_WIN_TURNS = 4
"""In so many turns a win has to be forced, where quick wins are asked for."""
MAX_RACE_TURNS, MAX_RACE_DELAY = 6, 3
"""The same where any win will do, and by how many turns that may come later."""
MAX_PLAYED_OUT_RACE = 3
"""A longer race is not played to its end: its first turn is the puzzle."""
MAX_RESCUE_TURNS = 2
SCREENING_LIMITS = Limits(nodes=20_000)
GAIN_LIMITS = Limits(nodes=60_000)
MAX_PROOF_VISITS = 3_000_000
"""So many positions one question about a forced win may visit."""
MIN_GAIN_LEAD, MAX_GAIN_SCORE = 0.7, 4
"""By so many times `Game.score_scale` the turn that gains must be better than others, and one side may lead."""


class Undecided(Exception):
    """A proof took too long."""


class PuzzleFinder:
    """Looks for puzzles in positions of one game with one set of options; what it has found helps the next look."""

    def __init__(self, position: Position, effort: int = MAX_PROOF_VISITS) -> None:
        self.forced = ForcedWinSearch(position)
        self.effort = effort
        self.patient = position.game.patient
        self.longest_win = MAX_RACE_TURNS if self.patient else MAX_WIN_TURNS

    def look(self, position: Position) -> Puzzle | None:
        """The puzzle in a position without a past, at the beginning of a turn, if there is one."""
        if position.is_over() or position.automatic() is not None or len(turns_of(position)) < MIN_TURNS:
            return None
        report = _searched(position, SCREENING_LIMITS)
        try:
            if report.lines[0].proven == 1:
                return self.win(position)
            if len(report.lines) > 1 and report.lines[1].proven == -1 and report.lines[0].proven != -1:
                # In a race, where nothing is drawn, not to lose is to win.
                return None if position.game.patient else self.save(position)
            return self.gain(position) if _stands_out(report, position) else None
        except Undecided:
            return None

    # ---- What can be asked ----------------------------------------------------------------------------------------

    def win(self, position: Position) -> Puzzle | None:
        """“Win in n turns”, or in a race “find what wins”, if few enough turns do."""
        within = self.forced.shortest(position, self.longest_win, limit=self.effort)
        if not within:
            return None
        solution = self.winning(position, within)
        if solution is None or len(turns_of(position)) < len(solution) + MIN_WRONG_TURNS:
            return None
        return self._made("win", position, solution, within)

    def save(self, position: Position) -> Puzzle | None:
        """“Everything but this loses in n turns”, if exactly one turn does not, and does not lose a turn later."""
        for within in range(1, MAX_RESCUE_TURNS + 1):
            safe = self.safe(position, within)
            if len(safe) == 1 and self.safe(position, within + 1) == safe:
                return self._made("save", position, dict.fromkeys(safe), within)
        return None

    def gain(self, position: Position) -> Puzzle | None:
        """“Find the turn that brings most”, if one is far above all others."""
        solution = find_gain(position)
        return None if solution is None else self._made("gain", position, solution)

    # ---- Proofs ---------------------------------------------------------------------------------------------------

    def winning(self, position: Position, within: int) -> Solution | None:
        """All turns that win in time, and how each goes on; None if there are too many, or somebody has to pass.

        In time is within so many turns or, in a race, some turns later: `within` is then how long it takes at best.
        """
        seat = position.seat
        after = self.won(position, within)
        if len(after) > MAX_SOLUTIONS:
            return None
        found: Solution = {}
        for turn, reached in after.items():
            if reached.is_over() or (self.patient and within > MAX_PLAYED_OUT_RACE):
                found[turn] = None
                continue
            if reached.automatic() is not None:
                return None
            answer = self._stubborn(reached, seat)
            if answer is None:
                found[turn] = None
                continue
            reply, stands, still = answer
            then = None if stands.automatic() is not None else self.winning(stands, still)
            if then is None:
                return None
            found[turn] = PuzzleAnswer(reply, then)
        return found

    def won(self, position: Position, within: int) -> dict[str, Position]:
        """All turns that win in time, and where they lead."""
        left = within - 1 + (MAX_RACE_DELAY if self.patient else 0)
        ways = turns_of(position)
        return {turn: reached for turn, reached in ways.items() if self._is_won(reached, left, position.seat)}

    def safe(self, position: Position, within: int) -> list[str]:
        """The turns after which the other side cannot win within so many of its own."""
        other = 1 - position.seat
        found = []
        for turn, reached in turns_of(position).items():
            outcome = reached.outcome()
            lost = outcome.results[other] == 1 if outcome is not None else self._wins(reached, within, other)
            if not lost:
                found.append(turn)
        return found

    def _wins(self, position: Position, turns: int, seat: int) -> bool:
        found = self.forced.wins(position, turns, seat=seat, limit=self.effort)
        if found is None:
            raise Undecided
        return found

    def _stubborn(self, position: Position, seat: int) -> tuple[str, Position, int] | None:
        """The answer that holds out longest, where it leads, and in how many turns it is won from there; None if every
        answer ends the game."""
        best: tuple[tuple[int, int], str, Position] | None = None
        for reply, stands in turns_of(position).items():
            if stands.is_over():
                continue
            still = self.forced.shortest(stands, self.longest_win + MAX_RACE_DELAY, limit=self.effort)
            if not still:
                raise Undecided
            ways = sum(self._is_won(reached, still - 1, seat) for reached in turns_of(stands).values())
            if best is None or (still, -ways) > best[0]:
                best = (still, -ways), reply, stands
        return None if best is None else (best[1], best[2], best[0][0])

    def _is_won(self, position: Position, turns: int, seat: int) -> bool:
        outcome = position.outcome()
        return outcome.results[seat] == 1 if outcome is not None else self._wins(position, turns, seat)

    def _made(self, goal: Goal, position: Position, solution: Solution, within: int = 1) -> Puzzle | None:
        theme = position.game.theme(goal, position, position.read_turn(next(iter(solution))))
        if not theme:
            return None
        options = {
            o.key: position.options[o.key] for o in position.game.declared if position.options[o.key] != o.default
        }
        name = hashlib.sha256(f"{goal} {write_share(position)}".encode()).hexdigest()[:8]
        turns = longest(solution)
        ahead = max(turns, (within + 1) // 2)
        return Puzzle(
            name, goal, theme, position.text(), turns, grade(position, solution, ahead), within, solution, options
        )


def find_gain(position: Position, clear: float = MIN_GAIN_LEAD) -> Solution | None:
    """The turn that a search puts far above all others, if the game says that it gains something and others do too."""
    game = position.game
    report = _searched(position, GAIN_LIMITS)
    if not _stands_out(report, position, clear):
        return None
    moves = [position.read_turn(turn) for turn in turns_of(position)]
    tempting = [one for one in moves if game.theme("gain", position, one)]
    found = [one for one in tempting if one[0] == report.lines[0].moves[0]]
    if not found or len({one[0] for one in tempting}) < 2:
        return None
    return {position.write_turn(found[0]): None}


def _stands_out(report: Report, position: Position, clear: float = MIN_GAIN_LEAD) -> bool:
    """Whether a game that is not decided hangs on one turn."""
    if len(report.lines) < 2 or any(line.proven is not None for line in report.lines):
        return False
    best, second, scale = report.lines[0].score, report.lines[1].score, position.game.score_scale
    return (
        best - second >= clear * scale and max(abs(best), abs(second)) <= MAX_GAIN_SCORE * scale / clear * MIN_GAIN_LEAD
    )


def grade(position: Position, solution: Solution, ahead: int) -> int:
    """How hard a puzzle is: which of the levels 3 to 7 is the first whose work is enough to find the first turn, and no
    less than the number of turns to be seen ahead, up to four."""
    first = {position.read_turn(turn)[0] for turn in solution}
    found = GRADES
    for level in range(7, 2, -1):
        line = AlphaBeta(2).search(position, Limits(nodes=ALPHABETA[level].nodes)).lines[0]
        if line.moves[0] not in first:
            break
        found = level - 2
    return max(found, min(ahead, GRADES - 1))


def verify(puzzle: Puzzle, position: Position, miner: PuzzleFinder | None = None) -> None:
    """Proves a puzzle again; raises `PuzzleError` with what does not hold.

    A miner of the same game and options may be given, so that a table need not be made for each puzzle.
    """
    miner = miner or PuzzleFinder(position)
    miner.effort = 100 * MAX_PROOF_VISITS
    if puzzle.goal == "win":
        if puzzle.within > 1 and miner.forced.wins(position, puzzle.within - 1) is not False:
            raise PuzzleError(f"{puzzle.id} can be won sooner.")
        _verify_win(puzzle, position, puzzle.within, puzzle.solution, miner)
        return
    # Evaluations are refined from time to time; what stood out clearly may then do so a little less.
    proven = set(
        miner.safe(position, puzzle.within) if puzzle.goal == "save" else find_gain(position, MIN_GAIN_LEAD / 2) or ()
    )
    if proven != set(puzzle.solution):
        raise PuzzleError(f"{puzzle.id} says {list(puzzle.solution)}, but {list(proven)} is proven.")


def _verify_win(puzzle: Puzzle, position: Position, within: int, solution: Solution, miner: PuzzleFinder) -> None:
    """Proves that just these turns win in time, and that no answer holds out longer than those given."""
    ways = turns_of(position)
    won = miner.won(position, within)
    if set(won) != set(solution):
        raise PuzzleError(f"{puzzle.id} says {list(solution)}, but {list(won)} is proven.")
    for turn, answer in solution.items():
        if answer is None:
            played_out = ways[turn].is_over() or all(after.is_over() for after in turns_of(ways[turn]).values())
            if not played_out and not (miner.patient and within > MAX_PLAYED_OUT_RACE):
                raise PuzzleError(f"{puzzle.id} ends with {turn}, but the game goes on.")
            continue
        stands = turns_of(ways[turn])[answer.reply]
        still = miner.forced.shortest(stands, miner.longest_win + MAX_RACE_DELAY, limit=miner.effort)
        if not still or not miner.forced.wins(ways[turn], still, seat=position.seat, limit=miner.effort):
            raise PuzzleError(f"{puzzle.id}: something holds out longer than {answer.reply}.")
        _verify_win(puzzle, stands, still, answer.then, miner)


def turns_of(position: Position) -> dict[str, Position]:
    """Every turn from a position at the beginning of one, as it is written, and where it leads; turns that lead to the
    same position once."""
    found: dict[str, Position] = {}
    seen: set[str] = set()

    def walk(here: Position, moves: list[int]) -> None:
        for move in here.candidate_moves():
            last = here.turn_over(move)
            here.play(move)
            moves.append(move)
            if not last:
                walk(here, moves)
            elif here.text() not in seen:
                seen.add(here.text())
                found[position.write_turn(moves)] = here.copy()
            moves.pop()
            here.undo()

    walk(position.copy(), [])
    return found


def _searched(position: Position, limits: Limits) -> Report:
    return AlphaBeta(8).search(position, limits, lines=2)
