"""A table, as its own phone uses it; the director may do the same from the desk."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, TypedDict

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.club.roles import Permission, Role
from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_HANDS
from tournaments.evening.api import bodies, table_answers
from tournaments.evening.api.acts import cut_at
from tournaments.evening.api.bodies import validate_body
from tournaments.evening.api.corrections import look_first, sight_of
from tournaments.evening.api.schema import KEY, PHONE, operation
from tournaments.evening.api.views import KEY_HEADER, TableInView, TableView, unchanged
from tournaments.evening.reads import api_reads
from tournaments.evening.services import scoresheets
from tournaments.evening.services.perform import perform
from tournaments.evening.services.rounds import confirm_from_phone
from tournaments.refusals import HandTakenError, refuse


class TableEndpoint(TableView):
    """One table."""

    @operation("show_table", answer=table_answers.Table, parameters=(PHONE,))
    def get(self, request: Request, club: str, evening: str, number: int) -> HttpResponseBase:
        """The table as it stands: seats, running points, the hands of the round, where its players go next."""
        evening_row = api_reads.evening_at(self.place(request, club, evening, number).evening_id)
        etag, same = unchanged(request, evening_row.version)
        if same:
            return same
        return table_answers.Table.of(evening_row, number, sight_of(request, evening_row)).reply(
            headers={"ETag": etag}
        )


class HandsEndpoint(TableView):
    """Hands."""

    def is_retry(self, request: Request, **place: Any) -> bool:
        """Whether a hand was entered at this table with this key. Raises Faults where there is none."""
        table = self.place(request, **place)
        return api_reads.is_answered(table.evening_id, table.table, _key(request))

    @operation(
        "enter_hand",
        body=bodies.NewHand,
        answer=table_answers.Entered,
        status=201,
        also={202: table_answers.EnteredLate, 409: table_answers.Taken},
        parameters=(KEY, PHONE),
    )
    def post(self, request: Request, club: str, evening: str, number: int) -> HttpResponse:
        """Enter a hand of the current round. A retry with the same key and body gets the same bytes.

        A number that another phone of the table has entered already is compared with what counts: the same hand
        confirms it ("agrees"), another is kept beside it ("disputed") until somebody settles which counts. A hand
        that was finished after the bell, or of a round that is closed, is kept for the director (202).
        """
        place = self.place(request, club, evening, number)
        key = _key(request)
        body = validate_body(request, bodies.NewHand)
        try:
            entered = scoresheets.enter_hand(
                evening_id=place.evening_id,
                table_number=place.table,
                hand=body.hand,
                key=key,
                round_number=body.round,
                number=body.number,
                played_at=body.played_at,
                sent_at=body.sent_at,
                phone=place.phone,
                **place.with_seat(body.seat, round_number=body.round, key=key),
            )
        except HandTakenError:
            # It would show what was entered there.
            evening_row = api_reads.evening_at(place.evening_id)
            look_first(request, evening_row, evening_row.current_round, place.table)
            raise
        status = 202 if _is_late(entered.answer) else 201
        return HttpResponse(entered.answer, status=status, content_type="application/json")


def _key(request: Request) -> str:
    key = request.headers.get(KEY_HEADER)
    if key is None:
        refuse(KEY_HEADER, "missing", gettext_noop("nothing was entered; each hand needs a key of its own"))
    return key


def _is_late(answer: str) -> bool:
    # Most answers need not be parsed for that.
    return '"state":"late"' in answer and json.loads(answer).get("state") == "late"


class PreviewEndpoint(TableView):
    """The slip of a hand."""

    @operation("preview_hand", body=bodies.OneHand, answer=table_answers.Preview, parameters=(PHONE,))
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """What a hand would score under tonight's house rules. Nothing is kept."""
        place = self.place(request, club, evening, number)
        hand = validate_body(request, bodies.OneHand).hand
        slip = scoresheets.preview_hand(evening_id=place.evening_id, table=place.table, hand=hand)
        return table_answers.Preview.of(slip).reply()


at_table = partial(operation, answer=table_answers.Table, parameters=(PHONE,))
"""Describes an act that a phone does at its table; the answer is the table."""


class RingEndpoint(TableView):
    """The bell."""

    @at_table("ring_at_table", body=bodies.Nothing)
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Ring the bell; rung already, nothing more happens."""
        place = self.place(request, club, evening, number)
        validate_body(request, bodies.Nothing)
        evening_row = api_reads.evening_at(place.evening_id)
        return _done(request, place, evening_row, acts.Ring(table=place.table))


class CutEndpoint(TableView):
    """The cut."""

    needs = Permission(Role.DIRECTOR, Role.DIRECTOR)

    @at_table("cut_at_table", body=bodies.TableCut)
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Record who won the cut of this level table."""
        place = self.place(request, club, evening, number)
        evening_row, body = api_reads.evening_at(place.evening_id), validate_body(request, bodies.TableCut)
        return _done(request, place, evening_row, cut_at(place.table, body))


class HandAddress(TypedDict):
    """A hand of the current round of a table, as acts take it."""

    round: int
    table: int
    number: int


def _address(evening: api_reads.Evening, place: TableInView, hand: int) -> HandAddress:
    if not 1 <= hand <= MOST_HANDS:
        raise Http404
    return {"round": evening.current_round, "table": place.table, "number": hand}


def _done(
    request: Request, place: TableInView, evening: api_reads.Evening, act: acts.Act, seat: int | None = None
) -> Response:
    perform(evening=evening, act=act, **place.with_seat(seat))
    after = api_reads.evening_at(place.evening_id)
    return table_answers.Table.of(after, place.table, sight_of(request, after)).reply()


class ConfirmEndpoint(TableView):
    """The other side's word."""

    @at_table("confirm_at_table", body=bodies.Confirmation)
    def post(self, request: Request, club: str, evening: str, number: int, hand: int) -> Response:
        """Confirm a hand of the current round that another side entered on another phone; `seat` says who you are."""
        place = self.place(request, club, evening, number)
        evening_row, body = (
            api_reads.evening_at(place.evening_id),
            validate_body(request, bodies.Confirmation),
        )
        act = acts.ConfirmHand(of=body.of, **_address(evening_row, place, hand))
        return _done(
            request, place, evening_row, confirm_from_phone(evening_row, act, place.phone), body.seat
        )


class SettleEndpoint(TableView):
    """Giving way."""

    needs = Permission(Role.DIRECTOR, Role.DIRECTOR)

    @at_table("settle_at_table", body=bodies.GivingWay)
    def post(self, request: Request, club: str, evening: str, number: int, hand: int) -> Response:
        """Settle a dispute by keeping the entry of the other side and phone; which side is yours, `seat` says."""
        place = self.place(request, club, evening, number)
        evening_row, body = api_reads.evening_at(place.evening_id), validate_body(request, bodies.GivingWay)
        act = acts.SettleDispute(keep=body.keep, reason=body.reason, **_address(evening_row, place, hand))
        return _done(
            request, place, evening_row, confirm_from_phone(evening_row, act, place.phone), body.seat
        )


class CorrectEndpoint(TableView):
    """A mistake."""

    needs = Permission(Role.DIRECTOR, Role.DIRECTOR)

    @at_table("correct_at_table", body=bodies.OwnCorrection)
    def post(self, request: Request, club: str, evening: str, number: int, hand: int) -> Response:
        """Correct the last hand of this table in the round in play; the other side confirms it anew."""
        place = self.place(request, club, evening, number)
        evening_row, body = (
            api_reads.evening_at(place.evening_id),
            validate_body(request, bodies.OwnCorrection),
        )
        address = _address(evening_row, place, hand)
        act = acts.CorrectHand(of=body.of, hand=body.hand, reason=body.reason, **address)
        corrected = scoresheets.rescored_act(evening_row, act, phone=place.phone)
        return _done(request, place, evening_row, corrected, body.seat)
