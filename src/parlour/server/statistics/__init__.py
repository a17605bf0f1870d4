"""Statistics of the club: what is played, when, by whom, and with which openings."""
