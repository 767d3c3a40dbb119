"""Every act of an evening: each is one class, which says all there is to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.evening.acts.act import Act, Elsewhere, NotNow, Now, Work, after
from tournaments.evening.acts.bell import MoveBell, Ring, TakeBackBell
from tournaments.evening.acts.corrections import CorrectHand, NoteHand
from tournaments.evening.acts.decisions import AdjustGame, ExchangeSeats, NotPlayed, Penalty, Withdraw
from tournaments.evening.acts.ending import CutPrize, Finish, Publish, ReopenResults
from tournaments.evening.acts.entering import EnterAgain, EnterHand, LateHand
from tournaments.evening.acts.first_seats import Draw, Schedule, Seat, Swap, SwapDraft
from tournaments.evening.acts.hands import ConfirmHand, LeaveOutLate, SettleDispute, TakeLate
from tournaments.evening.acts.move import DraftMove, PublishMove, RecallMove
from tournaments.evening.acts.people import Arrive, CheckIn, CheckOut, Leave, NewTicket, Substitute
from tournaments.evening.acts.round import Close, Cut, Look, Start, Stop
from tournaments.evening.acts.setting_up import Abandon, ChangePlan, Make, OpenDoors, ReopenDoors
from tournaments.evening.status import Status

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


def possible(status: Status) -> frozenset[type[Act]]:
    """Every act that is allowed in `status`."""
    return frozenset(act for act in ACTS.values() if status in act.when)
