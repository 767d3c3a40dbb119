"""The longest texts that people may type, by what they are for."""

from __future__ import annotations

LONGEST_COLOUR = 20


LONGEST_NAME = 80


LONGEST_REASON = 200
