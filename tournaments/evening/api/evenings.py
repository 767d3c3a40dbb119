"""One evening as the desk reads it; its acts are in tournaments.evening.api.acts."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django import forms
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads.visitors import visitor_of
from tournaments.club.roles import Permission, Role
from tournaments.evening.api import bodies, evening_answers
from tournaments.evening.api.bodies import validate_body
from tournaments.evening.api.corrections import look_first, sight_of
from tournaments.evening.api.pages import MOST, Orders, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView, PublicView, unchanged
from tournaments.evening.forecast import MOST_PLAYERS
from tournaments.evening.reads import api_reads, desk, rounds
from tournaments.evening.record.archive import FORMAT
from tournaments.evening.services import evenings, links
from tournaments.site.api import query
from tournaments.work import outbox

BY_NUMBER: Orders = {"number": ("number",)}
NEWEST: Orders = {"-id": ("-pk",)}
IN_ORDER: Orders = {"sequence": ("sequence",)}


class ExpectedPlayers(forms.Form):
    """How many are expected."""

    players = forms.IntegerField(min_value=1, max_value=MOST_PLAYERS, required=False)


OF_A_LEDGER: Final = (
    *paging(),
    query.whole_number(
        "after",
        "The entry after which to begin; 0 for the first.",
        least=0,
        most=query.MOST_PASSED_OVER,
    ),
    OpenApiParameter("act", {"type": "string", "maxLength": 40}, description="Entries of this act alone."),
)
"""The parameters of a ledger that is read in pages."""


class WantedEntries(query.CursorPage):
    """Which entries of the ledger are wanted."""

    after = forms.IntegerField(min_value=0, max_value=query.MOST_PASSED_OVER, required=False)
    act = forms.CharField(max_length=40, required=False)


HIGHEST_ROUND = 1000
ARCHIVE = {"format": FORMAT, "evening": {"slug": "friday-progressive"}}
"""What an archive begins with."""


class EveningEndpoint(OfficerView):
    """One evening."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("show_evening", answer=evening_answers.Evening)
    def get(self, request: Request, club: str, evening: str) -> HttpResponseBase:
        """The evening as it stands: status, plan, current round, and the acts that are possible now."""
        evening_row = self.evening(request, club, evening)
        etag, same = unchanged(request, evening_row.version)
        return same or evening_answers.Evening.of(evening_row).reply(headers={"ETag": etag})


class PlanEndpoint(OfficerView):
    """What it is set up to be."""

    @operation("change_plan", body=bodies.NewEvening, answer=evening_answers.Evening)
    def put(self, request: Request, club: str, evening: str) -> Response:
        """Another name, date or plan, as long as play has not started."""
        evening_row, body = self.evening(request, club, evening), validate_body(request, bodies.NewEvening)
        evenings.change_plan(
            evening=evening_row, name=body.name, date=body.date, plan=body.plan, **self.who(request)
        )
        return evening_answers.Evening.of(self.evening(request, club, evening)).reply()


class ForecastEndpoint(OfficerView):
    """What it will be like."""

    @operation(
        "show_forecast",
        answer=evening_answers.ForecastAnswer,
        refusals=(400,),
        parameters=(
            query.whole_number(
                "players",
                f"How many are expected, at most {MOST_PLAYERS}; left out, those who are in now.",
                least=1,
                most=MOST_PLAYERS,
            ),
        ),
    )
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The tables, rounds and time that the plan means for a number of players.

        The tables are those that a draw would set. `missing` says how many more make a first table; there is no
        time to tell before. `outlook` is there while people play and the plan has `ends_about`.
        """
        evening_row = self.evening(request, club, evening)
        entered = query.read_query(request, ExpectedPlayers)["players"]
        count = desk.players_present(evening_row) if entered is None else entered
        return evening_answers.ForecastAnswer.of(evening_row, count, self.who(request)["at"]).reply()


class TicketsEndpoint(OfficerView):
    """Who is in."""

    @operation("list_tickets", answer=evening_answers.Tickets, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Everybody who has or had a ticket, by number."""
        rows = desk.ticket_rows(self.evening(request, club, evening))
        page = page_of_rows(request, rows, BY_NUMBER, usual=MOST)
        return page.reply(evening_answers.Tickets.of(page))


class RoundEndpoint(OfficerView):
    """One round."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("show_round", answer=evening_answers.Round)
    def get(self, request: Request, club: str, evening: str, number: int) -> Response:
        """Who sits where, how each game stands and who won it; a drafted round too."""
        evening_row = self.evening(request, club, evening)
        views = rounds.round_views(evening_row, [number]) if number < HIGHEST_ROUND else {}
        if number not in views:
            raise Http404
        return evening_answers.Round.of(views[number], desk.names(evening_row)).reply()


class StandingsEndpoint(OfficerView):
    """Who stands where."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("show_standings", answer=evening_answers.Standings)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The standings as last worked out, best first."""
        evening_row = self.evening(request, club, evening)
        return evening_answers.Standings.of(evening_row).reply()


class LedgerEndpoint(OfficerView):
    """What happened."""

    @operation(
        "read_ledger",
        answer=evening_answers.LedgerPage,
        refusals=(400,),
        parameters=OF_A_LEDGER,
    )
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The ledger in order, with its hashes.

        Who plays tonight gets no hands of other tables in play: such a body holds `kept`, and is not what the hash
        seals. Nor is the body of an entry with the seed, which is null there until the evening is over.
        """
        evening_row = self.evening(request, club, evening)
        filters = query.read_query(request, WantedEntries)
        rows = api_reads.ledger(evening_row, after=filters["after"] or 0, act=filters["act"])
        page = page_of_rows(request, rows, IN_ORDER, usual=100)
        sight = sight_of(request, evening_row)
        entries = [evening_answers.Entry.of(row, evening_row, sight) for row in page.rows]
        return page.reply(evening_answers.LedgerPage.of(evening_row, entries, page.next_path))


class JobsEndpoint(OfficerView):
    """Background work."""

    @operation("list_jobs", answer=evening_answers.Jobs, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The background work of the evening, newest first."""
        rows = desk.job_rows(self.evening(request, club, evening))
        page = page_of_rows(request, rows, NEWEST, usual=MOST)
        return page.reply(evening_answers.Jobs.of(page))


class TryAgainEndpoint(OfficerView):
    """A failed job."""

    @operation("try_job_again", body=bodies.Nothing, answer=evening_answers.Job)
    def post(self, request: Request, club: str, evening: str, job: int) -> Response:
        """Put a failed job back in the queue; any other is left as it is."""
        evening_row = self.evening(request, club, evening)
        validate_body(request, bodies.Nothing)
        outbox.try_again(job=desk.job(evening_row, job), at=self.who(request)["at"])
        return evening_answers.Job.of(desk.job(evening_row, job)).reply()


class DropEndpoint(OfficerView):
    """A failed job that nobody needs."""

    @operation("drop_job", body=bodies.Nothing, answer=evening_answers.Job)
    def post(self, request: Request, club: str, evening: str, job: int) -> Response:
        """Let a failed job be: what it was to do stays undone; any other is left as it is."""
        evening_row = self.evening(request, club, evening)
        row = desk.job(evening_row, job)
        validate_body(request, bodies.Nothing)
        outbox.drop(job=row, at=self.who(request)["at"])
        return evening_answers.Job.of(desk.job(evening_row, job)).reply()


class LinksEndpoint(OfficerView):
    """The links of the tables."""

    gives_keys = True

    @operation("list_table_links", answer=evening_answers.Links)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The link of every table, as its card shows it; there are none before seats are drawn.

        Who plays tonight gets no link of another table in play until they look at it; `kept` has its number.
        """
        evening_row = self.evening(request, club, evening)
        answer = evening_answers.Links.of(
            evening_row, sight_of(request, evening_row), request.build_absolute_uri
        )
        return answer.reply(headers=SECRET)


class RenewLinkEndpoint(OfficerView):
    """The link of a table."""

    def check_right(self, request: Request, *, club: str, evening: str, number: int) -> api_reads.Evening:
        """The evening. Raises Faults (`look-first`) where the hands of the table are kept from the asker."""
        evening_row = self.evening(request, club, evening)
        look_first(request, evening_row, evening_row.current_round, number)
        return evening_row

    @operation("renew_table_link", body=bodies.Nothing, answer=evening_answers.Link, status=201)
    def post(self, request: Request, club: str, evening: str, number: int) -> Response:
        """A new link for the table; the old one stops working at once."""
        evening_row = self.check_right(request, club=club, evening=evening, number=number)
        validate_body(request, bodies.Nothing)
        link = links.renew_table_link(table=desk.table(evening_row, number), at=self.who(request)["at"])
        return evening_answers.Link.of(number, link, request.build_absolute_uri).reply(
            status=201, headers=SECRET
        )


class ArchiveEndpoint(PublicView):
    """The evening as published."""

    @operation("show_archive", answer=OpenApiTypes.OBJECT, example=ARCHIVE, refusals=(404,), public=True)
    def get(self, request: Request, club: str, evening: str) -> HttpResponse:
        """The whole published evening as one document that anybody can verify."""
        archive = api_reads.archive(visitor_of(request), club, evening)
        if archive is None:
            raise Http404
        etag = f'"{sha256(archive.encode()).hexdigest()}"'
        return HttpResponse(archive, content_type="application/json", headers={"ETag": etag})
