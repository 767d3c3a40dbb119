"""What players ask for on their own pages, to leave or to sit a round out: granted or declined."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from tournaments.club.api.operations import Address
from tournaments.club.api.views import Actor
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads import director_alerts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services import player_requests as requests
from tournaments.site.api.answers import Answer, At, Example, PersonName, TicketCode
from tournaments.site.api.query import NextPage, Page, Paging


class PlayerRequest(Answer):
    """A request that waits: of whom, what for, and for which round."""

    id: Annotated[int, Example(6)]
    ticket: Annotated[TicketCode, At("ticket.code")]
    name: Annotated[PersonName, At("ticket.player.name")]
    kind: Annotated[Literal["leave", "sit_out"], Example("sit_out")]
    round: Annotated[int, Example(3)]
    made_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]


class PlayerRequests(Answer):
    """Those that wait, the longest first."""

    requests: Annotated[list[PlayerRequest], At("rows")]
    next: NextPage


WAITING = Address(f"{EVENING}requests/", "requests")
GRANT = Address(f"{EVENING}requests/<int:asked>/grant/", "request-grant")
DECLINE = Address(f"{EVENING}requests/<int:asked>/decline/", "request-decline")


@WAITING.get()
def list_player_requests(evening: Evening, paging: Paging) -> PlayerRequests:
    """What players have asked for that waits for the director's word."""
    rows = director_alerts.waiting_requests(evening)
    page = paging.of_list(rows, lambda row: (row.made_at.isoformat(), row.pk))
    return PlayerRequests.from_view(page)


@GRANT.post()
def grant_player_request(evening: Evening, wish: director_alerts.PlayerRequest, by: Actor) -> PlayerRequests:
    """They leave, or somebody who sits out takes their seat. Answers with the requests that still wait."""
    requests.grant(evening=evening, pk=wish.pk, **by)
    return _still_waiting(evening)


@DECLINE.post()
def decline_player_request(
    evening: Evening, wish: director_alerts.PlayerRequest, by: Actor
) -> PlayerRequests:
    """The player is told that it is not possible now. Answers with the requests that still wait."""
    requests.decline(evening=evening, pk=wish.pk, **by)
    return _still_waiting(evening)


def _still_waiting(evening: Evening) -> PlayerRequests:
    return PlayerRequests.from_view(Page(director_alerts.waiting_requests(evening)))
