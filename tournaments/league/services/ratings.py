"""Ratings of the people of a club, or of a federation, game by game, worked out from published evenings in slices.

What an evening's handicaps rest on is kept beside its result. The evening is corrected, or the rule becomes another
one: the ratings stay those it was played under, whatever has been rated since.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet

from scoring.derivation import gettext_noop
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.evening.round_rules import Status
from tournaments.league.models import Season
from tournaments.league.reads.ratings import (
    RatingPlace,
    Whose,
    came_with,
    evenings_of,
    rated_games,
    ratings_before,
    read_as,
    sides_published,
)
from tournaments.league.reads.tables import rating_jobs, season_jobs_with
from tournaments.ledger.chain import canonical
from tournaments.ranking.ratings import MOST_SIDES, HandicapRule, Rating, Ratings, handicaps, merged
from tournaments.ranking.series.units import Persons
from tournaments.work.models import Job, kind_of
from tournaments.work.outbox import Done, NotYet, Result, wake
from tournaments.work.runner import Assignment

Rated = dict[str, list[int]]
"""What people came with, by player: the rating as shown, and how many games it rested on."""


class RatingsBehindError(Exception):
    """What handicaps rest on is still being worked out: try again after `wait`."""

    wait = timedelta(seconds=1)
    code = "ratings-behind"
    words = gettext_noop(
        "the handicaps of “%(entered)s” rest on ratings that are still being worked out; try again in a moment"
    )


class RatingsFailedError(RatingsBehindError):
    """What handicaps rest on could not be worked out: the work waits until somebody has it tried again."""

    wait = timedelta(minutes=1)
    code = "ratings-failed"
    words = gettext_noop(
        "the handicaps of “%(entered)s” rest on ratings that could not be worked out; have that tried again on the "
        "first page of the season"
    )


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

    Without a `rule` it keeps the ratings it had. Those in the result `kept` so far hold.
    Raises RatingsBehindError where somebody's rating is needed while that of an evening before is not worked out.
    """
    rated: Rated = dict((kept or {}).get("rated", {}))
    if rule is None:
        return {**result, "rated": rated} if rated else dict(result)
    games = [pair for pair in sides_published(archive) if 2 <= len(pair[0]) <= MOST_SIDES]
    people = {str(players[code]) for sides, _ in games for side in sides for code in side}
    if not people <= rated.keys():
        rated = {**_came_with(evening, season, people), **rated}
    points: Counter[int] = Counter()
    for sides, counted_for in games:
        ratings = [[_rating(rated, players[code]) for code in side] for side in sides]
        for side, handicap in zip(counted_for, handicaps(ratings, rule), strict=True):
            for code in side:
                points[players[code]] += handicap
    lines = [[*line, points[line[0]]] for line in result["lines"]]
    return {**result, "lines": lines, **_ground(rated, rule.model_dump())}


def _ground(rated: Rated, rule: Mapping[str, Any]) -> dict[str, Any]:
    ground = {"rated": rated, "rule": rule}
    return {**ground, "mark": hashlib.sha256(canonical(ground).encode()).hexdigest()}


def with_keys(result: Mapping[str, Any], player: Callable[[int], int]) -> dict[str, Any]:
    """The result of an evening with other keys of players in it."""
    new_result = {**result, "lines": [[player(key), *line] for key, *line in result["lines"]]}
    if "rated" in result:
        new_result["rated"] = {str(player(int(key))): rating for key, rating in result["rated"].items()}
    return {**new_result, **_ground(new_result["rated"], result["rule"])} if "rule" in result else new_result


def _came_with(evening: Evening, season: Season, people: set[str]) -> Rated:
    check_ratings(evening, season)
    ratings = came_with(evening, sorted(people))
    return {person: [rating.figure, rating.games] for person, rating in ratings.items()}


def check_ratings(evening: Evening, season: Season) -> None:
    """Raise RatingsBehindError where the ratings before an evening are not worked out yet; two queries.

    It is RatingsFailedError where they could not be: old ratings would stay with the evening for good.
    """
    game, evening_place = evening.plan["game"], RatingPlace.of(evening)
    outcomes = {job.outcome for job, place in rating_jobs([evening.club_id], [game]) if place < evening_place}
    message = f"ratings at {game} before evening {evening.pk} for season {season.pk}"
    if Job.Outcome.FAILED in outcomes:
        raise RatingsFailedError(message)
    if outcomes:
        raise RatingsBehindError(message)


def _rating(rated: Mapping[str, list[int]], player: int) -> Rating:
    shown_rating, games = rated.get(str(player), (Rating().figure, 0))
    return Rating.of_shown(shown_rating, games)


SLICE = 10
"""So many evenings are rated in one transaction, after which the progress is seen."""


def advance(assigned: Assignment) -> Result:
    """Rate the next evenings of a game of a club or a federation, from the one that is named on.

    The ratings from there on are taken away and made again from those before, so that any history gives the same
    numbers however it was sliced. Once all is rated, seasons that may have waited for it are woken.
    """
    whose, job, game = assigned.subject, assigned.job, assigned.job.payload["game"]
    known = {row.pk: place for row, place in rating_jobs([whose.pk], [game], type(whose))}
    first = known.pop(job.pk)
    # What is asked for besides, from here or from later on, is done on the way, and what was given up too: those
    # rows were committed before the evenings are read, so that nothing they were asked for is missed.
    also = [pk for pk, place in known.items() if place >= first]
    left = list(_evenings(whose, game, first)[: SLICE + 1])
    batch, rest = left[:SLICE], left[SLICE:]
    progress = (job.done + len(batch), job.total or _evenings(whose, game, first).count())
    _rate(whose, game, first, batch)
    if rest:
        return NotYet(progress=progress, payload={**job.payload, "evening": rest[0].pk}, also=also)
    if isinstance(whose, Club):
        for season_job in season_jobs_with(whose):
            wake(season_job)
    return Done(progress=progress, also=also)


def _evenings(whose: Whose, game: str, since: RatingPlace) -> QuerySet[Evening]:
    evenings = evenings_of(whose).filter(since.since(evening="pk"), plan__game=game, status=Status.PUBLISHED)
    return evenings.order_by("date", "pk")


def _rate(whose: Whose, game: str, since: RatingPlace, evenings: list[Evening]) -> None:
    whose.rating_points.filter(since.since(), game=game).delete()
    who = read_as(whose)
    real = {person: Persons(merged=who).real(person) for person in who}
    before = ratings_before(whose, game, since)
    after = Ratings(game, before).after(merged(rated_games(evenings), real))
    days = {str(evening.pk): evening for evening in evenings}
    kind: Any = whose.rating_points.model
    kind.objects.bulk_create(
        kind(
            **{kind_of(whose): whose},
            game=game,
            player_id=int(person),
            evening=days[point.evening],
            date=point.date,
            mu=point.rating.mu,
            sigma=point.rating.sigma,
            games=point.rating.games,
        )
        for person, own in sorted(after.points.items())
        for point in own
    )
