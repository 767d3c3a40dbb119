"""How far the sides of a table agree about a hand: one rule for closing a round, phones, REST and public pages."""

from __future__ import annotations

import pytest

from tournaments.evening.plan import Confirmation
from tournaments.evening.record.outcome import Agreement, agreement

SEAT, PHONE, DIRECTOR = "table:4 seat:3", "table:4", "user:1"


@pytest.mark.parametrize(
    ("rule", "entered_by", "confirmed_by", "number", "stopped", "expected"),
    [
        # The second of two hands is the last of its table.
        ("taken", SEAT, "", 1, False, "taken"),
        ("taken", SEAT, "", 2, False, "waits"),
        ("taken", PHONE, "", 2, False, "waits"),
        ("taken", SEAT, "", 2, True, "taken"),
        ("taken", SEAT, "table:4 seat:2", 2, False, "confirmed"),
        ("taken", SEAT, "table:4 seat:2", 1, True, "confirmed"),
        ("taken", DIRECTOR, "", 2, False, "confirmed"),
        ("needed", SEAT, "", 1, False, "waits"),
        ("needed", SEAT, "", 1, True, "waits"),
        ("needed", SEAT, "table:4 seat:2", 1, True, "confirmed"),
        ("needed", SEAT, "user:1", 2, False, "confirmed"),
        ("needed", DIRECTOR, "", 2, False, "confirmed"),
    ],
)
def test_a_hand_that_counts_is_confirmed_taken_or_waits(
    rule: Confirmation, entered_by: str, confirmed_by: str, number: int, stopped: bool, expected: Agreement
) -> None:
    found = agreement(
        entered_by=entered_by,
        confirmed_by=confirmed_by,
        rule=rule,
        number=number,
        hands=2,
        stopped=stopped,
    )
    assert found == expected
