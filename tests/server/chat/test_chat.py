"""Chat over real WebSockets: modes, rooms, limits, the host, programs, deleted accounts, two servers."""

from collections.abc import Callable, Iterator

import pytest

from parlour.server.chat.clean_text import MAX_LENGTH
from parlour.server.http.auth import owner_path
from parlour.server.process.match_time import system_clock
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser
from tests.server.lobby.test_lobby import NewVisitor, Visitor, visitor
from tests.server.served import QUICK, Served

__all__ = ["visitor"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a separate server: the host's settings apply to all chat."""
    with Served(tmp_path_factory.mktemp("chat"), **QUICK) as running:
        yield running


@pytest.fixture
def host(served: Served, new_browser: NewBrowser) -> Iterator[Browser]:
    """Return the host, who has switched free text on."""
    browser = host_of(served, new_browser)
    yield browser
    set_mode(browser, "off")


def host_of(server: Served, new_browser: NewBrowser) -> Browser:
    browser = new_browser(server)
    browser.get(owner_path(server.app.keys, system_clock()))
    set_mode(browser, "text")
    return browser


def set_mode(host: Browser, mode: str) -> None:
    assert host.send("PATCH", "/api/host", {"chat": mode}).json()["chat"] == mode


def watch(socket: Socket) -> Json:
    """Return what a page shows that is opened now."""
    socket.send({"type": "watch-chat"})
    return socket.until("chat")


def watching(socket: Socket) -> Socket:
    watch(socket)
    return socket


def rooms_of(chat: Json) -> list[str]:
    return [room["room"] for room in chat["rooms"]]


def texts_of(chat: Json) -> list[str]:
    return [line["text"] for room in chat["rooms"] for line in room["lines"]]


def say(socket: Socket, text: str = "", **fields: object) -> Json:
    """Send a message from a page that watches chat, and return the answer: `chat-line`, or `refused`."""
    socket.send({"type": "say", "id": 7, "text": text, **fields})
    return socket.until("chat-line", "refused", where=lambda seen: seen.get("id", 7) == 7)


def a_match(anna: Visitor, ben: Visitor) -> str:
    match = anna.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    ben.browser.join(match)
    return match


def live(browser: Browser, match: str) -> Socket:
    return browser.socket(f"/api/matches/{match}/live")


def test_chat_is_off_until_the_host_permits_phrases_and_then_text(
    served: Served, host: Browser, visitor: NewVisitor
) -> None:
    set_mode(host, "off")
    anna, ben = visitor(), visitor()
    assert watch(anna.page) == {"type": "chat", "mode": "off", "muted": False, "rooms": []}
    assert "off" in say(anna.page, phrase="hello")["text"]
    set_mode(host, "phrases")
    assert rooms_of(anna.page.until("chat")) == ["lobby"]
    assert "preset" in say(anna.page, "hi")["text"]
    watch(ben.page)
    line = say(anna.page, phrase="good-luck")["line"]
    assert (line["phrase"], line["text"], line["person"]) == ("good-luck", "", anna.key)
    assert ben.page.until("chat-line")["line"] == line
    set_mode(host, "text")
    assert say(anna.page, " hi\n<b>all</b>")["line"]["text"] == "hi <b>all</b>"
    assert "Write" in say(anna.page, " \u200b")["text"]
    assert str(MAX_LENGTH) in say(anna.page, "x" * (MAX_LENGTH + 1))["text"]


def test_players_read_spectators_only_after_the_game(host: Browser, visitor: NewVisitor) -> None:
    anna, ben, cleo = visitor(), visitor(), visitor()
    match = a_match(anna, ben)
    table, player, spectator = anna.browser.open(match), live(ben.browser, match), live(cleo.browser, match)
    assert rooms_of(watch(table.socket)) == rooms_of(watch(player)) == ["players"]
    assert rooms_of(watch(spectator)) == ["spectators"]
    assert say(spectator, "take the corner")["line"]["seat"] is None
    assert say(spectator, "hello players", room="players")["type"] == "refused"
    assert say(player, "psst", room="spectators")["type"] == "refused"
    assert say(table.socket, "good luck")["line"]["seat"] == 0
    heard = player.until("chat-line")
    assert (heard["room"], heard["line"]["text"]) == ("players", "good luck")
    table.does("resign")
    both = player.until("chat")
    assert rooms_of(both) == ["players", "spectators"]
    assert texts_of(both) == ["good luck", "take the corner"]
    assert say(player, "you were right", room="spectators")["room"] == "spectators"
    assert spectator.until("chat-line", where=lambda seen: seen["line"]["seat"] == 1)["room"] == "spectators"
    assert not any("good luck" in str(message) for message in spectator.received)


def test_messages_survive_a_reload_and_are_in_no_record(host: Browser, visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    match = a_match(anna, ben)
    say(watching(live(anna.browser, match)), "remember me")
    assert texts_of(watch(live(ben.browser, match))) == ["remember me"]
    for file in ("record?form=json", "page.html", "replay"):
        assert "remember me" not in anna.browser.get(f"/api/matches/{match}/{file}").text


def test_a_local_match_has_no_chat(host: Browser, visitor: NewVisitor) -> None:
    anna = visitor()
    socket = live(anna.browser, anna.browser.play({"is": "me"}, {"is": "guest", "name": "Ben"}))
    assert watch(socket)["rooms"] == []
    assert "no chat" in say(socket, "hello")["text"]["text"]


def test_the_host_mutes_a_person_for_everybody_and_lets_them_write_again(host: Browser, visitor: NewVisitor) -> None:
    rude, ben = visitor(), visitor()
    watch(ben.page)
    say(watching(rude.page), "rude words")
    ben.page.until("chat-line")
    path = f"/api/host/people/{rude.key}/mute"
    assert ben.browser.post(path, {"muted": True}).status_code == 403
    assert host.post(path, {"muted": True}).status_code == 204
    assert rude.key in host.get_json("/api/host")["muted"]
    assert "rude words" not in texts_of(ben.page.until("chat"))
    assert rude.page.until("chat", where=lambda seen: seen["muted"])
    assert "muted" in say(rude.page, "again")["text"]
    rude.page.close()
    assert host.post(path, {"muted": False}).status_code == 204
    assert say(watching(rude.browser.socket("/api/page")), "sorry")["type"] == "chat-line"


def test_messages_of_a_renamed_guest_have_the_new_name_with_its_number(host: Browser, visitor: NewVisitor) -> None:
    ben, rude = visitor("Bertram"), visitor("Rude Name")
    watch(ben.page)
    say(watching(rude.page), "hello")
    ben.page.until("chat-line")
    assert host.post(f"/api/host/people/{rude.key}/rename", {"name": "Bertram"}).status_code == 204
    seen = ben.page.until("chat")["rooms"][0]["lines"][-1]
    assert (seen["name"], seen["text"]) == ("Bertram (2)", "hello")


def test_a_visitor_who_writes_too_much_is_slowed_down(
    new_server: Callable[..., Served], new_browser: NewBrowser, visitor: NewVisitor
) -> None:
    strict = new_server(limit_chat=2)
    host_of(strict, new_browser)
    anna, ben = visitor(server=strict), visitor(server=strict)
    watch(anna.page)
    watch(ben.page)
    assert [say(anna.page, "spam").get("reason") for _ in range(3)] == [None, None, "too-often"]
    assert say(ben.page, "calm", phrase="hello")["type"] == "chat-line"


def test_visitors_who_write_too_much_from_one_address_are_slowed_down(
    new_server: Callable[..., Served], new_browser: NewBrowser, visitor: NewVisitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.http.limits.rate_limits.SHARED_ADDRESS_FACTOR", 1)
    strict = new_server(limit_chat=2)
    host_of(strict, new_browser)
    anna, ben = visitor(server=strict), visitor(server=strict)
    watch(anna.page)
    assert [say(anna.page, "spam")["type"] for _ in range(2)] == ["chat-line", "chat-line"]
    ben.page.send({"type": "say", "id": 1, "text": "spam"})
    assert ben.page.until("refused")["reason"] == "too-often"


def test_deleting_an_account_removes_its_messages(host: Browser, visitor: NewVisitor) -> None:
    gone, ben = visitor(), visitor()
    say(watching(gone.page), "forget me")
    assert "forget me" in texts_of(watch(ben.page))
    assert gone.browser.post("/api/me/delete", {"password": ""}).status_code < 300
    assert "forget me" not in texts_of(ben.page.until("chat"))


def test_a_program_writes_in_its_games_if_its_token_permits_playing(
    host: Browser, visitor: NewVisitor, new_browser: NewBrowser
) -> None:
    maker, anna = new_browser(), visitor()
    maker.sign_up(f"Maker {anna.key}")
    bot = maker.post_json("/api/me/bots", {"name": f"Talker {anna.key}"})
    match = anna.browser.play({"is": "me"}, {"is": "open"}, kind="network")
    found = {}
    for scopes in (["read", "play"], ["read"]):
        token = maker.post_json(f"/api/me/bots/{bot['id']}/tokens", {"name": "a", "scopes": scopes})["secret"]
        program = new_browser()
        program.http.headers["authorization"] = f"Bearer {token}"
        if "play" in scopes:
            program.join(match)
        found[len(scopes)] = say(watching(live(program, match)), "I am a program")
    assert (found[2]["room"], found[2]["line"]["seat"]) == ("players", 1)
    assert found[1]["reason"] == "forbidden"
