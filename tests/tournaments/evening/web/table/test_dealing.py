"""The phone says whose deal it is, and the form has it chosen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tournaments.evening.models import Seat

DEALS = re.compile(r"([\w ]+) deals(: the visiting lady)?\.")


def name_at(evening: Any, seat: int, table: int = 1) -> str:
    found = Seat.objects.get(round=evening.round(), table_round__table__number=table, seat=seat)
    name: str = found.ticket.player.name
    return name


def deals(phone: Any) -> str:
    """Who deals, by the page; the names of a test begin with the evening's, which the phone leaves out."""
    found = DEALS.search(phone.text())
    assert found is not None, phone.text()
    return found[1].split()[-1]


def chosen(phone: Any) -> list[str]:
    tiles = re.findall(r'<input[^>]*name="hand.dealer"[^>]*>', phone.look().content.decode())
    return [tile for tile in tiles if "checked" in tile]


@pytest.mark.parametrize(
    ("planned", "words"),
    [
        pytest.param({}, "Cut for the deal: the lowest card deals.", id="low deals in a progressive evening"),
        pytest.param(
            {"movement": "drawn", "ends": {"ends": "hands", "hands": 4}, "worth": {"counts": "points"}},
            "Cut for the deal.",
            id="elsewhere the game says who",
        ),
    ],
)
def test_before_the_first_hand_the_table_cuts(make_evening: Any, sit: Any, planned: Any, words: str) -> None:
    phone = sit(make_evening(8, until="playing", **planned))
    assert words in phone.text()
    assert chosen(phone) == []


def test_once_a_hand_has_noted_its_dealer_the_phone_says_who_deals(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening)
    evening.enter(1, a_hand(bid=3, couple="B"))
    assert not DEALS.search(phone.text())
    evening.enter(1, {**a_hand(bid=3, couple="B"), "dealer": 4})
    assert deals(phone) == name_at(evening, 1).split()[-1]
    assert 'value="1"' in chosen(phone)[0]


def test_after_the_first_game_the_visiting_lady_deals(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, colours=("ladies", "gents"), couples="mixed", until="moved")
    evening.step_to("playing")
    phone = sit(evening, 3)
    before = Seat.objects.filter(round__number=1).exclude(table_round__table__number=3)
    came = Seat.objects.get(
        round=evening.round(),
        table_round__table__number=3,
        ticket__colour="ladies",
        ticket__in=before.values("ticket"),
    )
    assert "deals: the visiting lady." in phone.text()
    assert deals(phone) == came.ticket.player.name.split()[-1]
    assert f'value="{came.seat}"' in chosen(phone)[0]
    evening.enter(3, a_hand(bid=3, couple="B"))
    assert deals(phone) == name_at(evening, (came.seat or 0) % 4 + 1, 3).split()[-1]


def test_without_ladies_tickets_the_table_cuts_in_every_round(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, until="moved")
    evening.step_to("playing")
    assert "Cut for the deal: the lowest card deals." in sit(evening, 3).text()
