"""Whoever looks at a page of the desk may follow every link and press every button on it."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Permission, Role, roles_for
from tournaments.evening.models import PlayerRequest
from tournaments.evening.services import player_requests
from tournaments.evening.web.desk import blockers
from tournaments.evening.web.desk.menu import BUTTONS

LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#]*)')
FORM = re.compile(r"<form\b[^>]*>")
ACTION = re.compile(r'\saction="([^"#]*)"')
MOST_PAGES = 400
APART = ("club", "evening", "league", "season", "name", "slug")
"""What in an address makes another page of it; that of a second table, hand or player is like the first."""


STATES = ("draft", "check_in", "seated", "playing", "bell", "drafted", "finished", "published")


@pytest.fixture
def house(make_evening: Make, club: Club, states: Sequence[str]) -> Club:
    """A club with evenings in these states, an announced one, a season, and people who want something."""
    AContest.made(club, (4,), at=START, until="open")
    AList.made(club).sign_up("Ada")
    for until in states:
        evening = make_evening(9, until=until, name=until)
        if until in ("playing", "drafted"):
            evening.act(player_requests.call, table_number=1, reason="rule", by="table:1")
            for kind in PlayerRequest.Kind.values:
                ticket = evening.evening.tickets.order_by("number")[kind == "leave"]
                player_requests.ask(ticket=ticket, kind=kind, at=evening.clock())
    return club


def officer(club: Club, role: Role) -> User:
    user = User.objects.create_user(f"officer-{role}")
    Officer.objects.create(user=user, club=club, role=role)
    return user


@cache
def kind(address: str) -> tuple[str, ...]:
    """Which page of which evening or season an address is."""
    found = resolve(address.partition("?")[0])
    return str(found.url_name), *(str(found.kwargs.get(name)) for name in APART)


def walked(client: Client, first: str) -> Iterator[tuple[str, str, Any]]:
    """Every page that a link of a desk's page leads to, with where it stands; one page of a kind."""
    seen, waiting = {kind(first)}, [("", first)]
    while waiting:
        of, address = waiting.pop()
        answer = client.get(address, follow=True)
        yield of, address, answer
        is_desk = address.startswith("/desk/") and "text/html" in answer["Content-Type"]
        for link in (
            map(unescape, LINK.findall(html(answer))) if is_desk and answer.status_code == 200 else ()
        ):
            if not link.startswith("/static/") and kind(link) not in seen:
                seen.add(kind(link))
                waiting.append((address, link))
        assert len(seen) < MOST_PAGES


def may_press(address: str, role: Role) -> bool:
    found = resolve(address.partition("?")[0])
    if found.url_name == "desk-act":
        return role in roles_for(BUTTONS[found.kwargs["name"]][0].least)
    needed: Permission | None = getattr(found.func, "needs", None)
    return needed is None or role in roles_for(needed.write)


def buttons(address: str, answer: Any) -> Iterator[str]:
    """Where the forms of a page are sent to that change something."""
    if "text/html" not in answer["Content-Type"]:
        return
    for form in FORM.findall(html(answer)):
        if 'method="post"' in form:
            action = ACTION.search(form)
            yield unescape(action[1]) if action and action[1] else address


def wrong_on(pages: Iterator[tuple[str, str, Any]], may: Callable[[str], bool]) -> Iterator[str]:
    """What is on pages of the desk and not for whoever looks at them."""
    for of, address, answer in pages:
        if answer.status_code != 200:
            yield f"{of} has a link to {address}: {answer.status_code}"
        elif address.startswith("/desk/"):
            for action in buttons(address, answer):
                if not may(action):
                    yield f"{address} has a button for {action}"


@pytest.mark.parametrize(
    ("role", "states", "pages"),
    [
        (Role.DOOR, STATES, 8),
        (Role.TREASURER, STATES, 8),
        (Role.SCORER, STATES, 40),
        (Role.DIRECTOR, STATES, 40),
        (Role.SECRETARY, ["drafted"], 40),
    ],
)
def test_every_link_and_button_of_the_desk_is_for_whoever_sees_it(
    house: Club, role: Role, pages: int
) -> None:
    """A secretary sees of an evening what a director sees, and more of the club."""
    seen = list(walked(signed_in(officer(house, role)), f"/desk/{house.slug}/"))
    wrong = list(wrong_on(iter(seen), lambda action: may_press(action, role)))
    assert not wrong, "\n".join(wrong)
    assert len(seen) > pages


@pytest.mark.parametrize("until", ["draft", "playing", "drafted", "published"])
def test_whoever_has_an_office_for_one_evening_finds_nothing_of_the_club_there(
    make_evening: Make, club: Club, until: str
) -> None:
    """A director, who sees there what a scorer sees, and more."""
    evening = make_evening(9, until=until)
    user = User.objects.create_user("for-one")
    Officer.objects.create(user=user, club=club, role=Role.DIRECTOR, evening=evening.evening)
    pages = walked(signed_in(user), f"/desk/{club.slug}/{evening.evening.slug}/")
    wrong = list(wrong_on(pages, lambda action: may_press(action, Role.DIRECTOR)))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("states", [["playing"]])
def test_control_a_button_that_is_not_for_them_is_found(house: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blockers, "_may", lambda *_: True)
    pages = walked(signed_in(officer(house, Role.SCORER)), f"/desk/{house.slug}/")
    wrong = list(wrong_on(pages, lambda action: may_press(action, Role.SCORER)))
    assert any("/requests/" in one for one in wrong)
