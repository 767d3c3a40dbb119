"""What people do at an evening, as one table: every act, how likely it is, and how its arguments are chosen.

A walk draws from this table, again and again, among what the evening's status allows. `DOINGS` below is the table;
the functions stand in `tests.golden.at_the_desk` and `tests.golden.at_the_tables`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.golden import at_the_desk, at_the_tables
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.round_rules import Status
from tournaments.evening.services import results


@dataclass(frozen=True)
class Doing:
    """One thing that is done at an evening.

    Arguments:
        leaves: the entries it may leave in the ledger; it is drawn while the status allows one of them.
        weight: how likely it is, beside all others that may be drawn then; 0 where the walk itself decides.
        do: does it, what it is done to chosen by the dice. Raises Faults where the services refuse it, Nothing
            where there is nothing to do it to.
    """

    leaves: tuple[type[acts.Act], ...]
    weight: int
    do: Callable[[AnEvening, random.Random], object]


_FORWARD = (
    acts.OpenDoors,
    acts.CheckIn,
    acts.Draw,
    acts.Start,
    acts.Stop,
    acts.Close,
    acts.DraftMove,
    acts.PublishMove,
    acts.Publish,
)


def simply(act: Any) -> Callable[[AnEvening, random.Random], object]:
    return lambda evening, dice: evening.act(act)


DOINGS: Final[dict[str, Doing]] = {
    # What a director does next when all goes well, so that the evening gets on.
    "go on": Doing(_FORWARD, 28, at_the_desk.go_on),
    "work": Doing((acts.DraftMove, acts.Publish), 6, at_the_desk.do_a_job),
    # Before play.
    "change the plan": Doing((acts.ChangePlan,), 6, at_the_desk.change_plan),
    "check a guest in": Doing((acts.CheckIn,), 6, at_the_desk.check_in_guest),
    "check names in": Doing((acts.CheckIn,), 4, at_the_desk.check_in_names),
    "take a ticket back": Doing((acts.CheckOut,), 9, at_the_desk.check_out),
    "open the doors again": Doing((acts.ReopenDoors,), 5, simply(acts.OpenDoors())),
    "draw": Doing((acts.Draw,), 4, at_the_desk.draw),
    "seat by hand": Doing((acts.SeatByHand,), 6, at_the_desk.seat_by_hand),
    "swap": Doing((acts.Swap, acts.SwapDraft), 12, at_the_desk.swap),
    "plan again": Doing((acts.AnnounceSchedule,), 3, at_the_desk.plan_again),
    "bring a schedule": Doing((acts.AnnounceSchedule,), 3, at_the_desk.bring_a_schedule),
    # Hands.
    "enter a hand": Doing((acts.EnterHand, acts.LateHand), 12, at_the_tables.enter),
    "play a hand everywhere": Doing((acts.EnterHand, acts.Stop), 6, at_the_tables.play_everywhere),
    "play up to the target": Doing((acts.EnterHand,), 3, at_the_tables.play_to_the_target),
    "send a hand again": Doing((acts.EnterHand,), 1, at_the_tables.send_again),
    "enter a hand too": Doing((acts.EnterAgain,), 14, at_the_tables.enter_too),
    "confirm": Doing((acts.ConfirmHand,), 6, at_the_tables.confirm),
    "settle a dispute": Doing((acts.SettleDispute,), 14, at_the_tables.settle),
    "enter a hand late": Doing((acts.LateHand,), 4, at_the_tables.enter_late),
    "take a late hand": Doing((acts.TakeLate,), 5, at_the_tables.take_late),
    "leave a late hand out": Doing((acts.LeaveOutLate,), 2, at_the_tables.leave_out_late),
    # The bell and the cuts.
    "ring": Doing((acts.Ring, acts.MoveBell), 8, at_the_tables.ring),
    "stop": Doing((acts.Stop,), 1, simply(acts.Stop())),
    "the clock stops": Doing((acts.Stop,), 1, at_the_tables.sweep),
    "take the bell back": Doing((acts.TakeBackBell,), 2, simply(acts.TakeBackBell(reason="too early"))),
    "cut": Doing((acts.Cut,), 6, at_the_tables.cut),
    "close": Doing((acts.Close,), 2, at_the_tables.close),
    "look": Doing((acts.Look,), 1, at_the_tables.look),
    # Corrections and decisions.
    "correct": Doing(
        (acts.CorrectHand, acts.MoveBell, acts.RecallMove, acts.ReopenResults), 12, at_the_tables.correct
    ),
    "note": Doing((acts.NoteHand,), 1, at_the_tables.note),
    "exchange seats": Doing((acts.ExchangeSeats,), 3, at_the_tables.exchange_seats),
    "give a penalty": Doing((acts.Penalty,), 3, at_the_tables.give_penalty),
    "adjust a game": Doing((acts.AdjustGame,), 3, at_the_tables.adjust_game),
    "not played": Doing((acts.NotPlayed,), 2, at_the_tables.not_played),
    "withdraw a decision": Doing((acts.Withdraw,), 5, at_the_tables.withdraw),
    # Coming and going.
    "come late": Doing((acts.Arrive,), 2, at_the_desk.come_late),
    "leave": Doing((acts.Leave,), 2, at_the_desk.leave),
    "stand in": Doing((acts.Substitute,), 2, at_the_desk.stand_in),
    # The move.
    "draft again": Doing((acts.DraftMove,), 2, simply(acts.DraftMove(again=True))),
    "announce": Doing((acts.PublishMove,), 3, simply(acts.PublishMove())),
    # The end, and after it.
    "finish": Doing((acts.Finish,), 1, simply(acts.Finish())),
    "cut for a prize": Doing((acts.CutPrize,), 25, at_the_desk.cut_for_prize),
    "publish": Doing((acts.Publish,), 2, simply(results.request_publication)),
    "rename": Doing((acts.Publish,), 1, at_the_desk.rename),
    "erase": Doing((acts.Publish,), 1, at_the_desk.erase),
    "call": Doing((acts.Ring, acts.Cut), 1, at_the_tables.call),
    "abandon": Doing((acts.Abandon,), 0, simply(acts.Abandon(reason="the lights went out"))),
}


def may_be_drawn(status: Status) -> dict[str, int]:
    """The doings of which the status allows an act, each with its weight."""
    allowed = possible(status)
    return {name: doing.weight for name, doing in DOINGS.items() if allowed & set(doing.leaves)}
