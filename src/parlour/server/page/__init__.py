"""The WebSocket that every page holds open."""
