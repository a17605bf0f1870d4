"""The set-up form: all fields come from the game's description, and all values reach the match."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import game, games, registry
from parlour.match.clock import DAY_MS
from tests.games.known import HEXAPAWN
from tests.server.browser import Browser
from tests.web.accessibility import (
    axe_violations,
    axe_violations_in_every_theme,
    expect_fits_width,
    expect_images_loaded,
)
from tests.web.conftest import NewPage
from tests.web.polling import poll
from tests.web.screen import post

MATCH = re.compile(r"/match/([^/]+)$")
LOOK = "(element, name) => getComputedStyle(element)[name]"


def seat(page: Page, side: str) -> Any:
    """The part of the form for one side."""
    return page.get_by_role("region", name=f"Seat: {side}")


def start(page: Page, button: str = "Start game") -> dict[str, Any]:
    """Start the match and return its state on the server."""
    page.get_by_role("button", name=button).click()
    page.wait_for_url(MATCH)
    found = MATCH.search(page.url)
    assert found is not None
    match: dict[str, Any] = page.request.get(f"/api/matches/{found[1]}").json()
    return match


def choose(page: Page, group: str, name: str) -> None:
    page.get_by_role("radiogroup", name=group).get_by_role("radio", name=name, exact=True).click()


@pytest.mark.parametrize("key", [one.key for one in games()])
def test_every_game_can_be_set_up_as_it_is(visit: NewPage, key: str) -> None:
    page = visit(f"/play/{key}")
    expect_images_loaded(page)
    assert axe_violations(page) == []
    match = start(page)
    assert match["match"]["game"] == key
    assert match["match"]["options"] == dict(game(key).check())
    assert [one["player"]["is"] for one in match["state"]["seats"]] == ["guest", "bot"]


def test_an_unknown_game_is_answered_with_a_sentence(visit: NewPage) -> None:
    page = visit("/play/nothing", expects="404")
    expect(page.get_by_role("heading", name="Something went wrong")).to_be_visible()


def test_rule_sets_set_their_options_and_a_change_makes_them_custom(visit: NewPage) -> None:
    page = visit("/play/pylos")
    rules = page.get_by_role("radiogroup", name="Rule set")
    expect(rules.get_by_role("radio", name="Custom")).to_have_count(0)
    choose(page, "Rule set", "Expert")
    page.get_by_text("Rule options").click()
    expect(page.get_by_role("radiogroup", name="Lines").get_by_role("radio", name="Official")).to_be_checked()
    choose(page, "Take back", "Exactly two")
    expect(rules.get_by_role("radio", name="Custom")).to_be_checked()
    # Squares and lines are switched independently.
    squares = page.get_by_label("Squares")
    expect(squares).to_be_checked()
    squares.click()
    expect(squares).not_to_be_checked()
    choose(page, "Lines", "Any four")
    options = start(page)["match"]["options"]
    assert (options["square"], options["line"], options["take"]) == (False, "four", "two")


def test_sizes_are_chosen_by_pictures_of_the_start(visit: NewPage) -> None:
    page = visit("/play/pylos")
    choose(page, "Board", "3")
    expect_images_loaded(page)
    expect(page.get_by_role("img", name="Start position of Pylos")).to_have_attribute("src", re.compile("size%3D3"))
    expect(seat(page, "Dark").get_by_role("radio", name="Perfect")).to_be_visible()
    assert start(page)["match"]["options"]["size"] == 3


def test_options_that_do_not_go_together_say_why_and_nothing_starts(visit: NewPage) -> None:
    page = visit("/play/sim", expects="400")
    expect(page.get_by_role("radio", name="3 dots")).to_have_count(0)
    page.get_by_role("button", name="Experimental values").click()
    choose(page, "Dots", "3 dots")
    page.get_by_text("Rule options").click()
    choose(page, "Players", "5")
    expect(page.get_by_text("at least one would never move")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_be_disabled()
    choose(page, "Players", "3")
    expect(page.get_by_role("button", name="Start game")).to_be_enabled()
    expect(page.get_by_role("region", name=re.compile("Seat:"))).to_have_count(3)


def test_handicaps_have_a_separate_section(visit: NewPage) -> None:
    page = visit("/play/surakarta")
    page.get_by_text("Handicap", exact=True).click()
    choose(page, "North’s pieces", "8")
    expect(page.get_by_role("radiogroup", name="Rule set").get_by_role("radio", name="Standard")).to_be_checked()
    assert start(page)["match"]["options"]["north"] == 8


def test_the_computers_level_is_chosen_and_described(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    black = seat(page, "Black")
    level = black.get_by_role("radio", name="Level 5, Club")
    level.click()
    expect(level).to_be_checked()
    expect(black).to_contain_text("Level 5, Club. Sees short tactics.")
    levels = black.get_by_role("radio", name=re.compile("^Level [1-8],"))
    expect(levels).to_have_count(8)
    described, description = set(), black.locator("p.chosen")
    for number, one in enumerate(levels.all(), 1):
        one.click()
        expect(one).to_be_checked()
        expect(description).to_contain_text(f"Level {number},")
        described.add(description.inner_text().partition(".")[2])
    assert len(described) == 8
    level.click()
    # The chosen one differs from all others by its shape as well as by its colour.
    looks = [[one.evaluate(LOOK, name) for name in ("borderRadius", "backgroundColor")] for one in levels.all()]
    assert all(
        mine != other for n, look in enumerate(looks) if n != 4 for mine, other in zip(looks[4], look, strict=True)
    )
    black.get_by_label("Style").select_option("Blocker")
    player = start(page)["state"]["seats"][1]["player"]
    assert (player["level"], player["style"]) == (5, "blocker")


def test_a_computer_of_my_level_fits_the_person_who_sets_up(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    black = seat(page, "Black")
    black.get_by_role("radio", name="My level").click()
    level = page.request.get("/api/profile/level?game=yinsh").json()["level"]
    expect(black).to_contain_text(f"Starts at level {level}")
    assert start(page)["state"]["seats"][1]["player"]["level"] == level


def test_a_computer_with_custom_settings(visit: NewPage) -> None:
    page = visit("/play/surakarta", expects="400")
    north = seat(page, "North")
    north.get_by_role("radio", name="Custom").click()
    north.get_by_label("Method").select_option("Monte Carlo tree search")
    north.get_by_label("Threads").fill("50")
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("alert")).to_contain_text("threads")
    north.get_by_label("Threads").fill("")
    north.get_by_label("Seconds per move").fill("15")
    with page.expect_request("**/api/matches") as sent:
        assert start(page)["state"]["seats"][1]["player"]["level"] == "custom"
    assert json.loads(sent.value.post_data or "")["seats"][1]["custom"] == {"method": "mcts", "seconds": "15"}


def test_a_classic_player_of_an_earlier_program_and_a_registered_engine_can_be_chosen(
    visit: NewPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engines.toml").write_text('[good]\ncommand = ["engine"]\n', encoding="utf-8")
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    page = visit("/play/surakarta")
    seat(page, "South").get_by_label("Name", exact=True).fill("Mila")
    north = seat(page, "North")
    expect(north.get_by_label("Name", exact=True)).to_have_count(0)
    north.get_by_role("radio", name="Custom").click()
    north.get_by_label("Method").select_option("Classic easy")
    seats = start(page)["state"]["seats"]
    assert seats[0]["name"] == "Mila"
    assert seats[1]["player"]["level"] == "classic-easy"

    page.goto("/play/surakarta")
    north.get_by_role("radio", name="Custom").click()
    north.get_by_label("Method").select_option("Engine good")
    assert start(page)["state"]["seats"][1]["player"]["level"] == "engine-good"


def test_names_seats_and_help_reach_the_match(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    choose(page, "Who plays Black?", "Person")
    seat(page, "White").get_by_label("Name").fill("Mila")
    seat(page, "Black").get_by_label("Name").fill("Theo")
    seat(page, "Black").get_by_text("Assistance").click()
    seat(page, "Black").get_by_label("Allow undo").click()
    seat(page, "Black").get_by_role("radio", name="Warn").click()
    page.get_by_role("button", name="Swap seats").click()
    expect(seat(page, "White").get_by_label("Name")).to_have_value("Theo")
    seats = start(page)["state"]["seats"]
    assert [one["name"] for one in seats] == ["Theo", "Mila"]
    assert seats[0]["help"] == {"undo": False, "coach": "warn"}
    assert seats[1]["help"] == {}


@pytest.mark.parametrize("key", ["surakarta", "sim", "pylos", "laserchess"])
def test_the_computer_may_begin_and_has_no_name_to_fill_in(visit: NewPage, key: str) -> None:
    page = visit(f"/play/{key}")
    first, second = (side.name for side in game(key).sides(game(key).check()))
    expect(seat(page, second).get_by_label("Name", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Swap seats").click()
    expect(seat(page, first).get_by_label("Name", exact=True)).to_have_count(0)
    seats = start(page)["state"]["seats"]
    assert [one["player"]["is"] for one in seats] == ["bot", "guest"]


@pytest.mark.parametrize(("players", "dots"), [(3, 7), (4, 8), (5, 9), (2, 10)])
def test_all_seats_of_a_game_can_be_taken_by_people(visit: NewPage, players: int, dots: int) -> None:
    page = visit("/play/sim")
    choose(page, "Dots", f"{dots} dots")
    page.get_by_text("Rule options").click()
    choose(page, "Players", str(players))
    expect(page.get_by_role("region", name=re.compile("Seat:"))).to_have_count(players)
    for n in range(1, players):
        choose(page, f"Who plays Player {n + 1}?", "Person")
    match = start(page)
    seats = match["state"]["seats"]
    assert match["match"]["options"]["vertices"] == dots
    assert [one["player"]["is"] for one in seats] == ["guest"] * players
    assert len({one["name"] for one in seats}) == players


def test_two_people_of_the_same_name_are_refused_and_the_form_is_kept(visit: NewPage) -> None:
    page = visit("/play/yinsh", expects="400")
    choose(page, "Who plays Black?", "Person")
    for side in ("White", "Black"):
        seat(page, side).get_by_label("Name").fill("Mila")
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("alert")).to_contain_text("Mila")
    expect(seat(page, "White").get_by_label("Name")).to_have_value("Mila")


def test_blank_names_fall_back_to_defaults(visit: NewPage) -> None:
    page = visit("/play/pylos")
    choose(page, "Who plays Dark?", "Person")
    for side, blank in (("Light", ""), ("Dark", "   ")):
        name = seat(page, side).get_by_label("Name")
        name.fill("Mila")
        name.fill(blank)
    assert [one["name"] for one in start(page)["state"]["seats"]] == ["Guest", "Second player"]


def test_the_last_choices_are_remembered(visit: NewPage) -> None:
    page = visit("/play/pylos")
    choose(page, "Rule set", "Children")
    seat(page, "Light").get_by_label("Name").fill("Mila")
    seat(page, "Dark").get_by_role("radio", name="Level 4, Casual").click()
    choose(page, "Clock", "Time per player")
    page.get_by_label("Time (m:ss)").fill("3:30")
    seats = start(page)["state"]["seats"]
    assert [(one["name"], one["player"]["level"]) for one in seats] == [("Mila", None), ("Level 4", 4)]
    page.goto("/play/pylos")
    expect(page.get_by_role("radiogroup", name="Rule set").get_by_role("radio", name="Children")).to_be_checked()
    expect(seat(page, "Light").get_by_label("Name")).to_have_value("Mila")
    expect(seat(page, "Dark").get_by_role("radio", name="Level 4, Casual")).to_be_checked()
    expect(page.get_by_label("Time (m:ss)")).to_have_value("3:30")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("radiogroup", name="Rule set").get_by_role("radio", name="Standard")).to_be_checked()


def test_clocks_are_typed_as_people_write_them(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    choose(page, "Clock", "Time per player")
    time = page.get_by_label("Time (m:ss)")
    for wrong, sentence in (("0:00", "Enter a time from 0:05 to 24:00:00."), ("ten", "Enter minutes and seconds")):
        time.fill(wrong)
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(page.get_by_role("button", name="Start game")).to_be_disabled()
    time.fill("1:30")
    page.get_by_label("Different time for each player").click()
    page.get_by_role("group", name="Black").get_by_label("Time (m:ss)").fill("2.5")
    page.get_by_role("group", name="White").get_by_label("Increment (s)").fill("5")
    limits = start(page)["match"]["clock"]["limits"]
    assert [limit["base"] for limit in limits] == [90_000, 150_000]
    assert [limit["increment"] for limit in limits] == [5_000, 5_000]
    page.goto("/play/yinsh")
    choose(page, "Clock", "No clock")
    assert start(page)["match"]["clock"].get("kind", "none") == "none"


def test_a_turn_can_have_a_time_limit(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    choose(page, "Clock", "Time per turn")
    page.get_by_label("Time per turn (m:ss)").fill("0:20")
    assert start(page)["match"]["clock"]["limits"] == [{"per_turn": 20_000}]


def test_colours_are_free_but_must_be_distinguishable(visit: NewPage) -> None:
    page = visit("/play/surakarta")
    south, north = seat(page, "South"), seat(page, "North")
    south.get_by_role("button", name="Colour for South").click()
    picker = page.get_by_role("dialog", name="Colour for South")
    # There is always one: the usual colour of the side, until another is chosen.
    expect(picker.locator("[aria-pressed=true]")).to_have_count(1)
    # A seat without a choice adapts: green becomes yellow, and green again when it is free.
    picker.get_by_role("button", name="Colour #2f8f46").click()
    expect(north.get_by_role("button", name="Colour for North: #e3b423")).to_be_visible()
    picker.get_by_role("button", name="Colour #cc3b44").click()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(north.get_by_role("button", name="Colour for North: #3f9b4f")).to_be_visible()
    # A chosen colour stays.
    north.get_by_role("button", name="Colour for North").click()
    picker = page.get_by_role("dialog", name="Colour for North")
    expect(picker.get_by_role("button", name="Colour #cc3b44")).to_be_disabled()
    picker.get_by_label("Custom colour").fill("#cc3b45")
    expect(picker.get_by_text("Too similar to South.")).to_be_visible()
    page.keyboard.press("Escape")
    assert [one["colour"] for one in start(page)["state"]["seats"]] == ["#cc3b44", "#3f9b4f"]
    # A person has one colour in all games.
    page.goto("/play/pylos")
    expect(seat(page, "Light").get_by_role("button", name="Colour for Light: #cc3b44")).to_be_visible()
    assert start(page)["state"]["seats"][0]["colour"] == "#cc3b44"


def test_a_game_can_begin_from_a_position(visit: NewPage) -> None:
    page = visit("/play/surakarta", expects="400")
    page.get_by_text("Start position").click()
    text = page.get_by_label("Position as text")
    text.fill("22222x/222222/....../....../111111/111111 1 0")
    fault = page.get_by_text(re.compile("^Column 6: "))
    expect(fault).to_be_visible()
    # The address is shown once.
    assert fault.inner_text().lower().count("column 6") == 1
    expect(page.get_by_role("button", name="Start game")).to_be_disabled()
    text.fill("..1.../....../2...../....../....../...... 1 0")
    expect(page.get_by_role("img", name="Start position of Surakarta")).to_have_attribute(
        "src", re.compile(r"\.\.1\.\.\.")
    )
    editor = page.get_by_role("link", name="Edit position")
    expect(editor).to_have_attribute("href", re.compile(r"^/editor/surakarta.*\.\.1\.\.\."))
    assert start(page)["state"]["position"]["text"] == "..1.../....../2...../....../....../...... 1 0"


def test_a_share_string_sets_its_options(visit: NewPage) -> None:
    page = visit("/play/pylos")
    page.get_by_text("Start position").click()
    page.get_by_label("Position as text").fill("pylos;size=3;.../.../..1|../..|. 2 play 1")
    expect(page.get_by_role("radiogroup", name="Board").get_by_role("radio", name="3", exact=True)).to_be_checked()
    match = start(page)
    assert match["match"]["options"]["size"] == 3
    assert match["match"]["start"] == ".../.../..1|../..|. 2 play 1"


def test_the_side_that_moves_first_can_be_chosen_where_the_game_says_so(visit: NewPage) -> None:
    page = visit("/play/laserchess")
    layouts = page.get_by_role("radiogroup", name="Layout")
    radios, pictures = layouts.get_by_role("radio"), layouts.locator("img")
    counts = poll(page, lambda: (radios.count(), pictures.count()), lambda found: found[0] == found[1] > 1)
    assert counts[0] == counts[1] > 1
    expect_images_loaded(page)
    choose(page, "Layout", "Dynasty")
    choose(page, "Who moves first?", "Red")
    choose(page, "Who plays Red?", "Person")
    match = start(page)
    assert (match["match"]["options"]["layout"], match["state"]["position"]["seat"]) == ("dynasty", 1)
    other = visit("/play/yinsh")
    expect(other.get_by_role("radiogroup", name="Who moves first?")).to_have_count(0)


def test_a_network_match_has_an_open_seat(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/play/yinsh")
    expect(page.get_by_role("radio", name="Days per turn")).to_have_count(0)
    choose(page, "Where to play", "Over the network")
    choose(page, "Clock", "Days per turn")
    page.get_by_role("combobox", name="Days per turn").select_option(label="5 days")
    page.get_by_label("Show under open games").click()
    match = start(page, "Create game")
    assert match["match"]["kind"] == "network"
    assert match["match"]["clock"] == {"kind": "down", "limits": [{"per_turn": 5 * DAY_MS}], "from_start": True}
    assert [one["player"]["is"] for one in match["state"]["seats"]] == ["guest", "open"]
    other = elsewhere
    assert match["match"]["id"] in [one["id"] for one in other.get_json("/api/matches", which="open")]


def test_computers_can_be_watched(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    choose(page, "Who plays White?", "Computer")
    assert start(page, "Watch")["match"]["kind"] == "bots"


def test_seats_can_be_random(visit: NewPage) -> None:
    page = visit("/play/yinsh")
    page.get_by_label("Random seats").click()
    with page.expect_request("**/api/matches") as sent:
        start(page)
    assert json.loads(sent.value.post_data or "")["order"] == "lot"


def test_an_account_plays_under_its_own_name(visit: NewPage) -> None:
    page = visit()
    post(page, "/api/sign-up", {"name": "Ottilie", "password": "correct horse battery"})
    page.goto("/play/sim")
    expect(page.get_by_text("You play as Ottilie.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_count(0)
    choose(page, "Who plays Player 2?", "Person")
    expect(page.get_by_label("Name", exact=True)).to_have_count(1)
    player = start(page)["state"]["seats"][0]["player"]
    assert (player["is"], player["name"], player["level"]) == ("account", "Ottilie", None)


def test_an_external_game_has_a_setup_form(visit: NewPage) -> None:
    hexapawn = registry.load(HEXAPAWN)
    page = visit(f"/play/{hexapawn.key}")
    expect(page.get_by_role("heading", name=f"Set up {hexapawn.title}")).to_be_visible()
    expect_images_loaded(page)
    expect(page.get_by_role("link", name="Analysis board")).to_be_visible()
    expect(page.get_by_role("link", name="Edit position")).to_have_count(0)
    assert start(page)["match"]["game"] == hexapawn.key


def test_set_up_fits_a_phone_in_every_theme(visit: NewPage) -> None:
    page = visit("/play/laserchess", width=360, height=740)
    for fold in ("Rule options", "Handicap", "Start position"):
        page.get_by_text(fold, exact=True).click()
    choose(page, "Clock", "Time per player")
    expect_images_loaded(page)
    expect_fits_width(page)
    assert axe_violations_in_every_theme(page) == []
