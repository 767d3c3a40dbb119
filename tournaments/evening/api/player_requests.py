"""What players ask for on their own pages, to leave or to sit a round out: granted or declined."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, Self

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import validate_body
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView
from tournaments.evening.reads import api_reads, director_alerts
from tournaments.evening.services import player_requests as requests
from tournaments.site.api.answers import Answer, Example, PersonName, TicketCode


class PlayerRequest(Answer):
    """A request that waits: of whom, what for, and for which round."""

    id: Annotated[int, Example(6)]
    ticket: TicketCode
    name: PersonName
    kind: Annotated[Literal["leave", "sit_out"], Example("sit_out")]
    round: Annotated[int, Example(3)]
    made_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]

    @classmethod
    def of(cls, row: director_alerts.PlayerRequest) -> Self:
        """One of them, with its ticket."""
        return cls.read(row, ticket=row.ticket.code, name=row.ticket.player.name)


class PlayerRequests(Answer):
    """Those that wait, the longest first."""

    requests: list[PlayerRequest]
    next: NextPage

    @classmethod
    def of(cls, page: Page[director_alerts.PlayerRequest]) -> Self:
        """A page of them."""
        return cls.read(page, requests=[PlayerRequest.of(row) for row in page.rows])


def _still_waiting(evening: api_reads.Evening) -> Response:
    return PlayerRequests.of(Page(director_alerts.waiting_requests(evening), None)).reply()


class RequestsEndpoint(OfficerView):
    """The requests of an evening."""

    @operation("list_player_requests", answer=PlayerRequests, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """What players have asked for that waits for the director's word."""
        rows = director_alerts.waiting_requests(self.evening(request, club, evening))
        page = page_of_list(request, rows, lambda row: (row.made_at.isoformat(), row.pk), usual=MOST)
        return page.reply(PlayerRequests.of(page))


class GrantEndpoint(OfficerView):
    """A request that is granted."""

    @operation("grant_player_request", body=bodies.Nothing, answer=PlayerRequests)
    def post(self, request: Request, club: str, evening: str, asked: int) -> Response:
        """They leave, or somebody who sits out takes their seat. Answers with the requests that still wait."""
        evening_row = self.evening(request, club, evening)
        _check_request(evening_row, asked)
        validate_body(request, bodies.Nothing)
        requests.grant(evening=evening_row, pk=asked, **self.who(request))
        return _still_waiting(self.evening(request, club, evening))


class DeclineEndpoint(OfficerView):
    """A request that is declined."""

    @operation("decline_player_request", body=bodies.Nothing, answer=PlayerRequests)
    def post(self, request: Request, club: str, evening: str, asked: int) -> Response:
        """The player is told that it is not possible now. Answers with the requests that still wait."""
        evening_row = self.evening(request, club, evening)
        _check_request(evening_row, asked)
        validate_body(request, bodies.Nothing)
        requests.decline(evening=evening_row, pk=asked, **self.who(request))
        return _still_waiting(evening_row)


def _check_request(evening: api_reads.Evening, pk: int) -> None:
    if director_alerts.request(evening, pk) is None:
        raise Http404
