"""How the club plays each game: its own house rules, from which every new evening starts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.catalogue import GAMES
from games.form import in_force
from tournaments.club.reads import house_rules
from tournaments.club.reads.house_rules import ClubRules
from tournaments.club.roles import Role, needs
from tournaments.club.services import clubs
from tournaments.club.web.pages import club_page
from tournaments.evening.reads.desk import Club
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.rules_form import RulesForm
from tournaments.site.web.rules_in_words import in_a_sentence, value_in_words
from tournaments.site.web.shared import by_user, now


@require_safe
@club_page
def games(request: HttpRequest, club: Club) -> HttpResponse:
    """Every game, as the club plays it."""
    shown = [{"rules": rules, "lines": _lines(rules)} for rules in house_rules.of_club(club).values()]
    return render(request, "desk/house_rules.html", {"club": club, "games": shown})


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.DIRECTOR, change=Role.SECRETARY)
def game(request: HttpRequest, club: Club, game: str) -> HttpResponse:
    """The house rules of one game, to be changed."""
    if game not in GAMES or not GAMES[game].house_rule_form:
        raise Http404
    rules = house_rules.of_game(club, GAMES[game])
    form = filled(RulesForm, request, game=rules.game, initial=dict(rules.options))
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            clubs.set_house_rules(
                club=club, game=game, options=form.cleaned_data, by=by_user(request), at=now()
            )
            done = _("New evenings of %(game)s start with these house rules.")
            messages.success(request, done % {"game": rules.game.name})
            return redirect("web:desk-house-rules", club.slug)
    context = {"club": club, "rules": rules, "form": form}
    status = REFUSED if form.is_bound else None
    return render(request, "desk/house_rules_of_game.html", context, status=status)


def _lines(rules: ClubRules) -> list[dict[str, Any]]:
    """Each house rule in force: what it settles, how, and whether the rulebook says the same."""
    book = rules.game.options_as_data(rules.game.defaults)
    return [
        {
            "label": _(rule.label),
            "value": value_in_words(rule, rules.options[rule.name]),
            "sentence": in_a_sentence(rule, rules.options[rule.name]),
            "by_the_book": rules.options[rule.name] == book[rule.name],
        }
        for rule in rules.game.house_rule_form
        if in_force(rule, rules.options)
    ]
