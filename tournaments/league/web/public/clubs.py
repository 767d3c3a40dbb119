"""Clubs and their people in public: the front doors of server, club and federation, results, ratings, each person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Context, Library
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games.catalogue import GAMES, game_of
from games.definition import Game
from tournaments.club.reads import members
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import game_names, game_once_played
from tournaments.club.roles import Part
from tournaments.club.web.pages import address_for_visitors, public_club, render_for
from tournaments.evening.reads import facts, public
from tournaments.evening.web.public.caching import asked_about, kept_for_visitors, tagged
from tournaments.evening.web.standings_lines import in_couples, lines
from tournaments.evening.web.table.hands import stored_slip
from tournaments.evening.web.words import prizes_in_words
from tournaments.league.reads import persons, players, season_views, seasons
from tournaments.league.reads.persons import Called
from tournaments.league.reads.players import Club, Person
from tournaments.league.reads.ratings import Whose, games_rated, people_rated, ratings_at
from tournaments.league.web.public.charts import Amount, Bars, bars, curve, form
from tournaments.movement.seating import couple_of
from tournaments.ranking import people
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.people import Counting, GamesTally, PlayedGame
from tournaments.ranking.ratings import HandicapRule, Rating, handicap_in_words
from tournaments.ranking.series import units
from tournaments.ranking.tie_breaks import half_games
from tournaments.signup.announcements import today_at
from tournaments.signup.lists import coming_for
from tournaments.site.web import query_params
from tournaments.site.web.pages import Card, for_others, isolate, now, or_404, picture_of, share, translate

RATED_ON_A_PAGE = 100
CLUBS_ON_A_PAGE = 50
RESULTS_ON_A_PAGE = 25


def _rated(whose: Whose) -> list[Game]:
    own = partial(game_once_played, whose) if isinstance(whose, Club) else GAMES.get
    return [game for slug in games_rated(whose) if (game := own(slug))]


@require_safe
def federation(request: HttpRequest, federation: str) -> HttpResponse:
    row = get_object_or_404(seasons.public_federations(), slug=federation)
    clubs, visitor = seasons.clubs_of(row), visitor_of(request)
    context = {
        "federation": row,
        "clubs": clubs,
        "leagues": seasons.shared_leagues(clubs, visitor),
        "games": _rated(row),
        "front": seasons.front(clubs, visitor, seasons.shared_seasons(clubs, visitor), at=now()),
    }
    return tagged(request, render(request, "public/federation.html", context))


@require_safe
def federation_ratings(request: HttpRequest, federation: str, game: str) -> HttpResponse:
    row = get_object_or_404(seasons.public_federations(), slug=federation)
    if game not in GAMES:
        raise Http404
    page = query_params.page_of(request, people_rated(row, game, visitor_of(request)), RATED_ON_A_PAGE)
    context = {
        "federation": row,
        "game": GAMES[game],
        "games": _rated(row),
        "page": page,
        "rated": page,
        "start": Rating(),
    }
    return tagged(request, render(request, "league/federation_ratings.html", context))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    page = query_params.page_of(request, public.clubs(), CLUBS_ON_A_PAGE)
    if page.paginator.count == 1:
        return redirect("web:club", page[0].slug)
    visitor, at = visitor_of(request), now()
    whose = None, visitor, seasons.public_seasons(visitor)

    def make() -> HttpResponse:
        front = seasons.front(*whose, at=at)
        return render(request, "public/home.html", {"page": page, "front": front})

    return kept_for_visitors(request, lambda: seasons.ground_of_front(*whose, at=at), make)


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club)
    visitor, at = visitor_of(request), now()
    whose = [row], visitor, seasons.public_seasons_of(row, visitor)
    federation, keys = seasons.federation_of(row), list(row.keys.all())

    def make() -> HttpResponse:
        front = seasons.front(*whose, at=at)
        context = {
            "front": front,
            "rated": games_rated(row)[:1],
            "federation": federation,
            "keys": keys,
            "feed": address_for_visitors(request, row, Part.RESULTS, "results-feed"),
            "share": share(request, title=row.name, text=" · ".join(_in_short(row, front))),
        }
        return render_for(request, row, "public/club.html", context)

    def ground() -> tuple[object, ...]:
        return (
            *(row.pk, federation and (federation.slug, federation.name), players.ground_of_evenings(row)),
            *(*(key.pk for key in keys), *row.nights.values_list()),
            seasons.ground_of_front(*whose, at=at),
        )

    return kept_for_visitors(request, ground, make)


def _in_short(club: Club, front: seasons.Front) -> Iterator[str]:
    # Where it plays, what comes next, who won last.
    if club.place:
        yield club.place
    for coming in front.coming[:1]:
        yield f"{coming.evening.name}, {date_format(coming.evening.date, 'DATE_FORMAT')}"
    for result in front.results[:1]:
        yield f"{result.evening.name}: {result.winner}" if result.winner else result.evening.name


MOST_LINES = 10


@require_safe
def sheet(request: HttpRequest, club: str) -> HttpResponse:
    """The club on one page, to print, for its newsletter: the last result, the tables, the next evenings."""
    row = public_club(request, club)
    visitor = visitor_of(request)
    front = seasons.front([row], visitor, seasons.public_seasons_of(row, visitor), at=now())
    evening = front.results[0].evening if front.results else None
    context = {
        "front": front,
        "last": evening,
        **(_result_of(evening) if evening else {}),
        "today": today_at(row, now()),
        "address": for_others(request, reverse("web:coming", args=[row.slug])).partition("://")[2],
    }
    return tagged(request, render_for(request, row, "public/sheet.html", context))


def _result_of(evening: players.Evening) -> dict[str, Any]:
    plan, names, result = facts.plan_of(evening), public.people(evening), public.results_shown(evening)
    return {
        "plan": plan,
        "lines": in_couples(evening, lines(result.standings(), names, counts=plan.counts))[:MOST_LINES],
        "prizes": prizes_in_words(result.prizes(), names),
    }


@require_safe
def results(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club, Part.RESULTS)
    page = query_params.page_of(request, seasons.results_of([row], visitor_of(request)), RESULTS_ON_A_PAGE)
    context = {"page": page, "results": seasons.with_winners(list(page.object_list))}
    return tagged(request, render_for(request, row, "public/results.html", context))


@require_safe
def leagues(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club, Part.SEASONS)
    leagues_here = season_views.public_leagues_at(row, visitor_of(request))
    return tagged(request, render_for(request, row, "league/leagues.html", {"leagues": leagues_here}))


@require_safe
def ratings(request: HttpRequest, club: str, game: str) -> HttpResponse:
    row = public_club(request, club, Part.PLAYERS)
    context = {
        "game": or_404(game_once_played(row, game)),
        "games": _rated(row),
        "rated": ratings_at(row, game),
        "start": Rating(),
        "handicap": [translate(sentence) for sentence in handicap_in_words(HandicapRule())],
    }
    return tagged(request, render_for(request, row, "league/ratings.html", context))


ORDERS = {
    "name": gettext_lazy("By name"),
    "evenings": gettext_lazy("Most evenings"),
    "last": gettext_lazy("Last seen"),
}
LONGEST_SEARCH = 80


@require_safe
def everybody(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club, Part.PLAYERS)
    search = query_params.text(request, "q", longest=LONGEST_SEARCH)
    order = query_params.text(request, "by")
    order = order if order in ORDERS else "name"
    context = {
        "people": players.listed(row, search=search, order=order),
        "search": search,
        "order": order,
        "orders": ORDERS.items(),
        "rated": _rated(row),
    }
    return tagged(request, render_for(request, row, "league/players.html", context))


SHOWN = 10
"""So many evenings, partners and opponents stand on the page at once; the others behind a fold."""
FEWEST_FOR_FORM = 2
BY_POINTS = ".points"


def folded(lines: Sequence[Any]) -> dict[str, Any]:
    return {"first": lines[:SHOWN], "rest": lines[SHOWN:], "count": len(lines)}


@require_safe
def player_by_number(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Redirect the address that a person's page once had; nobody is named who has not played.

    Whoever withholds their name has their page there.
    """
    row = public_club(request, club, Part.PLAYERS)
    person = players.person(row, pk)
    if person is None:
        raise Http404
    if person.player.public_name:
        return player(request, club, str(pk))
    _must_have_played(person)
    return redirect("web:player", row.slug, person.player.slug)


def _at(request: HttpRequest, club: str, address: str) -> tuple[Club, Person]:
    # The address may be a former one, or that of somebody who is read as this person.
    row = public_club(request, club, Part.PLAYERS)
    player = members.at_address(club, address)
    person = None if player is None else players.person(row, player.pk)
    # No name, as that of somebody listed twice, leads to the page of whoever withholds theirs.
    if person is None or (person.player.public_name and person.player.slug != address):
        raise Http404
    return row, person


def _must_have_played(person: Person) -> None:
    if not players.has_played(person):
        raise Http404


@require_safe
def picture(request: HttpRequest, club: str, address: str) -> HttpResponse:
    row, person = _at(request, club, address)
    _must_have_played(person)
    if person.player.slug != address:
        return redirect("web:player-picture", row.slug, person.player.slug)
    attendance = players.attendance_of(person)
    latest = players.evenings_of(person, attendance[0].date.year) if attendance else []
    first, *more = _summary(attendance, players.games_of(person, latest)) or [""]
    card = Card(
        over=row.name,
        title=person.player.name,
        main=more[0] if more else first,
        more=" · ".join([first, *more[1:]]) if more else "",
        foot="Head Table",
        mark=members.logo_picture(row),
    )
    return tagged(request, picture_of(card))


@require_safe
def photo(request: HttpRequest, club: str, address: str) -> HttpResponse:
    """The photo of a person who has agreed to it, checked at each request: deleted, it is gone at once.

    Whoever has no page yet is shown to officers, and to whoever has claimed to be them.
    """
    row, person = _at(request, club, address)
    who, user = person.player, request.user
    is_own = user.is_authenticated and who.account_id == user.pk
    if not is_own and row.pk not in visitor_of(request).officer_in:
        _must_have_played(person)
    content = members.picture_of(who)
    if not content or (who.public_name and not is_own):
        raise Http404
    answer = HttpResponse(content, content_type="image/png", headers={"Cache-Control": "no-cache"})
    return tagged(request, answer)


@require_safe
def player(request: HttpRequest, club: str, address: str) -> HttpResponse:
    """A person's page: seasons, the evenings of one year, and game by game partners, opponents, seats and results.

    Their former addresses redirect to it, and so do those of players who are read as them.
    """
    row, person = _at(request, club, address)
    _must_have_played(person)
    if person.player.slug != address:
        return redirect("web:player", row.slug, person.player.slug)
    make = partial(_page_of, request, row, person)
    if person.player.public_name:
        return asked_about(request, make())
    return kept_for_visitors(request, partial(players.ground_of, person), make)


def _page_of(request: HttpRequest, row: Club, person: Person) -> HttpResponse:
    attendance = players.attendance_of(person)
    years = sorted({entry.date.year for entry in attendance}, reverse=True)
    number = query_params.whole_number(request, "year", digits=4)
    year = number if number in years else next(iter(years), None)
    evenings = players.evenings_of(person, year)
    games = players.games_of(person, evenings)
    latest = games
    if years and year != years[0]:
        latest = players.games_of(person, players.evenings_of(person, years[0]))
    summary = _summary(attendance, latest)
    context = {
        "person": person,
        "evenings": folded([(evening, half_games(evening.line.won_halves)) for evening in evenings]),
        "first_seen": attendance[-1].date if attendance else None,
        "last_seen": attendance[0].date if attendance else None,
        "years": years,
        "year": year,
        "corrected": players.corrected_of(person),
        "photo": None if person.player.public_name else members.photo_of(person.player),
        "came": people.came_in_a_row(players.evenings_in_order(row), [entry.evening for entry in attendance]),
        "summary": summary,
        "share": share(
            request,
            title=f"{isolate(person.player.name)} · {row.name}",
            text=" · ".join(summary),
            picture=reverse("web:player-picture", args=[row.slug, person.player.slug]),
        ),
        "form": _form(attendance),
        "seasons": _seasons(person),
        **_games(person, games, evenings, year, query_params.text(request, "game")),
    }
    return render_for(request, row, "league/player.html", context)


def _summary(attendance: Sequence[players.Attendance], games: Sequence[PlayedGame]) -> list[str]:
    # One query, where they have had a partner.
    if not attendance:
        return []
    count, best = len(attendance), min(entry.place for entry in attendance)
    won = sum(entry.place == 1 for entry in attendance)
    phrases = [ngettext("%(count)s evening", "%(count)s evenings", count) % {"count": count}]
    if won:
        phrases.append(ngettext("%(count)s evening won", "%(count)s evenings won", won) % {"count": won})
    else:
        phrases.append(_("best place %(place)s") % {"place": best})
    partner = next(iter(people.by_partner(games)), None)
    name = persons.names_of([partner]).get(partner) if partner else None
    if name:
        is_lately = attendance[0].date.year != attendance[-1].date.year
        text = _("lately most often with %(name)s") if is_lately else _("most often with %(name)s")
        phrases.append(text % {"name": isolate(name)})
    return phrases


def _form(attendance: Sequence[players.Attendance]) -> dict[str, Any] | None:
    last = list(attendance[:SHOWN])[::-1]
    if len(last) < FEWEST_FOR_FORM:
        return None
    keys = [entry.evening for entry in last]
    count, evenings = players.players_at(keys), players.evenings_at(keys)
    rows: list[dict[str, Any]] = [
        {"evening": evenings[entry.evening], "place": entry.place, "among": count[entry.evening]}
        for entry in last
    ]
    return {"chart": form([(row["place"], row["among"]) for row in rows]), "rows": rows}


def _seasons(person: Person) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for line in players.season_lines(person):
        points = units.points_text(line.total, line.season.rules.get("unit", 1))
        rows.append({"one": line, "points": points, "played": line.attended})
    for place in players.fixture_places(person):
        points = "" if place.match_points is None else tie_break_text("match_points", place.match_points)
        remarks = _remarks(place, person)
        rows.append({"one": place, "points": points, "played": place.played, "beside": remarks})
    return sorted(rows, key=lambda row: (row["one"].season.starts, row["one"].season.pk), reverse=True)


register = Library()


@register.simple_tag(takes_context=True)
def own_page(context: Context, who: players.Player) -> dict[str, Any]:
    """What stands on a page of somebody's own: evenings to come, and how they have done and stand."""
    club, visitor = who.club, visitor_of(context["request"])
    person = or_404(players.person(club, who.pk))
    latest = {point.game: point.rating for point in players.ratings_of(person)}
    names = game_names(club, latest)
    under_way = [
        row
        for row in _seasons(person)
        if row["one"].season.stage == row["one"].season.Stage.OPEN
        and visitor.sees(Part.SEASONS, row["one"].season.league.club)
    ]
    return {
        "coming": coming_for(who, visitor, now()),
        "form": _form(players.attendance_of(person)),
        "ratings": [(names[game], game, rating) for game, rating in latest.items()],
        "seasons": [{**row, **_needed(row["one"])} for row in under_way],
    }


def _needed(one: players.SeasonLine | players.FixturePlace) -> dict[str, str]:
    # By how many points somebody is behind the one above them, in a season of evenings.
    if isinstance(one, players.FixturePlace) or (above := players.line_above(one)) is None:
        return {}
    behind = units.points_text(above.total - one.total, one.season.rules.get("unit", 1))
    return {"behind": behind, "above": above.player.public_name or above.player.name}


def _remarks(one: players.FixturePlace, person: Person) -> str:
    entered_as = one.name if one.name != person.player.name else ""
    states = {"withdrawn": _("withdrawn"), "won": _("won it"), "in": _("still in it"), "out": _("out")}
    return " · ".join(filter(None, (one.division, entered_as, states.get(one.state))))


def _games(
    person: Person,
    games: Sequence[PlayedGame],
    evenings: Iterable[players.EveningPlayed],
    year: int | None,
    wanted: str,
) -> dict[str, Any]:
    accounts = people.by_account(games)
    if not accounts:
        return {"accounts": [], "account": None}
    slugs = [slug for slug, _ in accounts]
    keys = {_key(*account, alone=slugs.count(account[0]) == 1): account for account in accounts}
    key = wanted if wanted in keys else next(iter(keys))
    names = game_names(person.player.club, slugs)
    accounts_by_key = {
        each: {"key": each, "label": _label(names[account[0]], each), "count": len(accounts[account])}
        for each, account in keys.items()
    }
    current = keys[key]
    known = [entry.evening for entry in evenings]
    return {
        "accounts": list(accounts_by_key.values()),
        "account": {
            "key": key,
            "label": accounts_by_key[key]["label"],
            **_account(current, accounts[current]),
            "hands": [_hand(best) for best in players.best_hands(accounts[current], known)],
            "rating": _rating(
                [point for point in players.ratings_of(person, year) if point.game == current[0]]
            ),
        },
    }


def _key(slug: str, counting: Counting, *, alone: bool) -> str:
    return slug if alone or counting == "games" else f"{slug}{BY_POINTS}"


def _label(name: str, key: str) -> str:
    return _("%(game)s, by points") % {"game": name} if key.endswith(BY_POINTS) else name


def _account(account: tuple[str, Counting], games: Sequence[PlayedGame]) -> dict[str, Any]:
    by_points = account[1] == "points"
    partners, opponents = people.by_partner(games), people.by_opponent(games)
    names = persons.called({*partners, *opponents})
    tables, seats = people.by_table(games), people.by_seat(games)
    return {
        "by_points": by_points,
        "total": people.total(games),
        "average": _average(people.total(games)),
        "streak": people.won_in_a_row(games),
        "partners": folded(_people(partners, names)),
        "opponents": folded(_people(opponents, names)),
        "tables": _places(tables, by_points=by_points, called=_("Table %(number)s")),
        "seats": _places(seats, by_points=by_points, called=_("Seat %(number)s")),
    }


def _people(tallies: Mapping[str, GamesTally], names: Mapping[str, Called]) -> list[dict[str, Any]]:
    return [
        {"who": names[who], "tally": tally, "average": _average(tally)}
        for who, tally in tallies.items()
        if who in names
    ]


def _average(tally: GamesTally) -> str:
    return number_format(_points_a_game(tally), 1).replace("-", "−")


def _points_a_game(tally: GamesTally) -> Decimal:
    return (Decimal(tally.points) / max(tally.games, 1)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def _places(tallies: Mapping[int, GamesTally], *, by_points: bool, called: str) -> dict[str, Any]:
    rows = [
        {"label": called % {"number": number}, "tally": tally, "average": _average(tally)}
        for number, tally in tallies.items()
    ]
    chart: Bars = bars(
        Amount(str(row["label"]), float(_points_a_game(tally)), str(row["average"]))
        if by_points
        else Amount(
            str(row["label"]),
            tally.won,
            _("%(won)s of %(games)s") % {"won": tally.won, "games": tally.games},
            tally.games,
        )
        for row, tally in zip(rows, tallies.values(), strict=True)
    )
    return {"chart": chart, "rows": rows}


def _hand(best: players.BestHand) -> dict[str, Any]:
    plan = best.evening.plan
    game = game_of(plan["game"], plan.get("edition", ""))
    slip = stored_slip(best.hand, game) if game else None
    return {"best": best, "couple": "" if best.hand.seat_points else couple_of(best.seat), "slip": slip}


def _rating(rated: Sequence[players.Rated]) -> dict[str, Any] | None:
    if not rated:
        return None
    return {
        "now": rated[-1].rating,
        "chart": curve([(point.date, point.rating) for point in rated]),
        "rows": folded(list(reversed(rated))),
    }
