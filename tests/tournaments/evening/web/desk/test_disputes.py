"""Disputes at the desk: both slips, what differs, and the director settles for either or a third."""

from __future__ import annotations

from collections.abc import Callable

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.desk.mending import WHY, choose, live, looked
from tests.tournaments.the_rows import everything
from tournaments.evening import acts
from tournaments.evening.record.record import HandState

Make = Callable[..., AnEvening]


def disputed(make_evening: Make, until: str = "playing") -> tuple[AnEvening, int, int]:
    """An evening with hand 1 of table 2 in dispute: for A, and for B by another phone."""
    room = make_evening(8, until="playing")
    one = room.enter(2, a_hand(), number=1)
    other = room.enter(2, a_hand(bid=6, five="B"), number=1)
    assert other["state"] == "disputed"
    if until != "playing":
        room.act(acts.Stop())
        room.act(acts.Cut(table=1, winner="A"))
        room.act(acts.Close(anyway=True))
    return room, int(one["ledger"]["sequence"]), int(other["ledger"]["sequence"])


def test_there_is_nothing_to_settle_as_a_rule(desk: Desk, make_evening: Make) -> None:
    assert "No hand is in dispute" in desk.of(make_evening(8, until="playing")).see("desk-disputes")


def test_the_board_and_the_table_say_so(desk: Desk, make_evening: Make) -> None:
    room, _one, _other = disputed(make_evening)
    here = desk.of(room)
    assert "Table 2: hand 1 is in dispute." in here.see()
    assert "Settle the dispute" in here.see("desk-table", 2)


def test_both_slips_stand_side_by_side_with_the_fields_that_differ_and_no_others(
    desk: Desk, make_evening: Make
) -> None:
    room, one, other = disputed(make_evening)
    page = desk.of(room).see("desk-disputes")
    assert page.count('class="slip"') == 2
    table = page[page.index("What differs") :]
    assert "Bid" in table
    assert "Five" in table
    assert ">Trumps<" not in table
    for entry in (one, other):
        assert f'name="keep" value="{entry}"' in page


def test_settled_for_the_other_it_counts(desk: Desk, make_evening: Make) -> None:
    room, _one, other = disputed(make_evening)
    here = desk.of(room)
    before = everything()
    where = ("desk-settle", 2, 1, 1)
    page = words(looked(here, *where, keep=str(other), **WHY))
    assert "14 : 0 becomes → 9 : 5" in page
    assert everything() == before
    assert "is settled" in choose(here, "apply", *where, keep=str(other), **WHY)
    assert live(here, 1, 2, 1).entry.sequence == other


def test_settled_for_the_one_that_counts_nothing_changes(desk: Desk, make_evening: Make) -> None:
    room, one, other = disputed(make_evening)
    here = desk.of(room)
    where = ("desk-settle", 2, 1, 1)
    assert "Nothing that counts changes" in looked(here, *where, keep=str(one))
    choose(here, "apply", *where, keep=str(one))
    assert live(here, 1, 2, 1).entry.sequence == one
    page = here.see("desk-hand", 2, 1, 1)
    assert "settled for the other entry" in page
    assert str(other) in page


def test_a_dispute_of_a_closed_round_can_be_settled_too(desk: Desk, make_evening: Make) -> None:
    room, _one, other = disputed(make_evening, "settled")
    here = desk.of(room)
    choose(here, "apply", "desk-settle", 2, 1, 1, keep=str(other))
    assert live(here, 1, 2, 1).entry.sequence == other


def test_corrected_to_a_third_result_neither_stands(desk: Desk, make_evening: Make) -> None:
    from tests.tournaments.evening.web.desk.mending import of
    from tests.tournaments.evening.web.table.a_phone import as_posted

    room, _one, _other = disputed(make_evening)
    here = desk.of(room)
    hand = as_posted(a_hand(bid=7))
    choose(here, "apply", "desk-correct", 2, 1, 1, of=of(here, 1, 2, 1), **hand, **WHY)
    assert "No hand is in dispute" in here.see("desk-disputes")
    states = list(live(here, 1, 2, 1).table_round.hands.order_by("pk").values_list("state", flat=True))
    assert states == [HandState.REPLACED, HandState.REJECTED, HandState.COUNTS]


def test_an_entry_that_is_not_in_the_dispute_is_refused(desk: Desk, make_evening: Make) -> None:
    room, _one, _other = disputed(make_evening)
    here = desk.of(room)
    before = everything()
    page = words(here.refused("desk-settle", 2, 1, 1, keep="1", reason="so it was"))
    assert "has no such entry to choose" in page
    assert everything() == before
