"""A lesson over HTTP and WebSockets: the teacher shows and asks, pupils follow and answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import QUICK, Served

START = "222222/222222/....../....../111111/111111 1 0"


class Class:
    """A class with its teacher."""

    def __init__(self, teacher: Browser) -> None:
        self.teacher = teacher
        self.code: str = teacher.post_json("/api/classrooms", {"name": "7b"})["code"]
        self.path = f"/api/classrooms/{self.code}"

    def do(self, kind: str, **fields: object) -> Json:
        found: Json = self.teacher.post_json(f"{self.path}/commands", {"do": kind, **fields})
        return found

    def show(self, *moves: str, **more: object) -> None:
        self.do("show", game="surakarta", start=START, moves=moves, title="Corners", **more)

    def watch(self, browser: Browser, query: str = "") -> Socket:
        return browser.socket(f"{self.path}/live{query}")

    def join(self, browser: Browser, name: str) -> Socket:
        browser.post_json(f"{self.path}/join", {"name": name})
        return self.watch(browser)

    def answer(self, browser: Browser, question: int, *moves: str) -> Json:
        found: Json = browser.post_json(f"{self.path}/answer", {"question": question, "moves": moves})
        return found


@pytest.fixture
def lesson(browser: Browser) -> Class:
    browser.post_json("/api/me/positions", {"name": "x", "position": {"game": "sim"}})
    browser.send("PATCH", "/api/me", {"name": "Frau Berg"})
    return Class(browser)


def boards(socket: Socket, version: int) -> Json:
    return socket.until("board", where=lambda message: bool(message["version"] >= version))


def test_pupils_see_what_the_teacher_shows(lesson: Class, other: Browser) -> None:
    pupil = lesson.join(other, "Ben")
    assert boards(pupil, 0)["shown"] is None
    lesson.show("4,0-3,0", course="Openings", comment="A quiet beginning", arrows=[["4,0", "3,0"]])
    shown = boards(pupil, 1)["shown"]
    assert shown["course"] == "Openings"
    assert (shown["title"], shown["comment"], shown["arrows"]) == (
        "Corners",
        "A quiet beginning",
        [["4,0", "3,0"]],
    )
    assert shown["moves"] == ["4,0-3,0"]
    assert [node["turn"] for node in shown["nodes"]] == ["", "4,0-3,0"]
    assert len(shown["effects"]) == 1
    assert shown["position"]["legal"]
    lesson.do("end-lesson")
    assert boards(pupil, 2)["shown"] is None


def test_answers_are_counted_and_names_are_for_the_teacher_only(lesson: Class, new_browser: NewBrowser) -> None:
    pupils = [new_browser() for _ in range(3)]
    sockets = [lesson.join(one, name) for one, name in zip(pupils, ("Ada", "Ben", "Cleo"), strict=True)]
    teacher, projector = lesson.watch(lesson.teacher), lesson.watch(lesson.teacher, "?shows=projector")
    lesson.show()
    lesson.do("ask")
    for socket in sockets:
        assert boards(socket, 2)["question"] == {"number": 1, "solutions": None, "text": ""}
    for browser, move in zip(pupils, ("4,0-3,0", "4,0-3,0", "4,1-3,1"), strict=True):
        assert lesson.answer(browser, 1, move)["turn"] == move
    counted = [{"turn": "4,0-3,0", "count": 2}, {"turn": "4,1-3,1", "count": 1}]
    tally = teacher.until("tally", where=lambda message: message["answers"] == counted)
    assert [(one["name"], one["turn"]) for one in tally["people"]] == [
        ("Ada", "4,0-3,0"),
        ("Ben", "4,0-3,0"),
        ("Cleo", "4,1-3,1"),
    ]
    assert projector.until("tally", where=lambda message: message["answers"] == counted)["people"] == []
    lesson.do("reveal", solutions=["4,0-3,0"])
    for socket in sockets:
        assert boards(socket, 3)["question"]["solutions"] == ["4,0-3,0"]
        assert not any(message["type"] == "tally" for message in socket.received)
    refused = pupils[2].post(f"{lesson.path}/answer", {"question": 1, "moves": ["4,0-3,0"]})
    assert (refused.status_code, "has been shown" in refused.text) == (400, True)


def test_a_quiz_moment_asks_the_class_with_its_question(lesson: Class, other: Browser) -> None:
    pupil = lesson.join(other, "Ben")
    lesson.show()
    lesson.show("4,0-3,0", quiz="How does White reply?")
    question = boards(pupil, 2)["question"]
    assert question == {"number": 1, "solutions": None, "text": "How does White reply?"}
    assert lesson.answer(other, 1, "1,1-2,1")["turn"] == "1,1-2,1"
    lesson.show("4,0-3,0", "1,1-2,1")
    assert boards(pupil, 3)["question"] is None
    lesson.do("ask", text="And now?")
    assert boards(pupil, 4)["question"]["text"] == "And now?"


def test_a_page_that_connects_again_gets_the_board_and_its_own_answer(lesson: Class, other: Browser) -> None:
    pupil = lesson.join(other, "Ben")
    lesson.show()
    lesson.do("ask")
    lesson.answer(other, 1, "4,0-3,0")
    pupil.close()
    again = lesson.watch(other)
    assert boards(again, 0)["question"]["number"] == 1
    assert again.until("answer") == {"type": "answer", "question": 1, "turn": "4,0-3,0"}


def test_all_pages_of_a_pupil_show_their_answer(lesson: Class, new_browser: NewBrowser) -> None:
    ada, ben = new_browser(), new_browser()
    pages = [lesson.join(ada, "Ada"), lesson.watch(ada), lesson.join(ben, "Ben")]
    lesson.show()
    lesson.do("ask")
    for page in pages:
        assert boards(page, 2)["question"]["number"] == 1
    lesson.answer(ada, 1, "4,0-3,0")
    for page in pages[:2]:
        assert page.until("answer")["turn"] == "4,0-3,0"
    lesson.do("reveal")
    assert boards(pages[2], 3)["question"]["solutions"] == []
    assert not any(message["type"] == "answer" for message in pages[2].received)


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ({"do": "show", "game": "surakarta", "start": START, "moves": ["0,0-5,5"]}, 400),
        ({"do": "show", "game": "surakarta", "start": START, "arrows": [["4,0", "9,9"]]}, 400),
        ({"do": "show", "game": "surakarta", "start": START, "moves": ["4,0-3,0"] * 1001}, 400),
        ({"do": "show", "game": "surakarta", "start": START, "comment": "x" * 4001}, 400),
        ({"do": "show", "game": "surakarta", "start": START, "quiz": "x" * 201}, 400),
        ({"do": "show", "game": "chess", "start": ""}, 404),
        ({"do": "ask"}, 400),
        ({"do": "reveal", "solutions": ["4,0-3,0"]}, 400),
        ({"do": "remove-pupil", "number": 9}, 404),
        ({"do": "rename", "name": ""}, 400),
    ],
)
def test_what_cannot_be_shown_changes_nothing(lesson: Class, command: Json, status: int) -> None:
    assert lesson.teacher.post(f"{lesson.path}/commands", command).status_code == status
    assert lesson.teacher.get_json(lesson.path)["live"] is False


def test_strangers_and_removed_pupils_see_nothing(lesson: Class, other: Browser, new_browser: NewBrowser) -> None:
    assert lesson.watch(new_browser()).until_closed() == 4403
    pupil = lesson.join(other, "Ben")
    assert lesson.watch(other, "?shows=projector").until_closed() == 4403
    boards(pupil, 0)
    lesson.do("remove-pupil", number=1)
    assert pupil.until_closed() == 4403
    assert other.post(f"{lesson.path}/answer", {"question": 1, "moves": []}).status_code == 403


def test_the_pages_of_a_class_show_its_new_name(lesson: Class, other: Browser) -> None:
    pupil = lesson.join(other, "Ben")
    assert boards(pupil, 0)["name"] == "7b"
    lesson.do("rename", name="8b")
    assert boards(pupil, 1)["name"] == "8b"


def test_the_teacher_sees_which_pupils_are_here(lesson: Class, other: Browser) -> None:
    lesson.join(other, "Ben")
    teacher = lesson.watch(lesson.teacher)

    def until_ben_is(here: bool) -> None:
        teacher.until("tally", where=lambda message: [one["present"] for one in message["people"]] == [here])

    until_ben_is(here=False)
    page = other.socket("/api/page")
    until_ben_is(here=True)
    page.close()
    until_ben_is(here=False)


def test_a_deleted_class_closes_its_pages(lesson: Class, other: Browser) -> None:
    pupil = lesson.join(other, "Ben")
    boards(pupil, 0)
    assert lesson.teacher.send("DELETE", lesson.path).status_code == 204
    assert pupil.until_closed() == 4403
    assert other.get(lesson.path).status_code == 404


def test_codes_of_classes_cannot_be_guessed(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(limit_codes=3)
    teacher, pupil, stranger = (new_browser(server) for _ in range(3))
    lesson = Class(teacher)
    boards(lesson.join(pupil, "Ben"), 0)

    def guess(code: str) -> int:
        return stranger.get(f"/api/classrooms/{code}").status_code

    assert stranger.socket("/api/classrooms/NOSUCH/live").until_closed() == 4403, "counts as well"
    assert [guess("NOSUCH1"), guess(lesson.code), guess("NOSUCH2"), guess("NOSUCH3")] == [404, 200, 404, 429]
    assert guess(lesson.code) == 429, "a right code is not revealed either"
    assert lesson.watch(stranger).until("broken")["text"].startswith("Too many")
    for member in (teacher, pupil):
        assert member.get(lesson.path).status_code == 200
        boards(lesson.watch(member), 0)


def test_a_lesson_continues_after_a_restart(tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as first:
        teacher, pupil = Browser(first.address), Browser(first.address)
        lesson = Class(teacher)
        lesson.join(pupil, "Ben")
        lesson.show("4,0-3,0")
        lesson.do("ask")
        lesson.answer(pupil, 1, "1,1-2,1")
        cookies = [dict(one.http.cookies) for one in (teacher, pupil)]
        for one in (teacher, pupil):
            one.close()
    with Served(tmp_path, **QUICK) as second:
        browsers = [Browser(second.address) for _ in cookies]
        for one, known in zip(browsers, cookies, strict=True):
            one.http.cookies.update(known)
        teacher, pupil = browsers
        seen = pupil.socket(f"{lesson.path}/live")
        board = boards(seen, 0)
        assert (board["shown"]["moves"], board["question"]["number"]) == (["4,0-3,0"], 1)
        assert seen.until("answer")["turn"] == "1,1-2,1"
        tally = teacher.socket(f"{lesson.path}/live").until("tally")
        assert tally["answers"] == [{"turn": "1,1-2,1", "count": 1}]
        for one in browsers:
            one.close()


@pytest.fixture
def two(new_server: Callable[..., Served], postgresql: PostgreSQL) -> tuple[Served, Served]:
    """Return two servers with one database and, as on one machine, one data folder."""
    shared = {"database_url": postgresql.create()}
    first = new_server(**shared)
    return first, new_server(**shared, folder=first.app.folder)


def test_pupils_at_another_server_follow_and_answer(two: tuple[Served, Served], new_browser: NewBrowser) -> None:
    lesson, elsewhere = Class(new_browser(two[0])), new_browser(two[1])
    pupil = lesson.join(elsewhere, "Ben")
    teacher = lesson.watch(lesson.teacher)
    boards(pupil, 0)
    lesson.show("4,0-3,0")
    assert boards(pupil, 1)["shown"]["moves"] == ["4,0-3,0"]
    lesson.do("ask")
    boards(pupil, 2)
    lesson.answer(elsewhere, 1, "1,1-2,1")
    teacher.until("tally", where=lambda message: message["answers"] == [{"turn": "1,1-2,1", "count": 1}])
