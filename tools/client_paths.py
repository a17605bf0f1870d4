"""Write the TypeScript types of the server's HTTP paths, from its OpenAPI schema.

    python -m tools.client_types

writes them to web/src/lib/net/paths.ts, beside the message types that they refer to. There is an interface for each
method; it maps a path to the types of its path parameters, query, body and response, so that the compiler checks every
request of the page.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from litestar.routes import WebSocketRoute

from parlour.server.app import make_app
from parlour.server.settings import ServerSettings

HEADING = "// Made by `python -m tools.client_types` from the server's OpenAPI schema. Do not edit.\n"
METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "/api/"


class Schemas:
    """Translate JSON schemas to TypeScript, and collect the message types that they refer to."""

    def __init__(self, components: dict[str, Any], known: set[str]) -> None:
        self._components = components
        self._known = known
        self.used: set[str] = set()

    def write(self, schema: dict[str, Any]) -> str:
        """Return a schema as a TypeScript type."""
        if "$ref" in schema:
            return self._message(schema["$ref"].rsplit("/", 1)[-1])
        for union in ("oneOf", "anyOf"):
            if union in schema:
                return " | ".join(dict.fromkeys(self.write(each) for each in schema[union]))
        if "enum" in schema:
            return " | ".join(_literal(value) for value in schema["enum"])
        if "const" in schema:
            return _literal(schema["const"])
        kinds = schema.get("type", [])
        if isinstance(kinds, str):
            kinds = [kinds]
        return " | ".join(dict.fromkeys(self._plain(kind, schema) for kind in kinds)) or "unknown"

    def _plain(self, kind: str, schema: dict[str, Any]) -> str:
        match kind:
            case "string" | "boolean" | "null":
                return kind
            case "integer" | "number":
                return "number"
            case "array":
                item = self.write(schema.get("items", {}))
                return f"({item})[]" if "|" in item else f"{item}[]"
            case "object":
                return f"Record<string, {self.write(schema.get('additionalProperties') or {})}>"
            case _:
                raise TypeError(f"No TypeScript for the schema {schema}")

    def _message(self, component: str) -> str:
        """Return the name of a message type, or the type itself for other structs."""
        schema = self._components[component]
        name: str = schema.get("title") or component
        if name in self._known:
            self.used.add(name)
            return name
        required = schema.get("required", ())
        fields = schema["properties"].items()
        written = [f"{key}{'' if key in required else '?'}: {self.write(kind)}" for key, kind in fields]
        return f"{{ {'; '.join(written)} }}"


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _parameters(schemas: Schemas, operation: dict[str, Any], place: str) -> str:
    """Return the parameters of one place ("path" or "query") as an object type; "" if there are none.

    The client leaves out what is null or undefined, so optional parameters may be either.
    """
    fields = []
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == place:
            kind = schemas.write(parameter["schema"])
            if parameter.get("required"):
                fields.append(f"{parameter['name']}: {kind}")
            else:
                kinds = dict.fromkeys([*kind.split(" | "), "null", "undefined"])
                fields.append(f"{parameter['name']}?: {' | '.join(kinds)}")
    return f"{{ {'; '.join(fields)} }}" if fields else ""


def _operation(schemas: Schemas, operation: dict[str, Any]) -> str:
    parts = []
    if path := _parameters(schemas, operation, "path"):
        parts.append(f"path: {path}")
    if query := _parameters(schemas, operation, "query"):
        required = any(one["in"] == "query" and one.get("required") for one in operation["parameters"])
        parts.append(f"query{'' if required else '?'}: {query}")
    if "requestBody" in operation:
        parts.append(f"body: {schemas.write(_content(operation['requestBody']))}")
    [answer] = [response for status, response in operation["responses"].items() if status.startswith("2")]
    parts.append(f"response: {schemas.write(_content(answer)) if answer.get('content') else 'undefined'}")
    return f"{{ {'; '.join(parts)} }}"


def _content(holder: dict[str, Any]) -> dict[str, Any]:
    [content] = holder["content"].values()
    schema: dict[str, Any] = content["schema"]
    return schema


def _read_server() -> tuple[dict[str, Any], list[str]]:
    """Return the server's OpenAPI schema and the paths of its WebSockets."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(ServerSettings(folder=Path(folder))).litestar
        schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
        sockets = [route.path_format for route in app.routes if isinstance(route, WebSocketRoute)]
    return schema, sorted(sockets)


def generate(known: set[str]) -> str:
    """Return the text of paths.ts; `known` are the names of the message types."""
    schema, sockets = _read_server()
    schemas = Schemas(schema["components"]["schemas"], known)
    blocks = []
    for method in METHODS:
        lines = [
            f"  '{path}': {_operation(schemas, operations[method])};\n"
            for path, operations in sorted(schema["paths"].items())
            if path.startswith(PREFIX) and method in operations
        ]
        blocks.append(f"export interface {method.capitalize()}Paths {{\n{''.join(lines)}}}\n")
    blocks.append(f"export type SocketPath = {' | '.join(_literal(path) for path in sockets)};\n")
    names = "".join(f"  {name},\n" for name in sorted(schemas.used))
    return f"{HEADING}import type {{\n{names}}} from './types.ts';\n\n" + "\n".join(blocks)
