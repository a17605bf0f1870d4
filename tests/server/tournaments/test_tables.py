"""Tables, teams and seeding of tournaments over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import QUICK, Served
from tests.server.tournaments.cup import Cup

pytestmark = pytest.mark.timeout(120)
THREE = {"game": "sim", "options": {"players": 3, "vertices": 6}}


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as made:
        yield made


def test_a_whole_tournament_of_tables_with_people_and_bots(cup: Cup) -> None:
    cup.announce(rounds=2, games=[THREE], substitute=1)
    for name in ("Anna", "Ben", "Carl", "Anna"):
        cup.join(name)
    view = cup.command("start")
    assert view["tables"]
    assert [len(game["entrants"]) for game in view["rounds"][0]["games"]] == [3, 3]
    names = [one["player"]["name"] for one in view["entrants"]]
    assert names[3:] == ["Anna (2)", "Level 1", "Level 1 (2)"]
    cup.play_on()
    last = cup.view()
    games = [game for one in last["rounds"] for game in one["games"]]
    assert all(len(game["points"]) == 3 and sorted(game["points"]) == [0, 1, 1] for game in games)
    assert sum(row["points"] for row in last["standings"]) == 8
    table = cup.organiser.get(f"/api/tournaments/{cup.id}/standings.csv").text
    seats = [game["entrants"].index(1) + 1 for game in games if 1 in game["entrants"]]
    row = next(line for line in table.splitlines() if ",1,Anna," in line)
    assert all(f"({seat})" in row for seat in seats)
    correct = {"round": 0, "game": 0, "note": "Miscounted"}
    assert "not everyone can get 1" in cup.refused("result", points=[1, 0], **correct)
    corrected = cup.command("result", points=[0.5, 0.5, 0.5], **correct)
    assert corrected["rounds"][0]["games"][0]["points"] == [0.5, 0.5, 0.5]


def test_the_page_names_variants_and_the_clock(cup: Cup) -> None:
    three = {"game": "sim", "options": {"players": 3, "vertices": 7}}
    clock = {"kind": "down", "limits": [{"base": "5:00"}]}
    cup.announce(games=[{"game": "sim"}, three], clock=clock)
    view = cup.view()
    assert view["games"] == ["Sim", "Sim (Three players)"]
    assert view["clock"]["limits"] == [{"base": 300_000}]


def test_leaving_a_table_resigns_its_match(cup: Cup) -> None:
    cup.announce(rounds=1, games=[THREE], automatic=False)
    anna, _, _ = (cup.join(name) for name in ("Anna", "Ben", "Carl"))
    cup.command("start")
    match = cup.my_match(anna)
    view = anna.post_json(f"/api/tournaments/{cup.id}/leave")
    [game] = view["rounds"][0]["games"]
    assert anna.get_json(f"/api/matches/{match}")["state"]["status"] == "over"
    assert game["points"][game["entrants"].index(view["you"])] == 0
    assert sorted(game["points"]) == [0, 1, 1]


def test_entrants_choose_a_team_and_the_organiser_changes_it(cup: Cup) -> None:
    cup.announce(rounds=1, teams=["Owls", "Foxes"], team_best=1, separate_teams=True, automatic=False)
    for name, team in (("Anna", "Owls"), ("Ben", "Owls"), ("Carl", "Foxes"), ("Dora", "")):
        cup.join(name, team)
    stranger = cup.organiser.post(f"/api/tournaments/{cup.id}/join", {"name": "Emil", "team": "Cats"})
    assert stranger.status_code == 400, stranger.text
    assert "not part of the tournament" in cup.refused("team", number=1, team="Cats")
    cup.command("team", number=4, team="Foxes")
    view = cup.command("start")
    teams = {one["number"]: one["team"] for one in view["entrants"]}
    assert list(teams.values()) == ["Owls", "Owls", "Foxes", "Foxes"]
    games = view["rounds"][0]["games"]
    assert all({teams[number] for number in game["entrants"]} == {"Owls", "Foxes"} for game in games)
    for place, game in enumerate(games):
        owl = [teams[number] for number in game["entrants"]].index("Owls")
        view = cup.command("result", round=0, game=place, points=[float(owl == 0), float(owl == 1)])
    found = [(row["place"], row["team"], row["points"], row["counted"]) for row in view["team_standings"]]
    assert found == [(1, "Owls", 1.0, 1), (2, "Foxes", 0.0, 1)]


def test_entrants_are_seeded_by_rating_when_the_tournament_begins(cup: Cup) -> None:
    """Bots have measured ratings; a person has one after a rated game, and others follow."""
    cup.announce(format="knockout", seeding="rating", rated=True, automatic=False)
    anna, ben = cup.join("Anna"), cup.join("Ben")
    cup.command("add-bot", level=1)
    cup.command("add-bot", level=8)
    view = cup.command("start")
    assert [one["player"]["name"] for one in view["entrants"]] == ["Level 8", "Level 1", "Anna", "Ben"]
    assert [one["rating"] for one in view["entrants"]] == [2140, 1080, None, None]
    assert view["seeding"] == "rating"
    assert {frozenset(game["entrants"]) for game in view["rounds"][0]["games"]} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    assert cup.my_match(anna) != cup.my_match(ben)
