"""What other sites and programs show of a club: a feed, a map, what search engines may look at, pages for frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps
from typing import Any, Final, NamedTuple

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Audience, Part
from tournaments.club.web.pages import Shown, address_for_visitors, public_club, render_for
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.public.caching import evening_page, tagged
from tournaments.evening.web.standings_lines import in_couples, lines
from tournaments.league.reads import seasons
from tournaments.site.web.pages import for_others, now

IN_A_FEED: Final = 20
IN_A_MAP: Final = 2_000
"""Evenings, the latest first."""
NOT_FOR_ENGINES: Final = ("/admin/", "/api/", "/desk/", "/door/", "/my-place/", "/p/", "/sign-in/", "/t/")


@require_safe
def results(request: HttpRequest, club: str) -> HttpResponse:
    """The latest published evenings of a club, as Atom."""
    row = public_club(request, club, Part.RESULTS)
    evenings = seasons.results_of([row], visitor_of(request)).filter(published_at__isnull=False)
    pages = [address_for_visitors(request, row, Part.RESULTS, name) for name in ("results", "results-feed")]
    feed = Atom1Feed(row.name, pages[0], "", language=get_language(), feed_url=pages[1])
    for line in seasons.with_winners(list(evenings[:IN_A_FEED])):
        evening = line.evening
        page = address_for_visitors(request, row, Part.RESULTS, "evening", evening.slug)
        feed.add_item(
            f"{evening.name}, {date_format(evening.date, 'DATE_FORMAT')}",
            page,
            _("%(label)s: %(text)s") % {"label": _("First place"), "text": line.winner or "–"},
            pubdate=evening.published_at,
            unique_id=page,
        )
    return tagged(request, HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type))


class MappedPage(NamedTuple):
    path: str
    changed_at: datetime | None = None


class ClubPages(Sitemap):  # type: ignore[type-arg]
    def __init__(self, pages: list[MappedPage]) -> None:
        self.pages = pages

    def items(self) -> Iterable[MappedPage]:
        return self.pages

    def location(self, item: MappedPage) -> str:
        return item.path

    def lastmod(self, item: MappedPage) -> datetime | None:
        return item.changed_at


@require_safe
def club_map(request: HttpRequest, club: str) -> HttpResponse:
    """The pages of a club that everybody sees, as search engines take them."""
    row, visitor = public_club(request, club), visitor_of(request)
    parts = (("results", Part.RESULTS), ("coming", Part.COMING), ("leagues", Part.SEASONS))
    names = ("club", *(name for name, part in parts if visitor.sees(part, row)))
    pages = [MappedPage(reverse(f"web:{name}", args=[row.slug])) for name in names]
    evenings = seasons.results_of([row], visitor).filter(published_at__isnull=False)
    for slug, published_at in evenings.values_list("slug", "published_at")[:IN_A_MAP]:
        for name in ("evening", "evening-report"):
            pages.append(MappedPage(reverse(f"web:{name}", args=[row.slug, slug]), published_at))
    answer = sitemap(request, {"club": ClubPages(pages)})
    return tagged(request, answer.render())


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read, and where the maps of the clubs are that show everybody their results."""
    clubs = public.clubs().filter(is_demo=False, results_for=Audience.EVERYBODY)
    maps = (reverse("web:club-map", args=[slug]) for slug in clubs.values_list("slug", flat=True))
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ENGINES)]
    lines += [f"Sitemap: {for_others(request, path)}" for path in maps]
    return tagged(request, HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8"))


EMBED: Final = "public/embed.html"


def may_be_framed(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
    """Let any site frame what a view shows to everybody: who looks, and what their browser keeps, is not asked."""

    @wraps(view)
    def frame(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = AnonymousUser()
        request.COOKIES.clear()
        request.META.update(QUERY_STRING="")
        translation.activate(translation.get_language_from_request(request))
        return view(request, *args, **kwargs)

    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(frame))


def _evening_frame(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    names, standings = public.people(evening), public.results_shown(evening).standings()
    return {"lines": in_couples(evening, lines(standings, names, counts=facts.plan_of(evening).counts))}


evening_frame = may_be_framed(evening_page(EMBED)(_evening_frame))


@may_be_framed
@evening_page(EMBED)
def live_evening_frame(request: HttpRequest, evening: Evening) -> Shown:
    """The same with the scripts that follow the evening."""
    return {**_evening_frame(request, evening), "follows": True}


@may_be_framed
@require_safe
def club_frame(request: HttpRequest, club: str) -> HttpResponse:
    row, visitor = public_club(request, club), visitor_of(request)
    front = seasons.front([row], visitor, seasons.public_seasons_of(row, visitor), at=now())
    return tagged(request, render_for(request, row, EMBED, {"front": front}))
