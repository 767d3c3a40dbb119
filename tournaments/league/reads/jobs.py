"""The background work that seasons and ratings wait for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db.models import Q

from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.league.models import Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.ratings import RatingPlace, Whose
from tournaments.work.models import Job, kind_of
from tournaments.work.topics import FEDERATION_RATINGS, RATINGS, SEASON

OF_RATINGS = (RATINGS.name, FEDERATION_RATINGS.name)
BEGINNING = RatingPlace(date.min, 0)


def rating_jobs(
    keys: Iterable[int], games: Collection[str], of: type[Whose] = Club
) -> list[tuple[Job, RatingPlace]]:
    """The ratings that are to be worked out, or could not be, each with where in their history that begins.

    One query, two where one of them begins with an evening.

    Arguments:
        keys: of the clubs, or of what else `of` says.
    """
    rows = Job.objects.unfinished().filter(
        topic__in=OF_RATINGS, subject=kind_of(of), subject_key__in=list(keys)
    )
    found = [job for job in rows if job.payload["game"] in games]
    keys = {job.payload["evening"] for job in found} - {None}
    evenings = Evening.objects.in_bulk(keys) if keys else {}
    places = {key: RatingPlace.of(evening) for key, evening in evenings.items()}
    return [(job, places.get(job.payload["evening"], BEGINNING)) for job in found]


def jobs_of(season: Season) -> list[Job]:
    """What is being worked out for a season or could not be, or that of ratings it gives handicaps by.

    While ratings could not be worked out, the season's own work waits for them and is left out. One query, three at
    the most for a season with handicaps.
    """
    own = list(season.jobs.unfinished())
    failed = _ratings_failed(season) if season.rules.get("handicap") else []
    return [*failed, *(job for job in own if not failed or job.outcome == Job.Outcome.FAILED)]


def _ratings_failed(season: Season) -> list[Job]:
    """Ratings that could not be worked out and come before an evening that the season may have."""
    clubs = clubs_in(season.league).values_list("pk", flat=True)
    found = rating_jobs(clubs, season.rules["games"])
    return [job for job, place in found if job.outcome == Job.Outcome.FAILED and place.date <= season.ends]


def jobs_at(club: Club) -> list[Job]:
    """What is being worked out, or could not be, of a club's ratings, its federation's and its leagues; one query."""
    seasons = Season.objects.filter(league__club=club).values("pk")
    federations = club.federations.filter(agreed_at__isnull=False, ended_at__isnull=True).values("federation")
    mine = Q(subject="club", subject_key=club.pk) | Q(subject="season", subject_key__in=seasons)
    mine |= Q(subject="federation", subject_key__in=federations)
    return list(Job.objects.unfinished().filter(mine, topic__in=(SEASON.name, *OF_RATINGS)))


def season_jobs_with(club: Club) -> list[int]:
    """The work that waits of all seasons in which a club's evenings may count; one query."""
    mine = Q(league__club=club) | Q(league__guest_clubs__club=club)
    waiting = Job.objects.waiting().filter(
        topic=SEASON.name, subject_key__in=Season.objects.filter(mine).values("pk")
    )
    return list(waiting.values_list("pk", flat=True))
