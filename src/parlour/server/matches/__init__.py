"""Live matches: set-up, play over WebSockets, bots, review."""
