"""Another language, chosen in the settings or preferred by the browser, applies immediately to every text."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import parlour
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.polling import box_of, poll
from tests.web.screen import ANNA, BEN, Screen, post

HIDDEN_WIDTH = "(part) => part.scrollWidth - part.clientWidth"
"""The width of a part of the page that has to be scrolled into view."""
STATIC = Path(parlour.__file__).parent / "server" / "static"


def speak(page: Page, settings: str, label: str, language: str) -> None:
    """Choose a language in the settings, whose name is given in the current language."""
    page.get_by_role("button", name=settings).click()
    page.get_by_label(label).select_option(label=language)


def test_a_game_is_played_in_german_and_continues_in_english(player: NewPage) -> None:
    page = player()
    screen = Screen.new(page, ANNA, BEN, game="yinsh").ready()
    expect(page.get_by_text("Place a ring on a vacant point").first).to_be_visible()
    speak(page, "Settings", "Language", "Deutsch")
    # The open dialog and the game behind it change immediately, without a reload.
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    expect(page.get_by_text("Setze einen Ring auf einen freien Punkt").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    screen.ready().play().has_ply(1)
    expect(screen.live_region).to_contain_text("Anna setzt einen Ring auf")
    expect(page.get_by_role("region", name="Züge").get_by_role("button", name="Vorheriger Zug")).to_be_visible()
    # Explanations of illegal moves and of typing errors are translated, too.
    taken = next(piece["place"] for piece in screen.state["position"]["pieces"] if isinstance(piece["place"], int))
    screen.pick(taken).click()
    expect(page.get_by_text("steht ein Ring von Anna: Wähle einen freien Punkt").first).to_be_visible()
    assert axe_violations(page) == []
    page.goto("/")
    expect(page.get_by_role("heading", name="Wähle ein Spiel")).to_be_visible()
    expect(page.get_by_text("Ein altes Spiel aus Java.")).to_be_visible()
    page.goto("/rules/sim")
    expect(page.get_by_role("heading", name="So wird gespielt")).to_be_visible()
    page.goto("/play/pylos")
    expect(page.get_by_role("heading", name="Pylos einrichten")).to_be_visible()
    expect(page.get_by_text("Klassische Hausregeln", exact=True)).to_be_attached()
    # Data loaded earlier is requested again, and the content of forms stays.
    page.get_by_role("region", name="Platz: Hell").get_by_label("Name").fill("Benedikta")
    speak(page, "Einstellungen", "Sprache", "English")
    expect(page.get_by_role("heading", name="Set up Pylos")).to_be_visible()
    expect(page.get_by_text("Classic house rules", exact=True)).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Seat: Light").get_by_label("Name")).to_have_value("Benedikta")
    page.goto(f"/match/{screen.match}")
    expect(page.get_by_text("Place a ring on a vacant point").first).to_be_visible()


def test_german_fits_a_small_window(player: NewPage) -> None:
    page = player({"language": "de"}, viewport={"width": 1024, "height": 768})
    screen = Screen.new(page, {"is": "me", "name": "Wilhelmine von Sonnenberg"}, BEN, game="sim").ready()
    navigation = page.get_by_role("navigation", name="Parlour")
    expect(page.get_by_role("banner")).to_contain_text("Wilhelmine")
    assert poll(page, lambda: navigation.evaluate(HIDDEN_WIDTH), lambda hidden: hidden == 0) == 0
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    result = page.get_by_role("region", name="Ergebnis", exact=True)
    expect(result.get_by_role("link", name="Neue Partie")).to_be_visible()
    actions = page.get_by_role("toolbar", name="Aktionen")
    parts = (result, actions)
    widths = poll(page, lambda: [box_of(part)["width"] for part in parts], lambda found: found[0] == found[1])
    assert widths[0] == widths[1]
    assert result.evaluate(HIDDEN_WIDTH) == 0
    page.set_viewport_size({"width": 844, "height": 390})
    replay = result.get_by_role("link", name="Nachspielen")
    assert poll(page, lambda: replay.evaluate(HIDDEN_WIDTH), lambda hidden: hidden == 0) == 0
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/editor/laserchess")
    for tool in ("Versetzen", "Entfernen"):
        assert page.get_by_text(tool, exact=True).evaluate("(text) => text.getClientRects().length") == 1


def test_the_browsers_language_is_used_unless_one_was_chosen(visit: NewPage) -> None:
    page = visit(locale="de-AT", width=360, height=740)
    expect(page.get_by_role("heading", name="Wähle ein Spiel")).to_be_visible()
    expect(page.get_by_text("Ein Spiel um Dreiecke, das auch mit Stift und Papier geht.")).to_be_visible()
    expect_fits_width(page)
    for path, heading in (("/play/laserchess", "Laser Chess einrichten"), ("/rules/yinsh", "Wie Ringe ziehen")):
        page.goto(path)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect_fits_width(page)
    french = visit(locale="fr-FR")
    expect(french.get_by_role("heading", name="Choose a game")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "request_path", "text"),
    [
        ("/replay/{match}", "/replay", "hat gewonnen"),
        ("/play/yinsh", "/api/games/yinsh", "Ringe lassen Steine zurück"),
    ],
)
def test_a_page_loads_its_data_in_a_language_whose_texts_arrive_late(
    player: NewPage, path: str, request_path: str, text: str
) -> None:
    page = player({"language": "de"}, fresh=True)
    screen = Screen.new(page, ANNA, BEN, game="sim").ready().play()
    screen.button("Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Ben gibt auf").click()
    expect(page.get_by_role("region", name="Ergebnis")).to_be_visible()
    texts: list[Route] = []
    requested: list[str] = []
    german = next(file.name for file in STATIC.rglob("*.js") if "Wähle ein Spiel" in file.read_text(encoding="utf-8"))
    page.route(f"**/{german}", lambda route: texts.append(route))
    page.on("request", lambda request: requested.append(request.url))
    page.goto(path.format(match=screen.match), wait_until="commit")
    assert poll(page, lambda: texts, bool)
    page.evaluate("fetch('/health').then(() => undefined)")
    assert not any(url.endswith(request_path) for url in requested)
    for route in texts:
        route.continue_()
    expect(page.get_by_text(text).first).to_be_visible()
    page.unroute_all()
