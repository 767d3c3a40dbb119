"""The pages of a season, for the public and for the secretary: which there are, and rendering one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from tournaments.club.web.pages import render_for
from tournaments.league.reads.seasons import Season
from tournaments.site.web.pages import Share, share

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
        ("desk-season-adjust", _("Bonuses and lots")),
        ("desk-season-rules", _("Rules")),
    ),
    "fixtures": (
        ("desk-season", _("Overview")),
        ("desk-season-entrants", _("Entrants")),
        ("desk-season-fixtures", _("Fixtures")),
        ("desk-season-adjust", _("Points off")),
        ("desk-season-end", _("Lots and end")),
        ("desk-season-rules", _("Rules")),
    ),
}


@dataclass(frozen=True, slots=True)
class SeasonPage:
    url: str
    label: str


def _pages(season: Season, pages: Pages) -> list[SeasonPage]:
    where = (season.league.club.slug, season.league.slug, season.slug)
    return [SeasonPage(reverse(f"web:{name}", args=where), _called(words)) for name, words in pages]


def _called(words: str) -> str:
    # The table of places is no table in the room: other languages have two words.
    return pgettext("of places", "Table") if words == "Table" else gettext(words)


def render_season(
    request: HttpRequest, season: Season, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    pages = _pages(season, PUBLIC[season.kind])
    context = {"season": season, "season_pages": pages, **context}
    if request.path == pages[0].url:
        context["share"] = _shared(request, season)
    return render_for(request, season.league.club, template, context, status=status)


def _shared(request: HttpRequest, season: Season) -> Share:
    club = season.league.club
    words = gettext("%(league)s, %(season)s: the table and why everybody has their place.")
    return share(
        request,
        title=f"{season.league.name}, {season.name} · {club.name}",
        text=words % {"league": season.league.name, "season": season.name},
        picture=reverse("web:season-picture", args=[club.slug, season.league.slug, season.slug]),
    )


def render_desk_season(
    request: HttpRequest, season: Season, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    pages = _pages(season, DESK[season.kind])
    shared = {"club": season.league.club, "season": season, "season_pages": pages}
    return render(request, template, {**shared, **context}, status=status)
