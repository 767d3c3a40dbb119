"""The prizes of an evening as a list: on paper, to be signed for, and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from tournaments.club.web.pages import render_for
from tournaments.club.web.sign_in import count_long_look
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, facts, public
from tournaments.evening.reads.desk import Ticket
from tournaments.evening.reads.facts import Runner
from tournaments.evening.reads.projections import WHY_NOT, BeforeTheEnd, before_the_end
from tournaments.evening.reads.public import Evening, Prize
from tournaments.evening.web import words
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.ranking.last_round import (
    MOST_TOLD,
    LastRound,
    LastRoundOfPoints,
    PersonNeeds,
    PersonProspect,
    PointsNeeds,
    PointsProspect,
)
from tournaments.ranking.standings import Standing
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.cleaning import escape_formula
from tournaments.site.web import query_params
from tournaments.site.web.pages import csv_of, translate
from tournaments.site.web.words import OUT_OF_REACH, UNITS, VERDICTS, money

# --- An evening round by round: who led when, as a drawing and as the table behind it -----------------

WIDTH: Final = 360
LEFT: Final = 34
RIGHT: Final = 236
TOP: Final = 16
STEP: Final = 24
MOST_DRAWN: Final = 10
LAST_PLACE: Final = 12
"""Places drawn each on a height of its own; whoever is behind runs along the line below them."""
MOST_LETTERS: Final = 16
"""A drawing is 360 units wide, on a small phone a pixel each: so much of a name fits beside its line."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    name: str
    place: int
    points: str
    dots: tuple[tuple[int, int], ...]
    end: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines over rounds: (round, x) along the foot, (place, y) up the side; `behind` is the height of the rest."""

    lines: tuple[PlaceLine, ...]
    rounds: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...]
    behind: int | None
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT


def drawing(runners: Sequence[Runner], names: Mapping[str, str]) -> Drawing | None:
    """The race of those in front; None until two rounds are settled, since one makes no line."""
    leaders = runners[:MOST_DRAWN]
    numbers = [leg.round for leg in leaders[0].legs] if leaders else []
    if len(numbers) < 2:
        return None
    lowest = max(leg.place for runner in leaders for leg in runner.legs)
    last = min(lowest, LAST_PLACE)
    xs = [LEFT + 10 + at * (RIGHT - LEFT - 20) // (len(numbers) - 1) for at in range(len(numbers))]

    def y(place: int) -> int:
        return TOP + STEP * (min(place, LAST_PLACE + 1) - 1)

    lines = []
    for runner in leaders:
        dots = tuple(zip(xs, (y(leg.place) for leg in runner.legs), strict=True))
        points = " ".join(f"{x},{up}" for x, up in dots)
        name, place = names[runner.line.player], runner.legs[-1].place
        lines.append(PlaceLine(_short(name), place, points, dots, dots[-1][1]))
    every = -(-len(numbers) // 12)
    behind = y(LAST_PLACE + 1) if lowest > LAST_PLACE else None
    return Drawing(
        tuple(lines),
        tuple((number, x) for number, x in zip(numbers, xs, strict=True) if (number - 1) % every == 0),
        tuple((place, y(place)) for place in range(1, last + 1)),
        behind,
        height=(behind or y(last)) + STEP + 8,
    )


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"


@evening_page
def race(request: HttpRequest, evening: Evening) -> HttpResponse:
    names = public.people(evening)
    runners = public.race(evening)
    plan = facts.plan_of(evening)
    context = {
        **evening_context(evening),
        "chart": drawing(runners, names),
        "rounds": [leg.round for leg in runners[0].legs] if runners else [],
        "runners": [
            {
                "name": names[runner.line.player],
                "place": runner.line.place,
                "total": _total(runner.line, plan),
                "legs": runner.legs,
            }
            for runner in runners
        ],
        "won_matters": any(leg.won for runner in runners for leg in runner.legs),
    }
    return render_for(request, evening.club, "public/race.html", context)


def _total(line: Standing, plan: Plan) -> str | int | None:
    if plan.counts == "games":
        return half_games(line.won_halves)
    return line.points_for if plan.counts == "points" else line.game_points


# --- An evening before its last round: who can still win it, and what must happen for somebody --------


@evening_page
@count_long_look
def what_if(request: HttpRequest, evening: Evening) -> HttpResponse:
    outlook = before_the_end(evening)
    context: dict[str, Any] = evening_context(evening)
    if isinstance(outlook, BeforeTheEnd):
        context |= _context(outlook, query_params.whole_number(request, "of", digits=9))
    else:
        context["why_not"] = translate(WHY_NOT[outlook])
    return render_for(request, evening.club, "public/what_if.html", context)


def _context(found: BeforeTheEnd, of: int | None) -> dict[str, Any]:
    maths, ticket = found.maths, None if of is None else found.at(of)
    prospects = [_prospect(found, prospect) for prospect in maths.prospects()]
    must = ticket and _must(found, maths.what_must_happen(ticket.code))
    return {
        "round": found.round,
        "tables": len(maths.tables),
        **_all_that_can_happen(maths),
        "running": [row for row in prospects if row["verdict"] != OUT_OF_REACH],
        "out": [row for row in prospects if row["verdict"] == OUT_OF_REACH],
        "asked": ticket,
        "must": must,
    }


def _all_that_can_happen(maths: LastRound | LastRoundOfPoints) -> dict[str, Any]:
    if isinstance(maths, LastRound):
        return {"ways": maths.ways, "counted": len(maths.tables) <= MOST_TOLD}
    return {"by_points": True, "hands": max((table.hands for table in maths.tables), default=0)}


def _prospect(found: BeforeTheEnd, one: PersonProspect | PointsProspect) -> dict[str, Any]:
    maths = found.maths
    row = {
        "holder": found.people[one.person],
        "verdict": one.verdict,
        "short": VERDICTS[one.verdict],
        "text": translate(one.sentence),
    }
    if isinstance(maths, LastRound) and isinstance(one, PersonProspect):
        won = half_games(maths.halves[one.person])
        return row | {"won": won, "outright": one.outright, "level": one.level}
    assert isinstance(maths, LastRoundOfPoints) and isinstance(one, PointsProspect)  # noqa: S101, PT018
    return row | {"points": maths.points[one.person], "least": one.least, "most": one.most}


def _must(found: BeforeTheEnd, must: PersonNeeds | PointsNeeds) -> dict[str, Any]:
    row = {**_prospect(found, must.prospect), "is_outright": must.is_outright}
    if isinstance(must, PointsNeeds):
        return row | {"more": [translate(need.sentence) for need in must.needed]}
    cases = [
        {
            "text": translate(case.sentence),
            "ways": case.ways,
            "needed": [translate(need.sentence) for need in case.needed],
        }
        for case in must.cases
    ]
    return row | {"cases": cases}


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


@evening_page
def prize_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    evening = access.as_officer(request.user, evening)
    prizes = public.results_shown(evening).prizes()
    names, tickets = public.people(evening), _tickets(evening)
    plan, rules = facts.plan_of(evening), facts.rulebook_of(evening)
    context = {
        **evening_context(evening),
        "rows": list(_rows(words.prizes_in_words(prizes, names), tickets)),
        "prizes_rule": rules.cited("evening.prizes"),
        "prize_rule": rules.cited("evening.prize-ties"),
        "money": plan.prizes.money,
        "sum": money(sum(prize.amount for prize in prizes)) if plan.prizes.money else "",
        "offered": list(words.offered_prizes(plan)),
    }
    return render_for(request, evening.club, "public/prizes.html", context)


def _tickets(evening: Evening) -> dict[str, Ticket]:
    return {ticket.code: ticket for ticket in evening.tickets.all()}


def _rows(told: list[words.PrizeInWords], tickets: dict[str, Ticket]) -> Iterator[dict[str, Any]]:
    # Without `won` and `ticket` the prize has to be cut for.
    for prize in told:
        for won in prize.winners or (None,):
            yield {"prize": prize, "won": won, "ticket": tickets[won.code] if won else None}


@evening_page
def prizes_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The prizes that are won as CSV, sums with a point, the reasons in English as the headings are."""
    evening = access.as_officer(request.user, evening)
    names, tickets = public.people(evening), _tickets(evening)
    rows = [
        _cells(prize, names[prize.winner], tickets[prize.winner])
        for prize in public.results_shown(evening).prizes()
        if prize.winner
    ]
    return csv_of(f"{evening.club.slug}-{evening.slug}-prizes.csv", [HEAD, *rows])


def _cells(prize: Prize, name: str, ticket: Ticket) -> tuple[object, ...]:
    whole, rest = divmod(prize.amount, UNITS)
    return (
        prize.kind,
        prize.rank,
        prize.last,
        escape_formula(prize.colour or ""),
        ticket.number,
        escape_formula(name),
        escape_formula(ticket.colour),
        prize.among,
        f"{whole}.{rest:02}" if prize.amount else "",
        str(prize.why),
        str(prize.about or ""),
    )
