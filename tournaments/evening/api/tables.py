"""A table, as its own phone uses it over REST: what is answered of it, hands, the bell, cuts.

The director may do the same from the desk.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, NamedTuple, Self, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field
from rest_framework.request import Request

from tournaments.club.api.operations import Address
from tournaments.club.api.views import IF_MATCH, KEY_HEADER, unchanged
from tournaments.club.roles import Role
from tournaments.club.services.tokens import hashed
from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_HANDS
from tournaments.evening.acts.entering import MOST_LATE
from tournaments.evening.acts.games import MOST_VERSIONS
from tournaments.evening.api import bodies
from tournaments.evening.api.acts import cut_at
from tournaments.evening.api.authentication import SCHEME, TABLE_TOKEN_LENGTH
from tournaments.evening.api.corrections import Because, look_first, sight_of
from tournaments.evening.api.evening_answers import RoundTimes, Running, Sitter, running
from tournaments.evening.api.views import TABLE, TableInView, TableView, sent, table_with
from tournaments.evening.plan import Setup
from tournaments.evening.reads import access, desk, facts, hands, rounds, scoresheets
from tournaments.evening.round_rules import Status
from tournaments.evening.services import scoresheets as sheet_services
from tournaments.evening.services.perform import perform
from tournaments.evening.services.scoresheets import confirm_from_phone
from tournaments.movement.seating import MOST_SEATS
from tournaments.refusals import HandTakenError, refuse
from tournaments.site.api import answers
from tournaments.site.api.answers import OR_NULL, Answer, At, Example, Problems, at_most
from tournaments.site.api.answers import Entered as EnteredAt
from tournaments.site.api.json_parser import StrictJSONParser, parse_json
from tournaments.site.api.schema import KEY
from tournaments.site.arguments import From, provides, validate_body

Target = Annotated[int | None, Example(42)]


class OtherEntry(Answer):
    """What was entered otherwise for a disputed hand; acts name it by its entry in the ledger."""

    entry: Annotated[answers.EntryNumber, At("entry.sequence")]
    by: Annotated[answers.By, At("entry.by")]
    hand: answers.HandOrVoid
    points: answers.HandPoints


class HandOut(Answer):
    """A hand as it counts, with its score slip in the reader's language; `hand` is null where the deal is void.

    Acts name it by its `entry` in the ledger. `agreed` says how far the sides are agreed: "confirmed" by one of
    `confirmed_by` or the director, "taken" as confirmed without a word, "waits" for it, "disputed" by others.
    """

    number: int
    entry: Annotated[answers.EntryNumber, At("entry.sequence")]
    by: Annotated[str, At("entry.by"), Example("table:4 seat:3")]
    hand: answers.HandOrVoid
    points: answers.HandPoints
    derivation: Annotated[answers.Slip, At("slip")]
    running: Running
    played_at: answers.Played
    entered_at: EnteredAt
    agreed: Annotated[Literal["confirmed", "taken", "waits", "disputed"], Example("waits")]
    confirmed_by: str
    disputed_by: Annotated[list[OtherEntry], at_most(MOST_VERSIONS)]

    @classmethod
    def of(cls, row: hands.Hand, total: tuple[int, ...], sheet: scoresheets.ScoreSheet, setup: Setup) -> Self:
        return cls.read(
            row,
            running=running(total, by_seat=sheet.game.keeping.by_seat),
            agreed=sheet.agreement(row, setup.plan.confirmation),
            disputed_by=sheet.disputing(row.number),
        )


class TrayHand(Answer):
    """A hand of the table that came late: the director decides, or has left it out."""

    entry: Annotated[answers.EntryNumber, At("entry.sequence")]
    round: Annotated[int, At("table_round.round.number")]
    number: Annotated[int, Example(3)]
    because: Annotated[Because, At("late_because")]
    left_out: Annotated[bool, At(lambda hand: hand.state == hands.HandState.LEFT_OUT)]


class Call(Answer):
    """A call for the director; `answered_by` is empty as long as the table waits."""

    id: Annotated[int, Example(12)]
    table: Annotated[answers.TableNumber, At("table.number")]
    reason: Annotated[str, Example("rule")]
    words: Annotated[str, Example("may the bid be taken back?")]
    by: Annotated[str, Example("table:4 seat:1")]
    called_at: answers.Played
    answered_at: answers.Moment | None
    answered_by: str


class NextSeat(Answer):
    """Where somebody of this table goes next: table and seat, or sitting out (both null)."""

    ticket: Annotated[answers.TicketCode, At("who.code")]
    name: Annotated[answers.PersonName, At("who.name")]
    table: Annotated[int | None, Example(4)]
    seat: Annotated[int | None, Example(1)]
    partner: Annotated[str, Example("Cid Orr")]


class NextSeats(Answer):
    """The announced next round, for those of this table."""

    round: Annotated[int, Example(2)]
    places: Annotated[list[NextSeat], at_most(MOST_SEATS)]

    @classmethod
    def of(cls, evening: desk.Evening, setup: Setup, codes: tuple[str, ...]) -> Self | None:
        """Where those with the tickets `codes` go next; None where nothing is announced."""
        upcoming = rounds.announced(evening)
        if upcoming is None:
            return None
        places = upcoming.places(partnership=setup.plan.tables.partnership)
        return cls.read(round=upcoming.number, places=[places[code] for code in codes if code in places])


class TableOut(Answer):
    """A table as its phone shows it; `round` and what hangs on it are null where the table is not in play.

    With `hands_kept` the asker plays tonight and this is another table in play: its hands come after `look` only.
    """

    club: Annotated[answers.ClubSlug, At("club.slug")]
    evening: Annotated[answers.EveningSlug, At("slug")]
    table: answers.TableNumber
    version: answers.EntryNumber
    status: Annotated[Status, Example("playing")]
    game: answers.GameSlug
    house_rules: Annotated[dict[str, Any], Example(answers.PLAN["house_rules"])]
    target: Target
    round: RoundTimes | None
    seats: Annotated[list[Sitter], at_most(MOST_SEATS)]
    running: Running | None
    hands: Annotated[list[HandOut], at_most(MOST_HANDS)]
    late: Annotated[list[TrayHand], at_most(MOST_LATE)]
    call: Call | None
    next_hand: Annotated[int | None, Example(2)]
    may_ring: bool
    cut: Annotated[answers.Side | None, OR_NULL]
    winner: Annotated[answers.Side | None, OR_NULL]
    hands_kept: bool
    next: NextSeats | None

    @classmethod
    def of(cls, evening: desk.Evening, number: int, sight: access.HandVisibility) -> Self:
        """A table as its phone shows it, in a few queries, however many hands and tables there are.

        Without hands where these are not in `sight`.

        Raises Http404 where the evening has no such table.
        """
        setup = facts.setup_of(evening)
        # The first seats are drawn for everybody to see; later ones only once they are announced.
        game = rounds.game_view(evening, number, max(evening.current_round, 1))
        if game is None:
            desk.table(evening, number)
        is_kept = game is not None and not sight.sees(game.round.number, number)
        sheet = None if game is None or is_kept else scoresheets.sheet_of(game.row)
        can_ring = game is not None and setup.may_ring(game.table, game.points, game.decision)
        return cls.read(
            evening,
            table=number,
            game=setup.game.slug,
            house_rules=setup.plan.house_rules,
            target=setup.target,
            round=game and game.round,
            seats=game.seats if game else [],
            running=game and running(game.points, by_seat=game.by_seat),
            hands=_hands(sheet, setup) if sheet else [],
            late=sheet.tray if sheet else [],
            call=game and rounds.waiting_call(game.row.table),
            next_hand=game and game.hands + 1,
            may_ring=evening.status == Status.PLAYING and can_ring,
            cut=game and game.cut,
            winner=game and game.winner,
            hands_kept=is_kept,
            next=NextSeats.of(evening, setup, game.codes if game else ()),
        )


def _hands(sheet: scoresheets.ScoreSheet, setup: Setup) -> list[HandOut]:
    return [HandOut.of(row, total, sheet, setup) for row, total in scoresheets.with_running(sheet.live)]


class LedgerPlace(Answer):
    """Where a hand stands in the ledger."""

    sequence: answers.EntryNumber
    hash: answers.Hash


class _HandEntered(Answer):
    """What every answer to an entered hand tells."""

    round: int
    table: answers.TableNumber
    number: int
    hand: answers.HandPlayed
    points: answers.HandPoints
    played_at: answers.Played
    key: Annotated[str, Example("0b9f6a4e-table-4-hand-2")]
    scores: Annotated[list[int], Example(list(answers.SLIP.scores))]
    derivation: answers.Slip
    running: Running
    target: Target
    entered_at: EnteredAt
    ledger: LedgerPlace
    clock_offset: int | None = None


class Entered(_HandEntered):
    """The answer to an entered hand; every retry with the same key gets the same bytes.

    Where another phone had entered this number before, `state` is "agrees" or "disputed", and `of` is the ledger
    entry of the hand that counts; nothing is overwritten. `clock_offset` is by how many milliseconds the sender's
    clock is ahead.
    """

    state: Literal["agrees", "disputed"] | None = None
    of: int | None = None
    agrees: bool | None = None
    confirms: bool | None = None


class EnteredLate(_HandEntered):
    """The answer to a hand that is kept in the late tray: it counts when the director takes it in."""

    state: Annotated[Literal["late"], Example("late")]
    because: Because


class TakenOut(Problems):
    """Somebody else has entered this hand: what they were answered; null where the director has corrected it."""

    taken: Entered | None = Field(
        default=None, description="Left out where it is refused for another reason."
    )


class Preview(Answer):
    """What a hand would score; nothing is kept."""

    scores: Annotated[list[int], Example(list(answers.SLIP.scores))]
    derivation: Annotated[answers.Slip, At("lines")]
    wins_game: int | None


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


@HANDS.post(answer=Entered, status=201, also={202: EnteredLate, 409: TakenOut}, parameters=(KEY,))
def enter_hand(place: TableInView, key: Key, request: Request, body: bodies.NewHand) -> HttpResponse:
    """Enter a hand of the current round. A retry with the same key and body gets the same bytes.

    A number that another phone of the table has entered already is compared with what counts: the same hand
    confirms it ("agrees"), another is kept beside it ("disputed") until somebody settles which counts. A hand
    that was finished after the bell, or of a round that is closed, is kept for the director (202).
    """
    try:
        return _enter(place, key, body)
    except HandTakenError:
        # It would show what was entered there.
        evening = evening_of(place)
        look_first(request, evening, evening.current_round, place.table)
        raise


def _enter(place: TableInView, key: str, body: bodies.NewHand) -> HttpResponse:
    answer = sheet_services.enter_hand(
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
    # Most answers need not be parsed for that.
    is_late = '"state":"late"' in answer and json.loads(answer).get("state") == "late"
    return HttpResponse(answer, status=202 if is_late else 201, content_type="application/json")


def enter_hand_at_once(request: HttpRequest, club: str, evening: str, number: int) -> HttpResponse:
    """What `enter_hand` answers to a table's phone whose hand is taken, without the framework round it.

    Raises Http404 or Faults for any other request: `enter_hand` answers that, and says what is wrong with it.
    """
    token = request.META["HTTP_AUTHORIZATION"].removeprefix(f"{SCHEME} ")
    table = access.table_of(hashed(token)) if len(token) == TABLE_TOKEN_LENGTH else None
    key = sent(request, KEY_HEADER)
    is_usual = request.content_type == StrictJSONParser.media_type and sent(request, IF_MATCH) is None
    if table is None or key is None or not is_usual:
        raise Http404
    place = table_with(table, request, (club, evening, number))
    answer = _enter(place, key, validate_body(parse_json(request.body), bodies.NewHand))
    length = {"Content-Length": str(len(answer.content))}
    for name, value in {"Allow": "POST, OPTIONS", "Cache-Control": "private, no-cache", **length}.items():
        answer.headers[name] = value
    return answer


# --- the table, and what a hand would score -------------------------------------------------------------


def evening_of(place: TableInView) -> desk.Evening:
    return access.evening_by_id(place.evening_id)


EveningOfTable = Annotated[desk.Evening, From(evening_of)]


@Address(TABLE, "table", view=TableView).get(answer=TableOut)
def show_table(request: Request, place: TableInView, evening: EveningOfTable) -> HttpResponse:
    """The table as it stands: seats, running points, the hands of the round, where its players go next."""
    etag, same = unchanged(request, evening.version)
    return same or TableOut.of(evening, place.table, sight_of(request, evening)).reply(headers={"ETag": etag})


@Address(f"{TABLE}preview/", "preview", view=TableView).post()
def preview_hand(place: TableInView, body: bodies.OneHand) -> Preview:
    """What a hand would score under tonight's house rules. Nothing is kept."""
    return Preview.from_view(
        sheet_services.preview_hand(evening_id=place.evening_id, table=place.table, hand=body.hand)
    )


# --- acts that a phone does at its table; the answer is the table ---------------------------------------
HAND = f"{TABLE}hands/<int:hand>/"


class AtTable(NamedTuple):
    request: Request
    place: TableInView
    evening: desk.Evening


@provides
def at_table(request: Request, place: TableInView, evening: EveningOfTable) -> AtTable:
    return AtTable(request, place, evening)


def table_after(act: acts.Act, there: AtTable, seat: int | None = None) -> TableOut:
    """The table after this act is done there, from a seat of it if they say which."""
    perform(evening=there.evening, act=act, **there.place.with_seat(seat))
    after = evening_of(there.place)
    return TableOut.of(after, there.place.table, sight_of(there.request, after))


class HandAddress(TypedDict):
    round: int
    table: int
    number: int


@provides
def hand_at(place: TableInView, evening: EveningOfTable, hand: int) -> HandAddress:
    if not 1 <= hand <= MOST_HANDS:
        raise Http404
    return {"round": evening.current_round, "table": place.table, "number": hand}


@Address(f"{TABLE}ring/", "table-ring", view=TableView).post()
def ring_at_table(there: AtTable) -> TableOut:
    """Ring the bell; rung already, nothing more happens."""
    return table_after(acts.Ring(table=there.place.table), there)


@Address(f"{TABLE}cut/", "table-cut", view=TableView, needs=Role.DIRECTOR).post()
def cut_at_table(there: AtTable, body: bodies.TableCutBody) -> TableOut:
    """Record who won the cut of this level table."""
    return table_after(cut_at(there.place.table, body), there)


@Address(f"{HAND}confirm/", "table-confirm", view=TableView).post()
def confirm_at_table(there: AtTable, hand: HandAddress, body: bodies.Confirmation) -> TableOut:
    """Confirm a hand of the current round that another side entered on another phone; `seat` says who you are."""
    act = acts.ConfirmHand(of=body.of, **hand)
    return table_after(confirm_from_phone(there.evening, act, there.place.phone), there, body.seat)


@Address(f"{HAND}settle/", "table-settle", view=TableView, needs=Role.DIRECTOR).post()
def settle_at_table(there: AtTable, hand: HandAddress, body: bodies.GivingWay) -> TableOut:
    """Settle a dispute by keeping the entry of the other side and phone; which side is yours, `seat` says."""
    act = acts.SettleDispute(keep=body.keep, reason=body.reason, **hand)
    return table_after(confirm_from_phone(there.evening, act, there.place.phone), there, body.seat)


@Address(f"{HAND}correct/", "table-correct", view=TableView, needs=Role.DIRECTOR).post()
def correct_at_table(there: AtTable, hand: HandAddress, body: bodies.OwnCorrection) -> TableOut:
    """Correct the last hand of this table in the round in play; the other side confirms it anew."""
    act = acts.CorrectHand(of=body.of, hand=body.hand, reason=body.reason, **hand)
    corrected = sheet_services.rescored_act(there.evening, act, phone=there.place.phone)
    return table_after(corrected, there, body.seat)
