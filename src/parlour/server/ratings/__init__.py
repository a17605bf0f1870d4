"""Ratings of players and leaderboards."""
