"""What the phone shows at each turn of the evening."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.club.models import Player
from tournaments.evening import acts
from tournaments.evening.models import Seat
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings

MOST_QUERIES = 8


@pytest.mark.parametrize(
    ("until", "table", "says"),
    [
        ("seated", 1, "Who sits here"),
        ("seated", 1, "Wait for the signal"),
        ("playing", 2, "Round 1 of 3 · hand 1"),
        ("playing", 2, "Save hand 1"),
        ("bell", 1, "Your table rang."),
        ("bell", 2, "Table 1 rang."),
        ("bell", 2, "have won the game."),
        ("settled", 2, "Round 1 is settled"),
        ("settled", 2, "the next seats are being worked out"),
        ("drafted", 2, "the next seats are being worked out"),
        ("moved", 2, "Where you go for round 2"),
        ("finished", 2, "The evening is over"),
    ],
)
def test_each_turn_of_the_evening_has_its_page(
    make_evening: Any, sit: Any, until: Any, table: Any, says: Any
) -> None:
    assert says in sit(make_evening(8, until=until), table).text()


@pytest.mark.parametrize(
    ("until", "act", "says"),
    [
        pytest.param("seated", acts.OpenDoors(), "The doors are open", id="the doors open again"),
        pytest.param("playing", acts.Abandon(reason="no light"), "called off", id="called off"),
        pytest.param("playing", acts.Stop(), "The round has been ended.", id="no table to thank"),
        pytest.param("playing", acts.Stop(), "cut the cards", id="stopped where nobody leads"),
    ],
)
def test_what_the_director_does_is_seen_at_the_table(
    make_evening: Any, sit: Any, until: str, act: acts.Act, says: str
) -> None:
    evening = make_evening(8, until=until)
    phone = sit(evening)
    evening.act(act)
    assert says in phone.text()


def test_a_table_that_fewer_players_leave_empty_says_so(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="seated")
    phone = sit(evening, 2)
    evening.act(acts.OpenDoors())
    for ticket in list(evening.evening.tickets.all())[4:]:
        evening.act(evenings.check_out, ticket=ticket)
    evening.act(acts.Draw())
    assert "Nobody plays at this table now" in phone.text()


def test_the_four_are_named_shortly_where_first_names_are_enough(
    make_evening: Any, sit: Any, club: Any
) -> None:
    evening = make_evening(4, until="check_in")
    for number, name in enumerate(("Ann Lee", "Bo Lee", "Cy Lee", "Ann Day"), start=1):
        Player.objects.filter(tickets__number=number).update(name=name)
    evening.act(acts.Draw())
    said = sit(evening).text()
    assert "Ann L." in said
    assert "Ann D." in said
    assert "Bo Lee" not in said


def test_a_live_page_is_told_only_what_concerns_its_table(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening, 1)
    seen = phone.seen

    evening.enter(2, a_hand())
    nothing = phone.news(seen)
    evening.enter(1, a_hand())
    news = phone.news(seen)

    assert nothing.status_code == 204
    assert news.status_code == 200
    assert "HX-Retarget" not in news
    assert "Hand 1" in news.content.decode()


def test_when_the_turn_changes_a_live_page_is_replaced_whole(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone, other = sit(evening, 1), sit(evening, 2)
    seen, seen_there = phone.seen, other.seen

    for _ in range(3):
        evening.enter(1, a_hand())
    at_the_target = phone.news(seen)
    evening.act(acts.Ring(table=1))
    rung = other.news(seen_there)

    assert at_the_target["HX-Retarget"] == rung["HX-Retarget"] == "#table"
    assert at_the_target["HX-Reselect"] == "#table"
    assert 'id="rung"' not in at_the_target.content.decode()
    assert 'id="rung"' in rung.content.decode()
    assert 'id="rung"' not in other.look().content.decode()


def test_everybody_is_told_where_to_go_and_who_comes(make_evening: Any, sit: Any) -> None:
    said = sit(make_evening(14, until="moved"), 2).text()
    seats = Seat.objects.select_related("ticket__player", "table_round__table")
    at_table_2 = seats.filter(table_round__table__number=2)
    for seat in at_table_2.filter(round__number=1):
        there = seats.get(round__number=2, ticket=seat.ticket)
        assert seat.ticket.player.name in said
        if there.table_round is None:
            assert "sits this round out" in said
        elif there.table_round.table.number != 2:
            assert f"table {there.table_round.table.number}, seat {there.seat}" in said
    for seat in at_table_2.filter(round__number=2):
        assert seat.ticket.player.name in said


def test_one_may_see_ones_own_move_large_and_why(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="moved")
    phone = sit(evening, 2)
    winner = Seat.objects.get(round__number=1, table_round__table__number=2, seat=1).ticket
    loser = Seat.objects.get(round__number=1, table_round__table__number=2, seat=2).ticket

    assert "You won at table 2: winners go up one table." in phone.text(f"?me={winner.code}")
    assert "You lost at table 2: losers stay, and partners change." in phone.text(f"?me={loser.code}")
    assert "Show all four" not in phone.text("?me=nobody")


def test_those_who_sit_out_or_take_a_freed_seat_are_told_why(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="moved")
    out = Seat.objects.get(round__number=2, table_round__isnull=True).ticket
    game = Seat.objects.get(round__number=1, ticket=out).table_round
    assert game is not None
    table = game.table.number
    said = sit(evening, table).text(f"?me={out.code}")
    assert "You sit this round out" in said
    assert f"{out.player.name} sits out after" in said


def test_somebody_who_has_left_is_not_sent_anywhere(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="settled")
    gone = Seat.objects.get(round__number=1, table_round__table__number=1, seat=1).ticket
    evening.act(acts.Leave(ticket=gone.code))
    evening.act(acts.DraftMove(again=True))
    evening.act(acts.PublishMove())
    assert f"?me={gone.code}" not in sit(evening, 1).look().content.decode()


def test_at_the_end_the_four_see_how_they_did(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="finished")
    said = sit(evening, 1).text()
    for seat in Seat.objects.filter(round__number=1, table_round__table__number=1):
        assert seat.ticket.player.name in said


def test_after_the_last_round_nobody_waits_for_seats(make_evening: Any, sit: Any) -> None:
    assert "That was the last round." in sit(make_evening(8, until="settled", rounds=1)).text()


@pytest.mark.parametrize("until", ["seated", "playing", "bell", "settled", "moved", "finished"])
def test_the_page_asks_the_database_equally_often_however_many_tables_play(
    make_evening: Any, sit: Any, until: Any
) -> None:
    phones: dict[int, Any] = {}

    def look(evening: AnEvening, _: str) -> None:
        if evening.evening.pk not in phones:
            phones[evening.evening.pk] = sit(evening, 2)
        phones[evening.evening.pk].look()

    equally_often(make_evening, until, look, most=MOST_QUERIES)


def test_a_page_without_news_costs_two_questions_beside_the_card(
    make_evening: Any, sit: Any, django_assert_max_num_queries: Any
) -> None:
    phone = sit(make_evening(8, until="playing"))
    seen = phone.seen
    with django_assert_max_num_queries(3):
        assert phone.news(seen).status_code == 204


@pytest.mark.parametrize(
    ("trumps", "told"),
    [("rotating", ["hearts", "clubs"]), ("by_hand", [])],
)
def test_trumps_of_a_whole_round_stand_on_the_phone(
    make_evening: Any, sit: Any, trumps: Any, told: Any
) -> None:
    rules = {"trumps": trumps}
    evening = make_evening(8, until="playing", game="whist", movement="fixed", house_rules=rules)
    first = sit(evening).text()
    for step in ("bell", "settled", "drafted", "moved", "playing"):
        evening.step_to(step)
    second = sit(evening).text()
    assert re.findall(r"Trumps in this round: (\w+)", f"{first} {second}") == told


@pytest.mark.parametrize(
    ("signal", "table", "status"),
    [("table_1", 1, Status.PLAYING), ("table_1", 2, Status.SEATED), ("director", 1, Status.SEATED)],
)
def test_table_one_gives_the_signal_where_the_club_leaves_it_to_it(
    make_evening: Any, sit: Any, signal: str, table: int, status: str
) -> None:
    evening = make_evening(8, until="seated", signal=signal)
    phone, may = sit(evening, table), status == Status.PLAYING
    assert ("Give the signal" in phone.text()) is may
    said = text_of(phone.press("signal"))
    assert ("Save hand 1" if may else "the director gives the signal") in said
    assert evening.read().status == status
