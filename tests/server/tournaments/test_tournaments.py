"""Tournaments over HTTP: from the announcement to the final standings."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.club.tournaments.events import TournamentGame, TournamentSetup
from parlour.match.commands import Resign, Sender
from parlour.match.match import Match
from parlour.match.records.record import Record
from parlour.match.seats import Guest
from parlour.server.tournaments.progress import match_setup
from parlour.store import Store
from parlour.store.matches.matches import StoredMatch
from tests.server.browser import Browser, Json
from tests.server.polling import until
from tests.server.served import QUICK, Served
from tests.server.tournaments.cup import Cup

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as made:
        yield made


def test_a_whole_swiss_tournament_with_people_and_bots(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    cup.announce(rounds=3, games=[{"game": "sim"}, {"game": "surakarta"}], substitute=1, rated=True)
    for name in ("Anna", "Ben", "Carl"):
        cup.join(name)
    cup.command("start")
    first = cup.view()
    assert first["status"] == "running"
    assert first["rounds"][0]["title"] == "Sim"
    assert len(first["entrants"]) == 4, "a bot fills the odd number"
    late = cup.join("Anna")
    assert late.get_json(f"/api/tournaments/{cup.id}")["you"] == 5
    cup.play_on()
    last = cup.view()
    assert last["status"] == "over"
    assert [len(one["games"]) for one in last["rounds"]] == [2, 2, 2]
    names = {one["player"]["name"] for one in last["entrants"]}
    assert {"Anna", "Anna (2)"} <= names
    assert last["standings"][0]["place"] == 1
    played = [game for one in last["rounds"] for game in one["games"] if len(game["entrants"]) == 2]
    assert len({frozenset(game["entrants"]) for game in played}) == len(played)
    bot = next(one["number"] for one in last["entrants"] if one["player"]["name"] == "Level 1")
    for game in played:
        changes = cup.organiser.get_json(f"/api/matches/{game['match']}/ratings") if not game["forfeit"] else []
        changed = [one["before"]["points"] != one["after"]["points"] for one in changes]
        assert game["forfeit"] or changed == [entrant != bot for entrant in game["entrants"]]
    assert any(bot in game["entrants"] and not game["forfeit"] for game in played)
    table = cup.organiser.get(f"/api/tournaments/{cup.id}/standings.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert len(table.text.splitlines()) == 6
    german = cup.organiser.get(f"/api/tournaments/{cup.id}/standings.csv", language="de").text
    assert german.startswith("\ufeffPlatz;Nummer;Name;Wertung;Team;Punkte;Buchholz"), "as German spreadsheets read it"
    assert "Stufe 1" in german
    record = StoredMatch.record

    def record_outside_the_event_loop(stored: StoredMatch) -> Record:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        return record(stored)

    monkeypatch.setattr(StoredMatch, "record", record_outside_the_event_loop)
    records = cup.organiser.get(f"/api/tournaments/{cup.id}/records").text
    assert records.count('[Event "Cup"]') == len([game for game in played if game["match"]])


def test_matches_of_a_tournament_allow_no_help_and_start_their_clocks_immediately(cup: Cup) -> None:
    cup.announce(clock={"kind": "down", "limits": [{"base": "5:00"}]})
    anna = cup.join("Anna")
    cup.join("Ben")
    cup.command("start")
    match = anna.get_json(f"/api/matches/{cup.my_match(anna)}")
    assert match["match"]["tournament"]
    assert match["match"]["clock"]["from_start"]
    assert not {"hint", "analysis", "take-back"} & set(match["you"]["can"])


def test_a_match_leads_to_its_tournament_and_its_player_to_the_next_game(cup: Cup) -> None:
    cup.announce(rounds=2)
    anna, ben = cup.join("Anna"), cup.join("Ben")
    cup.command("start")
    first = cup.my_match(anna)
    assert first
    about = {"id": cup.id, "name": "Cup", "round": 1, "note": "", "my_match": first}
    assert anna.get_json(f"/api/matches/{first}/tournament") == about
    assert cup.organiser.get_json(f"/api/matches/{first}/tournament") == {**about, "my_match": None}
    cup.command("restart-round", note="Wrong boards")
    again = until(lambda: cup.my_match(ben), lambda match: match not in (None, first))
    withdrawn = {**about, "round": None, "note": "Wrong boards", "my_match": again}
    assert ben.get_json(f"/api/matches/{first}/tournament") == withdrawn
    other = anna.play({"is": "me"}, {"is": "bot", "level": 1}, game="sim")
    assert anna.get(f"/api/matches/{other}/tournament").status_code == 404


@pytest.mark.parametrize("moved", [False, True])
def test_leaving_loses_the_game_by_forfeit_if_it_has_not_begun_and_returning_is_possible(cup: Cup, moved: bool) -> None:
    cup.announce(rounds=3)
    anna, *others = (cup.join(name) for name in ("Anna", "Ben", "Carl", "Dora"))
    cup.command("start")
    match = cup.my_match(anna)
    assert match
    for browser in 2 * (anna, *others) if moved else ():
        if cup.my_match(browser) == match and len(anna.get_json(f"/api/matches/{match}")["state"]["turns"]) < 2:
            cup.play(browser, match)
    view = anna.post_json(f"/api/tournaments/{cup.id}/leave")
    game = next(game for game in view["rounds"][0]["games"] if view["you"] in game["entrants"])
    assert game["forfeit"] != moved
    assert game["points"][game["entrants"].index(view["you"])] == 0
    assert anna.get_json(f"/api/matches/{match}")["state"]["status"] == "over"
    assert anna.post_json(f"/api/tournaments/{cup.id}/join", {})["entrants"][view["you"] - 1]["withdrawn"] is False


def test_the_organiser_corrects_results_pauses_and_restarts_a_round(cup: Cup) -> None:
    cup.announce(rounds=2, automatic=False)
    anna, ben = cup.join("Anna"), cup.join("Ben")
    cup.command("start")
    match = cup.my_match(anna)
    assert ben.post(f"/api/tournaments/{cup.id}/commands", {"do": "pause"}).status_code == 403
    view = cup.command("restart-round", note="Wrong clock")
    assert anna.get_json(f"/api/matches/{match}")["state"]["status"] == "over"
    assert view["rounds"][0]["games"][0]["match"] != match
    assert view["rounds"][0]["note"] == "Wrong clock"
    cup.command("result", round=0, game=0, points=[1, 0])
    assert cup.refused("result", round=0, game=0, points=[0, 1]) == "Give a reason of at most 200 characters."
    game = cup.command("result", round=0, game=0, points=[0, 1], note="Entered wrongly")["rounds"][0]["games"][0]
    assert (game["points"], game["note"]) == ([0, 1], "Entered wrongly")
    assert anna.get_json(f"/api/matches/{view['rounds'][0]['games'][0]['match']}")["state"]["status"] == "over"
    cup.command("pause")
    assert cup.refused("start") == "The tournament is paused."
    cup.command("resume")
    assert [one["note"] for one in cup.command("start")["rounds"]] == ["Wrong clock", ""]


def test_commands_from_an_old_page_do_not_reach_others(cup: Cup) -> None:
    cup.announce()
    for name in ("Anna", "Ben", "Carl", "Dora"):
        cup.join(name)
    old = cup.view()["version"]
    cup.command("start", version=old)
    assert "pairings have changed" in cup.refused("start", version=old)
    assert "pairings have changed" in cup.refused("withdraw", number=1, version=old)
    seen = cup.view()["version"]
    cup.command("restart-round", note="A mistake", version=seen)
    assert "pairings have changed" in cup.refused("restart-round", note="A mistake", version=seen)
    assert "pairings have changed" in cup.refused("result", round=0, game=0, points=[1, 0], version=seen)
    now = cup.view()["version"]
    cup.command("result", round=0, game=0, points=[1, 0], version=now)
    cup.command("withdraw", number=1, version=now)


def test_the_records_of_a_knockout_contain_its_drawn_games(cup: Cup) -> None:
    cup.announce(format="knockout", games=[{"game": "surakarta"}])
    anna, ben = cup.join("Anna"), cup.join("Ben")
    cup.command("start")
    drawn = cup.my_match(anna) or ""
    for browser in (anna, ben):
        cup.play(browser, drawn)
    anna.post_json(f"/api/matches/{drawn}/commands", {"do": "draw", "ply": 2})
    [offer] = ben.get_json(f"/api/matches/{drawn}")["state"]["offers"]
    answer = {"do": "answer", "offer": offer["id"], "yes": True}
    ben.post_json(f"/api/matches/{drawn}/commands", answer)
    again = until(lambda: cup.my_match(anna), lambda match: match not in (None, drawn))
    assert anna.get_json(f"/api/matches/{drawn}/tournament")["round"] == 1
    cup.resign(ben, again or "")
    until(cup.view, lambda view: view["status"] == "over")
    records = cup.organiser.get(f"/api/tournaments/{cup.id}/records").text
    assert records.count('[Round "1"]') == 2


def test_an_arena_pairs_free_entrants_again(cup: Cup) -> None:
    cup.announce(format="arena", minutes=30)
    browsers = [cup.join(name) for name in ("Anna", "Ben", "Carl", "Dora")]
    cup.command("start")
    begun = {cup.my_match(browser) or "": browser for browser in browsers}
    assert len(begun) == 2
    for first, browser in begun.items():
        cup.resign(browser, first)
    # The check of all tournaments, if it comes between the two games, pairs the players of the first one again.
    view = until(cup.view, lambda view: len(view["rounds"]) >= 2)
    assert view["ends"] is not None
    assert view["tie_breaks"] == ["wins", "head-to-head"]
    closed = cup.command("end")
    assert closed["closed"]
    for browser in browsers:
        if match := cup.my_match(browser):
            cup.resign(browser, match)
    last = until(cup.view, lambda view: view["status"] == "over")
    assert len(last["rounds"]) == len(closed["rounds"])


def test_a_round_robin_does_not_rank_by_the_points_of_the_opponents(cup: Cup) -> None:
    cup.announce(format="round-robin")
    assert cup.view()["tie_breaks"] == ["head-to-head", "wins", "sonneborn-berger"]


def test_deleting_a_person_withdraws_them(cup: Cup) -> None:
    cup.announce(rounds=2, automatic=False)
    anna = cup.join("Anna")
    cup.join("Ben")
    cup.command("start")
    assert anna.post("/api/me/delete", {}).status_code == 204
    view = cup.view()
    gone = next(one for one in view["entrants"] if one["withdrawn"])
    assert gone["player"]["name"] == "Former player"
    assert view["rounds"][0]["games"][0]["forfeit"]


def test_pages_that_show_a_tournament_learn_of_changes_and_players_of_their_match(cup: Cup) -> None:
    cup.announce()
    page = cup.organiser.socket("/api/page")
    page.until("hello")
    page.send({"type": "watch-tournaments", "tournaments": [cup.id]})
    assert page.until("tournament")["version"] is None
    anna = cup.join("Anna")
    assert page.until("tournament")["tournament"] == cup.id
    ben = cup.join("Ben")
    pages = [browser.socket("/api/page") for browser in (anna, ben)]
    for one in pages:
        one.until("hello")
    started = cup.command("start")["version"]
    page.until("tournament", where=lambda message: message["version"] == started)
    match = cup.my_match(anna)
    paired = [one.until("paired") for one in pages]
    assert paired == [{"type": "paired", "tournament": cup.id, "version": started, "match": match}] * 2


def test_pages_with_the_list_learn_of_new_and_deleted_tournaments(cup: Cup) -> None:
    visitor = Browser(cup.address)
    page = visitor.socket("/api/page")
    page.until("hello")
    page.send({"type": "watch-tournaments", "all": True})
    page.until("tournament")
    cup.announce()
    news = page.until("tournament")
    assert (news["tournament"], news.get("deleted", False)) == (cup.id, False)
    assert cup.organiser.send("DELETE", f"/api/tournaments/{cup.id}").status_code == 204
    news = page.until("tournament")
    assert (news["tournament"], news["deleted"]) == (cup.id, True)
    visitor.close()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": " "}, "needs a name"),
        ({"rounds": 0}, "one to 30 rounds"),
        ({"games": []}, "one to 10 games"),
        ({"games": [{"game": "sim", "options": {"players": 3}}], "format": "knockout"}, "Swiss tournaments and arenas"),
        (
            {"games": [{"game": "sim", "options": {"players": 3}}, {"game": "sim"}], "format": "arena"},
            "the same number of players",
        ),
        ({"teams": ["Owls", "owls"]}, "different teams"),
        ({"team_best": -1}, "members count"),
        ({"vacation": 3}, "days of vacation"),
        ({"vacation": 31, "clock": {"kind": "down", "limits": [{"per_turn": 86_400_000}]}}, "up to 30 days"),
        ({"games": [{"game": "nonsense"}]}, "nonsense"),
        ({"substitute": 99}, "99"),
        ({"format": "arena", "minutes": 0}, "minutes"),
    ],
)
def test_an_impossible_tournament_is_refused(cup: Cup, wrong: Json, sentence: str) -> None:
    answer = cup.organiser.post("/api/tournaments", cup.request(**wrong))
    assert answer.status_code in (400, 404), answer.text
    assert sentence in answer.json()["text"]


# ---- Restarts --------------------------------------------------------------------------------------------------------


def test_a_tournament_continues_after_a_restart_in_mid_round(tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as cup:
        cup.announce(rounds=2)
        names = ("Anna", "Ben", "Carl", "Dora")
        browsers = [cup.join(name) for name in names]
        cup.command("start")
        match = cup.my_match(browsers[0])
        assert match
        cup.resign(browsers[0], match)
        id, cookies = cup.id, [browser.http.cookies for browser in browsers]
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as cup:
        cup.id = id
        cup.players = [Browser(server.address) for _ in names]
        for browser, kept in zip(cup.players, cookies, strict=True):
            browser.http.cookies.update(kept)
        cup.play_on()
        assert [len(one["games"]) for one in cup.view()["rounds"]] == [2, 2]


@pytest.mark.parametrize("crash", ["before the matches", "before the result", "between rounds"])
def test_a_server_does_what_a_crash_prevented(tmp_path: Path, crash: str) -> None:
    """The store is as a killed process has left it; the next server continues from there."""
    id = asyncio.run(_crashed(tmp_path, crash))
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as cup:
        cup.id = id
        if crash == "before the matches":
            view = until(cup.view, lambda view: all(game["match"] for game in view["rounds"][0]["games"]))
            assert len(view["rounds"][0]["games"]) == 1
        else:
            view = until(cup.view, lambda view: len(view["rounds"]) == 2)
            assert view["rounds"][0]["games"][0]["points"] in ([1, 0], [0, 1])
            view = until(cup.view, lambda view: all(game["match"] for game in view["rounds"][1]["games"]))
            assert len(view["rounds"][1]["games"]) == 1


async def _crashed(folder: Path, crash: str) -> str:
    async with await Store.open(folder=folder) as store:
        people = [await store.people.create_guest(1, name) for name in ("Anna", "Ben")]
        setup = TournamentSetup("Cup", "round-robin", (TournamentGame("sim"),), rounds=2, automatic=True)
        id = (await store.tournaments.create(setup, 1, organiser=people[0].id)).id
        for person in people:
            tournament = (await store.tournaments.load(id)).tournament()
            await store.tournaments.append(id, tournament, tournament.enter(Guest(person.name, person.id), 1))
        tournament = (await store.tournaments.load(id)).tournament()
        await store.tournaments.append(id, tournament, tournament.pair_round(2))
        if crash == "before the matches":
            return id
        tournament = (await store.tournaments.load(id)).tournament()
        made = Match.new(match_setup(tournament, 0, 0), 3)
        info = await store.tournaments.add_match(id, tournament.started[0, 0], 0, made, 3, public=True)
        match = made[0]
        events = match.decide(Resign(seat=0), Sender(frozenset((0,))), 4)
        await store.matches.append(info.id, match, match.after(events), events)
        if crash == "between rounds":
            await store.tournaments.append(id, tournament, tournament.decide_game(0, 0, (0.0, 1.0), 5))
        return id
