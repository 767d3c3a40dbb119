"""In which language a club's pages and papers are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

P = ParamSpec("P")


def speak(request: HttpRequest, language: str) -> None:
    """Answer in the club's language ("" for none), unless the visitor has chosen one at the foot of a page.

    What a browser merely prefers is not chosen: it is what its maker set.
    """
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if language and chosen not in dict(settings.LANGUAGES):
        # It holds until the next request of this thread, as the choice of Django's own middleware does.
        translation.activate(language)


def printed(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Any, P], HttpResponse]:
    """A paper of an evening, in the language of the club, whatever the officer who prints it reads."""

    @wraps(view)
    def in_its_language(
        request: HttpRequest, evening: Any, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        language: str = evening.club.language
        spoken: AbstractContextManager[None] = translation.override(language) if language else nullcontext()
        with spoken:
            return view(request, evening, *args, **kwargs)

    return in_its_language
