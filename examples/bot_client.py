"""Play random moves on a Parlour server with the token of a bot account; see docs/bot-api.md.

    PARLOUR_TOKEN=parlour_… python bot_client.py http://localhost:8420 [CODE]

With the code of a match, join it first. Needs `pip install websockets`; the rest is in the standard library.
"""

import json
import os
import random
import sys
import time
import urllib.request
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

HEADERS = {"Authorization": f"Bearer {os.environ.get('PARLOUR_TOKEN', '')}", "Content-Type": "application/json"}


def ask(address: str, path: str, body: object = None) -> Any:
    """Return the answer to GET, or to POST with a body."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api{path}", data, HEADERS)) as answer:
        return json.load(answer)


def move(address: str, match: str) -> None:
    """Play moves as long as it is the bot's turn."""
    while True:
        found = ask(address, f"/matches/{match}")
        state, seats = found["state"], found["you"]["seats"]
        if state["status"] != "running" or state["position"]["seat"] not in seats:
            return
        chosen = random.choice(state["position"]["legal"])
        ask(address, f"/matches/{match}/commands", {"do": "move", "ply": state["ply"], "index": chosen["index"]})


def main(address: str, *codes: str) -> None:
    for code in codes:
        ask(address, f"/matches/{ask(address, f'/codes/{code}')['id']}/join", {})
    while True:
        try:
            with connect(f"ws{address.removeprefix('http')}/api/page", additional_headers=HEADERS) as events:
                for event in map(json.loads, events):
                    if event["type"] == "hello":  # connected: look for what has happened before
                        for match in ask(address, "/matches?which=mine"):
                            move(address, match["id"])
                    elif event["type"] == "your-turn":
                        move(address, event["match"])
                    elif event["type"] == "challenge" and event["incoming"] and event["end"] is None:
                        events.send(json.dumps({"type": "answer-challenge", "challenge": event["id"], "yes": True}))
        except (OSError, WebSocketException) as lost:
            print(f"Connecting again: {lost}", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
