"""Which addresses everybody reads: there, names and ratings that people withhold stay out of whatever is answered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from tournaments.club.api.views import PublicView
from tournaments.club.models.clubs import in_public

ROOMS: Final = (
    "tournaments.signup.public",
    "tournaments.evening.web.public.",
    "tournaments.league.web.public.",
)
"""Where the views stand that show visitors something, the wall among them."""
NAMED: Final = frozenset({"search"})
"""Addresses whose views stand beside those of the desk."""


class PublicNames:
    """Middleware that says, before a view is asked, that everybody reads its answer.

    Whatever is posted works with whole names: what is bound by a ledger is what people are called.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view; after it names are whole again."""
        with ExitStack() as stack:
            request.public_names = stack  # type: ignore[attr-defined]
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, _kwargs: dict[str, Any]) -> None:
        """Withhold what is withheld where everybody reads."""
        if request.method in ("GET", "HEAD") and is_public(request, view):
            request.public_names.enter_context(in_public())  # type: ignore[attr-defined]


def is_public(request: HttpRequest, view: Any) -> bool:
    """Whether everybody reads what this view answers, each as far as the club lets them."""
    door = getattr(view, "cls", None)
    if door is not None:
        return issubclass(door, PublicView)
    match: Any = request.resolver_match
    room: str = view.__module__
    return match.url_name in NAMED or room.startswith(ROOMS)
