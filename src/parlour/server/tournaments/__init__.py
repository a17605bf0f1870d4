"""Tournaments: create, join, organise, follow, print and export."""
