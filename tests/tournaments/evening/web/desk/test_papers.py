"""The papers of the evening: on the paper that is in the printer, so many to a sheet, and which lie ready."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tournaments.evening.reads import facts
from tournaments.evening.web.movement_words import how_play_goes, own_way

Make = Callable[..., AnEvening]
pytestmark = pytest.mark.django_db


def is_chosen(page: str, choice: str) -> bool:
    """Whether the choice with these words is marked on the page."""
    return re.search(rf'aria-current="page" ?>{choice}</a', page) is not None


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        pytest.param([], "A4", id="nobody has chosen"),
        pytest.param(["letter"], "Letter", id="Letter"),
        pytest.param(["letter", "a4"], "A4", id="A4 again"),
        pytest.param(["letter", "foolscap"], "Letter", id="what is unknown changes nothing"),
        pytest.param(["foolscap"], "A4", id="nor is it kept"),
    ],
)
def test_the_paper_is_chosen_once_for_all_papers(
    desk: Desk, make_evening: Make, asked: list[str], kept: str
) -> None:
    here = desk.of(make_evening(8, until="seated"))
    for paper in asked:
        here.see("desk-papers", paper=paper)
    assert is_chosen(here.see("desk-papers"), kept)
    for name in ("desk-cards", "desk-tickets", "desk-blank-slips", "desk-seating-list"):
        assert ("paper--letter" in here.see(name)) == (kept == "Letter"), name


@pytest.mark.parametrize(
    ("asked", "each"),
    [("1", 1), ("2", 2), ("4", 4), ("", 2), ("3", 2), ("0", 2), ("-4", 2), ("four", 2), ("44", 2)],
)
def test_one_two_or_four_go_on_a_sheet(desk: Desk, make_evening: Make, asked: str, each: int) -> None:
    here = desk.of(make_evening(8, until="seated"))
    for name, of in (("desk-cards", "tents"), ("desk-blank-slips", "blank-slips")):
        page = here.see(name, each=asked)
        assert f'class="{of} {of}--{each}"' in page
        assert is_chosen(page, f"{each} a sheet")


@pytest.mark.parametrize(
    ("until", "ready"),
    [
        ("draft", set()),
        ("check_in", {"desk-tickets"}),
        ("seated", {"desk-tickets", "desk-cards", "desk-blank-slips", "desk-seating-list"}),
        ("playing", {"desk-tickets", "desk-cards", "desk-blank-slips", "desk-seating-list"}),
        (
            "settled",
            {"desk-tickets", "desk-cards", "desk-blank-slips", "desk-seating-list", "evening-print"},
        ),
    ],
)
def test_what_lies_ready(desk: Desk, make_evening: Make, until: str, ready: set[str]) -> None:
    here = desk.of(make_evening(8, until=until))
    page = here.see("desk-papers")
    papers = ("desk-tickets", "desk-cards", "desk-blank-slips", "desk-seating-list", "evening-print")
    assert {name for name in papers if f'href="{here.url(name)}"' in page} == ready


@pytest.mark.parametrize(
    ("planned", "line"),
    [
        (
            {},
            "Chantecler · 3 rounds · to the bell · winners go up a table, losers of table 1 to the foot",
        ),
        (
            {"ends": {"ends": "hands", "hands": 4}, "rounds": 1, "movement": "fixed"},
            "Chantecler · 1 round · 4 hands in a round · the same seats all evening",
        ),
        (
            {"ends": {"ends": "time", "minutes": 20}, "movement": "ladder"},
            "Chantecler · 3 rounds · 20 minutes a round · winners go up a table, losers go down one",
        ),
        (
            {"game": "ascot", "movement": "drawn", "hands_per_round": 2},
            "Ascot · 3 rounds · 2 hands in a round · a new draw for every round",
        ),
    ],
    ids=["bell", "hands", "time", "points"],
)
def test_a_ticket_says_when_it_is_and_how_play_goes(
    desk: Desk, make_evening: Make, planned: dict[str, Any], line: str
) -> None:
    room = make_evening(8, until="seated", **planned)
    evening = room.evening
    assert how_play_goes(facts.plan_of(evening), facts.game_of(evening).name) == line
    page = words(desk.of(room).see("desk-tickets"))
    assert page.count(line) == 8
    assert page.count(f"· {evening.date.day} {evening.date:%B %Y}") == 8


def test_a_ticket_says_which_way_its_colour_moves(desk: Desk, make_evening: Make) -> None:
    moves = {"ladies": -1, "gents": 2}
    colours = ("ladies", "gents", "children")
    room = make_evening(
        9,
        until="seated",
        game="whist",
        counting="points",
        movement="by_colour",
        colours=colours,
        by_colour=moves,
        ends={"ends": "hands", "hands": 1},
    )
    page = desk.of(room).see("desk-tickets")
    told = re.findall(r'<p class="ticket__way">([^<]+)</p>', page)
    assert Counter(told) == {
        "ladies: 1 table towards the head, and from there to the foot.": 3,
        "gents: 2 tables towards the foot, and from there to the head.": 3,
        "children: everybody stays.": 3,
    }


def test_a_ticket_without_a_colour_says_that_it_stays_and_where_colours_do_not_move_none_says_anything(
    desk: Desk, make_evening: Make
) -> None:
    plan = facts.plan_of(make_evening(8, movement="by_colour", colours=("rose", "green")).evening)
    assert own_way(plan, "") == "Without a colour: everybody stays."
    assert own_way(plan, "rose").startswith("rose: 1 table towards the head")
    assert "ticket__way" not in desk.of(make_evening(8, until="seated", colours=("rose", "green"))).see(
        "desk-tickets"
    )
