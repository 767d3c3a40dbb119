"""Calls for the director."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import bodies, table_answers
from tournaments.api import mending_documents as documents
from tournaments.api.bodies import parsed
from tournaments.api.doors import OfficerDoor, TableDoor
from tournaments.api.schema import PHONE, described
from tournaments.queries import rest
from tournaments.services import calls


class Calls(OfficerDoor):
    """Calls."""

    @described("list_calls", answer=table_answers.Calls)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The tables that wait for the director, the longest first."""
        found = rest.calls(rest.evening(request.user, club, evening))
        return Response({"calls": [documents.call(row) for row in found]})


class Answered(OfficerDoor):
    """A call that is answered."""

    @described("answer_call", body=bodies.Nothing, answer=table_answers.Call)
    def post(self, request: Request, club: str, evening: str, call: int) -> Response:
        """Somebody goes there; answered already, nothing more happens."""
        found = rest.evening(request.user, club, evening)
        parsed(request, bodies.Nothing)
        row = rest.call(found, call)
        calls.answer(evening=found, call_id=row.pk, **self.who(request))
        return Response(documents.call(rest.call(found, call)))


class CallFromTable(TableDoor):
    """The call of a table."""

    @described(
        "call_director", body=bodies.NewCall, answer=table_answers.Call, status=201, parameters=(PHONE,)
    )
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Call the director; a table that waits already goes on waiting with its first call."""
        place = self.place(request, club, evening, number)
        body = parsed(request, bodies.NewCall)
        made = calls.call(
            evening=rest.evening_at(place.evening_id),
            table_number=place.table,
            reason=body.reason,
            words=body.words,
            **place.speaking(body.seat),
        )
        return Response(documents.call(made), status=201)


class NeededNoMore(TableDoor):
    """A call that is withdrawn."""

    @described("withdraw_call", body=bodies.Nothing, answer=table_answers.Calls, parameters=(PHONE,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """The table needs nobody any more; gives the calls of the table that still wait: none."""
        place = self.place(request, club, evening, number)
        parsed(request, bodies.Nothing)
        found = rest.evening_at(place.evening_id)
        for row in rest.calls(found, table=place.table):
            calls.answer(evening=found, call_id=row.pk, **place.who)
        return Response({"calls": [documents.call(row) for row in rest.calls(found, table=place.table)]})
