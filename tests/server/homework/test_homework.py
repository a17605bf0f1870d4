"""Homework over HTTP: the teacher assigns and follows the progress, pupils solve and play."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.games import game as find_game
from parlour.games.learning.puzzles import puzzles_of
from parlour.match.clock import DAY_MS
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import QUICK, Served

PUZZLE = "013f1b97"
SOLUTION = "1,4x0,4"
SHARE = "surakarta;;.11.2./....1./....../....../....../...... 1 0"
TASKS: list[Json] = [
    {"is": "puzzle", "game": "surakarta", "puzzle": PUZZLE},
    {"is": "position", "position": {"share": SHARE}, "seat": 0, "level": 1, "help": False},
]


class Homework:
    """A class with a teacher, who has assigned a puzzle and a position."""

    def __init__(self, teacher: Browser, tasks: list[Json] = TASKS) -> None:
        self.teacher = teacher
        self.code = teacher.post_json("/api/classrooms", {"name": "7b"})["code"]
        self.all = f"/api/classrooms/{self.code}/homework"
        self.view: Json = teacher.post_json(self.all, {"title": "Corners", "tasks": tasks})
        self.path = f"/api/homework/{self.view['id']}"

    def join(self, browser: Browser, name: str = "Ben") -> Browser:
        browser.post_json(f"/api/classrooms/{self.code}/join", {"name": name})
        return browser

    def edit(self, **fields: object) -> Json:
        kept = [{"is": "kept", "number": task["number"]} for task in self.view["tasks"]]
        same = {name: self.view[name] for name in ("version", "title", "comment", "due")}
        answer = self.teacher.send("PATCH", self.path, same | {"tasks": kept} | fields)
        assert answer.status_code == 200, answer.text
        self.view = answer.json()
        return self.view

    def table(self) -> dict[str, list[Json]]:
        """Return the progress by pupil, as the teacher sees it."""
        (view,) = self.teacher.get_json(self.all)
        return {pupil["name"]: pupil["tasks"] for pupil in view["pupils"]}

    def own(self, pupil: Browser) -> list[Json]:
        (view,) = pupil.get_json(self.all)
        found: list[Json] = view["own"]
        return found

    def play(self, pupil: Browser) -> str:
        found: str = pupil.post_json(f"{self.path}/tasks/2/play")["id"]
        return found


@pytest.fixture
def homework(browser: Browser) -> Homework:
    return Homework(browser)


def win(pupil: Browser, match: str) -> None:
    pupil.post_json(f"/api/matches/{match}/commands", {"do": "turn", "ply": 0, "text": SOLUTION})


def solve(pupil: Browser, move: str = SOLUTION) -> str:
    tried = pupil.post_json(f"/api/learn/surakarta/puzzles/{PUZZLE}/try", {"moves": [move]})
    return str(tried["verdict"])


def wrong_move() -> str:
    position = puzzles_of(find_game("surakarta"))[PUZZLE].start(find_game("surakarta"))
    return next(text for move in position.moves() if (text := position.write_move(move)) != SOLUTION)


def changed(page: Socket) -> Json:
    return page.until("homework")


def test_a_pupil_does_both_tasks_and_the_teacher_sees_it(homework: Homework, other: Browser) -> None:
    pupil = homework.join(other)
    page = homework.teacher.socket("/api/page")
    page.until("hello")
    assert solve(pupil, wrong_move()) == "wrong"
    changed(page)
    assert solve(pupil) == "solved"
    changed(page)
    match = homework.play(pupil)
    changed(page)
    assert homework.table()["Ben"][1] == {"done": None, "attempts": 1, "clean": False, "running": True}
    win(pupil, match)
    assert changed(page)["classroom"] == homework.code
    puzzle, position = homework.table()["Ben"]
    assert (puzzle["attempts"], puzzle["clean"], bool(puzzle["done"])) == (2, False, True)
    assert (position["attempts"], position["clean"], bool(position["done"]), position["running"]) == (
        1,
        True,
        True,
        False,
    )
    assert homework.own(pupil) == [puzzle, position]
    (summary,) = pupil.get_json("/api/homework")
    assert (summary["classroom"], summary["title"], summary["tasks"], summary["done"]) == (
        homework.code,
        "Corners",
        2,
        2,
    )


def test_tasks_are_described(homework: Homework) -> None:
    puzzle, position = homework.view["tasks"]
    assert (puzzle["puzzle"], puzzle["grade"], puzzle["game_title"]) == (PUZZLE, 1, "Surakarta")
    assert (position["share"], position["goal"], position["name"], position["help"]) == (SHARE, "win", "Level 1", False)
    assert puzzle["name"]
    assert position["side"]


def test_the_match_of_a_task_allows_no_help_where_the_teacher_says_so(homework: Homework, other: Browser) -> None:
    pupil = homework.join(other)
    match = homework.play(pupil)
    you = pupil.get_json(f"/api/matches/{match}")["you"]
    assert not {"hint", "analysis", "take-back"} & set(you["can"])
    assert you["classroom"] == homework.code
    assert homework.teacher.get_json(f"/api/matches/{match}")["you"]["classroom"] is None
    assert pupil.post("/api/positions/aids", {"share": SHARE}).status_code == 403
    win(pupil, match)
    assert pupil.post("/api/positions/aids", {"share": SHARE}).status_code == 200


def test_two_presses_begin_one_match_and_a_restart_is_another_attempt(homework: Homework, other: Browser) -> None:
    pupil = homework.join(other)
    match = homework.play(pupil)
    assert homework.play(pupil) == match
    pupil.post_json(f"/api/matches/{match}/commands", {"do": "resign"})
    again = homework.play(pupil)
    assert again != match
    assert homework.own(pupil)[1] == {"done": None, "attempts": 2, "clean": False, "running": True}
    win(pupil, again)
    assert homework.own(pupil)[1]["done"]


def test_homework_is_edited_closed_and_opened_again(homework: Homework, other: Browser) -> None:
    pupil = homework.join(other)
    page = pupil.socket("/api/page")
    page.until("hello")
    added = {"is": "position", "position": {"share": SHARE}, "seat": 1, "level": 3, "goal": "draw"}
    view = homework.edit(title="Ends", due=DAY_MS, tasks=[{"is": "kept", "number": 2}, added])
    assert [task["number"] for task in view["tasks"]] == [2, 3]
    assert (view["title"], view["due"], view["version"]) == ("Ends", DAY_MS, 1)
    assert changed(page)["classroom"] == homework.code
    stale = {"version": 0, "title": "Other", "tasks": [{"is": "kept", "number": 2}]}
    assert homework.teacher.send("PATCH", homework.path, stale).status_code == 409
    assert homework.edit(closed=True)["closed"]
    assert pupil.get_json("/api/homework") == []
    refused = pupil.post(f"{homework.path}/tasks/2/play")
    assert (refused.status_code, "closed" in refused.text) == (400, True)
    assert homework.edit(closed=False)["closed"] is None
    assert homework.play(pupil)
    assert homework.teacher.send("DELETE", homework.path).status_code == 204
    assert pupil.get_json(homework.all) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"title": " "},
        {"title": "x" * 500},
        {"comment": "x" * 5000},
        {"tasks": []},
        {"tasks": [{"is": "kept", "number": 1}]},
        {"tasks": [{"is": "puzzle", "game": "surakarta", "puzzle": "nosuch"}]},
        {"tasks": [{"is": "position", "position": {"share": "nonsense"}, "seat": 0, "level": 1}]},
        {"tasks": [{"is": "position", "position": {"share": SHARE}, "seat": 5, "level": 1}]},
        {"tasks": [{"is": "position", "position": {"share": SHARE}, "seat": 0, "level": 99}]},
        {"tasks": [{"is": "position", "position": {"share": SHARE}, "seat": 0, "level": "engine-nosuch"}]},
        {"tasks": [{"is": "position", "position": {"share": SHARE}, "seat": 0, "level": 1, "style": "rude"}]},
        {"tasks": TASKS * 30, "title": ""},
    ],
)
def test_impossible_homework_changes_nothing(homework: Homework, fields: Json) -> None:
    refused = homework.teacher.post(homework.all, {"title": "Corners", "tasks": TASKS} | fields)
    assert refused.status_code == 400, refused.text
    assert len(homework.teacher.get_json(homework.all)) == 1


def test_only_pupils_play_and_only_positions(homework: Homework, other: Browser, new_browser: NewBrowser) -> None:
    pupil, stranger = homework.join(other), new_browser()
    stranger.send("PATCH", "/api/me", {"name": "Eve"})
    assert stranger.post(f"{homework.path}/tasks/2/play").status_code == 403
    assert stranger.get(homework.all).status_code == 403
    assert pupil.post(f"{homework.path}/tasks/1/play").status_code == 404
    assert pupil.post(f"{homework.path}/tasks/9/play").status_code == 404
    assert pupil.get(f"{homework.path}/progress.csv").status_code == 403


def test_progress_is_exported_for_spreadsheets(homework: Homework, other: Browser) -> None:
    pupil = homework.join(other, "=Ben")
    win(pupil, homework.play(pupil))
    first, second = homework.teacher.get(f"{homework.path}/progress.csv").text.splitlines()
    assert first == "\ufeffnumber,name,tasks done,task 1 done,task 1 attempts,task 2 done,task 2 attempts"
    assert second.startswith("1,'=Ben,1,,0,2")
    german = homework.teacher.get(f"{homework.path}/progress.csv", language="de").text
    assert german.startswith("\ufeffNummer;Name;erledigte Aufgaben;Aufgabe 1 erledigt;Aufgabe 1 Versuche;")


def test_a_guest_keeps_progress_on_another_device_and_with_an_account(
    homework: Homework, other: Browser, new_browser: NewBrowser
) -> None:
    guest = homework.join(other)
    win(guest, homework.play(guest))
    phone = new_browser()
    phone.post_json("/api/take-over", {"code": guest.post_json("/api/me/hand-over")["code"]})
    assert homework.own(phone)[1]["done"]
    phone.sign_up("Ben the pupil")
    assert homework.own(phone)[1]["done"]
    assert homework.table()["Ben the pupil"][1]["done"]


def test_homework_continues_after_a_restart(tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as first:
        teacher, pupil = Browser(first.address), Browser(first.address)
        homework = Homework(teacher)
        homework.join(pupil)
        match = homework.play(pupil)
        cookies = [dict(one.http.cookies) for one in (teacher, pupil)]
        for one in (teacher, pupil):
            one.close()
    with Served(tmp_path, **QUICK) as second:
        homework.teacher, pupil = (Browser(second.address) for _ in cookies)
        for one, known in zip((homework.teacher, pupil), cookies, strict=True):
            one.http.cookies.update(known)
        assert homework.play(pupil) == match
        win(pupil, match)
        assert homework.table()["Ben"][1]["done"]
        for one in (homework.teacher, pupil):
            one.close()


def test_a_teacher_at_another_server_sees_progress(
    new_server: Callable[..., Served], postgresql: PostgreSQL, new_browser: NewBrowser
) -> None:
    shared = {"database_url": postgresql.create()}
    first = new_server(**shared)
    second = new_server(**shared, folder=first.app.folder)
    homework, pupil = Homework(new_browser(first)), new_browser(second)
    page = homework.teacher.socket("/api/page")
    page.until("hello")
    homework.join(pupil)
    changed(page)
    win(pupil, homework.play(pupil))
    while not homework.table()["Ben"][1]["done"]:
        changed(page)
