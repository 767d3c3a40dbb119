"""Empty score slips: one for each table and round, with who sits there and what opens the table on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tournaments.evening.models import TableLink
from tournaments.evening.services.links import table_code

Make = Callable[..., AnEvening]
pytestmark = pytest.mark.django_db


def slips(desk: Desk, room: AnEvening, **query: Any) -> list[str]:
    """Each slip on the page as it is written."""
    return desk.of(room).see("desk-blank-slips", **query).split('<article class="blank-slip">')[1:]


def rounds(found: list[str]) -> list[str]:
    """The round that each slip is for, as it says."""
    return [re.findall(r"<h2>.*?· Round ?(\d*)", slip)[0] for slip in found]


def names(slip: str) -> list[str]:
    """Who sits where, column by column."""
    return [words(one) for one in re.findall(r'class="blank-slip__names">(.*?)</span>', slip)]


@pytest.mark.parametrize(
    ("movement", "asked", "told"),
    [
        pytest.param("progressive", None, ["1", "1"], id="the round that matters now"),
        pytest.param("progressive", "3", ["3", "3"], id="a round"),
        pytest.param("progressive", "all", list("112233"), id="all of them"),
        pytest.param("progressive", "blank", ["", ""], id="for any round"),
        pytest.param("progressive", "4", ["1", "1"], id="one that is not planned"),
        pytest.param("progressive", "0", ["1", "1"], id="none"),
        pytest.param("progressive", "blankety", ["1", "1"], id="what is no round"),
        pytest.param("scheduled", "all", list("112233"), id="all of a schedule"),
    ],
)
def test_there_is_one_for_each_table_of_the_rounds_asked_for(
    desk: Desk, make_evening: Make, movement: str, asked: str | None, told: list[str]
) -> None:
    room = make_evening(8, until="seated", movement=movement)
    found = slips(desk, room, **({"round": asked} if asked else {}))
    assert rounds(found) == told
    for slip, round_ in zip(found, told, strict=True):
        known = round_ == "1" or (movement == "scheduled" and round_)
        assert bool(all(names(slip))) == bool(known)
        assert ("Friday player" in slip) == bool(known)


def test_every_slip_has_the_code_of_its_table_and_the_names_of_the_couples(
    desk: Desk, make_evening: Make
) -> None:
    room = make_evening(8, until="seated")
    found = slips(desk, room)
    links = TableLink.objects.filter(table__evening=room.evening).order_by("table__number")
    for slip, link, game in zip(found, links, room.round().tables.order_by("table__number"), strict=True):
        assert table_code(link) in slip
        sitting = list(game.seats.order_by("seat").values_list("ticket__player__name", flat=True))
        assert names(slip) == [f"{sitting[0]} & {sitting[2]}", f"{sitting[1]} & {sitting[3]}"]
        assert slip.count("Signed") == slip.count("Won") == 1


@pytest.mark.parametrize(
    ("planned", "players", "columns", "hands"),
    [
        pytest.param({}, 8, [2, 2], 8, id="couples to the bell"),
        pytest.param({"ends": {"ends": "hands", "hands": 12}}, 8, [2, 2], 12, id="couples, twelve hands"),
        pytest.param({"ends": {"ends": "hands", "hands": 2}}, 8, [2, 2], 2, id="couples, two hands"),
        pytest.param(
            {"game": "chambery_tarot", "movement": "drawn", "hands_per_round": 3},
            13,
            [5, 4, 4],
            3,
            id="alone at tables of two sizes",
        ),
        pytest.param({"game": "clabberjass", "movement": "drawn"}, 5, [2, 2], 8, id="alone, as many as come"),
    ],
)
def test_it_has_a_column_for_each_side_and_a_line_for_each_hand(
    desk: Desk, make_evening: Make, planned: dict[str, Any], players: int, columns: list[int], hands: int
) -> None:
    found = slips(desk, make_evening(players, until="seated", **planned))
    assert sorted((len(names(slip)) for slip in found), reverse=True) == columns
    for slip in found:
        body = slip.partition("<tbody>")[2].partition("</tbody>")[0]
        numbers = re.findall(r'<th scope="row">(\d*)</th>', body)
        assert [number for number in numbers if number] == [str(n) for n in range(1, hands + 1)]
        assert len(numbers) == max(hands, 8)


@pytest.mark.parametrize("until", ["draft", "check_in"])
def test_before_the_draw_there_are_none(desk: Desk, make_evening: Make, until: str) -> None:
    room = make_evening(8, until=until)
    assert slips(desk, room) == []
    assert "as soon as the seats are drawn" in desk.of(room).see("desk-blank-slips")


@pytest.mark.parametrize("until", ["playing", "drafted", "moved", "finished", "published"])
def test_they_are_there_as_long_as_there_are_tables(desk: Desk, make_evening: Make, until: str) -> None:
    room = make_evening(8, until=until)
    told = "2" if until in ("drafted", "moved") else "1"
    assert rounds(slips(desk, room)) == [told, told]
    assert all("Friday player" in slip for slip in slips(desk, room))


@pytest.mark.parametrize("asked", ["1", "all"])
def test_more_tables_ask_the_database_no_more_often(desk: Desk, make_evening: Make, asked: str) -> None:
    def look(room: AnEvening, where: str) -> None:
        desk.of(room).see(where, round=asked)

    equally_often(make_evening, "playing", look, at=("desk-blank-slips",), most=25)
