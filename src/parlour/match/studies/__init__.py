"""Studies: games with variations and comments."""
