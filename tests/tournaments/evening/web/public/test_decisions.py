"""What the director has decided is told to everybody: at the line of the standings, and at the game."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tournaments.evening import acts
from tournaments.evening.models import Hand


def page(client: Client, room: AnEvening, name: str = "evening", *args: object) -> str:
    where = [room.evening.club.slug, room.evening.slug, *args]
    return words(html(client.get(reverse(f"web:{name}", args=where))))


def two(room: AnEvening) -> tuple[str, str]:
    """Two who sit at table 2 in round 1, by their tickets."""
    seats = room.round().tables.get(table__number=2).seats.order_by("seat")
    one, other = seats.values_list("ticket__code", flat=True)[:2]
    return one, other


@pytest.mark.parametrize("name", ["evening", "evening-print"])
@pytest.mark.parametrize(
    ("points", "says"),
    [
        (-2, "2 points off: late arrival"),
        (-1, "1 point off: late arrival"),
        (3, "3 points added: late arrival"),
    ],
)
def test_a_penalty_stands_at_its_line_with_the_reason(
    client: Client, make_evening: Make, name: str, points: int, says: str
) -> None:
    room = make_evening(8, until="settled")
    room.work()
    room.act(acts.Penalty(tickets=[two(room)[0]], points=points, reason="late arrival"))
    assert page(client, room, name).count(says) == 1


def test_who_sat_in_whose_seat_stands_at_both_lines(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    room.work()
    one, other = two(room)
    room.act(acts.ExchangeSeats(hands=[(1, 2, 1)], one=one, other=other, reason="as they told us"))
    assert page(client, room).count("1 hand played in the seat of") == 2


def test_a_withdrawn_penalty_is_gone(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    room.work()
    written = room.act(acts.Penalty(tickets=[two(room)[0]], points=-2, reason="late arrival"))
    room.act(acts.Withdraw(of=written.sequence, reason="it was the train"))
    assert "late arrival" not in page(client, room)


@pytest.mark.parametrize("name", ["round", "round-table", "wall"])
def test_an_adjusted_and_an_unplayed_game_say_so(client: Client, make_evening: Make, name: str) -> None:
    room = make_evening(8, until="bell")
    about: dict[str, Any] = {"round": 1, "table": 2, "reason": "the deck was short"}
    where = {"round": (1,), "round-table": (1, 2), "wall": ()}[name]
    room.act(acts.AdjustGame(points=(20, 3), **about))
    assert "score adjusted" in page(client, room, name, *where).casefold()
    room.act(acts.NotPlayed(**about))
    assert "not played" in page(client, room, name, *where).casefold()


def test_a_void_deal_says_so(client: Client, make_evening: Make) -> None:
    room = make_evening(8, until="bell")
    hand = Hand.objects.get(table__evening=room.evening, table__number=2, live=True)
    about: dict[str, Any] = {"round": 1, "table": 2, "number": 1, "of": hand.entry.sequence}
    room.act(acts.CorrectHand(hand=None, reason="misdeal", **about))
    assert "Hand 1 was declared void" in page(client, room, "round-table", 1, 2)
