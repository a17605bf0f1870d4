"""Tournaments: pairing of rounds, standings and tie-breaks."""
