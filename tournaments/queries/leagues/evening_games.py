"""The games of an evening as they were published, by who played: what gives fixtures their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from tournaments.models import Evening, Publication, RatingPoint
from tournaments.queries.public import last_publication
from tournaments.ranking.league.from_evening import Game
from tournaments.ranking.ratings.handicap import HandicapRule, handicaps
from tournaments.ranking.ratings.rating import Rating
from tournaments.ranking.season.evenings import Persons
from tournaments.ranking.standings import TableResult
from tournaments.replay.archive import entries_of
from tournaments.replay.check import results_of
from tournaments.replay.fold import fold

Sides = tuple[tuple[str, ...], ...]
"""Who played for each side of a game."""
Handicaps = Callable[[Sides], tuple[int, ...]]


def published_games(
    evening: Evening, persons: Persons, *, rule: HandicapRule | None = None
) -> tuple[Game, ...] | None:
    """The settled games of an evening as published last; None for one that has never been.

    Arguments:
        evening: whose.
        persons: who is read as whom.
        rule: the handicaps that are given, if any, from the ratings before that day.
    """
    publication = last_publication(evening)
    if publication is None:
        return None
    people = _people(publication, persons)
    results, _ = results_of(fold(entries_of(json.loads(publication.archive)["ledger"])))
    given = _handicaps(evening, set(people.values()), rule)
    return tuple(_games(results, people, given))


def _people(publication: Publication, persons: Persons) -> dict[str, str]:
    rows = publication.evening.tickets.values_list("code", "player_id")
    return {code: persons.real(str(player)) for code, player in rows}


def sides_published(archive: Mapping[str, Any]) -> Iterator[tuple[Sides, Sides]]:
    """By ticket, who played for each side of every settled game of an evening, and on whose lines it counts.

    The two differ where somebody took a ticket over with all that had been won on it.
    """
    record = fold(entries_of(archive["ledger"]))
    have_a_line = {line["ticket"] for line in archive["standings"]}
    heirs = {old: new for new, old in record.replaced().items() if old not in have_a_line}

    def line_of(code: str) -> str:
        while code in heirs:
            code = heirs[code]
        return code

    for result in results_of(record)[0]:
        sides = _sides(result, result.seats)
        yield sides, tuple(tuple(map(line_of, side)) for side in sides)


def _sides(result: TableResult, seats: Sequence[str]) -> Sides:
    if result.winner:
        return (seats[0], seats[2]), (seats[1], seats[3])
    return tuple((one,) for one in seats)


def _games(results: list[TableResult], people: Mapping[str, str], given: Handicaps) -> Iterator[Game]:
    for result in results:
        seats = [people[code] for code in result.seats]
        sides = _sides(result, seats)
        winner = {"A": 0, "B": 1}.get(result.winner)
        yield Game(sides, tuple(result.points), winner, given(sides))


def _handicaps(evening: Evening, people: set[str], rule: HandicapRule | None) -> Handicaps:
    if rule is None:
        return lambda sides: ()
    ratings = _ratings_before(evening, people, evening.date)

    def given(sides: Sides) -> tuple[int, ...]:
        return handicaps([[ratings.get(one, Rating()) for one in side] for side in sides], rule)

    return given


def _ratings_before(evening: Evening, people: set[str], day: date) -> dict[str, Rating]:
    rows = RatingPoint.objects.filter(
        player__in=[int(person) for person in people], game=evening.plan["game"], date__lt=day
    ).order_by("date", "evening_id")
    return {
        str(player): Rating(mu, sigma, games)
        for player, mu, sigma, games in rows.values_list("player_id", "mu", "sigma", "games")
    }
