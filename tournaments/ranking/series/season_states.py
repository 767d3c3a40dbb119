"""How far a season is, and the names of what is done to it; `tournaments.league.acts` has the acts themselves."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scoring.derivation import gettext_noop


class SeasonAct(StrEnum):
    """What somebody does to a season; each is one kind of entry in its ledger."""

    MAKE = "make"
    CHANGE = "change"
    OPEN = "open"
    CHOOSE = "choose"
    VOID = "void"
    TAKE = "take"
    MOVE = "move"
    BONUS = "bonus"
    CATEGORY = "category"
    LOTS = "lots"
    WITHDRAW = "withdraw"
    MERGE = "merge"
    DIVIDE = "divide"
    ENTER = "enter"
    LEAVE = "leave"
    DRAW = "draw"
    RESULT = "result"
    POSTPONE = "postpone"
    PLAY_OFF = "play_off"
    CLOSE = "close"
    REOPEN = "reopen"


STAGE_WORDS: Final = MappingProxyType(
    {
        "draft": gettext_noop("being set up"),
        "open": gettext_noop("under way"),
        "closed": gettext_noop("over"),
    }
)
"""How people are told how far a season is."""
