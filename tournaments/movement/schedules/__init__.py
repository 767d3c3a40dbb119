"""Schedules of whole evenings that are known to be perfect, built from a few numbers each."""
