"""What Surakarta shows and says: board, effects, trays, clicks, sentences, diagram."""

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour.games.surakarta
from parlour.games import Arc, Effect, Mark, Message, Position, Score, game
from parlour.games.diagrams import read_page
from parlour.games.face import Picks, apply, reverse
from parlour.games.surakarta.game import CORNERS
from tests.games.surakarta.examples import EXAMPLES, LOOPS, TRACKS, captures, example, read, routes

SURAKARTA = game("surakarta")
OPTIONS = SURAKARTA.check()
BOARD = SURAKARTA.board(OPTIONS)


def site(label: str) -> int:
    number = BOARD.site(label)
    assert number is not None
    return number


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
        on_top = [s for s in BOARD.sites if s.x == label.x and label.y > 5]
        beside = [s for s in BOARD.sites if s.y == label.y and label.x < 0]
        assert {s.label[2] for s in on_top} | {s.label[0] for s in beside} == {label.text}


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
    """Counts, for every site, the drawn track lines that pass through it."""
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
    """The way a move slides, sites by their labels."""
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
    films = []
    pieces = walker.pieces()
    for move in position.played:
        films.append((pieces, walker.effects(move)))
        walker.play(move)
        pieces = apply(pieces, films[-1][1])
        assert pieces == walker.pieces()
    for before, film in reversed(films):
        pieces = apply(pieces, reverse(film))
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


# ---- Sentences -----------------------------------------------------------------------------------------------------


def spoken(message: Message) -> str:
    return SURAKARTA.speak(message, OPTIONS, ["Ada", "Bo"])


def explained(position: Position, *labels: str) -> str:
    picks: Picks = tuple(site(label) for label in labels)
    return spoken(position.explain(picks))


@pytest.mark.parametrize(
    ("name", "labels", "sentence"),
    [
        ("W1", (), "Move a piece one point, or capture round a loop."),
        ("W1", ("2,2",), "Choose one of your own pieces first: 2,2 is empty."),
        ("W1", ("1,1",), "Choose one of your own pieces first: the piece on 1,1 is Bo's."),
        ("W1", ("1,1", "2,1"), "Choose one of your own pieces first: the piece on 1,1 is Bo's."),
        ("W1", ("5,0",), "The piece on 5,0 cannot move: no neighbouring point is free and it can capture nothing."),
        ("W1", ("4,0",), "Choose where the piece on 4,0 goes: 3,0, 3,1."),
        ("W2", ("4,1",), "Choose where the piece on 4,1 goes: 1,1, 1,4, 3,0, 3,1, 3,2, 4,0, 4,2, 5,0, 5,1, 5,2."),
        ("W1", ("4,0", "4,0"), "A piece cannot stay where it is."),
        ("W1", ("4,0", "4,1"), "Your own piece stands on 4,1."),
        ("W1", ("4,0", "3,2"), "3,2 is not next to 4,0: a step goes one point in any direction."),
        ("W1", ("4,0", "3,0"), "Ada moves from 4,0 to 3,0."),
        ("W1", ("4,0", "3,0", "2,0"), "A move has two points: where the piece stands and where it goes."),
        (
            "W1",
            ("4,1", "1,1"),
            "A capture must run round a loop: straight from 4,1 to 1,1 there is none, "
            "and your own piece on 4,0 closes the way to 1,1 round one.",
        ),
        ("W2", ("4,1", "1,1"), "Ada skates from 4,1 round a loop and captures on 1,1."),
        (
            "W2",
            ("3,3", "1,1"),
            "3,3 lies on the outer track only and 1,1 on the inner one: a capture stays on one track.",
        ),
        (
            "W4",
            ("4,1", "1,1"),
            "A capture must run round a loop: straight from 4,1 to 1,1 there is none, "
            "and your own piece on 5,1 closes the way to 1,1 round one.",
        ),
        ("W6", ("4,3", "4,0"), "Ada skates from 4,3 round 4 loops and captures on 4,0."),
        (
            "W7",
            ("4,2", "1,2"),
            "A capture must run round a loop: straight from 4,2 to 1,2 there is none, "
            "and your own piece on 4,1 closes the way to 1,2 round one.",
        ),
        (
            "W7",
            ("5,2", "1,2"),
            "A capture must run round a loop: straight from 5,2 to 1,2 there is none, "
            "and your own piece on 4,3 closes the way to 1,2 round one.",
        ),
        ("W8", ("5,1", "4,3"), "The enemy piece on 4,0 stands in the way from 5,1 to 4,3."),
        (
            "W8",
            ("5,1", "0,1"),
            "A capture must run round a loop: straight from 5,1 to 0,1 there is none, "
            "and the enemy piece on 4,0 stands in the way to 0,1 round one.",
        ),
        ("W9", ("0,1", "1,4"), "Your own piece on 1,1 closes every way from 0,1 to 1,4."),
        ("W11", ("0,1", "1,4"), "The enemy piece on 1,1 stands in every way from 0,1 to 1,4."),
        (
            "W12",
            ("0,1", "0,2"),
            "0,1 lies on the inner track only and 0,2 on the outer one: a capture stays on one track.",
        ),
        ("W13", ("2,1", "5,0"), "5,0 is a corner: it lies on no track, so nothing can be captured there."),
        ("W13", ("0,0", "5,5"), "0,0 is a corner: it lies on no track, so nothing can be captured from there."),
        ("W17", ("0,0", "0,1"), "The game is over."),
    ],
)
def test_an_attempt_is_explained(name: str, labels: tuple[str, ...], sentence: str) -> None:
    position = example(name)
    before = position.text()
    assert explained(position, *labels) == sentence
    assert position.text() == before


def test_w4_names_the_other_end_of_the_loop_when_that_is_closed() -> None:
    position = read("....../.O..O./....../....../XX..../......")
    assert "your own piece on 4,0 closes the way to 1,1 round one" in explained(position, "4,1", "1,1")


@pytest.mark.parametrize("picks", [(-1,), (36,), (0, 99), ("done",), ("",), (10**12, 0)])
def test_clicks_outside_the_board_are_explained(picks: Picks) -> None:
    assert spoken(example("W2").explain(picks)) == "There is no such place on this board."


@given(st.lists(st.sampled_from("...XXO"), min_size=36, max_size=36))
def test_a_refused_capture_names_a_piece_that_really_stands_in_the_way(signs: list[str]) -> None:
    for n, sign in enumerate(signs):
        if sign != "." and signs[:n].count(sign) >= 12:
            signs[n] = "."
    if "X" not in signs or "O" not in signs:
        return
    position = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))
    if position.is_over():
        return
    legal = captures(position)
    for one in (n for n in range(36) if signs[n] == "X"):
        for other in (n for n in range(36) if signs[n] == "O"):
            message = position.explain((one, other))
            kind = message.key.removeprefix("surakarta.")
            ends = BOARD.sites[one].label, BOARD.sites[other].label
            if f"{ends[0]}x{ends[1]}" in legal:
                assert kind == "capture"
            elif {one, other} & CORNERS:
                assert kind.startswith("explain.no-track")
            elif kind not in ("explain.inner-only", "explain.outer-only"):
                blocker = site(str(message.params["blocker"]))
                assert blocker not in (one, other)
                assert signs[blocker] == ("X" if kind.endswith("-own") else "O")
                # Lifting what stands in the way, one piece at a time, ends in a legal capture or another blocker.
                lifted = [*signs[:blocker], ".", *signs[blocker + 1 :]]
                after = read("/".join("".join(lifted[n : n + 6]) for n in range(0, 36, 6)))
                assert after.explain((one, other)).params.get("blocker") != message.params["blocker"]


@pytest.mark.parametrize(
    ("name", "move", "sentence", "notices"),
    [
        ("W1", "4,5-3,5", "Ada moves from 4,5 to 3,5.", []),
        ("W5", "0,2x2,0", "Ada skates from 0,2 round a loop and captures on 2,0.", ["12 pieces captured by Ada."]),
        ("W6", "4,3x4,0", "Ada skates from 4,3 round 4 loops and captures on 4,0.", ["12 pieces captured by Ada."]),
    ],
)
def test_a_move_is_said_and_what_it_does_is_told(name: str, move: str, sentence: str, notices: list[str]) -> None:
    position = example(name)
    number = position.read_move(move)
    assert spoken(position.say(number)) == sentence
    assert [spoken(notice) for notice in position.notices(number)] == notices


def test_the_first_captured_piece_is_one_piece() -> None:
    position = SURAKARTA.read("222222/2.2222/...1../....../111111/111.11 1 0")
    move = position.moves()[0]
    assert "x" in position.write_move(move)
    assert [spoken(notice) for notice in position.notices(move)] == ["2 pieces captured by Ada."]
    position = SURAKARTA.read("222222/222222/...1../....../111111/111.11 1 0")
    move = position.moves()[0]
    assert "x" in position.write_move(move)
    assert [spoken(notice) for notice in position.notices(move)] == ["1 piece captured by Ada."]


@pytest.mark.parametrize(
    ("quiet", "ending", "notices"),
    [
        (38, "standard", []),
        (39, "standard", ["10 more moves without a capture end the game."]),
        (48, "standard", ["1 more move without a capture ends the game."]),
        (49, "standard", []),
        (45, "endless", []),
    ],
)
def test_the_last_moves_before_the_end_are_announced(quiet: int, ending: str, notices: list[str]) -> None:
    position = read(EXAMPLES["W13"][0], quiet=quiet, ending=ending)
    assert [spoken(notice) for notice in position.notices(position.moves()[0])] == notices


def test_the_prompt_says_what_to_do_or_that_it_is_over() -> None:
    assert spoken(SURAKARTA.start().prompt()) == "Move a piece one point, or capture round a loop."
    assert spoken(example("W1", seat=1).prompt()) == "Move a piece one point, or capture round a loop."
    assert spoken(example("W17").prompt()) == "The game is over."


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (example("W17"), "Ada cannot move"),
        (read("X...../....../....../....../....../......"), "Bo has no pieces left"),
        (read("X...../....../....../....../....../.....O", quiet=50), "nothing had happened for too long"),
    ],
)
def test_the_end_is_put_into_words(position: Position, sentence: str) -> None:
    assert spoken(position.why_over()) == sentence


def test_every_template_is_used_and_every_word_has_one() -> None:
    folder = Path(parlour.games.surakarta.__file__).parent
    source = "".join((folder / name).read_text(encoding="utf-8") for name in ("game.py", "legacy.py"))
    templates = set(SURAKARTA.words())
    declared = {f"{why}.{reason}" for reason in SURAKARTA.reasons for why in ("reason", "why")} | {"score.captured"}
    declared |= {f"aid.{kind}" for kind in ("capture", "danger", "loop")} | {"counter.captureless"}
    declared |= {f"deed.{deed}" for deed in ("capture", "slide")} | {f"why.{why}" for why in ("captured", "stuck")}
    declared |= {"feat.flawless"} | {f"puzzle.{goal}.{part}" for goal in ("win", "gain") for part in ("name", "task")}
    built = {f"explain.{why}-{whose}" for why in ("straight", "everywhere", "blocked") for whose in ("own", "enemy")}
    written = set(re.findall(r'(?:_word\(|\.word\(|fault\(\w+,)\s*"([a-z.-]+)"', source))
    written |= set(re.findall(r'"(explain\.[a-z-]+)"', source))
    lens = (folder / "lens.py").read_text(encoding="utf-8")
    written |= {f"motive.{key}" for said in re.findall(r"say\((.*)", lens) for key in re.findall(r'"([a-z-]+)"', said)}
    refused = "".join(
        Path(parlour.games.surakarta.__file__).with_name(name).read_text(encoding="utf-8")
        for name in ("game.py", "legacy.py")
    )
    written |= set(re.findall(r'fault\([A-Za-z]+, "([a-z.-]+)"', refused))
    assert templates - declared - built == written
    assert built <= templates
    assert {"reason.captured", "reason.stuck"} <= templates


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
        assert f"`{text}`" in page.partition("## Not legal")[2]
    for option in SURAKARTA.declared:
        assert f"`{option.key}`" in page
        for choice in option.choices:
            assert f"`{choice.value}`" in page
    assert "House rule" in page
