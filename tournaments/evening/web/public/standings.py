"""The standings of an evening in public, with notes and as a file; its race, what can still happen, its prizes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.club.web.pages import Shown
from tournaments.club.web.sign_in import count_long_look
from tournaments.evening import acts, round_rules
from tournaments.evening.plan import Plan
from tournaments.evening.reads import desk, facts, public
from tournaments.evening.reads.projections import WHY_NOT, BeforeTheEnd, before_the_end
from tournaments.evening.reads.public import Evening, Prize, results_shown
from tournaments.evening.reads.public import Standing as StandingRow
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.standings_lines import Notes
from tournaments.evening.web.words import offered_prizes, prizes_in_words
from tournaments.ranking import last_round, tie_breaks
from tournaments.ranking.standings import Standing
from tournaments.site.web import query_params
from tournaments.site.web.pages import table_of, translate
from tournaments.site.web.words import OUT_OF_REACH, VERDICTS, money, plain_sum


def notes_of(evening: Evening, names: Mapping[str, str]) -> Notes:
    """The notes at each ticket's line, by its code; one query."""
    notes_by_code: dict[str, list[str]] = defaultdict(list)
    for decided in results_shown(evening).decisions():
        body = decided.body
        if decided.act == acts.Penalty.name:
            for code in body["tickets"]:
                notes_by_code[code].append(_because(penalty_in_words(body["points"]), decided.reason))
        elif decided.act == acts.ExchangeSeats.name:
            count = len(body["hands"])
            words = ngettext(
                "%(count)s hand played in the seat of %(name)s",
                "%(count)s hands played in the seat of %(name)s",
                count,
            )
            for code, other in ((body["one"], body["other"]), (body["other"], body["one"])):
                text = words % {"count": count, "name": names[other]}
                notes_by_code[code].append(_because(text, decided.reason))
    return {code: tuple(notes) for code, notes in notes_by_code.items()}


def penalty_in_words(points: int) -> str:
    words = (
        ngettext("%(points)s point deducted", "%(points)s points deducted", -points)
        if points < 0
        else ngettext("%(points)s point added", "%(points)s points added", points)
    )
    return words % {"points": abs(points)}


def _because(what: str, reason: str) -> str:
    return _("%(what)s: %(reason)s") % {"what": what, "reason": reason}


Figures = Mapping[str, Callable[[StandingRow], object]]
OF_GAMES: Final[Figures] = {
    "games won": lambda row: Decimal(row.won_halves) / 2,
    "games played": attrgetter("played"),
    "points scored": attrgetter("points_for"),
    "points difference": attrgetter("points_difference"),
    "games won at the head table": attrgetter("head_table_wins"),
    "bells rung": attrgetter("bells_rung"),
}
FIGURES: Final[Mapping[round_rules.Counts, Figures]] = {
    "games": OF_GAMES,
    "points": {
        "points": attrgetter("points_for"),
        "points difference": attrgetter("points_difference"),
        "tables won": lambda row: Decimal(row.won_halves) / 2,
        "rounds played": attrgetter("played"),
    },
    "margin": {"game points": attrgetter("game_points"), **OF_GAMES},
}
"""The columns of the file between those about the player and the rounds sat out, by what counts."""


@evening_page()
def standings(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    names, figures = public.people(evening), FIGURES[facts.plan_of(evening).counts]
    head = ("place", "player", "ticket colour", *figures, "rounds sat out")
    rows = [
        (
            row.place,
            names[row.ticket.code],
            row.ticket.colour,
            *(figure(row) for figure in figures.values()),
            row.sat_out,
        )
        for row in public.results_shown(evening).standings()
    ]
    return table_of(f"{evening.club.slug}-{evening.slug}.{kind}", [head, *rows])


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


def drawing(runners: Sequence[facts.Runner], names: Mapping[str, str]) -> Drawing | None:
    """The race of those in front; None until two rounds are settled, since one makes no line."""
    leaders = runners[:MOST_DRAWN]
    numbers = [leg.round for leg in leaders[0].legs] if leaders else []
    if len(numbers) < 2:
        return None
    lowest = max(leg.row for runner in leaders for leg in runner.legs)
    last = min(lowest, LAST_PLACE)
    xs = [LEFT + 10 + at * (RIGHT - LEFT - 20) // (len(numbers) - 1) for at in range(len(numbers))]

    def y(place: int) -> int:
        return TOP + STEP * (min(place, LAST_PLACE + 1) - 1)

    lines = []
    for runner in leaders:
        dots = tuple(zip(xs, (y(leg.row) for leg in runner.legs), strict=True))
        points = " ".join(f"{x},{up}" for x, up in dots)
        name, place = names[runner.line.player], runner.legs[-1].row
        short = name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"
        lines.append(PlaceLine(short, place, points, dots, dots[-1][1]))
    every = -(-len(numbers) // 12)
    behind = y(LAST_PLACE + 1) if lowest > LAST_PLACE else None
    return Drawing(
        tuple(lines),
        tuple((number, x) for number, x in zip(numbers, xs, strict=True) if (number - 1) % every == 0),
        tuple((place, y(place)) for place in range(1, last + 1)),
        behind,
        height=(behind or y(last)) + STEP + 8,
    )


@evening_page("public/race.html")
def race(request: HttpRequest, evening: Evening) -> Shown:
    names = public.people(evening)
    runners = public.race(evening)
    plan = facts.plan_of(evening)
    return {
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
    }


def _total(line: Standing, plan: Plan) -> str | int | None:
    if plan.counts == "games":
        return tie_breaks.half_games(line.won_halves)
    return line.points_for if plan.counts == "points" else line.game_points


@evening_page("public/what_if.html")
@count_long_look
def what_if(request: HttpRequest, evening: Evening) -> Shown:
    outlook = before_the_end(evening)
    if isinstance(outlook, BeforeTheEnd):
        return _context(outlook, query_params.whole_number(request, "of", digits=9))
    return {"why_not": translate(WHY_NOT[outlook])}


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


def _all_that_can_happen(maths: last_round.LastRound | last_round.LastRoundOfPoints) -> dict[str, Any]:
    if isinstance(maths, last_round.LastRound):
        return {"ways": maths.ways, "counted": len(maths.tables) <= last_round.MOST_TOLD}
    return {"by_points": True, "hands": max((table.hands for table in maths.tables), default=0)}


def _prospect(
    found: BeforeTheEnd, one: last_round.PersonProspect | last_round.PointsProspect
) -> dict[str, Any]:
    maths = found.maths
    row = {
        "holder": found.people[one.person],
        "verdict": one.verdict,
        "short": VERDICTS[one.verdict],
        "text": translate(one.sentence),
    }
    if isinstance(maths, last_round.LastRound) and isinstance(one, last_round.PersonProspect):
        won = tie_breaks.half_games(maths.halves[one.person])
        return row | {"won": won, "outright": one.outright, "level": one.level}
    assert isinstance(maths, last_round.LastRoundOfPoints) and isinstance(one, last_round.PointsProspect)  # noqa: S101, PT018
    return row | {"points": maths.points[one.person], "least": one.least, "most": one.most}


def _must(found: BeforeTheEnd, must: last_round.PersonNeeds | last_round.PointsNeeds) -> dict[str, Any]:
    row = {**_prospect(found, must.prospect), "is_outright": must.is_outright}
    if isinstance(must, last_round.PointsNeeds):
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


def _tickets(evening: Evening) -> dict[str, Any]:
    return {ticket.code: ticket for ticket in evening.tickets.all()}


@evening_page("public/prizes.html", to_officers=True)
def prize_list(request: HttpRequest, evening: Evening) -> Shown:
    prizes = public.results_shown(evening).prizes()
    names, tickets = public.people(evening), _tickets(evening)
    plan, rules = facts.plan_of(evening), facts.rulebook_of(evening)
    return {
        # Without `won` and `ticket` the prize has to be cut for.
        "rows": [
            {"prize": prize, "won": won, "ticket": tickets[won.code] if won else None}
            for prize in prizes_in_words(prizes, names)
            for won in prize.winners or (None,)
        ],
        "prizes_rule": rules.cited("evening.prizes"),
        "prize_rule": rules.cited("evening.prize-ties"),
        "money": plan.prizes.money,
        "sum": money(sum(prize.amount for prize in prizes)) if plan.prizes.money else "",
        "offered": list(offered_prizes(plan)),
    }


@evening_page(to_officers=True)
def prizes_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The prizes that are won as CSV, sums with a point, the reasons in English as the headings are."""
    names, tickets = public.people(evening), _tickets(evening)
    rows = [
        _cells(prize, names[prize.winner], tickets[prize.winner])
        for prize in public.results_shown(evening).prizes()
        if prize.winner
    ]
    return table_of(f"{evening.club.slug}-{evening.slug}-prizes.csv", [HEAD, *rows])


def _cells(prize: Prize, name: str, ticket: desk.Ticket) -> tuple[object, ...]:
    return (
        prize.kind,
        prize.rank,
        prize.last,
        prize.colour or "",
        ticket.number,
        name,
        ticket.colour,
        prize.among,
        plain_sum(prize.amount) if prize.amount else "",
        str(prize.why),
        str(prize.about or ""),
    )
