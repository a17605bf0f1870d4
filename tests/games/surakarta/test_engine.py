"""Surakarta in the engine: evaluation, captures, reasons, styles, handicaps, and its bots."""

import json
from functools import cache
from random import Random

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.hint import hint
from parlour.engine.levels import read_bot
from parlour.engine.report import PROVEN, Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.mcts import Mcts as MonteCarlo
from parlour.engine.search.search_settings import SearchSettings
from parlour.errors import ArgumentError
from parlour.games import Position
from parlour.games.surakarta.position import SurakartaPosition
from parlour.games.surakarta.tables import CAPTURE, CORNER, POINT_MASK, POINTS
from parlour.lab.arena import Pairing, play_game
from tests.games.both_builds import compiled_and_interpreted
from tests.games.marks import FAST_ONLY
from tests.games.surakarta.examples import EXAMPLES, OPTIONS, SURAKARTA, captures, example, read, sampled

WIN_AT_ONCE = "....../....../....../.X..O./....../......"
CORNERS = [site for site in range(POINTS) if 1 << site & CORNER]


def mapped(position: SurakartaPosition, image: tuple[int, ...], swap: bool = False) -> SurakartaPosition:
    """Return a position rotated or mirrored, or with the sides swapped."""
    signs = ["."] * POINTS
    for site in range(POINTS):
        owner = position.owner(site)
        if owner is not None:
            signs[image[site]] = "XO"[owner != swap]
    rows = "/".join("".join(signs[row : row + 6]) for row in range(0, POINTS, 6))
    return read(rows, position.seat ^ swap, position.quiet_moves())


def alone(position: SurakartaPosition, name: str) -> int:
    """Return a single term of the evaluation for South."""
    reader = position.copy()
    reader.weigh({term.name: int(term.name == name) for term in SURAKARTA.terms})
    return reader.static(0)


def bot(text: str, position: Position, seed: int = 1) -> BotPlayer:
    return BotPlayer(read_bot(text), SURAKARTA, position.options, seed)


# ---- Evaluation ----------------------------------------------------------------------------------------------------


def test_the_evaluation_is_antisymmetric() -> None:
    for position in sampled():
        assert position.static(0) == -position.static(1)


def test_evaluation_is_the_same_for_all_images_of_a_position() -> None:
    for position in sampled():
        for image in SURAKARTA.symmetries(OPTIONS):
            assert mapped(position, image).static(0) == position.static(0)


def test_evaluation_does_not_prefer_a_side() -> None:
    for position in sampled():
        assert mapped(position, tuple(range(POINTS)), swap=True).static(1) == position.static(0)


def test_evaluation_after_moves_is_that_of_the_position_set_up() -> None:
    for position in sampled():
        assert SURAKARTA.read(position.text()).static(0) == position.static(0)


def test_evaluation_is_linear_in_its_weights() -> None:
    for position in sampled(20):
        parts = sum(term.weight * alone(position, term.name) for term in SURAKARTA.terms)
        assert parts == position.static(0)


@pytest.mark.parametrize(
    ("diagram", "counts"),
    [
        ("X...../....../....../....../....../.....O", {"material": 0, "corner": 0, "mobility": 0, "access": 0}),
        ("XX..../....../....../....../....../.....O", {"material": 1, "inner end": 1, "mobility": 3}),
        ("..X.../....../....../....../....../.....O", {"outer end": 1, "corner": -1, "access": 2}),
        ("....../.X..../....../....../....../.....O", {"inner cross": 1, "mobility": 5, "access": 4}),
        ("....../....../..X.../....../....../.....O", {"centre": 1, "access": 4}),
        ("....../....../....../.XO.../....../......", {"material": 0, "access": 0, "centre": -1}),
    ],
)
def test_men_count_by_where_they_stand_by_their_steps_and_by_the_ends_of_tracks_they_hold(
    diagram: str, counts: dict[str, int]
) -> None:
    position = read(diagram)
    assert {name: alone(position, name) for name in counts} == counts


def test_a_lead_in_men_is_worth_more_the_nearer_the_end_by_count() -> None:
    ahead = "XX..../....../....../....../....../.....O"
    assert read(ahead, quiet=40).static(0) > read(ahead, quiet=10).static(0)
    assert read(ahead, quiet=40, ending="endless").static(0) == read(ahead, ending="endless").static(0)
    even = "X...../....../....../....../....../.....O"
    assert read(even, quiet=40).static(0) == read(even).static(0)


def test_scores_are_whole_numbers_that_no_evaluation_takes_for_a_win() -> None:
    for position in sampled():
        assert isinstance(position.static(0), int)
        assert abs(position.static(0)) < PROVEN


@pytest.mark.parametrize("name", EXAMPLES)
def test_tactical_moves_are_the_captures(name: str) -> None:
    position = example(name)
    assert {position.write_move(move) for move in position.tactical_moves()} == captures(position)


def test_the_first_move_tried_refutes_most_often() -> None:
    for seed, plies in ((2, 16), (3, 30), (4, 40)):
        position = SURAKARTA.start(OPTIONS)
        position.play_random(seed, plies)
        stats = AlphaBeta(2).search(position, Limits(nodes=20_000)).stats
        assert stats["first_cutoffs"] > 0.8 * stats["cutoffs"]


PURE = """
import json
from parlour.games.contract.xorshift import Random
from parlour.games.surakarta.baseline import BASELINES
from parlour.games.surakarta.baseline_search import rollout
from tests.games.surakarta.examples import sampled
found = [[p.static(0), p.tactical_moves(), rollout(p, Random(5), 0, 40)] for p in sampled(20)]
print(json.dumps([found, BASELINES["classic-medium"](3)(sampled(30)[29])]))
"""


def test_interpreted_and_compiled_evaluations_are_equal() -> None:
    answers = compiled_and_interpreted(PURE)
    assert json.loads(answers[0]) == json.loads(answers[1])


# ---- The end by count ----------------------------------------------------------------------------------------------


Men = frozenset[int]


@cache
def following(south: Men, north: Men, seat: int) -> tuple[tuple[int, Men, Men], ...]:
    """Return the moves of a small position and the pieces after each; none if it is over."""
    signs = ["." if s not in south | north else "X" if s in south else "O" for s in range(POINTS)]
    position = read("/".join("".join(signs[row : row + 6]) for row in range(0, POINTS, 6)), seat)
    found = []
    for move in position.moves():
        men = [set(south), set(north)]
        men[seat] ^= {move & POINT_MASK, move >> 6 & POINT_MASK}
        men[1 - seat].discard(move >> 6 & POINT_MASK)
        found.append((move, frozenset(men[0]), frozenset(men[1])))
    return tuple(found)


@cache
def value(south: Men, north: Men, seat: int, quiet: int) -> int:
    """Return the value of a small position under the fifty-move rule for the seat to move, by exhaustive search."""
    lead = (len(south) - len(north)) * (1 - 2 * seat)
    moves = following(south, north, seat)
    if not south or not north or not moves or quiet == 50:
        return (lead > 0) - (lead < 0) if not south or not north or quiet == 50 else -1
    best = -1
    for move, one, other in moves:
        best = max(best, -value(one, other, 1 - seat, after_quiet(move, quiet)))
        if best == 1:
            break
    return best


def after_quiet(move: int, quiet: int) -> int:
    return 0 if move & CAPTURE else quiet + 1


@FAST_ONLY
@pytest.mark.parametrize("quiet", [36, 44])
def test_with_two_men_against_one_bots_play_for_the_result_by_count(quiet: int) -> None:
    """The side ahead only has to avoid captures until the moves run out; the side behind must capture before."""
    results: set[int] = set()
    for seed in range(40):
        random = Random(seed)
        one, two, three = random.sample(range(POINTS), 3)
        south, north, seat = frozenset((one, two)), frozenset((three,)), seed % 2
        if not following(south, north, seat):
            continue
        signs = ["." if s not in south | north else "X" if s in south else "O" for s in range(POINTS)]
        position = read("/".join("".join(signs[row : row + 6]) for row in range(0, POINTS, 6)), seat, quiet)
        worth = value(south, north, seat, quiet)
        results.add(worth)
        chosen = [AlphaBeta(2).search(position, Limits(depth=10)).lines[0].moves[0]]
        chosen += [bot(f"{level},blunder_rate=0", position).choose(position) for level in (5, 6, 7)]
        for move, left, right in following(south, north, seat):
            if move in chosen:
                assert -value(left, right, 1 - seat, after_quiet(move, quiet)) == worth
    assert results == {-1, 0, 1}


def test_a_lead_is_proven_where_the_moves_run_out_within_the_depth() -> None:
    position = read("....../....../..X.../.....X/O...../......", quiet=46)
    assert AlphaBeta(2).search(position, Limits(depth=3)).lines[0].proven is None
    line = AlphaBeta(2).search(position, Limits(depth=4)).lines[0]
    assert (line.proven, line.distance) == (1, 4)


# ---- Bots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["3", "4", "5", "6", "7", "8,seconds=0.5"])
def test_from_level_3_on_bots_play_a_winning_move(level: str) -> None:
    position = read(WIN_AT_ONCE)
    for seed in range(8):
        assert position.write_move(bot(level, position, seed).choose(position)) == "3,1x3,4"


@FAST_ONLY
def test_tactical_positions_are_solved() -> None:
    """In positions of random games the search finds the forced win of most pieces in three moves."""

    def won(position: Position, depth: int) -> int:
        """Return the most pieces that the mover gains within some moves, by exhaustive search."""
        if depth == 0 or position.is_over():
            return 0
        best = -12
        for move in position.moves():
            position.play(move)
            best = max(best, (1 if move & CAPTURE else 0) - won(position, depth - 1))
            position.undo()
        return best

    gains = 0
    for position in sampled(60):
        if position.count(0) + position.count(1) > 13 or position.quiet_moves() > 40:
            continue
        most = won(position.copy(), 3)
        position.weigh({term.name: 100 * (term.name == "material") for term in SURAKARTA.terms})
        plain = AlphaBeta(4, SearchSettings(reductions=False, quiescence=False, extensions=False))
        line = plain.search(position, Limits(depth=3)).lines[0]
        if line.proven is None:
            lead = position.count(position.seat) - position.count(1 - position.seat)
            assert line.score == 100 * (lead + most)
            gains += most > 0
    assert gains > 2


def test_both_searches_agree_on_a_win() -> None:
    position = read(WIN_AT_ONCE)
    report = MonteCarlo(seed=1).search(position, Limits(nodes=200))
    assert position.write_move(report.lines[0].moves[0]) == "3,1x3,4"
    assert report.lines[0].proven == 1


@pytest.mark.parametrize("pair", [("1", "8,seconds=0.01"), ("2", "3"), ("4:central", "4:lurker"), ("5", "6")])
def test_bots_play_games_to_the_end(pair: tuple[str, str]) -> None:
    assert play_game(Pairing("surakarta", dict(OPTIONS), *pair, seed=2), 1).reason in SURAKARTA.reasons


def test_a_lost_bot_resists_as_long_as_it_can() -> None:
    """North is lost: the moves run out with South ahead, or South captures before."""
    lost = 0
    for seed in range(40):
        one, two, three = Random(seed).sample(range(POINTS), 3)
        south, north = frozenset((one, two)), frozenset((three,))
        if not following(south, north, 1) or value(south, north, 1, 44) != -1:
            continue
        signs = ["." if s not in south | north else "X" if s in south else "O" for s in range(POINTS)]
        position = read("/".join("".join(signs[row : row + 6]) for row in range(0, POINTS, 6)), 1, 44)
        lines = AlphaBeta(4).search(position, Limits(depth=8), lines=len(position.moves())).lines
        longest = max(line.distance or 0 for line in lines)
        assert lines[0].proven == -1
        move = bot("7", position, seed).choose(position)
        assert next(line.distance for line in lines if line.moves[0] == move) == longest
        lost += min(line.distance or 0 for line in lines) < longest
    assert lost > 3, "where all moves lose alike nothing is shown"


# ---- Reasons -------------------------------------------------------------------------------------------------------


def reasons(position: SurakartaPosition, move: str, line: str = "") -> list[str]:
    moves = [position.read_move(move)]
    walker = position.copy()
    played = []
    for each in [move, *line.split()]:
        played.append(walker.read_move(each))
        walker.play(played[-1])
    return [SURAKARTA.sentence(message, position.options) for message in position.turn_reasons(moves, played)]


def test_reasons_for_captures() -> None:
    assert reasons(example("W2"), "4,1x1,4")[0].startswith("It captures the piece on 1,4")
    assert reasons(example("W5"), "0,2x2,0")[0] == "It captures the piece on 2,0, and nothing can recapture."


def attacked(position: SurakartaPosition, seat: int) -> set[str]:
    """Return the points on which a seat could be captured if the other seat were to move."""
    rows = position.text().split()[0].replace("1", "X").replace("2", "O")
    return {text.partition("x")[2] for text in captures(read(rows, 1 - seat))}


def test_reasons_for_saving_closing_threatening_and_opening_are_true() -> None:
    verbs: set[str] = set()
    for position in sampled(40):
        me = position.seat
        before = attacked(position, me), attacked(position, 1 - me)
        for move in position.moves():
            start, target = (position.write_move(move).replace("x", "-")).split("-")
            after = position.after(move)
            assert isinstance(after, SurakartaPosition)
            own, other = attacked(after, me), attacked(after, 1 - me)
            for text in reasons(position, position.write_move(move)):
                named = {part.strip(".,") for part in text.split() if part[0].isdigit() and "," in part}
                if text.startswith("It saves"):
                    assert start in before[0]
                    assert target not in own
                elif text.startswith("It blocks"):
                    assert named <= before[0] - own
                elif text.startswith("It threatens"):
                    assert named <= other - before[1]
                verbs.add(text.split()[1])
    assert verbs >= {"captures", "saves", "blocks", "threatens", "opens", "brings"}


def test_reasons_name_what_a_line_wins() -> None:
    position = read("....../.O..O./....../...X../.X..../......")
    first = "4,1x1,1"
    after = position.copy()
    after.play(after.read_move(first))
    reply = after.write_move(next(move for move in after.moves() if not move & CAPTURE))
    after.play(after.read_move(reply))
    second = next(iter(captures(after)))
    assert "It comes out 2 pieces ahead." in reasons(position, first, f"{reply} {second}")


def test_corners_and_ends_of_tracks_count_against_a_side_and_the_centre_for_it() -> None:
    weights = {term.name: term.weight for term in SURAKARTA.terms}
    assert weights["corner"] < weights["inner end"] < 0 < weights["inner cross"] < weights["centre"]


def test_a_hint_mentions_the_capture() -> None:
    found = hint(example("W5"), Limits(depth=3))
    assert found.turn == "0,2x2,0"
    assert any("captures the piece" in SURAKARTA.sentence(reason, OPTIONS) for reason in found.reasons)


# ---- Styles --------------------------------------------------------------------------------------------------------


def test_traits_are_the_share_of_men_in_the_centre_and_at_the_edge() -> None:
    position = read("..X.../....../..X.../X...../....../....OO")
    assert position.trait("centre", 0) == pytest.approx(100 / 3)
    assert position.trait("edge", 0) == pytest.approx(200 / 3)
    assert position.trait("edge", 1) == 50
    with pytest.raises(ArgumentError):
        position.trait("speed", 0)
    assert {style.trait for style in SURAKARTA.styles} == {"centre", "edge"}


def test_styles_change_the_evaluation() -> None:
    for style in SURAKARTA.styles:
        position = read("..X.../....../..X.../....../....../....O.")
        plain = position.static(0)
        position.weigh(style.weights)
        assert position.static(0) != plain


# ---- Handicaps -----------------------------------------------------------------------------------------------------


def test_a_stronger_side_begins_with_fewer_men_of_its_back_row() -> None:
    options = SURAKARTA.check({"north": 9})
    position = SURAKARTA.start(options)
    assert position.text() == "..222./222222/....../....../111111/111111 1 0"
    assert isinstance(position, SurakartaPosition)
    assert (position.count(0), position.count(1)) == (12, 9)
    assert [score.of for score in position.scores()] == [9, 12]
    assert [option.key for option in SURAKARTA.declared if option.handicap] == ["south", "north"]


def test_a_handicap_is_seen_by_the_evaluation_and_played_to_the_end() -> None:
    options = SURAKARTA.check({"south": 8})
    assert SURAKARTA.start(options).static(1) > 300
    assert play_game(Pairing("surakarta", dict(options), "4", "2", seed=1), 0).reason in SURAKARTA.reasons
