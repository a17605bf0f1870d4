"""Public keys of people, whose ids stay private."""

from __future__ import annotations

import hashlib


def person_key(person: str) -> str:
    """Return the key by which others refer to a person."""
    return hashlib.sha256(f"lobby {person}".encode()).hexdigest()[:16]
