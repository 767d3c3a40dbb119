"""The background work of a club's leagues, ratings and federation, and having it tried again where it failed."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.api.bodies import Nothing, parsed
from tournaments.evening.api.evening_answers import Jobs
from tournaments.evening.api.pages import MOST, Page, page_of_list, paging
from tournaments.evening.api.schema import described
from tournaments.evening.reads.desk import Job
from tournaments.league.api.season_doors import LeagueDoor
from tournaments.league.reads.jobs import jobs_at
from tournaments.league.reads.shown import Club
from tournaments.work import outbox


class LeagueJobsEndpoint(LeagueDoor):
    """Background work."""

    @described("list_league_jobs", answer=Jobs, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str) -> Response:
        """What is being worked out of the club's seasons, ratings and federation, or could not be."""
        page = page_of_list(request, jobs_at(self.club(request, club)), lambda row: (row.pk,), usual=MOST)
        return page.reply(Jobs.of(page))


class LeagueJobAgainEndpoint(LeagueDoor):
    """One of them, once more."""

    @described("try_league_job_again", body=Nothing, answer=Jobs)
    def post(self, request: Request, club: str, job: int) -> Response:
        """Put a failed job back in the queue; any other is left as it is."""
        found = self.club(request, club)
        parsed(request, Nothing)
        outbox.try_again(job=_job(found, job), at=self.who(request)["at"])
        return _left(found)


class LeagueJobDropEndpoint(LeagueDoor):
    """One of them, no more."""

    @described("drop_league_job", body=Nothing, answer=Jobs)
    def post(self, request: Request, club: str, job: int) -> Response:
        """Let a failed job be: what it was to do stays undone. Any other is left as it is."""
        found = self.club(request, club)
        parsed(request, Nothing)
        outbox.drop(job=_job(found, job), at=self.who(request)["at"])
        return _left(found)


def _job(club: Club, key: int) -> Job:
    """The job of the club's leagues with this number. Raises Http404 where there is none that is not over."""
    found = next((row for row in jobs_at(club) if row.pk == key), None)
    if found is None:
        raise Http404
    return found


def _left(club: Club) -> Response:
    return Jobs.of(Page(jobs_at(club), None)).reply()
