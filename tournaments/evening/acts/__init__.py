"""Every act of an evening: each is one class, which says all there is to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.derivation import OR, Sentence, listed
from scoring.faults import Faults
from tournaments.evening.acts.act import Act, Elsewhere, Now, Work
from tournaments.evening.acts.bell import MoveBell, Ring, TakeBackBell
from tournaments.evening.acts.corrections import CorrectHand, NoteHand
from tournaments.evening.acts.decisions import AdjustGame, ExchangeSeats, NotPlayed, Penalty, Withdraw
from tournaments.evening.acts.ending import CutPrize, Finish, Publish, ReopenResults
from tournaments.evening.acts.first_seats import Draw, Schedule, Seat, Swap, SwapDraft
from tournaments.evening.acts.hands import (
    ConfirmHand,
    EnterAgain,
    EnterHand,
    LateHand,
    LeaveOutLate,
    SettleDispute,
    TakeLate,
)
from tournaments.evening.acts.move import DraftMove, PublishMove, RecallMove
from tournaments.evening.acts.people import Arrive, CheckIn, CheckOut, Leave, NewTicket, Substitute
from tournaments.evening.acts.round import Close, Cut, Look, Start, Stop
from tournaments.evening.acts.setting_up import Abandon, ChangePlan, Make, OpenDoors, ReopenDoors
from tournaments.evening.status import STATUS_WORDS, Status
from tournaments.refusals import NOT_NOW, fault

__all__ = [
    "ACTS",
    "Abandon",
    "Act",
    "AdjustGame",
    "Arrive",
    "ChangePlan",
    "CheckIn",
    "CheckOut",
    "Close",
    "ConfirmHand",
    "CorrectHand",
    "Cut",
    "CutPrize",
    "DraftMove",
    "Draw",
    "Elsewhere",
    "EnterAgain",
    "EnterHand",
    "ExchangeSeats",
    "Finish",
    "LateHand",
    "Leave",
    "LeaveOutLate",
    "Look",
    "Make",
    "MoveBell",
    "NewTicket",
    "NotNow",
    "NotPlayed",
    "NoteHand",
    "Now",
    "OpenDoors",
    "Penalty",
    "Publish",
    "PublishMove",
    "RecallMove",
    "ReopenDoors",
    "ReopenResults",
    "Ring",
    "Schedule",
    "Seat",
    "SettleDispute",
    "Start",
    "Stop",
    "Substitute",
    "Swap",
    "SwapDraft",
    "TakeBackBell",
    "TakeLate",
    "Withdraw",
    "Work",
    "after",
    "possible",
]

_EVERY: Final[tuple[type[Act], ...]] = (
    Make,
    ChangePlan,
    OpenDoors,
    CheckIn,
    CheckOut,
    Draw,
    Seat,
    Swap,
    ReopenDoors,
    Schedule,
    Start,
    EnterHand,
    Ring,
    Stop,
    Cut,
    Close,
    DraftMove,
    SwapDraft,
    PublishMove,
    Arrive,
    Leave,
    Substitute,
    Finish,
    CutPrize,
    Publish,
    Abandon,
    EnterAgain,
    ConfirmHand,
    SettleDispute,
    LateHand,
    TakeLate,
    LeaveOutLate,
    CorrectHand,
    NoteHand,
    ExchangeSeats,
    Penalty,
    AdjustGame,
    NotPlayed,
    Withdraw,
    TakeBackBell,
    MoveBell,
    RecallMove,
    ReopenResults,
    Look,
)
ACTS: Final[Mapping[str, type[Act]]] = MappingProxyType({act.name: act for act in _EVERY})
"""The acts by what the ledger calls them."""


class NotNow(Faults):
    """The act is not allowed in this status.

    Attributes: `act`, the act refused; `status`, where the evening stands; `allowed`, where the act would be.
    """

    def __init__(self, act: type[Act], status: Status) -> None:
        self.act, self.status, self.allowed = act, status, act.when
        why = fault(
            "evening.status",
            NOT_NOW,
            "“%(act)s” is not possible now: the evening is “%(status)s”; allowed while it is: %(allowed)s",
            act=Sentence(act.title),
            status=Sentence(STATUS_WORDS[status]),
            allowed=listed((Sentence(STATUS_WORDS[status]) for status in self.allowed), OR),
        )
        super().__init__((why,))


def after(act: type[Act], status: Status) -> Status:
    """The status that `act` leads to from `status`. Raises NotNow where it is not allowed then."""
    if status not in act.when:
        raise NotNow(act, status)
    return status if act.to is None else act.to


def possible(status: Status) -> frozenset[type[Act]]:
    """Every act that is allowed in `status`."""
    return frozenset(act for act in ACTS.values() if status in act.when)
