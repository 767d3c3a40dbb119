"""Leagues between evenings: who meets whom, the table, why it stands so, and what may still become of it."""
