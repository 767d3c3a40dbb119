"""Every movement of the catalogue on a real evening: late arrivals, a leaver, three rounds, a ledger that holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.reads.standings import standings_of
from tournaments.evening.services import evenings, plans
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS
from tournaments.publishing import publish

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]

WAYS = [
    pytest.param(slug, counting, id=f"{slug}, {counting}")
    for slug, plug in MOVEMENTS.items()
    for counting in COUNTINGS
    if plug.options(counting) is not None
]


@pytest.mark.parametrize(("slug", "counting"), WAYS)
def test_people_come_and_go_and_everybody_has_a_place(make_evening: Make, slug: str, counting: str) -> None:
    twos = counting == "points" and slug in ("ladder", "knock_out")
    game = "clabberjass" if twos else "chantecler"
    evening = make_evening(9, rounds=3, movement=slug, counting=counting, game=game)
    evening.step_to("playing")
    comer = clubs.add_player(club=evening.evening.club, name="Lat Ecomer", at=evening.clock())
    evening.act(evenings.arrive, player=comer, colour="")
    for step in ("bell", "settled", "drafted", "moved", "playing"):
        evening.step_to(step)
    leaving = evening.evening.tickets.get(code=seating_of(evening.round()).tables[0][1])
    evening.act(acts.Leave(ticket=leaving.code))
    for step in ("bell", "settled", "drafted", "moved"):
        evening.step_to(step)
    seating = seating_of(evening.evening.rounds.get(number=3))
    there = set(evening.evening.tickets.filter(left_in__isnull=True).values_list("code", flat=True))
    assert set(seating.players()) == there
    assert len(seating.tables) == (4 if twos else 2)
    assert evening.evening.rounds.get(number=3).reasons
    assert publish.check_rows(evening.evening) == []


def test_places_of_a_knock_out_go_by_how_far_people_got(make_evening: Make) -> None:
    evening = make_evening(8, rounds=2, movement="knock_out")
    for step in ("playing", "bell", "settled", "drafted", "moved", "playing", "bell", "settled", "drafted"):
        evening.step_to(step)
    champions = set(seating_of(evening.round()).tables[0][::2])
    lines = standings_of(evening.evening)
    assert {line.player for line in lines if line.place == 1} == champions
    assert "Reached the final." in {str(line.explanation) for line in lines}
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"game": "ascot", "movement": "swiss", "unit": "pairs"}, id="couples at Ascot"),
        pytest.param(
            {"game": "chamberlain", "movement": "ladder", "unit": ""}, id="a ladder at tables of three"
        ),
        pytest.param(
            {"game": "clabberjass", "movement": "top_tables", "unit": "pairs"}, id="couples at tables of two"
        ),
        pytest.param(
            {
                "game": "chamberlain",
                "movement": "progressive",
                "counting": "games",
                "round": {"ends": "time"},
            },
            id="partners who change where nobody has one",
        ),
    ],
)
def test_a_movement_that_the_tables_do_not_allow_is_refused(changes: dict[str, Any]) -> None:
    options = {"unit": changes["unit"]} if changes.get("unit") else {}
    plan = {name: value for name, value in changes.items() if name != "unit"}
    with pytest.raises(Faults) as refused:
        plans.checked_plan({"counting": "points", **plan, "movement_options": options})
    assert [fault.code for fault in refused.value.faults] == ["not-at-these-tables"]
