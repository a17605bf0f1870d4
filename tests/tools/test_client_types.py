"""The TypeScript types of what crosses the wire."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import inspect

from tools import client_types
from tools.client_types import Types


class Inner(msgspec.Struct):
    """Something inside."""

    name: str


class Said(msgspec.Struct, tag_field="type", tag="said"):
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


def test_what_the_server_sends_has_every_field() -> None:
    assert written(Said) == (
        "/** What the server says. */\n"
        "export interface Said {\n"
        '  type: "said";\n'
        "  inner: Inner;\n"
        "  many: (number | string)[];\n"
        "  pair: [number, number];\n"
        '  mood: "bad" | "good";\n'
        "  rest: Record<string, boolean> | null;\n"
        "}\n"
    )


def test_what_a_client_may_leave_out_is_optional() -> None:
    assert "  must: number;\n  may?: number;\n" in written(Asked)


def test_what_a_type_contains_is_declared_after_it() -> None:
    types = Types()
    types.declare(Said)
    assert list(types.declared) == ["Said", "Inner"]


def test_two_types_of_one_name_are_refused() -> None:
    types = Types()
    types.declare(Inner)
    other = msgspec.defstruct("Inner", [("name", int)])
    with pytest.raises(ValueError, match="Two types are called Inner"):
        types.declare(other)


def test_a_type_without_a_counterpart_is_refused() -> None:
    with pytest.raises(TypeError, match="No TypeScript"):
        Types().write(inspect.type_info(type(lambda: None)))


def test_stale_types_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "types.ts"
    shutil.copy(client_types.TARGET, copy)
    monkeypatch.setattr(client_types, "TARGET", copy)
    client_types.check()
    copy.write_text(copy.read_text(encoding="utf-8") + "export type Extra = string;\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="not up to date"):
        client_types.check()


def test_the_same_every_time() -> None:
    def generated() -> str:
        program = "from tools.client_types import generate; print(generate())"
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert generated() == generated()
