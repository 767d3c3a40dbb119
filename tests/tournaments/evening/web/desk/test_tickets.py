"""Tickets as they are printed: on stock of the colour they are called by, and with what they say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tournaments.evening.web.desk.decorators import stock_of

Make = Callable[..., AnEvening]


@pytest.mark.parametrize(
    ("colours", "stocks"),
    [
        pytest.param(("ladies", "gentlemen"), ("rose", "sage"), id="names that are no colours"),
        pytest.param(("blue", "red"), ("sky", "rose"), id="two colours"),
        pytest.param(("Bleu", "vert"), ("sky", "sage"), id="in French"),
        pytest.param(("members", "red", "guests"), ("sage", "rose", "straw"), id="a colour among others"),
        pytest.param(
            ("a", "b", "c", "d", "e"), ("rose", "sage", "straw", "sky", "rose"), id="more than stocks"
        ),
        pytest.param(("red", "pink"), ("rose", "rose"), id="two shades of one"),
    ],
)
def test_tickets_called_blue_are_blue(colours: tuple[str, ...], stocks: tuple[str, ...]) -> None:
    assert tuple(stock_of(colour, colours) for colour in colours) == stocks


def test_a_colour_that_the_evening_does_not_have_has_no_stock() -> None:
    assert stock_of("blue", ("red",)) == ""
    assert stock_of("", ()) == ""


@pytest.mark.django_db
def test_a_ticket_says_where_its_holder_begins_or_that_they_sit_out(desk: Desk, make_evening: Make) -> None:
    room = make_evening(9, until="seated")
    page = words(desk.of(room).see("desk-tickets"))
    assert page.count(", seat ") == 8
    assert page.count("sits out round 1") == 1


@pytest.mark.django_db
def test_a_ticket_has_its_start_position_and_once_the_evening_is_over_its_punches(
    desk: Desk, make_evening: Make
) -> None:
    """Couple A of each table wins the first round, as it is played here."""
    drawn = words(desk.of(make_evening(8, until="seated")).see("desk-tickets"))
    assert [drawn.count(position) for position in ("1A", "1B", "2A", "2B")] == [2, 2, 2, 2]
    room = make_evening(8, until="finished", name="Saturday")
    over = desk.of(room).see("desk-tickets")
    assert over.count("is-punched") == sum(line.won_halves // 2 for line in room.evening.standings.all()) > 0
    assert "games won" in words(over)
