"""Where an evening stands, and the names of what is done to it.

An evening is in exactly one status. Each act (`tournaments.replay.acts`) is allowed in some of them and leads to one.
The life of a round is the stretch from `start` to `close` and needs no status of its own: the current round is the
evening's.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scoring.derivation import gettext_noop


class Status(StrEnum):
    """Where an evening stands."""

    DRAFT = "draft"
    CHECK_IN = "check_in"
    SEATED = "seated"
    PLAYING = "playing"
    BELL = "bell"
    SETTLED = "settled"
    DRAFTED = "drafted"
    MOVED = "moved"
    FINISHED = "finished"
    PUBLISHED = "published"
    ABANDONED = "abandoned"


class Act(StrEnum):
    """What somebody does to an evening; each is one kind of ledger entry."""

    MAKE = "make"
    CHANGE_PLAN = "change_plan"
    OPEN_DOORS = "open_doors"
    CHECK_IN = "check_in"
    CHECK_OUT = "check_out"
    DRAW = "draw"
    SEAT = "seat"
    SWAP = "swap"
    REOPEN_DOORS = "reopen_doors"
    SCHEDULE = "schedule"
    START = "start"
    ENTER_HAND = "enter_hand"
    RING = "ring"
    STOP = "stop"
    CUT = "cut"
    CLOSE = "close"
    DRAFT_MOVE = "draft_move"
    SWAP_DRAFT = "swap_draft"
    PUBLISH_MOVE = "publish_move"
    ARRIVE = "arrive"
    LEAVE = "leave"
    SUBSTITUTE = "substitute"
    FINISH = "finish"
    CUT_PRIZE = "cut_prize"
    PUBLISH = "publish"
    ABANDON = "abandon"
    ENTER_AGAIN = "enter_again"
    CONFIRM_HAND = "confirm_hand"
    SETTLE_DISPUTE = "settle_dispute"
    LATE_HAND = "late_hand"
    TAKE_LATE = "take_late"
    LEAVE_OUT_LATE = "leave_out_late"
    CORRECT_HAND = "correct_hand"
    NOTE_HAND = "note_hand"
    WRONG_SEATS = "wrong_seats"
    PENALTY = "penalty"
    ADJUST_GAME = "adjust_game"
    NOT_PLAYED = "not_played"
    WITHDRAW = "withdraw"
    TAKE_BACK_BELL = "take_back_bell"
    MOVE_BELL = "move_bell"
    RECALL_MOVE = "recall_move"
    REOPEN_RESULTS = "reopen_results"
    LOOK = "look"


STATUS_WORDS: Final = MappingProxyType(
    {
        Status.DRAFT: gettext_noop("being set up"),
        Status.CHECK_IN: gettext_noop("doors open"),
        Status.SEATED: gettext_noop("seats drawn"),
        Status.PLAYING: gettext_noop("in play"),
        Status.BELL: gettext_noop("the bell has rung"),
        Status.SETTLED: gettext_noop("round settled"),
        Status.DRAFTED: gettext_noop("move drafted"),
        Status.MOVED: gettext_noop("next seats announced"),
        Status.FINISHED: gettext_noop("finished"),
        Status.PUBLISHED: gettext_noop("published"),
        Status.ABANDONED: gettext_noop("abandoned"),
    }
)
"""How people are told where an evening stands."""
