"""Evenings make a season: rules as data with a sentence each, points, tables that say why, prizes. Whole numbers."""
