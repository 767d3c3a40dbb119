"""The clubs of a director, and one club's evenings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from tournaments.club.reads import accounts, members
from tournaments.club.roles import Role, needs
from tournaments.club.web.account import holder
from tournaments.club.web.pages import club_page
from tournaments.evening.reads import access, desk
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.status import STATUS_WORDS, Status
from tournaments.evening.web.desk.decorators import to_desk
from tournaments.evening.web.desk.next_step import next_step_in_words
from tournaments.evening.web.desk.tour import tour
from tournaments.site.web import query_params

EVENINGS_ON_A_PAGE = 25


@never_cache
@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The clubs and the single evenings in which the user holds an office; with one there is nothing to choose."""
    clubs = list(members.clubs(request.user))
    evenings = list(access.evenings_of_their_own(request.user)[: desk.MOST_OPEN])
    if len(clubs) == 1 and not evenings:
        return redirect("web:desk-club", clubs[0].slug)
    if len(evenings) == 1 and not clubs:
        return to_desk(evenings[0])
    plays = bool(accounts.players_of(holder(request)))
    if plays and not clubs and not evenings:
        return redirect("web:own-players")
    return render(request, "desk/home.html", {"clubs": clubs, "evenings": evenings, "plays": plays})


class EndedForm(forms.Form):
    """Which of the evenings that are over are listed; what is not chosen leaves nothing out."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    year = forms.ChoiceField(label=gettext_lazy("Year"), required=False)
    season = forms.ChoiceField(label=gettext_lazy("Season"), required=False)
    status = forms.ChoiceField(label=gettext_lazy("State"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        games: list[str],
        years: list[int],
        seasons: list[tuple[int, str]],
    ) -> None:
        super().__init__(data)
        called = [(game, GAMES[game].name if game in GAMES else game) for game in games]
        self._choose("game", sorted(called, key=lambda one: one[1]))
        self._choose("year", [(str(year), str(year)) for year in years])
        if seasons:
            self._choose("season", [(str(season), name) for season, name in seasons])
        else:
            del self.fields["season"]
        self._choose("status", [(status.value, _(STATUS_WORDS[status])) for status in desk.ENDED])

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared above
        field.choices = [("", _("All")), *choices]

    def chosen(self) -> dict[str, str]:
        """What was chosen; an address that makes no sense chooses nothing."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


@require_safe
@club_page
@needs(Role.SCORER)
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's evenings: the unfinished ones, each with the one thing to do next; a page of those that are over."""
    over = desk.evenings(club).filter(status__in=desk.ENDED)
    form = EndedForm(
        query_params.parameters(request),
        games=desk.games_played(club),
        years=desk.years_played(club),
        seasons=desk.seasons_counted(club),
    )
    chosen = form.chosen()
    paginator = Paginator(desk.narrowed(over, **chosen), EVENINGS_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    opened, known = (
        _lines(desk.opened(club)),
        members.members_count(club),
    )
    context = {
        "club": club,
        "open": opened,
        "tour": tour(request, club, opened[0]["evening"] if opened else None, has_members=known > 0),
        "ended": _lines(page.object_list),
        "page": page,
        "form": form if chosen or paginator.num_pages > 1 else None,
        "chosen": urlencode(chosen),
        "last": desk.evenings(club).exclude(status=Status.ABANDONED).first(),
        "members_count": known,
    }
    return render(request, "desk/club.html", context)


def _lines(evenings: Iterable[Evening]) -> list[dict[str, Any]]:
    return [
        {"evening": evening, "next": next_step_in_words(evening.status, evening.current_round)}
        for evening in evenings
    ]
