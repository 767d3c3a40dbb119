"""Who is credited with the bell when hands change afterwards, and when the change is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.publishing import publish

Make = Callable[..., AnEvening]
SHORT = a_hand(bidder=2, couple="B", five="A")


def credited(evening: AnEvening) -> int | None:
    """The table that has the bell of round 1."""
    table = evening.evening.rounds.get(number=1).bell_table
    return table.number if table else None


def correct(evening: AnEvening, table: int, hand: dict[str, object]) -> None:
    """Put another hand in the place of the first of a table in round 1."""
    live = Hand.objects.get(
        table__evening=evening.evening, table__number=table, table_round__round__number=1, number=1, live=True
    )
    about: dict[str, Any] = {"round": 1, "table": table, "number": 1, "of": live.entry.sequence}
    evening.act(acts.CorrectHand(hand=hand, reason="miscounted", **about))


def played(make_evening: Make, *tables: int) -> AnEvening:
    """Each of these tables reaches the target with its one hand, in this order."""
    evening = make_evening(12, until="playing", target=14)
    for table in tables:
        evening.enter(table, a_hand())
    return evening


@pytest.mark.parametrize(
    ("order", "meanwhile"),
    [((1, 2, 3), 2), ((3, 1, 2), 3), ((1,), None)],
    ids=["it was the first", "another was before it", "nobody else was there"],
)
def test_undone_the_bell_comes_back_to_the_table_that_rang(
    make_evening: Make, order: tuple[int, ...], meanwhile: int | None
) -> None:
    evening = played(make_evening, *order)
    evening.act(acts.Ring(table=1))
    correct(evening, 1, SHORT)
    assert credited(evening) == meanwhile
    correct(evening, 1, a_hand())
    assert credited(evening) == 1
    assert publish.check_rows(evening.read()) == []


def test_of_two_that_rang_the_first_gets_it_back(make_evening: Make) -> None:
    evening = played(make_evening, 2, 1, 3)
    evening.act(acts.Ring(table=1))
    evening.act(acts.Ring(table=2))
    assert credited(evening) == 2
    correct(evening, 2, SHORT)
    assert credited(evening) == 1
    correct(evening, 2, a_hand())
    assert credited(evening) == 2


def test_a_bell_that_was_taken_back_gives_no_right(make_evening: Make) -> None:
    evening = played(make_evening, 1, 2)
    evening.act(acts.Ring(table=1))
    evening.act(acts.TakeBackBell(reason="a slip of the thumb"))
    evening.act(acts.Ring(table=2))
    correct(evening, 2, SHORT)
    assert credited(evening) == 1
    correct(evening, 2, a_hand())
    assert credited(evening) == 2


def test_where_nobody_rang_nobody_gets_the_bell(make_evening: Make) -> None:
    evening = played(make_evening, 1, 2)
    evening.act(acts.Stop())
    correct(evening, 1, SHORT)
    assert credited(evening) is None
