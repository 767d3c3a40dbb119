"""The stock on which tickets are printed has the colour they are called by."""

from __future__ import annotations

import pytest

from tournaments.evening.web.desk.decorators import stock_of


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
