"""Positions and helpers for the Laser Chess tests."""

from random import Random

from parlour.games.contract.options import Options, Value
from parlour.games.laserchess import GAME
from parlour.games.laserchess.notation import LAYOUTS
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.laserchess.tables import KILLS, STOPS, label

START = LAYOUTS["classic"] + " b"
TEN = "sc9/10/10/10/8faRb/8FaRb/10/9Sa b"
"""Both Pharaohs are beside Scarabs in the path of Blue's laser."""
SIGN_OF_WAY = {0: "N", 1: "E", 2: "S", 3: "W", KILLS: "*", STOPS: "#"}


def front(facing: str) -> str:
    """Blue's laser meets an Anubis."""
    return f"sc3fc5/9n{facing}/10/10/10/10/4Fa5/9Sa b"


def read(text: str = START, preset: str | None = None, **values: object) -> LaserChessPosition:
    """Return the position of a text under a preset with options changed."""
    position = GAME.read(text, GAME.check(values, preset))
    assert isinstance(position, LaserChessPosition)
    return position


def begin(preset: str | None = None, **values: object) -> LaserChessPosition:
    """Return the start position under a preset with options changed."""
    position = GAME.start(GAME.check(values, preset))
    assert isinstance(position, LaserChessPosition)
    return position


def any_options(random: Random) -> Options:
    """Return any combination of options; an option that does not apply keeps its default."""
    values: dict[str, Value] = {option.key: random.choice(option.values()) for option in GAME.declared}
    return GAME.check({option.key: values[option.key] for option in GAME.declared if option.applies(values)})


def play(position: LaserChessPosition, turns: str) -> LaserChessPosition:
    """Return the position after some turns."""
    for turn in turns.split():
        position.play(position.read_move(turn))
    return position


def shot(position: LaserChessPosition, turn: str) -> str:
    """Return the beam of a turn: squares with the direction of leaving, `*` destroyed, `#` stopped."""
    way = position.beam(position.seat, position.read_move(turn))
    return " ".join(f"{label(site)}{SIGN_OF_WAY[leaves]}" for site, leaves in way)


def end(position: LaserChessPosition, turn: str) -> tuple[str, str]:
    """Return how the beam of a turn ends, and the direction in which it leaves the board."""
    effect = next(effect for effect in position.effects(position.read_move(turn)) if effect.beam)
    assert effect.beam is not None
    return effect.beam.end, effect.beam.towards


def sentence(position: LaserChessPosition, *picks: str) -> str:
    """Return the explanation for clicks on squares (by label) and verbs."""
    board = GAME.board(position.options)
    path = tuple(pick if (site := board.site(pick)) is None else site for pick in picks)
    return GAME.sentence(position.explain(path), position.options)
