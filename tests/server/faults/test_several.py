"""Several servers on one PostgreSQL database: each accepts any move, and all clients see it.

They notify each other through PostgreSQL or Redis.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.server.browser import Browser, Json, Table
from tests.server.chat.test_chat import a_match, host_of, live, say, texts_of, watch, watching
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.lobby.test_lobby import Visitor as LobbyVisitor
from tests.server.matches.live.test_bots import SLOW, move_now
from tests.server.matches.routes.test_play import race
from tests.server.redis_server import RedisServer
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
OPEN: Json = {"is": "open"}


def at_ply(ply: int, page: Table) -> bool:
    return page.ply == ply


through_both = pytest.mark.parametrize("two", ["postgresql", "redis"], indirect=True)


@pytest.fixture
def two(
    request: pytest.FixtureRequest, new_server: Callable[..., Served], postgresql: PostgreSQL
) -> tuple[Served, Served]:
    """Return two servers with one database and, as on one machine, one data folder."""
    shared: Json = {"database_url": postgresql.create()}
    if getattr(request, "param", "postgresql") == "redis":
        shared["channels_url"] = request.getfixturevalue("redis").url
    first = new_server(**shared)
    return first, new_server(**shared, folder=first.app.folder)


@pytest.fixture
def tables(two: tuple[Served, Served], new_browser: NewBrowser) -> tuple[Table, Table, Browser]:
    anna, ben = new_browser(two[0]), new_browser(two[1])
    match = anna.play(ANNA, OPEN, kind="network")
    table = anna.open(match)
    ben.join(match, "Ben")
    table.until(lambda page: page.state["status"] == "running")
    return table, ben.open(match), anna


@through_both
def test_players_at_two_servers_play_each_other(tables: tuple[Table, Table, Browser]) -> None:
    anna, ben, _ = tables
    for n in range(6):
        mover, other = (anna, ben) if n % 2 == 0 else (ben, anna)
        mover.does("move", index=0)
        other.until(partial(at_ply, n + 1))
    assert anna.state["position"] == ben.state["position"]
    assert all(seat["present"] for seat in anna.state["seats"])
    ben.close()
    anna.socket.until("presence", where=lambda message: message["seats"] == [True, False])


def test_one_of_two_servers_with_concurrent_moves_wins(two: tuple[Served, Served], new_browser: NewBrowser) -> None:
    anna = new_browser(two[0])
    match = anna.play(ANNA, {"is": "guest", "name": "Ben"})
    again = Browser(two[1].address)
    again.http.cookies = anna.http.cookies
    pages = [anna.open(match), again.open(match), anna.open(match), again.open(match)]
    for n in range(5):
        answers = race(*(partial(page.do, "move", index=n) for page in pages))
        types = sorted(answer["type"] for answer in answers)
        assert types == ["accepted", "refused", "refused", "refused"]
        for page in pages:
            page.until(partial(at_ply, n + 1))
    assert len({str(page.turns) for page in pages}) == 1
    again.close()


def test_a_bot_thinking_at_one_server_is_stopped_and_hurried_from_another(
    two: tuple[Served, Served], new_browser: NewBrowser
) -> None:
    anna = new_browser(two[0])
    match = anna.play(ANNA, SLOW)
    again = Browser(two[1].address)
    again.http.cookies = anna.http.cookies
    here, there = anna.open(match), again.open(match)
    here.does("move", index=0)
    there.until(lambda page: page.ply == 1)
    there.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    there.does("take-back")
    here.until(lambda page: page.ply == 0)
    here.does("move", index=1)
    there.until(lambda page: page.ply == 1)
    there.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert move_now(there)["type"] == "accepted"
    here.until(lambda page: page.ply == 2)
    again.close()


def test_a_bot_of_a_stopped_server_is_taken_over_by_another(
    two: tuple[Served, Served], new_browser: NewBrowser
) -> None:
    browser = new_browser(two[0])
    match = browser.play(SLOW, ANNA)
    two[0].stop()
    again = Browser(two[1].address)
    again.http.cookies = browser.http.cookies
    table = again.open(match)
    table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert move_now(table)["type"] == "accepted"
    table.until(lambda page: page.ply == 1)
    again.close()


def test_a_new_name_is_seen_at_the_other_server(tables: tuple[Table, Table, Browser]) -> None:
    _, ben, browser = tables
    browser.sign_up("Annabel")
    ben.until(lambda page: page.state["seats"][0]["name"] == "Annabel")


def test_what_was_missed_while_redis_was_away_is_shown_afterwards(
    tmp_path: Path, new_server: Callable[..., Served], new_browser: NewBrowser, postgresql: PostgreSQL
) -> None:
    with RedisServer(tmp_path) as redis:
        shared: Json = {"database_url": postgresql.create(), "channels_url": redis.url}
        first = new_server(**shared)
        second = new_server(**shared, folder=first.app.folder)
        anna = new_browser(first)
        match = anna.play(ANNA, {"is": "guest", "name": "Ben"})
        again = Browser(second.address)
        again.http.cookies = anna.http.cookies
        here, there = anna.open(match), again.open(match)
        here.does("move", index=0)
        there.until(partial(at_ply, 1))
        redis.kill()
        here.does("move", index=0)
        here.until(partial(at_ply, 2))
        redis.start()
        there.until(partial(at_ply, 2))
        there.does("move", index=0)
        here.until(partial(at_ply, 3))
        again.close()


@through_both
def test_people_at_two_servers_see_and_challenge_each_other(
    two: tuple[Served, Served], new_browser: NewBrowser
) -> None:
    anna, ben = (LobbyVisitor(new_browser(server), name) for server, name in zip(two, ("Anna", "Ben"), strict=True))
    anna.watch()
    anna.page.until("lobby", where=lambda seen: ben.key in {one["key"] for one in seen["people"]})
    anna.challenge(ben)
    challenge = ben.page.until("challenge")
    assert challenge["other"]["name"] == "Anna"
    ben.page.send({"type": "answer-challenge", "challenge": challenge["id"], "yes": True})
    ends = [one.page.until("challenge", where=lambda seen: seen["match"] is not None) for one in (anna, ben)]
    assert ends[0]["match"] == ends[1]["match"]


@through_both
def test_quick_pairing_pairs_people_at_two_servers(two: tuple[Served, Served], new_browser: NewBrowser) -> None:
    anna, ben = (LobbyVisitor(new_browser(server), name) for server, name in zip(two, ("Anna", "Ben"), strict=True))
    for one in (anna, ben):
        one.watch().page.until("lobby", where=lambda seen: seen["total"] == 2)
        one.page.send({"type": "pair", "games": ["sim"]})
    ends = [one.page.until("challenge", where=lambda seen: seen["match"] is not None) for one in (anna, ben)]
    assert ends[0]["match"] == ends[1]["match"]


def test_players_at_two_servers_chat_and_a_server_that_starts_later_knows_it(
    two: tuple[Served, Served], new_browser: NewBrowser, new_server: Callable[..., Served]
) -> None:
    host = host_of(two[0], new_browser)
    anna, ben = (LobbyVisitor(new_browser(server), name) for server, name in zip(two, ("Anna", "Ben"), strict=True))
    match = a_match(anna, ben)
    first, second = watching(live(anna.browser, match)), live(ben.browser, match)
    second.send({"type": "watch-chat"})
    second.until("chat", where=lambda seen: seen["mode"] == "text")
    say(first, "hello from the first")
    assert second.until("chat-line")["line"]["name"] == "Anna"
    say(second, "hello from the second")
    assert first.until("chat-line")["line"]["seat"] == 1
    third = new_server(database_url=two[0].app.settings.database_url, folder=two[0].app.folder)
    elsewhere = Browser(third.address)
    elsewhere.http.cookies = anna.browser.http.cookies
    reloaded = live(elsewhere, match)
    both = ["hello from the first", "hello from the second"]
    texts = texts_of(watch(reloaded))
    while texts != both:
        news = reloaded.until("chat", "chat-line")
        texts = texts_of(news) if news["type"] == "chat" else [*texts, news["line"]["text"]]
    assert host.post(f"/api/host/people/{ben.key}/mute", {"muted": True}).status_code == 204
    for socket in (first, second, reloaded):
        socket.until("chat", where=lambda seen: texts_of(seen) == both[:1])
    assert "muted" in say(second, "still here?")["text"]["text"]
    elsewhere.close()
