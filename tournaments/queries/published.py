"""The standings as they were last published, for an evening that is being corrected since."""

from __future__ import annotations

import json
from typing import Any

from tournaments.models import Evening, Standing
from tournaments.status import Status


def is_reopened(evening: Evening) -> bool:
    """Whether results that were published are being changed, and have not been published again."""
    return evening.status == Status.FINISHED and evening.published_at is not None


def standings_as_published(evening: Evening) -> list[Standing]:
    """The lines of the last publication, best first, with ticket and player; two queries."""
    publication = evening.publications.order_by("-number").first()
    told: list[dict[str, Any]] = json.loads(publication.archive)["standings"] if publication else []
    tickets = {ticket.code: ticket for ticket in evening.tickets.select_related("player")}
    lines: list[Standing] = []
    for line in told:
        ticket = tickets[line["ticket"]]
        values = {name: value for name, value in line.items() if name != "ticket"}
        shared = bool(lines) and lines[-1].place == line["place"]
        lines.append(
            Standing(evening=evening, ticket=ticket, decided_by="shared" if shared else "", **values)
        )
    return lines
