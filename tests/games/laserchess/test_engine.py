"""Laser Chess and the engine: evaluation, the earlier program's player, styles, odds, reasons, puzzles, levels."""

import pytest

from parlour.engine.alphabeta import AlphaBeta
from parlour.engine.bot import BotPlayer
from parlour.engine.levels import Bot
from parlour.engine.report import PROVEN, Limits
from parlour.games.laserchess import GAME, baseline
from parlour.games.laserchess.position import LaserChessPosition
from tests.games.laserchess.boards import START, TEN, begin, play, read

# ---- Evaluation ------------------------------------------------------------------------------------------------------


def turned(text: str) -> str:
    """The same board seen from the other side: turned by half, colours exchanged, the other side to move."""
    ranks, side = text.split()
    rows = []
    for row in ranks.split("/"):
        parts, at = [], 0
        while at < len(row):
            if row[at].isdigit():
                run = "10" if row[at : at + 2] == "10" else row[at]
                parts.append(run)
                at += len(run)
            else:
                parts.append(row[at].swapcase() + "cdab"["abcd".index(row[at + 1])])
                at += 2
        rows.append("".join(reversed(parts)))
    return f"{'/'.join(reversed(rows))} {'r' if side == 'b' else 'b'}"


@pytest.mark.parametrize("seed", range(6))
def test_one_sides_view_is_the_negative_of_the_others_and_both_sides_are_seen_alike(seed: int) -> None:
    position = begin()
    position.play_random(seed, 10 + 5 * seed)
    if position.is_over():
        position.undo()
    assert position.static(0) == -position.static(1)
    assert read(turned(position.text())).static(1) == position.static(0)


def test_the_start_is_even() -> None:
    assert begin().static(0) == 0


# ---- The earlier program's player ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "published", "tables"),
    [
        ("sc9/10/10/4paPa4/5Pa4/10/10/9Sa b", 124, 0),
        ("sc9/4nanana3/10/10/10/4NaNaNa3/10/9Sa b", 66, 66),
        ("scpapa7/papapa7/papapa1Pa1Pa1Pa1/10/4Pa1Pa1Pa1/10/4Pa1Pa3/9Sa b", 196, 0),
        ("sc4fa3pa/10/10/10/10/10/10/5FaPa2Sa b", 3, 0),
        ("scnc1fcncpbpb3/pa9/pb1pc1rbpa3Pd/1Pc2Pd4Pc/2Pd1RaRb4/10/7Pa2/2PdNaFaNa3Sa b", 437, 66),
        (START, 0, 0),
    ],
)
def test_the_earlier_players_values_are_those_published_less_its_unknown_tables(
    text: str, published: int, tables: int
) -> None:
    # Some of these boards lack Pharaohs: they cannot be played, but they can be weighed.
    position = GAME.build(GAME.parse(text, GAME.check()), GAME.check())
    assert baseline.value(position) == published - tables


@pytest.mark.parametrize("name", baseline.DEPTHS)
def test_an_earlier_player_takes_a_pharaoh_and_leaves_the_position_alone(name: str) -> None:
    position = read(TEN)
    choose = GAME.baselines()[name](1)
    assert position.write_move(choose(position)) == "Rj3-i2xfi4#"
    assert position.text() == TEN


# ---- Puzzles ---------------------------------------------------------------------------------------------------------

ESCAPE = "sc9/pafa8/Fa9/10/10/10/10/9Sa b"


def test_puzzle_a_the_only_escape_is_found() -> None:
    position = read(ESCAPE, swap="off")
    best = AlphaBeta().search(position, Limits(depth=4)).lines[0]
    assert position.write_move(best.moves[0]) == "Fa6-b5"


@pytest.mark.parametrize(
    ("text", "plies", "answers"),
    [
        (TEN, 1, {"Rj3-i2xfi4#"}),
        ("sc9/10/10/8Ra1/7FaRafa/8RaRa/9Ra/9Sa b", 3, {"Rj2-i1", "Rj3-i2"}),
        (
            "sc5fcnc2/4Pa4Pc/3pb6/2Pc2ra1pb2/10/pb9/7Pa2/2PdNaFa4Sa b",
            3,
            {"Pe7-f7", "Pe7-f6", "Pe7-f8", "Pj7-j8xnh8"},
        ),
    ],
)
def test_puzzles_b_c_and_d_are_won_as_quickly_as_they_can_be(text: str, plies: int, answers: set[str]) -> None:
    position = read(text, swap="off")
    best = AlphaBeta().search(position, Limits(depth=plies + 2)).lines[0]
    assert best.score > PROVEN
    assert best.distance == plies
    assert position.write_move(best.moves[0]) in answers


# ---- Levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(3, 8))
def test_no_level_from_the_third_on_refuses_an_immediate_win(level: int) -> None:
    for seed in range(5):
        position = read(TEN)
        move = BotPlayer(Bot(str(level)), GAME, position.options, seed).choose(position)
        assert position.write_move(move) == "Rj3-i2xfi4#"


# ---- Styles ----------------------------------------------------------------------------------------------------------


def test_every_style_has_a_trait_that_can_be_read_for_both_seats() -> None:
    position = begin()
    for style in GAME.styles:
        assert position.trait(style.trait, 0) == position.trait(style.trait, 1)
    with pytest.raises(KeyError):
        position.trait("charm", 0)


# ---- Odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["classic", "dynasty", "imhotep"])
@pytest.mark.parametrize("odds", ["pyramid", "two-pyramids", "anubis", "scarab"])
@pytest.mark.parametrize("giver", ["blue", "red"])
def test_odds_take_pieces_of_one_side_and_leave_both_lasers_as_they_are(layout: str, odds: str, giver: str) -> None:
    full = begin(layout=layout)
    start = begin(layout=layout, odds=odds, giver=giver)
    seat = ("blue", "red").index(giver)
    gone = [code for code, other in zip(full.codes(), start.codes(), strict=True) if code != other]
    assert len(gone) == (2 if odds == "two-pyramids" else 1)
    assert {code >> 5 for code in gone} == {seat}
    for owner in (0, 1):
        assert start.beam(owner) == full.beam(owner)
    assert [score.value for score in start.scores()] == [0, 0]
    assert not any(isinstance(piece.place, str) for piece in start.pieces())


# ---- Reasons for hints -----------------------------------------------------------------------------------------------


def reasons(position: LaserChessPosition, turn: str, line: str = "") -> list[str]:
    """The keys of the reasons for a turn, with a line that follows it."""
    move = position.read_move(turn)
    walker, moves = position.copy(), [move]
    walker.play(move)
    for text in line.split():
        moves.append(walker.read_move(text))
        walker.play(moves[-1])
    return [message.key.removeprefix("laserchess.motive.") for message in position.motives([move], moves)]


def test_a_turn_that_destroys_says_what() -> None:
    position = play(begin(), "h2-h3 f8>")
    move = position.read_move("j4-j3")
    message = position.motives([move], [move])[0]
    assert GAME.speak(message, position.options) == "It destroys Red's Pyramid on h4."
    assert reasons(read(TEN), "j3-i2") == ["hits-pharaoh"]


def test_a_turn_that_keeps_the_pharaoh_from_the_next_shot_says_which() -> None:
    assert "guards" in reasons(read(ESCAPE), "a6-b5")
