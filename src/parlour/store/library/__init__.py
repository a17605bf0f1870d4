"""The library of a person: games, notes, records, saved positions and studies."""
