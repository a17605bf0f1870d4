"""Compiled solvers: retrograde analysis, proof search and forced wins."""
