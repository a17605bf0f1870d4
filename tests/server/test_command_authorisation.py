"""Who may send each command to a tournament or a class. A new command has to be added here, or the first test fails."""

import pytest

from parlour.server.classroom.messages import AnyTeacherRequest
from parlour.server.tournaments.messages import AnyOrganiserRequest
from tests.server.authorisation_world import ROLES, World
from tests.server.browser import Json
from tests.server.test_authorisation import a_class, a_tournament, server, shared, tags

__all__ = ["server", "shared"]

ORGANISER_COMMANDS: dict[str, Json] = {
    "start": {},
    "pause": {},
    "resume": {},
    "end": {},
    "restart-round": {"note": "A mistake"},
    "result": {"round": 0, "game": 0, "points": [1, 0]},
    "add-bot": {"level": 1},
    "withdraw": {"number": 1},
    "return": {"number": 1},
    "team": {"number": 1, "team": ""},
}
TEACHER_COMMANDS: dict[str, Json] = {
    "show": {"game": "surakarta", "start": ""},
    "ask": {},
    "reveal": {},
    "withdraw-question": {},
    "end-lesson": {},
    "remove-pupil": {"number": 1},
    "rename": {"name": "8b"},
}


def test_every_command_to_tournaments_and_classes_is_in_the_matrix() -> None:
    assert tags(AnyOrganiserRequest, "do") == set(ORGANISER_COMMANDS)
    assert tags(AnyTeacherRequest, "do") == set(TEACHER_COMMANDS)


def allowed(world: World, path: str, command: Json) -> set[str]:
    """Return the roles that may send a command, whether or not it is possible now."""
    answers = {role: world.browser(role).post(path, command) for role in ROLES}
    assert all(answer.status_code < 500 for answer in answers.values())
    assert all(answer.json()["error"] != "malformed" for answer in answers.values() if answer.is_error)
    return {role for role, answer in answers.items() if answer.status_code not in (401, 403)}


@pytest.mark.parametrize("command", ORGANISER_COMMANDS)
def test_only_the_organiser_and_the_owner_organise_a_tournament(shared: World, command: str) -> None:
    path = f"/api/tournaments/{a_tournament(shared)}/commands"
    assert allowed(shared, path, {"do": command, **ORGANISER_COMMANDS[command]}) == {"host", "owner"}


@pytest.mark.parametrize("command", TEACHER_COMMANDS)
def test_only_the_teacher_commands_a_class(shared: World, command: str) -> None:
    path = f"/api/classrooms/{a_class(shared)}/commands"
    assert allowed(shared, path, {"do": command, **TEACHER_COMMANDS[command]}) == {"host"}
