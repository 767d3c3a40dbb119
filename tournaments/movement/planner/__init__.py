"""Plans whole evenings for any number of players and rounds, and mends them when things go otherwise."""
