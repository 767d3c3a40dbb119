"""Calls for the director."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import validate_body
from tournaments.evening.api.pages import MOST, Page, page_of_list, paging
from tournaments.evening.api.schema import PHONE, operation
from tournaments.evening.api.table_answers import Call, Calls
from tournaments.evening.api.views import OfficerView, TableView
from tournaments.evening.reads import api_reads
from tournaments.evening.services import calls


class CallsEndpoint(OfficerView):
    """Calls."""

    @operation("list_calls", answer=Calls, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The tables that wait for the director, the longest first."""
        rows = api_reads.calls(self.evening(request, club, evening))
        page = page_of_list(request, rows, lambda row: (row.called_at.isoformat(), row.pk), usual=MOST)
        return page.reply(Calls.of(page))


class AnsweredEndpoint(OfficerView):
    """A call that is answered."""

    @operation("answer_call", body=bodies.Nothing, answer=Call)
    def post(self, request: Request, club: str, evening: str, call: int) -> Response:
        """Somebody goes there; answered already, nothing more happens."""
        evening_row = self.evening(request, club, evening)
        validate_body(request, bodies.Nothing)
        row = api_reads.call(evening_row, call)
        calls.answer(evening=evening_row, call_id=row.pk, **self.who(request))
        return Call.of(api_reads.call(evening_row, call)).reply()


class WaitAgainEndpoint(OfficerView):
    """A call that was answered by mistake."""

    @operation("unanswer_call", body=bodies.Nothing, answer=Call)
    def post(self, request: Request, club: str, evening: str, call: int) -> Response:
        """Nobody goes there after all: the table waits again, since when it called."""
        evening_row = self.evening(request, club, evening)
        row = api_reads.call(evening_row, call)
        validate_body(request, bodies.Nothing)
        calls.wait_again(evening=evening_row, call_id=row.pk)
        return Call.of(api_reads.call(evening_row, call)).reply()


class CallFromTableEndpoint(TableView):
    """The call of a table."""

    @operation("call_director", body=bodies.NewCall, answer=Call, status=201, parameters=(PHONE,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Call the director; a table that waits already goes on waiting with its first call."""
        place = self.place(request, club, evening, number)
        body = validate_body(request, bodies.NewCall)
        row = calls.call(
            evening=api_reads.evening_at(place.evening_id),
            table_number=place.table,
            reason=body.reason,
            words=body.words,
            **place.with_seat(body.seat),
        )
        return Call.of(row).reply(status=201)


class NeededNoMoreEndpoint(TableView):
    """A call that is withdrawn."""

    @operation("withdraw_call", body=bodies.Nothing, answer=Calls, parameters=(PHONE,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """The table needs nobody any more; gives the calls of the table that still wait: none."""
        place = self.place(request, club, evening, number)
        validate_body(request, bodies.Nothing)
        evening_row = api_reads.evening_at(place.evening_id)
        for row in api_reads.calls(evening_row, table=place.table):
            calls.answer(evening=evening_row, call_id=row.pk, **place.who)
        return Calls.of(Page(api_reads.calls(evening_row, table=place.table), None)).reply()
