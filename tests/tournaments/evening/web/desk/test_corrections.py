"""Any hand of the evening can be corrected: first what that changes, then the director's choice."""

from __future__ import annotations

import re
from typing import Any

from games.catalogue import find
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.services.test_memory import HELD_OVER, LOST, WON, level
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, next_step, words
from tests.tournaments.evening.web.desk.mending import FOR_A, FOR_B, WHY, carried, choose, live, looked, of
from tests.tournaments.evening.web.table.a_phone import as_posted
from tests.tournaments.the_rows import everything
from tournaments.evening import acts
from tournaments.evening.web.table.form_data import prefilled_values

# table, round, hand
SECOND_TABLE = (2, 1, 1)


def entry(here: Desk, **more: Any) -> dict[str, Any]:
    """A correction of the first hand of table 2 in round 1, as the form posts it: couple B won it."""
    return {"of": of(here, 1, 2, 1), **FOR_B, **WHY, **more}


def correct(here: Desk, choice: str = "apply", **more: Any) -> str:
    """Correct that hand."""
    return choose(here, choice, "desk-correct", *SECOND_TABLE, **entry(here, **more))


class TestTheForm:
    """What a director opens."""

    def test_every_hand_of_every_round_leads_to_it(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="moved")
        room.act(acts.Start())
        page = here.see("desk-table", 2, round=1)
        assert here.url("desk-correct", *SECOND_TABLE) in page

    def test_it_holds_the_hand_as_it_counts(self, desk: Desk, make_evening: Make) -> None:
        page = desk.of(make_evening(8, until="settled")).see("desk-correct", *SECOND_TABLE)
        for name, value in FOR_A.items():
            assert re.search(rf'name="{re.escape(name)}" value="{value}"[^>]* checked', page), name

    def test_its_slip_is_shown_and_an_earlier_version_when_asked_for(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        for asked in ("x", "0", "1", "9" * 30, "-1"):
            assert "Correct the hand" in here.see("desk-correct", *SECOND_TABLE, **{"from": asked})
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
    """The page between the form and the change."""

    def test_it_tells_scores_winner_and_seats(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="moved")
        page = words(looked(here, "desk-correct", *SECOND_TABLE, **entry(here)))
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
        assert 'name="cut" value="B" checked' in page


class TestTheChoice:
    """Apply, keep the seats, note only."""

    def test_applied_it_counts_and_the_announced_seats_are_taken_back(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="moved")
        assert "Hand 1 is corrected." in correct(here)
        assert live(here, 1, 2, 1).points == (0, 14)
        assert here.room is not None
        assert here.room.evening.status == "settled"

    def test_undone_with_the_seats_kept_nobody_is_moved_and_nothing_announced_again(
        self, desk_at: DeskAt
    ) -> None:
        here, _room = desk_at(8, until="moved")
        correct(here, "keep")
        entered = {**FOR_A, **WHY, "of": of(here, 1, 2, 1)}
        page = looked(here, "desk-correct", *SECOND_TABLE, **entered)
        assert "keep the announced seats" not in page
        choose(here, "apply", "desk-correct", *SECOND_TABLE, **entered)
        assert here.room is not None
        assert here.room.evening.status == "moved"
        assert live(here, 1, 2, 1).points == (14, 0)

    def test_a_correction_that_moves_nobody_after_one_with_the_seats_kept_announces_no_seats(
        self, desk_at: DeskAt
    ) -> None:
        here, _room = desk_at(12, until="moved")
        correct(here, "keep")
        hand = {**FOR_A, "hand.counters.owl": "B"}
        page = looked(here, "desk-correct", 3, 1, 1, **{**hand, **WHY, "of": of(here, 1, 3, 1)})
        assert "keep the announced seats" not in page

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
        before = everything()
        for sent, says in (
            ({"reason": "  "}, "give a reason"),
            (FOR_A, "is what counts already"),
            ({"hand.bid": "99"}, "99 was entered"),
            ({"of": "x"}, "changed this hand at"),
        ):
            assert says in words(here.refused("desk-correct", *SECOND_TABLE, **entry(here, **sent)))
        assert everything() == before
        sent = {**entry(here), "choice": "note"}
        assert "The note is kept" in here.press("desk-correct", *SECOND_TABLE, **sent)
        assert live(here, 1, 2, 1).points == (14, 0)
        page = here.see("desk-hand", *SECOND_TABLE)
        assert "noted only" in page
        assert "Restore this version" in page


def test_where_everybody_counts_their_own_points_hands_are_put_right_too(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="settled", game="ascot", movement="drawn")
    where = (1, 1, 1)
    first = live(here, 1, 1, 1)
    sent = {"of": of(here, 1, 1, 1), "void": "1", **WHY}
    page = looked(here, "desk-correct", *where, **sent)
    assert "Who wins the cut?" not in page
    choose(here, "apply", "desk-correct", *where, **sent)
    assert not any(live(here, 1, 1, 1).points)
    again = {**prefilled_values(find("ascot"), first.hand, len(first.points)), **WHY, "of": of(here, 1, 1, 1)}
    choose(here, "apply", "desk-correct", *where, **again)
    assert live(here, 1, 1, 1).points == first.points
    assert "declared void" in here.see("desk-hand", *where)


class TestVersions:
    """Everything that was entered for a hand."""

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
    """The same pages when the evening is over."""

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
