"""Phones at tables."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import Phone


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Phone]:
    """A maker of phones that have scanned the card of a table: `sit(evening, table=1)`.

    The pages' clock is the evening's.
    """

    def at(evening: AnEvening, table: int = 1) -> Phone:
        monkeypatch.setattr("tournaments.evening.web.table.views.now", evening.clock)
        return Phone.scanned(evening, table)

    return at


@pytest.fixture
def table(make_evening: Any, sit: Any) -> Any:
    """A maker of a phone of table 2 by the seat it tells; None for one in the middle."""
    evening = make_evening(8, until="playing")

    def phone(seat: int | None = None) -> Phone:
        made: Phone = sit(evening, 2)
        if seat:
            made.sit(seat)
        return made

    return phone
