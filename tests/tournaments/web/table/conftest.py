"""Phones at tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.web.table.a_phone import Phone


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Phone]:
    """A maker of phones that have scanned the card of a table: `sit(evening, table=1)`.

    The pages' clock is the evening's.
    """

    def at(evening: AnEvening, table: int = 1) -> Phone:
        for pages in ("views", "agreed", "calling"):
            monkeypatch.setattr(f"tournaments.web.table.{pages}.now", evening.clock)
        phone = Phone(evening, table)
        phone.scan()
        return phone

    return at
