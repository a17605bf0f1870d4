"""The move box: moves, commands and questions that are typed instead of clicked.

It only uses the game contract, so that it works for every game: where pieces are, the legal moves, the last turn, and
the clocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from parlour.errors import IllegalMove
from parlour.games.contract.display import Piece, sites_of
from parlour.games.contract.position import Position
from parlour.i18n.message import Message
from parlour.match import commands
from parlour.match.clock import write_time
from parlour.match.match import Match
from parlour.server.games.messages import MoveBoxView
from parlour.server.games.views import mark_views, outcome_view
from parlour.server.localizer import Localizer

MAX_TEXT_LENGTH = 200
MAX_LISTED_MOVES = 80


@dataclass
class MoveBox:
    """Answer typed text about one position, and about the match and its clocks if there is one."""

    position: Position
    localizer: Localizer
    match: Match | None = None
    own: frozenset[int] = frozenset()
    now: int = 0

    def __post_init__(self) -> None:
        self.board = self.position.game.board(self.position.options)
        self.questions: dict[str, Callable[[str], str]] = {
            "help": lambda _: self._say("help"),
            "?": lambda _: self._say("help"),
            "moves": self.moves,
            "where": self.where,
            "read": self.read,
            "rows": self.rows,
            "marks": self.rows,
            "score": self.score,
            "turn": self.turn,
            "last": self.last,
            "clock": self.clock,
            "time": self.clock,
            "text": lambda _: self.position.text(),
            "board": lambda _: self.position.diagram(),
        }

    def answer(self, typed: str) -> MoveBoxView:
        """Return the text to read out, and the command if a move or a command was typed."""
        typed = " ".join(typed[:MAX_TEXT_LENGTH].split())
        word, _, rest = typed.partition(" ")
        question = self.questions.get(word.lower() or "help")
        if question is not None:
            return MoveBoxView(question(rest))
        command = self.command(typed.lower())
        if command is not None:
            return MoveBoxView("", command)
        return self.move(typed)

    def _say(self, key: str, **params: str | int) -> str:
        return self.localizer.server_sentence(f"ask.{key}", **params).text

    # ---- Moves and commands ---------------------------------------------------------------------------------------

    def move(self, typed: str) -> MoveBoxView:
        """Return the command for a turn, or a move of a turn, in the game's notation."""
        try:
            moves = self.position.read_turn(typed)
        except IllegalMove as first:
            try:
                move = self.position.read_move(typed)
            except IllegalMove as fault:
                why = fault if isinstance(fault.message, Message) or not isinstance(first.message, Message) else first
                return MoveBoxView(self.localizer.error_text(why))
            return MoveBoxView(
                self._describe_moves([move]), commands.PlayMove(ply=len(self.position.played), text=typed)
            )
        return MoveBoxView(self._describe_moves(moves), commands.PlayTurn(ply=len(self.position.played), text=typed))

    def _describe_moves(self, moves: list[int]) -> str:
        walker = self.position.copy()
        sentences = []
        for move in moves:
            sentences += [self.localizer.text(message) for message in (walker.describe(move), *walker.notices(move))]
            walker.play(move)
        return " ".join(sentences)

    def command(self, typed: str) -> commands.FromClients | None:
        """Return the command for a word."""
        ply = len(self.position.played)
        if typed in ("yes", "no"):
            offers = [] if self.match is None else self.match.state.offers
            offer = next((offer for offer in offers if self.own & {*offer.waiting, offer.seat}), None)
            return None if offer is None else commands.AnswerOffer(offer=offer.id, yes=typed == "yes")
        simple: dict[str, commands.FromClients] = {
            "undo": commands.TakeBack(ply=ply),
            "redo": commands.Redo(ply=ply),
            "draw": commands.Draw(ply=ply),
            "resign": commands.Resign(),
            "pause": commands.Pause(),
            "resume": commands.Resume(),
            "abort": commands.Abort(),
            "restart": commands.Restart(),
            "rematch": commands.Rematch(),
        }
        return simple.get(typed) if self.match is not None else None

    # ---- Questions ------------------------------------------------------------------------------------------------

    def moves(self, place: str) -> str:
        """Return the legal moves, or those that begin at a place."""
        found = self.position.moves()
        if place:
            site = self._site(place)
            if site is None:
                return self._say("no-place", place=place)
            found = [move for move in found if any(path[:1] == (site,) for path in self.position.picks(move))]
            if not found:
                return self._say("no-moves-from", place=self.board.sites[site].label)
        if not found:
            return self._say("no-moves")
        written = list(dict.fromkeys(self.position.write_move(move) for move in found))
        shown = ", ".join(written[:MAX_LISTED_MOVES]) + (" …" if len(written) > MAX_LISTED_MOVES else "")
        return self._say("moves", n=len(written), list=shown)

    def where(self, asked: str) -> str:
        """Return the places of pieces: `where rings`, `where white rings`, `where my rings`."""
        kinds = {kind.name: kind.label for kind in self.localizer.naming.kinds}
        names: set[str] = set()
        owners: set[int] = set()
        for word in asked.lower().split():
            names |= {name for name, label in kinds.items() if _matches_name(word, name) or _matches_name(word, label)}
            owners |= {
                seat
                for seat, side in enumerate(self.localizer.naming.sides(self.position.options))
                if _matches_name(word, side.name) or _matches_name(word, self.localizer.names[seat])
            }
            if word in ("my", "mine"):
                owners |= self.own or {self.position.seat}
        if not names and not owners:
            return self._say("where-kinds", kinds=", ".join(kinds.values()))
        pieces = [
            piece
            for piece in self.position.pieces()
            if (not names or piece.kind in names) and (not owners or piece.owner in owners) and sites_of(piece.place)
        ]
        if not pieces:
            return self._say("where-none", what=asked)
        several = len({(piece.kind, piece.owner) for piece in pieces}) > 1
        places = [f"{self._place(piece)} ({self._piece(piece)})" if several else self._place(piece) for piece in pieces]
        return self._say("where", n=len(pieces), what=asked, list=", ".join(sorted(places)))

    def read(self, place: str) -> str:
        """Return what is at a place."""
        site = self._site(place)
        if site is None:
            return self._say("no-place", place=place)
        label = self.board.sites[site].label
        found = [piece for piece in self.position.pieces() if site in sites_of(piece.place)]
        if not found:
            return self._say("read-empty", place=label)
        what = [
            self._piece(piece) + (f" ({self._place(piece)})" if isinstance(piece.place, tuple) else "")
            for piece in found
        ]
        return self._say("read", place=label, what="; ".join(what))

    def rows(self, _: str) -> str:
        """Return the marks on the board."""
        marks = mark_views(self.position, self.position.marks(), self.localizer, "mark")
        if not marks:
            return self._say("rows-none")
        return " ".join(
            f"{mark.label}{f' {mark.n}/{mark.of}' if mark.of else ''}: "
            f"{', '.join(self.board.sites[site].label for site in mark.sites)}."
            for mark in marks
        )

    def score(self, _: str) -> str:
        """Return the scores."""
        scores = [
            f"{'' if score.seat is None else self.localizer.names[score.seat] + ', '}"
            f"{self.localizer.label(self.position, f'score.{score.key}', score.key)}: {score.value}"
            + (f"/{score.of}" if score.of is not None else "")
            for score in self.position.scores()
        ]
        return "; ".join(scores) + "." if scores else self._say("score-none")

    def turn(self, _: str) -> str:
        """Return whose turn it is and what to do, or how the game ended."""
        ended = (
            self.localizer.match_outcome(self.match)
            if self.match is not None
            else outcome_view(self.position, self.localizer)
        )
        if ended is not None:
            return ended.text
        name = self.localizer.names[self.position.seat]
        return f"{name}: {self.localizer.text(self.position.prompt())}"

    def last(self, _: str) -> str:
        """Return the last turn."""
        if not self.position.played:
            return self._say("last-none")
        walker = self.position.copy()
        seat: int | None = None
        moves: list[int] = []
        for move in reversed(self.position.played):
            walker.undo()
            if seat not in (None, walker.seat):
                walker.play(move)
                break
            seat = walker.seat
            moves.insert(0, move)
        sentences = []
        for move in moves:
            sentences += [self.localizer.text(message) for message in (walker.describe(move), *walker.notices(move))]
            walker.play(move)
        return " ".join(sentences)

    def clock(self, _: str) -> str:
        """Return the times on the clocks."""
        if self.match is None:
            return self.localizer.server_sentence("clock.stands").text
        sentences = []
        for seat in range(len(self.match.players)):
            left, used = self.match.time_left(seat, self.now), _clock_text(self.match.time_used(seat, self.now))
            if left is None:
                sentences.append(self.localizer.server_sentence("clock.no-limit", seat=seat, used=used).text)
            else:
                sentences.append(
                    self.localizer.server_sentence("clock.seat", seat=seat, left=_clock_text(left), used=used).text
                )
        sentences.append(
            self.localizer.server_sentence("clock.turn", turn=_clock_text(self.match.turn_time(self.now))).text
        )
        return " ".join(sentences)

    # ---- Names of places and pieces -------------------------------------------------------------------------------

    def _site(self, place: str) -> int | None:
        """Return the site with a label, ignoring brackets and spaces."""
        wanted = _normalized(place)
        return next(
            (n for n, site in enumerate(self.board.sites) if wanted and _normalized(site.label) == wanted), None
        )

    def _place(self, piece: Piece) -> str:
        return "-".join(self.board.sites[site].label for site in sites_of(piece.place))

    def _piece(self, piece: Piece) -> str:
        kind = self.position.game.kind(piece.kind)
        label = self.localizer.naming.kind(piece.kind)
        if piece.owner is None:
            return label
        if kind.facings > 1:
            facing = str(piece.facing * kind.degrees) + "°"
            return self._say("piece-facing", kind=label, seat=piece.owner, facing=facing)
        return self._say("piece", kind=label, seat=piece.owner)


def _normalized(label: str) -> str:
    return re.sub(r"[\s()\[\],;]", "", label).lower()


def _matches_name(word: str, name: str) -> bool:
    """Return whether a word is a name, or its plural."""
    word, name = word.lower(), name.lower()
    return word == name or word.removesuffix("s") == name or (word.endswith("es") and word[:-2] == name)


def _clock_text(time: int) -> str:
    return write_time(time // 1000 * 1000)
