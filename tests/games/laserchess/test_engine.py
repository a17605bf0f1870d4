"""Laser Chess in the engine: evaluation, baseline bot, styles, odds, reasons, puzzles, levels."""

from itertools import pairwise

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.hint import hint
from parlour.engine.levels import Bot, read_bot, settings
from parlour.engine.report import PROVEN, Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.search_settings import SearchSettings
from parlour.errors import ArgumentError
from parlour.games.contract.position import Position
from parlour.games.laserchess import GAME, baseline, baseline_search
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.laserchess.tables import label
from parlour.lab.arena import Pairing, play_game
from tests.games.laserchess.boards import START, TEN, begin, play, read

# ---- Evaluation ------------------------------------------------------------------------------------------------------


def turned(text: str) -> str:
    """Return the board seen from the other side: rotated by 180°, colours swapped, the other side to move."""
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


def sampled(count: int = 30) -> list[LaserChessPosition]:
    """Return running positions of random games, from early to late."""
    found = []
    for seed in range(count):
        position = begin()
        position.play_random(seed, 3 + seed * 29 % 70)
        while position.is_over():
            position.undo()
        found.append(position)
    return found


def alone(position: LaserChessPosition, name: str) -> int:
    """Return a single term of the evaluation for Blue."""
    reader = position.copy()
    reader.weigh({term.name: int(term.name == name) for term in GAME.terms})
    return reader.static(0)


def term_of(position: LaserChessPosition, name: str, seat: int) -> int:
    """Return a single term of the evaluation for one seat, without the opponent's."""
    reader = position.copy()
    assert isinstance(reader, LaserChessPosition)
    reader.weigh({term.name: int(term.name == name) for term in GAME.terms})
    return reader.one_sided_value(seat)


@pytest.mark.parametrize("seed", range(6))
def test_the_evaluation_is_antisymmetric_and_treats_both_sides_alike(seed: int) -> None:
    position = begin()
    position.play_random(seed, 10 + 5 * seed)
    if position.is_over():
        position.undo()
    assert position.static(0) == -position.static(1)
    assert read(turned(position.text())).static(1) == position.static(0)


def test_the_start_is_even() -> None:
    assert begin().static(0) == 0


def test_the_evaluation_after_turns_is_that_of_the_board_set_up() -> None:
    for position in sampled():
        assert read(position.text()).static(0) == position.static(0)


def test_the_evaluation_is_the_sum_of_its_terms() -> None:
    for position in sampled(10):
        assert position.static(0) == sum(term.weight * alone(position, term.name) for term in GAME.terms)


def test_the_lines_on_a_pharaoh_are_where_light_would_reach_it() -> None:
    # Blue's Pharaoh on e2 sees 4 squares west, 5 east, 6 north and 1 south; Red's on e8 4 west, 5 east and 6 south.
    position = read("sc3fc5/10/10/10/10/10/4Fa5/9Sa b")
    assert alone(position, "lines") == 15 - 16
    # Blue's laser crosses a line on Red's Pharaoh on j8 and one on its own on j2; Red's one on Blue's on a2.
    assert [label(site) for site in position.crossings(0)] == ["j8"]
    assert [label(site) for site in position.crossings(1)] == ["a2"]
    assert alone(position, "backfire") == -1
    assert alone(position, "escapes") == 8 - 5


def test_a_mirror_bends_a_line_on_a_pharaoh_as_it_bends_the_laser() -> None:
    # Light from Red's Pharaoh on e8 goes west to the Pyramid on c8, and from there down the file to c1.
    position = read("sc1Pb1fc5/10/10/10/10/10/8Fa1/9Sa b")
    assert term_of(position, "lines", 1) == -(2 + 7 + 5 + 7)


@pytest.mark.parametrize(
    ("text", "check", "target"),
    [
        ("sc3fc5/10/10/10/10/10/4Fa5/9Sa b", 0, 0),
        ("sc8fc/10/10/10/10/10/4Fa5/9Sa b", 1, 0),
        ("sc3fc5/10/10/10/9Fa/10/10/9Sa b", -1, 0),
        ("sc3fc5/10/10/10/9na/10/4Fa5/9Sa b", 0, 1),
        ("sc3fc5/10/10/10/9Nb/10/4Fa5/9Sa b", 0, -1),
        ("sc3fc5/10/10/10/9nc/10/4Fa5/9Sa b", 0, 0),
    ],
)
def test_what_a_laser_points_at_counts_for_or_against_its_owner(text: str, check: int, target: int) -> None:
    position = read(text)
    assert (alone(position, "check"), alone(position, "target")) == (check, target)


def test_the_reach_of_a_laser_is_the_number_of_squares_it_lights() -> None:
    for position in sampled(20):
        for seat in (0, 1):
            lit = {site for site, _ in position.beam(seat)[1:]}
            assert position.trait("reach", seat) == len(lit)


# ---- Search ----------------------------------------------------------------------------------------------------------


def test_the_first_turn_tried_refutes_most_often() -> None:
    """Move ordering follows the laser's path, and the search uses all of it."""
    for seed, plies in ((1, 0), (3, 30), (4, 50)):
        position = begin()
        position.play_random(seed, plies)
        stats = AlphaBeta(2).search(position, Limits(nodes=20_000)).stats
        assert stats["first_cutoffs"] > 0.85 * stats["cutoffs"]


def test_a_search_sees_the_draw_by_repetition_and_takes_it_only_when_behind() -> None:
    position = play(read("sc4fc4/10/10/10/10/2PaPaPaPa4/10/4Fa4Sa b"), "e1-e2 f8-f7 e2-e1 f7-f8 e1-e2 f8-f7 e2-e1")
    behind = AlphaBeta(2).search(position, Limits(depth=4)).lines[0]
    assert (position.write_move(behind.moves[0]), behind.score) == ("Ff7-f8", 0)
    position.undo()
    ahead = AlphaBeta(2).search(position, Limits(depth=4)).lines[0]
    assert ahead.score > 100
    assert position.write_move(ahead.moves[0]) != "Fe2-e1"


def test_three_hundred_thousand_positions_are_enough_to_look_deeper_than_the_earlier_player_ever_did() -> None:
    assert AlphaBeta(16).search(begin(), Limits(nodes=300_000)).depth > max(baseline.DEPTHS.values())


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


def test_the_start_has_56_free_neighbours_and_five_covers_on_each_side() -> None:
    position = begin()
    assert [term_of(position, "mobility", seat) for seat in (0, 1)] == [56, 56]
    assert [position.trait("cover", seat) for seat in (0, 1)] == [5, 5]


@pytest.mark.parametrize("name", baseline.DEPTHS)
def test_an_earlier_player_takes_a_pharaoh_and_leaves_the_position_alone(name: str) -> None:
    position = read(TEN)
    choose = GAME.baselines()[name](1)
    assert position.write_move(choose(position)) == "Rj3-i2xfi4#"
    assert position.text() == TEN


def plain_value(position: Position, depth: int) -> int:
    """Return the value for the seat to move by exhaustive search with the baseline's evaluation."""
    outcome = position.outcome()
    if outcome is not None and not outcome.drawn:
        return (1_000_000 + depth) * (1 if outcome.results[position.seat] == 1 else -1)
    if depth == 0:
        return baseline.value(position) * (1 if position.seat == 0 else -1)
    return max(-plain_value(position.after(move), depth - 1) for move in position.moves())


@pytest.mark.parametrize("entries", [100_000, 20])
@pytest.mark.parametrize("text", [TEN, "sc3fc5/9na/4pb5/10/10/3Pc6/4Fa5/9Sa b", "sc3fc5/10/2Ra7/10/10/7pb2/8Fa1/9Sa r"])
def test_an_earlier_player_chooses_what_a_search_without_cut_offs_and_table_finds_best(text: str, entries: int) -> None:
    position = read(text)
    values = {move: -plain_value(position.after(move), 1) for move in position.moves()}
    search = baseline_search.LaserChessBaselineSearch(entries)
    assert values[search.choose(baseline.with_baseline_weights(position), 2)] == max(values.values())
    assert 0 < search.size <= entries


def test_the_earlier_players_table_has_a_hundred_thousand_entries() -> None:
    assert baseline_search.ENTRIES == 100_000
    full = baseline_search.LaserChessBaselineSearch(50)
    full.choose(baseline.with_baseline_weights(begin()), 3)
    assert full.size == 50


def test_an_earlier_player_wins_as_soon_as_it_sees_how() -> None:
    position = read(THREE, swap="off")
    for _ in range(3):
        position.play(GAME.baselines()["classic-medium"](1)(position))
    assert position.is_over()
    assert position.seat == 1


def test_earlier_players_finish_games_legally() -> None:
    played = play_game(Pairing("laserchess", {"limit": True}, "classic-medium", "1", seed=3), 0)
    assert played.reason in GAME.reasons


# ---- Puzzles ---------------------------------------------------------------------------------------------------------

ESCAPE = "sc9/pafa8/Fa9/10/10/10/10/9Sa b"
THREE = "sc9/10/10/8Ra1/7FaRafa/8RaRa/9Ra/9Sa b"
"""Puzzle C."""


def test_puzzle_a_the_only_escape_is_found() -> None:
    position = read(ESCAPE, swap="off")
    best = AlphaBeta().search(position, Limits(depth=4)).lines[0]
    assert position.write_move(best.moves[0]) == "Fa6-b5"


@pytest.mark.parametrize(
    ("text", "plies", "answers"),
    [
        (TEN, 1, {"Rj3-i2xfi4#"}),
        (THREE, 3, {"Rj2-i1", "Rj3-i2"}),
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


@pytest.mark.parametrize("level", ["3", "4", "5", "6", "7", "8,seconds=0.5"])
def test_no_level_from_the_third_on_refuses_an_immediate_win(level: str) -> None:
    for seed in range(3):
        for text in (TEN, turned(TEN)):
            position = read(text)
            position.play(BotPlayer(read_bot(level), GAME, position.options, seed).choose(position))
            assert position.is_over()


def test_every_level_errs_less_and_works_more_than_the_one_below() -> None:
    found = [settings(Bot(level), GAME, GAME.check()) for level in range(2, 8)]
    for lower, higher in pairwise(found):
        assert higher.blunder_rate < lower.blunder_rate
        assert higher.eval_noise <= lower.eval_noise
        assert (higher.nodes or 0) >= (lower.nodes or 0)


def test_the_highest_level_prefers_a_slightly_worse_position_to_repetition() -> None:
    """Red is a Pyramid down and could repeat the position for the third time."""
    text = "sc4fc4/10/10/2pa7/10/2PaPa6/10/4Fa4Sa b"
    position = play(read(text), "e1-e2 f8-f7 e2-e1 f7-f8 e1-e2 f8-f7 e2-e1")
    contempt = settings(Bot(8), GAME, position.options).contempt
    chosen = {
        name: AlphaBeta(2, SearchSettings(contempt=value)).search(position, Limits(depth=4)).lines[0].moves[0]
        for name, value in (("level 8", contempt), ("nobody", 0))
    }
    assert position.write_move(chosen["nobody"]) == "Ff7-f8"
    assert position.write_move(chosen["level 8"]) != "Ff7-f8"


@pytest.mark.parametrize("preset", ["standard", "strict"])
@pytest.mark.parametrize("pair", [("1", "8,seconds=0.01"), ("1", "2"), ("4", "5"), ("3:attacker", "3:guardian")])
def test_bots_play_games_to_the_end(preset: str, pair: tuple[str, str]) -> None:
    options = dict(GAME.check(GAME.finite, preset))
    assert play_game(Pairing("laserchess", options, *pair, seed=2), 0).reason in GAME.reasons


# ---- Styles ----------------------------------------------------------------------------------------------------------


def test_every_style_weighs_its_own_trait_more_than_balanced_play_does() -> None:
    usual = {term.name: term.weight for term in GAME.terms}
    for style in GAME.styles:
        assert style.weights[style.trait] > usual[style.trait]


def test_every_style_has_a_trait_that_can_be_read_for_both_seats() -> None:
    position = begin()
    for style in GAME.styles:
        assert position.trait(style.trait, 0) == position.trait(style.trait, 1)
    with pytest.raises(ArgumentError):
        position.trait("charm", 0)


def test_traits_measure_what_their_names_say() -> None:
    # A Scarab next to Red's Pharaoh counts twice for being near, a Pyramid two squares away once.
    position = read("sc3fc5/5Ra4/10/10/10/10/3NaFa5/3PaPa4Sa b")
    assert position.trait("near", 0) == 2
    assert position.trait("near", 1) == 0
    # Around e2: an Anubis on d2 and Pyramids on d1 and e1.
    assert position.trait("cover", 0) == 3


# ---- Odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["classic", "dynasty", "imhotep"])
@pytest.mark.parametrize("odds", ["pyramid", "two-pyramids", "anubis", "scarab"])
@pytest.mark.parametrize("giver", ["blue", "red"])
def test_handicaps_remove_pieces_of_one_side_and_keep_both_lasers(layout: str, odds: str, giver: str) -> None:
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


def spoken(position: LaserChessPosition, turn: str, line: str = "") -> list[str]:
    """Return the reasons for a turn as text, with a line that follows it."""
    walker = position.copy()
    moves = []
    for text in (turn, *line.split()):
        moves.append(walker.read_move(text))
        walker.play(moves[-1])
    return [GAME.sentence(message, position.options) for message in position.turn_reasons(moves[:1], moves)]


def test_a_turn_that_destroys_a_piece_names_it() -> None:
    assert spoken(play(begin(), "h2-h3 f8>"), "j4-j3") == ["It destroys Red’s Pyramid on h4."]


@pytest.mark.parametrize(
    ("text", "turn", "line", "says"),
    [
        (TEN, "j3-i2", "", "It destroys Red’s Pharaoh and wins."),
        (START, "h2-h3", "f8> j4-j3", "It prepares to destroy Red’s Pyramid on h4."),
        ("sc3fc5/10/10/10/Pb9/10/4Fa5/9Sa b", "a4<", "", "It saves the Pyramid on a4 from the opponent’s laser."),
        ("sc3fc5/10/10/10/Fa9/10/10/9Sa b", "a4-b4", "", "It saves the Pharaoh on a4 from the opponent’s laser."),
        ("sc3fc5/10/10/10/9Pd/10/4Fa5/9Sa b", "j4-i4", "", "It keeps the Pyramid on j4 out of Blue’s own laser."),
        ("sc3fc5/10/10/10/9Fa/10/10/9Sa b", "j4-i4", "", "It keeps the Pharaoh out of Blue’s own laser."),
        (ESCAPE, "a6-b5", "", "It guards Blue’s Pharaoh against Pa7-b6xFa6#."),
    ],
)
def test_a_reason_is_a_sentence(text: str, turn: str, line: str, says: str) -> None:
    assert spoken(read(text), turn, line) == [says]


def test_a_turn_that_changes_nothing_has_no_reason() -> None:
    assert spoken(begin(), "e1-e2") == []
    # The Pyramid can be destroyed after the turn as well.
    assert spoken(read("sc3fc5/10/10/10/Pb9/10/4Fa5/9Sa b"), "a4>") == []


def test_a_hint_mentions_the_win() -> None:
    position = read(THREE, swap="off")
    found = hint(position, Limits(depth=5))
    sentences = [GAME.sentence(message, position.options) for message in found.reasons]
    assert sentences == ["It wins by force within 2 moves.", "It destroys Red’s Pharaoh in 2 turns."]


def test_every_reason_that_comes_up_has_a_sentence() -> None:
    sentences = set()
    for position in sampled(20):
        for move in position.moves():
            for message in position.turn_reasons([move], [move]):
                sentence = GAME.sentence(message, position.options)
                assert sentence.startswith(("It ", "The laser "))
                assert "{" not in sentence
                sentences.add(message.key)
    assert len(sentences) >= 5
