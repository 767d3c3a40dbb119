"""A table, as its own phone uses it; the director may do the same from the desk."""

from __future__ import annotations

import json
from typing import Annotated, Any, NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from tournaments.club.api.operations import Address
from tournaments.club.api.views import KEY_HEADER, unchanged
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_HANDS
from tournaments.evening.api import bodies
from tournaments.evening.api.acts import cut_at
from tournaments.evening.api.corrections import look_first, sight_of
from tournaments.evening.api.table_answers import Entered, EnteredLate, Preview, Table, Taken
from tournaments.evening.api.views import TABLE, TableInView, TableView
from tournaments.evening.reads import access
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services import scoresheets
from tournaments.evening.services.perform import perform
from tournaments.evening.services.scoresheets import confirm_from_phone
from tournaments.refusals import HandTakenError, refuse
from tournaments.site.api.schema import KEY
from tournaments.site.arguments import From, provides


# --- entering a hand ------------------------------------------------------------------------------------
def key_of(request: Request) -> str:
    key = request.headers.get(KEY_HEADER)
    if key is None:
        refuse(KEY_HEADER, "missing", "nothing was entered; each hand needs a key of its own")
    return key


Key = Annotated[str, From(key_of)]


class EnteringView(TableView):
    def is_retry(self, request: Request, **place: Any) -> bool:
        """Whether a hand was entered at this table with this key. Raises Faults where there is none."""
        table = self.place(request, **place)
        return access.is_answered(table.evening_id, table.table, key_of(request))


# First, because addresses are tried in order and this is the busy one.
HANDS = Address(f"{TABLE}hands/", "hands", view=EnteringView)


@HANDS.post(answer=Entered, status=201, also={202: EnteredLate, 409: Taken}, parameters=(KEY,))
def enter_hand(place: TableInView, key: Key, request: Request, body: bodies.NewHand) -> HttpResponse:
    """Enter a hand of the current round. A retry with the same key and body gets the same bytes.

    A number that another phone of the table has entered already is compared with what counts: the same hand
    confirms it ("agrees"), another is kept beside it ("disputed") until somebody settles which counts. A hand
    that was finished after the bell, or of a round that is closed, is kept for the director (202).
    """
    try:
        answer = scoresheets.enter_hand(
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
        ).answer
    except HandTakenError:
        # It would show what was entered there.
        evening = evening_of(place)
        look_first(request, evening, evening.current_round, place.table)
        raise
    # Most answers need not be parsed for that.
    is_late = '"state":"late"' in answer and json.loads(answer).get("state") == "late"
    return HttpResponse(answer, status=202 if is_late else 201, content_type="application/json")


# --- the table, and what a hand would score -------------------------------------------------------------
SHEET = Address(TABLE, "table", view=TableView)
PREVIEW = Address(f"{TABLE}preview/", "preview", view=TableView)


def evening_of(place: TableInView) -> Evening:
    return access.evening_by_id(place.evening_id)


EveningOfTable = Annotated[Evening, From(evening_of)]


@SHEET.get(answer=Table)
def show_table(request: Request, place: TableInView, evening: EveningOfTable) -> HttpResponse:
    """The table as it stands: seats, running points, the hands of the round, where its players go next."""
    etag, same = unchanged(request, evening.version)
    return same or Table.of(evening, place.table, sight_of(request, evening)).reply(headers={"ETag": etag})


@PREVIEW.post()
def preview_hand(place: TableInView, body: bodies.OneHand) -> Preview:
    """What a hand would score under tonight's house rules. Nothing is kept."""
    return Preview.from_view(
        scoresheets.preview_hand(evening_id=place.evening_id, table=place.table, hand=body.hand)
    )


# --- acts that a phone does at its table; the answer is the table ---------------------------------------
HAND = f"{TABLE}hands/<int:hand>/"
BELL = Address(f"{TABLE}ring/", "table-ring", view=TableView)
CUT = Address(f"{TABLE}cut/", "table-cut", view=TableView, needs=Role.DIRECTOR)
CONFIRMATION = Address(f"{HAND}confirm/", "table-confirm", view=TableView)
SETTLEMENT = Address(f"{HAND}settle/", "table-settle", view=TableView, needs=Role.DIRECTOR)
CORRECTION = Address(f"{HAND}correct/", "table-correct", view=TableView, needs=Role.DIRECTOR)


class AtTable(NamedTuple):
    request: Request
    place: TableInView
    evening: Evening


@provides
def at_table(request: Request, place: TableInView, evening: EveningOfTable) -> AtTable:
    return AtTable(request, place, evening)


def table_after(act: acts.Act, there: AtTable, seat: int | None = None) -> Table:
    """The table after this act is done there, from a seat of it if they say which."""
    perform(evening=there.evening, act=act, **there.place.with_seat(seat))
    after = evening_of(there.place)
    return Table.of(after, there.place.table, sight_of(there.request, after))


class HandAddress(TypedDict):
    round: int
    table: int
    number: int


@provides
def hand_at(place: TableInView, evening: EveningOfTable, hand: int) -> HandAddress:
    if not 1 <= hand <= MOST_HANDS:
        raise Http404
    return {"round": evening.current_round, "table": place.table, "number": hand}


@BELL.post()
def ring_at_table(there: AtTable) -> Table:
    """Ring the bell; rung already, nothing more happens."""
    return table_after(acts.Ring(table=there.place.table), there)


@CUT.post()
def cut_at_table(there: AtTable, body: bodies.TableCut) -> Table:
    """Record who won the cut of this level table."""
    return table_after(cut_at(there.place.table, body), there)


@CONFIRMATION.post()
def confirm_at_table(there: AtTable, hand: HandAddress, body: bodies.Confirmation) -> Table:
    """Confirm a hand of the current round that another side entered on another phone; `seat` says who you are."""
    act = acts.ConfirmHand(of=body.of, **hand)
    return table_after(confirm_from_phone(there.evening, act, there.place.phone), there, body.seat)


@SETTLEMENT.post()
def settle_at_table(there: AtTable, hand: HandAddress, body: bodies.GivingWay) -> Table:
    """Settle a dispute by keeping the entry of the other side and phone; which side is yours, `seat` says."""
    act = acts.SettleDispute(keep=body.keep, reason=body.reason, **hand)
    return table_after(confirm_from_phone(there.evening, act, there.place.phone), there, body.seat)


@CORRECTION.post()
def correct_at_table(there: AtTable, hand: HandAddress, body: bodies.OwnCorrection) -> Table:
    """Correct the last hand of this table in the round in play; the other side confirms it anew."""
    act = acts.CorrectHand(of=body.of, hand=body.hand, reason=body.reason, **hand)
    corrected = scoresheets.rescored_act(there.evening, act, phone=there.place.phone)
    return table_after(corrected, there, body.seat)
