"""Pages that a browser keeps and asks about: unchanged as long as the evening and the program are.

What anybody sees who has not signed in is made once, and then answered from memory. What everybody sees who brings
no cookie a proxy may answer, too, for `SHARED_SECONDS`.
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
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import LINKS, visitor_of
from tournaments.club.web.pages import Shown, View, render_for, speak
from tournaments.evening.reads import access, facts, public
from tournaments.evening.round_rules import Status
from tournaments.site.web import query_params
from tournaments.site.web.pages import Kept

TEMPLATES = settings.BASE_DIR / "templates"
PERSONAL: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages", LINKS})
"""Cookies of whoever may see more on a page than anybody does."""
SHARED_SECONDS: Final = 10
"""So long a proxy answers for us: of a name withheld or erased, and of everything else that is new, as much later."""
SHARED: Final = f"public, max-age=0, must-revalidate, s-maxage={SHARED_SECONDS}"
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


def kept_for_visitors(
    request: HttpRequest, ground: Callable[[], tuple[object, ...]], make: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page, kept while its ground is the same for all who see what anybody does; for others it is not asked."""
    if request.COOKIES.keys() & PERSONAL:
        return tagged(request, make())
    return answered(request, etag_of(request, ground()), make)


def tagged(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    """A page that has been made, or 304 where the browser has this very one."""
    if page.status_code != 200:
        return page
    etag = etag_of(request, (page.content,))
    answer = None if settings.DEBUG else get_conditional_response(request, etag=etag)
    return asked_about(request, page if answer is None else answer, etag)


def asked_about(request: HttpRequest, answer: HttpResponse, etag: str = "") -> HttpResponse:
    """Keep browsers from using the answer again unasked; with an ETag they only ask whether it changed.

    Proxies may use one that has an ETag, where it is what everybody sees and says nothing else itself.
    """
    is_kept = etag and answer.status_code in (200, 304)
    if is_kept:
        answer.headers.setdefault("ETag", etag)
    answer.headers.setdefault("Cache-Control", SHARED if is_kept and is_everybodys(request) else "no-cache")
    patch_vary_headers(answer, ["Accept-Language", "Cookie", "HX-Request"])
    return answer


def is_everybodys(request: HttpRequest) -> bool:
    """Whether everybody is answered this: whoever brings or gets a cookie, or a club's link, may see more.

    Open pages that follow an evening have heard that there is something newer than what a proxy has.
    """
    by_link, gets_token = query_params.text(request, LINKS), "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    return not (request.COOKIES or gets_token or by_link or "HX-Request" in request.headers)


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
