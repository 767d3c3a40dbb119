"""The longest texts and lists that people may enter, by what they are for."""

from __future__ import annotations

LONGEST_COLOUR = 20
LONGEST_KEY = 64
"""Of a key by which a retry is known."""
LONGEST_NAME = 80
LONGEST_REASON = 200
LONGEST_PLACE = 120
LONGEST_POSTAL_ADDRESS = 200
LONGEST_NOTE = 300
LONGEST_GROUP = 40
LONGEST_MAIL = 120
LONGEST_PHONE = 40
LONGEST_NUMBER = 20
MOST_NAMES_AT_ONCE = 2000
"""More than any club has members; a longer list holds up everybody else, and is none of names."""

LONGEST_TOKEN_NAME = 60
"""What a key to the REST door is for."""
