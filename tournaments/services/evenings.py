"""Setting an evening up and letting people in: from the draft to the open doors."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from scoring.faults import Faults
from tournaments.evening import (
    Plan,
)
from tournaments.models import Club, Evening, Player, Ticket
from tournaments.queries.facts import plan_of, seating_of
from tournaments.queries.house_rules import own_rules
from tournaments.services import clubs
from tournaments.services.access import give_player_links
from tournaments.services.calls import end_calls
from tournaments.services.ledger import Book, open_book
from tournaments.services.names import bind_heading, bind_ticket, new_salt
from tournaments.services.plans import checked_plan
from tournaments.services.refusals import fault, refuse
from tournaments.services.seating_rows import keep_schedule
from tournaments.services.texts import clean_name, clean_reason, free_slug
from tournaments.status import Act, Status

CODE_BYTES = 5
SEED_BYTES = 16
# What every clock and database here can hold.
EARLIEST, LATEST = date(1000, 1, 1), date(9000, 1, 1)


def checked_date(entered: date) -> date:
    """A day on which an evening can be. Raises Faults for the far past and future."""
    if not EARLIEST <= entered < LATEST:
        refuse("date", "out-of-range", "%(entered)s is no day for an evening", entered=entered.isoformat())
    return entered


def _by_the_club(club: Club, entered: Mapping[str, Any]) -> Mapping[str, Any]:
    """The plan, with the club's own rules where it says nothing of house rules and the club has set some."""
    if entered.get("house_rules") is not None:
        return entered
    rules = own_rules(club, entered.get("game"))
    return entered if rules is None else {**entered, "house_rules": rules}


@transaction.atomic
def make_evening(
    *, club: Club, name: str, date: date, plan: Mapping[str, Any], by: str, at: datetime, seed: str = ""
) -> Evening:
    """A new evening of `club`, a draft. Raises Faults on a bad name or plan.

    Its seed is drawn here and kept from everybody until the evening is over. A `seed` is given only where an
    evening is to come out the same each time it is made up; no door does so.

    A plan that says nothing of house rules takes those of the club; they stay the evening's, whatever the club
    changes later.
    """
    checked = checked_plan(_by_the_club(club, plan))
    name = clean_name("name", name)
    checked_date(date)
    # Whoever makes another evening of this club at the same moment waits, so that its address is free.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    taken = set(Evening.objects.filter(club=club).values_list("slug", flat=True))
    evening = Evening.objects.create(
        club=club,
        name=name,
        slug=free_slug(f"{date.isoformat()}-{name}", taken, "evening"),
        date=date,
        plan=checked.model_dump(mode="json"),
        status=Status.DRAFT,
        seed=seed or secrets.token_hex(SEED_BYTES),
        made_at=at,
    )
    book = open_book(evening.pk, by=by, at=at)
    body = {"date": date.isoformat(), "plan": evening.plan, "seed": evening.seed}
    book.write(Act.MAKE, body | bind_heading(book.evening), also=("salt",))
    return book.evening


@transaction.atomic
def change_plan(
    *, evening: Evening, name: str, date: date, plan: Mapping[str, Any], by: str, at: datetime
) -> Evening:
    """Another name, date or plan, as long as play has not started.

    A plan that says nothing of house rules takes those of the club, as a new evening does.
    Raises Faults, also where a ticket given out or a seat drawn would not agree with the new plan: tickets are
    in people's hands and seats may be taken, so neither changes by itself.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CHANGE_PLAN)
    checked = checked_plan(_by_the_club(book.evening.club, plan))
    _agrees_with_tickets(book, checked)
    _agrees_with_the_draw(book, checked)
    book.evening.name = clean_name("name", name)
    book.evening.date = checked_date(date)
    book.evening.plan = checked.model_dump(mode="json")
    body: dict[str, object] = {"date": date.isoformat(), "plan": book.evening.plan}
    body |= _schedule(book, checked) | bind_heading(book.evening)
    book.write(Act.CHANGE_PLAN, body, also=("name", "date", "plan", "salt"))
    return book.evening


def _schedule(book: Book, plan: Plan) -> dict[str, object]:
    """The schedule that the new plan draws up for seats already drawn, kept and for the ledger."""
    drawn = book.evening.rounds.filter(number=1).first()
    schedule = plan.drawn_up(seating_of(drawn), seed=book.evening.seed) if drawn else None
    keep_schedule(book.evening, schedule)
    return {"schedule": schedule.as_data()} if schedule else {}


def _agrees_with_tickets(book: Book, plan: Plan) -> None:
    tickets = book.evening.tickets.order_by("number").values_list("number", "colour")
    others = [number for number, colour in tickets if not plan.has_colour(colour)]
    if others:
        refuse(
            "plan.colours",
            "tickets-given-out",
            "the colours %(entered)s were entered; tickets given out have others (%(tickets)s): take them back first",
            entered=", ".join(plan.colours) or "-",
            tickets=", ".join(map(str, others)),
        )


def _agrees_with_the_draw(book: Book, plan: Plan) -> None:
    if book.evening.status != Status.SEATED:
        return
    before = plan_of(book.evening)
    if (plan.by_points, plan.tables) != (before.by_points, before.tables):
        refuse(
            "plan.movement",
            "seats-drawn",
            "“%(entered)s” was entered; the seats are for other tables: open the doors again first",
            entered=plan.movement,
        )
    seated = book.evening.ledger.filter(act__in=(Act.DRAW, Act.SEAT)).order_by("sequence").last()
    if seated is not None and seated.act == Act.DRAW and plan.couples != before.couples:
        refuse(
            "plan.movement_options.couples",
            "seats-drawn",
            "“%(entered)s” was entered; the seats were drawn otherwise: open the doors again first",
            entered=plan.couples,
        )


def clone_evening(*, evening: Evening, name: str, date: date, by: str, at: datetime) -> Evening:
    """A new draft with the plan of `evening`."""
    return make_evening(club=evening.club, name=name, date=date, plan=evening.plan, by=by, at=at)


@transaction.atomic
def open_doors(*, evening: Evening, by: str, at: datetime) -> Evening:
    """Start letting people in, or go back from drawn seats to the open doors."""
    book = open_book(evening.pk, by=by, at=at)
    if book.evening.status == Status.SEATED:
        book.evening.rounds.all().delete()
        keep_schedule(book.evening, None)
        book.write(Act.REOPEN_DOORS, {})
    else:
        book.write(Act.OPEN_DOORS, {})
    return book.evening


def _new_code() -> str:
    return secrets.token_hex(CODE_BYTES)


_code: ContextVar[Callable[[], str]] = ContextVar("code", default=_new_code)


@contextmanager
def coded_by(code: Callable[[], str]) -> Iterator[None]:
    """Take the codes of tickets from `code` inside the block: draws follow from them, and a rehearsal comes out
    the same each time. No door does so."""
    before = _code.set(code)
    try:
        yield
    finally:
        _code.reset(before)


def new_tickets(book: Book, players: Sequence[tuple[Player, str]], *, arrived_in: int = 0) -> list[Ticket]:
    """Tickets for `players` (each with a colour), numbered on from the last one given out.

    Raises Faults for a player who has one already, or a colour that the evening does not have.
    """
    evening = book.evening
    plan = plan_of(evening)
    inside = set(evening.tickets.values_list("player_id", flat=True))
    faults = []
    for place, (player, colour) in enumerate(players):
        if player.pk in inside:
            faults.append(fault(f"players.{place}", "already-in", "%(name)s is already in", name=player.name))
        inside.add(player.pk)
        if not plan.has_colour(colour):
            faults.append(
                fault(
                    f"players.{place}.colour",
                    "unknown-colour",
                    "“%(entered)s” is not a ticket colour of this evening; it has: %(allowed)s",
                    entered=colour,
                    allowed=", ".join(plan.colours) or "-",
                )
            )
    if faults:
        raise Faults(tuple(faults))
    last = evening.tickets.aggregate(last=Max("number"))["last"] or 0
    tickets = Ticket.objects.bulk_create(
        [
            Ticket(
                evening=evening,
                player=player,
                code=_code.get()(),
                number=last + place,
                colour=colour,
                salt=new_salt(),
                arrived_in=arrived_in,
            )
            for place, (player, colour) in enumerate(players, start=1)
        ]
    )
    give_player_links(tickets, at=book.at)
    return tickets


def ticket_body(ticket: Ticket) -> dict[str, object]:
    """A ticket as the ledger names it."""
    named = bind_ticket(ticket, guest=ticket.player.is_guest)
    return {"ticket": ticket.code, "number": ticket.number, "colour": ticket.colour, **named}


@transaction.atomic
def check_in(
    *, evening: Evening, players: Sequence[tuple[Player, str]], by: str, at: datetime
) -> list[Ticket]:
    """Give tickets to players of the club, each with its colour ("" where the evening has none)."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CHECK_IN)
    if any(player.club_id != book.evening.club_id for player, _ in players):
        refuse("players", "another-club", "only players of this club can be checked in")
    tickets = new_tickets(book, players)
    if tickets:
        book.write(Act.CHECK_IN, {"tickets": [ticket_body(ticket) for ticket in tickets]})
    return tickets


@transaction.atomic
def check_in_guest(
    *, evening: Evening, name: str, colour: str, by: str, at: datetime, another: bool = False
) -> Ticket:
    """A guest who walks in: known to the club from now on, and in; `another` as `clubs.add_player` has it."""
    guest = clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another)
    return check_in(evening=evening, players=[(guest, colour)], by=by, at=at)[0]


@transaction.atomic
def check_in_together(
    *,
    evening: Evening,
    players: Sequence[tuple[Player, str]],
    guests: Sequence[tuple[str, str, bool]],
    by: str,
    at: datetime,
) -> list[Ticket]:
    """Players of the club and guests by name, each with a colour: all of them come in, or nobody.

    The third of a guest is `another` of `clubs.add_player`.
    """
    known = [
        (
            clubs.add_player(club=evening.club, name=name, guest=True, colour=colour, at=at, another=another),
            colour,
        )
        for name, colour, another in guests
    ]
    return check_in(evening=evening, players=[*players, *known], by=by, at=at)


@transaction.atomic
def check_in_names(
    *, evening: Evening, names: Sequence[str], colour: str, by: str, at: datetime
) -> list[Ticket]:
    """Let in everybody on a list of names: members for the names that are new; those who are in already stay so."""
    players = clubs.add_names(club=evening.club, names=names, at=at)
    inside = set(evening.tickets.values_list("player_id", flat=True))
    coming = [(player, colour) for player in players if player.pk not in inside]
    return check_in(evening=evening, players=coming, by=by, at=at)


@transaction.atomic
def check_out(*, evening: Evening, ticket: Ticket, by: str, at: datetime) -> None:
    """Take a ticket back before seats are drawn. Raises Faults for one that was taken back, or handed on."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.CHECK_OUT)
    given = book.evening.tickets.filter(pk=ticket.pk).first()
    if given is None:
        refuse("ticket", "unknown-ticket", "ticket %(entered)s is not out tonight", entered=ticket.number)
    if book.evening.tickets.filter(replaces=given).exists():
        refuse("ticket", "has-left", "ticket %(number)s has left already", number=given.number)
    given.delete()
    book.write(Act.CHECK_OUT, {"ticket": given.code})


@transaction.atomic
def abandon(*, evening: Evening, reason: str, by: str, at: datetime) -> Evening:
    """Call the evening off. What was entered stays."""
    book = open_book(evening.pk, by=by, at=at)
    book.write(Act.ABANDON, {}, reason=clean_reason(reason))
    end_calls(evening=book.evening, by=by, at=at)
    return book.evening
