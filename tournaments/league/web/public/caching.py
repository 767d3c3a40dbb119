"""Caching of a season's public pages, by their ETags."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from tournaments.evening.web.public.caching import answered, asked_about, etag_of, tagged
from tournaments.league.reads.etags import Ground, ground_of, ground_of_rules
from tournaments.league.reads.seasons import Season

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def kept_while(ground: Callable[[Season], Ground | None]) -> Callable[[View[P]], View[P]]:
    """A page of a season that is not made again for a browser that has it, as long as its ground is the same.

    Arguments:
        ground: what the page rests on; None where that cannot be told, and the page is made each time.
    """

    def keeping(view: View[P]) -> View[P]:
        @wraps(view)
        def kept(request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            make = partial(view, request, season, *args, **kwargs)
            rests_on = ground(season)
            if rests_on is None:
                return asked_about(make())
            return answered(request, etag_of(request, rests_on), make)

        return kept

    return keeping


def kept_as_it_reads(view: View[P]) -> View[P]:
    """A page of a season that is made each time, and not sent again to a browser that has the very same.

    For what names people and evenings of long ago, which may be called otherwise meanwhile.
    """

    @wraps(view)
    def kept(request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return tagged(request, view(request, season, *args, **kwargs))

    return kept


rules_kept = kept_while(ground_of_rules)
season_kept = kept_while(ground_of)
