"""The life of an evening, as one transition table.

An evening is in exactly one status. Each act is allowed in some of them and leads to one; whatever is not in
the table is refused. The life of a round is the stretch from `start` to `close` and needs no status of its
own: the current round is the evening's.
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
ACT_WORDS: Final = MappingProxyType(
    {
        Act.MAKE: gettext_noop("make the evening"),
        Act.CHANGE_PLAN: gettext_noop("change the plan"),
        Act.OPEN_DOORS: gettext_noop("open the doors"),
        Act.CHECK_IN: gettext_noop("let people in"),
        Act.CHECK_OUT: gettext_noop("take a ticket back"),
        Act.DRAW: gettext_noop("draw the seats"),
        Act.SEAT: gettext_noop("place everybody by hand"),
        Act.SWAP: gettext_noop("swap two players"),
        Act.REOPEN_DOORS: gettext_noop("go back to the open doors"),
        Act.SCHEDULE: gettext_noop("announce another schedule"),
        Act.START: gettext_noop("start the round"),
        Act.ENTER_HAND: gettext_noop("enter a hand"),
        Act.RING: gettext_noop("ring the bell"),
        Act.STOP: gettext_noop("stop the round"),
        Act.CUT: gettext_noop("record a cut"),
        Act.CLOSE: gettext_noop("close the round"),
        Act.DRAFT_MOVE: gettext_noop("work out the next seats"),
        Act.SWAP_DRAFT: gettext_noop("swap two players of the draft"),
        Act.PUBLISH_MOVE: gettext_noop("announce the next seats"),
        Act.ARRIVE: gettext_noop("let somebody in late"),
        Act.LEAVE: gettext_noop("let somebody leave"),
        Act.SUBSTITUTE: gettext_noop("let a substitute in"),
        Act.FINISH: gettext_noop("finish the evening"),
        Act.CUT_PRIZE: gettext_noop("record a cut for a prize"),
        Act.PUBLISH: gettext_noop("publish the evening"),
        Act.ABANDON: gettext_noop("abandon the evening"),
        Act.ENTER_AGAIN: gettext_noop("enter a hand from another phone"),
        Act.CONFIRM_HAND: gettext_noop("confirm a hand"),
        Act.SETTLE_DISPUTE: gettext_noop("settle a dispute"),
        Act.LATE_HAND: gettext_noop("put a hand in the late tray"),
        Act.TAKE_LATE: gettext_noop("count a late hand"),
        Act.LEAVE_OUT_LATE: gettext_noop("leave a late hand out"),
        Act.CORRECT_HAND: gettext_noop("correct a hand"),
        Act.NOTE_HAND: gettext_noop("note what a hand should have been"),
        Act.WRONG_SEATS: gettext_noop("record that two players sat in each other’s seats"),
        Act.PENALTY: gettext_noop("give a penalty"),
        Act.ADJUST_GAME: gettext_noop("adjust the score of a game"),
        Act.NOT_PLAYED: gettext_noop("record a game as not played"),
        Act.WITHDRAW: gettext_noop("withdraw a decision"),
        Act.TAKE_BACK_BELL: gettext_noop("take the bell back"),
        Act.MOVE_BELL: gettext_noop("credit another table with the bell"),
        Act.RECALL_MOVE: gettext_noop("recall the next seats"),
        Act.REOPEN_RESULTS: gettext_noop("reopen published results"),
        Act.LOOK: gettext_noop("look at the hands of a table in play"),
    }
)
"""How people are told what an act does."""


_S = Status
_RUNNING = (_S.PLAYING, _S.BELL, _S.SETTLED, _S.DRAFTED, _S.MOVED)
_IN_ROUND = (_S.PLAYING, _S.BELL)
# Published results are reopened first, so that what was published is not changed behind the reader's back.
_MENDABLE = (*_RUNNING, _S.FINISHED)

# act: (from any of these, to this one); None stays where it is.
_TABLE: Final[dict[Act, tuple[tuple[Status, ...], Status | None]]] = {
    Act.MAKE: ((_S.DRAFT,), None),
    Act.CHANGE_PLAN: ((_S.DRAFT, _S.CHECK_IN, _S.SEATED), None),
    Act.OPEN_DOORS: ((_S.DRAFT,), _S.CHECK_IN),
    Act.CHECK_IN: ((_S.CHECK_IN,), None),
    Act.CHECK_OUT: ((_S.CHECK_IN,), None),
    Act.DRAW: ((_S.CHECK_IN, _S.SEATED), _S.SEATED),
    Act.SEAT: ((_S.CHECK_IN, _S.SEATED), _S.SEATED),
    Act.SWAP: ((_S.SEATED,), None),
    Act.REOPEN_DOORS: ((_S.SEATED,), _S.CHECK_IN),
    Act.SCHEDULE: ((_S.SEATED, *_RUNNING), None),
    Act.START: ((_S.SEATED, _S.MOVED), _S.PLAYING),
    Act.ENTER_HAND: ((_S.PLAYING, _S.BELL), None),
    Act.RING: ((_S.PLAYING,), _S.BELL),
    Act.STOP: ((_S.PLAYING,), _S.BELL),
    Act.CUT: ((_S.BELL,), None),
    Act.CLOSE: ((_S.BELL,), _S.SETTLED),
    Act.DRAFT_MOVE: ((_S.SETTLED, _S.DRAFTED), _S.DRAFTED),
    Act.SWAP_DRAFT: ((_S.DRAFTED,), None),
    Act.PUBLISH_MOVE: ((_S.DRAFTED,), _S.MOVED),
    Act.ARRIVE: ((_S.SEATED, *_RUNNING), None),
    Act.LEAVE: ((_S.SEATED, *_RUNNING), None),
    Act.SUBSTITUTE: ((_S.SEATED, *_RUNNING), None),
    Act.FINISH: ((_S.SETTLED, _S.DRAFTED, _S.MOVED), _S.FINISHED),
    Act.CUT_PRIZE: ((_S.FINISHED,), None),
    Act.PUBLISH: ((_S.FINISHED, _S.PUBLISHED), _S.PUBLISHED),
    Act.ABANDON: ((_S.DRAFT, _S.CHECK_IN, _S.SEATED, *_RUNNING), _S.ABANDONED),
    Act.ENTER_AGAIN: (_IN_ROUND, None),
    Act.CONFIRM_HAND: (_MENDABLE, None),
    Act.SETTLE_DISPUTE: (_MENDABLE, None),
    Act.LATE_HAND: ((*_MENDABLE, _S.PUBLISHED), None),
    Act.TAKE_LATE: (_MENDABLE, None),
    Act.LEAVE_OUT_LATE: ((*_MENDABLE, _S.PUBLISHED), None),
    Act.CORRECT_HAND: (_MENDABLE, None),
    Act.NOTE_HAND: ((*_MENDABLE, _S.PUBLISHED), None),
    Act.WRONG_SEATS: (_MENDABLE, None),
    Act.PENALTY: (_MENDABLE, None),
    Act.ADJUST_GAME: (_MENDABLE, None),
    Act.NOT_PLAYED: (_MENDABLE, None),
    Act.WITHDRAW: (_MENDABLE, None),
    Act.TAKE_BACK_BELL: ((_S.BELL,), _S.PLAYING),
    Act.MOVE_BELL: (_MENDABLE, None),
    Act.RECALL_MOVE: ((_S.DRAFTED, _S.MOVED), _S.SETTLED),
    Act.REOPEN_RESULTS: ((_S.PUBLISHED,), _S.FINISHED),
    Act.LOOK: (_IN_ROUND, None),
}
TRANSITIONS = MappingProxyType(_TABLE)


class NotNow(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """The act is not allowed in this status.

    Attributes: `act`, the act refused; `status`, where the evening stands; `allowed`, where the act would be.
    """

    def __init__(self, act: Act, status: Status) -> None:
        self.act = act
        self.status = status
        self.allowed = TRANSITIONS[act][0]
        wanted = ", ".join(self.allowed)
        super().__init__(f"{act} is not possible while the evening is {status}; it is while it is {wanted}")


def after(act: Act, status: Status) -> Status:
    """The status that `act` leads to from `status`. Raises NotNow where the table has no such step."""
    allowed, reached = TRANSITIONS[act]
    if status not in allowed:
        raise NotNow(act, status)
    return status if reached is None else reached


def possible(status: Status) -> frozenset[Act]:
    """Every act that the table allows in `status`."""
    return frozenset(act for act, (allowed, _) in TRANSITIONS.items() if status in allowed)
