"""The prizes in public: on the evening's page, on the wall, as a list to sign, as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import words
from tournaments.evening.web.public.prizes import HEAD

SHARED: dict[str, Any] = {"best": 3, "sums": [5000, 3001], "booby_sum": 500, "ties": "shared"}
COLOURS = ("ladies", "gentlemen")


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return words(answer.content.decode())


@pytest.mark.parametrize("page", ["", "print/"])
def test_those_who_share_prizes_stand_together_with_what_each_gets(
    visit: Any, make_evening: Any, page: str
) -> None:
    evening = make_evening(8, until="published", prizes=SHARED)
    told = text_of(visit(evening, page))
    assert "Places 1 to 3 · 80.01 Prizes 1 to 3, shared by the 4 players in that place." in told
    assert re.search(r"player \d\d 20\.01 .*player \d\d 20\.00", told)
    assert "Booby · 5.00 The booby prize, shared by 4." in told
    assert "to be cut" not in told
    assert "has won the evening" not in told
    assert "Prizes 3 for the best (50.00 · 30.01 · no money), a booby (5.00)" in told
    assert "Tied for a prize Share it by place" in told


def test_without_prizes_for_the_best_the_booby_has_not_won_the_evening(visit: Any, make_evening: Any) -> None:
    evening = make_evening(4, until="published", prizes={"best": 0, "ties": "shared"}, tie_breaks=[])
    assert "has won the evening" not in text_of(visit(evening))


def test_a_prize_with_a_sum_shows_it_beside_the_winner(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes={"sums": [5000], "booby": False})
    assert re.search(r"Best · 50\.00 to be cut: ", text_of(visit(evening)))


def test_the_wall_shows_sums_and_turns_pages_where_there_are_many(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes=SHARED)
    told = text_of(visit(evening, "wall/"))
    assert "Places 1 to 3 · 80.01" in told
    assert "20.01 ," in told
    many = {"best": 4, "by_colour": True, "overall": {"best": 4}}
    more = make_evening(16, until="published", name="Many", colours=COLOURS, prizes=many)
    screens = visit(more, "wall/").context["screens"]
    pages = [screen["prizes"] for screen in screens if screen["kind"] == "prizes"]
    assert len(pages) > 1
    assert all(pages)
    assert sum(len(page) for page in pages) == len(visit(more).context["prizes"])


def test_the_list_has_a_line_to_sign_for_everybody(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", colours=COLOURS, prizes={**SHARED, "by_colour": True})
    answer = visit(evening, "prizes/")
    told = text_of(answer)
    rows = answer.context["rows"]
    assert answer.content.decode().count('<td class="sign">') == len(rows) + 1
    assert "Prize Winner Ticket Sum Received" in told
    numbers = dict(evening.evening.tickets.values_list("code", "number"))
    for row in rows:
        assert row["won"].name in told
        assert row["ticket"].number == numbers[row["won"].code]
        assert row["ticket"].colour in COLOURS
    assert re.search(r"All prizes \d+\.\d\d", told)


def test_the_list_names_no_sums_where_there_are_none(visit: Any, make_evening: Any) -> None:
    told = text_of(visit(make_evening(8, until="published", prizes={"ties": "equal"}), "prizes/"))
    assert "Prize Winner Ticket Received" in told
    assert "All prizes" not in told
    assert "divided equally among 4 players with as many games won" in told


def test_a_list_with_open_ties_says_who_cuts(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published")
    assert "to be cut: " in text_of(visit(evening, "prizes/"))
    assert "to be cut: " in text_of(visit(evening, "wall/"))


@pytest.mark.parametrize("until", ["playing", "settled"])
def test_before_the_end_the_list_says_what_is_offered(visit: Any, make_evening: Any, until: str) -> None:
    told = text_of(visit(make_evening(8, until=until, prizes=SHARED), "prizes/"))
    assert "The list appears when the evening is published." in told
    assert "3 for the best (50.00 · 30.01 · no money), a booby (5.00)" in told


def test_an_evening_without_prizes_has_an_empty_list(visit: Any, make_evening: Any) -> None:
    told = text_of(visit(make_evening(4, until="published", prizes={"best": 0, "booby": False}), "prizes/"))
    assert "Nobody has won a prize." in told
    assert "Prizes none" in told


def rows_of(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_prizes_are_a_table_that_spreadsheets_read(visit: Any, make_evening: Any) -> None:
    evening: AnEvening = make_evening(8, until="published", prizes=SHARED)
    answer = visit(evening, "prizes.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert f"{evening.evening.slug}-prizes.csv" in answer["Content-Disposition"]
    head, *rows = rows_of(answer)
    assert tuple(head) == HEAD
    assert [(row[0], row[7], row[8]) for row in rows] == [
        ("best", "4", "20.01"),
        *[("best", "4", "20.00")] * 3,
        *[("booby", "4", "1.25")] * 4,
    ]


def test_prizes_that_are_still_open_are_not_in_the_table(visit: Any, make_evening: Any) -> None:
    assert rows_of(visit(make_evening(8, until="published"), "prizes.csv"))[1:] == []
