"""A table, as its own phone uses it; the director may do the same from the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.api import answers, bodies, documents
from tournaments.api.acts import cut_at
from tournaments.api.bodies import parsed
from tournaments.api.doors import TableDoor, unchanged, versioned
from tournaments.api.schema import IF_NONE_MATCH, KEY, described
from tournaments.queries import rest
from tournaments.services import rounds, scoresheets
from tournaments.services.refusals import refuse

KEY_HEADER = "Idempotency-Key"


class Table(TableDoor):
    """One table."""

    @described("show_table", answer=answers.Table, also={304: None}, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, club: str, evening: str, number: int) -> HttpResponseBase:
        """The table as it stands: seats, running points, the hands of the round, where its players go next."""
        found = rest.evening_at(self.place(request, club, evening, number).evening_id)
        etag, same = unchanged(request, found.version)
        return same or versioned(documents.table(found, number), etag)


class Hands(TableDoor):
    """Hands."""

    @described(
        "enter_hand",
        body=bodies.NewHand,
        answer=answers.Entered,
        status=201,
        refusals=(422,),
        also={409: answers.Taken},
        parameters=(KEY,),
    )
    def post(self, request: Request, club: str, evening: str, number: int) -> HttpResponse:
        """Enter a hand of the current round. A retry with the same key and body gets the same bytes."""
        place = self.place(request, club, evening, number)
        key = request.META.get("HTTP_IDEMPOTENCY_KEY")
        if key is None:
            refuse(
                KEY_HEADER, "missing", gettext_noop("nothing was entered; each hand needs a key of its own")
            )
        body = parsed(request, bodies.NewHand)
        entered = scoresheets.enter_hand(
            evening_id=place.evening_id,
            table_number=place.table,
            hand=body.hand,
            key=key,
            round_number=body.round,
            number=body.number,
            played_at=body.played_at,
            **place.who,
        )
        return HttpResponse(entered.answer, status=201, content_type="application/json")


class Preview(TableDoor):
    """The slip of a hand."""

    @described("preview_hand", body=bodies.OneHand, answer=answers.Preview)
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """What a hand would score under tonight's house rules. Nothing is kept."""
        place = self.place(request, club, evening, number)
        hand = parsed(request, bodies.OneHand).hand
        return Response(
            documents.derivation(scoresheets.preview_hand(evening_id=place.evening_id, hand=hand))
        )


class Ring(TableDoor):
    """The bell."""

    @described("ring_at_table", body=bodies.Nothing, answer=answers.Table, refusals=(409,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Ring the bell; rung already, nothing more happens."""
        place = self.place(request, club, evening, number)
        parsed(request, bodies.Nothing)
        rounds.ring(evening=rest.evening_at(place.evening_id), table_number=place.table, **place.who)
        return Response(documents.table(rest.evening_at(place.evening_id), number))


class Cut(TableDoor):
    """The cut."""

    @described("cut_at_table", body=bodies.TableCut, answer=answers.Table, refusals=(409,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Record who won the cut of this level table."""
        place = self.place(request, club, evening, number)
        body = parsed(request, bodies.TableCut)
        cut_at(rest.evening_at(place.evening_id), place.table, body, place.who)
        return Response(documents.table(rest.evening_at(place.evening_id), number))
