"""Empty score slips: for each table and round, with who sits there where that is known, to be filled in by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.club.web.language import printed
from tournaments.evening.plan import Plan
from tournaments.evening.reads.desk import Evening
from tournaments.evening.web.desk import papers, seating
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.schedule import told_at_the_desk
from tournaments.movement.seating import Seating
from tournaments.site.web import query_params

LINES: Final = {1: 20, 2: 8, 4: 8}
"""How many lines a slip has at least, by slips on a sheet: where fewer hands are planned the last have no number."""
ALL, BLANK = "all", "blank"


class Slip(NamedTuple):
    """A slip of one table: for a round, or for any (None); with the number of the hand for each line, or nothing."""

    table: int
    round: int | None
    sides: list[dict[str, Any]]
    lines: list[int | str]
    opens: Mapping[str, str] | None


@require_safe
@evening_page
@printed
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The slips of `?round=`, of `all` rounds, or `blank` ones; without it those of the round that matters now."""
    found = told_at_the_desk(evening)
    plan, names = found.plan, found.names
    known = {one.number: one.seating for one in found.rounds}
    rounds = range(1, max(plan.rounds, *known) + 1) if known else range(0)
    asked, number = _asked(request, evening, rounds)
    links, kept = papers.table_links(request, evening)
    tables = [*links, *kept]
    each = papers.each_sheet(request)
    slips = []
    for round_ in _rounds(asked, number, rounds):
        here = known.get(round_ or 0)
        for table in range(1, len(here.tables) + 1) if here else sorted(tables):
            people = [names[code] for code in here.tables[table - 1]] if here else []
            seats = len(people) or _seats(table, known.values(), plan)
            lines = _lines(plan.most_hands(seats), LINES[each])
            slips.append(Slip(table, round_, _sides(plan, people, seats), lines, links.get(table)))
    context = {
        "evening": evening,
        "slips": slips,
        "rounds": rounds,
        "asked": asked or number,
        "others": f"&round={asked or number}",
        "each": each,
        "choices": papers.EACH,
        "is_won": plan.keeping.is_won,
        "kept": kept,
        "here_only": papers.here_only(links),
    }
    return render(request, "desk/blank_slips.html", context)


def _asked(request: HttpRequest, evening: Evening, rounds: range) -> tuple[str, int]:
    """What is asked for beside the slips of one round, if anything; and that round."""
    asked = query_params.text(request, "round")
    number = query_params.whole_number(request, "round", lowest=1, highest=len(rounds))
    return asked if asked in (ALL, BLANK) else "", number or min(seating.shown_round(evening), len(rounds))


def _rounds(asked: str, number: int, rounds: range) -> Iterable[int | None]:
    """The rounds that slips are for, None for any; none before anybody has a seat."""
    if asked == ALL or not rounds:
        return rounds
    return [None] if asked == BLANK else [number]


def _seats(table: int, known: Iterable[Seating], plan: Plan) -> int:
    """How many sit at a table where nobody is known yet: as many as in the last round known, else the most."""
    here = [len(one.tables[table - 1]) for one in known if table <= len(one.tables)]
    return here[-1] if here else max(plan.tables.allowed)


def _sides(plan: Plan, people: Sequence[str], seats: int) -> list[dict[str, Any]]:
    """What has a column of its own: each seat where everybody counts their own points, else each couple."""
    if plan.keeping.by_seat:
        return [{"seat": seat + 1, "names": people[seat : seat + 1]} for seat in range(seats)]
    return [{"couple": couple, "names": people[place::2]} for place, couple in enumerate("AB")]


def _lines(hands: int | None, least: int) -> list[int | str]:
    """The number of each hand; where nobody has said how many are played, of as many as there is room for."""
    return [*range(1, (hands or least) + 1), *[""] * (least - (hands or least))]
