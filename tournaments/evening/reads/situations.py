"""How things stand when the next seats are to be worked out, from the rows."""

from __future__ import annotations

from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import plan_of, played_rounds, replaced, schedule_of
from tournaments.evening.record.presence import presence
from tournaments.evening.record.record import MoveInput


def now(evening: Evening) -> MoveInput:
    """What the movement is asked for the round after those settled, and who takes over whose place in its answer.

    Raises:
        IndexError: no round is settled.
    """
    tickets = list(evening.tickets.select_related("replaces").order_by("start_order"))
    played = played_rounds(evening)
    plan = plan_of(evening)
    here = presence(
        played[-1].seating,
        order=[ticket.code for ticket in tickets if ticket.start_order is not None],
        gone={ticket.code for ticket in tickets if ticket.left_in is not None},
        replaced=replaced(tickets),
    )
    situation = here.situation(
        played,
        seed=evening.seed,
        rounds=plan.rounds,
        colours={ticket.code: ticket.colour for ticket in tickets if ticket.colour},
        announced=schedule_of(evening) if plan.draws_up else None,
    )
    return MoveInput(situation, here.taking_over)
