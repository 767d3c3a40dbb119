"""Handicaps of the evenings that a season takes: pinned with the ratings that people came with.

What an evening's handicaps rest on is kept beside its result. The evening is corrected, or the rule becomes another
one: the ratings stay those it was played under, whatever has been rated since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from tournaments.evening.models import Evening
from tournaments.league.models import Season
from tournaments.league.reads.evening_games import Sides, sides_published
from tournaments.league.reads.jobs import rating_jobs
from tournaments.league.reads.ratings import RatingPlace, came_with
from tournaments.ledger.chain import canonical
from tournaments.ranking.ratings.handicap import HandicapRule, handicaps
from tournaments.ranking.ratings.history import MOST_SIDES
from tournaments.ranking.ratings.rating import Rating
from tournaments.work.models import Job

Rated = dict[str, list[int]]
"""What people came with, by player: the rating as shown, and how many games it rested on."""


class RatingsBehindError(Exception):
    """What handicaps rest on is still being worked out: whoever asked comes back after `wait`."""

    wait = timedelta(seconds=1)


class RatingsFailedError(RatingsBehindError):
    """What handicaps rest on could not be worked out: whoever asked waits until somebody has that tried again."""

    wait = timedelta(minutes=1)


def with_handicaps(
    result: Mapping[str, Any],
    archive: Mapping[str, Any],
    players: Mapping[str, int],
    *,
    evening: Evening,
    season: Season,
    rule: HandicapRule | None,
    kept: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The result of an evening with the handicap behind each line, the ratings it rests on, the rule, and their mark.

    Arguments:
        result: as `result_of` gave it.
        archive: what was published.
        players: who holds which ticket.
        evening, season: whose.
        rule: how ratings become points; without one the result only keeps the ratings it had.
        kept: the result the season had so far; its ratings hold.

    Raises:
        RatingsBehindError: somebody's rating is needed while that of an evening before is not worked out.
    """
    rated: Rated = dict((kept or {}).get("rated", {}))
    if rule is None:
        return {**result, "rated": rated} if rated else dict(result)
    games = [pair for pair in sides_published(archive) if 2 <= len(pair[0]) <= MOST_SIDES]
    people = {str(players[code]) for sides, _ in games for side in sides for code in side}
    if not people <= rated.keys():
        rated = {**_came_with(evening, season, people), **rated}
    given = _given(games, {code: _rating(rated, player) for code, player in players.items()}, rule)
    sums: dict[int, int] = {}
    for code, points in given.items():
        sums[players[code]] = sums.get(players[code], 0) + points
    lines = [[*line, sums.get(line[0], 0)] for line in result["lines"]]
    ground = {"rated": rated, "rule": rule.model_dump()}
    mark = hashlib.sha256(canonical(ground).encode()).hexdigest()
    return {**result, "lines": lines, **ground, "mark": mark}


def _given(
    games: Iterable[tuple[Sides, Sides]], ratings: Mapping[str, Rating], rule: HandicapRule
) -> dict[str, int]:
    """The points of everybody's games together, by the ticket on whose line they count."""
    sums: dict[str, int] = {}
    for sides, lines in games:
        points = handicaps([[ratings[code] for code in side] for side in sides], rule)
        for side, given in zip(lines, points, strict=True):
            for code in side:
                sums[code] = sums.get(code, 0) + given
    return sums


def _came_with(evening: Evening, season: Season, people: set[str]) -> Rated:
    """The ratings of people before an evening."""
    check_ratings(evening, season)
    found = came_with(evening, sorted(people))
    return {person: [rating.shown, rating.games] for person, rating in found.items()}


def check_ratings(evening: Evening, season: Season) -> None:
    """Raise RatingsBehindError where ratings that people come with to an evening are not worked out; two queries.

    It is RatingsFailedError where they could not be: old ratings would stay with the evening for good.
    """
    game, here = evening.plan["game"], RatingPlace.of(evening)
    found = {job.outcome for job, place in rating_jobs([evening.club_id], [game]) if place < here}
    told = f"ratings at {game} before evening {evening.pk} for season {season.pk}"
    if Job.Outcome.FAILED in found:
        raise RatingsFailedError(told)
    if found:
        raise RatingsBehindError(told)


def _rating(rated: Mapping[str, list[int]], player: int) -> Rating:
    shown, games = rated.get(str(player), (Rating().shown, 0))
    return Rating.of_shown(shown, games)
