"""One evening as the desk reads it, its links and phones, and as everybody does once it is over.

Its acts are in tournaments.evening.api.acts.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated, Literal

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.api.operations import CLUB, Address, Created, checks_right, club_showing
from tournaments.club.api.views import SECRET, Actor, OfficerView, PublicView, unchanged
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.roles import Duty, Part, Role
from tournaments.evening.acts.act import MOST_ROUNDS
from tournaments.evening.api import bodies, corrections, evening_answers
from tournaments.evening.api.tables import Call, EveningOfTable
from tournaments.evening.api.views import EVENING, TABLE, TableInView, TableView, evening_at
from tournaments.evening.forecast import MOST_PLAYERS, forecast
from tournaments.evening.outcome import FORMAT
from tournaments.evening.reads import access, desk, director_alerts, facts, live, public, rounds
from tournaments.evening.reads.desk import Evening, Job, Ticket
from tournaments.evening.services import evenings, links, player_requests, results
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, Began, Example, PersonName, TicketCode
from tournaments.site.api.query import MOST_PASSED_OVER, CursorPage, M, Orders, Page, Paging, listed, ordering
from tournaments.site.arguments import From
from tournaments.site.web.pages import first_or_404, for_others, or_404


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

    def of_ledger(self, ledger: QuerySet[M]) -> Page[M]:
        """The entries in order."""
        rows = ledger.filter(sequence__gt=self.cleaned_data["after"] or 0)
        act = self.cleaned_data["act"]
        return self.of_rows(rows.filter(act=act) if act else rows, {"sequence": ("sequence",)})


# --- the evening, and what it will be like ------------------------------------------------------------


@Address(EVENING, "evening", needs=Duty.OFFICE).get(answer=evening_answers.EveningOut)
def show_evening(request: Request, evening: Evening) -> HttpResponseBase:
    """The evening as it stands: status, plan, current round, and the acts that are possible now."""
    etag, same = unchanged(request, evening.version)
    return same or evening_answers.EveningOut.from_view(evening).reply(headers={"ETag": etag})


@Address(f"{EVENING}plan/", "plan").put()
def change_plan(evening: Evening, by: Actor, body: bodies.NewEvening) -> evening_answers.EveningOut:
    """Another name, date or plan, as long as play has not started."""
    evenings.change_plan(evening=evening, name=body.name, date=body.date, plan=body.plan, **by)
    return evening_answers.EveningOut.from_view(access.evening_by_id(evening.pk))


@Address(f"{EVENING}forecast/", "forecast").get()
def show_forecast(evening: Evening, asked: ExpectedPlayers, at: datetime) -> evening_answers.ForecastAnswer:
    """The tables, rounds and time that the plan means for a number of players.

    The tables are those that a draw would set. `missing` says how many more make a first table; there is no
    time to tell before. `outlook` is there while people play and the plan has `ends_about`.
    """
    plan, entered = facts.plan_of(evening), asked.cleaned_data["players"]
    estimate = forecast(plan, desk.players_present(evening) if entered is None else entered)
    pace = live.tempo_at(evening.club, plan, but=evening.pk) if estimate.tables else None
    return evening_answers.ForecastAnswer.read(
        estimate,
        minutes=pace and _minutes(pace.after(plan.rounds)),
        minutes_of_a_round=pace and _minutes(pace.round),
        measured=pace and pace.measured,
        outlook=live.outlook_of(evening, at),
    )


def _minutes(length: timedelta) -> int:
    return round(length.total_seconds() / 60)


# --- who is in, who sits where, who stands where ------------------------------------------------------


@Address(f"{EVENING}tickets/", "tickets", needs=Duty.CHECK_IN).get(answer=evening_answers.Tickets)
def list_tickets(evening: Evening, paging: Paging) -> Page[Ticket]:
    """Everybody who has or had a ticket, by number."""
    return paging.of_rows(desk.ticket_rows(evening), {"number": ("number",)})


@Address(f"{EVENING}rounds/<int:number>/", "round", needs=Role.SCORER).get()
def show_round(evening: Evening, number: int) -> evening_answers.RoundOut:
    """Who sits where, how each game stands and who won it; a drafted round too."""
    views = rounds.round_views(evening, [number]) if number <= MOST_ROUNDS else {}
    if number not in views:
        raise Http404
    return evening_answers.RoundOut.from_view(views[number])


Address(f"{EVENING}standings/", "standings", needs=Role.SCORER).shows(Evening, evening_answers.Standings)


# --- the ledger, and the archive that is made of it ---------------------------------------------------


@Address(f"{EVENING}ledger/", "ledger").get(answer=evening_answers.LedgerPage)
def read_ledger(evening: Evening, wanted: WantedEntries, sight: access.HandVisibility) -> Response:
    """The ledger in order, with its hashes.

    Who plays tonight gets no hands of other tables in play: such a body holds `kept`, and is not what the hash
    seals. Nor is the body of an entry with the seed, which is null there until the evening is over.
    """
    page = wanted.of_ledger(evening.ledger.all())
    entries = []
    for row in page.rows:
        body = access.redacted_body(row.act, json.loads(row.body), evening)
        if not sight.sees_entry(body):
            body = {"round": body["round"], "table": body["table"], "kept": True}
        entries.append(evening_answers.Entry.read(row, body=body))
    return page.reply(evening_answers.LedgerPage.read(evening, entries=entries, next=page.next_path))


@Address(f"{EVENING}archive/", "archive", view=PublicView).get(
    answer=OpenApiTypes.OBJECT,
    example={"format": FORMAT, "evening": {"slug": "friday-progressive"}},
)
def show_archive(request: Request, club: str, evening: str) -> HttpResponse:
    """The whole published evening as one document that anybody can verify."""
    archive = or_404(public.archive_of(visitor_of(request), club, evening))
    etag = f'"{sha256(archive.encode()).hexdigest()}"'
    return HttpResponse(archive, content_type="application/json", headers={"ETag": etag})


class PublicationOut(Answer):
    """One publication of an evening; the archive of one that was replaced long ago is not kept any more."""

    number: Annotated[int, Example(2)]
    published_at: Began
    ledger_head: Annotated[str, Example("9f2c" * 16)]
    is_kept: Annotated[bool, Example(value=True)]


Publications = listed(
    "Publications", "The publications of an evening, the latest first.", publications=PublicationOut
)


@Address(f"{EVENING}publications/", "publications", view=PublicView, chapter="results").get(
    answer=Publications
)
def list_publications(request: Request, club: str, evening: str, paging: Paging) -> Page[public.Publication]:
    """Every publication, earlier ones too: `…/publications/1/` is the archive of the first."""
    evenings_seen = access.public_evenings(visitor_of(request))
    row = get_object_or_404(evenings_seen, club__slug=club, slug=evening)
    return paging.of_rows(public.publications(row), {"-number": ("-number",)})


@Address(
    f"{EVENING}publications/<int:number>/", "publication-archive", view=PublicView, chapter="results"
).get(answer=OpenApiTypes.OBJECT, example={"format": FORMAT, "evening": {"slug": "friday-progressive"}})
def show_publication(request: Request, club: str, evening: str, number: int) -> HttpResponse:
    """The archive of a publication, as it was published, without the names that are not public now."""
    archive = or_404(public.archive_of(visitor_of(request), club, evening, number))
    return HttpResponse(archive, content_type="application/json")


# --- background work ----------------------------------------------------------------------------------


@Address(f"{EVENING}jobs/", "jobs").get(answer=evening_answers.Jobs)
def list_jobs(evening: Evening, paging: Paging) -> Page[Job]:
    """The background work of the evening, newest first."""
    return paging.of_rows(desk.job_rows(evening), {"-id": ("-pk",)})


JOB = f"{EVENING}jobs/<int:job>/"
Address(f"{JOB}try-again/", "try-again").runs("post", results.try_job_again, evening_answers.Job)
Address(f"{JOB}drop/", "drop-job").runs("post", results.drop_job, evening_answers.Job)


# --- the links of tables and of players' own pages, and the phones that opened them -------------------
@checks_right
def evening_in_sight(view: OfficerView, request: Request, club: str, evening: str, number: int) -> Evening:
    """Raises Faults (`look-first`) where the hands of the table are kept from the asker."""
    row = evening_at(view, request, club, evening)
    corrections.look_first(request, row, row.current_round, number)
    return row


EveningInSight = Annotated[Evening, From(evening_in_sight)]


@Address(f"{EVENING}links/", "links", gives_keys=True).get()
def list_table_links(
    request: Request, evening: Evening, sight: access.HandVisibility
) -> evening_answers.Links:
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
    return evening_answers.Links(links=table_links, kept=hidden)


@Address(f"{TABLE}renew-link/", "renew-link").post()
def renew_table_link(
    request: Request, evening: EveningInSight, number: int, at: datetime
) -> Created[evening_answers.Link]:
    """A new link for the table; the old one stops working at once."""
    link = links.renew_table_link(table=desk.table(evening, number), at=at)
    return Created(_link(request, link), SECRET)


def _link(request: Request, link: rounds.TableLink) -> evening_answers.Link:
    token = links.link_token(link)
    url = request.build_absolute_uri(reverse("web:table-card", args=[token]))
    return evening_answers.Link.read(link, token=token, url=url)


class PlayerLinkOut(Answer):
    """The link to somebody's own page; `typed` is the code that is typed where it cannot be scanned."""

    ticket: TicketCode
    url: Annotated[str | None, Example("https://club.example/p/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]
    typed: Annotated[str | None, Example("4F2A-9C01")]


OF_PLAYER = Address(f"{EVENING}tickets/<slug:code>/link/", "player-link", gives_keys=True, chapter="links")


@checks_right
def ticket_in_sight(request: Request, evening: Evening, ticket: Ticket) -> Ticket:
    """Raises Faults (`look-first`) where the hands of the ticket are kept from the asker."""
    table = access.kept_tickets(corrections.sight_of(request, evening), evening).get(ticket.pk)
    if table is not None:
        corrections.look_first(request, evening, evening.current_round, table)
    return ticket


TicketInSight = Annotated[Ticket, From(ticket_in_sight)]


def player_link_now(request: Request, ticket: Ticket) -> PlayerLinkOut:
    link = desk.player_link(ticket)
    if link is None:
        return PlayerLinkOut(ticket=ticket.code, url=None, typed=None)
    url = for_others(request, reverse("web:ticket", args=[links.link_token(link)]))
    return PlayerLinkOut(ticket=ticket.code, url=url, typed=links.link_code(link))


@OF_PLAYER.get()
def show_player_link(request: Request, ticket: TicketInSight) -> PlayerLinkOut:
    """Somebody's own link. Who plays tonight gets none that leads to another table in play, until they look."""
    return player_link_now(request, ticket)


OF_PLAYER.runs("post", links.renew_player_link, show_player_link, status=201)
OF_PLAYER.runs("delete", links.revoke_player_link, player_link_now)


class Phone(Answer):
    """A phone that has opened the card of a table; `owner` is "" for one that lies in the middle."""

    id: Annotated[int, Example(31)]
    label: Annotated[str, Example("Android")]
    owner: PersonName
    last_seen_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]


class Phones(Answer):
    """Those that the link of a table lets in, the one seen last first; `has_link`: whether its card opens it."""

    has_link: Annotated[
        bool, At(lambda row: live.live_link(row.evening, row.number) is not None), Example(value=True)
    ]
    phones: Annotated[list[Phone], At(lambda row: live.phones_at(row.evening, row.number))]


Address(f"{TABLE}link/", "table-link", chapter="links").runs("delete", links.revoke_table_link, Phones)
Address(f"{TABLE}phones/", "phones", chapter="links").shows(desk.Table, Phones, name="list_phones")
Address(f"{TABLE}phones/<int:phone>/", "phone", chapter="links").runs("delete", links.send_phone_away, Phones)


# --- what has been played, for everybody to whom the club shows its results: no token is needed ----------
ORDERS: Orders = {"-date": ("-date", "-pk"), "date": ("date", "pk")}


class WantedResults(evening_answers.WantedEvenings):
    game = query.words(evening_answers.LONGEST_GAME, "What was played.")


ClubWithResults = Annotated[Club, club_showing(Part.RESULTS)]
RESULT = Address(f"{CLUB}results/<slug:evening>/", "result", view=PublicView, chapter="results")


def evening_that_is_over(request: Request, club: str, evening: str, nothing: query.NoQuery) -> Evening:
    return get_object_or_404(public.evenings_over(visitor_of(request), club), slug=evening)


EveningOver = Annotated[Evening, From(evening_that_is_over)]


@Address(f"{CLUB}results/", "results", view=PublicView, chapter="results").get(
    answer=evening_answers.EveningPage, parameters=[ordering(ORDERS)]
)
def list_results(request: Request, club: ClubWithResults, wanted: WantedResults) -> Page[Evening]:
    """The evenings of a club that are over, the latest first."""
    rows = wanted.among(public.evenings_over(visitor_of(request), club.slug))
    return wanted.of_rows(desk.with_players(rows), ORDERS)


@RESULT.get(answer=evening_answers.Result)
def show_result(request: Request, evening: EveningOver) -> HttpResponseBase:
    """An evening that is over, with its standings and prizes."""
    etag, same = unchanged(request, evening.version)
    return same or evening_answers.Result.from_view(evening).reply(headers={"ETag": etag})


@Address(
    f"{CLUB}results/<slug:evening>/rounds/<int:number>/", "result-round", view=PublicView, chapter="results"
).get(answer=evening_answers.RoundOut)
def show_result_round(request: Request, evening: EveningOver, number: int) -> HttpResponseBase:
    """Who sat where in a round, and how each game ended."""
    if not 1 <= number <= evening.current_round:
        raise Http404
    etag, same = unchanged(request, evening.version)
    if same:
        return same
    view = first_or_404(public.rounds(evening, number=number))
    return evening_answers.RoundOut.from_view(view).reply(headers={"ETag": etag})


Calls = listed("Calls", "The calls that wait, the longest first.", calls=Call)


@Address(f"{EVENING}calls/", "calls", chapter="calls").get(answer=Calls)
def list_calls(evening: Evening, paging: Paging) -> Page[director_alerts.DirectorCall]:
    """The tables that wait for the director, the longest first."""
    return paging.of_list(director_alerts.calls(evening), lambda row: (row.called_at.isoformat(), row.pk))


CALL = f"{EVENING}calls/<int:call>/"
Address(f"{CALL}answer/", "answer-call", chapter="calls").runs("post", player_requests.answer_call, Call)
Address(f"{CALL}wait-again/", "unanswer-call", chapter="calls").runs(
    "post", player_requests.unanswer_call, Call
)


@Address(f"{TABLE}call/", "table-call", view=TableView, chapter="calls").post()
def call_director(place: TableInView, evening: EveningOfTable, body: bodies.NewCall) -> Created[Call]:
    """Call the director; a table that waits already goes on waiting with its first call."""
    row = player_requests.call(
        evening=evening,
        table_number=place.table,
        reason=body.reason,
        words=body.words,
        **place.with_seat(body.seat),
    )
    return Created(Call.from_view(row))


@Address(f"{TABLE}call/withdraw/", "table-withdraw-call", view=TableView, chapter="calls").post(answer=Calls)
def withdraw_call(place: TableInView, evening: EveningOfTable) -> Page[director_alerts.DirectorCall]:
    """The table needs nobody any more; gives the calls of the table that still wait: none."""
    for row in director_alerts.calls(evening, table=place.table):
        player_requests.answer_call(evening=evening, call=row, **place.who)
    return Page(director_alerts.calls(evening, table=place.table))


class PlayerRequestOut(Answer):
    """A request that waits: of whom, what for, and for which round."""

    id: Annotated[int, Example(6)]
    ticket: Annotated[TicketCode, At("ticket.code")]
    name: Annotated[PersonName, At("ticket.player.name")]
    kind: Annotated[Literal["leave", "sit_out"], Example("sit_out")]
    round: Annotated[int, Example(3)]
    made_at: Annotated[datetime, Example("2026-11-20T20:15:00Z")]


@Address(f"{EVENING}requests/", "requests", chapter="player_requests").get(
    answer=listed("PlayerRequests", "Those that wait, the longest first.", requests=PlayerRequestOut)
)
def list_player_requests(evening: Evening, paging: Paging) -> Page[director_alerts.PlayerRequest]:
    """What players have asked for that waits for the director's word."""
    rows = director_alerts.waiting_requests(evening)
    return paging.of_list(rows, lambda row: (row.made_at.isoformat(), row.pk))


REQUEST = f"{EVENING}requests/<int:asked>/"
Address(f"{REQUEST}grant/", "request-grant", chapter="player_requests").runs(
    "post", player_requests.grant, list_player_requests, name="grant_player_request"
)
Address(f"{REQUEST}decline/", "request-decline", chapter="player_requests").runs(
    "post", player_requests.decline, list_player_requests, name="decline_player_request"
)
