"""The prizes of an evening as a list: on paper, to be signed for, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.zones import render_for
from tournaments.evening.reads import access, facts, public
from tournaments.evening.reads.public import Evening, Prize
from tournaments.evening.reads.results import Stub, stubs
from tournaments.evening.web import prize_words
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.site.cells import MARK, tame
from tournaments.site.web.money import UNITS, money

HEAD = (
    "prize",
    "rank",
    "to rank",
    "of the ticket colour",
    "ticket",
    "player",
    "ticket colour",
    "shared among",
    "sum",
    "why",
    "for",
)


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the list: who has what, or who has to cut for it."""

    prize: prize_words.PrizeInWords
    won: prize_words.Winner | None
    ticket: Stub | None


@require_safe
@evening_page
def prize_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Each prize with its winner, ticket, sum, reason, and a line to sign on; officers have it before the others."""
    evening = access.as_officer(request.user, evening)
    given = public.prizes(evening)
    names, tickets = public.people(evening), stubs(evening)
    plan, rules = facts.plan_of(evening), facts.rulebook_of(evening)
    context = {
        **evening_context(evening),
        "rows": list(_rows(prize_words.prizes_in_words(given, names), tickets)),
        "prizes_rule": rules.cited("evening.prizes"),
        "prize_rule": rules.cited("evening.prize-ties"),
        "money": plan.prizes.money,
        "sum": money(sum(prize.amount for prize in given)) if plan.prizes.money else "",
        "offered": list(prize_words.offered(plan)),
    }
    return render_for(request, evening.club, "public/prizes.html", context)


def _rows(told: list[prize_words.PrizeInWords], tickets: dict[str, Stub]) -> Iterator[PrizeLine]:
    for prize in told:
        for won in prize.winners:
            yield PrizeLine(prize, won, tickets[won.code])
        if not prize.winners:
            yield PrizeLine(prize, None, None)


@require_safe
@evening_page
def prizes_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The prizes that are won as CSV, sums with a point, the reasons in English as the headings are."""
    evening = access.as_officer(request.user, evening)
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(HEAD)
    names, tickets = public.people(evening), stubs(evening)
    for prize in public.prizes(evening):
        if prize.winner:
            rows.writerow(_cells(prize, names[prize.winner], tickets[prize.winner]))
    name = f"{evening.club.slug}-{evening.slug}-prizes.csv"
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _cells(prize: Prize, name: str, ticket: Stub) -> tuple[object, ...]:
    whole, rest = divmod(prize.amount, UNITS)
    return (
        prize.kind,
        prize.rank,
        prize.last,
        tame(prize.colour or ""),
        ticket.number,
        tame(name),
        tame(ticket.colour),
        prize.among,
        f"{whole}.{rest:02}" if prize.amount else "",
        str(prize.why),
        str(prize.about or ""),
    )
