"""Every page of the desk says what it is for, or is listed as needing no help."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tournaments.club.models import User
from tournaments.site.web.page_help import HELP, WITHOUT
from tournaments.web_urls import urlpatterns


def test_every_page_of_the_desk_has_help_or_needs_none() -> None:
    names = {str(pattern.name) for pattern in urlpatterns if str(pattern.pattern).startswith("desk/")}
    assert names - set(HELP) - WITHOUT == set(), "neither helped nor listed"
    assert (set(HELP) | WITHOUT) - names == set(), "no such page"
    assert set(HELP) & WITHOUT == set(), "helped and listed"


@pytest.mark.django_db
@pytest.mark.usefixtures("static_files_by_their_own_names")
def test_a_page_shows_its_own_help(director: User, make_evening: Callable[..., AnEvening]) -> None:
    club = make_evening(8).evening.club
    client = signed_in(director)
    for page, name in (("", "desk-club"), ("leagues/", "desk-leagues"), ("presets/", "desk-presets")):
        shown = html(client.get(f"/desk/{club.slug}/{page}"))
        assert str(HELP[name]) in shown
        assert 'popovertarget="page-help"' in shown
