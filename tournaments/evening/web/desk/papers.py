"""What is printed: tickets, table cards with the code that opens the table, seats, slips and the schedule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.club.web.pages import LASTS, Shown
from tournaments.evening import outcome
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, facts, public, rounds, schedules
from tournaments.evening.reads.desk import Evening, PlayerLink
from tournaments.evening.services.links import link_code, link_token
from tournaments.evening.web import movement_words
from tournaments.evening.web.desk import seating
from tournaments.evening.web.desk.decorators import evening_paper, evening_read, stock_of
from tournaments.evening.web.desk.schedule import told_at_the_desk
from tournaments.evening.web.public.evenings import as_file
from tournaments.evening.web.words import payments_by_name
from tournaments.movement.exchange import as_csv, as_text
from tournaments.movement.seating import Seating, couple_of
from tournaments.site.web import query_params
from tournaments.site.web.pages import file_of, for_others, in_our_words, is_loopback, keep_cookie, or_404

PAPERS: Final = {"a4": "A4", "letter": "Letter"}
PAPER: Final = "paper"
"""The cookie that keeps which paper is in the printer; templates/desk/print.html reads it."""
EACH: Final = (1, 2, 4)
"""How many cards or slips go on a sheet."""


@evening_read()
def papers(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What can be printed now; the choice of `?paper=` is kept on this device."""
    paper = query_params.text(request, PAPER)
    context = {
        "papers": PAPERS,
        "paper": paper if paper in PAPERS else request.COOKIES.get(PAPER, "a4"),
        "evening": evening,
        "tickets_count": desk.players_present(evening),
        "tables_count": len(desk.tables_with_links(evening)),
        "round_number": next(iter(reversed(desk.round_numbers(evening))), None),
        "has_standings": evening.current_round > (evening.status in IN_ROUND),
        "draws_up": facts.plan_of(evening).draws_up,
        "is_paid": public.is_paid(evening),
        "settles": facts.plan_of(evening).settlement is not None,
        "over": evening.status in desk.OVER,
    }
    answer = render(request, "desk/papers.html", context)
    if paper in PAPERS:
        keep_cookie(request, answer, PAPER, paper, lasts=LASTS, path=reverse("web:desk"))
    return answer


def each_sheet(request: HttpRequest) -> int:
    count = query_params.whole_number(request, "each", digits=1)
    return count if count in EACH else 2


def tickets_drawn(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    plan = facts.plan_of(evening)
    first = rounds.round_views(evening, [1]).get(1)
    places = first.seated() if first else {}
    out = {person.code for person in first.sitting_out} if first else set()
    links = desk.player_links(evening)
    hidden_tickets = access.kept_tickets(access.sight_of(request.user, evening), evening)
    own_evenings = _own_evenings(evening, plan) if plan.draws_up and first else {}
    won = _won(evening)
    over, couples = evening.status in desk.OVER, plan.tables.partnership
    drawn = []
    for ticket in desk.tickets(evening):
        table, seat = places.get(ticket.code, (None, None))
        drawn.append(
            {
                "number": ticket.number,
                "name": ticket.player.name,
                "colour": stock_of(ticket.colour, plan.colours),
                "colour_name": ticket.colour,
                "way": movement_words.own_way(plan, ticket.colour),
                "table": table,
                "seat": seat,
                "position": f"{table}{couple_of(seat)}" if table and seat and couples else "",
                "sits_out": ticket.code in out,
                "games_won": len(won[ticket.code]) if over and not plan.by_points else None,
                "places": own_evenings.get(ticket.code, ()),
                "own": own_page(request, None if ticket.pk in hidden_tickets else links.get(ticket.pk)),
                "punches": []
                if plan.by_points
                else [{"round": n, "won": n in won[ticket.code]} for n in range(1, plan.rounds + 1)],
            }
        )
    return {
        "tickets": drawn,
        "links_kept": bool(hidden_tickets),
        "how_play_goes": movement_words.how_play_goes(plan, in_our_words(facts.game_of(evening).name)),
    }


def _won(evening: Evening) -> Mapping[str, set[int]]:
    won: dict[str, set[int]] = defaultdict(set)
    for result in outcome.results_of(facts.record_of(evening))[0]:
        for seat, code in enumerate(result.seats, start=1):
            if result.winner and result.side(seat) == result.winner:
                won[code].add(result.round)
    return won


def _own_evenings(evening: Evening, plan: Plan) -> dict[str, list[schedules.OwnPlace]]:
    schedule = schedules.evening_rounds(evening, plan)
    names = schedule.names
    return {ticket.code: schedules.own_places(schedule, ticket.code, names) for ticket in schedule.tickets}


def cards_drawn(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    links, hidden_tables = table_links(request, evening)
    by_points = facts.plan_of(evening).by_points
    tents = [
        {"number": number, "is_head": number == 1 and not by_points, "club": evening.club.name, **link}
        for number, link in links.items()
    ]
    return {
        "tents": tents,
        "here_only": here_only(links),
        "kept": hidden_tables,
        "each": each_sheet(request),
        "choices": EACH,
    }


def table_links(request: HttpRequest, evening: Evening) -> tuple[dict[int, dict[str, str]], list[int]]:
    """How each table is opened on a phone, by its number; and the tables whose links the user may not see."""
    sight = access.sight_of(request.user, evening)
    links, hidden_tables = {}, []
    for table in desk.tables_with_links(evening):
        if not sight.sees(evening.current_round, table.number):
            hidden_tables.append(table.number)
            continue
        for link in table.live_links:  # type: ignore[attr-defined]  # prefetched under this name
            links[table.number] = _opens(request, "table-card", link)
    return links, hidden_tables


def here_only(links: Mapping[int, Mapping[str, str]]) -> bool:
    return any(is_loopback(link["link"]) for link in links.values())


def own_page(request: HttpRequest, link: PlayerLink | None) -> dict[str, str] | None:
    return None if link is None else _opens(request, "ticket", link)


def _opens(request: HttpRequest, name: str, link: Any) -> dict[str, str]:
    url = for_others(request, reverse(f"web:{name}", args=[link_token(link)]))
    return {"link": url, "qr": qr(url), "code": link_code(link), "typed_at": typed_at(request)}


def typed_at(request: HttpRequest) -> str:
    """Where codes are typed, as somebody types it: without the scheme."""
    return for_others(request, reverse("web:type-code")).partition("://")[2]


def qr(url: str) -> SafeString:
    """The QR code for `url` as inline SVG; the address stands nowhere in its text."""
    return mark_safe(segno.make(url, error="m").svg_inline(border=2, omitsize=True))  # noqa: S308 - segno's own SVG


def seating_listed(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    numbers = desk.round_numbers(evening)
    query_round = query_params.whole_number(request, "round")
    number = seating.shown_round(evening) if query_round is None else query_round
    context: dict[str, Any] = {"number": number, "has_seats": number in numbers}
    if number in numbers:
        views = rounds.round_views(evening, [number - 1, number])
        plan = facts.plan_of(evening)
        context |= seating.round_context(views[number], views.get(number - 1), plan, desk.names(evening))
        places = views[number].seated()
        by_name = sorted(views[number].people(), key=lambda person: facts.name_sort_key(person.name))
        context["by_name"] = [{"person": person, "place": places.get(person.code)} for person in by_name]
    return context


@evening_paper("desk/payments.html")
def payments(request: HttpRequest, evening: Evening) -> Shown:
    if not public.is_paid(evening):
        raise Http404
    paid = payments_by_name(public.ResultsShown(evening).payments(), desk.names(evening))
    return {"payments": paid}


LINES: Final = {1: 20, 2: 8, 4: 8}
"""How many lines a slip has at least, by slips on a sheet: where fewer hands are planned the last have no number."""
ALL, BLANK = "all", "blank"


def slips_drawn(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """The slips of `?round=`: a number, `all` or `blank`; without it those of the round that matters now."""
    schedule = told_at_the_desk(evening)
    plan, names = schedule.plan, schedule.names
    known = {round_.number: round_.seating for round_ in schedule.rounds}
    rounds = range(1, max(plan.rounds, *known) + 1) if known else range(0)
    choice, number = _requested_slips(request, evening, rounds)
    links, hidden_tables = table_links(request, evening)
    tables = [*links, *hidden_tables]
    each = each_sheet(request)
    slips = []
    # None stands for any round.
    one_sheet: Iterable[int | None] = [None] if choice == BLANK else [number]
    for round_ in rounds if choice == ALL or not rounds else one_sheet:
        round_seating = known.get(round_ or 0)
        for table in round_seating.numbers if round_seating else sorted(tables):
            people = [names[code] for code in round_seating.tables[table - 1]] if round_seating else []
            seats = len(people) or _seats(table, known.values(), plan)
            lines = _lines(plan.most_hands(seats), LINES[each])
            slips.append(
                {
                    "table": table,
                    "round": round_,  # None for any
                    "sides": _sides(plan, people, seats),
                    "lines": lines,
                    "opens": links.get(table),
                }
            )
    return {
        "slips": slips,
        "rounds": rounds,
        "asked": choice or number,
        "others": f"&round={choice or number}",
        "each": each,
        "choices": EACH,
        "is_won": plan.keeping.is_won,
        "kept": hidden_tables,
        "here_only": here_only(links),
    }


def _requested_slips(request: HttpRequest, evening: Evening, rounds: range) -> tuple[str, int]:
    choice = query_params.text(request, "round")
    number = query_params.whole_number(request, "round", lowest=1, highest=len(rounds))
    return choice if choice in (ALL, BLANK) else "", number or min(seating.shown_round(evening), len(rounds))


def _seats(table: int, known: Iterable[Seating], plan: Plan) -> int:
    # Where nobody is known yet: as many as in the last round known, else the most.
    sizes = [len(seating.tables[table - 1]) for seating in known if seating.has_table(table)]
    return sizes[-1] if sizes else max(plan.tables.allowed)


def _sides(plan: Plan, people: Sequence[str], seats: int) -> list[dict[str, Any]]:
    if plan.keeping.by_seat:
        return [{"seat": seat + 1, "names": people[seat : seat + 1]} for seat in range(seats)]
    return [{"couple": couple, "names": people[place::2]} for place, couple in enumerate("AB")]


def _lines(hands: int | None, least: int) -> list[int | str]:
    # Where nobody has said how many hands are played, as many as there is room for.
    return [*range(1, (hands or least) + 1), *[""] * (least - (hands or least))]


def all_drawn(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """What an evening begins with, or goes on with: lists, cards and slips of the round that matters now, tickets."""
    drawings = (seating_listed, cards_drawn, slips_drawn, tickets_drawn)
    return {name: part for draw in drawings for name, part in draw(request, evening).items()}


tickets = evening_paper("desk/tickets.html")(tickets_drawn)
cards = evening_paper("desk/cards.html")(cards_drawn)
seating_list = evening_paper("desk/seating_list.html")(seating_listed)
show_blank_slips = evening_paper("desk/blank_slips.html")(slips_drawn)
print_all = evening_paper("desk/print_all.html")(all_drawn)


FEW_TABLES = 6
"""So many tables fit on a sheet beside each other with names in them; more have the numbers of the tickets."""


def _by_number(found: schedules.EveningRounds) -> tuple[list[str], list[Seating]]:
    # Those who are named, and their rounds by number, 1 whoever has the lowest ticket.
    seatings = found.seatings()
    named = {code for seating in seatings for code in seating.players()}
    if not named:
        raise Http404
    order = [ticket.code for ticket in found.tickets if ticket.code in named]
    numbers = {code: str(number) for number, code in enumerate(order, start=1)}
    return order, [seating.renamed(numbers) for seating in seatings]


def _download(evening: Evening, text: str, ending: str, kind: str) -> HttpResponse:
    return file_of(f"{evening.club.slug}-{evening.slug}-movement.{ending}", text, f"{kind}; charset=utf-8")


@evening_read()
def to_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All rounds as CSV; players are numbers, 1 whoever has the lowest ticket."""
    return _download(evening, as_csv(_by_number(told_at_the_desk(evening))[1]), "csv", "text/csv")


@evening_read()
def to_text(request: HttpRequest, evening: Evening) -> HttpResponse:
    schedule = told_at_the_desk(evening)
    order, seatings = _by_number(schedule)
    names = schedule.names
    key = "".join(f"# {number} {names[code]}\n" for number, code in enumerate(order, start=1))
    return _download(evening, key + as_text(seatings), "txt", "text/plain")


@evening_paper("desk/movement_sheet.html")
def movement(request: HttpRequest, evening: Evening) -> Shown:
    schedule = told_at_the_desk(evening)
    certificate = schedules.certificate_of(schedule)
    called = {ticket.code: str(ticket.number) for ticket in schedule.tickets}
    seatings = [seating.renamed(called) for seating in schedule.seatings()]
    is_large = any(len(seating.tables) > FEW_TABLES for seating in seatings)
    names = schedule.names
    return {
        "grid": movement_words.grid(schedule),
        "by_number": movement_words.by_number(seatings) if is_large else None,
        "people": [(ticket.number, names[ticket.code]) for ticket in schedule.tickets],
        "lines": movement_words.lines(certificate) if certificate else [],
        "origin": movement_words.origin(schedule),
    }


@evening_paper("desk/guide_cards.html")
def guides(request: HttpRequest, evening: Evening) -> Shown:
    schedule = told_at_the_desk(evening)
    names, brief = schedule.names, movement_words.short(schedule)
    cards: list[dict[str, Any]] = [
        {
            "number": ticket.number,
            "name": names[ticket.code],
            "stock": stock_of(ticket.colour, schedule.plan.colours),
            "places": schedules.own_places(schedule, ticket.code, brief),
        }
        for ticket in schedule.tickets
        if ticket.left_in is None
    ]
    return {
        "cards": cards if schedule.rounds else [],
        "partnership": schedule.plan.tables.partnership,
    }


@evening_read(template="desk/certificate.html")
def certificate(request: HttpRequest, evening: Evening) -> Shown:
    schedule = told_at_the_desk(evening)
    counted = schedules.certificate_of(schedule)
    return {**(movement_words.page(schedule, counted) if counted else {})}


@evening_read()
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    return as_file(evening, or_404(schedules.certificate_of(told_at_the_desk(evening))))
