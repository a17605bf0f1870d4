"""A game in the terminal: the position, the players, and the picks typed so far.

Input and output are in `session.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import bot_name
from parlour.errors import IllegalMove, NothingToUndo, ParlourError, RecordError
from parlour.games.contract.display import Outcome, Pick, Picks
from parlour.games.contract.position import Position
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message
from parlour.i18n.translate_error import translate_error
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from parlour.terminal.text import terminal_text


class TerminalGame:
    """A game in progress. `picks` is the beginning of a move that is typed step by step."""

    def __init__(
        self,
        position: Position,
        names: Sequence[str] = (),
        bots: Mapping[int, BotPlayer] | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.position = position
        self.bots = dict(bots or {})
        self.language = language
        self.sides = position.game.localized(language).sides(position.options)
        self.names = [name or side.name for name, side in zip(_padded(names, len(self.sides)), self.sides, strict=True)]
        for seat, player in self.bots.items():
            self.names[seat] = bot_name(player.bot, position.game, language, ranked=True)
        self.picks: Picks = ()
        self.agreed: Outcome | None = None
        self._turn_starts: list[int] = []
        self._undone: list[list[int]] = []
        self._find_turns()

    def _find_turns(self) -> None:
        """Find where turns begin among moves played before."""
        walker, moves = self._rewound()
        begun = False
        for ply, move in enumerate(moves):
            if not begun:
                self._turn_starts.append(ply)
            begun = not walker.turn_over(move)
            walker.play(move)

    # ---- Texts ---------------------------------------------------------------------------------------

    def sentence(self, message: Message) -> str:
        """Return the text of a message, with the players' names."""
        return str(self.position.game.sentence(message, self.position.options, self.called(), self.language))

    def text(self, key: str, **params: str | int) -> str:
        """Return a text of the terminal's own catalogue."""
        return terminal_text(key, self.language, **params)

    def called(self) -> list[str]:
        """Return the names of the players, with the side added where two are equal."""
        folded = [name.casefold() for name in self.names]
        return [
            f"{name} ({side.name})" if folded.count(name.casefold()) > 1 else name
            for name, side in zip(self.names, self.sides, strict=True)
        ]

    def player(self, seat: int) -> str:
        """Return a player with the symbol of the pieces: "Anna (South, y)"."""
        name, side = self.names[seat], self.sides[seat]
        return f"{name} ({side.symbol})" if name == side.name else f"{name} ({side.name}, {side.symbol})"

    def outcome(self) -> Outcome | None:
        """Return how the game ended, on the board or by agreement, or None."""
        return self.agreed or self.position.outcome()

    def result(self) -> str:
        """Return the result as a sentence."""
        outcome = self.outcome()
        if outcome is None:
            raise ValueError("the game is not over")
        names = self.called()
        if self.agreed is not None:
            params: dict[str, str | int] = {"loser_seat": outcome.losers[0]} if outcome.losers else {}
            why = self.sentence(Message(f"shared.reason.{outcome.reason}", params))
        else:
            why = self.sentence(self.position.why_over())
        if outcome.drawn:
            return self.text("end.drawn", why=why)
        if len(outcome.results) == 2:
            return self.text("end.won", name=names[outcome.winners[0]], why=why)
        losers = self.joined([names[seat] for seat in outcome.losers])
        return self.text("end.lost", n=len(outcome.losers), names=losers, why=why)

    def joined(self, names: list[str]) -> str:
        """Return names as a list: "Anna, Ben and Cleo"."""
        if len(names) < 2:
            return "".join(names)
        return self.text("and", first=", ".join(names[:-1]), last=names[-1])

    def turns(self) -> list[str]:
        """Return the turns played so far in notation; an unfinished one ends in an ellipsis."""
        walker, moves = self._rewound()
        written = []
        for start, end in pairwise([*self._turn_starts, len(moves)]):
            turn = moves[start:end]
            if end == len(moves) and self.in_turn():
                written.append(" ".join(_written_moves(walker, turn)) + " …")
            else:
                written.append(walker.write_turn(turn))
                for move in turn:
                    walker.play(move)
        return written

    def moves_as_text(self) -> list[str]:
        """Return the moves played so far in notation."""
        return _written_moves(*self._rewound())

    def _rewound(self) -> tuple[Position, tuple[int, ...]]:
        """Return the start position and the moves played since."""
        walker = self.position.copy()
        moves = walker.played
        while walker.played:
            walker.undo()
        return walker, moves

    def in_turn(self) -> bool:
        """Return whether the seat to move has begun its turn."""
        if not self._turn_starts or not self.position.played:
            return False
        last = self.position.played[-1]
        before = self.position.copy()
        before.undo()
        return not before.turn_over(last)

    # ---- Playing --------------------------------------------------------------------------------------------------

    def enter(self, text: str) -> list[int]:
        """Play typed text: a whole turn, a move, or one more step of a move.

        Return the moves that were played, none if more steps are needed. Raise `IllegalMove` with the reason if the
        text is not legal here; then nothing changes.
        """
        try:
            return self._enter(text)
        except IllegalMove as wrong:
            translated = IllegalMove(translate_error(wrong, ENGLISH, self.called()), wrong.message)
            translated.catalogue, translated.game, translated.names, translated.quotes = (
                wrong.catalogue,
                wrong.game,
                tuple(self.called()),
                wrong.quotes,
            )
            raise translated from None

    def _enter(self, text: str) -> list[int]:
        if self.outcome() is not None:
            raise self.position.refusal(Message("shared.over"))
        if self.picks:
            path = (*self.picks, *self._as_picks(text))
            if len(path) > len(self.picks) and self._leads_on(path):
                return self._follow(path)
        try:
            moves = self.position.read_turn(text)
        except IllegalMove as no_turn:
            try:
                moves = [self.position.read_move(text)]
            except IllegalMove as no_move:
                path = self._as_picks(text)
                if not path:
                    raise (no_move if self.in_turn() else no_turn) from None
                if not self._leads_on((*self.picks, *path)):
                    raise self.position.refusal(self.position.explain((*self.picks, *path))) from None
                return self._follow((*self.picks, *path))
        self._play(moves)
        return moves

    def pick(self, pick: Pick) -> list[int]:
        """Pick a site or verb as the next step of a move; return the moves that were played.

        Another first site is chosen instead if the pick does not continue the move; the same site again deselects it.
        """
        if self.outcome() is not None:
            raise self.position.refusal(Message("shared.over"))
        if self.picks and self.picks[-1] == pick and not self._leads_on((*self.picks, pick)):
            self.picks = ()
            return []
        for path in ((*self.picks, pick), (pick,)):
            if self._leads_on(path):
                return self._follow(path)
        raise self.position.refusal(self.position.explain((*self.picks, pick)))

    def _as_picks(self, text: str) -> Picks:
        """Return the site or verb that a text names."""
        wanted = " ".join(text.split()).casefold()
        for n, site in enumerate(self.position.game.board(self.position.options).sites):
            if site.label.casefold() == wanted:
                return (n,)
        for verb in (*self.position.game.verbs, *self.position.game.localized(self.language).verbs):
            if wanted in (verb.name.casefold(), verb.label.casefold()):
                return (verb.name,)
        return ()

    def _leads_on(self, path: Picks) -> bool:
        return any(way[: len(path)] == path for move in self.position.moves() for way in self.position.picks(move))

    def _follow(self, path: Picks) -> list[int]:
        for move in self.position.moves():
            if path in self.position.picks(move):
                self._play([move])
                return [move]
        self.picks = path
        return []

    def _play(self, moves: list[int]) -> None:
        for move in moves:
            if not self.in_turn():
                self._turn_starts.append(len(self.position.played))
            self.position.play(move)
        self.picks = ()
        self._undone = []

    def play_automatic(self) -> list[int]:
        """Play automatic moves."""
        played: list[int] = []
        while self.outcome() is None and (move := self.position.automatic()) is not None:
            self._play([move])
            played.append(move)
        return played

    def bot_to_move(self) -> BotPlayer | None:
        """Return the bot to move, or None."""
        return self.bots.get(self.position.seat) if self.outcome() is None else None

    def enter_move(self, move: int) -> None:
        """Play a bot's move."""
        self._play([move])

    def undo(self) -> str:
        """Take back one step: the beginning of a move, the last decision of the running turn, or the last whole turn.

        Against bots, take back until a person is to move again.
        """
        terminal_text = self._undo()
        while self.bot_to_move() is not None and len(self.bots) < len(self.sides) and self.position.played:
            self._undo()
        return terminal_text

    def _undo(self) -> str:
        if self.agreed is not None:
            self.agreed = None
            return self.text("back.result")
        if self.picks:
            self.picks = ()
            return self.text("back.beginning")
        if not self.position.played:
            raise localized_error(NothingToUndo, "terminal.refusal.no-undo")
        taken: list[int] = []
        if self.in_turn():
            taken.append(self.position.undo())
            if len(self.position.played) == self._turn_starts[-1]:
                self._turn_starts.pop()
            self._undone.append(taken)
            return self.text("back.step")
        # An automatic turn is taken back together with the one before it.
        automatic = True
        while automatic and self.position.played:
            start = self._turn_starts.pop()
            while len(self.position.played) > start:
                taken.insert(0, self.position.undo())
            automatic = self.position.automatic() is not None
        self._undone.append(taken)
        return self.text("back.turn")

    def redo(self) -> str:
        """Play again what was taken back last."""
        if not self._undone:
            raise localized_error(NothingToUndo, "terminal.refusal.no-redo")
        undone = self._undone
        while True:
            self._play(undone.pop())
            if not undone or self.bot_to_move() is None:
                break
        self._undone = undone
        return self.text("back.again")

    def resign(self, seat: int) -> None:
        """Resign for a seat."""
        self._end(Outcome(tuple(0.0 if n == seat else 1.0 for n in range(len(self.sides))), "resign"))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self._end(Outcome((0.5,) * len(self.sides), "agreement"))

    def end_on_time(self, outcome: Outcome) -> None:
        """End the game because a seat has no time left."""
        self._end(outcome)

    def bots_accept_draw(self) -> bool:
        """Return whether the bots accept a draw that the seat to move offers."""
        others = {seat: player for seat, player in self.bots.items() if seat != self.position.seat}
        return all(player.accepts_draw(self.position, seat) for seat, player in others.items())

    def _end(self, outcome: Outcome) -> None:
        if self.outcome() is not None:
            raise localized_error(ParlourError, "terminal.refusal.over")
        self.picks = ()
        self.agreed = outcome

    # ---- Keeping --------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the record of the game so far."""
        tags = {f"Seat{n}": name for n, name in enumerate(self.names, 1)}
        return Record.of(self.position, tags, outcome=self.agreed)

    def save(self, path: Path) -> None:
        """Write the game to a file, atomically."""
        draft = path.with_name(f".{path.name}.part")
        try:
            draft.write_text(write_record(self.record()), encoding="utf-8")
            draft.replace(path)
        except OSError as wrong:
            draft.unlink(missing_ok=True)
            raise localized_error(
                ParlourError, "terminal.refusal.unwritable", path=str(path), why=str(wrong.strerror)
            ) from wrong

    @staticmethod
    def load(path: Path, language: str = ENGLISH) -> TerminalGame:
        """Return the game in a file, ready to be continued."""
        with report_unreadable(path):
            try:
                record = read_record(path.read_text(encoding="utf-8"))
            except RecordError as wrong:
                raise localized_error(RecordError, "terminal.refusal.in-file", path=str(path), why=wrong) from wrong
        position = record.replay()
        names = [record.tags.get(f"Seat{n}", "") for n in range(1, len(position.game.sides(position.options)) + 1)]
        table = TerminalGame(position, names, language=language)
        if position.outcome() is None:
            table.agreed = record.outcome
        return table


@contextmanager
def report_unreadable(path: Path) -> Iterator[None]:
    """Raise `ParlourError` with a reason where reading a text file fails."""
    try:
        yield
    except UnicodeDecodeError as wrong:
        raise localized_error(RecordError, "terminal.refusal.no-text", path=str(path)) from wrong
    except OSError as wrong:
        why = str(wrong.strerror)
        raise localized_error(ParlourError, "terminal.refusal.unreadable", path=str(path), why=why) from wrong


def _padded(names: Sequence[str], length: int) -> list[str]:
    return [*names, *[""] * length][:length]


def _written_moves(walker: Position, moves: Sequence[int]) -> list[str]:
    """Play moves, and return their notation."""
    written = []
    for move in moves:
        written.append(walker.write_move(move))
        walker.play(move)
    return written
