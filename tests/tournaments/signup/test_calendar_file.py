"""The calendar file, held against RFC 5545, and the days of evenings that come again."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.club.nights import Rhythm, days_of, week_of_month
from tournaments.signup.calendar_file import Event, escaped, folded_line, written

AT = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")


def event(**told: object) -> Event:
    usual = {"uid": "one@host", "changed": AT, "starts": AT, "ends": None, "title": "Cards"}
    return Event(**{**usual, **told})  # type: ignore[arg-type]


def lines_of(*events: Event) -> list[str]:
    return unfolded(written("Our club", events)).splitlines()


def unfolded(text: str) -> str:
    """As whoever reads the file puts it together again (3.1)."""
    return text.replace("\r\n ", "")


def read(value: str) -> str:
    """A text out of its value (3.3.11)."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_a_line_is_folded_at_75_octets_and_read_again_whole(line: str) -> None:
    folded = folded_line(line)
    assert all(len(piece.encode()) <= 75 for piece in folded.split("\r\n"))
    assert unfolded(folded) == line


@given(st.text(st.sampled_from("ab\\;,:\n é")))
def test_a_text_is_escaped_and_read_again(text: str) -> None:
    value = escaped(text)
    assert "\n" not in value
    assert read(value) == "\n".join(text.splitlines())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("a, b; c", "a\\, b\\; c", id="marks"),
        pytest.param("a\\n", "a\\\\n", id="a backslash is none of ours"),
        pytest.param("one\r\ntwo", "one\\ntwo", id="a break"),
        pytest.param("BEGIN:VEVENT", "BEGIN:VEVENT", id="a colon needs nothing"),
    ],
)
def test_escaping(text: str, value: str) -> None:
    assert escaped(text) == value


def test_every_line_ends_as_the_standard_wants() -> None:
    text = written("Our club", [event(about="long " * 40)])
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")


def test_an_evening_is_told_in_universal_time_whatever_the_season() -> None:
    winter = event(
        starts=datetime(2026, 12, 4, 19, 30, tzinfo=PARIS), ends=datetime(2026, 12, 5, 0, 15, tzinfo=PARIS)
    )
    assert "DTSTART:20261204T183000Z" in lines_of(winter)
    assert "DTEND:20261204T231500Z" in lines_of(winter)
    summer = event(starts=datetime(2026, 7, 3, 19, 30, tzinfo=PARIS))
    assert "DTSTART:20260703T173000Z" in lines_of(summer)


def test_a_day_without_an_hour_is_a_whole_day() -> None:
    found = lines_of(event(starts=date(2026, 12, 31)))
    assert "DTSTART;VALUE=DATE:20261231" in found
    assert "DTEND;VALUE=DATE:20270101" in found


def test_what_is_said_of_an_event() -> None:
    found = lines_of(
        event(title="Cards, again", about="Bring a cake; or two", place="Old Hall", url="https://h/c/")
    )
    for line in (
        "UID:one@host",
        "DTSTAMP:20261120T180000Z",
        "SUMMARY:Cards\\, again",
        "DESCRIPTION:Bring a cake\\; or two",
        "LOCATION:Old Hall",
        "URL:https://h/c/",
        "STATUS:CONFIRMED",
    ):
        assert line in found
    assert "STATUS:CANCELLED" in lines_of(event(is_off=True))


def test_nothing_is_said_of_what_there_is_not() -> None:
    names = {line.partition(":")[0] for line in lines_of(event())}
    assert not names & {"DESCRIPTION", "LOCATION", "URL", "DTEND"}
    assert lines_of()[-1] == "END:VCALENDAR"


def test_a_calendar_says_what_it_is_and_holds_each_event_once() -> None:
    found = lines_of(event(), event(uid="two@host", starts=AT + timedelta(days=7)))
    assert found[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Head Table//Evenings//EN"]
    assert "X-WR-CALNAME:Our club" in found
    assert found.count("BEGIN:VEVENT") == found.count("END:VEVENT") == 2


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
