"""`Game`: the description of one game. Code outside its folder knows a game only through this and `Position`."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import ClassVar

import msgspec

from parlour.errors import ArgumentError, NotFound, OptionError, PositionError, TextError
from parlour.games.contract.argument_checks import instance, shown, whole_number
from parlour.games.contract.board import Board
from parlour.games.contract.declarations import Baseline, Flawless, Kind, Side, Style, Term, Verb
from parlour.games.contract.draft import Draft, Problem
from parlour.games.contract.encoding import Planes, board_planes, reachable_moves
from parlour.games.contract.game_argument_checks import GameArgumentChecks
from parlour.games.contract.legacy import LegacyDatabase, LegacyGame, Rows
from parlour.games.contract.localized_game import LocalizedGame, catalogue_of
from parlour.games.contract.options import Option, Options, Preset, Value, read_options, write_options, write_value
from parlour.games.contract.position import Position
from parlour.games.contract.solution import GameSolver, Solution
from parlour.games.contract.text_legend import Places, Sign, Span, inferred_legend, text_spans
from parlour.i18n.catalogue import ENGLISH, Catalogue, format_message, load_shared, read_package_catalogue
from parlour.i18n.errors import Error, localized_error
from parlour.i18n.message import Message

MAX_TEXT = 2000
"""Maximum length of a position text; longer ones are rejected without parsing."""


def check_length(text: str) -> None:
    """Raise `TextError` for a text that is too long to be a position, and for a value that is not text."""
    if not isinstance(text, str):
        raise localized_error(TextError, "shared.argument.text", name="text", value=shown(text))
    if len(text) > MAX_TEXT:
        raise localized_error(TextError, "shared.text.long", most=MAX_TEXT, has=len(text))


class Game(GameArgumentChecks, ABC):
    """One game. A subclass declares class variables and implements the abstract methods; the rest has defaults."""

    key: ClassVar[str]
    """Lower-case name in flags, records and URLs."""
    title: ClassVar[str]
    description: ClassVar[str]
    """One paragraph for people who do not know the game."""
    kinds: ClassVar[tuple[Kind, ...]]
    declared: ClassVar[tuple[Option, ...]] = ()
    """The options, in the order in which a form shows them."""
    presets: ClassVar[tuple[Preset, ...]] = (Preset("standard", "Standard", "The usual rules."),)
    """Named sets of option values; the first is the default and sets no value."""
    reasons: ClassVar[tuple[str, ...]] = ()
    """The reason codes of this game's endings, its own and shared ones."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    terms: ClassVar[tuple[Term, ...]] = ()
    """The terms of `Position.evaluate`, at most 32, in the order of its weights."""
    styles: ClassVar[tuple[Style, ...]] = ()
    """The styles in which a bot can play this game, besides balanced and unpredictable."""
    score_scale: ClassVar[int] = 150
    """The advantage in `evaluate`, in hundredths, that multiplies the odds of winning by e."""
    odds_scale: ClassVar[int] = 0
    """The same for an advantage found by a search, if measured separately (`parlour calibrate`); 0 if not."""
    draw_margin: ClassVar[int] = 30
    """The largest advantage, in hundredths, at which a draw is likely; 0 for a game without draws."""
    level_ratings: ClassVar[tuple[int, ...]] = ()
    """The measured ratings of the bot levels from 1 on, with level 3 at 1500; empty if they were not measured."""
    finite: ClassVar[dict[str, Value]] = {}
    """The option values that guarantee an end; they are set for games between bots."""
    opening_moves: ClassVar[int] = 4
    """Number of random moves at the start of each ladder game; 0 if games are too short, or the bots vary enough."""
    editable: ClassVar[bool] = True
    """Whether the editor can place single pieces; otherwise set-ups are entered as text."""
    first_can_be_chosen: ClassVar[bool] = False
    """Whether a set-up form offers which side moves first. It edits the start position, not the seats."""
    gains: ClassVar[tuple[str, ...]] = ("capture",)
    """The actions (`Position.move_counts`) that count as a gain."""
    patient: ClassVar[bool] = False
    """Whether a late win is as good as an early one, as in a race. Puzzles then accept any win."""
    flawless: ClassVar[Flawless | None] = Flawless()
    """The conditions of a flawless win, by default that the winner lost no piece; None for no such achievement."""
    showpiece: ClassVar[str] = ""
    """The text of a characteristic position with default options for previews; empty for the start position."""

    # ---- Abstract methods ----------------------------------------------------------------------------------------

    @abstractmethod
    def sides(self, options: Options) -> tuple[Side, ...]:
        """Return the sides, in the order in which they move; their number is the number of seats."""

    @abstractmethod
    def draw_board(self, options: Options) -> Board:
        """Create the board for given options; `board` caches it."""

    @abstractmethod
    def start_text(self, options: Options) -> str:
        """Return the text of the start position."""

    @abstractmethod
    def parse(self, text: str, options: Options) -> Draft:
        """Return the draft that a position text describes; raise `TextError` with the column of an error."""

    @abstractmethod
    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        """Return all reasons why a draft cannot be played; if there are none, `build` succeeds."""

    @abstractmethod
    def build(self, draft: Draft, options: Options) -> Position:
        """Return the position of a draft without problems."""

    # ---- Optional methods -----------------------------------------------------------------------------------------

    def forbids(self, options: Options) -> Message | str | None:
        """Return why a combination of valid option values is not allowed; None if it is."""
        return None

    def stages(self, options: Options) -> tuple[str, ...]:
        """Return the stages of a turn that a draft can have; none if a turn has no stages."""
        return ()

    def counters(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """Return the counters that a draft can have, each with its minimum and maximum."""
        return {}

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the rules as mappings of sites, without the identity."""
        return ()

    def legend(self, options: Options) -> tuple[Sign, ...]:
        """Return the meanings of the characters in position texts: those of the board, then those of the other words.

        By default they are inferred from the start position.
        """
        return inferred_legend(self, options).legend

    def reading_order(self, options: Options) -> Places:
        """Return the places that the characters of a text's first word describe, in order."""
        return inferred_legend(self, options).order

    def text_spans(self, text: str, options: Options) -> tuple[Span, ...]:
        """Return the parts of a position text with their meanings and sites."""
        return text_spans(text, self.legend(options), self.reading_order(options))

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        """Return this game's changes to the settings of the bot levels, tuned by matches (see `engine/levels.py`)."""
        return {}

    def baselines(self) -> Mapping[str, Baseline]:
        """Return players of earlier programs by name, rebuilt as baselines."""
        return {}

    def exact(self, options: Options) -> str | None:
        """Return the solver that is fast enough for these options: "fixpoint", "proof", "table", or None.

        "fixpoint" visits every reachable position and allows cycles; it ignores rules about history (repetition, number
        of turns). "proof" visits only what it needs, in games in which positions cannot repeat. Both need a two-player
        zero-sum game. "table" looks values up in the stored `solution`.
        """
        return None

    def solution(self, options: Options) -> Solution | None:
        """Return the stored values of all positions with these options, if there are any."""
        return None

    def solver(self, options: Options) -> GameSolver | None:
        """Return the solver of all positions with these options, if there is one."""
        return None

    def action_moves(self, options: Options) -> Sequence[int]:
        """Return every move that a position with these options can have; its index is its action in `parlour.rl`.

        The order must be the same in every process. By default all positions are visited, which only small games allow.
        """
        return reachable_moves(self.start(options))

    def planes(self, options: Options) -> Planes:
        """Return the planes that `Position.write_planes` fills, by default those of the board and its pieces."""
        return board_planes(self, options)

    def theme(self, goal: str, position: Position, moves: Sequence[int]) -> str:
        """Return the theme of a puzzle with this first turn (see `learning/puzzles.py`); "" if it is not a puzzle.

        `goal` is "win", "save" or "gain". The texts of a theme are under `puzzle.<theme>` in the game's catalogue, or
        in the shared one if the theme is named like its goal.
        """
        if goal != "gain":
            return goal
        walker, gained = position.copy(), 0
        for move in moves:
            counts = walker.move_counts(move)
            gained += sum(counts.get(key, 0) for key in self.gains)
            walker.play(move)
        return goal if gained else ""

    def rules(self, language: str = ENGLISH) -> str:
        """Return the rules in Markdown: `help/<language>.md` in the game's package, or the description without one.

        Raise `NotFound` if the package has no page in that language.
        """
        package = type(self).__module__.rpartition(".")[0]
        pages = files(package).joinpath("help") if package else None
        if pages is None or not pages.is_dir():
            return self.description
        page = pages.joinpath(f"{language}.md")
        if not page.is_file():
            raise localized_error(NotFound, "shared.no-rules", game=self.title, language=shown(language))
        return page.read_text(encoding="utf-8")

    def lesson(self, language: str = ENGLISH) -> str:
        """Return the lesson as TOML (see `learning/lessons.py`): `lessons/<language>.toml` in the game's package.

        Return an empty text if there is none in that language.
        """
        package = type(self).__module__.rpartition(".")[0]
        if not package:
            return ""
        page = files(package).joinpath("lessons").joinpath(f"{language}.toml")
        return page.read_text(encoding="utf-8") if page.is_file() else ""

    def catalogue(self, language: str = "en") -> Catalogue:
        """Return the templates of this game's messages, by default those in the folder `catalogue` of its package."""
        return read_package_catalogue(type(self).__module__.rpartition(".")[0], language)

    def read_legacy(self, text: str) -> list[LegacyGame]:
        """Return the games in a file of an older program; none if the text is not such a file.

        Raise `RecordError` with the line if it is such a file but cannot be read.
        """
        return []

    def read_legacy_database(self, rows: Rows) -> LegacyDatabase | None:
        """Return the content of an older program's database; None if it is another one."""
        return None

    # ---- Options --------------------------------------------------------------------------------------------------

    def option(self, key: str) -> Option:
        """Return the declared option with a key."""
        for option in self.declared:
            if option.key == key:
                return option
        known = ", ".join(option.key for option in self.declared) or "–"
        raise localized_error(OptionError, "shared.option.unknown", game=self.title, key=str(key)[:40], known=known)

    def preset(self, key: str) -> Preset:
        """Return the preset with a key."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        known = ", ".join(preset.key for preset in self.presets)
        raise localized_error(OptionError, "shared.option.no-preset", game=self.title, key=str(key)[:40], known=known)

    def check(self, values: Mapping[str, object] | None = None, preset: str | None = None) -> Options:
        """Return complete options from values on top of a preset; raise `OptionError` if they are invalid.

        An option that does not apply must be omitted or have its default.
        """
        given: dict[str, object] = dict(self.preset(preset).values) if preset is not None else {}
        if values is not None and not isinstance(values, Mapping):
            raise localized_error(OptionError, "shared.option.unreadable", part=shown(values))
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
        options = Options(full, checked_by=self)
        reason = self.forbids(options)
        if isinstance(reason, Message):
            raise self._refusal(OptionError, [reason], options)
        if reason is not None:
            raise OptionError(reason)
        return options

    def checked_options(self, given: Mapping[str, object] | None) -> Options:
        """Return complete options from those of a caller; None means the defaults."""
        return _checked(self, given) if given is None or isinstance(given, Options) else self.check(given)

    def preset_of(self, options: Options) -> Preset | None:
        """Return the preset with exactly these options; None for custom options."""
        return next((preset for preset in self.presets if self.check(preset.values) == options), None)

    # ---- Boards and positions -------------------------------------------------------------------------------------

    def board(self, options: Options) -> Board:
        """Return the board for given options."""
        return _board(self, options)

    def kind(self, name: str) -> Kind:
        """Return the kind of piece with a name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        known = ", ".join(kind.name for kind in self.kinds)
        raise localized_error(ArgumentError, "shared.argument.kind", name=str(name)[:40], known=known)

    def options_by_seats(self) -> Mapping[int, Options]:
        """Return the first options for each number of seats that a single option or a preset can lead to."""
        return _options_by_seats(self)

    def start(self, options: Mapping[str, object] | None = None) -> Position:
        """Return the start position; `options` are values other than the defaults, see `check`."""
        return _start(self, self.checked_options(options)).copy()

    def read(self, text: str, options: Mapping[str, object] | None = None) -> Position:
        """Return the position of an untrusted text; raise `TextError` or `PositionError` with the reason and column."""
        checked = self.checked_options(options)
        check_length(text)
        return self.set_up(self.parse(text, checked), checked)

    def set_up(self, draft: Draft, options: Options) -> Position:
        """Return the position of a draft; raise `PositionError` with all its problems if it has any."""
        problems = self.problems(draft, options)
        if problems:
            raise self._refusal(PositionError, [problem.message for problem in problems], options)
        return self.build(draft, options)

    def with_first(self, text: str, seat: int, options: Options) -> str:
        """Return a position text with another seat to move."""
        seat = whole_number(seat, 0, len(self.sides(options)) - 1, "seat")
        position = self.set_up(msgspec.structs.replace(self.parse(text, options), seat=seat), options)
        if position.seat != seat:
            raise localized_error(PositionError, "shared.no-first", game=self.title)
        return position.text()

    # ---- Messages -------------------------------------------------------------------------------------------------

    def localized(self, language: str = "en") -> LocalizedGame:
        """Return what this game declares, translated."""
        return LocalizedGame(self, language)

    def sentence(self, message: Message, options: Options, names: list[str] | None = None, language: str = "en") -> str:
        """Return a message as a sentence, with the names of the players or, by default, of the sides."""
        names = names or [side.name for side in self.localized(language).sides(options)]
        return format_message(message, catalogue_of(self, language), names)

    def all_templates(self, language: str = "en") -> Catalogue:
        """Return all templates this game can use, with full keys; missing translations fall back to English."""
        return catalogue_of(self, language)

    def side_names(self, options: object, language: str = "en") -> tuple[str, ...]:
        """Return the names of the sides in a language."""
        assert isinstance(options, Options)
        return tuple(side.name for side in self.localized(language).sides(options))

    def _refusal(self, kind: type[Error], messages: list[Message], options: Options) -> Error:
        """Return an error with the sentences of several messages."""
        # Not `catalogue_of`: it needs the sides of all options and so would call `forbids` recursively.
        catalogue = {**load_shared(), **{f"{self.key}.{key}": template for key, template in self.catalogue().items()}}
        names = [side.name for side in self.sides(options)]
        refused = kind(" ".join(format_message(message, catalogue, names) for message in messages))
        refused.message, refused.game, refused.options = tuple(messages), self, options
        return refused

    def __repr__(self) -> str:
        return f"<game {self.key}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a registered game by its key and a game in a file by its path."""
        from parlour.games import registry

        return registry.pickled(self)


@lru_cache(maxsize=64)
def _board(game: Game, options: Options) -> Board:
    return game.draw_board(options)


@lru_cache(maxsize=256)
def _checked(game: Game, given: Options | None) -> Options:
    return game.check(given)


@lru_cache(maxsize=64)
def _options_by_seats(game: Game) -> Mapping[int, Options]:
    found = {len(game.sides(game.check())): game.check()}
    trials: list[Mapping[str, object]] = [preset.values for preset in game.presets]
    trials += [{option.key: value} for option in game.declared for value in option.values()]
    for values in trials:
        try:
            options = game.check(values)
        except OptionError:
            continue  # this value is valid only with others
        found.setdefault(len(game.sides(options)), options)
    return MappingProxyType(found)


@lru_cache(maxsize=64)
def _start(game: Game, options: Options) -> Position:
    return game.read(game.start_text(options), options)


# ---- Share strings: positions together with their game and options -----------------------------------------------


def write_share(position: Position) -> str:
    """Return `game;option=value,…;text`, with the options that differ from their defaults."""
    game: Game = instance(position, Position, "position").game
    values = {o.key: position.options[o.key] for o in game.declared if position.options[o.key] != o.default}
    return f"{game.key};{write_options(values)};{position.text()}"


def split_share(text: str) -> tuple[str, dict[str, str], str]:
    """Return the game's key, the options and the position text of a share string."""
    match = re.fullmatch(r"\s*([a-z][a-z0-9-]*)\s*;([^;]*);(.*)", instance(text, str, "text"), re.DOTALL)
    if match is None:
        raise localized_error(TextError, "shared.text.no-share", 1)
    return match[1], read_options(match[2]), match[3].strip()
