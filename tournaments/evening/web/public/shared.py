"""An evening as it is shared: in a sentence, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.club.reads.members import logo_picture
from tournaments.evening.reads import facts, public
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.published import visible_results
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.words import StandingsLine, lines
from tournaments.site.web.card_picture import Card
from tournaments.site.web.isolating import isolated
from tournaments.site.web.sharing import Share, picture_of, share

MOST_WINNERS = 3
"""So many who share the first place are named."""


def shared(request: HttpRequest, evening: Evening, standings: Sequence[StandingsLine]) -> Share:
    """The page of the evening as it is shared; no query."""
    return share(
        request,
        title=f"{evening.name} · {evening.club.name}",
        text=_text(evening, _winners(evening, standings)),
        picture=reverse("web:evening-picture", args=[evening.club.slug, evening.slug]),
    )


@require_safe
@evening_page
def picture(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The picture of an evening: who has won, or what is played."""
    names = public.people(evening)
    winners = _winners(evening, lines(public.standings(evening), names))
    game = facts.game_of(evening).name
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
    """Who stands first in an evening that is over, where that is public."""
    is_told = evening.status in public.OVER and visible_results(evening).prizes
    return [line.name for line in standings if is_told and line.place == 1 and line.played]


def _named(winners: Sequence[str]) -> str:
    """The winners by name, in one line; of many that there are more."""
    return ", ".join(winners[:MOST_WINNERS]) + (" …" if len(winners) > MOST_WINNERS else "")


def _text(evening: Evening, winners: Sequence[str]) -> str:
    if not winners:
        day, game = date_format(evening.date, "DATE_FORMAT"), facts.game_of(evening).name
        words = _("%(game)s on %(day)s: seats, scores and standings.")
        if not visible_results(evening).standings:
            words = _("%(game)s on %(day)s.")
        return words % {"game": game, "day": day}
    words = (
        _("%(names)s has won the evening.") if len(winners) == 1 else _("%(names)s share the first place.")
    )
    return words % {"names": _named([str(name) for name in isolated(list(winners))])}
