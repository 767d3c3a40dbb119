"""Field types of acts, with the bounds on what somebody may enter.

Whether there is such a table, hand or ticket the act itself says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

MOST_AT_ONCE: Final = 2000
MOST_TABLES: Final = 500
MOST_ROUNDS: Final = 1000
MOST_HANDS: Final = 1000
LARGEST_ENTRY: Final = 2**31 - 1
MOST_POINTS: Final = 1000
LONGEST_CODE: Final = 16


@dataclass(frozen=True, slots=True)
class EntryBounds:
    """The bounds of a field where it is entered, called as pydantic calls them; None for no bound."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None


TableNumber = Annotated[int, EntryBounds(ge=1, le=MOST_TABLES)]
RoundNumber = Annotated[int, EntryBounds(ge=1, le=MOST_ROUNDS)]
HandNumber = Annotated[int, EntryBounds(ge=1, le=MOST_HANDS)]
EntryNumber = Annotated[int, EntryBounds(ge=1, le=LARGEST_ENTRY)]
"""The number of an entry in the ledger."""
Points = Annotated[int, EntryBounds(ge=-MOST_POINTS, le=MOST_POINTS)]
Code = Annotated[str, EntryBounds(min_length=1, max_length=LONGEST_CODE)]
"""The code of a ticket."""
CutCard = Annotated[str, EntryBounds(min_length=1, max_length=8)]
"""A card that was cut, as somebody calls it: "K♠", "10h"."""
