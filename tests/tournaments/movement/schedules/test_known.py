"""How ours compare with what is proved and with what others have reached."""

from pathlib import Path

import pytest

from benchmarks.schedule_records import page
from tests.tournaments.movement.schedules.tally import everybody, meetings
from tests.tournaments.movement.schedules.test_meeting import NOT_FULL
from tournaments.movement.schedules.catalogue import MOST_PLAYERS, known
from tournaments.movement.schedules.rings import renamed, starters

PAGE = Path(__file__).parents[4] / "docs" / "schedule_records.md"
ROOMS = [(players, size) for size in (3, 4, 5) for players in range(size, MOST_PLAYERS + 1, size)]


@pytest.mark.parametrize(
    ("players", "size"), ROOMS, ids=[f"{players} at tables of {size}" for players, size in ROOMS]
)
def test_nobody_has_more_rounds_than_are_possible(players: int, size: int) -> None:
    this = known(players, size)
    assert 1 <= this.shipped <= this.best <= this.bound
    assert this.bound * (size - 1) <= players - 1 or this.bound == 1
    assert this.short_of_bound >= this.short_of_best >= 0
    assert this.best == max(this.published, this.shipped)
    assert this.proof


@pytest.mark.parametrize(("players", "size", "_tables"), NOT_FULL)
def test_nor_where_tables_are_one_short(players: int, size: int, _tables: int) -> None:
    this = known(players, size)
    assert 1 <= this.shipped <= this.bound


@pytest.mark.parametrize(
    ("players", "size", "bound", "why"),
    [
        pytest.param(16, 4, 5, "counting", id="sixteen: everybody is met"),
        pytest.param(20, 4, 5, "exhaustive search", id="twenty: six would be possible by counting"),
        pytest.param(12, 4, 1, "too few tables", id="three tables of four"),
        pytest.param(20, 5, 1, "too few tables", id="four tables of five"),
        pytest.param(12, 3, 4, "exhaustive search", id="twelve by threes"),
        pytest.param(27, 4, 9, "counting", id="twenty-seven by fours and a three: 351 pairs, 39 a round"),
        pytest.param(11, 4, 1, "too few tables", id="two tables of four and one of three"),
    ],
)
def test_bounds_that_are_proved(players: int, size: int, bound: int, why: str) -> None:
    this = known(players, size)
    assert this.bound == bound
    assert why in this.proof


def test_the_page_of_records_is_what_is_shipped() -> None:
    """Written again by `python -m benchmarks.schedule_records > docs/schedule_records.md`."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_sixty_eight_by_fours_grow_from_two_rounds_that_a_mirror_leaves_as_they_are() -> None:
    """As the page of records describes it: circles of eleven from number 0, and 66 and 67 in the middle."""
    starter = starters("meeting_4")[68]
    mirror = [(level ^ 1) * 11 + -place % 11 for level in range(6) for place in range(11)] + [67, 66]
    for card, own in zip(starter.rounds, (3, 13), strict=True):
        tables = [frozenset(table) for table in card]
        images = [frozenset(table) for table in renamed(card, mirror)]
        assert set(images) == set(tables)
        assert sum(table == image for table, image in zip(tables, images, strict=True)) == own


def test_whom_nobody_meets_of_sixty_eight_by_fours() -> None:
    same = {
        frozenset((one * 11 + place, other * 11 + place))
        for one, other in ((0, 1), (2, 4), (3, 5))
        for place in range(11)
    }
    met = meetings(starters("meeting_4")[68].cards())
    assert everybody(68) - set(met) == same | {frozenset((66, 67))}


def test_a_room_that_there_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="5 players at tables of 4"):
        known(5, 4)
