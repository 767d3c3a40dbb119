"""Where bars and curves lie."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.league.web.public import charts
from tournaments.ranking.ratings import Rating

ROOM = charts.WIDTH - charts.LABEL - charts.VALUE
DAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        pytest.param([(2, 4)], [(charts.LABEL, ROOM // 2, ROOM)], id="a half of the whole"),
        pytest.param(
            [(1, 4), (2, 2)],
            [(charts.LABEL, ROOM // 4, ROOM), (charts.LABEL, ROOM // 2, ROOM // 2)],
            id="to one scale",
        ),
        pytest.param([(0, 3)], [(charts.LABEL, 0, ROOM)], id="nothing of the whole"),
        pytest.param(
            [(10, None), (5, None)], [(charts.LABEL, ROOM, 0), (charts.LABEL, ROOM // 2, 0)], id="amounts"
        ),
        pytest.param(
            [(10, None), (-10, None)],
            [(charts.LABEL + ROOM // 2, ROOM // 2, 0), (charts.LABEL, ROOM // 2, 0)],
            id="below nothing",
        ),
        pytest.param([(-4, None)], [(charts.LABEL, ROOM, 0)], id="below nothing alone"),
        pytest.param([(0, None)], [(charts.LABEL, 0, 0)], id="nothing"),
        pytest.param([], [], id="no bars"),
    ],
)
def test_bars_are_as_long_as_what_they_show(
    amounts: list[tuple[float, float | None]], expected: list[tuple[int, int, int]]
) -> None:
    drawn = charts.bars(charts.Amount("Table 1", value, "", whole) for value, whole in amounts)
    assert [(bar.x, bar.width, bar.whole) for bar in drawn.bars] == expected


@given(st.lists(st.tuples(st.integers(-500, 500), st.none()) | st.integers(0, 9).map(lambda n: (n, 9))))
def test_no_bar_leaves_its_room(amounts: list[tuple[int, int | None]]) -> None:
    drawn = charts.bars(charts.Amount("", value, "", whole) for value, whole in amounts)
    for bar in drawn.bars:
        assert charts.LABEL <= bar.x <= bar.x + bar.width <= charts.WIDTH - charts.VALUE
        assert drawn.zero + bar.whole <= charts.WIDTH - charts.VALUE
        assert 0 <= bar.y < drawn.height


def test_one_rating_stands_in_the_middle_of_its_band_and_none_has_none() -> None:
    drawn = charts.curve([(DAY, Rating(25, 5, 4))])
    assert drawn is not None
    (dot,) = drawn.dots
    assert (dot.x, dot.y) == ((charts.LEFT + charts.RIGHT) // 2, (dot.high + dot.low) // 2)
    assert [level for level, _ in drawn.levels] == [1300, 1400, 1500, 1600, 1700]
    assert charts.curve([]) is None


@given(st.lists(st.tuples(st.integers(0, 400), st.floats(0, 50), st.floats(0.5, 9)), min_size=1, max_size=20))
def test_a_curve_stays_inside_goes_right_and_lies_in_its_band(told: list[tuple[int, float, float]]) -> None:
    ratings = [(DAY + timedelta(days), Rating(mu, sigma, 1)) for days, mu, sigma in sorted(told)]
    drawn = charts.curve(ratings)
    assert drawn is not None
    assert [dot.x for dot in drawn.dots] == sorted(dot.x for dot in drawn.dots)
    for dot in drawn.dots:
        assert charts.TOP <= dot.high <= dot.y <= dot.low <= charts.BOTTOM
        assert charts.LEFT <= dot.x <= charts.RIGHT
    assert 2 <= len(drawn.levels) <= 8
    assert len(drawn.line.split()) * 2 == len(drawn.band.split()) == 2 * len(told)


@pytest.mark.parametrize(("evenings", "marked"), [(1, 1), (40, 40), (41, 1), (200, 1)])
def test_marks_that_would_cover_the_line_are_left_out_but_the_last(evenings: int, marked: int) -> None:
    drawn = charts.curve([(DAY + timedelta(weeks), Rating()) for weeks in range(evenings)])
    assert drawn is not None
    assert len(drawn.marked) == marked
    assert drawn.marked[-1] == drawn.dots[-1]


@given(
    st.lists(
        st.integers(1, 60).flatmap(lambda among: st.tuples(st.integers(1, among), st.just(among))),
        max_size=10,
    )
)
def test_columns_stand_side_by_side_the_winners_the_tallest(places: list[tuple[int, int]]) -> None:
    drawn = charts.form(places)
    assert [column.place for column in drawn.columns] == [place for place, _ in places]
    for at, (column, (place, among)) in enumerate(zip(drawn.columns, places, strict=True)):
        assert at * charts.COLUMN < column.x < column.x + drawn.bar <= (at + 1) * charts.COLUMN <= drawn.width
        assert 0 <= column.height <= charts.TALL
        assert column.y + column.height == drawn.foot
        assert (column.height == charts.TALL) is (place == 1) or among > charts.TALL / 2
