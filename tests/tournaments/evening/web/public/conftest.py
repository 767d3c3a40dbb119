"""Evenings that somebody visits."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts


@pytest.fixture
def moved_after_a_cut(make_evening: Callable[..., AnEvening]) -> Callable[..., AnEvening]:
    """A maker of evenings on the move to round 2: table 1 rang, table 2 was level and couple B won the cut."""

    def make(players: int, **plan: Any) -> AnEvening:
        evening = make_evening(players, until="playing", **plan)
        evening.win(1, 1, 1)
        for act in (acts.Ring(table=1), acts.Cut(table=2, winner="B"), acts.Close()):
            evening.act(act)
        evening.work()
        evening.act(acts.PublishMove())
        return evening

    return make
