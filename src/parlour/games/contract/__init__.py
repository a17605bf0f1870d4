"""The contract of a game: `Game`, `Position` and the types they use."""
