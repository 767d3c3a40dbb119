"""What people do at an evening, as one table: every act, how likely it is, and how its arguments are chosen.

A walk draws from this table, again and again, among what the evening's status allows. `DOINGS` below is the table;
the functions stand in `tests.golden.at_the_desk` and `tests.golden.at_the_tables`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from tests.golden import at_the_desk, at_the_tables
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.round_rules import Status

Who = Literal["desk", "phone", "worker"]


@dataclass(frozen=True)
class Doing:
    """One thing that is done at an evening.

    Arguments:
        leaves: the entries it may leave in the ledger; it is drawn while the status allows one of them.
        who: who calls the service.
        weight: how likely it is, beside all others that may be drawn then; 0 where the walk itself decides.
        do: does it, what it is done to chosen by the dice. Raises Faults where the services refuse it, Nothing
            where there is nothing to do it to.
        chosen: how the dice choose.
    """

    leaves: tuple[type[acts.Act], ...]
    who: Who
    weight: int
    do: Callable[[AnEvening, random.Random], object]
    chosen: str


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

DOINGS: Final[dict[str, Doing]] = {
    # What a director does next when all goes well, so that the evening gets on.
    "go on": Doing(_FORWARD, "desk", 28, at_the_desk.go_on, "the next step; level tables are cut first"),
    "work": Doing(
        (acts.DraftMove, acts.Publish),
        "worker",
        6,
        at_the_desk.do_a_job,
        "any job that waits, in whatever order",
    ),
    # Before play.
    "change the plan": Doing(
        (acts.ChangePlan,), "desk", 6, at_the_desk.change_plan, "rounds, prizes, day, name or confirmation"
    ),
    "check a guest in": Doing(
        (acts.CheckIn,), "desk", 6, at_the_desk.check_in_guest, "a new name, any colour"
    ),
    "check names in": Doing((acts.CheckIn,), "desk", 4, at_the_desk.check_in_names, "one to three new names"),
    "take a ticket back": Doing((acts.CheckOut,), "desk", 9, at_the_desk.check_out, "any ticket"),
    "open the doors again": Doing(
        (acts.ReopenDoors,), "desk", 5, at_the_desk.open_doors, "nothing to choose"
    ),
    "draw": Doing((acts.Draw,), "desk", 4, at_the_desk.draw, "again or, refused with seats drawn, not"),
    "seat by hand": Doing(
        (acts.Seat,), "desk", 6, at_the_desk.seat_by_hand, "everybody shuffled over full tables"
    ),
    "swap": Doing(
        (acts.Swap, acts.SwapDraft), "desk", 12, at_the_desk.swap, "any two tickets, with a reason or without"
    ),
    "plan again": Doing(
        (acts.Schedule,),
        "desk",
        3,
        at_the_desk.plan_again,
        "any purpose; the search is worked to its end and taken",
    ),
    "bring a schedule": Doing(
        (acts.Schedule,),
        "desk",
        3,
        at_the_desk.bring_a_schedule,
        "the one that stands, its players turned round",
    ),
    # Hands.
    "enter a hand": Doing(
        (acts.EnterHand, acts.LateHand),
        "phone",
        12,
        at_the_tables.enter,
        "any table, one that is not there too; now and then with a number or an earlier time of play",
    ),
    "play a hand everywhere": Doing(
        (acts.EnterHand, acts.Stop), "phone", 6, at_the_tables.play_everywhere, "any hands"
    ),
    "play up to the target": Doing(
        (acts.EnterHand,),
        "phone",
        3,
        at_the_tables.play_to_the_target,
        "one table, the hands all won by one couple",
    ),
    "send a hand again": Doing(
        (acts.EnterHand,), "phone", 1, at_the_tables.send_again, "any hand of the evening, with its own key"
    ),
    "enter a hand too": Doing(
        (acts.EnterAgain,),
        "phone",
        14,
        at_the_tables.enter_too,
        "a hand that counts, from another seat: the same or another; now and then from a known phone",
    ),
    "confirm": Doing(
        (acts.ConfirmHand,), "phone", 6, at_the_tables.confirm, "a hand that counts; any side or the desk"
    ),
    "settle a dispute": Doing(
        (acts.SettleDispute,),
        "phone",
        14,
        at_the_tables.settle,
        "either entry; any side or the desk; any cut",
    ),
    "enter a hand late": Doing(
        (acts.LateHand,), "phone", 4, at_the_tables.enter_late, "any round so far, played up to 40 s ago"
    ),
    "take a late hand": Doing(
        (acts.TakeLate,), "desk", 5, at_the_tables.take_late, "any that waits; any cut"
    ),
    "leave a late hand out": Doing(
        (acts.LeaveOutLate,), "desk", 2, at_the_tables.leave_out_late, "any that waits"
    ),
    # The bell and the cuts.
    "ring": Doing(
        (acts.Ring, acts.MoveBell),
        "phone",
        8,
        at_the_tables.ring,
        "mostly a table that may; else any, one too many among them",
    ),
    "stop": Doing((acts.Stop,), "desk", 1, at_the_tables.stop, "nothing to choose"),
    "the clock stops": Doing(
        (acts.Stop,), "worker", 1, at_the_tables.sweep, "the sweep; half of the time late enough"
    ),
    "take the bell back": Doing(
        (acts.TakeBackBell,), "desk", 2, at_the_tables.take_back_bell, "always with a reason"
    ),
    "cut": Doing(
        (acts.Cut,), "desk", 6, at_the_tables.cut, "mostly a level table; by the cards or by the seed"
    ),
    "close": Doing((acts.Close,), "desk", 2, at_the_tables.close, "anyway or not"),
    "look": Doing((acts.Look,), "desk", 1, at_the_tables.look, "any table, one that is not there too"),
    # Corrections and decisions.
    "correct": Doing(
        (acts.CorrectHand, acts.MoveBell, acts.RecallMove, acts.ReopenResults),
        "desk",
        12,
        at_the_tables.correct,
        "a hand that counts, for another or void; by the desk or the table; any cut; seats follow or stay",
    ),
    "note": Doing((acts.NoteHand,), "desk", 1, at_the_tables.note, "a hand that counts"),
    "exchange seats": Doing(
        (acts.ExchangeSeats,),
        "desk",
        3,
        at_the_tables.exchange_seats,
        "two at one table, or anybody; one to three hands",
    ),
    "give a penalty": Doing(
        (acts.Penalty,), "desk", 3, at_the_tables.give_penalty, "one or two tickets, -5 to 5 points"
    ),
    "adjust a game": Doing(
        (acts.AdjustGame,), "desk", 3, at_the_tables.adjust_game, "any game so far, any points"
    ),
    "not played": Doing((acts.NotPlayed,), "desk", 2, at_the_tables.not_played, "any game so far"),
    "withdraw a decision": Doing(
        (acts.Withdraw,), "desk", 5, at_the_tables.withdraw, "any that stands; any cut"
    ),
    # Coming and going.
    "come late": Doing((acts.Arrive,), "desk", 2, at_the_desk.come_late, "a guest or a member, any colour"),
    "leave": Doing((acts.Leave,), "desk", 2, at_the_desk.leave, "any ticket"),
    "stand in": Doing(
        (acts.Substitute,), "desk", 2, at_the_desk.stand_in, "for any ticket; a guest or a member"
    ),
    # The move.
    "draft again": Doing((acts.DraftMove,), "desk", 2, at_the_desk.draft_again, "nothing to choose"),
    "announce": Doing((acts.PublishMove,), "desk", 3, at_the_desk.announce, "nothing to choose"),
    # The end, and after it.
    "finish": Doing((acts.Finish,), "desk", 1, at_the_desk.finish, "refused before a round is settled"),
    "cut for a prize": Doing(
        (acts.CutPrize,),
        "desk",
        25,
        at_the_desk.cut_for_prize,
        "any tie; by the cards in any order, or by the seed",
    ),
    "publish": Doing((acts.Publish,), "desk", 2, at_the_desk.publish, "nothing to choose; a worker does it"),
    "rename": Doing(
        (acts.Publish,), "desk", 1, at_the_desk.rename, "anybody: another name, or a member from now on"
    ),
    "erase": Doing(
        (acts.Publish,), "desk", 1, at_the_desk.erase, "anybody of a published evening, in three walks of ten"
    ),
    "call": Doing((acts.Ring, acts.Cut), "phone", 1, at_the_tables.call, "any table; any reason"),
    "abandon": Doing(
        (acts.Abandon,), "desk", 0, at_the_desk.abandon, "in one walk of twelve, at a step drawn beforehand"
    ),
}


def may_be_drawn(status: Status) -> dict[str, int]:
    """The doings of which the status allows an act, each with its weight."""
    allowed = possible(status)
    return {name: doing.weight for name, doing in DOINGS.items() if allowed & set(doing.leaves)}
