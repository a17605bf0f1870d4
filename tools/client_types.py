"""Write the TypeScript types of messages and paths between page and server, from the Python ones.

    python -m tools.client_types

`make lint` fails if web/src/lib/net/types.ts, paths.ts or docs/socket-messages.schema.json, the JSON Schema of the
messages on WebSockets for other programs, is not what this would write.

Every struct in a `messages` module of `parlour.server` and all that it contains becomes an interface; a union with a
name becomes a type. A field that the server always sends is required; one that a client may leave out is optional.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import textwrap
import typing
from pathlib import Path
from types import ModuleType, UnionType

import msgspec
from msgspec import inspect

from parlour import server
from parlour.server.matches import live_messages
from parlour.server.page import messages as page_messages
from tools import client_paths

NET = Path(__file__).parent.parent / "web" / "src" / "lib" / "net"
SOCKET_SCHEMA = Path(__file__).parent.parent / "docs" / "socket-messages.schema.json"
HEADING = "// Made by `python -m tools.client_types` from the messages of parlour.server. Do not edit.\n"


class Types:
    """Declarations, in the order in which they were found."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.source: dict[str, type] = {}

    def declare(self, struct: type[msgspec.Struct]) -> str:
        name = struct.__name__
        if name in self.source:
            if self.source[name] is not struct:
                raise ValueError(f"Two types are called {name}: {self.source[name]} and {struct}")
            return name
        self.source[name] = struct
        self.declared[name] = ""  # reserves its place before the types it contains
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        lines = []
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {literal(info.tag)};")
        may_be_left_out = info.forbid_unknown_fields or struct.__struct_config__.omit_defaults
        for field in info.fields:
            mark = "?" if may_be_left_out and not field.required else ""
            lines.append(f"  {field.encode_name}{mark}: {self.write(field.type)};")
        self.declared[name] = f"{comment(struct)}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        return name

    def alias(self, name: str, union: object) -> None:
        self.declared[name] = f"export type {name} = {self.write(inspect.type_info(union))};\n"

    def write(self, kind: inspect.Type) -> str:
        """Return a type in TypeScript."""
        match kind:
            case inspect.StructType():
                return self.declare(kind.cls)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.write(each) for each in kind.types))
            case inspect.LiteralType():
                return " | ".join(literal(value) for value in kind.values)
            case inspect.EnumType():
                return " | ".join(literal(member.value) for member in kind.cls)
            case inspect.StrType() | inspect.DateTimeType() | inspect.BytesType():
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.TupleType():
                return f"[{', '.join(self.write(each) for each in kind.item_types)}]"
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                item = self.write(kind.item_type)
                return f"({item})[]" if "|" in item else f"{item}[]"
            case inspect.DictType():
                return f"Record<{self.write(kind.key_type)}, {self.write(kind.value_type)}>"
            case inspect.AnyType() | inspect.RawType():
                return "unknown"
            case _:
                raise TypeError(f"No TypeScript for {kind}")


def literal(value: object) -> str:
    return "null" if value is None else msgspec.json.encode(value).decode()


def comment(struct: type) -> str:
    text = textwrap.dedent(struct.__doc__ or "").strip().split("\n\n")[0]
    return "/** " + " ".join(text.split()) + " */\n" if text else ""


def declared_types() -> Types:
    """Return the declarations of all types on the wire."""
    types = Types()
    for module in _message_modules():
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                if value.__module__ == module.__name__ and not value.__subclasses__():
                    types.declare(value)
            elif isinstance(value, UnionType) or (typing.get_origin(value) in (typing.Union, typing.Literal)):
                types.alias(name, value)
    return types


def generate() -> dict[Path, str]:
    """Return the generated files with their texts."""
    types = declared_types()
    return {
        NET / "types.ts": HEADING + "\n" + "\n".join(types.declared.values()),
        NET / "paths.ts": client_paths.generate(set(types.declared)),
        SOCKET_SCHEMA: socket_schema(),
    }


def socket_schema() -> str:
    """Return the JSON Schema of the messages on the WebSockets of a match and of a page."""
    unions = {
        "match socket, to the server": live_messages.MatchSocketRequest,
        "match socket, from the server": live_messages.MatchSocketMessage,
        "event socket, to the server": page_messages.PageSocketRequest,
        "event socket, from the server": page_messages.PageSocketMessage,
    }
    schemas, definitions = msgspec.json.schema_components(unions.values(), ref_template="#/$defs/{name}")
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages on the WebSockets of Parlour: one JSON object per frame",
        "sockets": dict(zip(unions, schemas, strict=True)),
        "$defs": definitions,
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def _message_modules() -> list[ModuleType]:
    """Return the server's modules of messages, from all features."""
    names = [found.name for found in pkgutil.walk_packages(server.__path__, f"{server.__name__}.")]
    return [importlib.import_module(name) for name in sorted(names) if name.endswith("messages")]


def write() -> None:
    for file, text in generate().items():
        file.write_text(text, encoding="utf-8")


def check() -> None:
    """Exit with an error if a generated file is not up to date."""
    for file, text in generate().items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"{file} is not up to date: run python -m tools.client_types.")


if __name__ == "__main__":
    write()
