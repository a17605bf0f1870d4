"""A player's games: filters, notes, import, export, deletion."""
