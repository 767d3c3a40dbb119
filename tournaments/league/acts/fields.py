"""Field types of the acts of a season, with the bounds on what somebody may enter.

Whether there is such a fixture, entrant or evening the act itself says, or who looks it up for it.
"""

from __future__ import annotations

from typing import Annotated, Final

from tournaments.evening.acts.fields import EntryBounds

MOST_ENTRANTS: Final = 1000
LARGEST_KEY: Final = 2**63 - 1
LONGEST_NAME: Final = 40
"""Of a division or a category."""
LARGEST_LOTS: Final = 1000
"""Between so many at most lots are drawn."""
LONGEST_KEY: Final = 19
MOST_LINES: Final = 1000

EntrantNumber = Annotated[int, EntryBounds(ge=1, le=MOST_ENTRANTS)]
Level = Annotated[int, EntryBounds(ge=1, le=MOST_ENTRANTS)]
"""The level of a division, 1 for the highest."""
PlayerKey = Annotated[int, EntryBounds(ge=1, le=LARGEST_KEY)]
FixtureCode = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_NAME)]
EveningAddress = Annotated[str, EntryBounds(min_length=3, max_length=200)]
"""`club/evening`, as their addresses have them."""
Category = Annotated[str, EntryBounds(max_length=LONGEST_NAME)]
Word = Annotated[str, EntryBounds(max_length=20)]
PersonOrEntrant = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_KEY)]
"""The id of a player in a season of evenings, the number of an entrant in one of fixtures."""
Line = Annotated[str, EntryBounds(max_length=500)]
