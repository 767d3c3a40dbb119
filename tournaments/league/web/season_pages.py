"""The pages of a season, for the public and for the secretary: which there are, and rendering one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import visitor_of
from tournaments.club.web.pages import render_for, speak
from tournaments.evening.web.public.caching import answered, asked_about, etag_of, tagged
from tournaments.league.reads import seasons
from tournaments.league.reads.fixtures import Contest, contest
from tournaments.league.reads.persons import PageGround
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.tables import ground_of, ground_of_rules
from tournaments.site.web.pages import share

Pages = Sequence[tuple[str, str]]
"""Names of addresses with what the pages are called."""

PUBLIC: dict[str, Pages] = {
    "evenings": (
        ("season", _("Table")),
        ("season-evenings", _("Evenings")),
        ("season-what-if", _("What if")),
        ("season-prizes", _("Prizes")),
        ("season-rules", _("Rules")),
        ("season-entries", _("Ledger")),
    ),
    "fixtures": (
        ("season", _("Table")),
        ("season-fixtures", _("Fixtures")),
        ("season-what-if", _("What if")),
        ("season-rules", _("Rules")),
        ("season-entries", _("Ledger")),
    ),
}
DESK: dict[str, Pages] = {
    "evenings": (
        ("desk-season", _("Overview")),
        ("desk-season-evenings", _("Evenings")),
        ("desk-season-people", _("Categories")),
        ("desk-season-adjust", _("Bonuses and draws")),
        ("desk-season-rules", _("Rules")),
    ),
    "fixtures": (
        ("desk-season", _("Overview")),
        ("desk-season-entrants", _("Entrants")),
        ("desk-season-fixtures", _("Fixtures")),
        ("desk-season-adjust", _("Deductions")),
        ("desk-season-end", _("Draws and close")),
        ("desk-season-rules", _("Rules")),
    ),
}


def _pages(season: Season, pages: Pages) -> list[dict[str, str]]:
    where = (season.league.club.slug, season.league.slug, season.slug)
    return [{"url": reverse(f"web:{name}", args=where), "label": _called(words)} for name, words in pages]


def _called(words: str) -> str:
    # The table of places is no table in the room: other languages have two words.
    return pgettext("of places", "Table") if words == "Table" else gettext(words)


def render_season(
    request: HttpRequest, season: Season, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    pages = _pages(season, PUBLIC[season.kind])
    context = {"season": season, "season_pages": pages, **context}
    if request.path == pages[0]["url"]:
        context["share"] = _shared(request, season)
    return render_for(request, season.league.club, template, context, status=status)


def _shared(request: HttpRequest, season: Season) -> dict[str, str]:
    club = season.league.club
    words = gettext("%(league)s, %(season)s: the table and why everybody has their place.")
    return share(
        request,
        title=f"{season.league.name}, {season.name} · {club.name}",
        text=words % {"league": season.league.name, "season": season.name},
        picture=reverse("web:season-picture", args=[club.slug, season.league.slug, season.slug]),
    )


def about_season(season: Season) -> dict[str, Any]:
    pages = _pages(season, DESK[season.kind])
    return {"club": season.league.club, "season": season, "season_pages": pages}


def of_fixtures(season: Season) -> Contest:
    """All there is of a season of fixtures. Raises Http404 where the season is one of evenings."""
    if season.kind != Season.Kind.FIXTURES:
        raise Http404
    return contest(season)


def of_evenings(season: Season) -> None:
    if season.kind != Season.Kind.EVENINGS:
        raise Http404


P = ParamSpec("P")


def public_season(
    view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    @require_safe
    @wraps(view)
    def season_view(
        request: HttpRequest, club: str, league: str, season: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        row = get_object_or_404(
            seasons.at_address(seasons.public_seasons(visitor_of(request)), club, league, season)
        )
        speak(request, row.league.club.language)
        return view(request, row, *args, **kwargs)

    return season_view


View = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def kept_while(ground: Callable[[Season], PageGround | None]) -> Callable[[View[P]], View[P]]:
    """Let a page of a season answer 304, without being made, while its ground is the same.

    Where the ground is unknown, None, the page is made each time.
    """

    def keeping(view: View[P]) -> View[P]:
        @wraps(view)
        def cached_view(
            request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            make = partial(view, request, season, *args, **kwargs)
            rests_on = ground(season)
            if rests_on is None:
                return asked_about(request, make())
            return answered(request, etag_of(request, rests_on), make)

        return cached_view

    return keeping


def kept_as_it_reads(view: View[P]) -> View[P]:
    """Let a page of a season be made each time, and answer 304 to a browser that has the very same.

    For pages that name people and evenings of long ago, whose names may change.
    """

    @wraps(view)
    def tagged_view(
        request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        return tagged(request, view(request, season, *args, **kwargs))

    return tagged_view


rules_kept = kept_while(ground_of_rules)
season_kept = kept_while(ground_of)
