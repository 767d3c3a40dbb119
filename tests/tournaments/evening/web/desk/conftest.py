"""A desk at an evening."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt


@pytest.fixture
def desk_at(desk: Desk, make_evening: Callable[..., AnEvening]) -> DeskAt:
    """The desk at an evening, and the evening: `here, room = desk_at(8, until="bell")`."""

    def sit_down(players: int, **told: Any) -> tuple[Desk, AnEvening]:
        room = make_evening(players, **told)
        return desk.of(room), room

    return sit_down
