"""Matches, game records and studies. Nothing here does input or output."""
