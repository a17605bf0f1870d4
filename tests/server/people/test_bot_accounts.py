"""Bot accounts and their tokens: made by people, used by programs."""

import itertools
from collections.abc import Iterator

import httpx
import pytest

from parlour.server.http.auth import LOGIN_COOKIE
from parlour.store.people.bot_accounts import MAX_BOTS
from tests.server.browser import NO_CERTIFICATES, PATIENCE, Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.polling import until
from tests.server.served import Served
from tests.server.tournaments.cup import Cup

_numbers = itertools.count(1)


class Program:
    """A client with a bearer token and neither cookies nor CSRF token."""

    def __init__(self, server: Served, secret: str) -> None:
        self.browser = Browser(server.address)
        self.headers = {"authorization": f"Bearer {secret}"}
        self.http = httpx.Client(
            base_url=server.address, headers=self.headers, timeout=PATIENCE, verify=NO_CERTIFICATES
        )

    def send(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        return self.http.request(method, path, json=body, headers=headers)

    def close(self) -> None:
        self.browser.close()
        self.http.close()


@pytest.fixture
def operator(browser: Browser) -> Browser:
    browser.sign_up(f"Operator {next(_numbers)}")
    return browser


@pytest.fixture
def bot(operator: Browser) -> Json:
    made: Json = operator.post_json("/api/me/bots", {"name": f"Walker {next(_numbers)}"})
    return made


def new_token(operator: Browser, bot: Json, *scopes: str, name: str = "laptop") -> Json:
    body: Json = {"name": name, **({"scopes": scopes} if scopes else {})}
    made: Json = operator.post_json(f"/api/me/bots/{bot['id']}/tokens", body)
    return made


@pytest.fixture
def program(served: Served, operator: Browser, bot: Json) -> Iterator[Program]:
    found = Program(served, new_token(operator, bot)["secret"])
    yield found
    found.close()


def test_a_token_is_shown_once(operator: Browser, bot: Json) -> None:
    secret = new_token(operator, bot, "read")["secret"]
    answer = operator.get("/api/me/bots")
    assert secret not in answer.text
    (token,) = answer.json()[0]["tokens"]
    assert (token["name"], token["scopes"], token["used"]) == ("laptop", ["read"], None)


def test_a_program_plays_with_its_token_alone(served: Served, program: Program, bot: Json, other: Browser) -> None:
    seats = [{"is": "me"}, {"is": "open"}]
    made = program.send("POST", "/api/matches", {"game": "surakarta", "kind": "network", "seats": seats})
    assert made.status_code == 201, made.text
    assert "set-cookie" not in made.headers
    match = made.json()["id"]
    other.join(match, "Ben")
    move = program.send("POST", f"/api/matches/{match}/commands", {"do": "move", "ply": 0, "index": 0})
    assert move.status_code == 200, move.text
    player = other.get_json(f"/api/matches/{match}")["state"]["seats"][0]["player"]
    assert (player["is"], player["name"], player["program"]) == ("account", bot["name"], True)
    # As stored, not only as in memory.
    served.app.services.matches.forget(match)
    assert other.get_json(f"/api/matches/{match}")["state"]["seats"][0]["player"]["program"]
    (listed,) = [one for one in other.get_json("/api/matches") if one["id"] == match]
    assert [seat["player"]["program"] for seat in listed["seats"]] == [True, False]


def test_leaderboards_and_statistics_declare_a_program(program: Program, bot: Json, other: Browser) -> None:
    seats = [{"is": "me"}, {"is": "open"}]
    wanted = {"game": "yinsh", "kind": "network", "seats": seats, "public": True, "rated": True}
    match = program.send("POST", "/api/matches", wanted).json()["id"]
    other.join(match, "Zoe")
    path = f"/api/matches/{match}/commands"
    assert program.send("POST", path, {"do": "move", "ply": 0, "index": 0}).status_code == 200
    other.post_json(path, {"do": "move", "ply": 1, "index": 0})
    other.post_json(path, {"do": "resign", "seat": 1})
    assert other.get_json(f"/api/matches/{match}/ratings")
    rows = other.get_json("/api/ratings", game="yinsh")["rows"]
    bots = [row["bot"] for row in rows]
    assert bots == sorted(bots), "bots are listed after people, whose ratings are provisional here"
    assert [(row["rank"], row["bot"]) for row in rows if row["name"] == bot["name"]] == [(None, True)]
    assert [row["bot"] for row in rows if row["name"] == "Zoe"] == [False]
    players = other.get_json("/api/statistics")["players"]
    assert {one["name"]: one["bot"] for one in players if one["name"] in (bot["name"], "Zoe")} == {
        bot["name"]: True,
        "Zoe": False,
    }


def test_cookies_are_ignored_when_a_token_is_given(operator: Browser, program: Program, bot: Json) -> None:
    cookie = f"{LOGIN_COOKIE}={operator.http.cookies[LOGIN_COOKIE]}"
    assert program.send("GET", "/api/me", cookie=cookie).json()["person"]["name"] == bot["name"]
    assert program.send("GET", "/api/me/bots", cookie=cookie).status_code == 403


def test_events_reach_a_program(program: Program, other: Browser) -> None:
    socket = program.browser.socket("/api/page", headers=program.headers)
    assert socket.receive()["type"] == "hello"
    match = other.play({"is": "open"}, {"is": "me", "name": "Ben"}, kind="network")
    assert program.send("POST", f"/api/matches/{match}/join", {}).status_code == 200
    assert socket.until("your-turn")["match"] == match


@pytest.mark.parametrize("wrong", ["parlour_", "parlour_x.y", "x", "parlour_" + "a" * 43 + "." + "0" * 64])
def test_an_unknown_token_is_refused(served: Served, wrong: str) -> None:
    answer = httpx.get(f"{served.address}/api/games", headers={"authorization": f"Bearer {wrong}"})
    assert (answer.status_code, answer.json()["error"]) == (401, "not-logged-in")


def test_a_revoked_token_ends_immediately(operator: Browser, program: Program, bot: Json) -> None:
    socket = program.browser.socket("/api/page", headers=program.headers)
    socket.receive()
    (token,) = operator.get_json("/api/me/bots")[0]["tokens"]
    assert token["used"] is not None
    path = f"/api/me/bots/{bot['id']}/tokens/{token['id']}"
    assert operator.send("DELETE", path).status_code == 204
    assert operator.send("DELETE", path).status_code == 404
    assert socket.until_closed() == 4401
    assert program.send("GET", "/api/me").status_code == 401


def test_a_token_permits_its_scopes_only(served: Served, operator: Browser, bot: Json, other: Browser) -> None:
    reader = Program(served, new_token(operator, bot, "read")["secret"])
    match = other.play({"is": "open"}, {"is": "me", "name": "Ben"}, kind="network")
    assert reader.send("GET", f"/api/matches/{match}").status_code == 200
    assert reader.send("POST", f"/api/matches/{match}/join", {}).status_code == 403
    player = Program(served, new_token(operator, bot, "play", name="b")["secret"])
    assert player.send("POST", f"/api/matches/{match}/join", {}).status_code == 200
    assert player.send("GET", f"/api/matches/{match}").status_code == 403
    seats = [{"is": "me"}, {"is": "open"}]
    new = {"game": "surakarta", "kind": "network", "seats": seats}
    assert player.send("POST", "/api/matches", new).status_code == 403
    # A socket that may be read does not accept commands either.
    socket = reader.browser.socket(f"/api/matches/{match}/live", headers=reader.headers)
    socket.send({"type": "do", "id": 1, "command": {"do": "move", "ply": 0, "index": 0}})
    assert socket.until("accepted", "refused")["reason"] == "not-a-player"
    reader.close()
    player.close()


def test_a_program_plays_in_a_tournament_where_it_is_marked_as_a_bot(
    served: Served, program: Program, bot: Json
) -> None:
    with Cup(served.address) as cup:
        cup.announce(rounds=1)
        cup.join("Zoe")
        joined = program.send("POST", f"/api/tournaments/{cup.id}/join", {}).json()
        players = [one["player"] for one in joined["entrants"]]
        assert [(one["name"], one["program"]) for one in players] == [("Zoe", False), (bot["name"], True)]
        socket = program.browser.socket("/api/page", headers=program.headers)
        socket.until("hello")
        cup.command("start")
        match = socket.until("paired")["match"]
        assert program.send("POST", f"/api/matches/{match}/commands", {"do": "resign"}).status_code == 200
        until(cup.view, lambda view: view["status"] == "over")
        for path in (f"/api/tournaments/{cup.id}/commands", "/api/tournaments"):
            assert program.send("POST", path, {"do": "pause"}).status_code == 403


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {"name": "x"}),
        ("POST", "/api/me/delete", {"password": ""}),
        ("POST", "/api/me/bots", {"name": "x"}),
        ("POST", "/api/log-out", None),
        ("GET", "/api/me/export", None),
        ("POST", "/api/me/password", {"old": "", "new": "correct horse battery"}),
    ],
)
def test_a_token_does_not_manage_its_account(program: Program, method: str, path: str, body: Json | None) -> None:
    assert program.send(method, path, body).status_code == 403


def test_a_program_gets_no_help_from_the_engine(program: Program) -> None:
    with pytest.raises(Exception, match=r"403|1008|4403"):
        program.browser.socket("/api/engine", headers=program.headers).receive()


def test_nobody_logs_in_to_a_bot_account(bot: Json, other: Browser) -> None:
    for password in ("", "!", "correct horse battery"):
        assert other.post("/api/log-in", {"name": bot["name"], "password": password}).status_code == 401


def test_a_session_cookie_is_no_token_and_a_token_no_cookie(
    served: Served, operator: Browser, bot: Json, other: Browser
) -> None:
    cookie = operator.http.cookies[LOGIN_COOKIE]
    forged = Program(served, f"parlour_{cookie}")
    assert forged.send("GET", "/api/me").status_code == 401
    forged.close()
    secret = new_token(operator, bot)["secret"]
    other.http.cookies.set(LOGIN_COOKIE, secret.removeprefix("parlour_"))
    assert other.get_json("/api/me")["person"] is None


def test_names_of_bots_are_unique_and_their_number_is_limited(operator: Browser, bot: Json) -> None:
    assert operator.post("/api/me/bots", {"name": bot["name"]}).json()["error"] == "name-refused"
    for n in range(MAX_BOTS - 1):
        operator.post_json("/api/me/bots", {"name": f"{bot['name']} {n}"})
    assert operator.post("/api/me/bots", {"name": f"{bot['name']} x"}).json()["error"] == "bot-refused"


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x" * 61}, {"name": "x\u202e"}, {"name": "x", "scopes": []}])
def test_unusable_tokens_are_refused(operator: Browser, bot: Json, body: Json) -> None:
    answer = operator.post(f"/api/me/bots/{bot['id']}/tokens", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "bot-refused")


def test_a_deleted_bot_leaves_its_games(operator: Browser, program: Program, bot: Json, other: Browser) -> None:
    match = other.play({"is": "open"}, {"is": "me", "name": "Ben"}, kind="network")
    program.send("POST", f"/api/matches/{match}/join", {})
    for ply in range(2):
        body = {"do": "move", "ply": ply, "index": 0}
        (other.post if ply else lambda path, body: program.send("POST", path, body))(
            f"/api/matches/{match}/commands", body
        )
    assert operator.send("DELETE", f"/api/me/bots/{bot['id']}").status_code == 204
    assert operator.get_json("/api/me/bots") == []
    assert program.send("GET", "/api/me").status_code == 401
    state = other.get_json(f"/api/matches/{match}")["state"]
    assert state["status"] == "over"
    assert state["seats"][0]["player"]["name"] == "Former player"


def test_bots_are_deleted_with_their_operator(
    operator: Browser, program: Program, bot: Json, new_browser: NewBrowser
) -> None:
    assert operator.post("/api/me/delete", {"password": "correct horse battery"}).status_code == 204
    assert program.send("GET", "/api/me").status_code == 401
    new_browser().sign_up(bot["name"])  # the name is free again
