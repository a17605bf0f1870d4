"""Errors of the engine protocol."""

from parlour.errors import ParlourError


class ProtocolError(ParlourError):
    """Raised for a command that cannot be parsed, or cannot be carried out now."""


class EngineFault(ParlourError):
    """Raised if a foreign engine does not start, does not answer, exits, or gives an invalid answer."""
