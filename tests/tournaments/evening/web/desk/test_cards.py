"""The cards on the tables: their codes lead phones to this machine, whatever the director's browser calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.evening.web.desk.at_the_desk import Desk

Make = Callable[..., "AnEvening"]
NETWORK = "http://192.168.1.20:8000"
HERE_ONLY = "These codes open on this computer only"


def page(desk: Desk, room: AnEvening, host: str) -> str:
    """The page of the cards, asked for by this name of the server."""
    there = desk.of(room)
    answer = there.client.get(there.url("desk-cards"), headers={"host": host})
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("host", "phones_at", "leads_to"),
    [
        pytest.param("localhost:8000", NETWORK, NETWORK, id="from this machine, on a network"),
        pytest.param("127.0.0.1:8000", NETWORK + "/", NETWORK, id="by the number of this machine"),
        pytest.param(
            "cards.example", NETWORK, "http://cards.example", id="by a name that phones can use too"
        ),
        pytest.param("192.168.1.20:8000", "", NETWORK, id="by the address of this machine"),
        pytest.param(
            "localhost:8000", "", "http://localhost:8000", id="from this machine, which is on no network"
        ),
    ],
)
def test_a_code_leads_where_a_phone_can_follow(
    desk: Desk, make_evening: Make, settings: Any, host: str, phones_at: str, leads_to: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PHONES_AT = phones_at
    shown = page(desk, make_evening(8, until="seated"), host)
    begin = f"{leads_to}{reverse('web:table-card', args=['x'])[:-2]}"
    assert shown.count(f"Open <strong>{leads_to.partition('://')[2]}/t/</strong> and type") == 2
    assert shown.count(f'href="{begin}') == 2
    assert (HERE_ONLY in shown) == leads_to.startswith("http://localhost")
