"""The move between rounds: drafted by a job, looked at and published by the director; who comes and goes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from tournaments.models import Evening, Player, Round, Seat, Ticket
from tournaments.movement.announced import Announced
from tournaments.movement.reasons import Reason
from tournaments.movement.scheduled import Read
from tournaments.movement.seating import Seating
from tournaments.queries.facts import plan_of, schedule_of, seating_of
from tournaments.queries.situations import now
from tournaments.services import clubs
from tournaments.services.evenings import new_tickets, ticket_body
from tournaments.services.ledger import Book, open_book
from tournaments.services.refusals import refuse
from tournaments.services.seating_rows import (
    keep_schedule,
    let_drafted_schedule_stand,
    seating_body,
    write_seating,
)
from tournaments.status import Act, Status
from tournaments.work.outbox import enqueue
from tournaments.work.topics import STANDINGS


class NextMove(NamedTuple):
    """Where everybody sits next and why, and the schedule from there on where it had to be planned again."""

    seating: Seating
    reasons: tuple[Reason, ...]
    schedule: Announced | None


def next_move(evening: Evening) -> NextMove:
    """Work the next seats out from the rounds played and from who has come and gone."""
    asked = now(evening)
    names = asked.taking_over
    worked_out = plan_of(evening).mover.next_round(asked.situation)
    schedule = worked_out.announced if isinstance(worked_out, Read) else None
    return NextMove(
        worked_out.seating.renamed(names),
        tuple(replace(reason, sentence=reason.named(names)) for reason in worked_out.reasons),
        schedule.renamed(names) if schedule else None,
    )


@transaction.atomic
def draft_move(*, evening: Evening, by: str, at: datetime) -> Round | None:
    """Work out the next seats and lay them before the director.

    Idempotent: where the round is not settled (or the draft is there already) nothing happens and None comes back.
    """
    book = open_book(evening.pk, by=by, at=at)
    if book.evening.status != Status.SETTLED:
        return None
    return _draft(book)


@transaction.atomic
def draft_again(*, evening: Evening, by: str, at: datetime) -> Round:
    """Work the next seats out afresh: after somebody came or went, or for one more round than was planned."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.DRAFT_MOVE)
    return _draft(book)


def _draft(book: Book) -> Round:
    number = book.evening.current_round + 1
    seating, reasons, schedule = next_move(book.evening)
    body = seating_body(number, seating)
    if schedule is not None:
        body["schedule"] = schedule.as_data()
    if plan_of(book.evening).draws_up:
        keep_schedule(book.evening, schedule_of(book.evening), drafted=schedule)
    book.write(Act.DRAFT_MOVE, body)
    told = [reason.as_data() for reason in reasons]
    return write_seating(book.evening, number, seating, at=book.at, reasons=told)


@transaction.atomic
def publish_move(*, evening: Evening, by: str, at: datetime) -> Round:
    """Announce the drafted seats to every phone, ticket and wall."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.PUBLISH_MOVE)
    round_ = book.evening.rounds.get(number=book.evening.current_round + 1)
    round_.announced_at = at
    round_.save(update_fields=["announced_at"])
    book.write(Act.PUBLISH_MOVE, seating_body(round_.number, seating_of(round_)))
    let_drafted_schedule_stand(book.evening)
    return round_


def draft_anew(book: Book) -> None:
    """Work a drafted move out again, in the same transaction; where none is drafted nothing happens."""
    if book.evening.status == Status.DRAFTED:
        _draft(book)


def _new_line(book: Book) -> None:
    """Standings that are there already get a line for somebody who comes in."""
    if book.evening.rounds.filter(closed_at__isnull=False).exists():
        enqueue(STANDINGS, book.evening, at=book.at, cause=book.evening.ledger_length)


def _next_start_order(evening: Evening) -> int:
    orders = evening.tickets.filter(start_order__isnull=False).values_list("start_order", flat=True)
    return max((order for order in orders if order is not None), default=-1) + 1


@transaction.atomic
def arrive(*, evening: Evening, player: Player, colour: str, by: str, at: datetime) -> Ticket:
    """Somebody comes late: a ticket now, a place among those sitting out, a seat at the next move."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.ARRIVE)
    if player.club_id != book.evening.club_id:
        refuse("player", "another-club", "only players of this club can come in")
    (ticket,) = new_tickets(book, [(player, colour)], arrived_in=book.evening.current_round)
    if book.evening.current_round:
        ticket.start_order = _next_start_order(book.evening)
        ticket.save(update_fields=["start_order"])
    else:
        _sit_out_at_start(book, ticket)
    book.write(Act.ARRIVE, ticket_body(ticket))
    _new_line(book)
    draft_anew(book)
    return ticket


@transaction.atomic
def arrive_guest(
    *, evening: Evening, name: str, colour: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    """A late arrival whom the club does not know yet; `another` as `clubs.add_player` has it."""
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return arrive(evening=evening, player=guest, colour=colour, by=by, at=at)


def _sit_out_at_start(book: Book, ticket: Ticket) -> None:
    round_ = book.evening.rounds.get(number=1)
    round_.seats.create(ticket=ticket, sit_out_order=round_.seats.filter(seat__isnull=True).count())


@transaction.atomic
def leave(*, evening: Evening, ticket: Ticket, by: str, at: datetime) -> Ticket:
    """Somebody goes home: taken out at the next move. Before play, draw the seats again instead."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.LEAVE)
    if book.evening.current_round == 0:
        refuse("ticket", "not-started", "play has not started; open the doors again and take the ticket back")
    ticket = book.evening.tickets.get(pk=ticket.pk)
    if ticket.left_in is not None:
        refuse("ticket", "has-left", "ticket %(number)s has left already", number=ticket.number)
    ticket.left_in = book.evening.current_round
    ticket.save(update_fields=["left_in"])
    book.write(Act.LEAVE, {"ticket": ticket.code})
    draft_anew(book)
    return ticket


@transaction.atomic
def substitute(*, evening: Evening, ticket: Ticket, player: Player, by: str, at: datetime) -> Ticket:
    """`player` takes the seat of `ticket` from the current round on, with a ticket of the same colour."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.SUBSTITUTE)
    if player.club_id != book.evening.club_id:
        refuse("player", "another-club", "only players of this club can come in")
    replaced = book.evening.tickets.get(pk=ticket.pk)
    if replaced.left_in is not None:
        refuse("ticket", "has-left", "ticket %(number)s has left already", number=replaced.number)
    (ticket,) = new_tickets(book, [(player, replaced.colour)], arrived_in=book.evening.current_round)
    ticket.replaces = replaced
    ticket.save(update_fields=["replaces"])
    replaced.left_in = book.evening.current_round
    replaced.save(update_fields=["left_in"])
    Seat.objects.filter(round__evening=book.evening, round__closed_at__isnull=True, ticket=replaced).update(
        ticket=ticket
    )
    book.write(Act.SUBSTITUTE, {**ticket_body(ticket), "for": replaced.code})
    _new_line(book)
    return ticket


@transaction.atomic
def substitute_guest(
    *, evening: Evening, ticket: Ticket, name: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    """A substitute whom the club does not know yet; `another` as `clubs.add_player` has it."""
    guest = clubs.add_player(
        club=evening.club, name=name, guest=True, colour=ticket.colour, at=at, another=another
    )
    return substitute(evening=evening, ticket=ticket, player=guest, by=by, at=at)
