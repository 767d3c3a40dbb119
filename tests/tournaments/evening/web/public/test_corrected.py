"""Results that were corrected and published again say so, with the reason, to everybody."""

from collections.abc import Callable
from typing import Any

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.evening.web.public.test_reopened import adjust, correct, take_points
from tests.tournaments.the_rows import asked
from tournaments.evening.reads.hands import corrections_of
from tournaments.evening.web.public import evenings
from tournaments.league.services import tables

PAGES = ("", "print/")
SLIP = "Corrected on 20 November 2026: a false slip"
LATE = "Corrected on 20 November 2026: a late arrival"


def published_again(room: AnEvening, *changes: Callable[[AnEvening], object]) -> AnEvening:
    for change in changes:
        change(room)
    room.act(tables.publish_tables)
    return room


def test_a_correction_is_told_once_it_is_published(visit: Any, make_evening: Make) -> None:
    room = make_evening(12, until="published")
    assert ["Corrected on" in html(visit(room, page)) for page in PAGES] == [False, False]
    correct(room)
    told = [html(visit(room, page)) for page in PAGES]
    assert ["Corrected on" in page for page in told] == [False, False], "it is the director's until then"
    published_again(room)
    for page in PAGES:
        assert f"{SLIP} Round 1, table 2: hand 1 was corrected" in words(html(visit(room, page))), page


def test_what_was_corrected_before_publication_is_not_told(visit: Any, make_evening: Make) -> None:
    room = make_evening(12, until="finished")
    correct(room)
    room.step_to("published")
    assert "Corrected on" not in html(visit(room))


def test_all_corrections_are_told_the_newest_first(visit: Any, make_evening: Make) -> None:
    room = published_again(make_evening(12, until="published"), correct, adjust)
    published_again(room, take_points)
    told = words(html(visit(room)))
    assert told.index(LATE) < told.index("a short deck") < told.index(SLIP)
    assert [one.publication for one in corrections_of([room.evening.pk])[room.evening.pk]] == [3, 2, 2]


def test_of_many_the_newest_are_told(visit: Any, make_evening: Make, monkeypatch: Any) -> None:
    monkeypatch.setattr(evenings, "MOST_CORRECTIONS", 2)
    room = published_again(make_evening(12, until="published"), correct, adjust, take_points)
    told = words(html(visit(room)))
    assert SLIP not in told
    assert "1 earlier correction is in the archive." in told


def test_an_evening_that_was_never_corrected_asks_nothing_more(visit: Any, make_evening: Make) -> None:
    room = make_evening(12, until="published")
    assert len([sql for sql in asked(lambda: visit(room)) if "ledgerentry" in sql and "publish" in sql]) == 0
