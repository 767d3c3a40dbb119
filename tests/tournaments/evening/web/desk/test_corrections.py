"""What the director puts right: hands, disputes, the late tray, decisions; first what it changes, then a choice."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.services.test_points_evenings import HELD_OVER, LOST, WON, level
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, next_step, words
from tests.tournaments.evening.web.desk.mending import (
    FOR_A,
    FOR_B,
    SECOND_TABLE,
    WHY,
    carried,
    choose,
    correct,
    entry,
    live,
    looked,
    of,
)
from tests.tournaments.evening.web.table.a_phone import as_posted
from tests.tournaments.the_rows import asked, unchanged
from tournaments.evening import acts
from tournaments.evening.models import Hand, Standing, TableRound
from tournaments.evening.record import HandState
from tournaments.publishing import publish


class TestTheForm:
    def test_every_hand_of_every_round_leads_to_it(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="moved")
        room.act(acts.Start())
        page = here.see("desk-table", 2, round=1)
        assert here.url("desk-correct", *SECOND_TABLE) in page
        assert "A wins" in words(page)
        assert "Playing" not in words(page)

    def test_it_holds_the_hand_as_it_counts(self, desk: Desk, make_evening: Make) -> None:
        page = desk.of(make_evening(8, until="settled")).see("desk-correct", *SECOND_TABLE)
        for name, value in FOR_A.items():
            assert re.search(rf'name="{re.escape(name)}" value="{value}"[^>]* checked', page), name

    def test_its_slip_is_shown_and_an_earlier_version_when_asked_for(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        for version in ("x", "0", "1", "9" * 30, "-1"):
            assert "Correct the hand" in here.see("desk-correct", *SECOND_TABLE, **{"from": version})
        answer = here.client.post(
            here.url("desk-correct-preview", *SECOND_TABLE), FOR_B, headers={"HX-Request": "true"}
        )
        assert "Not saved" in html(answer)
        first = of(here, 1, 2, 1)
        correct(here)
        page = here.see("desk-correct", *SECOND_TABLE, **{"from": first})
        assert 'name="hand.bidder" value="1" checked' in page
        assert "The form holds the version of" in page
        assert f'name="of" value="{of(here, 1, 2, 1)}"' in page


class TestTheImpact:
    def test_it_tells_scores_winner_and_seats(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="moved")
        page = words(looked(here, "desk-correct", *SECOND_TABLE, **entry(here)))
        assert "Correct hand 1 of table 2 in round 1" in page
        assert "Nothing is saved yet" in page
        assert "14 : 0 becomes → 0 : 14" in page
        assert "Winner Round 1, table 2 A (" in page
        assert "rises" in page
        assert "falls" in page
        assert "Seats already announced that would change" in page
        assert "Apply and keep the announced seats" in page
        assert "the slip says so" in page

    def test_it_tells_which_later_hands_score_otherwise(self, desk_at: DeskAt) -> None:
        here, room = desk_at(4, **HELD_OVER, until="playing")
        for hand in (level(), WON, LOST):
            room.enter(1, hand)
        posted = {**as_posted(LOST, "clabberjass"), "of": of(here, 1, 1, 1), **WHY}
        page = words(looked(here, "desk-correct", 1, 1, 1, **posted))
        assert "Round 1, table 1 hand 2, by the hands before it 150 : 30 becomes → 90 : 30" in page
        assert "2 150 becomes → 90 90 becomes → 150" in page

    def test_what_differs_is_marked_and_back_leads_to_what_was_typed(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        page = looked(here, "desk-correct", *SECOND_TABLE, **entry(here))
        marked = page.count('<tr class="differs">')
        assert marked == 8
        assert "Trumps" in page
        page = looked(here, "desk-correct", *SECOND_TABLE, **entry(here, **{**FOR_A, "hand.trump": "duck"}))
        assert page.count('<tr class="differs">') == 1
        assert re.search(r"<mark>Hen</mark>\s*</td>\s*<td>\s*<mark>Duck</mark>", page)
        assert "Nothing that counts changes" in page
        page = looked(here, "desk-correct", *SECOND_TABLE, **entry(here), choice="back")
        assert 'name="hand.bidder" value="2" checked' in page
        assert 'value="the slip says so"' in page
        page = words(looked(here, "desk-correct", 1, 1, 1, **{**FOR_B, **WHY, "of": of(here, 1, 1, 1)}))
        assert "Bell of round 1 table 1 becomes → no table" in page
        assert "After hand" in page

    def test_before_the_round_is_closed_a_level_table_cuts_again(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.enter(2, {"passed_out": True})
        room.act(acts.Stop())
        room.act(acts.Cut(table=2, winner="B"))
        page = looked(here, "desk-correct", *SECOND_TABLE, of=of(here, 1, 2, 1), void="1", **WHY)
        assert "Void hand 1 of table 2 in round 1" in page
        assert "the cut that was made is void; the table has to cut again" in page

    def test_who_wins_the_cut_is_asked_where_a_settled_game_is_level(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        entered = {"of": of(here, 1, 2, 1), "void": "1", **WHY}
        page = looked(here, "desk-correct", *SECOND_TABLE, **entered, cut="A")
        sent = {**carried(page), "cut": "B", "choice": "apply"}
        assert "Something has changed since you looked" in here.refused("desk-correct", *SECOND_TABLE, **sent)
        page = looked(here, "desk-correct", *SECOND_TABLE, of=of(here, 1, 2, 1), void="1", **WHY)
        assert "Who wins the cut?" in page
        assert 'value="apply"' not in page
        sent = {**carried(page), "cut": "B"}
        page = looked(here, "desk-correct", *SECOND_TABLE, **sent)
        assert "level now; the cut decides" in words(page)
        sent = {**carried(page), "cut": "B", "choice": "apply"}
        assert "is corrected" in here.press("desk-correct", *SECOND_TABLE, **sent)
        assert live(here, 1, 2, 1).table_round.winner == "B"
        hand = {"hand.passed_out": "true", "of": of(here, 1, 2, 1), **WHY}
        page = looked(here, "desk-correct", *SECOND_TABLE, **hand)
        assert 'name="cut" type="radio" value="B" checked' in page


class TestTheChoice:
    def test_undone_with_the_seats_kept_nobody_is_moved(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="moved")
        correct(here, "keep")
        entered = {**FOR_A, **WHY, "of": of(here, 1, 2, 1)}
        page = looked(here, "desk-correct", *SECOND_TABLE, **entered)
        assert "keep the announced seats" not in page
        choose(here, "apply", "desk-correct", *SECOND_TABLE, **entered)
        assert here.room is not None
        assert here.room.evening.status == "moved"
        assert live(here, 1, 2, 1).points == (14, 0)

    def test_a_deal_declared_void_stays_on_the_sheet(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="bell")
        choose(here, "apply", "desk-correct", *SECOND_TABLE, of=of(here, 1, 2, 1), void="1", **WHY)
        assert live(here, 1, 2, 1).hand is None
        assert "was declared void" in here.see("desk-table", 2)
        assert "declared void" in here.see("desk-correct", *SECOND_TABLE)

    def test_a_change_meanwhile_is_shown_and_what_was_typed_stays(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="settled")
        old = entry(here)
        room.act(
            acts.CorrectHand(
                round=1, table=2, number=1, of=int(old["of"]), hand=a_hand(bid=6), reason="misread"
            )
        )
        page = here.refused("desk-correct", *SECOND_TABLE, **old)
        assert "changed this hand at" in page
        assert 'name="hand.bidder" value="2" checked' in page
        assert f'name="of" value="{of(here, 1, 2, 1)}"' in page

    def test_an_impact_that_is_not_the_one_shown_any_more_is_shown_first(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.enter(2, a_hand())
        page = looked(here, "desk-correct", *SECOND_TABLE, **entry(here))
        room.enter(2, a_hand())
        again = here.refused("desk-correct", *SECOND_TABLE, **carried(page), choice="apply")
        assert "Something has changed since you looked" in again
        assert live(here, 1, 2, 1).points == (14, 0)
        assert "is corrected" in here.press("desk-correct", *SECOND_TABLE, **carried(again), choice="apply")

    def test_what_cannot_be_is_refused_and_a_note_changes_nothing_that_counts(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        with unchanged():
            for sent, says in (
                ({"reason": "  "}, "give a reason"),
                (FOR_A, "is what counts already"),
                ({"hand.bid": "99"}, "99 was entered"),
                ({"of": "x"}, "changed this hand at"),
            ):
                assert says in words(here.refused("desk-correct", *SECOND_TABLE, **entry(here, **sent)))
        sent = {**entry(here), "choice": "note"}
        assert "The note is kept" in here.press("desk-correct", *SECOND_TABLE, **sent)
        assert live(here, 1, 2, 1).points == (14, 0)
        page = here.see("desk-hand", *SECOND_TABLE)
        assert "noted only" in page
        assert "Restore this version" in page


class TestVersions:
    def test_the_ledger_leads_to_all_of_them_in_order_with_who_when_and_why(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        correct(here)
        choose(
            here, "apply", "desk-correct", *SECOND_TABLE,
            **{**FOR_A, "of": of(here, 1, 2, 1), "reason": "it was right after all"},
        )  # fmt: skip
        page = words(here.see("desk-hand", *SECOND_TABLE))
        told = ["entered: table 2", "corrected: director", "the slip says so", "it was right after all"]
        assert [page.index(text) for text in told] == sorted(page.index(text) for text in told)
        assert page.count("Restore this version") == 2
        assert "All 3 versions" in here.see("desk-table", 2)
        page = here.see("desk-ledger")
        assert here.url("desk-hand", *SECOND_TABLE) in page
        assert "hand 1 was corrected, now 0 to 14." in page


class TestAfterTheEnd:
    def test_a_published_evening_says_what_stays_and_is_published_again(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="published", prizes={"best": 0, "booby": False})
        page = looked(here, "desk-correct", *SECOND_TABLE, **entry(here))
        assert "The published results stay as they are until you publish again." in page
        correct(here)
        page = here.see()
        assert next_step(page) == "Publish again"
        assert "have been changed since" in page
        here.do("publish")
        assert here.room is not None
        here.room.work()
        assert next_step(here.see()) == "See the public page"

    def test_shares_that_change_are_told_with_their_sums(self, desk_at: DeskAt) -> None:
        prizes = {"best": 2, "sums": [5000, 3001], "booby": False, "ties": "shared"}
        here, _room = desk_at(8, until="finished", prizes=prizes)
        page = words(looked(here, "desk-correct", *SECOND_TABLE, **entry(here)))
        assert re.search(r"Prize Best .*player \d\d 20\.01, .*player \d\d 20\.00", page)
        assert "to be cut" not in page


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


def test_both_slips_show_what_differs(desk: Desk, make_evening: Make) -> None:
    room, one, other = disputed(make_evening)
    page = desk.of(room).see("desk-disputes")
    assert page.count('class="slip"') == 2
    table = page[page.index("What differs") :]
    assert "Bid" in table
    assert "Five" in table
    assert ">Trumps<" not in table
    for sequence in (one, other):
        assert f'name="keep" value="{sequence}"' in page


def test_one_is_settled_for_and_counts(desk: Desk, make_evening: Make) -> None:
    room, one, other = disputed(make_evening)
    here = desk.of(room)
    where = ("desk-settle", 2, 1, 1)
    with unchanged():
        assert "has no such entry to choose" in words(here.refused(*where, keep="1", **WHY))
        assert "Nothing that counts changes" in looked(here, *where, keep=str(one))
        page = words(looked(here, *where, keep=str(other), **WHY))
    assert "14 : 0 becomes → 9 : 5" in page
    assert "is settled" in choose(here, "apply", *where, keep=str(one), **WHY)
    assert live(here, 1, 2, 1).entry.sequence == one
    assert "settled for the other entry" in here.see("desk-hand", 2, 1, 1)


def test_corrected_to_a_third_result_neither_stands(desk: Desk, make_evening: Make) -> None:
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
    with unchanged():
        page = words(looked(here, "desk-late-hand", entry, what="take", **WHY))
    assert "Who wins the cut?" in page
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


def settled(make_evening: Make, until: str = "settled", **more: Any) -> AnEvening:
    room = make_evening(8, until=until, **more)
    room.work()
    return room


def codes(room: AnEvening, table: int = 2) -> list[str]:
    """Who sits at a table in round 1, seat 1 first."""
    seats = room.round().tables.get(table__number=table).seats.order_by("seat")
    return list(seats.values_list("ticket__code", flat=True))


def game(room: AnEvening, table: int = 2) -> TableRound:
    return TableRound.objects.get(round__evening=room.evening, round__number=1, table__number=table)


def points(room: AnEvening, code: str) -> int:
    room.work()
    return Standing.objects.get(evening=room.evening, ticket__code=code).points_for


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("desk-penalty", {"tickets": []}, "choose one player at least"),
    ("desk-penalty", {"points": ""}, "Nothing was entered; a whole number is needed."),
    ("desk-penalty", {"points": "0"}, "greater than or equal to 1"),
    ("desk-penalty", {"points": "1001"}, "less than or equal to 1000"),
    ("desk-wrong-seats", {"hands": []}, "No hand was chosen"),
    ("desk-wrong-seats", {"one": ""}, "Nobody was chosen"),
    ("desk-wrong-seats", {"hands": ["1.1.1"]}, "was played by neither of the two"),
]


def test_what_cannot_be_is_refused_with_what_was_typed(desk: Desk, make_evening: Make) -> None:
    room = settled(make_evening)
    one, other = codes(room)[:2]
    penalty = {"tickets": [one], "kind": "added", "points": "2"}
    seats = {"round": "1", "one": one, "other": other, "hands": ["1.2.1"]}
    for page, sent, says in REFUSED:
        entered = {**penalty, **seats, **WHY, **sent}
        shown = desk.of(room).refused(page, **entered)
        assert says in words(shown)
        assert 'value="the slip says so"' in shown, says
        ticked = entered["tickets"] if page == "desk-penalty" else entered["hands"]
        assert all(re.search(rf'value="{each}"[^>]* checked', shown) for each in ticked), says


class TestPenalties:
    def test_points_are_taken_off_after_a_look_and_added(self, desk: Desk, make_evening: Make) -> None:
        room = settled(make_evening)
        here, late = desk.of(room), codes(room)[:2]
        entered = {"tickets": late, "kind": "off", "points": "2", "reason": "came at nine"}
        with unchanged():
            page = words(looked(here, "desk-penalty", **entered))
        assert "2 points deducted:" in page
        assert "14 becomes → 12" in page
        page = words(choose(here, "apply", "desk-penalty", **entered))
        assert "came at nine" in page
        assert points(room, late[0]) == 12
        entered = {"tickets": codes(room)[2:3], "kind": "added", "points": "3", **WHY}
        choose(desk.of(room), "apply", "desk-penalty", **entered)
        assert points(room, codes(room)[2]) == 17


class TestWrongSeats:
    def test_picked_hands_count_for_who_played_them(self, desk: Desk, make_evening: Make) -> None:
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

    def test_a_round_without_hands_offers_none(self, desk: Desk, make_evening: Make) -> None:
        here = desk.of(settled(make_evening))
        for number in ("7", "x", "-1", "9" * 20):
            assert "desk" in here.see("desk-wrong-seats", round=number)


class TestGames:
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

    def test_points_that_cannot_be_are_refused(self, desk: Desk, make_evening: Make) -> None:
        here = desk.of(settled(make_evening))
        with unchanged():
            for entered in ("", "x", "1001", "-1001", "9" * 30):
                here.refused("desk-adjust", 2, 1, **{"points-0": entered, "points-1": "2"}, **WHY)

    def test_where_everybody_counts_their_own_each_seat_has_points(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="settled", game="chambery_tarot", movement="drawn")
        table = game(room, 1)
        entered = {f"points-{place}": str(place) for place in range(len(table.points))}
        choose(here, "apply", "desk-adjust", 1, 1, **entered, **WHY)
        assert game(room, 1).points == tuple(range(len(table.points)))
        choose(here, "apply", "desk-not-played", 1, 1, **WHY)
        assert game(room, 1).decision == "not_played"


class TestTotals:
    def test_a_round_is_entered_by_its_totals_corrected_and_goes_on(
        self, desk: Desk, make_evening: Make
    ) -> None:
        room = make_evening(8, until="playing", rounds=2)
        here = desk.of(room)
        assert 'name="2-1"' in here.see("desk-totals")
        refused = here.refused("desk-totals", **{"1-0": "9", "1-1": "4", "2-0": "6", "2-1": ""})
        assert "a whole number is needed" in words(refused)
        totals = {"1-0": "9", "1-1": "4", "2-0": "6", "2-1": "7"}
        assert "the round is stopped" in here.press("desk-totals", **totals)
        assert (game(room, 1).decision, game(room, 1).points) == ("totals", (9, 4))
        entry = room.evening.ledger.get(act="enter_totals").sequence
        here.press("desk-undo", entry)
        assert (game(room, 1).decision, game(room, 1).points) == ("", (0, 0))
        assert room.evening.status == "playing"
        here.press("desk-totals", **totals)
        room.act(acts.Close())
        choose(here, "apply", "desk-adjust", 2, 1, **{"points-0": "8", "points-1": "5"}, **WHY)
        assert (game(room, 2).decision, game(room, 2).winner) == ("adjusted", "A")
        adjusted = room.evening.ledger.get(act="adjust_game").sequence
        choose(here, "apply", "desk-withdraw", adjusted, reason="as on the card")
        assert (game(room, 2).decision, game(room, 2).winner) == ("totals", "B")
        assert "Only the totals of this game were entered" in here.see("desk-table", 2, round=1)
        assert "No round is in play" in here.see("desk-totals")

    def test_tables_are_entered_as_their_cards_come(self, desk: Desk, make_evening: Make) -> None:
        room = make_evening(12, until="playing", rounds=2)
        here = desk.of(room)
        room.enter(2, a_hand(), number=1, played_at=room.round().started_at, by="table:2")
        assert "1 hand entered already: 14 to 0." in words(here.see("desk-totals"))
        empty = {f"{table}-{place}": "" for table in (1, 2, 3) for place in (0, 1)}
        assert "Enter the totals of a table that has none yet" in here.refused("desk-totals", **empty)
        some = empty | {"3-0": "9", "3-1": "4"}
        assert "1 table is still to come." in here.press("desk-totals", **some)
        assert "1 table is still to come." in here.press("desk-totals", **some | {"3-1": "5"})
        some |= {"3-1": "5", "1-0": "6", "1-1": "7"}
        assert "the round is stopped" in here.press("desk-totals", **some)
        ledger = room.evening.ledger.filter(act="enter_totals").order_by("sequence")
        told = [json.loads(entry.body)["tables"] for entry in ledger]
        assert [[row["table"] for row in rows] for rows in told] == [[3], [3], [1]], (
            "what is known is not told again"
        )
        assert [game(room, table).points for table in (1, 2, 3)] == [(6, 7), (14, 0), (9, 5)]

    def test_the_field_of_a_table_left_empty_is_what_its_points_together_leave(
        self, desk: Desk, make_evening: Make
    ) -> None:
        whist = {"game": "whist", "movement": "by_colour", "ends": {"ends": "hands", "hands": 1}}
        room = make_evening(8, until="playing", counting="points", colours=("ladies", "gents"), **whist)
        here = desk.of(room)
        assert "13 together." in words(here.see("desk-totals"))
        refused = here.refused("desk-totals", **{"1-0": "8", "1-1": "", "2-0": "14", "2-1": ""})
        assert "each side makes 0 to 13 points" in words(refused)
        here.press("desk-totals", **{"1-0": "8", "1-1": "", "2-0": "", "2-1": "3"})
        assert [game(room, table).points[:2] for table in (1, 2)] == [(8, 5), (10, 3)]

    @pytest.mark.parametrize(
        ("slip_first", "takes", "counts"),
        [(False, "hands", (14, 0)), (True, "hands", (14, 0)), (True, "slip", (9, 0))],
    )
    def test_where_slip_and_hands_differ_the_director_says_which_counts(
        self, desk: Desk, make_evening: Make, *, slip_first: bool, takes: str, counts: tuple[int, int]
    ) -> None:
        room = make_evening(8, until="playing", rounds=2)
        here, started = desk.of(room), room.round().started_at
        slip = acts.EnterTotals(totals=[(1, (9, 0)), (2, (6, 7))])
        for step in ("slip", "hands") if slip_first else ("hands", "slip"):
            if step == "slip":
                room.act(slip)
            else:
                room.enter(1, a_hand(), number=1, played_at=started, by="table:1")
        assert "Table 1: slip and hands differ (slip 9 to 0, hands 14 to 0)." in words(here.see())
        told = "The totals entered for this game count; its hands do not."
        assert (told in here.see("desk-table", 1, round=1)) != slip_first  # then its hands are late
        page = here.see("desk-adjust", 1, 1, fill=takes)
        assert re.findall(r'<tr (class="differs")?>', page) == ['class="differs"', ""]
        filled = re.findall(r'name="points-\d" value="(\d+)"', page)
        assert tuple(map(int, filled)) == counts
        choose(here, "apply", "desk-adjust", 1, 1, **{"points-0": filled[0], "points-1": filled[1]}, **WHY)
        assert (game(room, 1).points, "slip and hands differ" in here.see()) == (counts, False)
        assert room.evening.ledger.get(act="adjust_game").reason == WHY["reason"]
        assert publish.check_rows(room.evening) == []


class TestTakingBack:
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


MOST_OF_AN_IMPACT = 60


def test_what_an_impact_costs(desk_at: DeskAt) -> None:
    asked_for = []
    for players in (13, 49):
        here, _room = desk_at(players, until="moved", name=f"with {players}")
        entered = {"of": of(here, 1, 2, 1), **FOR_B, **WHY}

        def look(here: Desk = here, entered: dict[str, Any] = entered) -> None:
            looked(here, "desk-correct", 2, 1, 1, **entered)

        look()
        asked_for.append(asked(look))
    few, many = asked_for
    # What the change itself writes anew is a row for each seat of the next round and each line; no table asks more.
    assert len(many) <= len(few) + 2, "\n".join(many)
    assert len(few) <= MOST_OF_AN_IMPACT, "\n".join(few)
