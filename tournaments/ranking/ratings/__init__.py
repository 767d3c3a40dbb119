"""Ratings with their uncertainty, recomputed from the history of games; and handicaps made of them by a rule."""
