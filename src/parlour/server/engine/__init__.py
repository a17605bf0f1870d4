"""Search over a WebSocket: analysis, hints, threats, coach and game reviews."""
