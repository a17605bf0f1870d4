"""Play in a terminal, line by line, through the contract of games only."""
