"""Pages that a browser keeps and asks about: unchanged as long as the evening and the program are.

What anybody sees who has not signed in is made once, and then answered from memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import LINKS, visitor_of
from tournaments.club.web.pages import Shown, View, render_for, speak
from tournaments.evening.reads import access, facts, public
from tournaments.evening.round_rules import Status
from tournaments.site.web.pages import Kept

TEMPLATES = settings.BASE_DIR / "templates"
PERSONAL: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages", LINKS})
"""Cookies of whoever may see more on a page than anybody does; `LINKS` stands in queries, too."""
SHARED_SECONDS: Final = 5
"""So long may pass until nobody is shown any more what was withdrawn, corrected or erased."""
PAGES: Final = Kept[tuple[bytes, dict[str, str]]]()


def evening_page(template: str = "", *, to_officers: bool = False) -> Callable[[Callable[..., Shown]], View]:
    """How a public page of an evening is declared: the view gets the evening, or the visitor a 404.

    The template has what its view gives and what every page of an evening shows; `to_officers` the page shows what
    is not public yet. The answer bears an ETag made of the evening's version, the reader's language, account and
    links, and the program's own pages; a browser that has this very page is told so without the page being made.
    """

    def declare(view: Callable[..., Shown]) -> View:
        @wraps(view)
        def page(request: HttpRequest, club: str, evening: str, *args: Any, **kwargs: Any) -> HttpResponse:
            visitor = visitor_of(request)
            version = access.public_version(visitor, club, evening)
            if version is None:
                raise Http404
            speak(request, version.language)

            def make() -> HttpResponse:
                row = get_object_or_404(access.public_evenings(visitor), pk=version.pk)
                if to_officers:
                    row = access.as_officer(request.user, row)
                answer = view(request, row, *args, **kwargs)
                if isinstance(answer, HttpResponse):
                    return answer
                return render_for(request, row.club, template, {**evening_context(row), **answer})

            return answered(request, etag_of(request, version), make)

        return require_safe(page)

    return declare


def evening_context(evening: public.Evening) -> dict[str, Any]:
    return {
        "evening": evening,
        "plan": facts.plan_of(evening),
        "game": facts.game_of(evening),
        "partnership": facts.game_of(evening).partnership,
        "over": evening.status in public.OVER,
        "published": evening.status == Status.PUBLISHED,
        "reopened": public.is_reopened(evening),
        "visible": public.visible_results(evening),
        "sealed": access.sealed(evening),
    }


def answered(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page, or 304 without making it where the browser has this very one."""
    answer = None if settings.DEBUG else get_conditional_response(request, etag=etag)
    return asked_about(request, _kept_or_made(request, etag, make) if answer is None else answer, etag)


def _kept_or_made(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    # From memory where somebody has seen the very same; whoever has signed in gets their own.
    if settings.DEBUG or not is_by_anybody(request):
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
    return asked_about(request, page if answer is None else answer, etag)


def is_by_anybody(request: HttpRequest) -> bool:
    """Whether whoever asks sees what everybody does."""
    return not request.COOKIES.keys() & PERSONAL and LINKS not in request.GET


def asked_about(request: HttpRequest, answer: HttpResponse, etag: str = "") -> HttpResponse:
    """Keep browsers from using the answer again unasked; with an ETag they only ask whether it changed.

    A proxy may answer anybody with it for `SHARED_SECONDS`, unless it sets a cookie.
    """
    has_tag = bool(etag) and answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
    if has_tag:
        answer.headers.setdefault("ETag", etag)
    sets_cookie = bool(answer.cookies) or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    if has_tag and is_by_anybody(request) and not sets_cookie:
        patch_cache_control(answer, public=True, max_age=0, s_maxage=SHARED_SECONDS, must_revalidate=True)
    else:
        patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language", "Cookie", "HX-Request"])
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
