"""Play in a terminal, line by line. It knows games only by their contract."""
