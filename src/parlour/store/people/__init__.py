"""People: accounts, guests, logins, and what belongs to a person."""
