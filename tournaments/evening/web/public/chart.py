"""A schedule for anybody, of no club: players are numbers, read off a page or paper, or taken along as CSV."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.club.web.sign_in import too_many_long_looks
from tournaments.evening.web import movement_words
from tournaments.evening.web.public.caching import answered, etag_of
from tournaments.movement.certificate import certify
from tournaments.movement.exchange import as_csv
from tournaments.movement.interface import Tables
from tournaments.movement.scheduled import VERSION, Scheduled, ScheduledPoints
from tournaments.movement.schedules.catalogue import MOST_PLAYERS
from tournaments.movement.seating import Seating
from tournaments.site.web import query_params
from tournaments.site.web.forms import WholeNumber
from tournaments.site.web.pages import file_of, or_404

FEWEST_PLAYERS: Final = 4
MOST_ROUNDS: Final = 30
SIZES: Final = (2, 3, 4, 5)
USUAL_SIZE: Final = 4
KEPT: Final = 64
"""So many charts are kept in memory, some 150 KB each at the most."""
LOOKS: Final = 8
"""A chart may take a second, and counts as so many pages that take long."""
ROUNDS_ACROSS: Final = 6
"""So many stand beside each other on paper."""


class ChartForm(forms.Form):
    players = WholeNumber(label=_("Players"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        choices=[(size, size) for size in SIZES],
        initial=USUAL_SIZE,
        help_text=_("Where the numbers do not come out even, some tables have one fewer."),
    )
    rounds = WholeNumber(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)


@lru_cache(maxsize=KEPT)
def rounds_of(players: int, size: int, rounds: int) -> tuple[Seating, ...]:
    """As an evening would have them that is drawn up with nobody's wishes."""
    tables = Tables((size, size - 1) if size > min(SIZES) else (size,))
    mover = Scheduled(tables, ScheduledPoints(rests="apart"))
    first = mover.first_seating([str(number) for number in range(1, players + 1)])
    announced = mover.draw_up(first, rounds=rounds, seed="")
    return (first, *(announced.rounds if announced else ()))


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    form = ChartForm(query_params.parameters(request) or None)

    def make(seatings: tuple[Seating, ...]) -> HttpResponse:
        counted = certify(seatings, partnership=False) if seatings else None
        context = {
            "form": form,
            "blocks": [
                movement_words.by_number(seatings[done : done + ROUNDS_ACROSS], done + 1)
                for done in range(0, len(seatings), ROUNDS_ACROSS)
            ],
            "sentences": list(movement_words.certificate_in_words(counted)) if counted else (),
            "chosen": request.META.get("QUERY_STRING", ""),
        }
        return render(request, "public/chart.html", context)

    return _answered(request, form, make)


@require_safe
def download(request: HttpRequest) -> HttpResponse:
    form = ChartForm(query_params.parameters(request))
    or_404(form.is_valid() or None)
    name = "-".join(str(form.cleaned_data[field]) for field in form.fields)
    return _answered(
        request,
        form,
        lambda seatings: file_of(f"schedule-{name}.csv", as_csv(seatings), "text/csv; charset=utf-8"),
    )


def _answered(
    request: HttpRequest, form: ChartForm, make: Callable[[tuple[Seating, ...]], HttpResponse]
) -> HttpResponse:
    def counted() -> HttpResponse:
        if not form.is_valid():
            return make(())
        return too_many_long_looks(request, LOOKS) or make(rounds_of(**form.cleaned_data))

    return answered(request, etag_of(request, (VERSION, request.get_full_path())), counted)
