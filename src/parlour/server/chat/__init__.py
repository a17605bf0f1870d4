"""Chat in the lobby and in network matches."""
