"""Errors of the engine protocol."""

from parlour.errors import ParlourError


class ProtocolError(ParlourError):
    """A command that cannot be understood or not be followed now."""


class EngineFault(ParlourError):
    """A foreign engine that does not start, does not answer, ends, or answers nonsense."""
