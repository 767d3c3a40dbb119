"""What people are called, where two of them bear the same name too; evenings and hands found by name or number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Value

from tournaments.club.models import Club
from tournaments.club.reads.access import Visitor
from tournaments.club.roles import role_held
from tournaments.club.shown_names import in_place_of, name_at
from tournaments.evening.models import Evening, LedgerEntry, TableRound, Ticket
from tournaments.evening.reads import access
from tournaments.site.cleaning import folded

# What a search looks through of a club's evenings, and the games and hands that it names by their
# numbers.


class EveningNamed(NamedTuple):
    pk: int
    slug: str
    name: str
    date: date
    status: str
    game: str
    game_called: str | None
    """What the club calls it, where it has a name of its own for it."""


class HandAt(NamedTuple):
    """Where a hand was played, or a whole game where `hand` is None."""

    evening: int
    round: int
    table: int
    hand: int | None


def evenings_named(club: Club, visitor: Visitor | None = None) -> list[EveningNamed]:
    evenings = access.public_evenings(visitor) if visitor else Evening.objects.all()
    rows = evenings.filter(club=club).order_by("-date", "-pk")
    columns = ("pk", "slug", "name", "date", "status", "plan__game", "plan__house_rules__called")
    return [EveningNamed(*row) for row in rows.values_list(*columns)]


def evening_called(club: Club, slug: str) -> Evening | None:
    """The evening of a club at this address, with its club and the role `held` in it; one query."""
    rows = Evening.objects.filter(club=club, slug=slug).annotate(held=Value(role_held(club)))
    return rows.select_related("club").first()


def has_rung(evening: Evening) -> bool:
    return evening.rounds.filter(number=evening.current_round, bell_table__isnull=False).exists()


def hands_at(
    evenings: Collection[int], *, table: int | None, round_: int | None, hand: int | None, most: int
) -> list[HandAt]:
    """At most `most` hands that count and have these numbers, or whole games where `hand` is None.

    None stands for any. Of several evenings the latest come first, of each its latest round. One query.
    """
    numbers = {"round__number": round_, "table__number": table, "hands__number": hand}
    filters: dict[str, Any] = {name: value for name, value in numbers.items() if value is not None}
    if hand is not None:
        filters["hands__live"] = True
    games = TableRound.objects.filter(round__evening__in=evenings, **filters)
    in_order = games.order_by("-round__evening__date", "-round__evening", "-round__number", "table__number")
    rows = in_order.values_list("round__evening", "round__number", "table__number")
    return [HandAt(*row, hand) for row in rows[:most]]


ERASED: Final = "—"
"""What stands in place of the name of somebody who was erased."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Named:
    """A ticket's holder: `code` is how the ledger knows the ticket, `number` what is printed on it."""

    code: str
    name: str
    number: int


def full_names(people: Sequence[Named]) -> dict[str, str]:
    """Everybody's name by code; those who share one have their ticket's number before it."""
    shared = Counter(person.name.casefold() for person in people)
    return {
        person.code: f"({person.number}) {person.name}" if shared[person.name.casefold()] > 1 else person.name
        for person in people
    }


def names_of(tickets: Iterable[Ticket]) -> dict[str, str]:
    """The full names of those who hold these tickets, by code; read with `player`."""
    return full_names([Named(ticket.code, ticket.player.name, ticket.number) for ticket in tickets])


def holders(evening: Evening) -> list[Named]:
    """Everybody who has or had a ticket, by its number, called as whoever asks may read it; one query."""
    rows = evening.tickets.order_by("number").values_list("code", name_at("player__"), "number")
    return [Named(*row) for row in rows]


def name_sort_key(name: str) -> tuple[str, int]:
    """The sort key of a full name: namesakes go by their numbers, and not before everybody else."""
    numbered = re.fullmatch(r"\((\d+)\) (.+)", name)
    return (folded(numbered[2]), int(numbered[1])) if numbered else (folded(name), 0)


def short_names(people: Sequence[Named]) -> dict[str, str]:
    """The shortest name of each that nobody else among `people` goes by: "Ann", "Ann W.", or all of it."""
    whole = full_names(people)
    first = {person.code: _words(person.name)[0] for person in people}
    with_initial = {person.code: _with_initial(person.name) for person in people}
    forms = [(form, Counter(map(str.casefold, form.values()))) for form in (first, with_initial)]
    return {
        code: next((form[code] for form, bearers in forms if bearers[form[code].casefold()] == 1), name)
        for code, name in whole.items()
    }


def _words(name: str) -> list[str]:
    # Pictures and signs count as words only where a name has nothing else.
    return [word for word in name.split() if any(map(str.isalnum, word))] or name.split()


def _with_initial(name: str) -> str:
    first, *others = _words(name)
    return f"{first}{NO_BREAK}{next(filter(str.isalnum, others[-1]))}." if others else first


# Why something was done: the ledger calls people by their tickets there too, so that no name stays in it.

TICKET: Final = re.compile(r"\{(\d{1,4})\}")
"""The number of a ticket where the name of who holds it was entered."""


def by_tickets(evening: Evening, reason: str) -> str:
    """A reason as the ledger holds it: ticket numbers, in braces, for the names of ticket holders.

    One query, none where there is no reason. Older entries hold names as they were entered.
    """
    if not reason:
        return reason
    holders = (
        evening.tickets.exclude(player__name=ERASED).order_by("number").values_list("player__name", "number")
    )
    for name, number in sorted(holders, key=lambda holder: -len(holder[0])):
        reason = in_place_of(name, f"{{{number}}}", reason)
    return reason


def with_names(entries: Sequence[LedgerEntry]) -> Sequence[LedgerEntry]:
    """The entries, changed in place so that their reasons name people; never to be saved. One query at most."""
    named = {(entry.evening_id, int(number)) for entry in entries for number in TICKET.findall(entry.reason)}
    if named:
        evenings, numbers = zip(*named, strict=True)
        tickets = Ticket.objects.filter(evening__in=set(evenings), number__in=set(numbers)).select_related(
            "player"
        )
        names = {(ticket.evening_id, ticket.number): ticket.player.name for ticket in tickets}
        for entry in entries:
            entry.reason = _named(entry, names)
    return entries


def _named(entry: LedgerEntry, names: dict[tuple[int, int], str]) -> str:
    return TICKET.sub(lambda match: names.get((entry.evening_id, int(match[1])), match[0]), entry.reason)
