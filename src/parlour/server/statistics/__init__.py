"""Statistics of the club: games played, times, players and openings."""
