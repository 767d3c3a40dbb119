"""The evening as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.settings import render_for
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.public import Evening, results_shown, visible_results
from tournaments.evening.reads.schedules import EveningRounds, certificate_of, evening_rounds
from tournaments.evening.round_rules import Counts
from tournaments.evening.web import movement_words
from tournaments.evening.web.public.caching import evening_page, or_404
from tournaments.evening.web.public.evenings import evening_context
from tournaments.evening.web.public.words import StandingsLine, lines
from tournaments.evening.web.slips import grid, short
from tournaments.movement.certificate import Certificate
from tournaments.site.cleaning import MARK, escape_formula

# --- The schedule and the certificate of an evening in public, once play has begun --------------------


def _rounds_or_404(evening: Evening) -> EveningRounds:
    # Before play begins the rounds are the director's; later too, unless public or announced ahead.
    plan = facts.plan_of(evening)
    is_shown = visible_results(evening).rounds or plan.draws_up
    or_404((is_shown and evening.current_round) or None)
    return evening_rounds(evening, plan, decisions=results_shown(evening).decisions())


@require_safe
@evening_page
def schedule(request: HttpRequest, evening: Evening) -> HttpResponse:
    rounds = _rounds_or_404(evening)
    context = {
        **evening_context(evening),
        "grid": grid(rounds, short(rounds)),
        "origin": movement_words.origin(rounds.made_by, rounds.plan.movement),
    }
    return render_for(request, evening.club, "public/schedule.html", context)


@require_safe
@evening_page
def certificate(request: HttpRequest, evening: Evening) -> HttpResponse:
    rounds = _rounds_or_404(evening)
    counted = or_404(certificate_of(rounds))
    context = {**evening_context(evening), **movement_words.page(rounds, counted)}
    context["publication"] = public.last_publication(evening)
    return render_for(request, evening.club, "public/certificate.html", context)


@require_safe
@evening_page
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The certificate as a file: `manage.py check_movement` counts it again."""
    return as_file(evening, or_404(certificate_of(_rounds_or_404(evening))))


def as_file(evening: Evening, counted: Certificate) -> HttpResponse:
    name = f"{evening.club.slug}-{evening.slug}-certificate.json"
    return HttpResponse(
        json.dumps(counted.as_data(), ensure_ascii=False, indent=1) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


HEAD = (
    "place",
    "player",
    "ticket colour",
    "games won",
    "games played",
    "points scored",
    "points difference",
    "games won at the head table",
    "bells rung",
    "rounds sat out",
)
POINTS_HEAD = (
    "place",
    "player",
    "ticket colour",
    "points",
    "points difference",
    "tables won",
    "rounds played",
    "rounds sat out",
)
MARGIN_HEAD = (*HEAD[:3], "game points", *HEAD[3:])


@require_safe
@evening_page
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    file = io.StringIO()
    rows = csv.writer(file)
    head, figures = COLUMNS[facts.plan_of(evening).counts]
    rows.writerow(head)
    for line in lines(public.standings(evening), public.people(evening)):
        rows.writerow(
            (line.place, escape_formula(line.name), escape_formula(line.colour), *figures(line), line.sat_out)
        )
    name = f"{evening.club.slug}-{evening.slug}.csv"
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _games(line: StandingsLine) -> tuple[object, ...]:
    totals = (line.points_for, line.difference, line.head_table_wins, line.bells_rung)
    return (line.won, line.played, *totals)


def _points(line: StandingsLine) -> tuple[object, ...]:
    return (line.points_for, line.difference, line.won, line.played)


def _margin(line: StandingsLine) -> tuple[object, ...]:
    return (line.game_points, *_games(line))


COLUMNS: Mapping[Counts, tuple[tuple[str, ...], Callable[[StandingsLine], tuple[object, ...]]]] = {
    "games": (HEAD, _games),
    "points": (POINTS_HEAD, _points),
    "margin": (MARGIN_HEAD, _margin),
}
"""The heads and the figures of a line, by what counts."""


@require_safe
@evening_page
def archive(request: HttpRequest, evening: Evening) -> HttpResponse:
    publication = or_404(public.last_publication(evening))
    name = f"{evening.club.slug}-{evening.slug}.json"
    return HttpResponse(
        public.archive_to_show(publication.archive, evening.club.slug, evening.slug),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
