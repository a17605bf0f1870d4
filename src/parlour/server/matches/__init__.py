"""Matches: set-up, play over WebSockets, bots, replay."""
