"""What may be done to a season in each stage, told once more in a table, and where each act leads."""

import pytest

from tournaments.league.acts import ENTRIES, is_possible
from tournaments.ranking.series.units import STAGE_WORDS

POSSIBLE = """
draft   make change open choose category divide enter leave                  take move merge
open    change close choose category void bonus lots withdraw enter leave draw result postpone play_off take move\
 merge
closed  reopen                                                               take move merge
"""
LEADS = {"open": "open", "close": "closed", "reopen": "open"}


@pytest.mark.parametrize("kind", ["evenings", "fixtures"])
@pytest.mark.parametrize("line", POSSIBLE.strip().splitlines())
def test_an_act_is_possible_in_these_stages(line: str, kind: str) -> None:
    stage, *acts = line.split()
    assert {name for name, act in ENTRIES[kind].items() if is_possible(act, stage)} == set(acts)


@pytest.mark.parametrize("kind", ["evenings", "fixtures"])
def test_every_entry_of_a_ledger_is_read_by_one_act(kind: str) -> None:
    assert set(ENTRIES[kind]) == set(POSSIBLE.split()) - set(STAGE_WORDS) | {"open"}
    assert {name: act.to for name, act in ENTRIES[kind].items() if act.to} == LEADS
    assert {stage for act in ENTRIES[kind].values() for stage in act.when} == STAGE_WORDS.keys() - {
        "imported"
    }
