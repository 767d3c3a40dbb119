"""Movements that ask how people fared: a ladder, Swiss rounds, the best together at the top tables, a knock-out."""
