"""Through the services too, every act is possible just when the transition table says so."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from scoring.faults import Faults
from tests.tournaments.an_evening import STEPS, AnEvening, Make, a_hand
from tests.tournaments.the_rows import everything, said
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.models import Hand, Seat, Ticket
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, results, schedules
from tournaments.movement.interface import Wishes

Do = Callable[[AnEvening], Any]


def somebody(evening: AnEvening) -> Player:
    return clubs.add_player(club=evening.evening.club, name="Somebody Else", at=evening.at)


def plan(evening: AnEvening) -> dict[str, Any]:
    return {"name": "Saturday", "date": evening.evening.date, "plan": evening.evening.plan}


def two(evening: AnEvening) -> dict[str, Any]:
    codes = [ticket.code for ticket in evening.evening.tickets.all()[:2]] or ["x", "y"]
    return {"one": codes[0], "other": codes[-1], "reason": "a wish"}


def by_hand(evening: AnEvening) -> Any:
    codes = [ticket.code for ticket in evening.evening.tickets.all()]
    tables = [codes[first : first + 4] for first in range(0, len(codes) // 4 * 4, 4)]
    return evening.act(evenings.seat_by_hand, tables=tables, sitting_out=codes[len(tables) * 4 :])


def a_ticket(evening: AnEvening) -> Any:
    return evening.evening.tickets.first() or Ticket(code="-", number=0)


def in_time(evening: AnEvening) -> Any:
    """A moment before the bell, where there was one."""
    round_ = evening.evening.rounds.filter(number=evening.evening.current_round).first()
    return round_ and round_.started_at


ANOTHER: dict[str, Any] = {"hand": a_hand(2, 14, "B"), "reason": "miscounted"}
FIRST_HAND: dict[str, Any] = {"round": 1, "table": 1, "number": 1}


def first_hand(evening: AnEvening) -> dict[str, Any]:
    hand = Hand.objects.filter(table__number=1, number=1, live=True).select_related("entry").first()
    return {**FIRST_HAND, "of": hand.entry.sequence if hand else 1}


def of_table_1(evening: AnEvening) -> dict[str, Any]:
    seated = Seat.objects.filter(round__number=1, table_round__table__number=1).order_by("seat")
    codes = list(seated.values_list("ticket__code", flat=True)) or ["x", "y"]
    return {"one": codes[0], "other": codes[1]}


DONE_BY: dict[type[acts.Act], Do] = {
    acts.ChangePlan: lambda e: e.act(evenings.change_plan, **plan(e)),
    acts.CheckIn: lambda e: e.act(evenings.check_in, players=[(somebody(e), "")]),
    acts.CheckOut: lambda e: e.act(evenings.check_out, ticket=a_ticket(e)),
    acts.Draw: lambda e: e.act(acts.Draw(again=True)),
    acts.SeatByHand: by_hand,
    acts.Swap: lambda e: e.act(acts.Swap(**two(e))),
    acts.AnnounceSchedule: lambda e: e.act(schedules.ask, purpose="improve", wishes=Wishes()),
    acts.EnterHand: lambda e: e.enter(2, a_hand(), played_at=in_time(e)),
    acts.EnterTotals: lambda e: e.act(acts.EnterTotals(totals=[(1, (9, 4)), (2, (6, 7))])),
    acts.Ring: lambda e: e.act(acts.Ring(table=1)),
    acts.Cut: lambda e: e.act(acts.Cut(table=1, winner="A")),
    acts.Close: lambda e: e.act(acts.Close()),
    acts.DraftMove: lambda e: e.act(acts.DraftMove(again=True)),
    acts.Arrive: lambda e: e.act(evenings.arrive, player=somebody(e), colour=""),
    acts.Leave: lambda e: e.act(acts.Leave(ticket=a_ticket(e).code)),
    acts.Stay: lambda e: e.act(acts.Stay(ticket=a_ticket(e).code)),
    acts.Substitute: lambda e: e.act(evenings.substitute, ticket=a_ticket(e), player=somebody(e)),
    acts.CutPrize: lambda e: e.act(acts.CutPrize(prize="best", colour=None, order=["x"])),
    acts.Publish: lambda e: e.act(results.request_publication),
    acts.Abandon: lambda e: e.act(acts.Abandon(reason="the heating")),
    acts.EnterAgain: lambda e: e.enter(1, a_hand(), number=1, played_at=in_time(e)),
    acts.ConfirmHand: lambda e: e.act(acts.ConfirmHand(**first_hand(e))),
    acts.SettleDispute: lambda e: e.act(acts.SettleDispute(keep=1, **FIRST_HAND)),
    acts.TakeLate: lambda e: e.act(acts.TakeLate(of=1, reason="it was played")),
    acts.LeaveOutLate: lambda e: e.act(acts.LeaveOutLate(of=1, reason="it was not")),
    acts.CorrectHand: lambda e: e.act(acts.CorrectHand(**ANOTHER, **first_hand(e))),
    acts.NoteHand: lambda e: e.act(acts.NoteHand(**ANOTHER, **first_hand(e))),
    acts.ExchangeSeats: lambda e: e.act(
        acts.ExchangeSeats(hands=[(1, 1, 1)], reason="a mistake", **of_table_1(e))
    ),
    acts.Penalty: lambda e: e.act(acts.Penalty(tickets=[two(e)["one"]], points=-2, reason="late again")),
    acts.AdjustGame: lambda e: e.act(
        acts.AdjustGame(round=1, table=2, points=[20, 10], reason="a torn card")
    ),
    acts.NotPlayed: lambda e: e.act(acts.NotPlayed(round=1, table=2, reason="somebody felt ill")),
    acts.Look: lambda e: e.act(acts.Look(table=2)),
    acts.Withdraw: lambda e: e.act(acts.Withdraw(of=1, reason="it was wrong")),
}
# What other acts bring with them, or the desk's Undo: nobody does it by itself.
BROUGHT_ABOUT = {
    acts.Make,
    acts.LateHand,
    acts.MoveBell,
    acts.RecallMove,
    acts.StandIn,
    acts.ReopenResults,
    acts.ReopenRound,
    acts.ReopenEvening,
}


def as_the_example(act: type[acts.Act]) -> Do:
    """What is entered is the same at every evening: as its class has it for an example, with a reason."""
    given = {"reason": "too early", **act.example, **act.fixed_fields}
    return lambda e: e.act(act(**given))


# Acts that share a service: going back to the doors, changing a draft; and the one that makes the evening.
SHARED = {acts.ReopenDoors: acts.OpenDoors, acts.SwapDraft: acts.Swap}
DONE_BY |= {
    act: as_the_example(act)
    for act in acts.ACTS.values()
    if act not in DONE_BY and act not in BROUGHT_ABOUT and act not in SHARED
}
# There is no dispute, no late hand, no decision yet; and in a round that has just begun no hand.
NO_SUCH_THING = {
    acts.AnnounceSchedule: "movement no-schedule",
    acts.SettleDispute: "keep no-such-dispute",
    acts.TakeLate: "of not-in-the-tray",
    acts.LeaveOutLate: "of not-in-the-tray",
    acts.Stay: "ticket has-not-left",
    acts.Withdraw: "of no-such-decision",
    acts.WithdrawCut: "of no-such-cut",
}
NO_HAND_YET = {
    acts.EnterAgain: "done",
    acts.ConfirmHand: "number no-such-hand",
    acts.SettleDispute: "number no-such-hand",
    acts.CorrectHand: "number no-such-hand",
    acts.NoteHand: "number no-such-hand",
    acts.ExchangeSeats: "hands.0 no-such-hand",
    acts.AdjustGame: "round round-in-play",
    acts.NotPlayed: "round round-in-play",
}
# What changes results that are published reopens them.
CHANGES_RESULTS = (
    "adjust_game confirm_hand correct_hand not_played penalty settle_dispute take_late withdraw withdraw_cut "
    "wrong_seats"
)
REOPENS = {acts.ACTS[name] for name in CHANGES_RESULTS.split()}
# The time is right and something else is not; and a bell that is rung twice has been rung.
OTHERWISE = {
    (Status.SEATED, acts.Leave): "ticket not-started",
    (Status.PLAYING, acts.Ring): "table target-not-reached",
    (Status.BELL, acts.Cut): "table not-level",
    (Status.BELL, acts.Ring): "done",
    (Status.FINISHED, acts.CutPrize): "order no-such-tie",
    (Status.PUBLISHED, acts.EnterHand): "evening.status published",
    (Status.PUBLISHED, acts.EnterAgain): "evening.status published",
}


def test_what_nobody_does_by_itself_has_no_address() -> None:
    nowhere = {act for act in acts.ACTS.values() if act.path() is None}
    assert nowhere == BROUGHT_ABOUT | {acts.EnterAgain}


def outcome(evening: AnEvening, do: Do) -> str:
    """What an act says: "done", or its first fault; whatever it does is taken back."""
    before = everything()
    try:
        with transaction.atomic():
            do(evening)
            transaction.set_rollback(True)
            return "done"
    except Faults as refused:
        return said(refused)[0]
    finally:
        assert everything() == before
        evening.read()


def expected(status: Status, act: type[acts.Act]) -> str:
    also = {act, *(one for one, other in SHARED.items() if other is act)}
    now = NO_SUCH_THING.get(act, "done")
    if status is Status.PLAYING:
        now = NO_HAND_YET.get(act, now)
    reopened = status is Status.PUBLISHED and act in REOPENS
    if not also & possible(status) and not reopened:
        now = "evening.status not-now"
    return OTHERWISE.get((status, act), now)


@pytest.mark.parametrize("status", [*STEPS, "abandoned"])
def test_what_is_possible_while_the_evening_is(status: str, make_evening: Make) -> None:
    evening = make_evening(9, until=status if status in STEPS else "bell")
    if status not in STEPS:
        DONE_BY[acts.Abandon](evening)
    found = {act: outcome(evening, do) for act, do in DONE_BY.items()}
    assert found == {act: expected(Status(status), act) for act in DONE_BY}
