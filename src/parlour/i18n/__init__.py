"""Message catalogues, plural rules, and translation of errors."""
