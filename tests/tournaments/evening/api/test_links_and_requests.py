"""Links, phones and what players ask for, over the REST door."""

from __future__ import annotations

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tournaments.evening.services import player_requests

pytestmark = pytest.mark.usefixtures("static_files_by_their_own_names")


def test_a_players_link_is_shown_renewed_and_taken_back(desk: Caller, playing: AnEvening) -> None:
    code = playing.evening.tickets.order_by("number")[0].code
    path = f"{address(playing)}tickets/{code}/link/"
    first = desk.get(path)
    assert first.headers["Cache-Control"] == "no-store"
    renewed = desk.post(path).json()
    assert renewed["url"] != first.json()["url"]
    statuses = [Caller().client.get(told["url"]).status_code for told in (first.json(), renewed)]
    assert statuses[0] >= 400 > statuses[1]
    assert desk.ask("DELETE", path).json() == {"ticket": code, "url": None, "typed": None}


def test_a_phone_is_sent_away_and_a_table_shut_out(desk: Caller, playing: AnEvening, phone: Caller) -> None:
    table = address(playing, 2)
    mine = at_table(playing, 2, phone="a-phone-of-this-test-0001")
    mine.post(f"{table}call/", {"reason": "rule"})
    (told,) = desk.get(f"{table}phones/").json()["phones"]
    assert desk.ask("DELETE", f"{table}phones/{told['id']}/").json() == {"has_link": True, "phones": []}
    assert fault(mine.post(f"{table}call/", {"reason": "rule"}))[0] == 403
    assert desk.ask("DELETE", f"{table}link/").json() == {"has_link": False, "phones": []}
    assert fault(phone.get(table)) == (401, "", "bad-token")


def test_what_players_ask_for_is_granted_or_declined(desk: Caller, playing: AnEvening) -> None:
    path = f"{address(playing)}requests/"
    tickets = playing.evening.tickets.order_by("number")
    for ticket in tickets[:2]:
        player_requests.ask(ticket=ticket, kind="leave", at=playing.clock())
    one, other = desk.get(path).json()["requests"]
    assert (one["kind"], one["ticket"]) == ("leave", tickets[0].code)
    assert [left["id"] for left in desk.post(f"{path}{one['id']}/grant/").json()["requests"]] == [other["id"]]
    assert desk.post(f"{path}{other['id']}/decline/").json() == {"requests": [], "next": None}
    assert fault(desk.post(f"{path}{other['id']}/decline/")) == (400, "", "gone")
    assert [ticket.left_in is not None for ticket in playing.evening.tickets.order_by("number")[:2]] == [
        True,
        False,
    ]
