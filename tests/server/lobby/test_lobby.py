"""The lobby over real WebSockets: who is here, challenges, quick pairing, programs."""

import itertools
from collections.abc import Callable, Iterator

import pytest

from parlour.server.lobby.open_challenges import MAX_PAIRINGS
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser
from tests.server.served import QUICK, Served

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a separate server: the lobby shows everybody who is there."""
    with Served(tmp_path_factory.mktemp("lobby"), **QUICK) as running:
        running.app.services.lobby.leave_seconds = 0.1
        yield running


class Visitor:
    """A guest with a name and an open page."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser = browser
        assert browser.send("PATCH", "/api/me", {"name": name}).status_code == 200
        self.page = browser.socket("/api/page")
        self.key = self.page.until("hello")["person"]

    def watch(self) -> "Visitor":
        self.page.send({"type": "watch-lobby"})
        return self

    def challenge(self, other: "Visitor", **terms: object) -> Json:
        """Challenge a person, and return what the page of the challenger shows."""
        self.page.send({"type": "challenge", "to": other.key, "game": "sim", **terms})
        return self.page.until("challenge", where=lambda seen: seen["end"] is None)

    def pair(self, *games: str, **terms: object) -> Json:
        self.page.send({"type": "pair", "games": games, **terms})
        return self.page.until("challenge")

    def refused(self, **request: object) -> str:
        """Send a request that must be refused, and return the reason."""
        self.page.send({"id": 7, **request})
        answer = self.page.until("refused")
        assert answer["id"] == 7
        return str(answer["text"])


@pytest.fixture
def visitor(new_browser: NewBrowser) -> "NewVisitor":
    return NewVisitor(new_browser)


class NewVisitor:
    """Creates visitors; without a name they get one that nobody else has."""

    def __init__(self, new_browser: NewBrowser) -> None:
        self.new_browser = new_browser

    def __call__(self, name: str = "", server: Served | None = None) -> Visitor:
        return Visitor(self.new_browser(server), name or f"Pupil {next(_numbers)}")


def people(page: Socket, *keys: str) -> list[Json]:
    """Return some people from the next list in which they all are."""
    seen = page.until("lobby", where=lambda seen: set(keys) <= {one["key"] for one in seen["people"]})
    return [one for one in seen["people"] if one["key"] in keys]


def busy(lobby: Json, person: Visitor) -> bool:
    return any(one["key"] == person.key and one["busy"] for one in lobby["people"])


def end_of(person: Visitor, challenge: Json) -> str:
    """Return how a challenge ends."""
    seen = person.page.until("challenge", where=lambda seen: seen["id"] == challenge["id"] and seen["end"] is not None)
    return str(seen["end"])


def test_two_guests_with_one_name_get_a_mark_and_leave_the_list(visitor: NewVisitor) -> None:
    first, second = visitor("Anna"), visitor("anna")
    watching = visitor().watch()
    found = people(watching.page, first.key, second.key)
    assert sorted(one["name"] for one in found) == ["Anna", "anna (2)"]
    assert all(not one["busy"] and not one["bot"] and not one["account"] for one in found)
    second.browser.send("PATCH", "/api/me", {"name": "Antonia"})
    watching.page.until("lobby", where=lambda seen: "Antonia" in {one["name"] for one in seen["people"]})
    second.page.close()
    watching.page.until("lobby", where=lambda seen: second.key not in {one["key"] for one in seen["people"]})


def test_a_challenge_is_accepted_and_the_match_opens_for_both(visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    sent = anna.challenge(ben, side="second", clock={"kind": "down", "limits": [{"base": "5:00"}]}, rated=True)
    got = ben.page.until("challenge")
    assert (got["id"], got["incoming"], sent["incoming"]) == (sent["id"], True, False)
    assert got["other"]["key"] == anna.key
    assert got["rated"]
    assert got["side"] != sent["side"]
    ben.page.send({"type": "answer-challenge", "challenge": got["id"], "yes": True})
    ends = [page.until("challenge", where=lambda seen: seen["end"] is not None) for page in (anna.page, ben.page)]
    assert [end["end"] for end in ends] == ["accepted", "accepted"]
    match = ends[0]["match"]
    assert match == ends[1]["match"]
    table = ben.browser.open(match)
    assert table.you["seats"] == [0]
    assert table.state["status"] == "running"


OPTIONS = {"layout": "dynasty", "limit": True}
"""Options of Laser Chess that are no preset."""
IN_WORDS = "Layout: Dynasty, 100 turns without a capture: on"
IN_GERMAN = "Aufstellung: Dynastie, 100 Züge ohne Treffer: an"


def test_options_that_are_no_preset_are_named_in_a_challenge(visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    sent = anna.challenge(ben, game="laserchess", options=OPTIONS)
    assert (sent["variant"], ben.page.until("challenge")["variant"]) == (IN_WORDS, IN_WORDS)


def test_an_open_game_has_its_options_and_clock(visitor: NewVisitor) -> None:
    clock = {"kind": "down", "limits": [{"base": "5:00", "increment": 3}]}
    seats = {"is": "me"}, {"is": "open"}
    anna = visitor()
    match = anna.browser.play(*seats, game="laserchess", kind="network", public=True, options=OPTIONS, clock=clock)
    for language, variant in (("en", IN_WORDS), ("de", IN_GERMAN)):
        ben = visitor().browser
        ben.http.headers["accept-language"] = language
        [terms] = [one["terms"] for one in ben.get_json("/api/matches", which="open") if one["id"] == match]
        assert terms["variant"] == variant
        assert terms["clock"]["limits"] == [{"base": 300_000, "increment": 3_000}]


def test_a_player_is_busy_until_the_game_ends_and_cannot_be_challenged(visitor: NewVisitor) -> None:
    anna, ben, watching = visitor(), visitor(), visitor().watch()
    anna.challenge(ben)
    other = watching.challenge(ben)
    ben.page.send({"type": "answer-challenge", "challenge": ben.page.until("challenge")["id"], "yes": True})
    match = ben.page.until("challenge", where=lambda seen: seen["match"] is not None)["match"]
    table = ben.browser.open(match)
    expired = watching.page.until("challenge", where=lambda seen: seen["end"] is not None)
    assert (expired["id"], expired["end"]) == (other["id"], "expired")
    watching.page.until("lobby", where=lambda seen: busy(seen, ben))
    assert "is playing" in watching.refused(type="challenge", to=ben.key, game="sim")
    table.does("resign")
    watching.page.until("lobby", where=lambda seen: not busy(seen, ben))


def test_a_challenge_is_declined_cancelled_or_ends_when_one_leaves(visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    first = anna.challenge(ben)
    assert "already" in anna.refused(type="challenge", to=ben.key, game="sim")
    ben.page.send({"type": "answer-challenge", "challenge": first["id"], "yes": False})
    assert end_of(anna, first) == "declined"
    second = anna.challenge(ben)
    assert "no longer open" in ben.refused(type="cancel-challenge", challenge=second["id"])
    anna.page.send({"type": "cancel-challenge", "challenge": second["id"]})
    assert end_of(ben, second) == "cancelled"
    third = anna.challenge(ben)
    ben.page.close()
    assert end_of(anna, third) == "expired"


def test_an_open_challenge_is_shown_on_a_page_that_is_opened_later(visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    sent = anna.challenge(ben)
    assert ben.browser.socket("/api/page").until("challenge")["id"] == sent["id"]


def test_quick_pairing_finds_the_first_fitting_person(visitor: NewVisitor) -> None:
    anna, ben, cleo = visitor().watch(), visitor().watch(), visitor().watch()
    anna.pair("pylos", "sim")
    ben.pair("yinsh")
    cleo.pair("sim", "pylos", clock={"kind": "down", "limits": [{"base": "5:00"}]})
    cleo.pair("sim", "pylos")
    ends = [one.page.until("challenge", where=lambda seen: seen["match"] is not None) for one in (anna, cleo)]
    assert ends[0]["match"] == ends[1]["match"]
    assert anna.browser.get_json(f"/api/matches/{ends[0]['match']}")["match"]["game"] == "pylos"
    assert not any(seen.get("match") for seen in ben.page.received)


@pytest.mark.parametrize("pause", [False, True])
def test_asking_twice_for_a_quick_pairing_loses_no_match(visitor: NewVisitor, *, pause: bool) -> None:
    anna, ben = visitor().watch(), visitor().watch()
    anna.pair("sim")
    ben.page.send({"type": "pair", "games": ["sim"]})
    if pause:
        ben.page.until("challenge")
    ben.page.send({"type": "pair", "games": ["sim"]})
    matches = [
        one.page.until("challenge", where=lambda seen: seen["end"] == "accepted")["match"] for one in (anna, ben)
    ]
    assert matches[0] == matches[1]


def test_one_person_waits_for_a_few_quick_pairings_at_most(visitor: NewVisitor) -> None:
    anna = visitor().watch()
    for _ in range(MAX_PAIRINGS):
        page = anna.browser.socket("/api/page")
        page.send({"type": "watch-lobby"})
        page.send({"type": "pair", "games": ["laserchess"]})
        page.until("challenge")
    assert str(MAX_PAIRINGS) in anna.refused(type="pair", games=["laserchess"])
    page.send({"type": "pair", "games": ["laserchess"], "rated": True})
    page.until("challenge", where=lambda seen: bool(seen["rated"]))


def test_leaving_the_lobby_ends_quick_pairing(visitor: NewVisitor) -> None:
    anna = visitor()
    assert "Open the lobby" in anna.refused(type="pair", games=["sim"])
    waiting = anna.watch().pair("sim")
    anna.page.send({"type": "watch-lobby", "on": False})
    end = anna.page.until("challenge", where=lambda seen: seen["end"] is not None)
    assert (end["id"], end["end"]) == (waiting["id"], "cancelled")


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"game": "chess"}, "chess"),
        ({"options": {"players": 5}}, "5"),
        ({"clock": {"kind": "down", "limits": [{"base": "soon"}]}}, "soon"),
    ],
)
def test_an_impossible_challenge_is_refused_with_the_reason(visitor: NewVisitor, terms: Json, reason: str) -> None:
    anna, ben = visitor(), visitor()
    assert reason in anna.refused(**{"type": "challenge", "to": ben.key, "game": "sim", **terms})


def test_nobody_challenges_without_a_name_or_beyond_the_limit(
    visitor: NewVisitor, new_browser: NewBrowser, new_server: Callable[..., Served]
) -> None:
    nameless = new_browser().socket("/api/page")
    nameless.send({"type": "challenge", "to": visitor().key, "game": "sim"})
    assert nameless.until("refused")["reason"] == "not-logged-in"
    strict = new_server(limit_challenges=1)
    anna, ben = visitor(server=strict), visitor(server=strict)
    first = anna.challenge(ben)
    anna.page.send({"type": "cancel-challenge", "challenge": first["id"]})
    anna.page.send({"type": "challenge", "to": ben.key, "game": "sim"})
    assert anna.page.until("refused")["reason"] == "too-often"


def test_challenges_are_limited_per_address_too(
    visitor: NewVisitor, new_server: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.http.limits.rate_limits.SHARED_ADDRESS_FACTOR", 1)
    strict = new_server(limit_challenges=1)
    anna, ben = visitor(server=strict), visitor(server=strict)
    anna.challenge(ben)
    ben.page.send({"type": "challenge", "to": anna.key, "game": "sim"})
    assert ben.page.until("refused")["reason"] == "too-often"


def test_a_program_answers_challenges(visitor: NewVisitor, new_browser: NewBrowser) -> None:
    maker, program, anna = new_browser(), new_browser(), visitor().watch()
    maker.sign_up(f"Maker of {next(_numbers)}")
    bot = maker.post_json("/api/me/bots", {"name": f"Walker of {next(_numbers)}"})
    token = maker.post_json(f"/api/me/bots/{bot['id']}/tokens", {"name": "a", "scopes": ["read", "play"]})["secret"]
    program.http.headers["authorization"] = f"Bearer {token}"
    events = program.socket("/api/page")
    key = events.until("hello")["person"]
    assert people(anna.page, key)[0]["bot"]
    anna.page.send({"type": "challenge", "to": key, "game": "sim"})
    challenge = events.until("challenge")
    events.send({"type": "challenge", "to": anna.key, "game": "sim"})
    assert events.until("refused")["reason"] == "forbidden"
    events.send({"type": "answer-challenge", "challenge": challenge["id"], "yes": True})
    match = anna.page.until("challenge", where=lambda seen: seen["match"] is not None)["match"]
    seats = anna.browser.get_json(f"/api/matches/{match}")["state"]["seats"]
    assert sorted(seat["player"]["program"] for seat in seats) == [False, True]
