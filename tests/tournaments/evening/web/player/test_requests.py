"""I leave now, I sit the next round out: asked on one's own page, answered at the desk."""

from __future__ import annotations

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.desk.conftest import desk, stranger
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.the_rows import asked
from tournaments.evening import acts
from tournaments.evening.models import PlayerRequest
from tournaments.evening.reads import director_alerts

__all__ = ["desk", "stranger"]


def press(player: Holder, kind: str, where: str = "ask/") -> str:
    answer = player.client.post(f"{player.url}{where}", {"kind": kind})
    assert (answer.status_code, answer["Location"]) == (303, player.url)
    return player.text()


def test_the_director_sees_at_once_who_wants_to_leave(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="playing")
    player = Holder.at(evening)
    name = player.ticket.player.name
    assert "I leave now" in player.text()
    assert "You want to leave. The director sees it" in press(player, "leave")
    board = words(desk.of(evening).see())
    assert f"{name} wants to leave." in board.replace("\u2068", "").replace("\u2069", "")
    assert "If all leave who want to: 8 players: 2 tables, nobody sits out" in board
    made = PlayerRequest.objects.get()
    assert "leaves with the next move" in words(desk.of(evening).press("desk-request-grant", made.pk))
    assert "You leave after this round; play your hands out." in player.text()
    assert "wants to leave" not in desk.of(evening).see()


def test_whoever_leaves_plays_the_round_out_and_is_promised_no_seat_after_it(
    make_evening: Make, desk: Desk
) -> None:
    evening = make_evening(12, until="playing")
    player = Holder.at(evening)
    press(player, "leave")
    desk.of(evening).press("desk-request-grant", PlayerRequest.objects.get().pk)
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


def test_it_is_taken_back_on_the_same_page(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="playing")
    player = Holder.at(evening)
    press(player, "leave")
    assert "You want to leave" not in press(player, "leave", "ask/not/")
    assert "wants to leave" not in desk.of(evening).see()


def test_a_no_is_told_on_their_page(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="playing")
    player = Holder.at(evening)
    press(player, "sit_out")
    assert "wants to sit out round 2" in words(desk.of(evening).see())
    desk.of(evening).press("desk-request-decline", PlayerRequest.objects.get().pk)
    assert "You asked to sit out: it could not be done for round 2." in player.text()


def test_once_the_seats_are_worked_out_one_tap_lets_somebody_sit_out_as_they_asked(
    make_evening: Make, desk: Desk
) -> None:
    evening = make_evening(9, until="drafted")
    everybody = (Holder.scanned(evening, number) for number in range(1, 10))
    player = next(one for one in everybody if not director_alerts.sits_out_next(one.ticket))
    assert "You want to sit out round 2" in press(player, "sit_out")
    board = desk.of(evening).see()
    assert "plays instead" in board
    desk.of(evening).press("desk-request-grant", PlayerRequest.objects.get().pk)
    assert director_alerts.sits_out_next(player.ticket)
    assert "plays instead" not in desk.of(evening).see()
    evening.step_to("moved")
    page = player.text()
    assert "You sit this round out" in page
    assert "You want to sit out" not in page
    assert "could not be done" not in page


def test_a_request_that_nobody_answers_ends_when_the_seats_are_announced(
    make_evening: Make, desk: Desk
) -> None:
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


def test_the_board_asks_equally_often_however_many_want_to_leave(make_evening: Make, desk: Desk) -> None:
    evening = make_evening(9, until="playing")
    counts = []
    for number in range(1, 4):
        press(Holder.scanned(evening, number), "leave")
        counts.append(len(asked(desk.of(evening).see)))
    assert counts[1] == counts[2]
