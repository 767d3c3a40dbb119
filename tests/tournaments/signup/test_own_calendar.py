"""One's own evenings in one's own calendar, by a secret link; icalendar, a parser of calendars, is the referee."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import CalendarLink, Club, Player, User
from tournaments.club.services import clubs, mails
from tournaments.evening.services import links

pytestmark = pytest.mark.django_db
LINK = re.compile(r"/my-evenings/[\w-]{43}\.ics")


@pytest.fixture
def ada(club: Club) -> Player:
    [player] = clubs.add_names(club=club, names=["Ada Marsh"], at=timezone.now())
    return player


def link_of(player: Player) -> str:
    return f"/my-evenings/{mails.make_calendar_link(player=player, at=timezone.now())}.ics"


def events(link: str) -> dict[str, Any]:
    answer = Client().get(link)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, no-store"
    file = Calendar.from_ical(answer.content.decode())
    return {str(event["summary"]).split(" · ")[0]: event for event in file.walk("VEVENT")}


def test_it_holds_the_evenings_of_whose_list_one_is(club: Club, ada: Player) -> None:
    at = timezone.now()
    first, full = (
        AList.made(club, at=at, name="First", note="Bring a cake"),
        AList.made(club, at=at + timedelta(weeks=1), name="Full", places=1),
    )
    AList.made(club, at=at, name="Without her").sign_up("Bob Reed")
    link = link_of(ada)
    assert events(link) == {}
    first.sign_up("Bob Reed", companion="Ada Marsh")
    full.sign_up("Bob Reed")
    waiting = full.sign_up("ada marsh")
    assert {name: str(event["description"]) for name, event in events(link).items()} == {
        "First": "You both have a place\nBring a cake",
        "Full": "You are number 1 on the waiting list",
    }
    full.withdraw(waiting)
    first.call_off()
    assert {name: event["status"] for name, event in events(link).items()} == {"First": "CANCELLED"}


@pytest.mark.parametrize("withheld", [False, True], ids=["public", "withheld"])
def test_afterwards_it_holds_the_result(make_evening: Make, *, withheld: bool) -> None:
    room = make_evening(8, until="finished")
    ticket = room.evening.tickets.select_related("player").get(number=1)
    clubs.record_consents(ticket.player, "user:1", timezone.now(), clubs.NewConsents(name=not withheld))
    link = link_of(ticket.player)
    [event] = events(link).values()
    assert "description" not in event, "until it is published"
    room.step_to("published")
    [event] = events(link).values()
    line = ticket.standing
    assert event["description"] == f"Your place: {line.place} · Games won: {line.won_halves // 2}"
    assert event["dtstart"].dt == room.evening.date


def test_more_evenings_take_no_more_statements(make_evening: Make, club: Club) -> None:
    room = make_evening(8, until="published", name="One")
    player = room.players[0]
    link = link_of(player)
    one = len(asked(lambda: Client().get(link)))
    for name in ("Two", "Three"):
        make_evening(8, until="published", name=name, people=[who.name for who in room.players])
    assert len(events(link)) == 3
    assert len(asked(lambda: Client().get(link))) == one


def test_a_link_is_shown_once_and_replaced_or_revoked_on_the_own_page(make_evening: Make) -> None:
    holder = Holder.scanned(make_evening(8, until="published"))
    first, second = (
        LINK.findall(html(holder.client.post(f"{holder.url}mails/", {"do": "calendar"})))[0] for _ in "12"
    )
    assert [Client().get(link).status_code for link in (first, second)] == [404, 200]
    assert CalendarLink.objects.get().token_hash not in second
    page = html(holder.client.get(f"{holder.url}mails/"))
    assert LINK.search(page) is None
    assert "Revoke calendar link" in page
    player = holder.ticket.player
    player.account = User.objects.create_user("ada")
    player.save()
    own = signed_in(player.account)
    own.post(f"/c/{player.club.slug}/me/mails/", {"do": "no-calendar"})
    assert Client().get(second).status_code == 404
    assert "Revoke calendar link" not in html(own.get(f"/c/{player.club.slug}/me/mails/"))


@pytest.mark.parametrize(("has_account", "status"), [(False, 404), (True, 200)])
def test_with_the_link_of_a_ticket_goes_the_calendar_of_whoever_has_no_account(
    make_evening: Make, *, has_account: bool, status: int
) -> None:
    holder = Holder.scanned(make_evening(8, until="published"))
    link = LINK.findall(html(holder.client.post(f"{holder.url}mails/", {"do": "calendar"})))[0]
    if has_account:
        player = holder.ticket.player
        player.account = User.objects.create_user("ada")
        player.save()
    links.revoke_player_link(ticket=holder.ticket, at=timezone.now())
    assert Client().get(link).status_code == status
