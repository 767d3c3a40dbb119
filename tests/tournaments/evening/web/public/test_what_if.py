"""Before the last round of an evening: who can still win, what must happen, and when nothing can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.evening import acts
from tournaments.evening.reads.projections import BeforeTheEnd, before_the_end
from tournaments.evening.services import evenings
from tournaments.movement.catalogue import MOVEMENTS
from tournaments.ranking.last_round import LastRound, LastRoundOfPoints, PointsNeeds

Visit = Callable[..., Any]
MOST = 18


@pytest.fixture
def ask(visit: Visit) -> Callable[..., str]:
    """Reads the page of an evening: `ask(room)`, `ask(room, of=3)`."""

    def read(room: AnEvening, of: object = "") -> str:
        answer = visit(room, f"what-if/?of={of}" if of else "what-if/")
        assert answer.status_code == 200
        return words(answer.content.decode())

    return read


def second_round(room: AnEvening, until: str = "moved") -> AnEvening:
    """The evening after its first round, at which couple A won everywhere, before its second and last."""
    for step in ("playing", "bell", "settled", "drafted", "moved"):
        room.step_to(step)
        if step == until:
            return room
    room.step_to("playing")
    if until == "on the bell":
        room.step_to("bell")
    return room


POINTS: dict[str, Any] = {"movement": "drawn", "counting": "points"}
WHIST: dict[str, Any] = {**POINTS, "game": "whist", "hands_per_round": 2}
WON_WHIST: dict[str, Any] = {
    "movement": "drawn",
    "counting": "games",
    "game": "whist",
    "house_rules": {"counts": "all"},
    "beside": {"round": {"ends": "hands", "hands": 2}, "worth": {"counts": "points"}},
}
"""Two hands in a round, at an evening of points, or of tables that are won and count points all the same."""
SAID = "Round 2 is the last one, and 2 tables play it."


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        pytest.param("playing", "This page works from the moment that the seats of the last", id="too early"),
        pytest.param("drafted", "This page works from the moment that the seats of the last", id="a draft"),
        pytest.param("moved", SAID, id="the seats are announced"),
        pytest.param("in play", SAID, id="in play"),
        pytest.param("on the bell", SAID, id="the bell has rung"),
    ],
)
def test_it_can_be_asked_from_the_announcement_until_the_last_round_is_settled(
    ask: Any, make_evening: Make, visit: Visit, until: str, expected: str
) -> None:
    room = second_round(make_evening(8, rounds=2), until)
    assert expected in ask(room)
    link = "Who can still win?" in words(visit(room).content.decode())
    assert link is (expected == SAID)


@pytest.mark.parametrize(
    ("plan", "until", "expected"),
    [
        pytest.param({}, "settled", "The last round is settled", id="settled"),
        pytest.param({}, "finished", "The last round is settled", id="finished"),
        pytest.param({}, "published", "The last round is settled", id="published"),
        pytest.param(
            POINTS, "playing", "Nobody knows how many hands the tables will play", id="no number of hands"
        ),
        pytest.param(
            {**POINTS, "game": "ascot", "hands_per_round": 2},
            "playing",
            "Under the rules of this game",
            id="no bounds",
        ),
        pytest.param(
            {**POINTS, "hands_per_round": 2, "rank_by": "differences"},
            "playing",
            "Tonight places go by the",
            id="differences",
        ),
        pytest.param(
            {"best_rounds": 1}, "playing", "What the last round is worth depends", id="the best rounds"
        ),
        pytest.param(
            {"movement": "knock_out"},
            "playing",
            "In a knock-out, everybody who has not lost",
            id="a knock-out",
        ),
        pytest.param({}, "seated", "Round 1 is the last one, and 2 tables play it.", id="one round, drawn"),
    ],
)
def test_where_it_cannot_be_asked_the_page_says_so_and_when_it_can(
    ask: Any, make_evening: Make, plan: dict[str, Any], until: str, expected: str
) -> None:
    assert expected in ask(make_evening(8, rounds=1, until=until, **plan))


@pytest.mark.parametrize("movement", sorted(set(MOVEMENTS) - {"knock_out"}))
def test_it_is_told_for_every_movement_by_which_couples_win_games(
    ask: Any, make_evening: Make, movement: str
) -> None:
    room = make_evening(11, rounds=1, until="playing", movement=movement, counting="games")
    assert "Round 1 is the last one, and 2 tables play it." in ask(room, of=1)


@pytest.mark.parametrize(
    ("until", "expected"), [("playing", False), ("moved", True), ("in play", True)], ids=str
)
def test_a_players_own_page_leads_to_what_must_happen_for_them(
    make_evening: Make, until: str, expected: bool
) -> None:
    room = second_round(make_evening(8, rounds=2), until)
    holder = Holder(room, 3)
    holder.scan()
    link = f'href="/c/{room.evening.club.slug}/{room.evening.slug}/what-if/?of=3"'
    assert (link in holder.look().content.decode()) is expected


def leaders(room: AnEvening) -> list[str]:
    rows = room.evening.standings.filter(won_halves=2).order_by("place", "ticket__number")
    return list(rows.values_list("ticket__player__name", flat=True))


def test_everybody_is_told_with_their_ways(ask: Any, make_evening: Make) -> None:
    """Four have won a game and sit with somebody who has not: each table gives the place to one of them."""
    room = second_round(make_evening(8, rounds=2))
    said = ask(room)
    assert "4 people can still come first" in said
    assert "4 people cannot come first any more" in said
    assert "There are 4 possible outcomes." in said
    for name in leaders(room):
        assert f"{name} level at best 1 0 2" in said


def test_what_must_happen_is_told_with_names_and_tables(ask: Any, make_evening: Make) -> None:
    room = second_round(make_evening(4, rounds=2))
    first, second = leaders(room)
    number = room.evening.tickets.get(player__name=first).number
    said = ask(room, of=number)
    assert f"What must happen for {first} to win" in said
    assert f"If {first} wins at table 1 nothing else has to happen." in said
    assert f"If {first} loses at table 1" in said
    assert second in said


@pytest.mark.parametrize("of", ["999", "-1", "x", "1" * 50, "²"], ids=str)
def test_who_is_not_there_is_nobody(visit: Visit, make_evening: Make, of: str) -> None:
    answer = visit(make_evening(8, rounds=1), f"what-if/?of={of}")
    assert answer.status_code == 200
    assert 'id="must"' not in answer.content.decode()


def test_a_table_the_director_has_decided_leaves_nothing_to_ask(ask: Any, make_evening: Make) -> None:
    room = second_round(make_evening(8, rounds=2), "on the bell")
    room.act(acts.NotPlayed(round=2, table=1, reason="ill"))
    assert "The director has decided a table" in ask(room)


@pytest.mark.parametrize("substitute", ["own", "inherits"])
def test_whoever_takes_a_seat_over_is_asked_about_by_their_own_line(
    ask: Any, make_evening: Make, substitute: str
) -> None:
    room = second_round(make_evening(8, rounds=2, substitute=substitute), "in play")
    old = room.evening.tickets.get(player__name=leaders(room)[0])
    new = room.act(evenings.substitute_guest, ticket=old, name="A sister")
    said = ask(room, of=new.number)
    assert "What must happen for A sister to win" in said
    can = "Place 1 cannot be reached any more" not in said.partition("people can still")[0]
    assert can is (substitute == "inherits")


@pytest.mark.parametrize(("sitout", "halves"), [("none", 0), ("half", 1)], ids=["nothing", "half a game"])
def test_a_round_sat_out_brings_what_the_evening_gives(make_evening: Make, sitout: str, halves: int) -> None:
    room = second_round(make_evening(5, rounds=2, sitout=sitout))
    found = before_the_end(room.evening)
    assert isinstance(found, BeforeTheEnd)
    assert isinstance(found.maths, LastRound)
    assert list(found.maths.sitting_out.values()) == [halves]
    before = {line.ticket.code: line.won_halves for line in room.evening.standings.select_related("ticket")}
    assert found.maths.halves == before


def test_it_is_asked_equally_often_however_many_play(make_evening: Make, visit: Visit) -> None:
    def make(players: int, **settings: Any) -> AnEvening:
        return make_evening(players, rounds=1, **settings)

    equally_often(make, "playing", visit, at=["what-if/?of=1"], most=MOST)


# --- an evening of points --------------------------------------------------------------------------------
def play_whist(room: AnEvening, *tricks: int) -> None:
    """Two hands at each table: what couple A takes in each of them."""
    for table, taken in enumerate(tricks, start=1):
        for _ in range(2):
            room.enter(table, {"tricks": [taken, 13 - taken]})


def second_round_of_whist(make_evening: Make, *tricks: int, plan: dict[str, Any] = WHIST) -> AnEvening:
    """Eight at an evening of whist after its first round, before its second and last."""
    room: AnEvening = make_evening(8, rounds=2, until="playing", **plan)
    play_whist(room, *tricks)
    for step in ("settled", "drafted", "moved"):
        room.step_to(step)
    return room


def test_at_an_evening_of_points_everybody_is_told_between_what_they_end(
    ask: Any, make_evening: Make
) -> None:
    room = second_round_of_whist(make_evening, 13, 6)
    said = ask(room, of=1)
    assert "Round 2 is the last one, and a table plays 2 hands at the most." in said
    assert "Ties in points are settled by the tie-breaks" in said
    for name, points in room.evening.standings.values_list("ticket__player__name", "points_for"):
        assert (f"{name} can be reached {points} {points} {points + 26}" in said) or points < 26
    found = before_the_end(room.evening)
    assert isinstance(found, BeforeTheEnd)
    assert isinstance(found.maths, LastRoundOfPoints)
    for table in found.maths.tables:
        assert (table.hands, table.high, [len(side) for side in table.sides]) == (2, 26, [2, 2])


def test_what_must_be_made_more_is_told_with_names(ask: Any, make_evening: Make) -> None:
    room = second_round_of_whist(make_evening, 13, 6)
    found = before_the_end(room.evening)
    assert isinstance(found, BeforeTheEnd)
    code = next(one.person for one in found.maths.prospects() if one.verdict == "possible")
    must = found.maths.what_must_happen(code)
    assert isinstance(must, PointsNeeds)
    said = ask(room, of=found.people[code].number)
    assert f"What must happen for {found.people[code].name} to win" in said
    assert must.needed
    assert all(str(one.sentence) in said for one in must.needed)
    assert "In the last round:" in said


@pytest.mark.parametrize("plan", [WHIST, WON_WHIST], ids=["of points", "of games"])
def test_both_kinds_of_evening_of_points_are_told_until_the_round_is_settled(
    ask: Any, make_evening: Make, plan: dict[str, Any]
) -> None:
    room = second_round_of_whist(make_evening, 9, 6, plan=plan)
    assert "a table plays 2 hands at the most" in ask(room)
    room.step_to("playing")
    play_whist(room, 13, 13)
    assert "a table plays 2 hands at the most" in ask(room)
    room.step_to("settled")
    assert "The last round is settled" in ask(room)


def test_points_that_count_for_somebody_else_leave_nothing_to_ask(ask: Any, make_evening: Make) -> None:
    room = second_round_of_whist(make_evening, 9, 6)
    room.step_to("playing")
    room.enter(1, {"tricks": [9, 4]})
    seats = room.round().seats.filter(table_round__table__number=1).order_by("seat")
    one, other = seats.values_list("ticket__code", flat=True)[:2]
    room.act(acts.ExchangeSeats(hands=[(2, 1, 1)], one=one, other=other, reason="the wrong chairs"))
    assert "The director has decided" in ask(room)
