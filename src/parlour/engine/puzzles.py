"""Find and prove puzzles: a task in a position, with all of its solutions.

Wins and defences are proven (`forced`): every turn in the solution achieves the task, and no other turn does. The
replies in a solution are the most stubborn ones: those that delay the loss longest, and among these the ones that leave
the fewest winning turns. If the task is to gain an advantage, one search with a fixed number of nodes, the same on
every machine, must rate one turn far above all others. The theme of a puzzle comes from the game (`Game.theme`).
"""

from __future__ import annotations

import hashlib

from parlour.engine.levels import ALPHABETA
from parlour.engine.report import Limits, Report
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.solve.forced_wins import ForcedWinSearch
from parlour.games.contract.game import write_share
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import GRADES, Goal, Puzzle, PuzzleAnswer, PuzzleError, PuzzleSolution, longest

MIN_TURNS = 3
"""Minimum number of legal turns in a puzzle."""
MIN_WRONG_TURNS = 2
"""Minimum number of wrong turns in the first step."""
MAX_SOLUTIONS = 3
"""Maximum number of solutions of a step."""
MAX_WIN_TURNS = 4
"""Longest forced win, in turns, in games where the task is to win quickly."""
MAX_RACE_TURNS, MAX_RACE_DELAY = 6, 3
"""Longest forced win in a race, where every win counts, and how many turns later than the shortest it may come."""
MAX_PLAYED_OUT_RACE = 3
"""Longest race that is played to its end; in a longer one only the first turn is the puzzle."""
MAX_RESCUE_TURNS = 2
SCREENING_LIMITS = Limits(nodes=20_000)
GAIN_LIMITS = Limits(nodes=60_000)
MAX_PROOF_VISITS = 3_000_000
"""Node limit of one query for a forced win."""
MIN_GAIN_LEAD, MAX_GAIN_SCORE = 0.7, 4
"""Minimum lead of the gaining turn over the others, and maximum score of either side, in `Game.score_scale`."""


class Undecided(Exception):
    """Raised when a proof exceeds its limit."""


class PuzzleFinder:
    """Finds puzzles in positions of one game with given options; results are reused between positions."""

    def __init__(self, position: Position, effort: int = MAX_PROOF_VISITS) -> None:
        self.forced = ForcedWinSearch(position)
        self.effort = effort
        self.patient = position.game.patient
        self.longest_win = MAX_RACE_TURNS if self.patient else MAX_WIN_TURNS

    def find(self, position: Position) -> Puzzle | None:
        """Return the puzzle in a position without history, at the beginning of a turn, or None."""
        if position.is_over() or position.automatic() is not None or len(turns_of(position)) < MIN_TURNS:
            return None
        report = _searched(position, SCREENING_LIMITS)
        try:
            if report.lines[0].proven == 1:
                return self.win(position)
            if len(report.lines) > 1 and report.lines[1].proven == -1 and report.lines[0].proven != -1:
                # A race has no draws: not losing is winning.
                return None if position.game.patient else self.save(position)
            return self.gain(position) if _stands_out(report, position) else None
        except Undecided:
            return None

    # ---- Kinds of puzzles -----------------------------------------------------------------------------------------

    def win(self, position: Position) -> Puzzle | None:
        """Return the puzzle “win in n turns”, or in a race “find the win”, if few enough turns win."""
        within = self.forced.shortest(position, self.longest_win, limit=self.effort)
        if not within:
            return None
        solution = self.winning(position, within)
        if solution is None or len(turns_of(position)) < len(solution) + MIN_WRONG_TURNS:
            return None
        return self._make_puzzle("win", position, solution, within)

    def save(self, position: Position) -> Puzzle | None:
        """Return the puzzle “every other turn loses in n turns”, if exactly one turn avoids the loss for longer."""
        for within in range(1, MAX_RESCUE_TURNS + 1):
            safe = self.safe(position, within)
            if len(safe) == 1 and self.safe(position, within + 1) == safe:
                return self._make_puzzle("save", position, dict.fromkeys(safe), within)
        return None

    def gain(self, position: Position) -> Puzzle | None:
        """Return the puzzle “find the turn that gains most”, if one turn is far better than all others."""
        solution = find_gain(position)
        return None if solution is None else self._make_puzzle("gain", position, solution)

    # ---- Proofs ---------------------------------------------------------------------------------------------------

    def winning(self, position: Position, within: int) -> PuzzleSolution | None:
        """Return all turns that win in time, with their continuations; None if these are too many or a seat must pass.

        In time means within `within` turns. In a race `within` is the length of the shortest win, and wins some turns
        later count too.
        """
        seat = position.seat
        after = self.won(position, within)
        if len(after) > MAX_SOLUTIONS:
            return None
        found: PuzzleSolution = {}
        for turn, reached in after.items():
            if reached.is_over() or (self.patient and within > MAX_PLAYED_OUT_RACE):
                found[turn] = None
                continue
            if reached.automatic() is not None:
                return None
            answer = self._longest_defence(reached, seat)
            if answer is None:
                found[turn] = None
                continue
            reply, answered, still = answer
            then = None if answered.automatic() is not None else self.winning(answered, still)
            if then is None:
                return None
            found[turn] = PuzzleAnswer(reply, then)
        return found

    def won(self, position: Position, within: int) -> dict[str, Position]:
        """Return all turns that win in time, with the positions they lead to."""
        left = within - 1 + (MAX_RACE_DELAY if self.patient else 0)
        ways = turns_of(position)
        return {turn: reached for turn, reached in ways.items() if self._is_won(reached, left, position.seat)}

    def safe(self, position: Position, within: int) -> list[str]:
        """Return the turns after which the other side cannot win within a number of its own turns."""
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

    def _longest_defence(self, position: Position, seat: int) -> tuple[str, Position, int] | None:
        """Return the reply that delays the loss longest, the position after it, and the number of turns to win from
        there.

        Return None if every reply ends the game.
        """
        best: tuple[tuple[int, int], str, Position] | None = None
        for reply, answered in turns_of(position).items():
            if answered.is_over():
                continue
            still = self.forced.shortest(answered, self.longest_win + MAX_RACE_DELAY, limit=self.effort)
            if not still:
                raise Undecided
            ways = sum(self._is_won(reached, still - 1, seat) for reached in turns_of(answered).values())
            if best is None or (still, -ways) > best[0]:
                best = (still, -ways), reply, answered
        return None if best is None else (best[1], best[2], best[0][0])

    def _is_won(self, position: Position, turns: int, seat: int) -> bool:
        outcome = position.outcome()
        return outcome.results[seat] == 1 if outcome is not None else self._wins(position, turns, seat)

    def _make_puzzle(self, goal: Goal, position: Position, solution: PuzzleSolution, within: int = 1) -> Puzzle | None:
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


def find_gain(position: Position, clear: float = MIN_GAIN_LEAD) -> PuzzleSolution | None:
    """Return the turn that a search rates far above all others, if it and at least one other turn have a gain theme."""
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
    """Return whether one turn is far better than all others in a game that is not decided."""
    if len(report.lines) < 2 or any(line.proven is not None for line in report.lines):
        return False
    best, second, scale = report.lines[0].score, report.lines[1].score, position.game.score_scale
    return (
        best - second >= clear * scale and max(abs(best), abs(second)) <= MAX_GAIN_SCORE * scale / clear * MIN_GAIN_LEAD
    )


def grade(position: Position, solution: PuzzleSolution, ahead: int) -> int:
    """Return the difficulty of a puzzle: the first of the levels 3 to 7 whose node limit is enough to find the first
    turn, and at least the number of turns to look ahead, up to four.
    """
    first = {position.read_turn(turn)[0] for turn in solution}
    found = GRADES
    for level in range(7, 2, -1):
        line = AlphaBeta(2).search(position, Limits(nodes=ALPHABETA[level].nodes)).lines[0]
        if line.moves[0] not in first:
            break
        found = level - 2
    return max(found, min(ahead, GRADES - 1))


def verify(puzzle: Puzzle, position: Position, finder: PuzzleFinder | None = None) -> None:
    """Prove a puzzle again; raise `PuzzleError` with the claim that is wrong.

    Pass a finder of the same game and options to reuse its tables for several puzzles.
    """
    finder = finder or PuzzleFinder(position)
    finder.effort = 100 * MAX_PROOF_VISITS
    if puzzle.goal == "win":
        if puzzle.within > 1 and finder.forced.wins(position, puzzle.within - 1) is not False:
            raise PuzzleError(f"{puzzle.id} can be won sooner.")
        _verify_win(puzzle, position, puzzle.within, puzzle.solution, finder)
        return
    # Evaluations change between versions, so a verified puzzle may have a slightly smaller lead.
    proven = set(
        finder.safe(position, puzzle.within) if puzzle.goal == "save" else find_gain(position, MIN_GAIN_LEAD / 2) or ()
    )
    if proven != set(puzzle.solution):
        raise PuzzleError(f"{puzzle.id} has the solution {list(puzzle.solution)}, but {list(proven)} is proven.")


def _verify_win(
    puzzle: Puzzle, position: Position, within: int, solution: PuzzleSolution, finder: PuzzleFinder
) -> None:
    """Prove that exactly these turns win in time, and that no reply delays the loss longer than those given."""
    ways = turns_of(position)
    won = finder.won(position, within)
    if set(won) != set(solution):
        raise PuzzleError(f"{puzzle.id} has the solution {list(solution)}, but {list(won)} is proven.")
    for turn, answer in solution.items():
        if answer is None:
            played_out = ways[turn].is_over() or all(after.is_over() for after in turns_of(ways[turn]).values())
            if not played_out and not (finder.patient and within > MAX_PLAYED_OUT_RACE):
                raise PuzzleError(f"{puzzle.id} ends with {turn}, but the game is not over.")
            continue
        answered = turns_of(ways[turn])[answer.reply]
        still = finder.forced.shortest(answered, finder.longest_win + MAX_RACE_DELAY, limit=finder.effort)
        if not still or not finder.forced.wins(ways[turn], still, seat=position.seat, limit=finder.effort):
            raise PuzzleError(f"{puzzle.id}: another reply delays the loss longer than {answer.reply}.")
        _verify_win(puzzle, answered, still, answer.then, finder)


def turns_of(position: Position) -> dict[str, Position]:
    """Return every turn from a position at the beginning of one, in notation, with the position it leads to; of turns
    that lead to the same position only one.
    """
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
