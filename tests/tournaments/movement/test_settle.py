"""Which tables are level, and who has to cut."""

import pytest

from scoring.faults import Faults
from tournaments.movement.seating import check_cuts, level_tables


def test_level_tables_have_to_cut() -> None:
    assert level_tables([(42, 3), (7, 7), (0, 0), (-3, 2)]) == (2, 3)
    check_cuts({1: False, 2: True, 3: True}, [3, 2])


def test_cuts_belong_to_level_tables_and_to_no_others() -> None:
    with pytest.raises(Faults) as refused:
        check_cuts({1: False, 2: True}, {1, 0})
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [
        ("cuts.0", "no-such-table"),
        ("cuts.1", "cut-not-needed"),
        ("cuts.2", "cut-needed"),
    ]
    assert all(fault.message for fault in refused.value.faults)
