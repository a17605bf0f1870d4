"""Play and its records: no input or output here."""
