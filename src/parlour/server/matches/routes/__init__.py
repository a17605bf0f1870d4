"""Request handlers and the WebSocket of matches."""
