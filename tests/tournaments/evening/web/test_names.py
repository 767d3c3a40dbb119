"""What people are called where room is short."""

from typing import Any

import pytest

from tournaments.club.models import Player
from tournaments.evening.reads import rounds
from tournaments.evening.reads.facts import Named, full_names, name_sort_key, short_names

pytestmark = pytest.mark.django_db


def _people(*names: str) -> list[Named]:
    return [Named(str(number), name, number) for number, name in enumerate(names, start=1)]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann Lee", "Bo Day"), ["Ann", "Bo"]),
        (("Ann Lee", "Ann Day"), ["Ann\xa0L.", "Ann\xa0D."]),
        (("Ann Lee", "Ann Low"), ["Ann Lee", "Ann Low"]),
        (("Ann", "Ann Lee"), ["Ann", "Ann\xa0L."]),
        (("Ann Lee", "Ann Lee"), ["(1) Ann Lee", "(2) Ann Lee"]),
        (("Ann Maria Lee", "Ann Lund"), ["Ann Maria Lee", "Ann Lund"]),
        (("Ölaf Ström",), ["Ölaf"]),
        (("🃏 Lucky Joe", "Joe 🃏 Lee", "joe Day"), ["Lucky", "Joe\xa0L.", "joe\xa0D."]),
        (("🃏", "ann lee", "Ann Lee"), ["🃏", "(2) ann lee", "(3) Ann Lee"]),
    ],
    ids=" / ".join,
)
def test_the_shortest_name_that_nobody_else_goes_by(names: Any, short: Any) -> None:
    assert list(short_names(_people(*names)).values()) == short


def test_only_namesakes_bear_their_tickets_number_and_stand_by_their_names() -> None:
    assert list(full_names(_people("Ann Lee", "Bo Day", "Ann Lee")).values()) == [
        "(1) Ann Lee",
        "Bo Day",
        "(3) Ann Lee",
    ]
    names = ["(12) Ann Lee", "Bo Day", "(3) Ann Lee", "Al Ode"]
    assert sorted(names, key=name_sort_key) == ["Al Ode", "(3) Ann Lee", "(12) Ann Lee", "Bo Day"]


def test_names_are_told_apart_over_the_whole_room(make_evening: Any) -> None:
    evening = make_evening(12).evening
    for number, name in ((1, "John Smith"), (5, "John Mole"), (9, "Ada Long")):
        Player.objects.filter(tickets__evening=evening, tickets__number=number).update(name=name)
    wanted = {1: "John\xa0S.", 5: "John\xa0M.", 9: "Ada"}
    room = rounds.round_views(evening, [1])[1]
    assert {one.number: one.short for one in room.people() if one.number in wanted} == wanted
    for table in (1, 2, 3):
        here = rounds.game_view(evening, table, 1)
        assert here is not None
        assert [one.short for one in here.seats] == [one.short for one in room.games[table - 1].seats]
