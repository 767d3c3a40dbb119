"""Disputes at the desk, settled for either or a third; the late tray, counted after its impact or left out."""

from __future__ import annotations

from datetime import timedelta

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, words
from tests.tournaments.evening.web.desk.mending import WHY, carried, choose, live, looked
from tests.tournaments.the_rows import everything
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.evening.record.record import HandState


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


def test_both_slips_show_what_differs_and_settled_for_the_one_that_counts_nothing_changes(
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
    here = desk.of(room)
    where = ("desk-settle", 2, 1, 1)
    assert "Nothing that counts changes" in looked(here, *where, keep=str(one))
    choose(here, "apply", *where, keep=str(one))
    assert live(here, 1, 2, 1).entry.sequence == one
    page = here.see("desk-hand", 2, 1, 1)
    assert "settled for the other entry" in page
    assert str(other) in page


def test_settled_for_the_other_it_counts(desk: Desk, make_evening: Make) -> None:
    room, _one, other = disputed(make_evening)
    here = desk.of(room)
    before = everything()
    where = ("desk-settle", 2, 1, 1)
    assert "has no such entry to choose" in words(here.refused(*where, keep="1", **WHY))
    page = words(looked(here, *where, keep=str(other), **WHY))
    assert "14 : 0 becomes → 9 : 5" in page
    assert everything() == before
    assert "is settled" in choose(here, "apply", *where, keep=str(other), **WHY)
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


def late_at(room: AnEvening, table: int = 2, **arguments: object) -> int:
    """A hand that comes after the round was closed; its entry."""
    answer = room.enter(table, a_hand(bidder=2, couple="B"), round_number=1, **arguments)
    assert answer["state"] == "late"
    return int(answer["ledger"]["sequence"])


def test_a_late_hand_is_shown_with_its_times_and_why_it_is_late(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="bell")
    stopped = room.round().stopped_at
    assert stopped is not None
    at = stopped + timedelta(minutes=1)
    ahead = at + timedelta(seconds=90)
    room.at = at
    answer = room.enter(2, a_hand(), number=2, played_at=ahead, sent_at=ahead, at=at)
    assert answer["state"] == "late"
    page = words(here.see("desk-late"))
    assert "It was finished after play had stopped." in page
    assert "90 s ahead of ours" in page
    assert "Play stopped 20:30:0" in page
    assert "14" in page


def test_counted_it_is_the_next_hand_of_its_table(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="moved")
    entry = late_at(room, key="late")
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


def test_left_out_it_stays_readable_and_whoever_looks_meanwhile_is_told(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="settled")
    entry = late_at(room)
    assert "give a reason" in words(here.refused("desk-late-hand", entry, what="leave", reason=""))
    page = words(here.press("desk-late-hand", entry, what="leave", reason="nobody saw it"))
    assert "The tray is empty" in page
    assert "nobody saw it" in page
    assert "Left out at" in page
    entry = late_at(room)
    page = looked(here, "desk-late-hand", entry, what="take", cut="A", **WHY)
    here.press("desk-late-hand", entry, what="leave", reason="no")
    answer = here.client.post(
        here.url("desk-late-hand", entry), {**carried(page), "cut": "A", "choice": "apply"}
    )
    assert answer.status_code == 422
    assert "is no hand in the late tray" in words(html(answer))
