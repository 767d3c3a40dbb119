"""Every act of an evening: each is one class, which says all there is to know of it.

A class with a `name` in a module of this package is an act; those that code elsewhere speaks of are named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from typing import Final

from tournaments.evening.acts.act import Act, LaterEntry, NotNowError, Now, UnknownReferenceError, Work, after
from tournaments.evening.acts.bell import MoveBell, Ring, TakeBackBell
from tournaments.evening.acts.decisions import (
    AdjustGame,
    EnterTotals,
    ExchangeSeats,
    NotPlayed,
    Penalty,
    Withdraw,
    WithdrawCut,
)
from tournaments.evening.acts.entering import EnterAgain, EnterHand, LateHand
from tournaments.evening.acts.evening import (
    Abandon,
    ChangePlan,
    CutPrize,
    Finish,
    Make,
    OpenDoors,
    Publish,
    ReopenDoors,
    ReopenEvening,
    ReopenResults,
)
from tournaments.evening.acts.hands import (
    ConfirmHand,
    CorrectHand,
    LeaveOutLate,
    NoteHand,
    SettleDispute,
    TakeLate,
)
from tournaments.evening.acts.people import Arrive, CheckIn, CheckOut, Leave, StandIn, Stay, Substitute
from tournaments.evening.acts.round import Close, Cut, Look, ReopenRound, SetPace, SetTables, Start, Stop
from tournaments.evening.acts.seats import (
    AnnounceSchedule,
    DraftMove,
    Draw,
    PublishMove,
    RecallMove,
    SeatByHand,
    Swap,
    SwapDraft,
)
from tournaments.evening.round_rules import Status


def _named(kinds: Iterable[type[Act]]) -> Iterator[type[Act]]:
    for kind in kinds:
        if "name" in vars(kind):
            yield kind
        yield from _named(kind.__subclasses__())


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
ACTS: Final[Mapping[str, type[Act]]] = {
    act.name: act for act in sorted(_named(Act.__subclasses__()), key=attrgetter("name"))
}
"""The acts by what the ledger calls them."""


TAKEN_BACK_BY: Final[Mapping[str, type[Act]]] = {
    name: act for act in ACTS.values() for name in act.takes_back
}
"""The act that takes an entry back, by the name of the act that made it."""


def possible(status: Status) -> frozenset[type[Act]]:
    return frozenset(act for act in ACTS.values() if status in act.when)
