"""The first seats of an evening: drawn from its seed, or placed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from scoring.derivation import OR, coded, gettext_noop, listed, wordings
from scoring.faults import Fault, Faults
from tournaments.evening import Plan
from tournaments.models import Evening, Round
from tournaments.movement.seating import SEATS, Seating
from tournaments.queries.facts import plan_of, schedule_of, seating_of
from tournaments.queries.sealed import last_attempt
from tournaments.services.ledger import Book, open_book
from tournaments.services.refusals import fault, refuse
from tournaments.services.seating_rows import keep_schedule, seating_body, write_seating
from tournaments.services.texts import clean_reason
from tournaments.status import Act

wordings({"seats.too-few": gettext_noop("%(entered)s players are in; at least %(least)s are needed")})


@transaction.atomic
def draw_seats(*, evening: Evening, by: str, at: datetime, again: bool = False) -> Round:
    """Draw the seats of the first round from the evening's seed.

    Drawn `again` they follow from the same seed and the number of the attempt, which the ledger keeps: nobody can
    try seeds until one pleases, nor draw again unseen. Doors that were opened again since change no attempt.

    Raises Faults with fewer players than a table needs, or when seats are drawn already and `again` is not set:
    a draw repeated by accident must not move people who are sitting down.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.DRAW)
    _not_twice(book, again=again)
    tickets = list(book.evening.tickets.filter(left_in__isnull=True))
    plan = plan_of(book.evening)
    _enough(len(tickets), plan)
    attempt = max(1, last_attempt(book.evening) + again)
    order = plan.draw(
        [ticket.code for ticket in tickets],
        seed=book.evening.seed,
        colours={ticket.code: ticket.colour for ticket in tickets if ticket.colour},
        attempt=attempt,
    )
    first = plan.mover.first_seating(order)
    body: dict[str, object] = {"attempt": attempt, "order": list(order)}
    book.write(Act.DRAW, body | _schedule(book, plan, first))
    return write_seating(book.evening, 1, first, at=at)


def _schedule(book: Book, plan: Plan, first: Seating) -> dict[str, object]:
    """The schedule of the rounds after the first, kept and for the ledger; nothing where there is none."""
    schedule = plan.drawn_up(first, seed=book.evening.seed)
    keep_schedule(book.evening, schedule)
    return {"schedule": schedule.as_data()} if schedule else {}


def _not_twice(book: Book, *, again: bool) -> None:
    if book.evening.rounds.exists() and not again:
        refuse(
            "again",
            "drawn-already",
            "seats are drawn already; say that they are to be drawn again",
        )


def _enough(count: int, plan: Plan) -> None:
    least = min(plan.tables.allowed)
    if count < least:
        raise Faults((Fault("players", "too-few", coded("seats.too-few", entered=count, least=least)),))


@transaction.atomic
def seat_by_hand(
    *,
    evening: Evening,
    tables: Sequence[Sequence[str]],
    sitting_out: Sequence[str],
    by: str,
    at: datetime,
) -> Round:
    """Seat everybody as given by ticket code, tables from 1 up, each from seat 1 on.

    Raises Faults naming the place of everybody who is unknown, seated twice, or nowhere.
    """
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.SEAT)
    names = dict(book.evening.tickets.filter(left_in__isnull=True).values_list("code", "player__name"))
    plan = plan_of(book.evening)
    _enough(len(names), plan)
    seating = _checked(tables, sitting_out, names, plan)
    book.write(Act.SEAT, seating_body(1, seating) | _schedule(book, plan, seating))
    return write_seating(book.evening, 1, seating, at=at)


def _wrong_tables(tables: Sequence[Sequence[str]], players: int, plan: Plan) -> Iterator[Fault]:
    """A fault for each table of a size that cannot be, and for tables that are too many or too few."""
    allowed = plan.tables.allowed
    for place, table in enumerate(tables):
        if len(table) not in allowed:
            yield fault(
                f"start.{place}",
                "not-four" if allowed == (SEATS,) else "not-a-table-size",
                "table %(table)s has %(entered)s players; a table has %(allowed)s",
                table=place + 1,
                entered=len(table),
                allowed=listed(sorted(allowed), OR),
            )
    full = plan.tables.sizes(players)
    seated = sum(map(len, tables))
    if len(allowed) == 1 and len(tables) != len(full):
        yield fault(
            "start",
            "wrong-number-of-tables",
            "%(entered)s tables were given; %(players)s players fill %(allowed)s",
            entered=len(tables),
            players=players,
            allowed=len(full),
        )
    elif len(allowed) > 1 and seated != sum(full):
        yield fault(
            "start",
            "wrong-number-seated",
            "%(entered)s players have a seat; of %(players)s %(allowed)s can be seated",
            entered=seated,
            players=players,
            allowed=sum(full),
        )


def _checked(
    tables: Sequence[Sequence[str]], sitting_out: Sequence[str], names: dict[str, str], plan: Plan
) -> Seating:
    faults = list(_wrong_tables(tables, len(names), plan))
    where = [
        (f"start.{place}.{seat}", code)
        for place, table in enumerate(tables)
        for seat, code in enumerate(table)
    ]
    where += [(f"sitting_out.{place}", code) for place, code in enumerate(sitting_out)]
    seen: dict[str, str] = {}
    for field, code in where:
        if not code:
            faults.append(fault(field, "empty", "nobody was chosen; every seat of a table needs a player"))
        elif code not in names:
            faults.append(fault(field, "unknown-player", "“%(entered)s” is not in tonight", entered=code))
        elif code in seen:
            faults.append(_seated_twice(field, seen[code], names[code]))
        seen.setdefault(code, field)
    faults += [
        fault("start", "not-seated", "%(name)s has no seat", name=name)
        for code, name in names.items()
        if code not in seen
    ]
    if faults:
        raise Faults(tuple(faults))
    return Seating(
        tables=tuple(tuple(table) for table in tables),
        sitting_out=tuple(sitting_out),
    )


def _seated_twice(field: str, first: str, name: str) -> Fault:
    kind, *place = first.split(".")
    if kind == "sitting_out":
        return fault(field, "seated-twice", "%(name)s is among those who sit out already", name=name)
    table, seat = (int(step) + 1 for step in place)
    return fault(
        field,
        "seated-twice",
        "%(name)s has a seat already: table %(table)s, seat %(seat)s",
        name=name,
        table=table,
        seat=seat,
    )


@transaction.atomic
def swap(*, evening: Evening, one: str, other: str, reason: str, by: str, at: datetime) -> Round:
    """Two people change places, in the drawn seats of the first round or in a drafted move.

    `one` and `other` are ticket codes. Raises Faults when either has no place, or no reason is given for a
    change to a drafted move.
    """
    book = open_book(evening.pk, by=by, at=at)
    act = Act.SWAP if book.evening.current_round == 0 else Act.SWAP_DRAFT
    book.check(act)
    if act is Act.SWAP_DRAFT and not reason.strip():
        refuse("reason", "empty", "nothing was entered; a change to the drafted move needs a reason")
    number = book.evening.current_round + 1
    seating = seating_of(book.evening.rounds.get(number=number))
    placed = {code for table in seating.tables for code in table} | set(seating.sitting_out)
    for field, code in (("one", one), ("other", other)):
        if code not in placed:
            refuse(field, "unknown-player", "“%(entered)s” has no place in this seating", entered=code)
    if one == other:
        refuse("other", "same-player", "two different players are needed")
    reasons = book.evening.rounds.get(number=number).reasons
    both = {one: other, other: one}
    if act is Act.SWAP and (schedule := schedule_of(book.evening)):
        keep_schedule(book.evening, schedule.renamed(both))
    book.write(act, {"round": number, "one": one, "other": other}, reason=clean_reason(reason))
    return write_seating(book.evening, number, seating.renamed(both), at=at, reasons=reasons)
