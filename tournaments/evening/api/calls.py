"""What is asked of the director: calls of tables; on players' own pages to leave, or to sit a round out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from tournaments.club.api.operations import Address, Created
from tournaments.club.api.views import Actor
from tournaments.evening.api import bodies
from tournaments.evening.api.table_answers import Call, Calls
from tournaments.evening.api.tables import EveningOfTable
from tournaments.evening.api.views import EVENING, TABLE, TableInView, TableView
from tournaments.evening.reads import director_alerts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.director_alerts import DirectorCall
from tournaments.evening.services import player_requests
from tournaments.site.api.answers import Answer, At, Example, PersonName, TicketCode
from tournaments.site.api.query import NextPage, Page, Paging

WAITING = Address(f"{EVENING}calls/", "calls")
ANSWER = Address(f"{EVENING}calls/<int:call>/answer/", "answer-call")
MISTAKE = Address(f"{EVENING}calls/<int:call>/wait-again/", "unanswer-call")
FROM_TABLE = Address(f"{TABLE}call/", "table-call", view=TableView)
WITHDRAWAL = Address(f"{TABLE}call/withdraw/", "table-withdraw-call", view=TableView)


@WAITING.get()
def list_calls(evening: Evening, paging: Paging) -> Calls:
    """The tables that wait for the director, the longest first."""
    rows = director_alerts.calls(evening)
    page = paging.of_list(rows, lambda row: (row.called_at.isoformat(), row.pk))
    return Calls.from_view(page)


@ANSWER.post()
def answer_call(evening: Evening, call: DirectorCall, by: Actor) -> Call:
    """Somebody goes there; answered already, nothing more happens."""
    player_requests.answer_call(evening=evening, call_id=call.pk, **by)
    return Call.from_view(director_alerts.call(evening, call.pk))


@MISTAKE.post()
def unanswer_call(evening: Evening, call: DirectorCall) -> Call:
    """Nobody goes there after all: the table waits again, since when it called."""
    player_requests.reopen_call(evening=evening, call_id=call.pk)
    return Call.from_view(director_alerts.call(evening, call.pk))


@FROM_TABLE.post()
def call_director(place: TableInView, evening: EveningOfTable, body: bodies.NewCall) -> Created[Call]:
    """Call the director; a table that waits already goes on waiting with its first call."""
    row = player_requests.call(
        evening=evening,
        table_number=place.table,
        reason=body.reason,
        words=body.words,
        **place.with_seat(body.seat),
    )
    return Created(Call.from_view(row))


@WITHDRAWAL.post()
def withdraw_call(place: TableInView, evening: EveningOfTable) -> Calls:
    """The table needs nobody any more; gives the calls of the table that still wait: none."""
    for row in director_alerts.calls(evening, table=place.table):
        player_requests.answer_call(evening=evening, call_id=row.pk, **place.who)
    return Calls.from_view(Page(director_alerts.calls(evening, table=place.table)))


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


REQUESTS = Address(f"{EVENING}requests/", "requests", chapter="player_requests")
GRANT = Address(f"{EVENING}requests/<int:asked>/grant/", "request-grant", chapter="player_requests")
DECLINE = Address(f"{EVENING}requests/<int:asked>/decline/", "request-decline", chapter="player_requests")


@REQUESTS.get()
def list_player_requests(evening: Evening, paging: Paging) -> PlayerRequests:
    """What players have asked for that waits for the director's word."""
    rows = director_alerts.waiting_requests(evening)
    page = paging.of_list(rows, lambda row: (row.made_at.isoformat(), row.pk))
    return PlayerRequests.from_view(page)


@GRANT.post()
def grant_player_request(evening: Evening, wish: director_alerts.PlayerRequest, by: Actor) -> PlayerRequests:
    """They leave, or somebody who sits out takes their seat. Answers with the requests that still wait."""
    player_requests.grant(evening=evening, pk=wish.pk, **by)
    return _still_waiting(evening)


@DECLINE.post()
def decline_player_request(
    evening: Evening, wish: director_alerts.PlayerRequest, by: Actor
) -> PlayerRequests:
    """The player is told that it is not possible now. Answers with the requests that still wait."""
    player_requests.decline(evening=evening, pk=wish.pk, **by)
    return _still_waiting(evening)


def _still_waiting(evening: Evening) -> PlayerRequests:
    return PlayerRequests.from_view(Page(director_alerts.waiting_requests(evening)))
