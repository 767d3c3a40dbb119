"""Every preset is a plan that the house takes."""

from __future__ import annotations

import pytest

from tournaments.evening.new_plans import PRESETS, Preset, checked_plan, plan_for

EACH = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)


@EACH
def test_a_preset_is_a_plan_that_is_taken(preset: Preset) -> None:
    taken = checked_plan(dict(preset.data))
    assert (taken.round, taken.worth, taken.rounds) == (
        preset.plan().round,
        preset.plan().worth,
        preset.plan().rounds,
    )


@pytest.mark.parametrize("game", ["chamberlain", "clabberjass"])
def test_whoever_plays_alone_to_a_target_begins_with_each_table_its_own_game(game: str) -> None:
    plan = plan_for(game)
    assert (plan.ends, plan.counts, plan.keeping.is_won) == ("game", "games", True)
