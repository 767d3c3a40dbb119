"""Through the services too, every act is possible just when the transition table says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from scoring.faults import Faults
from tests.tournaments.an_evening import STEPS, AnEvening, a_hand
from tests.tournaments.the_rows import everything, said
from tournaments.models import Player
from tournaments.services import clubs, evenings, moves, publishing, results, rounds, seats
from tournaments.status import Act, Status, possible

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
    return evening.act(seats.seat_by_hand, tables=tables, sitting_out=codes[len(tables) * 4 :])


def a_ticket(evening: AnEvening) -> Any:
    return evening.evening.tickets.first()


def a_hand_in_time(evening: AnEvening) -> Any:
    """A hand played before the bell, where there was one."""
    round_ = evening.evening.rounds.filter(number=evening.evening.current_round).first()
    return evening.enter(2, a_hand(), played_at=round_ and round_.started_at)


DONE_BY: dict[Act, Do] = {
    Act.CHANGE_PLAN: lambda e: e.act(evenings.change_plan, **plan(e)),
    Act.OPEN_DOORS: lambda e: e.act(evenings.open_doors),
    Act.CHECK_IN: lambda e: e.act(evenings.check_in, players=[(somebody(e), "")]),
    Act.CHECK_OUT: lambda e: e.act(evenings.check_out, ticket=a_ticket(e)),
    Act.DRAW: lambda e: e.act(seats.draw_seats, again=True),
    Act.SEAT: by_hand,
    Act.SWAP: lambda e: e.act(seats.swap, **two(e)),
    Act.START: lambda e: e.act(rounds.start),
    Act.ENTER_HAND: a_hand_in_time,
    Act.RING: lambda e: e.act(rounds.ring, table_number=1),
    Act.STOP: lambda e: e.act(rounds.stop),
    Act.CUT: lambda e: e.act(rounds.cut, table_number=1, winner="A"),
    Act.CLOSE: lambda e: e.act(rounds.close),
    Act.DRAFT_MOVE: lambda e: e.act(moves.draft_again),
    Act.PUBLISH_MOVE: lambda e: e.act(moves.publish_move),
    Act.ARRIVE: lambda e: e.act(moves.arrive, player=somebody(e), colour=""),
    Act.LEAVE: lambda e: e.act(moves.leave, ticket=a_ticket(e)),
    Act.SUBSTITUTE: lambda e: e.act(moves.substitute, ticket=a_ticket(e), player=somebody(e)),
    Act.FINISH: lambda e: e.act(results.finish),
    Act.CUT_PRIZE: lambda e: e.act(results.cut_prize, prize="best", colour=None, order=["x"]),
    Act.PUBLISH: lambda e: e.act(publishing.request_publication),
    Act.ABANDON: lambda e: e.act(evenings.abandon, reason="the heating"),
}
# Acts that share a service: going back to the doors, changing a draft; and the one that makes the evening.
SHARED = {Act.REOPEN_DOORS: Act.OPEN_DOORS, Act.SWAP_DRAFT: Act.SWAP}
# The time is right and something else is not; and a bell that is rung twice has been rung.
OTHERWISE = {
    (Status.SEATED, Act.LEAVE): "ticket not-started",
    (Status.PLAYING, Act.RING): "table target-not-reached",
    (Status.BELL, Act.CUT): "table not-level",
    (Status.BELL, Act.RING): "done",
    (Status.FINISHED, Act.CUT_PRIZE): "order no-such-tie",
}


def test_every_act_has_a_service() -> None:
    assert set(DONE_BY) | set(SHARED) | {Act.MAKE} == set(Act)


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


def expected(status: Status, act: Act) -> str:
    acts = {act, *(one for one, other in SHARED.items() if other is act)}
    now = "done" if acts & possible(status) else "evening.status not-now"
    return OTHERWISE.get((status, act), now)


@pytest.mark.parametrize("status", [*STEPS, "abandoned"])
def test_what_is_possible_while_the_evening_is(status: str, make_evening: Callable[..., AnEvening]) -> None:
    evening = make_evening(9, until=status if status != "abandoned" else "bell")
    if status == "abandoned":
        DONE_BY[Act.ABANDON](evening)
    found = {act: outcome(evening, do) for act, do in DONE_BY.items()}
    assert found == {act: expected(Status(status), act) for act in DONE_BY}
