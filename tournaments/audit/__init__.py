"""Who did what in a club: what is kept for that alone, with the acts of the ledgers of its evenings and seasons."""
