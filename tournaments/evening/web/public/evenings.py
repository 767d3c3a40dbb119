"""An evening in public: how it stands, its rounds and tables, all of it on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.categories import read_by
from tournaments.club.web.zones import render_for
from tournaments.evening.reads import access, facts, public, tables
from tournaments.evening.reads.corrections import corrections_of
from tournaments.evening.reads.projections import why_not
from tournaments.evening.reads.public import Evening, Publication
from tournaments.evening.reads.published import is_reopened, results_shown, visible_results
from tournaments.evening.reads.rounds import RoundView
from tournaments.evening.reads.sealed import sealed
from tournaments.evening.status import Status
from tournaments.evening.web import prize_words
from tournaments.evening.web.act_words import sentence
from tournaments.evening.web.payment_words import payments_by_name
from tournaments.evening.web.public.caching import evening_page, or_404
from tournaments.evening.web.public.notes import notes_of
from tournaments.evening.web.public.shared import shared
from tournaments.evening.web.public.words import lines, plan_facts
from tournaments.evening.web.slips import drawn_slip
from tournaments.movement.reasons import Reason
from tournaments.ranking.rulebook import Paragraph
from tournaments.site.web.shared import said

# --- What was corrected of an evening's results since they were first published, as its pages say it --

MOST_CORRECTIONS = 20
"""So many corrections are told on a page, the newest; the archive has them all."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction: when, what, and why, where somebody said so."""

    at: datetime
    what: str
    reason: str


def corrected(evening: Evening, publication: Publication | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The corrections that a page of the evening tells; one query, none before it was published a second time.

    Arguments:
        publication: the latest.
        names: of the tickets, by code.
    """
    if publication is None or publication.number == 1:
        return {}
    found = corrections_of([evening.pk])[evening.pk]
    told = [
        Corrected(one.at, sentence(one.act, one.body, names), one.reason) for one in found[:MOST_CORRECTIONS]
    ]
    return {"corrected": told, "corrected_before": len(found) - len(told)}


def evening_context(evening: Evening) -> dict[str, Any]:
    """What every page of the evening has."""
    return {
        "evening": evening,
        "plan": facts.plan_of(evening),
        "game": facts.game_of(evening),
        "partnership": facts.game_of(evening).partnership,
        "over": evening.status in public.OVER,
        "published": evening.status == Status.PUBLISHED,
        "reopened": is_reopened(evening),
        "visible": visible_results(evening),
        "sealed": sealed(evening),
    }


def _standings(evening: Evening, names: Mapping[str, str]) -> dict[str, Any]:
    """The lines of the standings, and what is not agreed somewhere in them."""
    found = lines(
        public.standings(evening),
        names,
        counts=facts.plan_of(evening).counts,
        notes=notes_of(evening, names),
        marks=results_shown(evening).marks_of_players(),
        rules=facts.rulebook_of(evening),
    )
    return {"lines": found, "line_marks": {line.mark for line in found if line.mark}}


@require_safe
@evening_page
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """How the evening stands, or how it ended."""
    names, rounds = public.people(evening), public.rounds(evening)
    publication = public.last_publication(evening)
    found, by = _standings(evening, names), read_by(request, evening.club)
    context = {
        **evening_context(evening),
        "people": facts.players_count(evening),
        "read_by": by,
        "shown_lines": [line for line in found["lines"] if not by.chosen or line.player in by.members],
        "rounds": rounds,
        "now": now(evening, rounds),
        "target": facts.target_of(evening),
        **found,
        "share": shared(request, evening, found["lines"]),
        "prizes": prize_words.prizes_in_words(public.prizes(evening), names),
        "prize_rule": facts.rulebook_of(evening).cited("evening.prize-ties"),
        "payments": payments_by_name(public.payments(evening), names),
        "facts": plan_facts(evening),
        "what_if": why_not(evening) is None,
        "publication": publication,
        **corrected(evening, publication, names),
    }
    return render_for(request, evening.club, "public/evening.html", context)


@require_safe
@evening_page
def check(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All that anybody needs to check the draw and the result, and the check itself where a browser can."""
    context = {**evening_context(evening), "publication": public.last_publication(evening)}
    return render_for(request, evening.club, "public/check.html", context)


def now(evening: Evening, rounds: list[RoundView]) -> RoundView | None:
    """The round to look at while the evening runs: the announced one, else the one in play."""
    if not rounds or evening.status in public.OVER:
        return None
    return public.with_marks(rounds[-1], evening)


@require_safe
@evening_page
def round_(request: HttpRequest, evening: Evening, number: int) -> HttpResponse:
    """A round: who sat where, the scores, the winners, the cuts, the bell, and why these seats."""
    found = public.rounds(evening)
    seen = or_404(next((seen for seen in found if seen.number == number), None))
    seen = public.with_marks(seen, evening)
    names = public.people(evening)
    context = {
        **evening_context(evening),
        "seen": seen,
        "rounds": found,
        "target": facts.target_of(evening),
        "reasons": list(_reasons(evening, names, seen)),
    }
    return render_for(request, evening.club, "public/round.html", context)


def _reasons(
    evening: Evening, names: Mapping[str, str], seen: RoundView
) -> Iterator[tuple[str, Paragraph | None]]:
    """Why these seats, each reason with the paragraph of the evening that it rests on."""
    rules = facts.rulebook_of(evening)
    for reason in map(Reason.from_data, seen.round.reasons):
        yield said(reason.named(names)), rules.for_seats(reason.rule)


@require_safe
@evening_page
def table(request: HttpRequest, evening: Evening, number: int, table: int) -> HttpResponse:
    """A table in a round: every hand with its slip, once play has stopped; until then its score alone."""
    seen = or_404(next(iter(public.rounds(evening, number=number)), None))
    here = or_404(seen.game(table) if visible_results(evening).rounds else None)
    game = facts.game_of(evening)
    in_play = seen.round.stopped_at is None
    context = {
        **evening_context(evening),
        "seen": seen,
        "here": here,
        "game": game,
        "target": facts.target_of(evening),
        "in_play": in_play,
        "winner_rule": facts.rulebook_of(evening).for_winner(cut=bool(here.cut)),
        "hands": [
            {"hand": hand, "slip": drawn_slip(hand, game), "running": running}
            for hand, running in tables.with_running([] if in_play else public.hands(evening, here))
        ],
    }
    return render_for(request, evening.club, "public/table.html", context)


@require_safe
@evening_page
def print_view(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The whole evening on paper: standings, then every round; to its officers before it is published too."""
    evening = access.as_officer(request.user, evening)
    names = public.people(evening)
    publication = public.last_publication(evening)
    context = {
        **evening_context(evening),
        "people": facts.players_count(evening),
        **_standings(evening, names),
        "prizes": prize_words.prizes_in_words(public.prizes(evening), names),
        "prize_rule": facts.rulebook_of(evening).cited("evening.prize-ties"),
        "payments": payments_by_name(public.payments(evening), names),
        "facts": plan_facts(evening),
        "rounds": public.rounds(evening),
        "publication": publication,
        **corrected(evening, publication, names),
    }
    return render_for(request, evening.club, "public/print.html", context)
