"""Rounds that end by themselves: when their time is over, or every table has played its hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import F

from scoring.derivation import coded
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.acts import NotNowError, after
from tournaments.evening.acts.hands import OwnPhone
from tournaments.evening.models import Evening, Hand, Ticket
from tournaments.evening.plan import Setup
from tournaments.evening.reads.scoresheets import UNTOLD, is_own
from tournaments.evening.round_rules import Status
from tournaments.evening.services.evenings import given_out, new_tickets
from tournaments.evening.services.ledger import Book, open_book
from tournaments.evening.services.perform import perform
from tournaments.refusals import refuse
from tournaments.work.runner import BY, Assignment
from tournaments.work.topics import Done

A = TypeVar("A", acts.ConfirmHand, acts.SettleDispute)


# --- Everybody is placed by hand ----------------------------------------------------------------------


def seat_by_hand(
    *,
    evening: Evening,
    tables: Sequence[Sequence[str]],
    sitting_out: Sequence[str],
    by: str,
    at: datetime,
) -> None:
    """Seat everybody as given by ticket code, tables from 1 up, each from seat 1 on.

    Raises Faults naming the place of everybody who is unknown, seated twice, or nowhere.
    """
    names = dict(evening.tickets.values_list("code", "player__name"))
    act = acts.Seat(tables=tables, sitting_out=sitting_out)
    perform(evening=evening, act=act.naming(names), by=by, at=at)


# --- Confirmations from a phone, with what is known of that phone -------------------------------------


def confirm_from_phone(evening: Evening, act: A, phone: int | None) -> A:
    """The act as a phone sends it, with whether that phone entered the hand; one query.

    `phone` is its primary key, or `UNTOLD`; None for nobody's phone.
    """
    if phone is None:
        return act
    entry = act.of if isinstance(act, acts.ConfirmHand) else act.keep
    return act.model_copy(update={"phone": _own(evening, entry, phone)})


def _own(evening: Evening, entry: int, phone: int) -> OwnPhone:
    hand = Hand.objects.filter(entry__evening=evening, entry__sequence=entry).select_related("entry").first()
    if hand is None or not is_own(hand, phone):
        return ""
    return "untold" if phone == UNTOLD else "own"


# --- The move: the next seats are worked out; who comes late, or for somebody else --------------------


@transaction.atomic
def arrive(*, evening: Evening, player: Player, colour: str, by: str, at: datetime) -> Ticket:
    """Somebody comes late: a ticket now, a place among those sitting out, a seat at the next move."""
    row = open_book(evening.pk, by=by, at=at).evening
    after(acts.Arrive, Status(row.status))
    _of_this_club(row, player)
    (ticket,) = new_tickets(row, [(player, colour)])
    perform(evening=row, act=acts.Arrive(ticket=ticket), by=by, at=at)
    return given_out(row, [ticket])[0]


def _of_this_club(evening: Evening, player: Player) -> None:
    if player.club_id != evening.club_id:
        refuse("player", "another-club", "only players of this club can come in")


@transaction.atomic
def arrive_guest(
    *, evening: Evening, name: str, colour: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return arrive(evening=evening, player=guest, colour=colour, by=by, at=at)


@transaction.atomic
def substitute(*, evening: Evening, ticket: Ticket, player: Player, by: str, at: datetime) -> Ticket:
    """Let `player` take the seat of `ticket`, with their own ticket or a new one of the same colour."""
    row = open_book(evening.pk, by=by, at=at).evening
    after(acts.Substitute, Status(row.status))
    _of_this_club(row, player)
    own = row.tickets.filter(player=player).first()
    if own is not None:
        perform(evening=row, act=acts.StandIn(ticket=own.code, replaces=ticket.code), by=by, at=at)
        return own
    (fresh,) = new_tickets(row, [(player, ticket.colour)])
    perform(evening=row, act=acts.Substitute(ticket=fresh, replaces=ticket.code), by=by, at=at)
    return given_out(row, [fresh])[0]


@transaction.atomic
def substitute_guest(
    *, evening: Evening, ticket: Ticket, name: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    guest = clubs.add_player(
        club=evening.club, name=name, guest=True, colour=ticket.colour, at=at, another=another
    )
    return substitute(evening=evening, ticket=ticket, player=guest, by=by, at=at)


def draft_moves(assigned: Assignment) -> Done:
    evening = assigned.subject
    if perform(evening=evening, act=acts.DraftMove(), by=BY, at=assigned.at) is None:
        return Done(coded("job.nothing-to-draft"))
    return Done(coded("job.drafted", number=evening.current_round + 1))


def stop_when_played_out(book: Book, setup: Setup) -> None:
    """End the round in play once every table is done; for the act that enters a table's last hand."""
    evening = book.evening
    if evening.status != Status.PLAYING:
        return
    games = evening.rounds.get(number=evening.current_round).tables.order_by()
    if all(setup.played_out(game.hands_count, game.points, game.outright) for game in games):
        perform(evening=evening, act=acts.Stop(), by=book.by, at=book.at)


def stop_overdue(*, at: datetime) -> int:
    """Stop the rounds whose time is over; returns how many. Run by the sweep."""
    overdue = Evening.objects.filter(
        status=Status.PLAYING,
        rounds__number=F("current_round"),
        rounds__ends_at__lte=at,
        rounds__stopped_at__isnull=True,
    )
    stopped = 0
    for evening in overdue:
        try:
            perform(evening=evening, act=acts.Stop(), by="clock", at=at)
        except NotNowError:
            continue
        stopped += 1
    return stopped
