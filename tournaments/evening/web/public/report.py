"""An evening for elsewhere: its report, texts of its result and the next seats, a line, files of other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.club.roles import Audience, Part
from tournaments.club.web.pages import Shown, address_for_visitors
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.reads.public import Evening, Standing, results_shown
from tournaments.evening.reads.report import BestHand, Lead, MostMet, Report, hand_of, report_of
from tournaments.evening.reads.rounds import GameView, PlaceView, RoundView, SeatView
from tournaments.evening.round_rules import Status
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.standings import FIGURES
from tournaments.evening.web.standings_lines import (
    StandingsLine,
    in_couples,
    lines,
    winners,
    winners_in_words,
)
from tournaments.evening.web.table.hands import drawn_slip
from tournaments.evening.web.words import PrizeInWords, at_the_head, prizes_in_words
from tournaments.site.web.pages import Message, for_others, frame_of, isolate, or_404, table_of

Names = Mapping[str, str]
ON_THE_PODIUM: Final = 3
MOST_ON_A_PLACE: Final = 6
MOST_NAMED: Final = 3
"""Where more people or pairs share something, it is told how many."""


@evening_page("public/report.html", to_officers=True)
def show_report(request: HttpRequest, evening: Evening) -> Shown:
    """The report; to officers before the evening is published too."""
    report, names, game = or_404(report_of(evening)), public.people(evening), facts.game_of(evening)
    best = hand_of(evening, report.best_hands[0]) if len(report.best_hands) == 1 else None
    rows = _lines(evening, report, names)
    prizes = prizes_in_words(report.prizes, names)
    return {
        "lines": rows,
        "winners": winners_in_words(winners(evening, rows)),
        "prizes": prizes,
        "main_prizes": at_the_head(prizes),
        "prize_rule": facts.rulebook_of(evening).cited("evening.prize-ties"),
        "sentences": list(_sentences(report, _isolated(names))),
        "slip": drawn_slip(best, game) if best else "",
        "texts": texts_of(request, evening),
    }


def texts_of(request: HttpRequest, evening: Evening) -> list[Message]:
    """What there is to tell everybody of an evening now: the next seats, or its result once it was published."""
    if evening.status in (Status.SEATED, Status.MOVED):
        return [_seats_text(request, evening)]
    report = report_of(evening) if evening.published_at is not None else None
    if report is None:
        return []
    names = public.people(evening)
    return [_result_text(request, evening, report, names), _report_text(request, evening, report, names)]


def title_of(evening: Evening) -> str:
    return f"{isolate(evening.name)} · {evening.club.name}"


def _isolated(names: Names) -> Names:
    return {code: isolate(name) for code, name in names.items()}


def _lines(evening: Evening, report: Report, names: Names) -> list[StandingsLine]:
    return in_couples(evening, lines(list(report.standings), names, counts=plan_of(evening).counts))


def _result_text(request: HttpRequest, evening: Evening, report: Report, names: Names) -> Message:
    page = address_for_visitors(request, evening.club, Part.RESULTS, "evening", evening.slug)
    return Message(
        "result",
        _("Text to paste: the result"),
        title_of(evening),
        (*_short(evening, report, names),),
        page,
        frame=_frame(request, evening),
    )


def _frame(request: HttpRequest, evening: Evening) -> str:
    if evening.club.results_for != Audience.EVERYBODY:
        return ""  # frames of other sites show what everybody sees
    return frame_of(request, title_of(evening), "evening-embed", evening.club.slug, evening.slug)


def _report_text(request: HttpRequest, evening: Evening, report: Report, names: Names) -> Message:
    page = address_for_visitors(request, evening.club, Part.RESULTS, "evening-report", evening.slug)
    sentences = list(_sentences(report, _isolated(names)))
    whole = (*_short(evening, report, names), *(("", *sentences) if sentences else ()))
    return Message("report", _("Text to paste: the report"), title_of(evening), whole, page)


def _short(evening: Evening, report: Report, names: Names) -> Iterator[str]:
    # The day, who won, the podium, the prizes.
    rows = _lines(evening, report, names)
    yield date_format(evening.date, "l j F Y")
    if won := winners_in_words(winners(evening, rows)):
        yield from (won, "", *_podium(evening, rows))
    prizes = [prize for prize in prizes_in_words(report.prizes, _isolated(names)) if prize.winners]
    if prizes:
        yield from ("", _("Prizes"))
        yield from map(_prize, prizes)


def _podium(evening: Evening, rows: Sequence[StandingsLine]) -> Iterator[str]:
    for place, level in groupby(rows, key=lambda line: line.row.place):
        if place > ON_THE_PODIUM:
            return
        on_it = list(level)
        people = _people([isolate(line.names) for line in on_it], MOST_ON_A_PLACE)
        yield f"{place}. {people} · {_figure(evening, on_it[0])}"


def _figure(evening: Evening, line: StandingsLine) -> str:
    # What counts.
    figures = {
        "games": (_("Games won"), line.won),
        "points": (_("Points"), _signed(line.row.points_for)),
        "margin": (_("Game points"), _signed(line.row.game_points or 0)),
    }
    label, figure = figures[plan_of(evening).counts]
    return _("%(label)s: %(text)s") % {"label": label, "text": figure}


def own_result(evening: Evening, standing: Standing) -> str:
    """How somebody has done, for themselves: their place, and what counts."""
    [line] = lines([standing], {standing.ticket.code: ""})
    return " · ".join((_("Your place: %(place)s") % {"place": standing.place}, _figure(evening, line)))


def _signed(points: int) -> str:
    return f"{points}".replace("-", "−")


def _people(names: Sequence[str], most: int = MOST_NAMED) -> str:
    if len(names) > most:
        return ngettext("%(count)s player", "%(count)s players", len(names)) % {"count": len(names)}
    return get_text_list(list(names), _("and"))


def _prize(prize: PrizeInWords) -> str:
    winners = (f"{isolate(won.name)} ({won.sum})" if won.sum else isolate(won.name) for won in prize.winners)
    return _("%(label)s: %(text)s") % {"label": prize.label, "text": ", ".join(winners)}


def _sentences(report: Report, names: Names) -> Iterator[str]:
    yield from _race(report, names)
    first, *others = report.standings
    level = [first, *takewhile(lambda line: line.decided_by == "cut", others)]
    if len(level) > 1 and first.place == 1:
        cut = _people([names[line.ticket.code] for line in level], MOST_ON_A_PLACE)
        yield _("In front were level at the end: %(names)s. The cut decided.") % {"names": cut}
    if report.best_hands:
        yield _best_hands(report.best_hands, names)
    if report.streak:
        people = [names[code] for code in report.streak.players]
        words = ngettext(
            "Most games won in a row: %(games)s, by %(names)s.",
            "Most games won in a row: %(games)s each, by %(names)s.",
            len(people),
        )
        yield words % {"games": report.streak.games, "names": _people(people)}
    if report.partners:
        yield _most_met(
            report.partners,
            names,
            never=_("Nobody had the same partner twice."),
            many=_("%(count)s pairs of players were partners in %(times)s rounds, none in more."),
            few=_("Partners most often, in %(times)s rounds: %(names)s."),
        )
    if report.opponents:
        yield _most_met(
            report.opponents,
            names,
            never=_("Nobody met the same opponent twice."),
            many=_("%(count)s pairs of players were opponents in %(times)s rounds, none in more."),
            few=_("Opponents most often, in %(times)s rounds: %(names)s."),
        )


def _race(report: Report, names: Names) -> Iterator[str]:
    if len(report.leads) == 1:
        (lead,) = report.leads
        words = ngettext(
            "%(names)s led from the first round to the last.",
            "%(names)s led together from the first round to the last.",
            len(lead.leaders),
        )
        yield words % {"names": _leaders(lead, names)}
        return
    for lead in report.leads:
        if len(lead.leaders) > MOST_NAMED:
            continue  # nobody stands out yet
        words = ngettext(
            "%(names)s led after round %(rounds)s.",
            "%(names)s led together after round %(rounds)s.",
            len(lead.leaders),
        )
        if lead.last > lead.first:
            words = ngettext(
                "%(names)s led after rounds %(rounds)s.",
                "%(names)s led together after rounds %(rounds)s.",
                len(lead.leaders),
            )
        yield words % {"names": _leaders(lead, names), "rounds": _rounds(lead)}
    if changes := report.changes_of_lead:
        yield _("Changes of the lead: %(count)s.") % {"count": changes}


def _rounds(lead: Lead) -> str:
    if lead.last - lead.first > 1:
        return _("%(first)s to %(last)s") % {"first": lead.first, "last": lead.last}
    return get_text_list([str(number) for number in range(lead.first, lead.last + 1)], _("and"))


def _leaders(lead: Lead, names: Names) -> str:
    return _people(sorted(names[code] for code in lead.leaders))


def _best_hands(best: Sequence[BestHand], names: Names) -> str:
    points = best[0].points
    if len(best) > MOST_NAMED:
        words = _("Most points in one hand: %(points)s, scored %(count)s times.")
        return words % {"points": points, "count": len(best)}
    places = dict.fromkeys(
        _("%(names)s (round %(round)s, table %(table)s)")
        % {
            "names": " & ".join(names[code] for code in hand.players),
            "round": hand.round,
            "table": hand.table,
        }
        for hand in best
    )
    return _("Most points in one hand: %(points)s, by %(names)s.") % {
        "points": points,
        "names": ", ".join(places),
    }


def _most_met(met: MostMet, names: Names, *, never: str, many: str, few: str) -> str:
    if met.times == 1:
        return never
    words = many if len(met.pairs) > MOST_NAMED else few
    pairs = (" & ".join(sorted(names[code] for code in pair)) for pair in met.pairs)
    return words % {"times": met.times, "count": len(met.pairs), "names": ", ".join(pairs)}


def _seats_text(request: HttpRequest, evening: Evening) -> Message:
    round_view = public.rounds(evening)[-1]
    seats = [
        _("Table %(table)s: %(names)s") % {"table": game.table, "names": _seated(game)}
        for game in round_view.games
    ]
    out = [f"{_('Sitting out:')} {_named(round_view.sitting_out)}"] if round_view.sitting_out else []
    title = f"{title_of(evening)}: {_('Seats of round %(number)s') % {'number': round_view.number}}"
    page = address_for_visitors(request, evening.club, Part.RESULTS, "evening-who", evening.slug)
    frame = _frame(request, evening)
    return Message("seats", _("Text to paste: the next seats"), title, (*seats, *out), page, frame=frame)


def seat_text(request: HttpRequest, evening: Evening, player: int) -> list[Message]:
    """What one of the club's people is told of their seat: one text, none once the round is over."""
    ticket = evening.tickets.filter(player=player).order_by("-number").first()
    if evening.status not in (Status.SEATED, Status.MOVED, Status.PLAYING) or ticket is None:
        return []
    page = for_others(request, reverse("web:own-ticket", args=[evening.club.slug, evening.slug]))
    round_view = public.rounds(evening)[-1]
    title = f"{title_of(evening)}: {_('Round %(number)s') % {'number': round_view.number}}"
    out = (guest.code for guest in round_view.sitting_out)
    texts = (
        [(_("You sit this round out"), ())]
        if ticket.code in out
        else [
            (
                _("table %(table)s, seat %(seat)s") % {"table": game.table, "seat": guest.seat},
                (_seated(game),),
            )
            for game in round_view.games
            for guest in game.seats
            if guest.code == ticket.code
        ]
    )
    return [Message("seat", "", f"{title}, {place}", people, page) for place, people in texts]


def _seated(game: GameView) -> str:
    if game.by_seat and not game.in_couples:
        return _named(game.seats)
    return " – ".join(_named(couple, " & ") for couple in (game.couple_a, game.couple_b))


def _named(people: Iterable[SeatView], between: str = ", ") -> str:
    return between.join(isolate(guest.name) for guest in people)


@evening_page()
def one_line(request: HttpRequest, evening: Evening) -> HttpResponse:
    """How it stands, in a line for a chat or a ticker."""
    rows = lines(results_shown(evening).standings(), public.people(evening), counts=plan_of(evening).counts)
    number, of = evening.current_round, plan_of(evening).rounds
    on = [_("Round %(round)s of %(of)s") % {"round": number, "of": of}] if number and number <= of else []
    parts = [*on, str(evening.get_status_display()), *_podium(evening, rows)]
    text = f"{evening.club.name}, {evening.name}; {'; '.join(parts)}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# Files that other programs read: docs/formats.md has their columns.


def _rounds_shown(evening: Evening) -> list[RoundView]:
    return public.rounds(evening) if public.visible_results(evening).rounds else []


def _name(evening: Evening, what: str) -> str:
    return f"{evening.club.slug}-{evening.slug}-{what}"


LONG: Final = (
    *("round", "table", "seat", "ticket", "player", "partner", "opponents", "hands"),
    *("points", "points against", "result"),
)


@evening_page()
def rounds_long(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """A row for everybody in each round."""
    names, partnership = public.people(evening), facts.game_of(evening).partnership
    rows: list[tuple[object, ...]] = [LONG]
    for view in _rounds_shown(evening):
        for code, place in view.places(partnership=partnership).items():
            where = (view.number, place.table or "", place.seat or "", place.who.number, names[code])
            met = (place.partner, "; ".join(place.opponents), place.game.hands if place.game else "")
            rows.append((*where, *met, *_scored(place)))
    return table_of(_name(evening, f"rounds.{kind}"), rows)


def _scored(place: PlaceView) -> tuple[object, ...]:
    own, other = place.points or (place.own_points, None)
    return tuple("" if cell is None else cell for cell in (own, other, place.outcome))


@evening_page()
def rounds_wide(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """A row for everybody, with what each round gave them."""
    names, views = public.people(evening), _rounds_shown(evening)
    columns = [f"round {view.number}{of}" for view in views for of in (" points", " result")]
    rows: list[tuple[object, ...]] = [("place", "ticket", "player", *columns)]
    places = [view.places(partnership=False) for view in views]
    for row in results_shown(evening).standings():
        code = row.ticket.code
        scored = [_scored(of_round[code]) if code in of_round else ("",) * 3 for of_round in places]
        cells = (cell for points, _against, result in scored for cell in (points, result))
        rows.append((row.place, row.ticket.number, names[code], *cells))
    return table_of(_name(evening, f"by-round.{kind}"), rows)


@evening_page()
def bridgewebs(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The ranking as sites of bridge clubs take it: a row for each player, or each pair that stayed together."""
    plan = plan_of(evening)
    score = next(iter(FIGURES[plan.counts].values()))
    rows = lines(results_shown(evening).standings(), public.people(evening), counts=plan.counts)
    table: list[tuple[object, ...]] = [("Position", "Number", "Name 1", "Name 2", "Score")]
    for line in in_couples(evening, rows, _rounds_shown(evening)):
        partner = line.partner.name if line.partner else ""
        table.append((line.row.place, line.row.ticket.number, line.name, partner, score(line.row)))
    return table_of(_name(evening, "bridgewebs.csv"), table)
