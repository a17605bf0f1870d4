"""The club: tournaments, ratings, classes, homework, statistics."""
