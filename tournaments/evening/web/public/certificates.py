"""The schedule and the certificate of an evening in public, once play has begun."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.zones import render_for
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.certificates import EveningRounds, certificate_of, evening_rounds
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.published import results_shown, visible_results
from tournaments.evening.web import certificate_words
from tournaments.evening.web.public.caching import evening_page, or_404
from tournaments.evening.web.public.evenings import evening_context
from tournaments.evening.web.rounds_grid import grid, short
from tournaments.movement.certificate import Certificate


def _rounds_or_404(evening: Evening) -> EveningRounds:
    """The rounds; before the first has begun they are the director's alone. Raises Http404.

    So they are where rounds are not public, unless all seats were announced beforehand.
    """
    plan = facts.plan_of(evening)
    is_shown = visible_results(evening).rounds or plan.draws_up
    or_404((is_shown and evening.current_round) or None)
    return evening_rounds(evening, plan, decisions=results_shown(evening).decisions())


@require_safe
@evening_page
def schedule(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Every round that is played or announced."""
    found = _rounds_or_404(evening)
    context = {
        **evening_context(evening),
        "grid": grid(found, short(found)),
        "origin": certificate_words.origin(found.made_by, found.plan.movement),
    }
    return render_for(request, evening.club, "public/schedule.html", context)


@require_safe
@evening_page
def certificate(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who partnered, opposed and met whom how often, beside what no movement can do better."""
    found = _rounds_or_404(evening)
    counted = or_404(certificate_of(found))
    context = {**evening_context(evening), **certificate_words.page(found, counted)}
    context["publication"] = public.last_publication(evening)
    return render_for(request, evening.club, "public/certificate.html", context)


@require_safe
@evening_page
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The certificate as a file: `manage.py check_movement` counts it again."""
    return as_file(evening, or_404(certificate_of(_rounds_or_404(evening))))


def as_file(evening: Evening, counted: Certificate) -> HttpResponse:
    """A certificate to be kept."""
    name = f"{evening.club.slug}-{evening.slug}-certificate.json"
    return HttpResponse(
        json.dumps(counted.as_data(), ensure_ascii=False, indent=1) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
