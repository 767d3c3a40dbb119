"""Clubs: the people they know, their officers, their house rules, and who may do what."""
