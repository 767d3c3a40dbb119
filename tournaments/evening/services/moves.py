"""The move: the next seats are worked out; who comes late, or for somebody else."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.derivation import coded
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.acts import after
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.services.evenings import given_out, new_tickets
from tournaments.evening.services.ledger import open_book
from tournaments.evening.services.perform import perform
from tournaments.evening.status import Status
from tournaments.refusals import refuse
from tournaments.work.runner import BY, Assignment
from tournaments.work.topics import Done


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
    """A late arrival whom the club does not know yet; `another` as `clubs.add_player` has it."""
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return arrive(evening=evening, player=guest, colour=colour, by=by, at=at)


@transaction.atomic
def substitute(*, evening: Evening, ticket: Ticket, player: Player, by: str, at: datetime) -> Ticket:
    """`player` takes the seat of `ticket` from now on, with their own ticket or a new one of the same colour."""
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
    """A substitute whom the club does not know yet; `another` as `clubs.add_player` has it."""
    guest = clubs.add_player(
        club=evening.club, name=name, guest=True, colour=ticket.colour, at=at, another=another
    )
    return substitute(evening=evening, ticket=ticket, player=guest, by=by, at=at)


def draft(assigned: Assignment) -> Done:
    """Do a job of DRAFT_MOVE: work the next seats out, where they still have to be."""
    evening = assigned.subject
    if perform(evening=evening, act=acts.DraftMove(), by=BY, at=assigned.at) is None:
        return Done(coded("job.nothing-to-draft"))
    return Done(coded("job.drafted", number=evening.current_round + 1))
