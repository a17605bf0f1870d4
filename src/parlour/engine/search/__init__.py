"""Compiled search: alpha-beta and Monte Carlo tree search."""
