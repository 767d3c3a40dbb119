"""The late tray at the desk: why a hand is late, counting it after its impact, leaving it out with a reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.evening.web.desk.mending import WHY, carried, choose, looked
from tests.tournaments.the_rows import everything
from tournaments.evening.models import Hand

Make = Callable[..., AnEvening]


def late_at(room: AnEvening, table: int = 2, **arguments: object) -> int:
    """A hand that comes after the round was closed; its entry."""
    answer = room.enter(table, a_hand(bidder=2, couple="B"), round_number=1, **arguments)
    assert answer["state"] == "late"
    return int(answer["ledger"]["sequence"])


def test_the_board_counts_what_waits(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    here = desk.of(room)
    assert "late tray." not in here.see()
    late_at(room)
    page = here.see()
    assert "1 hand waits in the late tray." in page
    assert here.url("desk-late") in page


def test_a_late_hand_is_shown_with_its_times_and_why_it_is_late(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="bell")
    stopped = room.round().stopped_at
    assert stopped is not None
    at = stopped + timedelta(minutes=1)
    ahead = at + timedelta(seconds=90)
    room.at = at
    answer = room.enter(2, a_hand(), number=2, played_at=ahead, sent_at=ahead, at=at)
    assert answer["state"] == "late"
    page = words(desk.of(room).see("desk-late"))
    assert "It was finished after play had stopped." in page
    assert "90 s ahead of ours" in page
    assert "Play stopped 20:30:0" in page
    assert "14" in page


def test_counted_it_is_the_next_hand_of_its_table(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="moved")
    entry = late_at(room, key="late")
    here = desk.of(room)
    before = everything()
    page = words(looked(here, "desk-late-hand", entry, what="take", **WHY))
    assert "Who wins the cut?" in page
    assert everything() == before
    page = words(looked(here, "desk-late-hand", entry, what="take", cut="B", **WHY))
    assert "14 : 0 becomes → 14 : 14" in page
    assert "Apply and keep the announced seats" in page
    assert "counts" in choose(here, "keep", "desk-late-hand", entry, what="take", cut="B", **WHY)
    hand = Hand.objects.get(entry__sequence=entry, table__evening=room.evening)
    assert (hand.live, hand.number) == (True, 2)


def test_left_out_it_stays_readable_with_the_reason(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    entry = late_at(room)
    here = desk.of(room)
    page = words(here.press("desk-late-hand", entry, what="leave", reason="nobody saw it"))
    assert "The tray is empty" in page
    assert "nobody saw it" in page
    assert "Left out at" in page


@pytest.mark.parametrize("what", ["take", "leave"])
def test_without_a_reason_nothing_is_done(desk: Desk, make_evening: Make, what: str) -> None:
    room = make_evening(8, until="settled")
    entry = late_at(room)
    here = desk.of(room)
    before = everything()
    assert "give a reason" in words(here.refused("desk-late-hand", entry, what=what, reason=""))
    assert everything() == before


def test_what_another_director_decided_meanwhile_is_said(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="settled")
    entry = late_at(room)
    here = desk.of(room)
    page = looked(here, "desk-late-hand", entry, what="take", cut="A", **WHY)
    here.press("desk-late-hand", entry, what="leave", reason="no")
    answer = here.client.post(
        here.url("desk-late-hand", entry), {**carried(page), "cut": "A", "choice": "apply"}
    )
    assert answer.status_code == 422
    assert "is no hand in the late tray" in words(html(answer))


@pytest.mark.parametrize("entry", [0, 1, 10**9])
def test_an_entry_that_is_no_late_hand_is_not_found(desk: Desk, make_evening: Make, entry: int) -> None:
    here = desk.of(make_evening(8, until="settled"))
    assert here.client.post(here.url("desk-late-hand", entry), WHY).status_code == 404
