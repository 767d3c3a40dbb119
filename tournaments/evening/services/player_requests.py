"""What players ask of the director: to come to their table, and on their own pages to go home or sit a round out.

And, once results are published, to look at them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from django.db import transaction
from pydantic import Field

from scoring.derivation import gettext_noop
from tournaments.club.look import logo_of
from tournaments.club.models import Player
from tournaments.club.roles import Role
from tournaments.club.services.audit import command, note
from tournaments.club.services.quotas import check_uploads
from tournaments.evening import acts
from tournaments.evening.acts.act import RUNNING
from tournaments.evening.models import DirectorCall, Evening, Objection, PlayerRequest, Ticket
from tournaments.evening.reads import director_alerts, facts
from tournaments.evening.round_rules import Status
from tournaments.evening.services import ledger
from tournaments.evening.services.perform import ROOM_EMPTY, perform
from tournaments.refusals import LONGEST_NOTE, refuse
from tournaments.site.arguments import ActorId, Body, Example
from tournaments.site.cleaning import clean_line, clean_words

LONGEST_WORDS = 120


@transaction.atomic
def call(
    *, evening: Evening, table_number: int, reason: str, words: str = "", by: str, at: datetime
) -> DirectorCall:
    """Call the director to a table; a table that waits already goes on waiting with its first call. Raises Faults."""
    _lock_if_on(evening)
    table = evening.tables.filter(number=table_number).first()
    if table is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    _check_choice("reason", reason, DirectorCall.Reason.values)
    waiting = table.calls.filter(answered_at__isnull=True).first()
    if waiting is not None:
        return waiting
    new_call = DirectorCall.objects.create(
        evening=evening,
        table=table,
        reason=reason,
        words=clean_words("words", words)[:LONGEST_WORDS],
        by=by,
        called_at=at,
    )
    ledger.news_for_a_table(evening, table_number)
    return new_call


def _lock_if_on(evening: Evening) -> None:
    if Evening.objects.select_for_update().get(pk=evening.pk).status in ROOM_EMPTY:
        refuse("evening", "over", "the evening is over; nobody answers calls any more")


@command(needs=Role.DIRECTOR, done=gettext_noop("Table %(table)s has been told that you are coming."))
def answer_call(*, evening: Evening, call: DirectorCall, by: ActorId, at: datetime) -> DirectorCall:
    """Somebody goes there; answered already, nothing more happens."""
    Evening.objects.select_for_update().get(pk=evening.pk)
    if evening.calls.filter(pk=call.pk, answered_at__isnull=True).update(answered_at=at, answered_by=by):
        ledger.news_for_a_table(evening, call.table.number)
    return director_alerts.call(evening, call.pk)


@command(needs=Role.DIRECTOR, done=gettext_noop("Undone. The table waits for you again."))
def unanswer_call(*, evening: Evening, call: DirectorCall) -> DirectorCall:
    """Nobody goes there after all: the table waits again, since when it called.

    Raises Faults (`called-again`) where it has called once more since.
    """
    _lock_if_on(evening)
    if call.table.calls.filter(answered_at__isnull=True).exclude(pk=call.pk).exists():
        refuse("call", "called-again", "the table has called again; that call waits")
    call.answered_at, call.answered_by = None, ""
    call.save(update_fields=["answered_at", "answered_by"])
    ledger.news_for_a_table(evening, call.table.number)
    return call


Kind, Outcome = PlayerRequest.Kind, PlayerRequest.Outcome
MOST: Final = 40
"""So often somebody asks in an evening: nobody keeps the room busy by asking and taking back."""


@transaction.atomic
def ask(*, ticket: Ticket, kind: str, at: datetime) -> PlayerRequest:
    """A player asks; whoever asks twice has asked once.

    Where the director does not confirm requests they leave at once, and sit out as soon as the seats are worked out.

    Raises Faults where nobody plays (`not-now`), for whoever has left (`has-left`), for sitting out where that cannot
    be (`not-possible`), and for too many requests (`too-many`).
    """
    row, ticket = _locked(ticket, at)
    _check(row, ticket, kind)
    number = row.current_round + (kind == Kind.SIT_OUT)
    standing = ticket.requests.filter(kind=kind, round=number, ended_at__isnull=True).first()
    if standing is not None:
        return standing
    if ticket.requests.count() >= MOST:
        refuse("", "too-many", "you have asked many times tonight; please go to the director")
    request = PlayerRequest.objects.create(ticket=ticket, kind=kind, round=number, made_at=at)
    ledger.news_for_everybody(Evening.objects.filter(pk=row.pk))
    if row.club.confirms_requests:
        return request
    if kind == Kind.LEAVE:
        _leave(row, request, by=own_name(ticket), at=at)
    elif row.status == Status.DRAFTED and (swap := director_alerts.swap_for(row, request)):
        perform(evening=row, act=swap, by=own_name(ticket), at=at)
    request.refresh_from_db()
    return request


def own_name(ticket: Ticket) -> str:
    return f"ticket:{ticket.number}"


def _check(row: Evening, ticket: Ticket, kind: str) -> None:
    _check_choice("kind", kind, Kind.values)
    if row.status not in RUNNING:
        refuse("", "not-now", "nobody plays just now; please go to the desk")
    if ticket.left_in is not None:
        refuse("", "has-left", "ticket %(number)s has left already", number=ticket.number)
    if kind == Kind.SIT_OUT:
        plan = facts.plan_of(row)
        if plan.has_bracket:
            refuse("", "not-possible", "nobody sits out of a knock-out; please go to the director")
        if row.current_round >= plan.rounds:
            refuse("", "not-possible", "this is the last round; there is none to sit out")
        if row.status == Status.MOVED:
            refuse("", "not-possible", "the next seats are announced already; please go to the director")


def _check_choice(field: str, entered: str, allowed: Sequence[str]) -> None:
    if entered not in allowed:
        refuse(
            field,
            "not-a-choice",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=entered[:20],
            allowed=", ".join(allowed),
        )


@transaction.atomic
def take_back(*, ticket: Ticket, kind: str, at: datetime) -> None:
    """The player withdraws what waits. Raises Faults where the next seats are worked out by it (`acted-on`)."""
    row, ticket = _locked(ticket, at)
    request = director_alerts.own_request(ticket).waiting.get(kind)
    if request is None:
        return
    if request.kind == Kind.SIT_OUT and director_alerts.sits_out_next(ticket):
        refuse("", "acted-on", "the next seats are worked out already; please go to the director")
    _end(row, request, Outcome.TAKEN_BACK, by=own_name(ticket), at=at)


@command(needs=Role.DIRECTOR)
def grant(*, evening: Evening, wish: PlayerRequest, by: ActorId, at: datetime) -> None:
    """They leave, or somebody who sits out takes their seat. Answers with the requests that still wait.

    Raises Faults where it no longer waits (`gone`), and where nobody can take the seat (`nobody`).
    """
    row = ledger.open_book(evening.pk, by=by, at=at).evening
    request = _waiting(row, wish)
    if request.kind == Kind.LEAVE:
        _leave(row, request, by=by, at=at)
        return
    # It waits on: seats that are worked out again are seen to again.
    swap = director_alerts.swap_for(row, request) if row.status == Status.DRAFTED else None
    if swap is None:
        refuse("", "nobody", "nobody who sits out can take the seat; change places by hand, or say no")
    perform(evening=row, act=swap, by=by, at=at)


@command(needs=Role.DIRECTOR, done=gettext_noop("The page of %(name)s says that it is not possible now."))
def decline(*, evening: Evening, wish: PlayerRequest, by: ActorId, at: datetime) -> Player:
    """The player is told that it is not possible now. Answers with the requests that still wait.

    Raises Faults where it no longer waits (`gone`).
    """
    row = ledger.open_book(evening.pk, by=by, at=at).evening
    _end(row, _waiting(row, wish), Outcome.DECLINED, by=by, at=at)
    return wish.ticket.player


MOST_OBJECTIONS: Final = 20
"""So many objections of one person are taken to the results of an evening, answered ones too."""


def object_to(
    *, ticket: Ticket, round_number: int, reason: str, photo: bytes = b"", at: datetime
) -> Objection:
    """A player objects to a published round (0: to the standings), with a photo of the slip if there is one.

    Raises Faults once the time for it is over (`too-late`), without a reason (`no-reason`), where the same objection
    waits already (`waits`), for too many (`too-many`), for no round of the evening, and on the photo as `logo_of`.
    """
    _check_objection(ticket, round_number, at)
    words = clean_line("reason", reason, LONGEST_NOTE)
    if not words:
        refuse("reason", "no-reason", "the reason is missing; say what is wrong, so that it can be put right")
    picture = logo_of(photo) if photo else b""
    with transaction.atomic():
        row, ticket = _locked(ticket, at)
        _check_objection(ticket, round_number, at)
        note(row.club, "objection-made", at=at, player=ticket.player, evening=row.name)
        ledger.news_for_everybody(Evening.objects.filter(pk=row.pk))
        objection = ticket.objections.create(round=round_number, reason=words, photo=picture, made_at=at)
        if picture:
            check_uploads(row.club)
        return objection


def _check_objection(ticket: Ticket, round_number: int, at: datetime) -> None:
    until = director_alerts.objections_until(ticket.evening)
    if until is None or at > until:
        refuse("", "too-late", "objections to these results are no longer possible; please ask the director")
    if round_number > ticket.evening.current_round:
        refuse("round", "unknown-round", "there was no round %(round)s", round=round_number)
    if ticket.objections.filter(round=round_number, outcome="").exists():
        refuse("round", "waits", "you have objected to this already; please wait for the answer")
    if ticket.objections.count() >= MOST_OBJECTIONS:
        refuse("", "too-many", "you have objected many times; please go to the director")


class ObjectionAnswer(Body):
    """What the director answers to an objection; a correction is made, and published, as any other."""

    outcome: Annotated[Literal["upheld", "declined"], Example("declined")]
    answer: Annotated[str, Field(max_length=LONGEST_NOTE), Example("The slip says 14 as well.")]


@command(
    needs=Role.DIRECTOR,
    audits=(
        "objection-answered",
        gettext_noop("An objection of %(player)s to the results of “%(evening)s” was answered."),
    ),
    done=gettext_noop("The player with ticket %(ticket)s can read your answer now."),
)
def answer_objection(
    *, evening: Evening, objection: Objection, by: ActorId, at: datetime, said: ObjectionAnswer
) -> Objection:
    """The player reads the answer on their page; the round is disputed by them no longer.

    Raises Faults where it was answered before (`answered`), and without words (`no-answer`).
    """
    ledger.open_book(evening.pk, by=by, at=at)
    objection.refresh_from_db(fields=["outcome"])
    if objection.outcome:
        refuse("", "answered", "this objection has been answered already")
    objection.outcome, objection.answer = said.outcome, clean_line("answer", said.answer, LONGEST_NOTE)
    if not objection.answer:
        refuse("answer", "no-answer", "the answer is missing; the player reads it on their page")
    objection.answered_at, objection.answered_by = at, by
    objection.save(update_fields=["outcome", "answer", "answered_at", "answered_by"])
    ledger.news_for_everybody(Evening.objects.filter(pk=evening.pk))
    answer_objection.note(evening.club, at=at, player=objection.ticket.player, evening=evening.name)
    return objection


def _leave(row: Evening, found: PlayerRequest, *, by: str, at: datetime) -> None:
    perform(evening=row, act=acts.Leave(ticket=found.ticket.code), by=by, at=at)
    _end(row, found, Outcome.DONE, by=by, at=at)


def _end(row: Evening, found: PlayerRequest, outcome: str, *, by: str, at: datetime) -> None:
    PlayerRequest.objects.filter(pk=found.pk).update(ended_at=at, ended_by=by, outcome=outcome)
    ledger.news_for_everybody(Evening.objects.filter(pk=row.pk))


def _waiting(row: Evening, wish: PlayerRequest) -> PlayerRequest:
    request = next((waiting for waiting in director_alerts.waiting_requests(row) if waiting == wish), None)
    if request is None:
        refuse("", "gone", "this request no longer waits")
    return request


def _locked(ticket: Ticket, at: datetime) -> tuple[Evening, Ticket]:
    # Nobody else does anything in the evening until the transaction is over.
    row = ledger.open_book(ticket.evening_id, by=own_name(ticket), at=at).evening
    fresh = row.tickets.select_related("player").get(pk=ticket.pk)
    fresh.evening = row
    return row, fresh
