"""Play the matches of a bot account with an engine.

The events of the server say in which match the bot is to move. No state of a match is kept: it is requested before each
move, so that a lost connection, a take-back or a restarted server needs no special handling.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from parlour.bridge.server_client import BridgeError, ConnectionLost, Json, ServerClient
from parlour.engine.protocol.client import EngineProcess
from parlour.engine.protocol.errors import EngineFault
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games.contract.position import Position

log = logging.getLogger("parlour.bridge")

RECONNECT_SECONDS = 1.0
MAX_RECONNECT_SECONDS = 30.0
CLOCK_SHARE = 30
"""A move gets this fraction of the time that is left on the clock."""
MIN_SECONDS = 0.05
REMATCH_SECONDS = 300.0
"""How long a rematch can be offered after a match."""


def position_of(snapshot: Json) -> Position:
    """Return the position of a match, with the moves that led to it."""
    match, state = snapshot["match"], snapshot["state"]
    game = find_game(match["game"])
    position = game.read(match["start"], game.check(match["options"]))
    for turn in state["turns"]:
        for move in turn["moves"]:
            position.play(move["text"])
    return position


def seconds_for(snapshot: Json, most: float) -> float:
    """Return the time for the next move: `most`, or less if the clock demands it."""
    left = snapshot["state"]["clock"]["left"][snapshot["state"]["position"]["seat"]]
    return most if left is None else max(MIN_SECONDS, min(most, left / 1000 / CLOCK_SHARE))


async def _next_message(messages: AsyncGenerator[Json, None], ends: float | None) -> Json | None:
    """Return the next message; None when the connection or the time is over."""
    try:
        async with asyncio.timeout_at(ends):
            return await anext(messages, None)
    except TimeoutError:
        return None


class Bridge:
    """An engine, and the bot account for which it plays."""

    def __init__(self, client: ServerClient, command: Sequence[str] | str, seconds: float = 1.0) -> None:
        self._client = client
        self._command = command
        self._seconds = seconds
        self._engine: EngineProcess | None = None
        self._thinking = asyncio.Lock()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._attending: dict[str, asyncio.Task[None]] = {}
        """The matches that the bot has open, so that it is present and answers offers."""
        self._again: set[str] = set()
        """Matches with an event that arrived while the bot's turn was being played."""

    async def join(self, code: str) -> None:
        """Join the match with a code."""
        match = await self._client.match_of_code(code)
        await self._client.post(f"/matches/{match}/join", {})

    async def run(self) -> None:
        """Play until cancelled; connect again after lost connections.

        Raise `EngineFault` if the engine does not start, and `BridgeError` if the token is refused.
        """
        pause = RECONNECT_SECONDS
        try:
            await asyncio.to_thread(self._start_engine)
            while True:
                try:
                    me = await self._client.get("/me")  # reports why a token is refused; a WebSocket does not
                    log.info("Playing as %s at %s", me["person"]["name"], self._client.address)
                    async with aclosing(self._client.messages("/page")) as messages:
                        async for message in messages:
                            pause = RECONNECT_SECONDS
                            await self._on_message(message)
                except ConnectionLost as lost:
                    log.warning("No connection to %s (%s). Trying again in %g s.", self._client.address, lost, pause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RECONNECT_SECONDS)
        finally:
            tasks = [*self._playing.values(), *self._attending.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(self._end_engine)

    async def _on_message(self, message: Json) -> None:
        match message["type"]:
            case "hello":
                for found in await self._client.get("/matches?which=mine"):
                    self._play(found["id"])
            case "your-turn":
                self._play(message["match"])
            case "challenge" if message["incoming"] and message["end"] is None:
                answer = {"type": "answer-challenge", "challenge": message["id"], "yes": True}
                await self._client.send(answer)

    def _play(self, match: str) -> None:
        """Play the bot's turn in a match, immediately or after the work in progress there."""
        if match not in self._attending:
            attending = self._attending[match] = asyncio.create_task(self._attend(match))
            attending.add_done_callback(lambda task: self._on_attended(match, task))
        if match in self._playing:
            self._again.add(match)
            return
        task = self._playing[match] = asyncio.create_task(self._play_turn(match))
        task.add_done_callback(lambda _: self._on_played(match))

    async def _attend(self, match: str) -> None:
        """Have a match open, and answer its offers, until some time after its end.

        A rematch is accepted like a challenge. Everything else is declined: an engine cannot judge it.
        """
        async with aclosing(self._client.another().messages(f"/matches/{match}/live")) as messages:
            ends: float | None = None
            while (message := await _next_message(messages, ends)) is not None:
                if "state" not in message:
                    continue
                state, mine = message["state"], message["you"]["seats"]
                for offer in state["offers"]:
                    if set(mine) & set(offer["waiting"]):
                        answer = {"do": "answer", "offer": offer["id"], "yes": offer["what"] == "rematch"}
                        await self._client.post(f"/matches/{match}/commands", answer)
                if state["status"] == "over" and ends is None:
                    ends = asyncio.get_running_loop().time() + REMATCH_SECONDS

    def _on_attended(self, match: str, task: asyncio.Task[None]) -> None:
        self._attending.pop(match)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.info("Match %s: %s", match, fault)  # the next turn opens the match again

    def _on_played(self, match: str) -> None:
        task = self._playing.pop(match)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("Match %s: %s", match, fault)
        if match in self._again:
            self._again.discard(match)
            self._play(match)

    async def _play_turn(self, match: str) -> None:
        while True:
            snapshot = await self._client.get(f"/matches/{match}")
            state = snapshot["state"]
            if state["status"] != "running" or state["position"]["seat"] not in snapshot["you"]["seats"]:
                return
            position = position_of(snapshot)
            move = await self._choose(position, seconds_for(snapshot, self._seconds))
            command = {"do": "move", "ply": state["ply"], "text": position.write_move(move)}
            try:
                await self._client.post(f"/matches/{match}/commands", command)
            except BridgeError as refused:  # the match has advanced or ended meanwhile: look at it again
                log.info("Match %s: %s", match, refused)
                await asyncio.sleep(MIN_SECONDS)

    async def _choose(self, position: Position, seconds: float) -> int:
        """Return the engine's move; if it fails, restart it, and return a random legal move."""
        async with self._thinking:
            try:
                return await asyncio.to_thread(self._ask_engine, position, seconds)
            except EngineFault as fault:
                log.error("%s A random move is played.", fault)
                await asyncio.to_thread(self._end_engine)
                return random.choice(position.moves())

    def _ask_engine(self, position: Position, seconds: float) -> int:
        return self._start_engine().choose(position, seconds=seconds)

    def _start_engine(self) -> EngineProcess:
        """Return the engine, started if it is not running."""
        self._engine = self._engine or EngineProcess(self._command)
        return self._engine

    def _end_engine(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


async def run_bridge(bridge: Bridge, codes: Sequence[str]) -> None:
    """Join the matches with some codes, and play."""
    for code in codes:
        try:
            await bridge.join(code)
        except ParlourError as fault:
            log.error("%s: %s", code, fault)
    await bridge.run()
