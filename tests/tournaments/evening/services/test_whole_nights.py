"""Nights of kinds that the house offers, played from the doors to the published archive."""

from typing import Any

import pytest

from tests.tournaments.an_evening import Make
from tournaments.evening import acts
from tournaments.evening.new_plans import PRESETS
from tournaments.fees import fees
from tournaments.publishing.verdict import findings

pytestmark = pytest.mark.django_db

OWN_GAME = {"counting": "games", "round": {"ends": "game"}, "worth": {"counts": "games"}}


@pytest.mark.parametrize(
    ("kind", "people", "beside"),
    [
        ("skat-money", 13, {}),
        (
            "skat-money",
            7,
            {"settlement": {"rates": [{"what": "skat.score.overbid", "sum": 50}], "lost_to": "others"}},
        ),
        ("cribbage", 10, {}),
        ("doppelkopf-money", 9, {}),
        ("mexicano", 8, {}),
        ("points", 22, {}),
        ("points", 22, {**OWN_GAME, "house_rules": {"wins": "against", "target_against": 60}}),
        ("points", 11, {**OWN_GAME, "game": "hearts"}),
    ],
)
def test_a_night_is_played_to_its_end_and_holds(
    make_evening: Make, kind: str, people: int, beside: dict[str, Any]
) -> None:
    plan = {**next(preset.data for preset in PRESETS if preset.slug == kind), "rounds": 2, **beside}
    evening = make_evening(people, counting="points", beside=plan, until="playing")
    for round_ in (1, 2):
        evening.play_out()
        evening.cut_where_level()
        evening.act(acts.Close())
        if round_ == 1:
            evening.go_on_to("playing")
    evening.act(acts.Finish())
    archive = evening.archive_by_seed()
    assert findings(archive) == []
    settling = fees.settling(evening.evening)
    assert sum(line.costs.balance for line in settling.people) == 0
