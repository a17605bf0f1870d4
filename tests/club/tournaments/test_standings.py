"""Standings and tie-breaks."""

from __future__ import annotations

from parlour.club.tournaments.rounds import Round, RoundGame, bye
from parlour.club.tournaments.standings import TieBreak, standings


def won(first: int, second: int) -> RoundGame:
    return RoundGame(first, second, (1.0, 0.0))


def drawn(first: int, second: int) -> RoundGame:
    return RoundGame(first, second, (0.5, 0.5))


def forfeited(winner: int, loser: int) -> RoundGame:
    return RoundGame(winner, loser, (1.0, 0.0), forfeit=True)


EVENT: list[Round] = [
    (won(1, 3), won(2, 4)),
    (drawn(1, 2), won(3, 4)),
    (won(1, 4), drawn(2, 3)),
]
"""Points: 1 has 2½, 2 has 2, 3 has 1½, 4 has none."""


def values(kind: TieBreak, rounds: list[Round] = EVENT) -> dict[int, float]:
    entrants = {number for games in rounds for game in games for number in game.entrants}
    return {row.entrant: row.tie_breaks[0] for row in standings(entrants, rounds, (kind,))}


def test_points_decide_first() -> None:
    rows = standings(range(1, 5), EVENT)
    assert [(row.place, row.entrant, row.points) for row in rows] == [
        (1, 1, 2.5),
        (2, 2, 2.0),
        (3, 3, 1.5),
        (4, 4, 0.0),
    ]


def test_buchholz_adds_the_points_of_the_opponents() -> None:
    assert values("buchholz") == {1: 3.5, 2: 4.0, 3: 4.5, 4: 6.0}
    assert values("buchholz-cut-1") == {1: 3.5, 2: 4.0, 3: 4.5, 4: 4.5}


def test_sonneborn_berger_counts_the_points_of_beaten_opponents_and_half_of_drawn_ones() -> None:
    assert values("sonneborn-berger") == {1: 1.5 + 0.0 + 1.0, 2: 0.0 + 1.25 + 0.75, 3: 1.0, 4: 0.0}


def test_wins_are_counted() -> None:
    assert values("wins") == {1: 2.0, 2: 1.0, 3: 1.0, 4: 0.0}


def test_an_own_bye_counts_as_an_opponent_with_the_own_points_but_at_most_a_draw_in_each_round() -> None:
    assert values("buchholz", [(won(1, 2), bye(3)), (won(1, 3), bye(2))]) == {1: 2.0, 2: 1.0 + 2.0, 3: 1.0 + 2.0}
    rounds: list[Round] = [(won(2, 3), bye(1)), (won(1, 2), bye(3))]
    assert values("buchholz", rounds)[1] == 2 / 2 + 1.0
    assert values("sonneborn-berger", rounds)[1] == 2 / 2 + 1.0


def test_a_forfeit_counts_as_an_opponent_with_the_own_points_but_at_most_those_of_the_opponent() -> None:
    rounds: list[Round] = [(forfeited(1, 2), won(3, 4)), (won(1, 3), won(4, 2))]
    assert values("buchholz", rounds) == {1: 0.0 + 1.0, 2: 0.0 + 1.0, 3: 1.0 + 2.0, 4: 1.0 + 0.0}
    assert values("sonneborn-berger", rounds)[1] == 0.0 + 1.0


def test_rounds_after_a_withdrawal_count_as_draws_for_the_opponents() -> None:
    rounds = [(won(1, 2), won(3, 4)), (won(1, 3),), (won(1, 4),)]
    assert values("buchholz", rounds)[1] == (0 + 2 / 2) + (1 + 1 / 2) + 0.0


def test_a_loss_by_forfeit_before_a_withdrawal_stays_a_loss_for_the_opponents() -> None:
    rounds: list[Round] = [(won(1, 2), won(3, 4)), (forfeited(3, 2), won(1, 4)), (won(1, 3),)]
    assert values("buchholz", rounds)[1] == (0 + 1 / 2) + (0 + 1 / 2) + 2.0
    came_back: list[Round] = [*rounds[:2], (won(1, 3), drawn(2, 4))]
    assert values("buchholz", came_back)[1] == 0.5 + 0.5 + 2.0


def test_a_round_without_a_game_counts_as_a_draw_if_only_forfeits_follow() -> None:
    rounds: list[Round] = [(won(1, 2), won(3, 4)), (won(1, 4),), (forfeited(3, 2),)]
    assert values("buchholz", rounds)[1] == (0 + 1 / 2) + (0 + 1 / 2) + 3 / 2


def test_forfeits_of_a_round_robin_count_as_games() -> None:
    rounds: list[Round] = [(won(1, 4), won(2, 3)), (forfeited(2, 4), won(3, 1)), (forfeited(3, 4), won(1, 2))]
    kinds: tuple[TieBreak, ...] = ("buchholz", "sonneborn-berger", "head-to-head")
    rows = standings(range(1, 5), rounds, kinds, fixed_pairings=True)
    assert {row.entrant: row.tie_breaks for row in rows} == {
        **dict.fromkeys((1, 2, 3), (4.0, 2.0, 1.0)),
        4: (6.0, 0.0, 0.0),
    }


def test_the_cut_takes_rounds_that_the_entrant_missed_first() -> None:
    rounds: list[Round] = [(won(3, 2),), (won(1, 2), bye(3)), (won(1, 3),)]
    # 1 entered late: the missed round counts a draw in each round, the opponents 0 + ½ and 2.
    assert values("buchholz", rounds)[1] == 1.5 + 0.5 + 2.0
    assert values("buchholz-cut-1", rounds)[1] == 0.5 + 2.0


def test_head_to_head_decides_only_if_all_who_are_equal_met() -> None:
    met: list[Round] = [(won(2, 1), won(3, 4)), (won(1, 3), won(4, 2))]
    assert values("head-to-head", met) == {1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0}
    two: list[Round] = [(won(2, 1), won(3, 4)), (won(1, 3), drawn(4, 2)), (won(1, 4), drawn(2, 3))]
    rows = standings(range(1, 5), two, ("head-to-head",))
    assert [(row.entrant, row.points, row.tie_breaks) for row in rows][:2] == [(2, 2.0, (1.0,)), (1, 2.0, (0.0,))]


def test_entrants_who_are_equal_in_everything_share_a_place() -> None:
    rows = standings(range(1, 5), [(drawn(1, 2), drawn(3, 4))])
    assert [row.place for row in rows] == [1, 1, 1, 1]
