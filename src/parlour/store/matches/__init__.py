"""Matches, their rows, and what servers and players watch in them."""
