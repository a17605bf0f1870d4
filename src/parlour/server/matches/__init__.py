"""Matches: set-up, play over WebSockets, bots, review."""
