"""Convert chat messages into views."""

from __future__ import annotations

from parlour.server.chat.messages import ChatLineView
from parlour.server.chat.notices import ChatLine
from parlour.server.person_keys import person_key


def line_view(line: ChatLine) -> ChatLineView:
    """Return a message as others see it."""
    return ChatLineView(line.id, line.at, person_key(line.person), line.name, line.seat, line.phrase, line.text)
