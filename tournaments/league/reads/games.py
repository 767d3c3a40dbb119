"""The games that were played at published evenings, as ratings and fixtures read them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from tournaments.evening.models import Evening, Seat, TableRound
from tournaments.evening.reads.public import last_publication
from tournaments.evening.record.archive import entries_of
from tournaments.evening.record.outcome import results_of
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import fold
from tournaments.evening.score import Keeping, Status
from tournaments.league.acts.act import EveningGames
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.people import who_is_who
from tournaments.league.reads.ratings import came_with
from tournaments.league.reads.seasons import clubs_in
from tournaments.movement.seating import SEATS
from tournaments.ranking.fixtures.from_evening import GameAtTable
from tournaments.ranking.ratings.rating import MOST_SIDES, HandicapRule, RatedGame, handicaps
from tournaments.ranking.series.units import Persons
from tournaments.ranking.standings import TableResult, last_heir

# --- The evenings that could give the result of a fixture ---------------------------------------------

__all__ = ["Evening", "evening_at", "evenings_for"]

SHOWN = 60


def evenings_for(season: Season, games: Sequence[str]) -> list[Evening]:
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), plan__game__in=list(games))
    return list(rows.exclude(status=Status.ABANDONED).select_related("club").order_by("-date", "-pk")[:SHOWN])


def evening_at(season: Season, address: str) -> Evening | None:
    club, _, slug = address.strip().partition("/")
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), club__slug=club, slug=slug)
    return rows.select_related("club").first()


# --- The games of an evening as they were published, by who played: what gives fixtures their results -

Sides = tuple[tuple[str, ...], ...]
"""Who played for each side of a game."""
Handicaps = Callable[[Sides], tuple[int, ...]]


def games_of(season: Season, evening: Evening) -> EveningGames:
    persons = who_is_who(season)
    publication = last_publication(evening)
    games = published_games(evening, persons, rule=rules_of(season).handicap)
    return EveningGames(persons, games, publication.number if publication else 0)


def published_games(
    evening: Evening, persons: Persons, *, rule: HandicapRule | None = None
) -> tuple[GameAtTable, ...] | None:
    """The settled games of an evening as published last; None for one that has never been.

    Handicaps by `rule`, where there is one, are from the ratings that people came with.
    """
    publication = last_publication(evening)
    if publication is None:
        return None
    players = {code: str(player) for code, player in evening.tickets.values_list("code", "player_id")}
    people = {code: persons.real(player) for code, player in players.items()}
    record = fold(entries_of(json.loads(publication.archive)["ledger"]))
    return tuple(_games(_complete(record), people, _handicaps(evening, players, rule)))


def sides_published(archive: Mapping[str, Any]) -> Iterator[tuple[Sides, Sides]]:
    """By ticket, who played for each side of every settled game of an evening, and on whose lines it counts.

    The two differ where somebody took a ticket over with all that had been won on it.
    """
    record = fold(entries_of(archive["ledger"]))
    have_a_line = {line["ticket"] for line in archive["standings"]}
    heirs = {old: new for new, old in record.replaced().items() if old not in have_a_line}
    for result in _complete(record):
        sides = _sides(result, result.seats)
        yield sides, tuple(tuple(last_heir(ticket, heirs) for ticket in side) for side in sides)


def _complete(record: Record) -> list[TableResult]:
    # Where somebody had left it is not known who played in the empty seat.
    return [result for result in results_of(record)[0] if not set(result.seats) & set(result.absent)]


def _sides(result: TableResult, seats: Sequence[str]) -> Sides:
    if result.by_seat:
        return tuple((ticket,) for ticket in seats)
    return (seats[0], seats[2]), (seats[1], seats[3])


def _games(results: list[TableResult], people: Mapping[str, str], given: Handicaps) -> Iterator[GameAtTable]:
    for result in results:
        counts = Counter(people[code] for code in result.seats)
        # Whoever sat there twice, read as one person, has met nobody; the others have their game all the same.
        seats = [people[code] if counts[people[code]] == 1 else code for code in result.seats]
        sides = _sides(result, seats)
        called = Keeping(by_seat=result.by_seat).sides(len(sides))
        winner = called.index(result.winner) if result.winner else None
        yield GameAtTable(sides, tuple(result.points), winner, given(_sides(result, result.seats)))


def _handicaps(evening: Evening, players: Mapping[str, str], rule: HandicapRule | None) -> Handicaps:
    if rule is None:
        return lambda sides: ()
    ratings = came_with(evening, players.values())

    def handicaps_of(sides: Sides) -> tuple[int, ...]:
        return handicaps([[ratings[players[code]] for code in side] for side in sides], rule)

    return handicaps_of


SEAT = (
    "table_round",
    "seat",
    "ticket__player",
    "round__evening",
    "round__number",
    "table_round__table__number",
    "table_round__points_a",
    "table_round__points_b",
    "table_round__seat_points",
)
"""What is read of each seat to know the game: who sat where, and the points of the table."""


def seats_played() -> QuerySet[Seat]:
    """The seats of all games that were played: in closed rounds, those declared not played left out."""
    seats = Seat.objects.filter(table_round__isnull=False, round__closed_at__isnull=False)
    return seats.exclude(table_round__decision=TableRound.Decision.NOT_PLAYED)


def rated_games(evenings: Iterable[Evening]) -> Iterator[RatedGame]:
    """Every game that was played at these evenings, by player; one query.

    A game that the director declared not played is none; one whose score was adjusted counts as adjusted.
    """
    known = {evening.pk: evening for evening in evenings}
    rows = (
        seats_played()
        .filter(round__evening__in=list(known))
        .order_by("round__evening", "round__number", "table_round__table__number", "seat")
        .values(*SEAT, "table_round__outright")
    )
    for _, seats in groupby(rows, key=itemgetter("table_round")):
        table_seats: list[dict[str, Any]] = [dict(seat) for seat in seats]
        game = _game(known[table_seats[0]["round__evening"]], table_seats)
        if game is not None:
            yield game


def _in_order(own: Sequence[int], outright: str) -> tuple[int, ...]:
    # A rating reads who came before whom: a seat that won outright comes before all others.
    points = list(own)
    if outright:
        points[int(outright) - 1] = max(points) + 1
    return tuple(points)


def _game(evening: Evening, seats: Sequence[dict[str, Any]]) -> RatedGame | None:
    first = seats[0]
    people = [str(row["ticket__player"]) for row in seats]
    own: list[int] = first["table_round__seat_points"]
    if own:
        sides: tuple[tuple[str, ...], ...] = tuple((person,) for person in people)
        points = _in_order([own[row["seat"] - 1] for row in seats], first["table_round__outright"])
    elif len(people) != SEATS:
        return None
    else:
        sides = tuple(tuple(people[place] for place in couple) for couple in ((0, 2), (1, 3)))
        points = (first["table_round__points_a"], first["table_round__points_b"])
    if not 2 <= len(sides) <= MOST_SIDES:
        return None
    return RatedGame(
        game=evening.plan["game"],
        date=evening.date,
        evening=str(evening.pk),
        round=first["round__number"],
        table=first["table_round__table__number"],
        sides=sides,
        points=points,
    )
