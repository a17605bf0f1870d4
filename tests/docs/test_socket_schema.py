"""The JSON Schema of the messages on WebSockets is current and describes what a server sends."""

import msgspec

from parlour.server.matches.live_messages import MatchSocketMessage
from parlour.server.page.messages import PageSocketMessage
from tools.client_types import SOCKET_SCHEMA, socket_schema


def test_the_schema_is_current() -> None:
    assert SOCKET_SCHEMA.read_text(encoding="utf-8") == socket_schema(), "run python -m tools.client_types"


def test_every_message_is_in_the_schema() -> None:
    schema = msgspec.json.decode(socket_schema())
    for kind in (*MatchSocketMessage.__args__, *PageSocketMessage.__args__):
        assert kind.__struct_config__.tag in schema["$defs"][kind.__name__]["properties"]["type"]["enum"]
    assert len(schema["sockets"]) == 4
