"""Display and messages of Surakarta: board, effects, trays, clicks, sentences, diagrams."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games import Arc, Effect, Mark, Position, Score
from parlour.games.contract.display import apply, reverse
from parlour.games.learning.rule_diagrams import read_page
from tests.games.surakarta.examples import (
    BOARD,
    EXAMPLES,
    LOOPS,
    OPTIONS,
    SURAKARTA,
    TRACKS,
    captures,
    example,
    read,
    routes,
    site,
)


def at(label: str) -> tuple[float, float]:
    return BOARD.sites[site(label)].x, BOARD.sites[site(label)].y


# ---- Board ---------------------------------------------------------------------------------------------------------


def test_sites_are_labelled_row_before_column_from_the_top_left() -> None:
    assert [s.label for s in BOARD.sites] == [f"{row},{column}" for row in range(6) for column in range(6)]
    assert at("0,0") == (0.0, 5.0)
    assert at("5,5") == (5.0, 0.0)


def test_seat_1_sits_in_front_where_its_pieces_stand() -> None:
    assert BOARD.homes == (270.0, 90.0)
    heights = [
        BOARD.sites[p.place].y for p in SURAKARTA.start().placement() if p.owner == 0 and isinstance(p.place, int)
    ]
    assert set(heights) == {0.0, 1.0}


def test_rows_and_columns_are_numbered_at_the_edge() -> None:
    assert sorted(label.text for label in BOARD.labels) == sorted("001122334455")
    for label in BOARD.labels:
        # Each is nearest to its own line.
        on_top = [s for s in BOARD.sites if abs(s.x - label.x) < 0.3 and label.y > 5]
        beside = [s for s in BOARD.sites if abs(s.y - label.y) < 0.3 and label.x < 0]
        assert {s.label[2] for s in on_top} | {s.label[0] for s in beside} == {label.text}


def test_no_number_is_written_on_a_track() -> None:
    # Half the height of a number and half the width of a track, with some room.
    needed = 0.2
    for label in BOARD.labels:
        for arc in BOARD.arcs:
            x, y, _ = arc.centre
            assert abs(math.hypot(label.x - x, label.y - y) - arc.radius) > needed, (label, arc.name)
        assert min(math.hypot(label.x - s.x, label.y - s.y) for s in BOARD.sites) > 2 * needed, label


def end_of(arc: Arc, angle: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return round(arc.centre[0] + arc.radius * math.cos(turn), 9), round(arc.centre[1] + arc.radius * math.sin(turn), 9)


@pytest.mark.parametrize("name", LOOPS)
def test_an_arc_joins_the_two_sites_of_its_loop_and_bulges_outwards(name: str) -> None:
    (arc,) = [arc for arc in BOARD.arcs if arc.name == name]
    assert {end_of(arc, arc.start), end_of(arc, arc.start + arc.sweep)} == {at(label) for label in LOOPS[name]}
    assert arc.style == f"track {name.split()[0]}"
    for part in range(1, 10):
        x, y = end_of(arc, arc.start + arc.sweep * part / 10)
        assert not (0 <= x <= 5 and 0 <= y <= 5), "a loop lies beside the grid"


def test_there_are_eight_arcs_and_no_more() -> None:
    assert sorted(arc.name for arc in BOARD.arcs) == sorted(LOOPS)


@pytest.mark.parametrize("track", TRACKS)
def test_the_lines_of_a_track_run_through_its_points(track: str) -> None:
    drawn = {line.points for line in BOARD.lines if line.style == f"track {track}"}
    ends = set()
    for part in TRACKS[track].split("~")[:4]:
        points = [(*at(f"{p[0]},{p[1]}"), 0.0) for p in part.split()]
        ends |= {(points[0], points[-1]), (points[-1], points[0])}
    assert len(drawn) == 4
    assert drawn <= ends


def test_the_drawn_board_has_the_six_classes_of_points() -> None:
    """Count the drawn track lines through every site."""
    classes: dict[tuple[int, int], int] = {}
    for place in BOARD.sites:
        through = []
        for track in TRACKS:
            lines = [line for line in BOARD.lines if line.style == f"track {track}"]
            through.append(
                sum(
                    (line.points[0][0] == line.points[1][0] == place.x)
                    or (line.points[0][1] == line.points[1][1] == place.y)
                    for line in lines
                )
            )
        classes[through[0], through[1]] = classes.get((through[0], through[1]), 0) + 1
    assert classes == {(0, 0): 4, (1, 0): 8, (0, 1): 8, (2, 0): 4, (0, 2): 4, (1, 1): 8}


def test_the_symmetries_are_the_seven_turns_and_mirrors_and_change_nothing() -> None:
    mappings = SURAKARTA.symmetries(OPTIONS)
    assert len(set(mappings)) == 7
    assert tuple(range(36)) not in mappings
    for name in EXAMPLES:
        position = example(name)
        for mapping in mappings:
            signs = ["."] * 36
            for n, sign in enumerate(EXAMPLES[name][0].replace("/", "")):
                signs[mapping[n]] = sign
            image = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))
            assert len(image.moves()) == len(position.moves())
            assert len(captures(image)) == len(captures(position))
            assert image.canonical_key() == position.canonical_key()


# ---- Effects -------------------------------------------------------------------------------------------------------


def effects(position: Position, text: str) -> list[Effect]:
    return position.effects(position.read_move(text))


def path(position: Position, text: str) -> list[str]:
    """Return the path of a sliding move, with sites by label."""
    (slide,) = [effect for effect in effects(position, text) if effect.kind == "slide"]
    return [BOARD.sites[part].label if isinstance(part, int) else part for part in slide.path]


def test_a_step_slides() -> None:
    (slide,) = effects(SURAKARTA.start(), "4,5-3,5")
    assert slide.before is not None
    assert slide.after is not None
    assert (slide.kind, slide.before.place, slide.after.place) == ("slide", site("4,5"), site("3,5"))
    assert path(SURAKARTA.start(), "4,5-3,5") == ["4,5", "3,5"]


def test_a_capture_slides_along_its_way_and_takes_the_piece_when_it_arrives() -> None:
    position = example("W5")
    remove, slide = effects(position, "0,2x2,0")
    assert path(position, "0,2x2,0") == ["0,2", "outer top-left", "2,0"]
    assert slide.kind == "slide"
    assert (remove.kind, remove.phase, remove.step) == ("remove", slide.phase, len(slide.path) - 1)
    assert remove.after is not None
    assert remove.after.place == "captured 0"


def test_w2_runs_over_its_own_start() -> None:
    assert path(example("W2"), "4,1x1,1") == ["4,1", "4,0", "inner bottom-left", "5,1", "4,1", "3,1", "2,1", "1,1"]


def test_w6_takes_the_long_way_four_loops_and_21_steps() -> None:
    way = path(example("W6"), "4,3x4,0")
    loops = [part for part in way if part in LOOPS]
    assert loops == ["inner bottom-right", "inner top-right", "inner top-left", "inner bottom-left"]
    assert len(way) - 1 - len(loops) == 21
    assert [part for part in dict.fromkeys(way) if way.count(part) == 2] == ["4,4", "1,4", "1,1"]


def test_w10_takes_the_shorter_of_two_routes() -> None:
    lengths = sorted(walked for walked, _ in routes({(0, 1): 0, (1, 4): 1}, (0, 1), 0)[1, 4])
    way = path(example("W10"), "0,1x1,4")
    assert len(lengths) == 2
    assert lengths[0] < lengths[1]
    assert len([part for part in way if part not in LOOPS]) - 1 == lengths[0]
    assert way == ["0,1", "inner top-left", "1,0", "1,1", "1,2", "1,3", "1,4"]


def test_w16_takes_an_inner_route_of_two_loops() -> None:
    way = path(example("W16"), "3,1x3,4")
    loops = [part for part in way if part in LOOPS]
    assert len(loops) == 2
    assert all(loop.startswith("inner") for loop in loops)


@given(st.integers(0, 2**30))
def test_every_capture_follows_a_shortest_route_along_one_track(seed: int) -> None:
    position = SURAKARTA.start()
    position.play_random(seed, seed % 200)
    board = {
        divmod(piece.place, 6): piece.owner
        for piece in position.placement()
        if isinstance(piece.place, int) and piece.owner is not None
    }
    for text in captures(position):
        way = path(position, text)
        sites = [part for part in way if part not in LOOPS]
        start, target = (int(text[0]), int(text[2])), (int(text[4]), int(text[6]))
        assert len(sites) - 1 == min(walked for walked, _ in routes(board, start, position.seat)[target])
        assert len({loop.split()[0] for loop in way if loop in LOOPS}) == 1
        for before, after in pairwise(way):
            if after in LOOPS:
                assert before in LOOPS[after]
            elif before in LOOPS:
                assert after in LOOPS[before]
            else:
                assert math.dist(at(before), at(after)) == 1


@given(st.integers(0, 2**30))
def test_effects_play_forwards_and_backwards_through_a_game(seed: int) -> None:
    position = SURAKARTA.start()
    position.play_random(seed, 80)
    walker = SURAKARTA.start()
    steps = []
    pieces = walker.pieces()
    for move in position.played:
        steps.append((pieces, walker.effects(move)))
        walker.play(move)
        pieces = apply(pieces, steps[-1][1])
        assert pieces == walker.pieces()
    for before, played in reversed(steps):
        pieces = apply(pieces, reverse(played))
        assert pieces == before


def test_a_capture_played_backwards_brings_the_piece_back_as_the_slide_sets_off() -> None:
    back = reverse(effects(example("W5"), "0,2x2,0"))
    (slide,) = [effect for effect in back if effect.kind == "slide"]
    (returned,) = [effect for effect in back if effect.kind == "remove"]
    assert slide.path == (site("2,0"), "outer top-left", site("0,2"))
    assert returned.step == 0
    assert returned.after is not None
    assert returned.after.place == site("2,0")


# ---- Trays and scores ----------------------------------------------------------------------------------------------


def test_captured_pieces_lie_in_the_tray_of_their_captor_and_count_for_it() -> None:
    position = example("W18")
    position.play(position.read_move("1,3x3,5"))
    mine = [piece for piece in position.pieces() if piece.place == "captured 0"]
    assert {piece.owner for piece in mine} == {1}
    held = 12 - EXAMPLES["W18"][0].count("O") + 1
    assert len(mine) == held
    assert position.scores()[0] == Score("captured", 0, held, 12, "captured 0")


def test_counts_rise_with_a_capture_and_fall_when_it_is_taken_back() -> None:
    position = example("W18")
    assert [score.value for score in position.scores()] == [6, 5]
    position.play(position.read_move("1,3x3,5"))
    assert [score.value for score in position.scores()] == [7, 5]
    position.play(next(move for move in position.moves() if "x" in position.write_move(move)))
    assert [score.value for score in position.scores()] == [7, 6]
    position.undo()
    position.undo()
    assert [score.value for score in position.scores()] == [6, 5]


def test_scores_name_trays_of_the_board() -> None:
    assert [score.tray for score in SURAKARTA.start().scores()] == [tray.name for tray in BOARD.trays]
    assert [tray.seat for tray in BOARD.trays] == [0, 1]


# ---- Clicks --------------------------------------------------------------------------------------------------------


def test_a_move_is_clicked_by_its_two_points() -> None:
    position = example("W2")
    move = position.read_move("4,1x1,4")
    assert position.picks(move) == [(site("4,1"), site("1,4"))]
    assert len({tuple(position.picks(move)[0]) for move in position.moves()}) == len(position.moves())


# ---- Diagram, aids, rules page -------------------------------------------------------------------------------------


def test_the_diagram_has_numbered_rows_and_columns_and_a_letter_a_side() -> None:
    assert SURAKARTA.start().diagram() == "\n".join(
        [
            "    0 1 2 3 4 5",
            "   ------------",
            "0 | g g g g g g",
            "1 | g g g g g g",
            "2 | . . . . . .",
            "3 | . . . . . .",
            "4 | y y y y y y",
            "5 | y y y y y y",
        ]
    )


def test_sides_have_names_colours_and_letters() -> None:
    south, north = SURAKARTA.sides(OPTIONS)
    assert (south.colour_name, south.symbol) == ("yellow", "y")
    assert (north.colour_name, north.symbol) == ("green", "g")


def test_the_aids_show_every_capture() -> None:
    assert [mark for mark in example("W2").aids() if mark.kind == "capture"] == [
        Mark("capture", (site("4,1"), site("1,1")), 0),
        Mark("capture", (site("4,1"), site("1,4")), 0),
    ]
    assert example("W17").aids() == []
    assert example("W2").marks() == []


def test_the_rules_page_shows_legal_and_illegal_captures_and_both_endings() -> None:
    page = SURAKARTA.rules()
    shown = [diagram.position.text() for diagram in read_page(SURAKARTA, page)[1]]
    for name in ("W2", "W4", "W5", "W6", "W9"):
        assert example(name).text() in shown
        for text in EXAMPLES[name][2]:
            assert f"`{text}`" in page
    for text in ("4,1x1,1", "0,1x1,4"):
        assert f"`{text}`" in page.partition("## Illegal moves")[2]
    for option in SURAKARTA.declared:
        assert f"`{option.key}`" in page
        for choice in option.choices:
            assert f"`{choice.value}`" in page
    assert "House rule" in page


def test_the_rules_show_the_start_and_legal_and_illegal_captures() -> None:
    for language in ("en", "de"):
        diagrams = read_page(SURAKARTA, SURAKARTA.rules(language))[1]
        assert SURAKARTA.start().text() in [diagram.position.text() for diagram in diagrams]
        assert any("x" in diagram.legal for diagram in diagrams)
        attempts = [diagram for diagram in diagrams if diagram.illegal]
        enemies = [{piece.place for piece in diagram.position.placement() if piece.owner == 1} for diagram in attempts]
        assert any(diagram.illegal[1] in places for diagram, places in zip(attempts, enemies, strict=True))
