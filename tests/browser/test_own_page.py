"""A player's own page in a browser: from the typed code to the table, and shut the moment the link is taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import Visitors
from tests.browser.house import House

CLUB, TAKEN = "own", "own-taken"
CODE = f"""
import django
django.setup()
from tournaments.evening.models import PlayerLink
from tournaments.evening.services.links import player_code
link = PlayerLink.objects.filter(ticket__evening__club__slug="{CLUB}", ticket__seats__seat=1).earliest("pk")
print(player_code(link))
"""
TAKE_BACK = f"""
import django
django.setup()
from django.utils import timezone
from tournaments.evening.models import Ticket
from tournaments.evening.services.links import revoke_player_link
for ticket in Ticket.objects.filter(evening__club__slug="{TAKEN}"):
    revoke_player_link(ticket=ticket, at=timezone.now())
"""


def staged(house: House, club: str) -> str:
    """A link on a ticket of an evening of the club's own, in play."""
    made: dict[str, Any] = json.loads(house.python("-m", "tests.browser.stage", club))
    return str(made["tickets"]["playing"][0])


@pytest.fixture(scope="module")
def own(house: House) -> str:
    """A link that stays."""
    return staged(house, CLUB)


@pytest.fixture(scope="module")
def taken(house: House) -> str:
    """One that is taken back."""
    return staged(house, TAKEN)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_typed_code_leads_to_the_page_and_on_to_the_table(
    visitors: Visitors, house: House, own: str, scripts: bool
) -> None:
    code = house.python("-c", CODE).strip()
    page = visitors.open("phone", java_script_enabled=scripts)
    page.goto("/t/")
    page.get_by_label("Code").fill(code.lower().replace("-", " "))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="seat 1")).to_be_visible()
    page.get_by_role("button", name="Open my table").click()
    expect(page.locator("#table")).to_be_visible()


def test_an_open_page_is_shut_when_its_link_is_taken_back(
    visitors: Visitors, house: House, taken: str
) -> None:
    page = visitors.open("phone")
    page.goto(taken)
    expect(page.get_by_role("heading", name="My place so far")).to_be_visible()
    with visitors.watch.expecting("Failed to load resource", "404"):
        house.python("-c", TAKE_BACK)
        expect(page.get_by_role("heading", name="This link opens nobody's page")).to_be_visible()
