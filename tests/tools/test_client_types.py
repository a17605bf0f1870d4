"""The generated TypeScript types of the wire format."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import inspect

from tools import client_types
from tools.client_paths import Schemas
from tools.client_types import Types


class Inner(msgspec.Struct):
    """Something inside."""

    name: str


class Reply(msgspec.Struct, tag_field="type", tag="reply"):
    """What the server says.

    It says more.
    """

    inner: Inner
    many: tuple[int | str, ...]
    pair: tuple[int, float]
    mood: Literal["good", "bad"] = "good"
    rest: dict[str, bool] | None = None


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What a client says."""

    must: int
    may: int = 0


def written(kind: type[msgspec.Struct]) -> str:
    types = Types()
    types.declare(kind)
    return types.declared[kind.__name__]


def test_server_messages_have_every_field() -> None:
    assert written(Reply) == (
        "/** What the server says. */\n"
        "export interface Reply {\n"
        '  type: "reply";\n'
        "  inner: Inner;\n"
        "  many: (number | string)[];\n"
        "  pair: [number, number];\n"
        '  mood: "bad" | "good";\n'
        "  rest: Record<string, boolean> | null;\n"
        "}\n"
    )


def test_optional_client_fields_are_optional() -> None:
    assert "  must: number;\n  may?: number;\n" in written(Asked)


def test_contained_types_are_declared_after_their_container() -> None:
    types = Types()
    types.declare(Reply)
    assert list(types.declared) == ["Reply", "Inner"]


def test_two_types_of_one_name_are_refused() -> None:
    types = Types()
    types.declare(Inner)
    other = msgspec.defstruct("Inner", [("name", int)])
    with pytest.raises(ValueError, match="Two types are called Inner"):
        types.declare(other)


def test_a_type_without_a_counterpart_is_refused() -> None:
    with pytest.raises(TypeError, match="No TypeScript"):
        Types().write(inspect.type_info(type(lambda: None)))


@pytest.fixture(scope="module")
def generated() -> dict[Path, str]:
    return client_types.generate()


def test_the_types_are_up_to_date(generated: dict[Path, str]) -> None:
    assert {file: file.read_text(encoding="utf-8") for file in generated} == generated


@pytest.mark.parametrize("name", ["types.ts", "paths.ts"])
def test_stale_types_are_found(
    name: str, tmp_path: Path, generated: dict[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {tmp_path / file.name: text for file, text in generated.items()}
    for file, text in written.items():
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(client_types, "generate", lambda: written)
    client_types.check()
    stale = tmp_path / name
    stale.write_text(stale.read_text(encoding="utf-8") + "export type Extra = string;\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=f"{name} .* not up to date"):
        client_types.check()


def test_a_path_has_its_parameters_body_and_response(generated: dict[Path, str]) -> None:
    text = generated[client_types.NET / "paths.ts"]
    assert "  '/api/games/{key}': { path: { key: string }; response: GameView };\n" in text
    assert "  '/api/log-in': { body: CredentialsRequest; response: MeView };\n" in text
    assert (
        "  '/api/matches': { query?: { which?: 'mine' | 'turn' | 'open' | 'watch' | null | undefined; most?: number"
        in text
    )


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 0}, "number"),
        ({"type": "string", "enum": ["a", "b"]}, "'a' | 'b'"),
        ({"type": "array", "items": {"oneOf": [{"type": "integer"}, {"type": "string"}]}}, "(number | string)[]"),
        ({"type": ["null", "boolean"]}, "null | boolean"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        ({}, "unknown"),
        ({"$ref": "#/components/schemas/Known"}, "Known"),
        ({"$ref": "#/components/schemas/Local"}, "{ count: number; text?: string }"),
    ],
)
def test_a_schema_becomes_a_type(schema: dict[str, Any], expected: str) -> None:
    local = {"count": {"type": "integer"}, "text": {"type": "string"}}
    components = {"Known": {"title": "Known"}, "Local": {"properties": local, "required": ["count"]}}
    assert Schemas(components, {"Known"}).write(schema) == expected


def test_the_output_is_deterministic(generated: dict[Path, str]) -> None:
    program = "from tools.client_types import generate; print(generate())"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}  # another order of sets than here
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert again.stdout == f"{generated}\n"
