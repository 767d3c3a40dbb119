"""What cannot be is refused in words, on a page that still stands, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.table.a_phone import as_posted
from tests.tournaments.the_rows import everything
from tournaments.evening import acts

Make = Callable[..., AnEvening]

HAND = {"round": "1", "number": "1", "key": "a key", **as_posted(a_hand())}
BEYOND_ANY_COLUMN = 10**30


def test_no_hand_is_taken_before_the_start(desk: Desk, make_evening: Make) -> None:
    here = desk.of(make_evening(8, until="seated"))
    before = everything()
    assert "is not possible now" in words(here.refused("desk-enter", 2, **HAND))
    assert everything() == before


@pytest.mark.parametrize("until", ["settled", "drafted", "finished"])
def test_a_hand_of_a_closed_round_goes_into_the_late_tray(desk: Desk, make_evening: Make, until: str) -> None:
    room = make_evening(8, until=until)
    page = words(desk.of(room).press("desk-enter", 2, **HAND))
    assert "lies in the late tray" in page
    assert "Count hand" in page
    assert room.round().tables.get(table__number=2).hands_count == 1


@pytest.mark.parametrize("table", [0, 9, 10**6, BEYOND_ANY_COLUMN])
@pytest.mark.parametrize("where", ["desk-enter", "desk-preview"])
def test_a_hand_for_a_table_that_does_not_play_is_not_taken(
    desk: Desk, make_evening: Make, where: str, table: int
) -> None:
    here = desk.of(make_evening(8, until="playing"))
    before = everything()
    assert here.client.post(here.url(where, table), HAND).status_code == 404
    assert everything() == before


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"number": "2"}, "hand 2 was entered; the next hand of this table is 1"),
        ({"round": "2"}, "round 2 was entered; round 1 is in play"),
        ({"key": ""}, "a key has 1 to 64 plain characters"),
        ({"hand.bid": "15"}, "15 was entered"),
        ({"hand.bidder": ""}, "Nothing is chosen yet"),
    ],
    ids=["another hand", "another round", "no key", "too high", "nobody bid"],
)
def test_a_faulty_hand_comes_back_with_the_reason_and_what_was_entered(
    desk: Desk, make_evening: Make, sent: dict[str, str], says: str
) -> None:
    page = desk.of(make_evening(8, until="playing")).refused("desk-enter", 2, **{**HAND, **sent})
    assert says.casefold() in words(page).casefold()
    assert 'value="hen" checked' in page


def test_closing_a_round_names_every_table_that_has_not_settled(desk: Desk, make_evening: Make) -> None:
    room = make_evening(12, until="playing")
    room.enter(1, a_hand())
    room.act(acts.Stop())
    page = words(desk.of(room).do("close"))
    assert room.evening.status == "bell"
    for table in (2, 3):
        assert f"Table {table} is level at 0; it has to cut." in page
    assert "Table 1 is level" not in page


@pytest.mark.parametrize(
    ("until", "table", "says"),
    [
        ("playing", 2, "Table 2 is at 0 to 0; the bell rings at 42."),
        ("playing", 9, "Table 9 is not in play."),
        ("playing", BEYOND_ANY_COLUMN, "is not in play."),
        ("seated", 1, "is not possible now"),
    ],
    ids=["below the target", "no such table", "an absurd table", "before the start"],
)
def test_a_bell_that_may_not_ring(desk: Desk, make_evening: Make, until: str, table: int, says: str) -> None:
    room = make_evening(8, until=until)
    assert says in words(desk.of(room).press("desk-ring", table))
    assert room.evening.status == until


@pytest.mark.parametrize(
    ("until", "table", "says"),
    [
        ("bell", 1, "Table 1 ended 42 : 0; only level tables cut."),
        ("bell", BEYOND_ANY_COLUMN, "is not in play."),
        ("playing", 2, "is not possible now"),
    ],
    ids=["not level", "an absurd table", "in play"],
)
def test_a_cut_that_may_not_be(desk: Desk, make_evening: Make, until: str, table: int, says: str) -> None:
    assert says in words(desk.of(make_evening(8, until=until)).press("desk-cut", table, winner="A"))


def test_three_players_are_not_drawn(desk: Desk, make_evening: Make) -> None:
    room = make_evening(3, until="check_in")
    assert "3 players have checked in; at least 4 are needed." in words(desk.of(room).do("draw"))
    assert room.evening.status == "check_in"


class TestSeatsByHand:
    """Everybody placed by hand, and two who change places."""

    def placed(self, room: AnEvening, **changes: str) -> dict[str, str]:
        """A seat for everybody but those who come last, in the order of their tickets."""
        codes = list(room.evening.tickets.order_by("number").values_list("code", flat=True))
        seats = [f"seat-{table}-{seat}" for table in (1, 2) for seat in (1, 2, 3, 4)]
        return {**dict(zip(seats, codes, strict=False)), **changes}

    def test_one_who_is_seated_twice_is_named_with_both_seats(self, desk: Desk, make_evening: Make) -> None:
        room = make_evening(9, until="check_in")
        entered = self.placed(room)
        entered["seat-2-1"] = entered["seat-1-1"]
        page = desk.of(room).refused("desk-by-hand", **entered)
        assert "Friday player 01 has a seat already: table 1, seat 1." in words(page)
        assert page.count(f'value="{entered["seat-1-1"]}" selected') == 2
        assert room.read().status == "check_in"

    @pytest.mark.parametrize(
        ("code", "says"),
        [("", "Nobody was chosen; every seat of a table needs a player."), ("x", "Select a valid choice.")],
        ids=["nobody", "somebody unknown"],
    )
    def test_a_seat_without_anybody_is_refused(
        self, desk: Desk, make_evening: Make, code: str, says: str
    ) -> None:
        room = make_evening(9, until="check_in")
        page = desk.of(room).refused("desk-by-hand", **self.placed(room, **{"seat-2-3": code}))
        assert says in words(page)

    def test_what_fits_is_taken(self, desk: Desk, make_evening: Make) -> None:
        room = make_evening(9, until="check_in")
        assert "Everybody is placed." in desk.of(room).press("desk-by-hand", **self.placed(room))
        assert room.evening.status == "seated"

    @pytest.mark.parametrize("until", ["playing", "settled", "published"])
    def test_later_it_is_too_late(self, desk: Desk, make_evening: Make, until: str) -> None:
        room = make_evening(9, until=until)
        assert "before round 1 only" in desk.of(room).press("desk-by-hand", **self.placed(room))

    @pytest.mark.parametrize(
        ("one", "other", "says"),
        [
            (0, 0, "Two different players are needed."),
            (0, None, "Select a valid choice."),
            (None, None, "Select a valid choice."),
        ],
        ids=["with themselves", "with a stranger", "two strangers"],
    )
    def test_a_swap_that_cannot_be(
        self, desk: Desk, make_evening: Make, one: Any, other: Any, says: str
    ) -> None:
        room = make_evening(9, until="seated")
        codes = list(room.evening.tickets.values_list("code", flat=True))
        entered = {
            name: "stranger" if place is None else codes[place]
            for name, place in (("one", one), ("other", other))
        }
        before = everything()
        assert says in words(desk.of(room).refused("desk-swap", **entered))
        assert everything() == before

    def test_a_drafted_move_is_changed_for_a_reason_only(self, desk: Desk, make_evening: Make) -> None:
        room = make_evening(9, until="drafted")
        one, other = room.evening.tickets.values_list("code", flat=True)[:2]
        here = desk.of(room)
        assert "needs a reason" in words(here.refused("desk-swap", one=one, other=other, reason=" "))
        assert "have changed places" in here.press("desk-swap", one=one, other=other, reason="a staircase")
        assert room.evening.ledger.latest("sequence").reason == "a staircase"
