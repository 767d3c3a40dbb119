"""Every act of an evening: each is one class, which says all there is to know of it.

A class with a `name` in a module of this package is an act; those that code elsewhere speaks of are named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from tournaments.evening.acts.act import Act as Act
from tournaments.evening.acts.act import LaterEntry as LaterEntry
from tournaments.evening.acts.act import NotNowError as NotNowError
from tournaments.evening.acts.act import Now as Now
from tournaments.evening.acts.act import UnknownReferenceError as UnknownReferenceError
from tournaments.evening.acts.act import Work as Work
from tournaments.evening.acts.act import after as after
from tournaments.evening.acts.bell import MoveBell as MoveBell
from tournaments.evening.acts.bell import Ring as Ring
from tournaments.evening.acts.bell import TakeBackBell as TakeBackBell
from tournaments.evening.acts.decisions import AdjustGame as AdjustGame
from tournaments.evening.acts.decisions import ExchangeSeats as ExchangeSeats
from tournaments.evening.acts.decisions import NotPlayed as NotPlayed
from tournaments.evening.acts.decisions import Penalty as Penalty
from tournaments.evening.acts.decisions import Withdraw as Withdraw
from tournaments.evening.acts.decisions import WithdrawCut as WithdrawCut
from tournaments.evening.acts.entering import EnterAgain as EnterAgain
from tournaments.evening.acts.entering import EnterHand as EnterHand
from tournaments.evening.acts.entering import LateHand as LateHand
from tournaments.evening.acts.evening import Abandon as Abandon
from tournaments.evening.acts.evening import ChangePlan as ChangePlan
from tournaments.evening.acts.evening import CutPrize as CutPrize
from tournaments.evening.acts.evening import Finish as Finish
from tournaments.evening.acts.evening import Make as Make
from tournaments.evening.acts.evening import OpenDoors as OpenDoors
from tournaments.evening.acts.evening import Publish as Publish
from tournaments.evening.acts.evening import ReopenDoors as ReopenDoors
from tournaments.evening.acts.evening import ReopenEvening as ReopenEvening
from tournaments.evening.acts.evening import ReopenResults as ReopenResults
from tournaments.evening.acts.hands import ConfirmHand as ConfirmHand
from tournaments.evening.acts.hands import CorrectHand as CorrectHand
from tournaments.evening.acts.hands import LeaveOutLate as LeaveOutLate
from tournaments.evening.acts.hands import NoteHand as NoteHand
from tournaments.evening.acts.hands import SettleDispute as SettleDispute
from tournaments.evening.acts.hands import TakeLate as TakeLate
from tournaments.evening.acts.people import Arrive as Arrive
from tournaments.evening.acts.people import CheckIn as CheckIn
from tournaments.evening.acts.people import CheckOut as CheckOut
from tournaments.evening.acts.people import Leave as Leave
from tournaments.evening.acts.people import NewTicket as NewTicket
from tournaments.evening.acts.people import StandIn as StandIn
from tournaments.evening.acts.people import Stay as Stay
from tournaments.evening.acts.people import Substitute as Substitute
from tournaments.evening.acts.round import Close as Close
from tournaments.evening.acts.round import Cut as Cut
from tournaments.evening.acts.round import Look as Look
from tournaments.evening.acts.round import ReopenRound as ReopenRound
from tournaments.evening.acts.round import Start as Start
from tournaments.evening.acts.round import Stop as Stop
from tournaments.evening.acts.seats import DraftMove as DraftMove
from tournaments.evening.acts.seats import Draw as Draw
from tournaments.evening.acts.seats import PublishMove as PublishMove
from tournaments.evening.acts.seats import RecallMove as RecallMove
from tournaments.evening.acts.seats import Schedule as Schedule
from tournaments.evening.acts.seats import Seat as Seat
from tournaments.evening.acts.seats import Swap as Swap
from tournaments.evening.acts.seats import SwapDraft as SwapDraft
from tournaments.evening.round_rules import Status


def _named(kinds: Iterable[type[Act]]) -> Iterator[type[Act]]:
    for kind in kinds:
        if "name" in vars(kind):
            yield kind
        yield from _named(kind.__subclasses__())


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
ACTS: Final[Mapping[str, type[Act]]] = MappingProxyType(
    {act.name: act for act in sorted(_named(Act.__subclasses__()), key=attrgetter("name"))}
)
"""The acts by what the ledger calls them."""


TAKEN_BACK_BY: Final[Mapping[str, type[Act]]] = MappingProxyType(
    {name: act for act in ACTS.values() for name in act.takes_back}
)
"""The act that takes an entry back, by the name of the act that made it."""


def possible(status: Status) -> frozenset[type[Act]]:
    return frozenset(act for act in ACTS.values() if status in act.when)
