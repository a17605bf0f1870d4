"""The club: tournaments and ratings. Everything here is pure: no input, output, clock or database."""
