"""A club to look at, and hands that nobody played."""
