"""Where the desk asks why, what is mostly said there is offered: a list of the browser's, and chips with scripts."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tournaments.evening import acts


@pytest.mark.parametrize("act", [act for act in acts.ACTS.values() if act.needs_reason])
def test_an_act_that_needs_a_reason_knows_the_usual_ones(act: type[acts.Act]) -> None:
    # A note beside a hand is made on the page that corrects it.
    assert act.usual_reasons or act is acts.NoteHand


@pytest.mark.parametrize(
    ("page", "where", "act"),
    [
        ("desk-act", ("take-back-bell",), acts.TakeBackBell),
        ("desk-act", ("abandon",), acts.Abandon),
        ("desk-penalty", (), acts.Penalty),
        ("desk-wrong-seats", (), acts.ExchangeSeats),
        ("desk-adjust", (2, 1), acts.AdjustGame),
        ("desk-not-played", (2, 1), acts.NotPlayed),
        ("desk-correct", (2, 1, 1), acts.CorrectHand),
    ],
)
def test_the_usual_reasons_stand_below_the_field(
    desk: Desk, make_evening: Make, page: str, where: tuple[object, ...], act: type[acts.Act]
) -> None:
    shown = desk.of(make_evening(8, until="bell")).see(page, *where)
    field = re.search(r'<input[^>]*name="reason"[^>]*>', shown)
    assert field
    found = re.search(r'list="([^"]+)_usual"', field[0])
    assert found
    assert f'id="{found[1]}"' in field[0]
    assert f'<datalist id="{found[1]}_usual">' in shown
    assert f'data-fills="{found[1]}"' in shown
    assert all(f'<option value="{words}">' in shown for words in act.usual_reasons)


def test_changing_places_in_a_draft_offers_its_reasons(desk: Desk, make_evening: Make) -> None:
    shown = desk.of(make_evening(8, until="drafted")).see()
    assert '<datalist id="swap_reason_usual">' in shown
