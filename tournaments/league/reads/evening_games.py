"""The games of an evening as they were published, by who played: what gives fixtures their results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tournaments.evening.models import Evening
from tournaments.evening.reads.public import last_publication
from tournaments.evening.record.archive import entries_of
from tournaments.evening.record.outcome import results_of
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import fold
from tournaments.evening.score import Keeping
from tournaments.league.acts.act import EveningGames
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.people import who_is_who
from tournaments.league.reads.ratings import came_with
from tournaments.ranking.fixtures.from_evening import GameAtTable
from tournaments.ranking.ratings.handicap import HandicapRule, handicaps
from tournaments.ranking.series.evenings import Persons
from tournaments.ranking.standings import TableResult
from tournaments.ranking.substitutions import last_heir

Sides = tuple[tuple[str, ...], ...]
"""Who played for each side of a game."""
Handicaps = Callable[[Sides], tuple[int, ...]]


def games_of(season: Season, evening: Evening) -> EveningGames:
    """The games of an evening as fixtures of a season count them."""
    persons = who_is_who(season)
    publication = last_publication(evening)
    games = published_games(evening, persons, rule=rules_of(season).handicap)
    return EveningGames(persons, games, publication.number if publication else 0)


def published_games(
    evening: Evening, persons: Persons, *, rule: HandicapRule | None = None
) -> tuple[GameAtTable, ...] | None:
    """The settled games of an evening as published last; None for one that has never been.

    Arguments:
        evening: whose.
        persons: who is read as whom.
        rule: the handicaps that are given, if any, from the ratings that people came with.
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
        yield sides, tuple(tuple(last_heir(one, heirs) for one in side) for side in sides)


def _complete(record: Record) -> list[TableResult]:
    """The settled games but those of which somebody had left: it is not known who played in the empty seat."""
    return [result for result in results_of(record)[0] if not set(result.seats) & set(result.absent)]


def _sides(result: TableResult, seats: Sequence[str]) -> Sides:
    if result.by_seat:
        return tuple((one,) for one in seats)
    return (seats[0], seats[2]), (seats[1], seats[3])


def _games(results: list[TableResult], people: Mapping[str, str], given: Handicaps) -> Iterator[GameAtTable]:
    for result in results:
        there = Counter(people[code] for code in result.seats)
        # Whoever sat there twice, read as one person, has met nobody; the others have their game all the same.
        seats = [people[code] if there[people[code]] == 1 else code for code in result.seats]
        sides = _sides(result, seats)
        called = Keeping(by_seat=result.by_seat).sides(len(sides))
        winner = called.index(result.winner) if result.winner else None
        yield GameAtTable(sides, tuple(result.points), winner, given(_sides(result, result.seats)))


def _handicaps(evening: Evening, players: Mapping[str, str], rule: HandicapRule | None) -> Handicaps:
    """What gives sides, told by tickets, their handicaps. `players` are those who hold the tickets."""
    if rule is None:
        return lambda sides: ()
    ratings = came_with(evening, players.values())

    def given(sides: Sides) -> tuple[int, ...]:
        return handicaps([[ratings[players[code]] for code in side] for side in sides], rule)

    return given
