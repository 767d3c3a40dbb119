"""Why something was done: the ledger calls people by their tickets there too, so that no name stays in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tournaments.club.shown_names import in_place_of
from tournaments.evening.models import Evening, LedgerEntry, Ticket
from tournaments.evening.reads.names import ERASED

TICKET: Final = re.compile(r"\{(\d{1,4})\}")
"""The number of a ticket where the name of who holds it was entered."""


def by_tickets(evening: Evening, reason: str) -> str:
    """A reason as the ledger holds it: the number of a ticket, in braces, for the name of who holds it; one query.

    None where there is no reason. Entries of before that hold names as they were entered.
    """
    if not reason:
        return reason
    held = (
        evening.tickets.exclude(player__name=ERASED).order_by("number").values_list("player__name", "number")
    )
    for name, number in sorted(held, key=lambda one: -len(one[0])):
        reason = in_place_of(name, f"{{{number}}}", reason)
    return reason


def with_names(entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """Entries whose reasons name people as whoever asks now may read it: to be shown, not to be saved or counted.

    One query where a reason names somebody, none else.
    """
    named = {(entry.evening_id, int(number)) for entry in entries for number in TICKET.findall(entry.reason)}
    if named:
        evenings, numbers = zip(*named, strict=True)
        held = Ticket.objects.filter(evening__in=set(evenings), number__in=set(numbers)).select_related(
            "player"
        )
        names = {(ticket.evening_id, ticket.number): ticket.player.name for ticket in held}
        for entry in entries:
            entry.reason = _named(entry, names)
    return entries


def _named(entry: LedgerEntry, names: dict[tuple[int, int], str]) -> str:
    return TICKET.sub(lambda found: names.get((entry.evening_id, int(found[1])), found[0]), entry.reason)
