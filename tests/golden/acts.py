"""What people do at an evening, as one table: every act, how likely it is, and how its arguments are chosen.

A walk draws from this table, again and again, among what the evening's status allows. `DOINGS` below is the table;
the functions stand in `tests.golden.at_the_desk` and `tests.golden.at_the_tables`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from tests.golden import at_the_desk as desk
from tests.golden import at_the_tables as tables
from tests.tournaments.an_evening import AnEvening
from tournaments.replay.acts import possible
from tournaments.status import Act, Status

Who = Literal["desk", "phone", "worker"]


@dataclass(frozen=True)
class Doing:
    """One thing that is done at an evening.

    Arguments:
        acts: the entries it may leave in the ledger; it is drawn while the status allows one of them.
        who: who calls the service.
        weight: how likely it is, beside all others that may be drawn then; 0 where the walk itself decides.
        do: does it, what it is done to chosen by the dice. Raises Faults where the services refuse it, Nothing
            where there is nothing to do it to.
        chosen: how the dice choose.
    """

    acts: tuple[Act, ...]
    who: Who
    weight: int
    do: Callable[[AnEvening, random.Random], object]
    chosen: str


A: Final = Act
_FORWARD = (
    A.OPEN_DOORS,
    A.CHECK_IN,
    A.DRAW,
    A.START,
    A.STOP,
    A.CLOSE,
    A.DRAFT_MOVE,
    A.PUBLISH_MOVE,
    A.PUBLISH,
)

DOINGS: Final[dict[str, Doing]] = {
    # What a director does next when all goes well, so that the evening gets on.
    "go on": Doing(_FORWARD, "desk", 28, desk.go_on, "the next step; level tables are cut first"),
    "work": Doing(
        (A.DRAFT_MOVE, A.PUBLISH), "worker", 6, desk.do_a_job, "any job that waits, in whatever order"
    ),
    # Before play.
    "change the plan": Doing(
        (A.CHANGE_PLAN,), "desk", 6, desk.change_plan, "rounds, prizes, day, name or confirmation"
    ),
    "check a guest in": Doing((A.CHECK_IN,), "desk", 6, desk.check_in_guest, "a new name, any colour"),
    "check names in": Doing((A.CHECK_IN,), "desk", 4, desk.check_in_names, "one to three new names"),
    "take a ticket back": Doing((A.CHECK_OUT,), "desk", 9, desk.check_out, "any ticket"),
    "open the doors again": Doing((A.REOPEN_DOORS,), "desk", 5, desk.open_doors, "nothing to choose"),
    "draw": Doing((A.DRAW,), "desk", 4, desk.draw, "again or, refused with seats drawn, not"),
    "seat by hand": Doing((A.SEAT,), "desk", 6, desk.seat_by_hand, "everybody shuffled over full tables"),
    "swap": Doing((A.SWAP, A.SWAP_DRAFT), "desk", 12, desk.swap, "any two tickets, with a reason or without"),
    "plan again": Doing(
        (A.SCHEDULE,), "desk", 3, desk.plan_again, "any purpose; the search is worked to its end and taken"
    ),
    "bring a schedule": Doing(
        (A.SCHEDULE,), "desk", 3, desk.bring_a_schedule, "the one that stands, its players turned round"
    ),
    # Hands.
    "enter a hand": Doing(
        (A.ENTER_HAND, A.LATE_HAND),
        "phone",
        12,
        tables.enter,
        "any table, one that is not there too; now and then with a number or an earlier time of play",
    ),
    "play a hand everywhere": Doing((A.ENTER_HAND, A.STOP), "phone", 6, tables.play_everywhere, "any hands"),
    "play up to the target": Doing(
        (A.ENTER_HAND,), "phone", 3, tables.play_to_the_target, "one table, the hands all won by one couple"
    ),
    "send a hand again": Doing(
        (A.ENTER_HAND,), "phone", 1, tables.send_again, "any hand of the evening, with its own key"
    ),
    "enter a hand too": Doing(
        (A.ENTER_AGAIN,),
        "phone",
        14,
        tables.enter_too,
        "a hand that counts, from another seat: the same or another; now and then from a known phone",
    ),
    "confirm": Doing(
        (A.CONFIRM_HAND,), "phone", 6, tables.confirm, "a hand that counts; any side or the desk"
    ),
    "settle a dispute": Doing(
        (A.SETTLE_DISPUTE,), "phone", 14, tables.settle, "either entry; any side or the desk; any cut"
    ),
    "enter a hand late": Doing(
        (A.LATE_HAND,), "phone", 4, tables.enter_late, "any round so far, played up to 40 s ago"
    ),
    "take a late hand": Doing((A.TAKE_LATE,), "desk", 5, tables.take_late, "any that waits; any cut"),
    "leave a late hand out": Doing((A.LEAVE_OUT_LATE,), "desk", 2, tables.leave_out_late, "any that waits"),
    # The bell and the cuts.
    "ring": Doing(
        (A.RING, A.MOVE_BELL),
        "phone",
        8,
        tables.ring,
        "mostly a table that may; else any, one too many among them",
    ),
    "stop": Doing((A.STOP,), "desk", 1, tables.stop, "nothing to choose"),
    "the clock stops": Doing((A.STOP,), "worker", 1, tables.sweep, "the sweep; half of the time late enough"),
    "take the bell back": Doing(
        (A.TAKE_BACK_BELL,), "desk", 2, tables.take_back_bell, "always with a reason"
    ),
    "cut": Doing((A.CUT,), "desk", 6, tables.cut, "mostly a level table; by the cards or by the seed"),
    "close": Doing((A.CLOSE,), "desk", 2, tables.close, "anyway or not"),
    "look": Doing((A.LOOK,), "desk", 1, tables.look, "any table, one that is not there too"),
    # Corrections and decisions.
    "correct": Doing(
        (A.CORRECT_HAND, A.MOVE_BELL, A.RECALL_MOVE, A.REOPEN_RESULTS),
        "desk",
        12,
        tables.correct,
        "a hand that counts, for another or void; by the desk or the table; any cut; seats follow or stay",
    ),
    "note": Doing((A.NOTE_HAND,), "desk", 1, tables.note, "a hand that counts"),
    "exchange seats": Doing(
        (A.WRONG_SEATS,), "desk", 3, tables.exchange_seats, "two at one table, or anybody; one to three hands"
    ),
    "give a penalty": Doing(
        (A.PENALTY,), "desk", 3, tables.give_penalty, "one or two tickets, -5 to 5 points"
    ),
    "adjust a game": Doing((A.ADJUST_GAME,), "desk", 3, tables.adjust_game, "any game so far, any points"),
    "not played": Doing((A.NOT_PLAYED,), "desk", 2, tables.not_played, "any game so far"),
    "withdraw a decision": Doing((A.WITHDRAW,), "desk", 5, tables.withdraw, "any that stands; any cut"),
    # Coming and going.
    "come late": Doing((A.ARRIVE,), "desk", 2, desk.come_late, "a guest or a member, any colour"),
    "leave": Doing((A.LEAVE,), "desk", 2, desk.leave, "any ticket"),
    "stand in": Doing((A.SUBSTITUTE,), "desk", 2, desk.stand_in, "for any ticket; a guest or a member"),
    # The move.
    "draft again": Doing((A.DRAFT_MOVE,), "desk", 2, desk.draft_again, "nothing to choose"),
    "announce": Doing((A.PUBLISH_MOVE,), "desk", 3, desk.announce, "nothing to choose"),
    # The end, and after it.
    "finish": Doing((A.FINISH,), "desk", 1, desk.finish, "refused before a round is settled"),
    "cut for a prize": Doing(
        (A.CUT_PRIZE,), "desk", 25, desk.cut_for_prize, "any tie; by the cards in any order, or by the seed"
    ),
    "publish": Doing((A.PUBLISH,), "desk", 2, desk.publish, "nothing to choose; a worker does it"),
    "rename": Doing((A.PUBLISH,), "desk", 1, desk.rename, "anybody: another name, or a member from now on"),
    "erase": Doing(
        (A.PUBLISH,), "desk", 1, desk.erase, "anybody of a published evening, in three walks of ten"
    ),
    "call": Doing((A.RING, A.CUT), "phone", 1, tables.call, "any table; any reason"),
    "abandon": Doing(
        (A.ABANDON,), "desk", 0, desk.abandon, "in one walk of twelve, at a step drawn beforehand"
    ),
}


def may_be_drawn(status: Status) -> dict[str, int]:
    """The doings of which the status allows an act, each with its weight."""
    allowed = possible(status)
    return {name: doing.weight for name, doing in DOINGS.items() if allowed & set(doing.acts)}
