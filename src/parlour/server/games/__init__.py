"""Game descriptions, positions outside a match, and the position editor."""
