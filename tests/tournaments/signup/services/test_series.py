"""Several evenings at once: all of them, or none."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import everything, said
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services.perform import perform
from tournaments.signup.announcements import SeriesPlanned, plan_several
from tournaments.signup.models import Announcement

pytestmark = pytest.mark.django_db
DAYS = [date(2027, 1, 8), date(2027, 2, 12)]
PLAN = {"game": "chantecler", "rounds": 3}


def planned(club: Club, **changes: Any) -> list[Evening]:
    told = {
        "name": "Friday",
        "days": DAYS,
        "plan": PLAN,
        "told": SeriesPlanned(time(19, 30), places=8),
        **changes,
    }
    return plan_several(club=club, by="user:1", at=START, **told)


def test_each_is_a_draft_of_its_own_that_is_announced(club: Club) -> None:
    made = planned(club)
    assert [evening.date for evening in made] == DAYS
    assert {evening.status for evening in made} == {"draft"}
    assert set(Announcement.objects.values_list("places", flat=True)) == {8}
    assert len({evening.slug for evening in made}) == 2


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        pytest.param({"name": " "}, "name empty", id="no name"),
        pytest.param({"plan": {"game": "croquet"}}, "plan.game unknown-game", id="no game of ours"),
        pytest.param({"told": SeriesPlanned(time(19, 30), places=0)}, "places out-of-range", id="no place"),
        pytest.param({"days": []}, "days how-many", id="no day"),
        pytest.param({"days": [date(2027, 1, 1)] * 13}, "days how-many", id="too many days"),
        pytest.param({"days": [date(2027, 3, 5), date(2027, 1, 8)]}, "days already-there", id="one is there"),
    ],
)
def test_where_one_is_refused_none_is_made(club: Club, changes: dict[str, Any], refused: str) -> None:
    planned(club, days=[date(2027, 1, 8)])
    before = everything()
    with pytest.raises(Faults) as caught:
        planned(club, **{"days": [date(2027, 2, 12)], **changes})
    assert said(caught.value) == [refused]
    assert everything() == before


def test_another_takes_the_day_of_one_that_was_called_off(club: Club) -> None:
    for evening in planned(club):
        perform(evening=evening, act=acts.Abandon(reason="snow"), by="user:1", at=START)
    assert len(planned(club)) == 2
