"""Pages that a browser keeps and asks about: unchanged as long as the evening and the program are.

What anybody sees who has not signed in is made once, and then answered from memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import LINKS, visitor_of
from tournaments.club.reads.members import logo_picture
from tournaments.club.web.pages import speak
from tournaments.evening.reads import access, facts, public
from tournaments.evening.reads.public import Evening, visible_results
from tournaments.evening.web.public.words import StandingsLine, lines
from tournaments.site.web.pages import Card, Kept, Share, isolated, picture_of, share
from tournaments.site.web.words import in_our_words

P = ParamSpec("P")
T = TypeVar("T")
TEMPLATES = settings.BASE_DIR / "templates"
PERSONAL: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages", LINKS})
"""Cookies of whoever may see more on a page than anybody does."""
PAGES: Final = Kept[tuple[bytes, dict[str, str]]]()


def evening_page(
    view: Callable[Concatenate[HttpRequest, Evening, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a public page of an evening, which is only read: the view gets the evening, or the visitor a 404.

    The answer bears an ETag made of the evening's version, the reader's language, account and links, and
    the program's own pages; a browser that has this very page is told so without the page being made.
    """

    @wraps(view)
    def page(
        request: HttpRequest, club: str, evening: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        visitor = visitor_of(request)
        version = access.public_version(visitor, club, evening)
        if version is None:
            raise Http404
        speak(request, version.language)

        def make() -> HttpResponse:
            row = get_object_or_404(access.public_evenings(visitor), pk=version.pk)
            return view(request, row, *args, **kwargs)

        return answered(request, etag_of(request, version), make)

    return require_safe(page)


def answered(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page, or 304 without making it where the browser has this very one."""
    answer = None if settings.DEBUG else get_conditional_response(request, etag=etag)
    return asked_about(_kept_or_made(request, etag, make) if answer is None else answer, etag)


def _kept_or_made(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    # From memory where somebody has seen the very same; whoever has signed in gets their own.
    if settings.DEBUG or request.COOKIES.keys() & PERSONAL:
        return make()
    key = (etag, request.build_absolute_uri(), "HX-Request" in request.headers)
    entry = PAGES.get(key)
    if entry is not None:
        content, headers = entry
        return HttpResponse(content, headers=headers)
    page = make()
    if page.status_code == HTTPStatus.OK and not page.streaming and not page.cookies:
        PAGES.put(key, (page.content, dict(page.headers)), len(page.content))
    return page


def tagged(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    """A page that has been made, or 304 where the browser has this very one."""
    if page.status_code != 200:
        return page
    etag = etag_of(request, (page.content,))
    answer = None if settings.DEBUG else get_conditional_response(request, etag=etag)
    return asked_about(page if answer is None else answer, etag)


def asked_about(answer: HttpResponse, etag: str = "") -> HttpResponse:
    """Keep browsers from using the answer again unasked; with an ETag they only ask whether it changed."""
    if etag and answer.status_code in (200, 304):
        answer.headers.setdefault("ETag", etag)
    patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


def etag_of(request: HttpRequest, ground: tuple[object, ...]) -> str:
    """The ETag of a page, from `ground`, the reader's language, account and links, and `edition`."""
    # Whoever has no session is nobody, which need not be looked up.
    reader = request.user.pk if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    parts = (*ground, translation.get_language(), reader, request.COOKIES.get(LINKS, ""), edition())
    return f'W/"{hashlib.sha256(str(parts).encode()).hexdigest()[:24]}"'


@lru_cache(maxsize=1)
def edition() -> str:
    """A hash of the program's templates and static files."""
    digest = hashlib.sha256(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for page in sorted(TEMPLATES.rglob("*.html")):
        digest.update(page.read_bytes())
    return digest.hexdigest()


def or_404(found: T | None) -> T:
    if found is None:
        raise Http404
    return found


# --- An evening as it is shared: in a sentence, and as a picture --------------------------------------

MOST_WINNERS = 3
"""So many who share the first place are named."""


def shared(request: HttpRequest, evening: Evening, standings: Sequence[StandingsLine]) -> Share:
    return share(
        request,
        title=f"{evening.name} · {evening.club.name}",
        text=_text(evening, _winners(evening, standings)),
        picture=reverse("web:evening-picture", args=[evening.club.slug, evening.slug]),
    )


@evening_page
def picture(request: HttpRequest, evening: Evening) -> HttpResponse:
    names = public.people(evening)
    winners = _winners(evening, lines(public.results_shown(evening).standings(), names))
    game = in_our_words(facts.game_of(evening).name)
    count = facts.players_count(evening)
    first = ngettext("First of %(count)s player", "First of %(count)s players", count)
    among = ngettext("%(count)s player", "%(count)s players", count)
    counted = (first if winners else among) % {"count": count}
    return picture_of(
        Card(
            over=f"{evening.club.name} · {date_format(evening.date, 'DATE_FORMAT')}",
            title=evening.name,
            main=_named(winners),
            more=f"{counted} · {game}",
            foot="Head Table",
            mark=logo_picture(evening.club),
        )
    )


def _winners(evening: Evening, standings: Sequence[StandingsLine]) -> list[str]:
    is_told = evening.status in public.OVER and visible_results(evening).prizes
    return [line.name for line in standings if is_told and line.place == 1 and line.played]


def _named(winners: Sequence[str]) -> str:
    return ", ".join(winners[:MOST_WINNERS]) + (" …" if len(winners) > MOST_WINNERS else "")


def _text(evening: Evening, winners: Sequence[str]) -> str:
    if not winners:
        day, game = date_format(evening.date, "DATE_FORMAT"), in_our_words(facts.game_of(evening).name)
        words = _("%(game)s on %(day)s: seats, scores and standings.")
        if not visible_results(evening).standings:
            words = _("%(game)s on %(day)s.")
        return words % {"game": game, "day": day}
    words = (
        _("%(names)s has won the evening.") if len(winners) == 1 else _("%(names)s share the first place.")
    )
    return words % {"names": _named([str(name) for name in isolated(list(winners))])}
