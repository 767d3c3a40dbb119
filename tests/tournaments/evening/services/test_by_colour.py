"""Evenings in which people move by ticket colour: who goes where, first seats by colour, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import evenings
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]
COLOURS = ("ladies", "gents")


def colours_of(evening: AnEvening, number: int) -> list[list[str]]:
    """The ticket colours at the tables of a round, seat by seat."""
    held = dict(evening.evening.tickets.values_list("code", "colour"))
    tables = seating_of(evening.evening.rounds.get(number=number)).tables
    return [[held[code] for code in table] for table in tables]


@pytest.mark.parametrize("counting", ["games", "points"])
def test_each_seat_is_of_one_colour_from_the_first_round_on(make_evening: Make, counting: str) -> None:
    evening = make_evening(12, movement="by_colour", counting=counting, colours=COLOURS, until="playing")
    first, *others = colours_of(evening, 1)
    assert all(table == first for table in others)
    assert first[0] == first[1] != first[2] == first[3]
    before = seating_of(evening.evening.rounds.get(number=1)).tables
    for step in ("bell", "settled", "drafted", "moved"):
        evening.step_to(step)
    after = seating_of(evening.evening.rounds.get(number=2)).tables
    for seat, colour in enumerate(first):
        ring = [table[seat] for table in before]
        moved = ring[1:] + ring[:1] if colour == "ladies" else ring[-1:] + ring[:-1]
        assert [table[seat] for table in after] == moved
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize(("keeping", "same"), [(True, True), (False, False)], ids=["new", "made before"])
def test_with_seven_of_each_one_of_each_sits_out_in_evenings_made_today(
    make_evening: Make, keeping: bool, same: bool
) -> None:
    options = {} if keeping else {"seats_keep_colours": False}
    evening = make_evening(14, movement="by_colour", colours=COLOURS, until="playing", rounds=6, **options)
    held = dict(evening.evening.tickets.values_list("code", "colour"))
    for _ in range(4):
        for step in ("bell", "settled", "drafted", "moved", "playing"):
            evening.step_to(step)
    rounds = [seating_of(row) for row in evening.evening.rounds.order_by("number")]
    assert all({*map(held.__getitem__, row.sitting_out)} == {*COLOURS} for row in rounds) is same
    assert publish.check_rows(evening.evening) == []


def test_the_draw_can_be_drawn_again_from_the_archive(make_evening: Make) -> None:
    evening = make_evening(9, movement="by_colour", colours=COLOURS, until="drafted", rounds=1)
    evening.act(acts.Finish())
    assert findings(evening.archive_by_seed()) == []


def test_the_first_two_colours_go_apart_where_nothing_is_said(make_evening: Make) -> None:
    made = make_evening(0, movement="by_colour", colours=("red", "blue", "green"), until="draft")
    assert made.evening.plan["movement_options"]["by_colour"] == {"red": -1, "blue": 1}
    none = make_evening(0, movement="by_colour", until="draft", name="Saturday")
    assert none.evening.plan["movement_options"]["by_colour"] == {}


@pytest.mark.parametrize("colours", [COLOURS, ()])
def test_a_colour_that_the_evening_has_not_cannot_move(make_evening: Make, colours: tuple[str, ...]) -> None:
    with pytest.raises(Faults) as refused:
        make_evening(0, movement="by_colour", colours=colours, by_colour={"gent": 1}, until="draft")
    (found,) = refused.value.faults
    assert (found.field, found.code) == ("plan.movement_options.by_colour", "not-a-colour")


def test_seats_that_were_drawn_otherwise_are_not_moved_by_colour(make_evening: Make) -> None:
    evening = make_evening(8, movement="by_seat", colours=COLOURS, until="seated")
    plan: dict[str, Any] = {**evening.evening.plan, "movement": "by_colour", "movement_options": {}}
    with pytest.raises(Faults) as refused:
        evening.act(evenings.change_plan, name=evening.evening.name, date=evening.evening.date, plan=plan)
    assert [(found.field, found.code) for found in refused.value.faults] == [("plan.movement", "seats-drawn")]
