"""An evening in public: how it stands, its rounds and tables; all of it on paper and as files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.humanize.templatetags.humanize import ordinal
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from games.documents.rules import Rules
from games.documents.telling import what_differs
from games.rulebook import Paragraph as GameParagraph
from scoring.described import described
from scoring.faults import Faults
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import logo_picture
from tournaments.club.services.signing import can_sign, checkpoint_of, signature_of
from tournaments.club.web.members import read_by
from tournaments.club.web.pages import Shown
from tournaments.evening.plan import Plan, PointsPlan, Setup
from tournaments.evening.reads import director_alerts, facts, projections, public, schedules, scoresheets
from tournaments.evening.reads.hands import Correction, corrections_of
from tournaments.evening.reads.public import Evening, Publication, Standing, results_shown, visible_results
from tournaments.evening.reads.rounds import RoundView
from tournaments.evening.round_rules import RoundEnd, Worth
from tournaments.evening.web import movement_words, words
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.standings import notes_of
from tournaments.evening.web.standings_lines import (
    Notes,
    in_couples,
    lines,
    some_of,
    winners,
    winners_in_words,
)
from tournaments.evening.web.table.form_data import as_posted
from tournaments.evening.web.table.hands import drawn_slip, previewed_slip
from tournaments.evening.web.words import act_sentence, offered_prizes, payments_by_name
from tournaments.ledger.checkpoints import Checkpoint
from tournaments.movement.certificate import Certificate
from tournaments.movement.interface import Reason
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.tie_breaks import half_games
from tournaments.refusals import LONGEST_NAME
from tournaments.site.cleaning import folded
from tournaments.site.web import query_params
from tournaments.site.web.forms import BySize, Pairs
from tournaments.site.web.pages import (
    Card,
    file_of,
    first_or_404,
    for_others,
    in_our_words,
    isolate,
    or_404,
    picture_of,
    share,
    translate,
)
from tournaments.site.web.tags import minus
from tournaments.site.web.words import HouseRule, blocks, house_rule_in_words, value_in_words


@require_safe
def rulebook(request: HttpRequest, game: str) -> HttpResponse:
    try:
        definition = catalogue.at_address(game)
    except Faults as unknown:
        raise Http404 from unknown
    return render(request, "public/rulebook.html", rulebook_whole(definition))


def rulebook_whole(game: Game) -> dict[str, Any]:
    """What `partials/rulebook.html` shows, and the page around it."""
    sections = [
        (_(title), [_game_paragraph(game, paragraph) for paragraph in paragraphs])
        for title, paragraphs in groupby(game.paragraphs, key=lambda paragraph: paragraph.section)
    ]
    return {"game": game, "pack": _(game.pack), "sections": sections, "differs": list(differences_of(game))}


def differences_of(game: Game) -> Iterator[str]:
    """What a house version has otherwise than the game of the shelf that it was made of."""
    if not isinstance(game.rules, Rules):
        return
    base = catalogue.GAMES.get(game.rules.document.version_of or "")
    if base and isinstance(base.rules, Rules):
        yield from (translate(sentence) for sentence in what_differs(game.rules, base.rules))


def _game_paragraph(game: Game, paragraph: GameParagraph) -> dict[str, Any]:
    return {
        "number": paragraph.number,
        "id": paragraph.id,
        "title": _(paragraph.title),
        "blocks": blocks(paragraph.text),
        # Scored afresh, so that it cannot disagree with the rules it explains.
        "examples": list(_worked(game, paragraph)),
    }


def _worked(game: Game, paragraph: GameParagraph) -> Iterator[dict[str, Any]]:
    for example in paragraph.examples:
        with suppress(Faults):  # of a club's game that is not finished
            yield previewed_slip(game.score(example.hand, game.house_rules(example.options)), game)


MOST_CORRECTIONS = 20
"""So many corrections are told on a page, the newest; the archive has them all."""


def corrected(evening: Evening, publication: Publication | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The corrections that an evening's page tells; one query, none before its second publication."""
    if publication is None or publication.number == 1:
        return {}
    corrections = corrections_of([evening.pk])[evening.pk]
    entries = _in_words(corrections[:MOST_CORRECTIONS], names)
    return {"corrected": entries, "corrected_before": len(corrections) - len(entries)}


def _in_words(corrections: Iterable[Correction], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"correction": correction, "what": act_sentence(correction.act, correction.body, names)}
        for correction in corrections
    ]


@evening_page("public/publications.html")
def publications(request: HttpRequest, evening: Evening) -> Shown:
    """Every publication of an evening, each with what had been corrected since the one before it."""
    rows = or_404(list(public.publications(evening)) or None)
    corrections, names = corrections_of([evening.pk])[evening.pk], public.people(evening)
    lines = [
        (row, _in_words([each for each in corrections if each.publication == row.number], names))
        for row in rows
    ]
    return {"lines": lines}


@evening_page("public/publication.html")
def publication(request: HttpRequest, evening: Evening, number: int) -> Shown:
    """The standings as they were published once, with what is otherwise in the last publication.

    In the last one it says what was otherwise before.
    """
    archived = list(public.publications(evening).exclude(archive=""))
    row = first_or_404(row for row in archived if row.number == number)
    standings = public.results_of(row).standings()
    others = [other for other in archived if other is not row][:1]
    notes = _differences(standings, others[0], later=others[0].number > number) if others else {}
    plan, names = facts.plan_of(evening), public.people(evening)
    rows = lines(standings, names, counts=plan.counts, notes=notes)
    return {"publication": row, "lines": in_couples(evening, rows), "other": others}


def _differences(rows: Iterable[Standing], other: Publication, *, later: bool) -> Notes:
    others = {line.ticket.code: line for line in public.results_of(other).standings()}
    words = _("now %(what)s") if later else _("was %(what)s")
    changed = ((row.ticket.code, list(_changed(row, others.get(row.ticket.code)))) for row in rows)
    return {code: (words % {"what": ", ".join(parts)},) for code, parts in changed if parts}


def _changed(row: Standing, other: Standing | None) -> Iterator[str]:
    # In the words of the other.
    if other is None:
        return
    if other.place != row.place:
        yield str(ordinal(other.place))
    if other.won_halves != row.won_halves:
        yield _("games won: %(count)s") % {"count": half_games(other.won_halves)}
    if other.points_for != row.points_for:
        yield _("%(points)s points") % {"points": minus(other.points_for)}
    if other.points_difference != row.points_difference:
        yield _("difference %(points)s") % {"points": minus(other.points_difference)}


def _whole(evening: Evening) -> dict[str, Any]:
    # What its page shows as its print does.
    names, publication = public.people(evening), public.last_publication(evening)
    rules, plan = facts.rulebook_of(evening), facts.plan_of(evening)
    rows = lines(
        public.results_shown(evening).standings(),
        names,
        counts=plan.counts,
        notes=notes_of(evening, names),
        marks=results_shown(evening).marks_of_players(),
        rules=rules,
    )
    rounds = public.rounds(evening)
    prizes = words.prizes_in_words(public.results_shown(evening).prizes(), names)
    return {
        "people": facts.players_count(evening),
        "lines": in_couples(evening, rows, rounds),
        "line_marks": {line.mark for line in rows if line.mark},
        "prizes": prizes,
        "main_prizes": words.at_the_head(prizes),
        "prize_rule": rules.cited("evening.prize-ties"),
        "payments": payments_by_name(public.results_shown(evening).payments(), names),
        "facts": plan_facts(evening),
        "rounds": rounds,
        "publication": publication,
        **corrected(evening, publication, names),
    }


@evening_page("public/evening.html")
def evening(request: HttpRequest, evening: Evening) -> Shown:
    context, by = _whole(evening), read_by(request, evening.club)
    return {
        **context,
        "read_by": by,
        "shown_lines": [
            line
            for line in context["lines"]
            if not by.chosen or any(each.row.ticket.player_id in by.members for each in line.people)
        ],
        "now": now(evening, context["rounds"]),
        "target": facts.target_of(evening),
        "won": winners_in_words(winners(evening, context["lines"])),
        "share": shared(request, evening, context),
        "what_if": projections.why_not(evening) is None,
        "objected_to": [words.objected_in_words(number) for number in director_alerts.objected_to(evening)],
    }


@evening_page("public/who.html")
def who_is_where(request: HttpRequest, evening: Evening) -> Shown:
    """Where everybody sits now, by name, and how they stand so far; with `?q=` those whose names have it in them."""
    search = query_params.text(request, "q", longest=LONGEST_NAME)
    view = now(evening, public.rounds(evening))
    places = view.places(partnership=facts.plan_of(evening).tables.partnership) if view else {}
    line_of = {line.ticket.code: line for line in public.results_shown(evening).standings()}
    needle = folded(search.strip())
    matches = [place for place in places.values() if needle in folded(place.who.name)]
    matches.sort(key=lambda place: facts.name_sort_key(place.who.name))
    people = [(place, line_of.get(place.who.code)) for place in matches]
    return {"seen": view, "search": search, "people": people, "has_places": bool(line_of)}


@evening_page("public/check.html")
def check(request: HttpRequest, evening: Evening) -> Shown:
    return {
        "publication": public.last_publication(evening),
        "is_unbroken": facts.is_unbroken(evening),
        "keys": list(evening.club.keys.all()),
        "can_sign": can_sign(evening.club),
    }


def now(evening: Evening, rounds: list[RoundView]) -> RoundView | None:
    """The round to look at while the evening runs: the announced one, else the one in play."""
    if not rounds or evening.status in public.OVER:
        return None
    return public.with_marks(rounds[-1], evening)


@evening_page("public/round.html")
def round_(request: HttpRequest, evening: Evening, number: int) -> Shown:
    rounds = public.rounds(evening)
    view = or_404(next((row for row in rounds if row.number == number), None))
    view = public.with_marks(view, evening)
    names, rulebook = public.people(evening), facts.rulebook_of(evening)
    return {
        "seen": view,
        "rounds": rounds,
        "target": facts.target_of(evening),
        "is_objected_to": number in director_alerts.objected_to(evening),
        "reasons": [
            (translate(reason.named(names)), rulebook.for_seats(reason.rule))
            for reason in map(Reason.from_data, view.round.reasons)
        ],
    }


@evening_page("public/table.html")
def table(request: HttpRequest, evening: Evening, number: int, table: int) -> Shown:
    """A table in a round: every hand with its slip, once play has stopped; until then its score alone."""
    view = or_404(next(iter(public.rounds(evening, number=number)), None))
    game_view = or_404(view.game(table) if visible_results(evening).rounds else None)
    game = facts.game_of(evening)
    in_play = view.round.stopped_at is None
    results = public.results_shown(evening)
    hands = [] if in_play else results.hands(game_view.row, game_view.round.number)
    return {
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


@evening_page("public/print.html", to_officers=True)
def print_view(request: HttpRequest, evening: Evening) -> Shown:
    """The whole evening on paper: standings, then every round; to its officers before it is published too."""
    return _whole(evening)


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


@evening_page("public/house_rules.html")
def rules(request: HttpRequest, evening: Evening) -> Shown:
    setup = facts.setup_of(evening)
    return {
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


def _rounds_or_404(evening: Evening) -> schedules.EveningRounds:
    # Before play begins the rounds are the director's; later too, unless public or announced ahead.
    plan = facts.plan_of(evening)
    is_shown = visible_results(evening).rounds or plan.draws_up
    or_404((is_shown and evening.current_round) or None)
    return schedules.evening_rounds(evening, plan, decisions=results_shown(evening).decisions())


@evening_page("public/schedule.html")
def schedule(request: HttpRequest, evening: Evening) -> Shown:
    rounds = _rounds_or_404(evening)
    return {
        "grid": movement_words.grid(rounds),
        "origin": movement_words.origin(rounds),
    }


@evening_page("public/certificate.html")
def certificate(request: HttpRequest, evening: Evening) -> Shown:
    rounds = _rounds_or_404(evening)
    counted = or_404(schedules.certificate_of(rounds))
    return {**movement_words.page(rounds, counted), "publication": public.last_publication(evening)}


@evening_page()
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The certificate as a file: `manage.py check_movement` counts it again."""
    return as_file(evening, or_404(schedules.certificate_of(_rounds_or_404(evening))))


def as_file(evening: Evening, counted: Certificate) -> HttpResponse:
    content = json.dumps(counted.as_data(), ensure_ascii=False, indent=1) + "\n"
    return file_of(f"{evening.club.slug}-{evening.slug}-certificate.json", content, "application/json")


@evening_page()
def archive(request: HttpRequest, evening: Evening, number: int | None = None) -> HttpResponse:
    if number is None:
        name, content, _at = _archive(evening)
    else:
        club, slug = evening.club.slug, evening.slug
        content = or_404(public.archive_of(visitor_of(request), club, slug, number))
        name = f"{club}-{slug}-{number}.json"
    return file_of(name, content, "application/json")


@evening_page()
def archive_signature(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The archive signed by the club, as `minisign -V` and the page that checks it take it."""
    name, content, at = _archive(evening)
    comment = f"timestamp:{int(at.timestamp())}\tfile:{name}\thashed"
    signature = or_404(signature_of(evening.club, content, comment=comment))
    return file_of(f"{name}.minisig", signature, "text/plain; charset=utf-8")


@evening_page()
def checkpoint(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The head of the published ledger as a note that the club signs, for whoever keeps such heads."""
    name = f"{urlsplit(for_others(request, '/')).netloc}/c/{evening.club.slug}"
    head = Checkpoint(f"{name}/{evening.slug}", *or_404(public.published_head(evening)))
    note = or_404(checkpoint_of(evening.club, head, name=name))
    return HttpResponse(note, content_type="text/plain; charset=utf-8")


def _archive(evening: Evening) -> tuple[str, str, datetime]:
    publication = or_404(public.last_publication(evening))
    content = public.archive_to_show(publication.archive, evening.club.slug, evening.slug)
    return f"{evening.club.slug}-{evening.slug}.json", content, publication.published_at


def shared(request: HttpRequest, evening: Evening, shown: Mapping[str, Any]) -> dict[str, str]:
    best = [prize for prize in shown["main_prizes"] if prize.kind == "best" and prize.winner]
    text = winners_in_words(winners(evening, shown["lines"])) or "; ".join(
        _("%(label)s: %(text)s") % {"label": prize.label, "text": isolate(prize.winner)} for prize in best
    )
    return share(
        request,
        title=f"{evening.name} · {evening.club.name}",
        text=text or _text(evening),
        picture=reverse("web:evening-picture", args=[evening.club.slug, evening.slug]),
    )


@evening_page()
def picture(request: HttpRequest, evening: Evening) -> HttpResponse:
    names = public.people(evening)
    rows = in_couples(evening, lines(public.results_shown(evening).standings(), names))
    first_names = winners(evening, rows)
    game = in_our_words(facts.game_of(evening).name)
    count = facts.players_count(evening)
    first = ngettext("First of %(count)s player", "First of %(count)s players", count)
    among = ngettext("%(count)s player", "%(count)s players", count)
    counted = (first if first_names else among) % {"count": count}
    return picture_of(
        Card(
            over=f"{evening.club.name} · {date_format(evening.date, 'DATE_FORMAT')}",
            title=evening.name,
            main=some_of(first_names),
            more=f"{counted} · {game}",
            foot="Head Table",
            mark=logo_picture(evening.club),
        )
    )


def _text(evening: Evening) -> str:
    day, game = date_format(evening.date, "DATE_FORMAT"), in_our_words(facts.game_of(evening).name)
    words = _("%(game)s on %(day)s: seats, scores and standings.")
    if not visible_results(evening).standings:
        words = _("%(game)s on %(day)s.")
    return words % {"game": game, "day": day}


TIE_BREAKS = {
    "games_won": gettext_lazy("games won"),
    "points_difference": gettext_lazy("points difference"),
    "points_for": gettext_lazy("points scored"),
    "head_table_wins": gettext_lazy("games won at the head table"),
    "bells_rung": gettext_lazy("bells rung"),
    "tables_won": gettext_lazy("tables won"),
    "best_round": gettext_lazy("points in the best round"),
}


CONFIRMATION = {
    "needed": gettext_lazy("by the other side, each"),
    "taken": gettext_lazy("by the next hand or when play stops, unless the other side disputes them"),
}


def plan_facts(evening: Evening) -> list[tuple[str, str]]:
    plan, game = facts.plan_of(evening), facts.game_of(evening)
    return [
        (_("Game"), in_our_words(game.name)),
        *(
            (_(rule.label), value_in_words(rule, plan.house_rules[rule.name]))
            for rule in game.in_force(facts.setup_of(evening).house_rules)
            if rule.kind != "text"
            and rule.name in plan.house_rules
            and (rule.name != "target" or facts.target_of(evening) is not None)
        ),
        (_("Rounds"), str(plan.rounds)),
        *([(_("Starts at"), plan.starts_at)] if plan.starts_at else []),
        *([(_("Finish by"), plan.ends_about)] if plan.ends_about else []),
        (_("Hands are confirmed"), str(CONFIRMATION[plan.confirmation])),
        *_movement_facts(evening),
        *offered_prizes(plan),
    ]


def _movement_facts(evening: Evening) -> Iterator[tuple[str, str]]:
    plan = facts.plan_of(evening)
    yield from movement_words.own_facts(plan)
    yield from _round_facts(plan)
    by_points = isinstance(plan, PointsPlan)
    options: Any = plan.movement_options
    if by_points and options.hands_per_round:
        yield _("Hands in a round"), str(options.hands_per_round)
    if not by_points and plan.ends == "bell":
        rings = _("any table") if options.bell == "any_table" else _("the head table")
        yield _("The bell is rung by"), rings
    if options.round_minutes:
        yield _("A round lasts"), _("%(minutes)s minutes") % {"minutes": options.round_minutes}
    if options.most_tables is not None:
        yield _("Tables at the most"), str(options.most_tables)
    if options.sitout != "none":
        words = {
            "half": _("counts half a game won"),
            "average": _("counts the average of their own rounds"),
        }
        yield _("A round sat out"), words.get(options.sitout, str(options.sitout))
    yield from _ranking_facts(options, by_points=by_points)


def _ranking_facts(options: Any, *, by_points: bool) -> Iterator[tuple[str, str]]:
    if by_points:
        differences = _("by differences to the others at the table")
        yield _("Places"), _("by points") if options.rank_by == "points" else differences
    elif options.best_rounds is not None:
        yield _("Best rounds counted"), str(options.best_rounds)
    if options.tie_breaks:
        ties = _("Ties in that") if by_points else _("Ties in games won")
        yield ties, ", ".join(str(TIE_BREAKS[name]) for name in options.tie_breaks)


def _round_facts(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.round is not None:
        ends = described(RoundEnd)
        yield _(ends["ends"].label), _(ends["ends"].words[plan.round.ends])
        if plan.round.hands is not None:
            yield _(ends["hands"].label), str(BySize().prepare_value(plan.round.hands))
        if plan.round.minutes is not None:
            yield _("A round lasts"), _("%(minutes)s minutes") % {"minutes": plan.round.minutes}
    if plan.worth is not None:
        worth = described(Worth)
        yield _(worth["counts"].label), _(worth["counts"].words[plan.worth.counts])
        if plan.worth.counts == "margin":
            yield _(worth["margin"].label), str(Pairs().prepare_value(plan.worth.margin))
