"""One evening as the desk reads it; its acts are in tournaments.evening.api.acts."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.api.operations import Address, Created, checks_right
from tournaments.club.api.views import SECRET, Actor, OfficerView, PublicView, unchanged
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Role
from tournaments.evening.acts.act import MOST_ROUNDS
from tournaments.evening.api import evening_answers
from tournaments.evening.api.bodies import NewEvening
from tournaments.evening.api.corrections import look_first
from tournaments.evening.api.views import EVENING, TABLE, evening_at
from tournaments.evening.forecast import MOST_PLAYERS, forecast
from tournaments.evening.reads import access, desk, live, public, rounds
from tournaments.evening.reads.access import HandVisibility, redacted_body
from tournaments.evening.reads.desk import Evening, Job
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.rounds import TableLink
from tournaments.evening.record.outcome import FORMAT
from tournaments.evening.services import evenings, links
from tournaments.site.api import query
from tournaments.site.api.query import MOST_PASSED_OVER, CursorPage, Orders, Paging
from tournaments.site.arguments import From
from tournaments.work import outbox

IN_ORDER: Orders = {"sequence": ("sequence",)}


class ExpectedPlayers(query.Query):
    players = query.whole_number(
        f"How many are expected, at most {MOST_PLAYERS}; left out, those who are in now.",
        least=1,
        most=MOST_PLAYERS,
    )


class WantedEntries(CursorPage):
    usual = 100
    after = query.whole_number(
        "The entry after which to begin; 0 for the first.", least=0, most=MOST_PASSED_OVER
    )
    act = query.words(40, "Entries of this act alone.")


# --- the evening, and what it will be like ------------------------------------------------------------
ONE = Address(EVENING, "evening", needs=Role.SCORER)
PLAN = Address(f"{EVENING}plan/", "plan")
FORECAST = Address(f"{EVENING}forecast/", "forecast")


@ONE.get(answer=evening_answers.Evening)
def show_evening(request: Request, evening: Evening) -> HttpResponseBase:
    """The evening as it stands: status, plan, current round, and the acts that are possible now."""
    etag, same = unchanged(request, evening.version)
    return same or evening_answers.Evening.from_view(evening).reply(headers={"ETag": etag})


@PLAN.put()
def change_plan(evening: Evening, by: Actor, body: NewEvening) -> evening_answers.Evening:
    """Another name, date or plan, as long as play has not started."""
    evenings.change_plan(evening=evening, name=body.name, date=body.date, plan=body.plan, **by)
    return evening_answers.Evening.from_view(access.evening_by_id(evening.pk))


@FORECAST.get()
def show_forecast(evening: Evening, asked: ExpectedPlayers, at: datetime) -> evening_answers.ForecastAnswer:
    """The tables, rounds and time that the plan means for a number of players.

    The tables are those that a draw would set. `missing` says how many more make a first table; there is no
    time to tell before. `outlook` is there while people play and the plan has `ends_about`.
    """
    plan, entered = plan_of(evening), asked.cleaned_data["players"]
    estimate = forecast(plan, desk.players_present(evening) if entered is None else entered)
    pace = live.tempo_at(evening.club, plan, but=evening.pk) if estimate.tables else None
    outlook = live.outlook_of(evening, at)
    return evening_answers.ForecastAnswer.read(
        estimate,
        minutes=pace and _minutes(pace.after(plan.rounds)),
        minutes_of_a_round=pace and _minutes(pace.round),
        measured=pace and pace.measured,
        outlook=outlook and evening_answers.OutlookAnswer.from_view(outlook),
    )


def _minutes(length: timedelta) -> int:
    return round(length.total_seconds() / 60)


# --- who is in, who sits where, who stands where ------------------------------------------------------
TICKETS = Address(f"{EVENING}tickets/", "tickets")
ROUND = Address(f"{EVENING}rounds/<int:number>/", "round", needs=Role.SCORER)
STANDINGS = Address(f"{EVENING}standings/", "standings", needs=Role.SCORER)


@TICKETS.get()
def list_tickets(evening: Evening, paging: Paging) -> evening_answers.Tickets:
    """Everybody who has or had a ticket, by number."""
    page = paging.of_rows(desk.ticket_rows(evening), {"number": ("number",)})
    return evening_answers.Tickets.from_view(page)


@ROUND.get()
def show_round(evening: Evening, number: int) -> evening_answers.Round:
    """Who sits where, how each game stands and who won it; a drafted round too."""
    views = rounds.round_views(evening, [number]) if number <= MOST_ROUNDS else {}
    if number not in views:
        raise Http404
    return evening_answers.Round.from_view(views[number])


@STANDINGS.get()
def show_standings(evening: Evening) -> evening_answers.Standings:
    """The standings as last worked out, best first."""
    return evening_answers.Standings.from_view(evening)


# --- the ledger, and the archive that is made of it ---------------------------------------------------
LEDGER = Address(f"{EVENING}ledger/", "ledger")
ARCHIVE = Address(f"{EVENING}archive/", "archive", view=PublicView)


@LEDGER.get(answer=evening_answers.LedgerPage)
def read_ledger(evening: Evening, wanted: WantedEntries, sight: HandVisibility) -> Response:
    """The ledger in order, with its hashes.

    Who plays tonight gets no hands of other tables in play: such a body holds `kept`, and is not what the hash
    seals. Nor is the body of an entry with the seed, which is null there until the evening is over.
    """
    rows = desk.ledger_after(
        evening, sequence=wanted.cleaned_data["after"] or 0, act=wanted.cleaned_data["act"]
    )
    page = wanted.of_rows(rows, IN_ORDER)
    entries = []
    for row in page.rows:
        body = redacted_body(row.act, json.loads(row.body), evening)
        if not sight.sees_entry(body):
            body = {"round": body["round"], "table": body["table"], "kept": True}
        entries.append(evening_answers.Entry.read(row, body=body))
    return page.reply(evening_answers.LedgerPage.read(evening, entries=entries, next=page.next_path))


@ARCHIVE.get(
    answer=OpenApiTypes.OBJECT,
    example={"format": FORMAT, "evening": {"slug": "friday-progressive"}},
)
def show_archive(request: Request, club: str, evening: str) -> HttpResponse:
    """The whole published evening as one document that anybody can verify."""
    archive = public.archive_of(visitor_of(request), club, evening)
    if archive is None:
        raise Http404
    etag = f'"{sha256(archive.encode()).hexdigest()}"'
    return HttpResponse(archive, content_type="application/json", headers={"ETag": etag})


# --- background work ----------------------------------------------------------------------------------
JOBS = Address(f"{EVENING}jobs/", "jobs")
TRY_AGAIN = Address(f"{EVENING}jobs/<int:job>/try-again/", "try-again")
DROP = Address(f"{EVENING}jobs/<int:job>/drop/", "drop-job")


@JOBS.get()
def list_jobs(evening: Evening, paging: Paging) -> evening_answers.Jobs:
    """The background work of the evening, newest first."""
    page = paging.of_rows(desk.job_rows(evening), {"-id": ("-pk",)})
    return evening_answers.Jobs.from_view(page)


@TRY_AGAIN.post()
def try_job_again(evening: Evening, job: Job, at: datetime) -> evening_answers.Job:
    """Put a failed job back in the queue; any other is left as it is."""
    outbox.try_again(job=job, at=at)
    return evening_answers.Job.from_view(desk.job(evening, job.pk))


@DROP.post()
def drop_job(evening: Evening, job: Job, at: datetime) -> evening_answers.Job:
    """Let a failed job be: what it was to do stays undone; any other is left as it is."""
    outbox.drop(job=job, at=at)
    return evening_answers.Job.from_view(desk.job(evening, job.pk))


# --- the links of the tables --------------------------------------------------------------------------
@checks_right
def evening_in_sight(view: OfficerView, request: Request, club: str, evening: str, number: int) -> Evening:
    """Raises Faults (`look-first`) where the hands of the table are kept from the asker."""
    row = evening_at(view, request, club, evening)
    look_first(request, row, row.current_round, number)
    return row


EveningInSight = Annotated[Evening, From(evening_in_sight)]
LINKS = Address(f"{EVENING}links/", "links", gives_keys=True)
RENEW = Address(f"{TABLE}renew-link/", "renew-link")


@LINKS.get(answer=evening_answers.Links)
def list_table_links(request: Request, evening: Evening, sight: HandVisibility) -> Response:
    """The link of every table, as its card shows it; there are none before seats are drawn.

    Who plays tonight gets no link of another table in play until they look at it; `kept` has its number.
    """
    tables = desk.tables_with_links(evening)
    hidden = [table.number for table in tables if not sight.sees(evening.current_round, table.number)]
    table_links = [
        _link(request, link)
        for table in tables
        for link in table.live_links  # type: ignore[attr-defined]  # prefetched under this name
        if table.number not in hidden
    ]
    return evening_answers.Links(links=table_links, kept=hidden).reply(headers=SECRET)


@RENEW.post()
def renew_table_link(
    request: Request, evening: EveningInSight, number: int, at: datetime
) -> Created[evening_answers.Link]:
    """A new link for the table; the old one stops working at once."""
    link = links.renew_table_link(table=desk.table(evening, number), at=at)
    return Created(_link(request, link), SECRET)


def _link(request: Request, link: TableLink) -> evening_answers.Link:
    token = links.table_token(link)
    url = request.build_absolute_uri(reverse("web:table-card", args=[token]))
    return evening_answers.Link.read(link, token=token, url=url)
