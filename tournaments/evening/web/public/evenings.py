"""An evening in public: how it stands, its rounds and tables; all of it on paper and as files."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from games.rulebook import Example
from games.rulebook import Paragraph as GameParagraph
from scoring.faults import Faults
from tournaments.club.web.members import read_by
from tournaments.club.web.pages import render_for
from tournaments.evening import acts
from tournaments.evening.plan import Setup
from tournaments.evening.reads import access, facts, public, scoresheets
from tournaments.evening.reads.access import sealed
from tournaments.evening.reads.hands import corrections_of
from tournaments.evening.reads.projections import why_not
from tournaments.evening.reads.public import Evening, Publication, is_reopened, results_shown, visible_results
from tournaments.evening.reads.rounds import RoundView
from tournaments.evening.reads.schedules import EveningRounds, certificate_of, evening_rounds
from tournaments.evening.round_rules import Counts, Status
from tournaments.evening.web import movement_words, words
from tournaments.evening.web.public.caching import evening_page, or_404, shared
from tournaments.evening.web.public.words import StandingsLine, lines, plan_facts
from tournaments.evening.web.slips import drawn_slip, grid, previewed_slip
from tournaments.evening.web.table.form_data import as_posted
from tournaments.evening.web.words import act_sentence, payments_by_name
from tournaments.movement.certificate import Certificate
from tournaments.movement.interface import Reason
from tournaments.ranking.rulebook import Paragraph
from tournaments.site.cleaning import escape_formula
from tournaments.site.web.pages import csv_of, file_of, translate
from tournaments.site.web.words import HouseRule, blocks, house_rule_in_words

# What the director has decided about somebody's points, as a small note at their line of the standings.

Notes = Mapping[str, tuple[str, ...]]


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
        ngettext("%(points)s point off", "%(points)s points off", -points)
        if points < 0
        else ngettext("%(points)s point added", "%(points)s points added", points)
    )
    return words % {"points": abs(points)}


def _because(what: str, reason: str) -> str:
    return _("%(what)s: %(reason)s") % {"what": what, "reason": reason}


# --- A game's rulebook: numbered paragraphs that score lines lead to, with worked examples as slips ---


@require_safe
def rulebook(request: HttpRequest, game: str) -> HttpResponse:
    try:
        definition = catalogue.find(game)
    except Faults as unknown:
        raise Http404 from unknown
    sections = [
        (_(title), [_game_paragraph(definition, paragraph) for paragraph in paragraphs])
        for title, paragraphs in groupby(definition.paragraphs, key=lambda paragraph: paragraph.section)
    ]
    context = {"game": definition, "pack": _(definition.pack), "sections": sections}
    return render(request, "public/rulebook.html", context)


def _game_paragraph(game: Game, paragraph: GameParagraph) -> dict[str, Any]:
    return {
        "number": paragraph.number,
        "id": paragraph.id,
        "title": _(paragraph.title),
        "blocks": blocks(paragraph.text),
        "examples": [_example(game, example) for example in paragraph.examples],
    }


def _example(game: Game, example: Example) -> dict[str, Any]:
    # Scored afresh, so that it cannot disagree with the rules it explains.
    derivation = game.score(example.hand, game.house_rules(example.options))
    return previewed_slip(derivation, game)


# --- What was corrected of an evening's results since they were first published, as its pages say it --

MOST_CORRECTIONS = 20
"""So many corrections are told on a page, the newest; the archive has them all."""


def corrected(evening: Evening, publication: Publication | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The corrections that an evening's page tells; one query, none before its second publication."""
    if publication is None or publication.number == 1:
        return {}
    corrections = corrections_of([evening.pk])[evening.pk]
    entries = [
        {
            "at": correction.at,
            "what": act_sentence(correction.act, correction.body, names),
            "reason": correction.reason,
        }
        for correction in corrections[:MOST_CORRECTIONS]
    ]
    return {"corrected": entries, "corrected_before": len(corrections) - len(entries)}


def evening_context(evening: Evening) -> dict[str, Any]:
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
    rows = lines(
        public.results_shown(evening).standings(),
        names,
        counts=facts.plan_of(evening).counts,
        notes=notes_of(evening, names),
        marks=results_shown(evening).marks_of_players(),
        rules=facts.rulebook_of(evening),
    )
    return {"lines": rows, "line_marks": {line.mark for line in rows if line.mark}}


@evening_page
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    names, rounds = public.people(evening), public.rounds(evening)
    publication = public.last_publication(evening)
    standings, by = _standings(evening, names), read_by(request, evening.club)
    context = {
        **evening_context(evening),
        "people": facts.players_count(evening),
        "read_by": by,
        "shown_lines": [line for line in standings["lines"] if not by.chosen or line.player in by.members],
        "rounds": rounds,
        "now": now(evening, rounds),
        "target": facts.target_of(evening),
        **standings,
        "share": shared(request, evening, standings["lines"]),
        "prizes": words.prizes_in_words(public.results_shown(evening).prizes(), names),
        "prize_rule": facts.rulebook_of(evening).cited("evening.prize-ties"),
        "payments": payments_by_name(public.results_shown(evening).payments(), names),
        "facts": plan_facts(evening),
        "what_if": why_not(evening) is None,
        "publication": publication,
        **corrected(evening, publication, names),
    }
    return render_for(request, evening.club, "public/evening.html", context)


@evening_page
def check(request: HttpRequest, evening: Evening) -> HttpResponse:
    context = {**evening_context(evening), "publication": public.last_publication(evening)}
    return render_for(request, evening.club, "public/check.html", context)


def now(evening: Evening, rounds: list[RoundView]) -> RoundView | None:
    """The round to look at while the evening runs: the announced one, else the one in play."""
    if not rounds or evening.status in public.OVER:
        return None
    return public.with_marks(rounds[-1], evening)


@evening_page
def round_(request: HttpRequest, evening: Evening, number: int) -> HttpResponse:
    rounds = public.rounds(evening)
    view = or_404(next((row for row in rounds if row.number == number), None))
    view = public.with_marks(view, evening)
    names = public.people(evening)
    context = {
        **evening_context(evening),
        "seen": view,
        "rounds": rounds,
        "target": facts.target_of(evening),
        "reasons": list(_reasons(evening, names, view)),
    }
    return render_for(request, evening.club, "public/round.html", context)


def _reasons(
    evening: Evening, names: Mapping[str, str], seen: RoundView
) -> Iterator[tuple[str, Paragraph | None]]:
    rules = facts.rulebook_of(evening)
    for reason in map(Reason.from_data, seen.round.reasons):
        yield translate(reason.named(names)), rules.for_seats(reason.rule)


@evening_page
def table(request: HttpRequest, evening: Evening, number: int, table: int) -> HttpResponse:
    """A table in a round: every hand with its slip, once play has stopped; until then its score alone."""
    view = or_404(next(iter(public.rounds(evening, number=number)), None))
    game_view = or_404(view.game(table) if visible_results(evening).rounds else None)
    game = facts.game_of(evening)
    in_play = view.round.stopped_at is None
    results = public.results_shown(evening)
    hands = [] if in_play else results.hands(game_view.row, game_view.round.number)
    context = {
        **evening_context(evening),
        "seen": view,
        "here": game_view,
        "game": game,
        "target": facts.target_of(evening),
        "in_play": in_play,
        "winner_rule": facts.rulebook_of(evening).for_winner(cut=bool(game_view.cut)),
        "hands": [
            {"hand": hand, "slip": drawn_slip(hand, game), "running": running}
            for hand, running in scoresheets.with_running(hands)
        ],
    }
    return render_for(request, evening.club, "public/table.html", context)


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
        "prizes": words.prizes_in_words(public.results_shown(evening).prizes(), names),
        "prize_rule": facts.rulebook_of(evening).cited("evening.prize-ties"),
        "payments": payments_by_name(public.results_shown(evening).payments(), names),
        "facts": plan_facts(evening),
        "rounds": public.rounds(evening),
        "publication": publication,
        **corrected(evening, publication, names),
    }
    return render_for(request, evening.club, "public/print.html", context)


# The rules of one evening: its rulebook, and its game as its club plays it tonight, every rule as a
# sentence.


def house_rules(setup: Setup) -> Iterator[HouseRule]:
    """The house rules of an evening, in the order of the game's page, without its name and what nothing rests on."""
    tonight = setup.game.options_as_data(setup.house_rules)
    book = setup.game.options_as_data(setup.game.house_rules({}))
    for rule in setup.game.in_force(setup.house_rules):
        if rule.kind == "text" or (rule.name == "target" and setup.target is None):
            continue
        value, usual = tonight[rule.name], book[rule.name]
        yield house_rule_in_words(rule, value, usual)


def _practice(setup: Setup) -> str:
    tonight = setup.game.options_as_data(setup.house_rules)
    options = {f"options.{name}": as_posted(value) for name, value in tonight.items() if value is not False}
    return f"?{urlencode(options)}" if options else ""


def _paragraph(paragraph: Paragraph) -> dict[str, str]:
    return {
        "id": paragraph.id,
        "number": paragraph.number,
        "title": translate(paragraph.title),
        "text": " ".join(map(translate, paragraph.sentences)),
    }


@evening_page
def rules(request: HttpRequest, evening: Evening) -> HttpResponse:
    setup = facts.setup_of(evening)
    context = {
        **evening_context(evening),
        "game": setup.game,
        "sections": [
            (heading, [_paragraph(paragraph) for paragraph in paragraphs])
            for heading, paragraphs in groupby(
                facts.rulebook_of(evening).paragraphs, key=lambda paragraph: translate(paragraph.section)
            )
        ],
        "house_rules": list(house_rules(setup)),
        "practice": _practice(setup),
    }
    return render_for(request, evening.club, "public/house_rules.html", context)


# --- The schedule and the certificate of an evening in public, once play has begun --------------------


def _rounds_or_404(evening: Evening) -> EveningRounds:
    # Before play begins the rounds are the director's; later too, unless public or announced ahead.
    plan = facts.plan_of(evening)
    is_shown = visible_results(evening).rounds or plan.draws_up
    or_404((is_shown and evening.current_round) or None)
    return evening_rounds(evening, plan, decisions=results_shown(evening).decisions())


@evening_page
def schedule(request: HttpRequest, evening: Evening) -> HttpResponse:
    rounds = _rounds_or_404(evening)
    context = {
        **evening_context(evening),
        "grid": grid(rounds, movement_words.short(rounds)),
        "origin": movement_words.origin(rounds.made_by, rounds.plan.movement),
    }
    return render_for(request, evening.club, "public/schedule.html", context)


@evening_page
def certificate(request: HttpRequest, evening: Evening) -> HttpResponse:
    rounds = _rounds_or_404(evening)
    counted = or_404(certificate_of(rounds))
    context = {**evening_context(evening), **movement_words.page(rounds, counted)}
    context["publication"] = public.last_publication(evening)
    return render_for(request, evening.club, "public/certificate.html", context)


@evening_page
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The certificate as a file: `manage.py check_movement` counts it again."""
    return as_file(evening, or_404(certificate_of(_rounds_or_404(evening))))


def as_file(evening: Evening, counted: Certificate) -> HttpResponse:
    content = json.dumps(counted.as_data(), ensure_ascii=False, indent=1) + "\n"
    return file_of(f"{evening.club.slug}-{evening.slug}-certificate.json", content, "application/json")


# --- The standings and the archive as files -----------------------------------------------------------

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


@evening_page
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    head, figures = COLUMNS[facts.plan_of(evening).counts]
    rows = [
        (line.place, escape_formula(line.name), escape_formula(line.colour), *figures(line), line.sat_out)
        for line in lines(public.results_shown(evening).standings(), public.people(evening))
    ]
    return csv_of(f"{evening.club.slug}-{evening.slug}.csv", [head, *rows])


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


@evening_page
def archive(request: HttpRequest, evening: Evening) -> HttpResponse:
    publication = or_404(public.last_publication(evening))
    content = public.archive_to_show(publication.archive, evening.club.slug, evening.slug)
    return file_of(f"{evening.club.slug}-{evening.slug}.json", content, "application/json")
