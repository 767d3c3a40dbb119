"""The life of a season: what may be done to it while it is set up, under way, and over. One table."""

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


_SETTING_UP: Final = frozenset({"draft"})
_UNDER_WAY: Final = frozenset({"open"})
_NOT_OVER: Final = frozenset({"draft", "open"})
_ALWAYS: Final = frozenset({"draft", "open", "closed"})
ALLOWED: Final = MappingProxyType(
    {
        SeasonAct.MAKE: _SETTING_UP,
        SeasonAct.CHANGE: _NOT_OVER,
        SeasonAct.OPEN: _SETTING_UP,
        SeasonAct.CHOOSE: _NOT_OVER,
        SeasonAct.VOID: _UNDER_WAY,
        # What a publication brings is taken whenever it comes: a corrected result moves a season that is over.
        SeasonAct.TAKE: _ALWAYS,
        SeasonAct.MOVE: _ALWAYS,
        SeasonAct.BONUS: _UNDER_WAY,
        SeasonAct.CATEGORY: _NOT_OVER,
        SeasonAct.LOTS: _UNDER_WAY,
        SeasonAct.WITHDRAW: _UNDER_WAY,
        SeasonAct.MERGE: _ALWAYS,
        SeasonAct.DIVIDE: _SETTING_UP,
        SeasonAct.ENTER: _NOT_OVER,
        SeasonAct.LEAVE: _NOT_OVER,
        SeasonAct.DRAW: _UNDER_WAY,
        SeasonAct.RESULT: _UNDER_WAY,
        SeasonAct.POSTPONE: _UNDER_WAY,
        SeasonAct.PLAY_OFF: _UNDER_WAY,
        SeasonAct.CLOSE: _UNDER_WAY,
        SeasonAct.REOPEN: frozenset({"closed"}),
    }
)
"""In which stages each act is possible; whatever is not in the table is refused."""
LEADS_TO: Final = MappingProxyType(
    {SeasonAct.OPEN: "open", SeasonAct.CLOSE: "closed", SeasonAct.REOPEN: "open"}
)
"""The stage an act leads to; all others leave it."""

STAGE_WORDS: Final = MappingProxyType(
    {
        "draft": gettext_noop("being set up"),
        "open": gettext_noop("under way"),
        "closed": gettext_noop("over"),
    }
)
ACT_WORDS: Final = MappingProxyType(
    {
        SeasonAct.MAKE: gettext_noop("set the season up"),
        SeasonAct.CHANGE: gettext_noop("change the season"),
        SeasonAct.OPEN: gettext_noop("open the season"),
        SeasonAct.CHOOSE: gettext_noop("choose an evening"),
        SeasonAct.VOID: gettext_noop("declare an evening void"),
        SeasonAct.TAKE: gettext_noop("take an evening in"),
        SeasonAct.MOVE: gettext_noop("take a corrected evening in"),
        SeasonAct.BONUS: gettext_noop("give a bonus or a penalty"),
        SeasonAct.CATEGORY: gettext_noop("put somebody into a category"),
        SeasonAct.LOTS: gettext_noop("draw lots"),
        SeasonAct.WITHDRAW: gettext_noop("withdraw an entry"),
        SeasonAct.MERGE: gettext_noop("read two players as one person"),
        SeasonAct.DIVIDE: gettext_noop("make the divisions"),
        SeasonAct.ENTER: gettext_noop("enter somebody"),
        SeasonAct.LEAVE: gettext_noop("withdraw an entrant"),
        SeasonAct.DRAW: gettext_noop("make fixtures"),
        SeasonAct.RESULT: gettext_noop("enter a result"),
        SeasonAct.POSTPONE: gettext_noop("postpone a fixture"),
        SeasonAct.PLAY_OFF: gettext_noop("make play-offs"),
        SeasonAct.CLOSE: gettext_noop("close the season"),
        SeasonAct.REOPEN: gettext_noop("reopen the season"),
    }
)
"""What each act is called."""


def is_possible(act: SeasonAct, stage: str) -> bool:
    """Whether an act is possible in a stage."""
    return stage in ALLOWED[act]
