"""The days of a club's nights."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.club.nights import EVERY_WEEK, LAST_WEEK, days_from, falls_on

THURSDAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("weekday", "week", "expected"),
    [
        pytest.param(3, EVERY_WEEK, ["2026-11-26", "2026-12-03"], id="tonight, and in a week"),
        pytest.param(4, EVERY_WEEK, ["2026-11-27", "2026-12-04"], id="tomorrow"),
        pytest.param(2, EVERY_WEEK, ["2026-12-02", "2026-12-09"], id="yesterday was one"),
        pytest.param(4, 1, ["2026-12-04", "2027-01-01"], id="the first Friday"),
        pytest.param(4, 4, ["2026-11-27", "2026-12-25"], id="the fourth Friday"),
        pytest.param(4, LAST_WEEK, ["2026-11-27", "2026-12-25"], id="the last Friday is the fourth"),
        pytest.param(0, LAST_WEEK, ["2026-11-30", "2026-12-28"], id="the last Monday is the fifth"),
    ],
)
def test_the_next_days(weekday: int, week: int, expected: list[str]) -> None:
    assert [day.isoformat() for day in days_from(weekday, week, THURSDAY, 2)] == expected


@given(st.integers(0, 6), st.integers(EVERY_WEEK, LAST_WEEK), st.dates(date(1990, 1, 1), date(2200, 1, 1)))
def test_each_of_them_falls_on_the_night_and_none_is_left_out(weekday: int, week: int, since: date) -> None:
    found = days_from(weekday, week, since, 3)
    assert len(found) == 3
    between = [date.fromordinal(day) for day in range(since.toordinal(), found[-1].toordinal() + 1)]
    assert [day for day in between if falls_on(weekday, week, day)] == found


def test_the_calendar_ends() -> None:
    with pytest.raises(OverflowError):
        days_from(4, 1, date(9999, 12, 25), 2)
