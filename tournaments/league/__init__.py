"""Leagues and their seasons, of fixtures and of evenings; and who is who."""
