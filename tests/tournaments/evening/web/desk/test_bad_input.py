"""What cannot be is refused in words, on a page that still stands; what is not there is not found."""

from __future__ import annotations

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.club.test_rights import pages
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import DeskAt, words
from tests.tournaments.evening.web.table.a_phone import Phone, as_posted
from tests.tournaments.the_rows import everything

HAND = {"round": "1", "number": "1", "key": "a key", **as_posted(a_hand())}


@pytest.mark.parametrize("until", ["settled", "drafted", "finished"])
def test_a_hand_of_a_closed_round_goes_into_the_late_tray(desk_at: DeskAt, until: str) -> None:
    here, room = desk_at(8, until=until)
    page = words(here.press("desk-enter", 2, **HAND))
    assert "lies in the late tray" in page
    assert "Count hand" in page
    assert room.round().tables.get(table__number=2).hands_count == 1


def test_a_faulty_hand_comes_back_with_the_reason_and_what_was_entered(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="playing")
    for sent, says in (
        ({"number": "2"}, "hand 2 was entered; the next hand of this table is 1"),
        ({"round": "2"}, "round 2 was entered; round 1 is in play"),
        ({"key": ""}, "a key has 1 to 64 plain characters"),
        ({"hand.bid": "15"}, "15 was entered"),
        ({"hand.bidder": ""}, "Nothing is chosen yet"),
    ):
        page = here.refused("desk-enter", 2, **{**HAND, **sent})
        assert says.casefold() in words(page).casefold()
        assert 'value="hen" checked' in page


class TestSeatsByHand:
    """Everybody placed by hand, and two who change places."""

    def placed(self, room: AnEvening, **changes: str) -> dict[str, str]:
        """A seat for everybody but those who come last, in the order of their tickets."""
        codes = list(room.evening.tickets.order_by("number").values_list("code", flat=True))
        seats = [f"seat-{table}-{seat}" for table in (1, 2) for seat in (1, 2, 3, 4)]
        return {**dict(zip(seats, codes, strict=False)), **changes}

    def test_one_who_is_seated_twice_is_named_with_both_seats_and_what_fits_is_taken(
        self, desk_at: DeskAt
    ) -> None:
        here, room = desk_at(9, until="check_in")
        entered = self.placed(room)
        entered["seat-2-1"] = entered["seat-1-1"]
        page = here.refused("desk-by-hand", **entered)
        assert "Friday player 01 has a seat already: table 1, seat 1." in words(page)
        assert page.count(f'value="{entered["seat-1-1"]}" selected') == 2
        assert room.read().status == "check_in"
        assert "Everybody is placed." in here.press("desk-by-hand", **self.placed(room))
        assert room.evening.status == "seated"

    def test_a_swap_that_cannot_be(self, desk_at: DeskAt) -> None:
        here, room = desk_at(9, until="seated")
        one = room.evening.tickets.values_list("code", flat=True)[0]
        for other, says in ((one, "Two different players are needed."), ("x", "Select a valid choice.")):
            assert says in words(here.refused("desk-swap", one=one, other=other))


BEYOND_A_COLUMN, BEYOND_ANY = 2**63, 10**30


def test_the_link_of_a_table_opens_no_page_of_the_desk(make_evening: Make) -> None:
    room = make_evening(8, until="playing")
    AContest.made(room.evening.club, (4,), at=START, until="open")
    phone = Phone(room, 1)
    phone.scan()
    for address, _needs in pages(room):
        assert phone.client.get(address).status_code in (302, 405), address


@pytest.mark.parametrize(
    ("name", "wheres"),
    [
        *((name, [(0,), (BEYOND_A_COLUMN,), (BEYOND_ANY,)]) for name in ("desk-tick", "desk-member")),
        ("desk-try-again", [(0,), (BEYOND_A_COLUMN,), (BEYOND_ANY,)]),
        ("desk-enter", [(0,), (9,), (BEYOND_ANY,)]),
        ("desk-preview", [(0,), (9,), (BEYOND_ANY,)]),
        ("desk-correct", [(9, 1, 1), (2, 9, 1), (2, 1, 9), (2, 1, BEYOND_ANY), (BEYOND_ANY, 1, 1)]),
        ("desk-hand", [(9, 1, 1), (2, 9, 1), (2, 1, 9), (2, 1, BEYOND_ANY), (BEYOND_ANY, 1, 1)]),
        ("desk-late-hand", [(0,), (1,), (BEYOND_A_COLUMN,)]),
        ("desk-withdraw", [(0,), (1,), (BEYOND_A_COLUMN,)]),
        ("desk-act", [("explode",)]),
    ],
)
def test_what_nobody_has_is_not_found(desk_at: DeskAt, name: str, wheres: list[tuple[object, ...]]) -> None:
    here, _room = desk_at(8, until="bell")
    before = everything()
    for where in wheres:
        ask = here.client.get if name == "desk-hand" else here.client.post
        assert ask(here.url(name, *where)).status_code == 404, where
    assert everything() == before
