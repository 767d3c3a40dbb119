"""Tables where everybody plays alone and somebody wins: who that is, on every page, and what the phone says then."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import signed_in, words
from tests.tournaments.evening.web.table.a_phone import Phone
from tournaments.evening.models import TableRound
from tournaments.evening.reads.rounds import round_views

OUT = {"passed_out": True, "players": 3}
HANDS = {"ends": "hands", "hands": {"3": 2, "4": 3}}


def moon(seat: int) -> dict[str, Any]:
    """A hand in which this seat of three takes every trick, as it said: the game is won."""
    tricks = [0, 0, 0]
    tricks[seat - 1] = 13
    jacks = dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), seat)
    return {"declarer": seat, "moon": True, "tricks": tricks, "jacks": jacks}


def alone(make_evening: Make, ends: dict[str, Any], until: str = "playing", **told: Any) -> AnEvening:
    """Six at two tables of Chamberlain, drawn for every round, where somebody wins each game."""
    worth = {"counts": "games"}
    return make_evening(6, game="chamberlain", movement="drawn", ends=ends, worth=worth, until=until, **told)


def html(evening: AnEvening, page: str = "", client: Client | None = None, where: str = "c") -> str:
    """A page of the evening."""
    found = evening.evening
    answer = (client or Client()).get(f"/{where}/{found.club.slug}/{found.slug}/{page}")
    assert answer.status_code == 200, page
    return str(answer.content.decode())


def test_a_table_whose_game_is_over_is_told_what_comes_next(make_evening: Make, director: Any) -> None:
    evening = alone(make_evening, {"ends": "game"})
    phone = Phone(evening, 1)
    phone.scan()
    assert "to 20" in phone.text()
    evening.enter(1, moon(2))
    text = phone.text()
    assert "Game over" in text
    assert "has won the game. Stay seated until the other tables have finished theirs" in text
    assert "Game over" in words(html(evening, client=signed_in(director), where="desk"))
    assert "to None" not in words(html(evening, "wall/"))
    evening.enter(2, moon(3))
    assert evening.evening.status == "bell"
    assert "The round is over" in words(html(evening, "wall/"))
    assert "bell" not in words(html(evening)).lower()


def test_who_wins_is_marked_wherever_the_tables_are_shown(make_evening: Make, director: Any) -> None:
    evening = alone(make_evening, {"ends": "game"})
    evening.enter(1, moon(2))
    evening.enter(2, moon(3))
    evening.step_to("settled")
    assert list(TableRound.objects.order_by("table__number").values_list("winner", flat=True)) == ["2", "3"]
    for page, where in (("rounds/1/", "c"), ("wall/", "c"), ("", "desk")):
        client = signed_in(director) if where == "desk" else None
        assert html(evening, page, client, where).count("own-points__one is-winner") == 2, page
    game = round_views(evening.evening, [1])[1].games[0]
    assert [one.won for one in game.own_points] == [False, True, False]


def test_who_is_level_cuts_by_seat(make_evening: Make, director: Any) -> None:
    evening = alone(make_evening, HANDS)
    for table in (1, 2):
        for _ in range(2):
            evening.enter(table, OUT)
    desk = html(evening, client=signed_in(director), where="desk")
    assert "is level at 0" in words(desk)
    assert "couple" not in words(desk).lower()
    evening.cut_where_level()
    evening.step_to("settled")
    assert "cut" in words(html(evening, "rounds/1/"))


@pytest.mark.parametrize(
    ("hands", "told"),
    [(3, "3 hands in a round"), ({"3": 2, "4": 3}, "hands in a round by the size of the table: 3: 2, 4: 3")],
)
def test_the_desk_tells_how_many_hands_a_round_has(
    make_evening: Make, director: Any, hands: Any, told: str
) -> None:
    evening = alone(make_evening, {"ends": "hands", "hands": hands}, until="draft")
    assert words(html(evening, client=signed_in(director), where="desk")).count(told) == 2


def test_couples_without_a_target_see_their_points_on_the_phone(make_evening: Make) -> None:
    evening = make_evening(8, ends={"ends": "hands", "hands": 2}, worth={"counts": "games"}, until="playing")
    phone = Phone(evening, 1)
    phone.scan()
    text = phone.text()
    assert "2 hands in a round" in text
    assert "running--bar" in phone.look().content.decode()
    assert "playing to" not in words(html(evening, "wall/"))
