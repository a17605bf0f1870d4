"""The full-screen terminal client, made with Textual: board, players, moves and library of any game."""
