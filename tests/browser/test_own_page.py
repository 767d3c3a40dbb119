"""A player's own page in a browser: shut the moment the link is taken back."""

from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tournaments.evening.models import Ticket
from tournaments.evening.services.links import revoke_player_link


def take_back_links(club: str) -> None:
    for ticket in Ticket.objects.filter(evening__club__slug=club):
        revoke_player_link(ticket=ticket, at=timezone.now())


def test_an_open_page_is_shut_when_its_link_is_taken_back(
    visitors: Visitors, house: House, room: dict[str, Any]
) -> None:
    page = visitors.open("phone")
    page.goto(room["own"])
    expect(page.get_by_role("heading", name="My place so far")).to_be_visible()
    with visitors.watch.expecting("Failed to load resource", "404"):
        house.call(take_back_links, room["path"].split("/")[0])
        expect(page.get_by_role("heading", name="This link opens nobody's page")).to_be_visible()
