"""Words of the trade: one place for them, a page of all, and a "?" where a newcomer meets one."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import pytest
from django.test import Client

from tests.house.the_tree import ROOT
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tournaments.club.models import User
from tournaments.site.cleaning import folded
from tournaments.site.web.page_help import HELP, TERMS, terms
from tournaments.web_urls import urlpatterns

pytestmark = pytest.mark.django_db
ASKED = re.compile(r"what_is\.html\" with term=terms\.(\w+)")
WITHOUT: Final = {
    *("desk-act", "desk-adjust", "desk-announcement-withdraw", "desk-arrive", "desk-by-hand", "desk-correct"),
    *("desk-keep", "desk-late-hand", "desk-leave", "desk-not-played", "desk-penalty", "desk-persons-merge"),
    *("desk-renew-link", "desk-schedule-file", "desk-schedule-search", "desk-season-deed", "desk-settle"),
    *("desk-sign-up-withdraw", "desk-substitute", "desk-withdraw", "desk-certificate-file", "desk-fees-csv"),
    *(
        "desk-objection-photo",
        "desk-club-fees-csv",
        "desk-season-fees-csv",
        "desk-forecast",
        "desk-members-csv",
        "desk-members-xlsx",
    ),
    *("desk-schedule-csv", "desk-schedule-text", "desk-audit-csv", "desk-audit-json", "desk-own-game-file"),
    *("desk-settlement-csv", "desk-attendance-csv", "desk-print-all", "desk-sign-up-tell", "desk-mail"),
}
"""Pages that say what they do, and ask; and what is printed, downloaded, or a part of another page."""


def cards(page: str) -> list[str]:
    return re.findall(r'popovertarget="what-([\w-]+)"', page)


def test_the_page_of_words_has_every_term_where_a_link_finds_it(client: Client) -> None:
    page = html(client.get("/words/"))
    assert [code for code in TERMS if f'id="{code}"' not in page] == []
    assert "Players who are level each draw a card" in page


def test_accents_do_not_part_words_from_their_letter(client: Client) -> None:
    page = html(client.get("/words/", headers={"Accept-Language": "fr"}))
    listed = [folded(word) for word in re.findall(r"<dt>([^<]+)</dt>", page)]
    assert (len(listed), listed) == (len(TERMS), sorted(listed))


def test_templates_ask_for_terms_that_there_are(rf: Any) -> None:
    known = terms(rf.get("/"))["terms"]
    asked = {
        name for page in (ROOT / "templates").rglob("*.html") for name in ASKED.findall(page.read_text())
    }
    assert len(asked) > 10
    assert asked - set(known) == set()


@pytest.mark.parametrize(
    ("status", "page", "explained"),
    [
        ("playing", "", {"sit-out"}),
        ("published", "", {"tie-break", "booby"}),
        ("published", "certificate/", {"certificate"}),
        ("published", "check/", {"seed"}),
    ],
)
def test_words_are_explained(
    client: Client, make_evening: Make, status: str, page: str, explained: set[str]
) -> None:
    evening = make_evening(9, until=status).evening
    found = cards(html(client.get(f"/c/{evening.club.slug}/{evening.slug}/{page}")))
    assert explained <= set(found)
    assert len(found) == len(set(found)), "an id stands once on a page"


def test_the_form_of_an_evening_explains_how_people_move(director: User, make_evening: Make) -> None:
    club = make_evening(8).evening.club
    found = cards(html(signed_in(director).get(f"/desk/{club.slug}/new/")))
    assert {"progressive", "swiss", "couple", "head-table", "booby", "cut"} <= set(found)
    assert len(found) == len(set(found))


def only_does_something(pattern: Any, rf: Any) -> bool:
    """Whether an address takes POST alone, which is looked at first; the page that comes after has its own help."""
    with suppress(AttributeError):  # it has gone on, and asked who has signed in
        answer = pattern.callback(rf.get("/"), **dict.fromkeys(pattern.pattern.converters, ""))
        return bool(answer.status_code == 405)
    return False


def test_every_page_of_the_desk_has_help_or_needs_none(rf: Any) -> None:
    pages = {str(page.name): page for page in urlpatterns if str(page.pattern).startswith("desk/")}
    buttons = {name for name, page in pages.items() if only_does_something(page, rf)}
    assert pages.keys() - set(HELP) - buttons == WITHOUT
    assert set(HELP) - pages.keys() == set(), "no such page"


@pytest.mark.django_db
def test_a_page_shows_its_own_help(director: User, make_evening: Callable[..., AnEvening]) -> None:
    club = make_evening(8).evening.club
    client = signed_in(director)
    for page, name in (("", "desk-club"), ("leagues/", "desk-leagues"), ("presets/", "desk-presets")):
        shown = html(client.get(f"/desk/{club.slug}/{page}"))
        assert str(HELP[name]) in shown
        assert 'popovertarget="page-help"' in shown
