"""Who pays whom after an evening whose game is settled in differences."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.payments import Payment, payments
from tournaments.evening import acts
from tournaments.evening.models import Evening, Standing
from tournaments.evening.reads.decisions import Decided
from tournaments.evening.reads.facts import game_of, plan_of, replaced
from tournaments.ranking.substitutions import heirs_of, line_of


def is_paid(evening: Evening) -> bool:
    """Whether everybody settles with the others at their tables once the evening is over."""
    return game_of(evening).settle is not None


def payments_of(
    evening: Evening, lines: Iterable[Standing], decided: Iterable[Decided]
) -> tuple[Payment, ...]:
    """The payments that settle the differences of the standings, from and to ticket codes; one query.

    A penalty takes points from one and gives them to nobody: it counts in the standings, and is not paid.
    """
    owed = {line.ticket.code: line.points_difference for line in lines}
    tickets = evening.tickets.select_related("replaces")
    inherits = plan_of(evening).options.substitute == "inherits"
    heirs = heirs_of(replaced(tickets)) if inherits else {}
    for given in decided:
        if given.act == acts.Penalty.name:
            for code in given.body["tickets"]:
                owed[line_of(code, heirs, owed)] -= given.body["points"]
    # Lines are read a moment before or after the decisions: in between somebody may have mended something.
    return () if sum(owed.values()) else payments(owed)
