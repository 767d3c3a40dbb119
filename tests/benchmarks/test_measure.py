"""What a benchmark says of its bounds; what it measures is nobody's test."""

from itertools import count

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.measure import Row, compare, in_turn, lines


@pytest.fixture(autouse=True)
def all_that_the_tests_hold_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look through it for garbage takes longer than what is measured here."""
    monkeypatch.setattr("gc.collect", lambda: 0)


@pytest.mark.parametrize(
    ("row", "holds", "bound"),
    [
        (Row("a", 3.0), True, ""),
        (Row("a", 3.0, most=3), True, "at most 3 ms: holds"),
        (Row("a", 3.1, most=3), False, "at most 3 ms: MISSED"),
        (Row("a", 9, "statements", most=8), False, "at most 8 statements: MISSED"),
        (Row("a", 5.0, beside=2.0, most_ratio=2.5), True, "at most 2.5 times: holds"),
        (Row("a", 5.1, beside=2.0, most_ratio=2.5), False, "at most 2.5 times: MISSED"),
        (Row("a", 5.1, beside=2.0, most=9, most_ratio=2.5), False, "at most 9 ms and 2.5 times: MISSED"),
        (Row("a", 45, "", beside=100, least_ratio=0.45), True, "at least 0.45 times: holds"),
        (Row("a", 44, "", beside=100, least_ratio=0.45), False, "at least 0.45 times: MISSED"),
    ],
    ids=[
        "no bound",
        "as much as may be",
        "too slow",
        "too many",
        "in ratio",
        "out of ratio",
        "one of two",
        "as many as must be",
        "too few",
    ],
)
def test_a_bound_holds_up_to_its_figure(row: Row, holds: bool, bound: str) -> None:
    assert (row.holds, row.bound) == (holds, bound)


def test_a_row_shows_its_figure_ratio_and_bound_and_its_reference_below() -> None:
    first, second = lines([Row("work", 5.0, reference="less work", beside=2.0, most_ratio=2.5)])
    assert first.split() == ["work", "5.00", "ms", "2.50", "times", "at", "most", "2.5", "times:", "holds"]
    assert second.split() == ["less", "work", "2.00", "ms"]


def test_the_median_of_runs_in_turn_counts_and_the_first_of_each_does_not() -> None:
    asked: list[str] = []
    figures = {"work": count(100, -10), "reference": count(1)}

    def measured(name: str) -> float:
        asked.append(name)
        return next(figures[name])

    assert in_turn(lambda: measured("work"), lambda: measured("reference"), runs=3) == [80, 3]
    assert asked == ["work", "reference"] * 4


def test_work_is_compared_with_its_reference() -> None:
    row = compare("sums", lambda: sum(range(100_000)), "a short one", lambda: sum(range(1000)), runs=3)
    assert row.ratio is not None
    assert row.ratio > 1
    assert not row.bound


@pytest.mark.parametrize(("most", "status"), [(1.0, 0), (0.5, 1)], ids=["holds", "missed"])
def test_the_exit_status_says_whether_every_bound_holds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], most: float, status: int
) -> None:
    monkeypatch.setattr("benchmarks.movement.rows", lambda: [Row("a move", 0.75, most=most)])
    assert main(["movement"]) == status
    assert ("Missed: a move" in capsys.readouterr().out) is bool(status)


def test_a_benchmark_that_is_none_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cooking"])
    assert "there is no cooking" in capsys.readouterr().err
    assert "movement" in BENCHMARKS
