"""Matches between bots: balanced, reproducible, resumable; and the report page."""

from pathlib import Path
from random import Random

import pytest

from parlour.errors import ParlourError
from parlour.games import game
from parlour.games.registry import own_keys
from parlour.lab.arena import Arena, ArenaError, Pairing, opening, play_game
from parlour.lab.elo import Sprt, WinDrawLoss
from parlour.lab.ladder import summary, tasks
from parlour.lab.strength_report import Endurance, MeasuredMatch, Speed, StrengthMeasurements, page, plot, write_page
from parlour.lab.tuning import fit, samples, terms_of
from parlour.match.records.text_format import read_record


def pairing(first: str = "2", second: str = "1", key: str = "sim", **options: object) -> Pairing:
    return Pairing(key, dict(game(key).check(options)), first, second)


def test_each_opening_is_played_once_with_the_first_bot_in_each_seat() -> None:
    match = pairing(key="surakarta")
    games = [play_game(pairing(), number) for number in range(4)]
    assert [played.seat for played in games] == [0, 1, 0, 1]
    texts = [opening(match, number).text() for number in range(3)]
    assert texts[0] == texts[1]
    assert texts[1] != texts[2]


def test_the_first_bot_can_have_the_same_seat_in_every_game() -> None:
    match = Pairing("surakarta", dict(game("surakarta").check()), "2", "1", seat=1)
    assert play_game(match, 4).seat == 1
    assert opening(match, 0).text() != opening(match, 1).text()


def test_a_game_depends_on_its_number_only() -> None:
    one, other = (read_record(play_game(pairing("3", "2"), 5).record) for _ in range(2))
    assert [move.text for move in one.moves] == [move.text for move in other.moves]


def test_with_three_players_the_first_bots_own_result_counts() -> None:
    match = pairing("3", "1", players=3)
    games = [play_game(match, number) for number in range(3)]
    assert [played.seat for played in games] == [0, 1, 2]
    for played in games:
        outcome = read_record(played.record).outcome
        assert outcome is not None
        assert played.result == outcome.results[played.seat]


def test_an_interrupted_match_continues_with_the_missing_games(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert len(list(Arena(pairing(), path).run(4, processes=1))) == 4
    path.write_bytes(path.read_bytes()[:-40])
    again = Arena(pairing(), path)
    assert len(again.played) == 3
    assert [played.number for played in again.run(6, processes=1)] == [3, 4, 5]
    assert Arena(pairing(), path).tally.games == 6


def test_a_file_of_another_match_or_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    list(Arena(pairing(), path).run(1, processes=1))
    kept = path.read_bytes()
    with pytest.raises(ArenaError, match="another match"):
        Arena(pairing("3"), path)
    assert path.read_bytes() == kept
    path.write_text("no json\nat all\n")
    with pytest.raises(ArenaError, match="not a results file"):
        Arena(pairing(), path)
    assert path.read_text() == "no json\nat all\n"


def test_bots_and_openings_are_checked_before_anything_is_played() -> None:
    with pytest.raises(ParlourError, match="There is no bot"):
        Arena(pairing("99"))
    over = "....../....../....../....1./....../...... 2 0"
    with pytest.raises(ArenaError, match="over before it begins"):
        Arena(Pairing("surakarta", dict(game("surakarta").check()), "2", "1", openings=(over,)))


def test_the_sequential_test_ends_a_match_early() -> None:
    arena = Arena(pairing("8", "1"))
    list(arena.run(400, sprt=Sprt(0.2, 0.6), processes=1))
    assert arena.tally.games < 100


def test_the_page_shows_every_match_with_its_error_bars(tmp_path: Path) -> None:
    arena = Arena(pairing())
    list(arena.run(6, processes=1))
    book = StrengthMeasurements()
    book.put(summary(arena, "step"))
    book.put(MeasuredMatch("style", "sim", "", "5:x", "5", WinDrawLoss(5, 0, 5), trait=(3.0, 2.0)))
    book.put(summary(arena, "step"))
    assert len(book.matches) == 2
    book.save(tmp_path / "sim.json")
    assert StrengthMeasurements.collect(tmp_path) == book
    write_page(book, tmp_path)
    text = page(book)
    assert "| Sim | – | 2 (Beginner) | 1 (Random) |" in text
    assert "3.00 : 2.00 (+50 %)" in text
    assert (tmp_path / "strength.md").read_text(encoding="utf-8") == text
    assert plot(book).count('stroke-width="2"') == 1, "one bar: a step between two seats"
    book.put(MeasuredMatch("step", "sim", "players=3", "2", "1", WinDrawLoss(5, 0, 5)))
    assert plot(book).count('stroke-width="2"') == 1
    book.matches.pop(1)
    assert "How fast" not in text
    book.speed["sim"] = Speed(2.5e6, {1: 7, 5: 9}, 5, 0.125, 8, 1.5, 1.75)
    book.endurance["sim"] = Endurance(1000, 12_345, 2, 40.2, 41.4, 166.0)
    text = page(book)
    assert "| Sim | 2.50 million | 7 | 9 | 5: 0.12 s | 8 | 1.50× | 1.75× |" in text
    assert "| Sim | 1,000 | 12,345 | 2 | 40 | 41 | 166 |" in text
    book.save(tmp_path / "sim.json")
    assert StrengthMeasurements.collect(tmp_path) == book


def test_the_ladder_measures_every_step_double_step_and_style() -> None:
    made = tasks("yinsh", game("yinsh").check())
    assert sum(task.section == "step" for task in made) == 7
    assert sum(task.section == "double step" for task in made) == 6
    assert sum(task.section == "style" for task in made) == len(game("yinsh").styles) + 1


def test_our_own_bots_play_with_the_options_that_end_every_game_and_earlier_programs_by_the_rules_given() -> None:
    for key in own_keys():
        found = game(key)
        for task in tasks(key, found.check()):
            given = found.check() if task.section == "baseline" else found.check(found.finite)
            assert task.pairing.options == dict(given)


@pytest.mark.parametrize(("vertices", "winner"), [(5, None), (6, 1), (7, 1)])
def test_where_a_game_is_solved_earlier_players_are_met_from_the_seat_that_wins(
    vertices: int, winner: int | None
) -> None:
    for task in tasks("sim", game("sim").check({"vertices": vertices})):
        assert task.pairing.seat == (winner if task.section == "baseline" else None)
        assert task.pairing.seat is None or task.pairing.opening_moves == 0


def test_with_more_than_two_seats_levels_are_compared_without_a_test_and_without_earlier_players() -> None:
    made = tasks("sim", game("sim").check({"players": 4, "vertices": 8}))
    assert {task.section for task in made} == {"step", "double step", "style"}
    assert all(task.test is None for task in made)


def test_terms_are_read_off_so_that_their_sum_is_the_evaluation() -> None:
    found = game("yinsh")
    position = found.start()
    position.play_random(4, 30)
    assert not position.is_over()
    total = sum(value * term.weight for value, term in zip(terms_of(position), found.terms, strict=True))
    assert total == pytest.approx(position.static(position.seat), abs=len(found.terms))


def test_a_fit_explains_results_no_worse_than_before() -> None:
    found = game("surakarta")
    games = [play_game(Pairing("surakarta", dict(found.check()), "3", "2"), number) for number in range(6)]
    data = [sample for played in games for sample in samples(played.record, Random(1))]
    assert data
    result = fit(found, data, rounds=20)
    assert result.loss <= result.loss_before
    assert set(result.weights) == {term.name for term in found.terms}
