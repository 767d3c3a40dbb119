"""What a search looks through of a club's evenings, and the games and hands that it names by their numbers."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Value

from tournaments.club.models import Club
from tournaments.club.reads.visitors import Visitor
from tournaments.club.roles import held
from tournaments.evening.models import Evening, TableRound
from tournaments.evening.reads import access


class EveningNamed(NamedTuple):
    """An evening as a search needs it."""

    pk: int
    slug: str
    name: str
    date: date
    status: str
    game: str


class HandAt(NamedTuple):
    """A hand, or the whole game where `hand` is None, and where it was played."""

    evening: int
    round: int
    table: int
    hand: int | None


def evenings_named(club: Club, visitor: Visitor | None = None) -> list[EveningNamed]:
    """The evenings of a club, or those that the visitor may see, the latest first; one query."""
    evenings = access.public_evenings(visitor) if visitor else Evening.objects.all()
    rows = evenings.filter(club=club).order_by("-date", "-pk")
    return [
        EveningNamed(*row) for row in rows.values_list("pk", "slug", "name", "date", "status", "plan__game")
    ]


def evening_called(club: Club, slug: str) -> Evening | None:
    """The evening of a club at this address, with its club, for whoever looked that up; one query."""
    found = Evening.objects.filter(club=club, slug=slug).annotate(held=Value(held(club)))
    return found.select_related("club").first()


def has_rung(evening: Evening) -> bool:
    """Whether somebody has rung the bell of the current round; one query."""
    return evening.rounds.filter(number=evening.current_round, bell_table__isnull=False).exists()


def hands_at(
    evenings: Collection[int], *, table: int | None, round_: int | None, hand: int | None, most: int
) -> list[HandAt]:
    """At most `most` hands with these numbers that count, or games where none of a hand is given; one query.

    None stands for any. Of several evenings the latest come first, of each its latest round.
    """
    numbers = {"round__number": round_, "table__number": table, "hands__number": hand}
    wanted: dict[str, Any] = {name: value for name, value in numbers.items() if value is not None}
    if hand is not None:
        wanted["hands__live"] = True
    games = TableRound.objects.filter(round__evening__in=evenings, **wanted)
    in_order = games.order_by("-round__evening__date", "-round__evening", "-round__number", "table__number")
    rows = in_order.values_list("round__evening", "round__number", "table__number")
    return [HandAt(*row, hand) for row in rows[:most]]
