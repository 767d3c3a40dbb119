"""Every end of a round with everything it can be worth, and every movement, is rehearsed without a surprise."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.tournaments.evening.services.test_every_kind import KINDS, Told
from tournaments.evening.plan import Plan
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.services import brief_for

pytestmark = pytest.mark.django_db


def choices(kind: Any) -> set[tuple[int, str]]:
    return set(enumerate(kind.id.split(", ")))


def each_once() -> Iterator[Any]:
    """Few kinds in which every game, movement and way to count, every end and worth of a round occurs."""
    missing = set().union(*map(choices, KINDS))
    while missing:
        kind = max(KINDS, key=lambda kind: len(missing & choices(kind)))
        missing -= choices(kind)
        yield kind


@pytest.mark.parametrize(("told", "plan"), list(each_once()))
def test_it_can_be_rehearsed(told: Told, plan: Plan) -> None:
    report = play(brief_for(plan, players=2 * max(plan.tables.allowed) + 1, date=date(2026, 11, 20)))
    assert report["complete"]
    assert [stop for stop in report["stops"] if stop["unexpected"]] == []
    assert told["rounds"] == len(report["rounds"])
