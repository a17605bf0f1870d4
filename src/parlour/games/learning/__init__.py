"""Lessons, puzzles and diagrams of the rules pages."""
