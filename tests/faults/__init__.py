"""Faults made on purpose against the server's own commands: what was acknowledged must be there afterwards."""
