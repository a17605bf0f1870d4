"""Export games, studies and puzzles as self-contained pages and pictures."""
