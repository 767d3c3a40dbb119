"""One short address leads to the wall of whatever evening is on."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def test_the_short_address_leads_to_the_evening_that_is_on(client: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="playing").read()
    answer = client.get("/wall/")
    assert answer.status_code == 302
    assert answer.url == f"/c/{evening.club.slug}/{evening.slug}/wall/"


def test_where_no_evening_is_on_it_leads_home(client: Any) -> None:
    assert client.get("/wall/").url == "/"
