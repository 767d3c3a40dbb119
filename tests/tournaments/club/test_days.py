"""The days of evenings that come again."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.club.nights import Rhythm, days_of, week_of_month

DAYS = st.dates(date(1990, 1, 1), date(2200, 1, 1))


@pytest.mark.parametrize(
    ("rhythm", "first", "expected"),
    [
        pytest.param("weekly", "2026-12-25", ["2026-12-25", "2027-01-01", "2027-01-08"], id="every week"),
        pytest.param("fortnightly", "2026-12-25", ["2026-12-25", "2027-01-08", "2027-01-22"], id="2nd weeks"),
        pytest.param("monthly", "2026-12-11", ["2026-12-11", "2027-01-08", "2027-02-12"], id="2nd Fridays"),
        pytest.param("monthly", "2027-01-29", ["2027-01-29", "2027-02-26", "2027-03-26"], id="last Friday"),
    ],
)
def test_the_days(rhythm: str, first: str, expected: list[str]) -> None:
    found = days_of(Rhythm(rhythm), date.fromisoformat(first), 3)
    assert [day.isoformat() for day in found] == expected


@given(st.sampled_from(Rhythm), DAYS, st.integers(2, 12))
def test_all_are_on_one_weekday_in_order_from_the_first(rhythm: Rhythm, first: date, count: int) -> None:
    found = days_of(rhythm, first, count)
    assert found[0] == first
    assert found == sorted(set(found))
    assert len(found) == count
    assert {day.weekday() for day in found} == {first.weekday()}


@given(DAYS, st.integers(2, 12))
def test_monthly_is_once_in_each_month_in_the_same_week_of_it(first: date, count: int) -> None:
    found = days_of(Rhythm.MONTHLY, first, count)
    assert len({(day.year, day.month) for day in found}) == count
    wanted = week_of_month(first)
    assert all(week_of_month(day) == wanted or (wanted == 5 and week_of_month(day) == 4) for day in found)


@pytest.mark.parametrize("rhythm", Rhythm)
def test_the_calendar_ends(rhythm: Rhythm) -> None:
    with pytest.raises(OverflowError):
        days_of(rhythm, date(9999, 12, 31), 2)
