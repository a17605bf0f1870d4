"""The engine protocol, see docs/protocol.md: ask foreign engines for moves, and serve other front ends."""

from parlour.engine.protocol.client import EngineProcess
from parlour.engine.protocol.errors import EngineFault, ProtocolError
from parlour.engine.protocol.registry import RegisteredEngine, registered_engines
from parlour.engine.protocol.server import ProtocolServer

__all__ = ["EngineFault", "EngineProcess", "ProtocolError", "ProtocolServer", "RegisteredEngine", "registered_engines"]
