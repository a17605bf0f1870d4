"""Studies: saved trees of variations."""
