"""No page of the desk asks the database more often because more tables play."""

from typing import Any

from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt
from tests.tournaments.evening.web.desk.mending import FOR_B, WHY, looked, of
from tests.tournaments.the_rows import asked

MOST_OF_AN_IMPACT = 60


def test_what_an_impact_costs(desk_at: DeskAt) -> None:
    asked_for = []
    for players in (13, 49):
        here, _room = desk_at(players, until="moved", name=f"with {players}")
        entered = {"of": of(here, 1, 2, 1), **FOR_B, **WHY}

        def look(here: Desk = here, entered: dict[str, Any] = entered) -> None:
            looked(here, "desk-correct", 2, 1, 1, **entered)

        look()
        asked_for.append(asked(look))
    few, many = asked_for
    # What the change itself writes anew is a row for each seat of the next round and each line; no table asks more.
    assert len(many) <= len(few) + 2, "\n".join(many)
    assert len(few) <= MOST_OF_AN_IMPACT, "\n".join(few)
