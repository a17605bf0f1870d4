"""`Game`: the fixed description of one game. Everything outside its folder learns the game from this and `Position`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from parlour.errors import OptionError, PositionError, TextError
from parlour.games.contract.board import Board
from parlour.games.contract.display import Outcome, Piece
from parlour.games.contract.localized_game import Naming, catalogue_of
from parlour.games.contract.options import Option, Options, Preset, Value, read_options, write_options, write_value
from parlour.games.contract.position import Position
from parlour.games.contract.text_legend import Places, Sign, Span, found_spelling, spelled
from parlour.i18n.catalogue import Catalogue, format_message, load_shared, read_package_catalogue
from parlour.i18n.errors import Error, localized_error
from parlour.i18n.message import Message

UNLIMITED = 999_999
"""The greatest value of a counter that no rule limits."""
MAX_TEXT = 2000
"""No position text is longer; anything longer is refused unread."""


def check_length(text: str) -> None:
    """Raises `TextError` for a text that is too long to be a position."""
    if len(text) > MAX_TEXT:
        raise localized_error(TextError, "shared.text.long", most=MAX_TEXT, has=len(text))


class Side(msgspec.Struct, frozen=True):
    """A side of a game: its name in sentences, its colour unless a player chooses another, its sign in diagrams."""

    name: str
    colour: str
    colour_name: str
    symbol: str


class Kind(msgspec.Struct, frozen=True):
    """A kind of piece: what it is called, the shape a board draws, its letter in diagrams, how many ways it can face.

    `degrees` is how far one facing is turned from the next, clockwise.
    """

    name: str
    label: str
    shape: str
    letter: str
    facings: int = 1
    degrees: int = 90


class Verb(msgspec.Struct, frozen=True):
    """A pick that is no site, with the text on its button and the key that presses it."""

    name: str
    label: str
    key: str = ""


class Term(msgspec.Struct, frozen=True):
    """One term of a game's evaluation: its name and its weight, in hundredths of the game's unit."""

    name: str
    weight: int


class Style(msgspec.Struct, frozen=True):
    """A way to play: the terms that it weighs differently, and the trait (`Position.trait`) by which it shows."""

    key: str
    label: str
    help: str
    weights: dict[str, int]
    trait: str = ""


class Flawless(msgspec.Struct, frozen=True):
    """What makes a win flawless: deeds (`Position.deeds`) that the others did not do, nor the winner."""

    others: tuple[str, ...] = ("capture",)
    own: tuple[str, ...] = ("give",)


class Problem(msgspec.Struct, frozen=True):
    """A fault of a draft, and the sites where it is to be seen."""

    message: Message
    sites: tuple[int, ...] = ()


class Draft(msgspec.Struct, frozen=True):
    """A set-up that may be incomplete or wrong: pieces (ids do not matter), seat to move, stage of the turn, counters.

    Only pieces on the board, and in trays whose contents do not follow from the board, need to be given.
    """

    pieces: tuple[Piece, ...]
    seat: int = 0
    stage: str = ""
    counters: dict[str, int] = {}


Baseline = Callable[[int], Callable[[Position], int]]
"""Makes, from a seed, a player: a function that chooses a legal move."""


class LegacyGame(msgspec.Struct, frozen=True):
    """A game in some older program's file, in our words; whoever imports it replays it through the rules.

    `moves` are in the notation of single moves, `turns` in that of turns; the moves come first. An `outcome` need only
    be given where the board does not show it. `seconds` are the times of the moves, `extra` what else there was.
    """

    options: dict[str, Value] = {}
    start: str = ""
    moves: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    tags: dict[str, str] = {}
    outcome: Outcome | None = None
    seconds: tuple[float | None, ...] = ()
    extra: dict[str, Any] = {}


class Game(ABC):
    """One game. A subclass declares the class variables and writes the abstract methods; the rest has defaults."""

    key: ClassVar[str]
    """Lower-case name in flags, records and addresses."""
    title: ClassVar[str]
    description: ClassVar[str]
    """One paragraph for somebody who has never heard of the game."""
    kinds: ClassVar[tuple[Kind, ...]]
    declared: ClassVar[tuple[Option, ...]] = ()
    """The options, in the order in which a form shows them."""
    presets: ClassVar[tuple[Preset, ...]] = (Preset("standard", "Standard", "The usual rules."),)
    """Named sets of option values; the first is the default and names no value."""
    reasons: ClassVar[tuple[str, ...]] = ()
    """The reason codes with which this game can end, its own and shared ones."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    terms: ClassVar[tuple[Term, ...]] = ()
    """The terms of `Position.evaluate`, at most 32, in the order of its weights."""
    styles: ClassVar[tuple[Style, ...]] = ()
    """The styles in which a bot can play this game, besides balanced and unpredictable."""
    score_scale: ClassVar[int] = 150
    """The lead in `evaluate`, in hundredths, that multiplies the odds of winning by e."""
    odds_scale: ClassVar[int] = 0
    """The same for a lead that a search has found, where that was measured (`parlour chances`) and is another one."""
    draw_margin: ClassVar[int] = 30
    """How far from even, in hundredths, a draw is likely; 0 where there are no draws."""
    finite: ClassVar[dict[str, Value]] = {}
    """The option values with which no game goes on for ever; where only bots play, they are switched on."""
    opening_moves: ClassVar[int] = 4
    """With so many random moves each game of the ladder begins; 0 where a game is too short, or bots vary by
    themselves."""
    editable: ClassVar[bool] = True
    """Whether set-ups can be put together piece by piece; otherwise they are texts only."""
    first_can_be_chosen: ClassVar[bool] = False
    """Whether a set-up form offers which side moves first (it edits the start position, never the seats)."""
    gains: ClassVar[tuple[str, ...]] = ("capture",)
    """The deeds (`Position.deeds`) with which a turn gains something."""
    patient: ClassVar[bool] = False
    """Whether a late win is as good as an early one, as in a race: puzzles then ask for any win, not a quick one."""
    flawless: ClassVar[Flawless | None] = Flawless()
    """What a flawless win is, by default one in which the winner lost no piece; None where there is no such thing."""
    showpiece: ClassVar[str] = ""
    """The text of a position with the usual options that shows at a glance what the game is; empty is the start."""

    # ---- What a game must tell ------------------------------------------------------------------------------------

    @abstractmethod
    def sides(self, options: Options) -> tuple[Side, ...]:
        """The sides, in the order in which they move; their number is the number of seats."""

    @abstractmethod
    def draw_board(self, options: Options) -> Board:
        """The board for given options; `board` keeps it."""

    @abstractmethod
    def start_text(self, options: Options) -> str:
        """The start position."""

    @abstractmethod
    def parse(self, text: str, options: Options) -> Draft:
        """The draft that a position text describes; raises `TextError` with the column of what cannot be read."""

    @abstractmethod
    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        """All the reasons why a draft cannot be played; none means that `build` will do."""

    @abstractmethod
    def build(self, draft: Draft, options: Options) -> Position:
        """The position of a draft without problems."""

    # ---- What a game may tell -------------------------------------------------------------------------------------

    def forbids(self, options: Options) -> Message | str | None:
        """Why option values that are each fine do not go together, in a sentence."""
        return None

    def stages(self, options: Options) -> tuple[str, ...]:
        """The stages of a turn that a draft can be in; none where a turn has no stages."""
        return ()

    def counters(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """The counters that a draft can have, each with its least and its greatest value."""
        return {}

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """The ways to map the sites onto each other that change nothing in the rules (without the identity)."""
        return ()

    def legend(self, options: Options) -> tuple[Sign, ...]:
        """The signs of position texts and what they mean: those of the board first, then the words after it in their
        order. By default what the start position tells of itself."""
        return found_spelling(self, options).legend

    def reading_order(self, options: Options) -> Places:
        """The places for which the signs of a text's first word stand, in their order."""
        return found_spelling(self, options).order

    def spell(self, text: str, options: Options) -> tuple[Span, ...]:
        """The parts of a position text that can be read, what each means, and the sites it stands for."""
        return spelled(text, self.legend(options), self.reading_order(options))

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        """What this game changes in the settings of the bots' levels, found by matches (see `engine/levels.py`)."""
        return {}

    def baselines(self) -> Mapping[str, Baseline]:
        """Players of earlier programs, rebuilt to be measured against, by name."""
        return {}

    def exact(self, options: Options) -> str | None:
        """How these options can be solved while people wait: "fixpoint", "proof", or None if they cannot.

        "fixpoint" visits every position that can be reached and may have cycles; rules that end a game because of its
        history (repetition, number of turns) are left out. "proof" visits only what it needs, of a game in which no
        position can come back. Both need two seats, one's win being the other's loss.
        """
        return None

    def theme(self, goal: str, position: Position, moves: Sequence[int]) -> str:
        """What a puzzle is about whose first turn is this (see `learning/puzzles.py`); "" if it is none of this game.

        `goal` is "win", "save" or "gain". The words for a theme are under `puzzle.<theme>` in the game's catalogue or,
        where it is named like its goal, in the shared one.
        """
        if goal != "gain":
            return goal
        walker, gained = position.copy(), 0
        for move in moves:
            deeds = walker.deeds(move)
            gained += sum(deeds.get(key, 0) for key in self.gains)
            walker.play(move)
        return goal if gained else ""

    def rules(self, language: str = "en") -> str:
        """The rules in Markdown."""
        return self.description

    def catalogue(self, language: str = "en") -> Catalogue:
        """Return the templates of this game's messages: by default those in the folder `catalogue` of its package."""
        return read_package_catalogue(type(self).__module__.rpartition(".")[0], language)

    def read_legacy(self, text: str) -> list[LegacyGame]:
        """The games in a file of an older program for this game; none if the text is no such file.

        Raises `RecordError`, with the line, where it is one and cannot be read.
        """
        return []

    # ---- Options --------------------------------------------------------------------------------------------------

    def option(self, key: str) -> Option:
        """The declared option of a name."""
        for option in self.declared:
            if option.key == key:
                return option
        known = ", ".join(option.key for option in self.declared) or "–"
        raise localized_error(OptionError, "shared.option.unknown", game=self.title, key=key[:40], known=known)

    def preset(self, key: str) -> Preset:
        """The preset of a name."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        known = ", ".join(preset.key for preset in self.presets)
        raise localized_error(OptionError, "shared.option.no-preset", game=self.title, key=key[:40], known=known)

    def check(self, values: Mapping[str, object] | None = None, preset: str | None = None) -> Options:
        """The complete options for what was given over a preset; raises `OptionError` with the reason.

        An option that does not apply must be left out or at its default.
        """
        given: dict[str, object] = dict(self.preset(preset).values) if preset is not None else {}
        given.update(values or {})
        full: dict[str, Value] = {option.key: option.default for option in self.declared}
        for key, value in given.items():
            full[key] = self.option(key).read(value)
        for option in self.declared:
            if full[option.key] != option.default and not option.applies(full):
                needs = ", ".join(
                    f"{key}={'/'.join(write_value(value) for value in wanted)}" for key, wanted in option.when.items()
                )
                raise localized_error(OptionError, "shared.option.not-now", key=option.key, needs=needs)
        options = Options(full)
        reason = self.forbids(options)
        if isinstance(reason, Message):
            raise self._refusal(OptionError, [reason], options)
        if reason is not None:
            raise OptionError(reason)
        return options

    def preset_of(self, options: Options) -> Preset | None:
        """The preset that gives exactly these options; None means a custom set."""
        return next((preset for preset in self.presets if self.check(preset.values) == options), None)

    # ---- Boards and positions -------------------------------------------------------------------------------------

    def board(self, options: Options) -> Board:
        """The board for given options."""
        return _board(self, options)

    def kind(self, name: str) -> Kind:
        """The kind of piece of a name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise KeyError(f"{self.key} has no kind of piece “{name}”")

    def start(self, options: Options | None = None) -> Position:
        """The start position."""
        options = self.check() if options is None else options
        return self.read(self.start_text(options), options)

    def read(self, text: str, options: Options | None = None) -> Position:
        """The position of an untrusted text; raises `TextError` or `PositionError` with what is wrong and where."""
        options = self.check() if options is None else options
        check_length(text)
        return self.set_up(self.parse(text, options), options)

    def set_up(self, draft: Draft, options: Options) -> Position:
        """The position of a draft; raises `PositionError` with all its problems if it has any."""
        problems = self.problems(draft, options)
        if problems:
            raise self._refusal(PositionError, [problem.message for problem in problems], options)
        return self.build(draft, options)

    def with_first(self, text: str, seat: int, options: Options) -> str:
        """A position text with another seat to move."""
        position = self.set_up(msgspec.structs.replace(self.parse(text, options), seat=seat), options)
        if position.seat != seat:
            raise localized_error(PositionError, "shared.no-first", game=self.title)
        return position.text()

    # ---- Words ----------------------------------------------------------------------------------------------------

    def naming(self, language: str = "en") -> Naming:
        """What this game declares, in a language."""
        return Naming(self, language)

    def speak(self, message: Message, options: Options, names: list[str] | None = None, language: str = "en") -> str:
        """A message as a sentence, with the players' names or, without any, those of the sides."""
        names = names or [side.name for side in self.naming(language).sides(options)]
        return format_message(message, catalogue_of(self, language), names)

    def all_templates(self, language: str = "en") -> Catalogue:
        """Return all templates this game can use, with full keys; what a language lacks is in English."""
        return catalogue_of(self, language)

    def side_names(self, options: object, language: str = "en") -> tuple[str, ...]:
        """Return the names of the sides in a language."""
        assert isinstance(options, Options)
        return tuple(side.name for side in self.naming(language).sides(options))

    def _refusal(self, kind: type[Error], messages: list[Message], options: Options) -> Error:
        """An error that says one thing after the other, in the words of this game."""
        # Not `catalogue_of`: that asks for the sides of all options, and so whether they go together.
        catalogue = {**load_shared(), **{f"{self.key}.{key}": template for key, template in self.catalogue().items()}}
        names = [side.name for side in self.sides(options)]
        refused = kind(" ".join(format_message(message, catalogue, names) for message in messages))
        refused.message, refused.game, refused.options = tuple(messages), self, options
        return refused

    def __repr__(self) -> str:
        return f"<game {self.key}>"


@lru_cache(maxsize=64)
def _board(game: Game, options: Options) -> Board:
    return game.draw_board(options)


# ---- Share strings: a position that says which game it is --------------------------------------------------------


def write_share(position: Position) -> str:
    """`game;option=value,…;text`, with only the options that differ from their defaults."""
    game: Game = position.game
    values = {o.key: position.options[o.key] for o in game.declared if position.options[o.key] != o.default}
    return f"{game.key};{write_options(values)};{position.text()}"


def split_share(text: str) -> tuple[str, dict[str, str], str]:
    """The game's key, the options and the position text of a share string."""
    match = re.fullmatch(r"\s*([a-z][a-z0-9-]*)\s*;([^;]*);(.*)", text, re.DOTALL)
    if match is None:
        raise localized_error(TextError, "shared.text.no-share", 1)
    return match[1], read_options(match[2]), match[3].strip()
