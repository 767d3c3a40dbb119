"""Decisions at the desk: points off, wrong seats, adjusted and unplayed games, and taking them back."""

from __future__ import annotations

from typing import Any

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tests.tournaments.evening.web.desk.mending import WHY, choose, looked
from tests.tournaments.the_rows import everything
from tournaments.evening.models import Standing, TableRound


def settled(make_evening: Make, until: str = "settled", **more: Any) -> AnEvening:
    """A round is closed and its standings are there."""
    room = make_evening(8, until=until, **more)
    room.work()
    return room


def codes(room: AnEvening, table: int = 2) -> list[str]:
    """Who sits at a table in round 1, seat 1 first."""
    seats = room.round().tables.get(table__number=table).seats.order_by("seat")
    return list(seats.values_list("ticket__code", flat=True))


def game(room: AnEvening, table: int = 2) -> TableRound:
    """The game of a table in round 1."""
    return TableRound.objects.get(round__evening=room.evening, round__number=1, table__number=table)


def points(room: AnEvening, code: str) -> int:
    """What the standings give a ticket."""
    room.work()
    return Standing.objects.get(evening=room.evening, ticket__code=code).points_for


class TestPenalties:
    """Points off or added."""

    def test_points_are_taken_off_after_a_look_and_points_are_added(
        self, desk: Desk, make_evening: Make
    ) -> None:
        room = settled(make_evening)
        here, late = desk.of(room), codes(room)[:2]
        entered = {"tickets": late, "kind": "off", "points": "2", "reason": "came at nine"}
        before = everything()
        page = words(looked(here, "desk-penalty", **entered))
        assert "2 points off for" in page
        assert "14 becomes → 12" in page
        assert everything() == before
        page = words(choose(here, "apply", "desk-penalty", **entered))
        assert "came at nine" in page
        assert points(room, late[0]) == 12
        entered = {"tickets": codes(room)[2:3], "kind": "added", "points": "3", **WHY}
        choose(desk.of(room), "apply", "desk-penalty", **entered)
        assert points(room, codes(room)[2]) == 17

    def test_what_cannot_be_is_refused_with_what_was_typed(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening)
        entered = {"tickets": codes(room)[:1], "kind": "added", "points": "2", **WHY}
        refusals: dict[str, dict[str, Any]] = {
            "choose one player at least": {"tickets": []},
            "Nothing was entered; a whole number is needed.": {"points": ""},
            "greater than or equal to 1": {"points": "0"},
            "less than or equal to 1000": {"points": "1001"},
        }
        for says, sent in refusals.items():
            page = desk.of(room).refused("desk-penalty", **{**entered, **sent})
            assert says in words(page)
            assert 'value="added"' in page


class TestWrongSeats:
    """Two who sat in each other's seats."""

    def test_the_hands_of_a_round_are_picked_and_count_for_who_played_them(
        self, desk: Desk, make_evening: Make
    ) -> None:
        room = settled(make_evening, "moved")
        here = desk.of(room)
        one, other = codes(room)[:2]
        assert 'value="1.2.1"' in here.see("desk-wrong-seats", round=1)
        entered = {"round": "1", "one": one, "other": other, "hands": ["1.2.1"], **WHY}
        page = words(looked(here, "desk-wrong-seats", **entered))
        assert "sat in each other's seats: round 1, table 2, hand 1." in page.replace("&#x27;", "'")
        page = words(choose(here, "apply", "desk-wrong-seats", **entered))
        assert "the slip says so" in page
        assert points(room, one) == 0
        assert points(room, other) == 14

    def test_what_cannot_be_is_refused_with_what_was_typed(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening)
        one, other = codes(room)[:2]
        entered = {"round": "1", "one": one, "other": other, "hands": ["1.2.1"], **WHY}
        refusals: dict[str, dict[str, Any]] = {
            "No hand was chosen": {"hands": []},
            "Nobody was chosen": {"one": ""},
            "was played by neither of the two": {"hands": ["1.1.1"]},
        }
        for says, sent in refusals.items():
            page = desk.of(room).refused("desk-wrong-seats", **{**entered, **sent})
            assert says in words(page)
            assert all(f'value="{hand}" checked' in page for hand in {**entered, **sent}["hands"])

    def test_a_round_without_hands_offers_none(self, desk: Desk, make_evening: Make) -> None:
        here = desk.of(settled(make_evening))
        for number in ("7", "x", "-1", "9" * 20):
            assert "desk" in here.see("desk-wrong-seats", round=number)


class TestGames:
    """A whole game adjusted, or not played."""

    def test_an_adjusted_game_counts_what_the_director_says(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening, "moved")
        here = desk.of(room)
        where = ("desk-adjust", 2, 1)
        entered = {"points-0": "3", "points-1": "10", **WHY}
        page = words(looked(here, *where, **entered))
        assert "14 : 0 becomes → 3 : 10" in page
        assert "Apply and keep the announced seats" in page
        assert "is adjusted" in choose(here, "keep", *where, **entered)
        assert (game(room).points, game(room).winner, game(room).decision) == ((3, 10), "B", "adjusted")
        assert "The director has set the score of this game" in here.see("desk-table", 2, round=1)

    def test_a_game_that_was_not_played_counts_for_nobody(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening)
        here = desk.of(room)
        one = codes(room)[0]
        choose(here, "apply", "desk-not-played", 2, 1, **WHY)
        room.work()
        assert game(room).decision == "not_played"
        assert Standing.objects.get(evening=room.evening, ticket__code=one).played == 0

    def test_points_that_cannot_be_are_refused(self, desk: Desk, make_evening: Make) -> None:
        here = desk.of(settled(make_evening))
        before = everything()
        for entered in ("", "x", "1001", "-1001", "9" * 30):
            here.refused("desk-adjust", 2, 1, **{"points-0": entered, "points-1": "2"}, **WHY)
        assert everything() == before

    def test_where_everybody_counts_their_own_each_seat_has_points(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="settled", game="chambery_tarot", movement="drawn")
        table = game(room, 1)
        entered = {f"points-{place}": str(place) for place in range(len(table.points))}
        choose(here, "apply", "desk-adjust", 1, 1, **entered, **WHY)
        assert game(room, 1).points == tuple(range(len(table.points)))
        choose(here, "apply", "desk-not-played", 1, 1, **WHY)
        assert game(room, 1).decision == "not_played"


class TestTakingBack:
    """A decision that was none."""

    def test_a_penalty_is_withdrawn_with_a_reason(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening)
        here = desk.of(room)
        choose(here, "apply", "desk-penalty", tickets=codes(room)[:1], kind="off", points="2", **WHY)
        entry = room.evening.ledger.get(act="penalty").sequence
        assert here.url("desk-withdraw", entry) in here.see("desk-decisions")
        assert "give a reason" in words(here.refused("desk-withdraw", entry, reason=""))
        page = choose(here, "apply", "desk-withdraw", entry, reason="it was the train")
        assert "No decisions yet" in page
        assert points(room, codes(room)[0]) == 14
        assert here.client.get(here.url("desk-withdraw", entry)).status_code == 404
