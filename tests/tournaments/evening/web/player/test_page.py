"""A player's own page from the open doors to the standings, what they ask for there, and its link."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone, text_of
from tournaments.evening import acts
from tournaments.evening.models import PlayerLink, PlayerRequest, Seat, TableDevice
from tournaments.evening.reads import director_alerts
from tournaments.evening.services import evenings, links

pytestmark = pytest.mark.django_db


def idle(evening: AnEvening) -> Holder:
    return Holder.scanned(evening, evening.round().seats.get(seat=None).ticket.number)


def name_at(evening: AnEvening, table: int, seat: int) -> str:
    return evening.round().seats.get(table_round__table__number=table, seat=seat).ticket.player.name


@pytest.mark.parametrize(
    ("until", "says", "not_yet"),
    [
        pytest.param("check_in", "No seat yet", "Open my table", id="doors"),
        pytest.param("seated", "Sit down and wait for the signal", "My rounds", id="seated"),
        pytest.param("playing", "in play", "Next above", id="playing"),
        pytest.param("bell", "The bell has rung", "Next above", id="bell"),
        pytest.param("drafted", "Your next seat will appear here", "You go to", id="drafted"),
        pytest.param("moved", "You stay", "Your next seat", id="moved"),
        pytest.param("finished", "All the standings", "Open my table", id="finished"),
        pytest.param("published", "All the standings", "Open my table", id="published"),
    ],
)
def test_the_page_follows_the_evening(make_evening: Make, until: str, says: str, not_yet: str) -> None:
    evening = make_evening(9, until=until)
    holder = Holder.scanned(evening) if until == "check_in" else Holder.at(evening)
    text = holder.text()
    assert says in text
    assert not_yet not in text


def test_where_i_sit_and_that_the_evening_was_called_off(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    text = Holder.at(evening, 2, 3).text()
    assert "table 2, seat 3" in text
    assert f"with {name_at(evening, 2, 1)}" in text
    assert f"against {name_at(evening, 2, 2)} & {name_at(evening, 2, 4)}" in text
    holder = Holder.at(evening)
    evening.act(acts.Abandon(reason="snow"))
    assert "The evening was called off" in holder.text()


def test_my_results_and_penalties_are_told_from_my_side(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    assert "42 : 0 won" in Holder.at(evening, 1, 1).text()
    assert "0 : 42 lost" in Holder.at(evening, 1, 2).text()
    fined, other = Holder.at(evening, 1, 1), Holder.at(evening, 1, 2)
    evening.act(acts.Penalty(tickets=[fined.ticket.code], points=-2, reason="came at nine <b>sharp</b>"))
    assert "2 points deducted: came at nine &lt;b&gt;sharp" in fined.text()
    assert "points deducted" not in other.text()


def test_my_place_is_told_with_what_put_it_below_the_one_above(make_evening: Make) -> None:
    evening = make_evening(9, until="settled")
    evening.work()
    lines = list(evening.evening.standings.order_by("place", "ticket__number"))
    below = next(line for line in lines if line.decided_by == "won")
    above = lines[lines.index(below) - 1]
    holder = Holder.scanned(evening, below.ticket.number)
    text = holder.text()
    assert f"{below.place} of {len(lines)}" in text
    assert f"Next above: {above.ticket.player.name} . Games won: 1 to 0." in text
    evening.act(evenings.arrive_guest, name="Late", colour="")
    evening.act(evenings.substitute_guest, ticket=evening.evening.tickets.get(number=1), name="Instead")
    tickets = set(evening.evening.tickets.values_list("pk", flat=True))
    assert set(PlayerLink.objects.values_list("ticket_id", flat=True)) == tickets
    assert len(tickets) == 11


def test_a_shared_place_says_with_whom(make_evening: Make) -> None:
    evening = make_evening(8, until="published", rounds=1, tie_breaks=[])
    partner = name_at(evening, 1, 3)
    text = Holder.at(evening, 1, 1).text()
    assert re.search(rf"Shared with [^.]*{partner}", text)
    assert f"Shared with {name_at(evening, 1, 2)}" not in text


def test_whoever_sits_out_is_told_so_now_and_in_the_list(make_evening: Make) -> None:
    text = idle(make_evening(9, until="playing")).text()
    assert "You sit this round out" in text
    assert "sat out" in text
    assert "Open my table" not in text


def test_whoever_sits_the_next_round_out_is_told_why(make_evening: Make) -> None:
    evening = make_evening(9, until="moved")
    waits = evening.evening.rounds.get(number=2).seats.get(seat=None).ticket
    holder = Holder.scanned(evening, waits.number)
    text = holder.text()
    assert "You sit this round out" in text
    assert f"{waits.player.name} sits out" in text


def test_a_move_is_the_directors_until_it_is_announced_and_says_why(make_evening: Make) -> None:
    evening = make_evening(8, until="drafted")
    draft = Seat.objects.filter(round__number=2, round__evening=evening.evening, table_round__isnull=False)
    assert draft.exists()
    assert "Round 2" not in Holder.at(evening, 2, 1).text()
    evening.step_to("moved")
    text = Holder.at(evening, 2, 1).text()
    assert "You go to" in text
    assert "winners go up one table" in text
    assert "Open my table" in text


def test_whoever_has_left_keeps_what_they_played(make_evening: Make) -> None:
    evening = make_evening(9, until="drafted")
    holder = Holder.at(evening, 1, 1)
    evening.act(acts.Leave(ticket=holder.ticket.code))
    text = holder.text()
    assert "You left in round 1" in text
    assert "42 : 0" in text


def test_where_everybody_counts_their_own_points_these_are_told(make_evening: Make) -> None:
    evening = make_evening(8, until="bell", game="ascot", movement="drawn", hands_per_round=2)
    holder = Holder.at(evening)
    assert "against" in holder.text()
    assert "with and" in holder.text().lower()


def test_by_a_schedule_my_whole_evening_is_there_once_play_has_begun(make_evening: Make) -> None:
    evening = make_evening(11, movement="scheduled", rounds=4)
    holder = Holder.scanned(evening, evening.round().seats.filter(seat=None)[0].ticket.number)
    assert "Your evening" not in holder.text()
    evening.step_to("playing")
    text = holder.text()
    mine = text.partition("Your evening")[2]
    assert "Round Table Seat With Against 1 sits out 2" in mine
    assert "4" in mine.partition("My rounds")[0]
    assert "Your evening" not in Holder.at(make_evening(8, until="playing", name="another")).text()
    evening.go_on_to("moved")
    assert "losers" not in Holder.at(evening, 2, 2).text()


def press(player: Holder, kind: str, where: str = "ask/") -> str:
    answer = player.client.post(f"{player.url}{where}", {"kind": kind})
    assert (answer.status_code, answer["Location"]) == (303, player.url)
    return player.text()


def test_whoever_leaves_plays_the_round_out(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(12, until="playing")
    player = Holder.at(evening)
    press(player, "leave")
    desk.of(evening).press("desk-request-grant", PlayerRequest.objects.latest("pk").pk)
    page = player.text()
    assert "You leave after this round; play your hands out." in page
    assert "Open my table" in page
    assert "You left" not in page
    for step in ("bell", "settled", "drafted", "moved"):
        evening.step_to(step)
        if step != "bell":
            page = player.text()
            assert "You left in round 1; what you played stays" in page
            assert "next seat" not in page
            assert "Open my table" not in page


def test_it_is_taken_back_told_a_no_or_seen_by_the_director_at_once(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="playing")
    player = Holder.at(evening)
    press(player, "leave")
    assert "You want to leave" not in press(player, "leave", "ask/not/")
    assert "wants to leave" not in desk.of(evening).see()
    press(player, "sit_out")
    assert "wants to sit out round 2" in words(desk.of(evening).see())
    desk.of(evening).press("desk-request-decline", PlayerRequest.objects.latest("pk").pk)
    assert "You asked to sit out: it could not be done for round 2." in player.text()
    name = player.ticket.player.name
    assert "I leave now" in player.text()
    assert "You want to leave. The director sees it" in press(player, "leave")
    board = words(desk.of(evening).see())
    assert f"{name} wants to leave." in board.replace("\u2068", "").replace("\u2069", "")
    assert "If all leave who want to: 8 players: 2 tables, nobody sits out" in board
    made = PlayerRequest.objects.latest("pk")
    assert "leaves with the next move" in words(desk.of(evening).press("desk-request-grant", made.pk))
    assert "You leave after this round; play your hands out." in player.text()
    assert "wants to leave" not in desk.of(evening).see()


def test_one_tap_lets_somebody_sit_out_as_they_asked(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="drafted")
    everybody = (Holder.scanned(evening, number) for number in range(1, 10))
    player = next(one for one in everybody if not director_alerts.sits_out_next(one.ticket))
    assert "You want to sit out round 2" in press(player, "sit_out")
    board = desk.of(evening).see()
    assert "plays instead" in board
    desk.of(evening).press("desk-request-grant", PlayerRequest.objects.latest("pk").pk)
    assert director_alerts.sits_out_next(player.ticket)
    assert "plays instead" not in desk.of(evening).see()
    evening.step_to("moved")
    page = player.text()
    assert "You sit this round out" in page
    assert "You want to sit out" not in page
    assert "could not be done" not in page


def test_a_request_ends_when_the_seats_are_announced(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(8, until="drafted")
    player = Holder.at(evening)
    assert "You want to sit out round 2" in press(player, "sit_out")
    board = words(desk.of(evening).see())
    assert "Everybody is needed at a table and nobody sits out, so it cannot be done." in board
    assert "Change places by hand" not in board
    evening.step_to("moved")
    for _status in ("moved", "playing"):
        assert "You want to sit out" not in player.text()
        assert "it could not be done for round 2" in player.text()
        assert "wants to sit out" not in desk.of(evening).see()
        if evening.evening.status == "moved":
            evening.act(acts.Start())


def test_where_the_club_says_so_it_is_done_at_once(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    evening.evening.club.confirms_requests = False
    evening.evening.club.save()
    assert "You leave after this round" in press(Holder.at(evening), "leave")
    assert evening.evening.ledger.latest("sequence").by.startswith("ticket:")


def test_a_scanned_ticket_leaves_a_cookie_for_itself_alone(make_evening: Make) -> None:
    holder = Holder(make_evening(8, until="playing"), 3)

    answer = holder.scan()

    assert (answer.status_code, answer["Location"]) == (302, holder.url)
    cookie = answer.cookies["ticket-3"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (holder.url, True, "Lax")
    assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "no-store")
    page = holder.look()
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert holder.token not in page.content.decode()


@pytest.mark.parametrize("token", ["nobody-knows-this", "x" * 400, "%00", "%F0%9F%90%93"])
def test_an_unknown_link_is_told_what_to_do(token: str) -> None:
    answer = Client().get(f"/p/{token}/")
    assert answer.status_code == 404
    assert "Scan the code on your ticket" in answer.content.decode()


@pytest.mark.parametrize("end", [links.renew_player_link, links.revoke_player_link], ids=["new", "none"])
def test_a_link_that_was_taken_back_stops_working_at_once(make_evening: Make, end: Any) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.scanned(evening)
    old, version = holder.token, evening.read().version

    end(ticket=holder.ticket, at=evening.clock())

    assert evening.read().version > version, "open pages are told to ask again"
    assert holder.look().status_code == 404
    assert holder.client.post(f"{holder.url}table/").status_code == 404
    assert Client().get(f"/p/{old}/").status_code == 404
    links.renew_player_link(ticket=holder.ticket, at=evening.clock())
    holder.scan()
    assert holder.look().status_code == 200


def test_the_link_of_one_ticket_or_evening_opens_no_other(make_evening: Make) -> None:
    here, elsewhere = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    holder = Holder.scanned(here, 1)
    token = holder.client.cookies["ticket-1"].value

    for other in (Holder(here, 2, holder.client), Holder(elsewhere, 1, holder.client)):
        other.client.cookies[f"ticket-{other.number}"] = token
        assert other.look().status_code == 404
        assert other.client.post(f"{other.url}table/").status_code == 404
        assert other.client.post(f"{other.url}ask/", {"kind": "leave"}).status_code == 404
    assert not PlayerRequest.objects.exists()


def test_without_a_cookie_nothing_is_shown_or_done(make_evening: Make) -> None:
    stranger = Holder(make_evening(8, until="playing"))
    assert stranger.look().status_code == 404
    assert stranger.client.post(f"{stranger.url}table/").status_code == 404
    assert not TableDevice.objects.exists()


def test_the_page_opens_the_players_table_again_and_no_token_the_others_page(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.at(evening, 2, 3)

    answer = holder.client.post(f"{holder.url}table/")

    phone = Phone(evening, 2, holder.client)
    assert answer["Location"] == phone.url
    assert phone.look().status_code == 200
    assert TableDevice.objects.get().ticket == holder.ticket
    assert holder.client.get(f"{holder.url}table/").status_code == 405
    links.send_phone_away(phone=TableDevice.objects.get(), at=evening.clock())
    assert Phone(evening, 2, holder.client).look().status_code == 404
    holder.client.post(f"{holder.url}table/")
    assert Phone(evening, 2, holder.client).look().status_code == 200
    holder, phone = Holder.scanned(evening), Phone.scanned(evening)
    assert Client().get(f"/p/{phone.client.cookies['table-1'].value}/").status_code == 404
    assert Client().get(f"/t/{holder.token}/").status_code == 404
    assert Phone(evening, 1, holder.client).look().status_code == 404


def test_whoever_sits_out_or_whose_table_is_shut_is_sent_back_with_a_word(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    idle = evening.round().seats.get(seat=None).ticket
    seated = evening.round().seats.get(table_round__table__number=2, seat=1)
    links.revoke_table_link(table=evening.evening.tables.get(number=2), at=evening.clock())
    for ticket in (idle, seated.ticket):
        holder = Holder.scanned(evening, ticket.number)
        answer: Any = holder.client.post(f"{holder.url}table/", follow=True)
        assert answer.redirect_chain == [(holder.url, 303)]
        assert "No card opens your table now" in text_of(answer)
