"""Undo: what was done with a tap is taken back with a tap, by an act of its own."""

import re
from typing import Any

import pytest

from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, words
from tests.tournaments.evening.web.desk.mending import SECOND_TABLE, WHY, carried, choose, correct, live, of
from tests.tournaments.the_rows import unchanged
from tournaments.evening import acts
from tournaments.evening.reads.director_alerts import stand_ins, standing_cuts
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import player_requests
from tournaments.evening.web.desk.decorators import desk_url
from tournaments.movement.seating import Seating
from tournaments.publishing import publish

BUTTON = re.compile(r'<form method="post" action="([^"]+)">(?:(?!</form>).)*id="undo-')


def offered(page: str) -> str:
    """The address of the button "Undo" beside the message on a page; "" where there is none."""
    found = BUTTON.search(page)
    return found[1].replace("&amp;", "&") if found else ""


def undo(here: Desk, page: str, **more: Any) -> str:
    """Press "Undo" on a page; the page it leads to."""
    answer = here.client.post(offered(page), more)
    assert answer.status_code == 302
    if here.room:
        here.room.read()
    return html(here.client.get(answer["Location"]))


@pytest.mark.parametrize(
    ("until", "act", "then"),
    [
        ("check_in", "draw", "check_in"),
        ("playing", "stop", "playing"),
        ("drafted", "publish-move", "settled"),
        ("settled", "finish", "settled"),
    ],
)
def test_an_act_of_the_evening_is_undone(desk_at: DeskAt, until: str, act: str, then: str) -> None:
    here, room = desk_at(8, until=until)
    length = room.evening.ledger_length
    page = here.do(act)
    assert "Undone. The ledger keeps both." in undo(here, page)
    assert room.evening.status == then
    assert room.evening.ledger_length == length + 2
    with unchanged():
        assert "cannot be undone here any more" in undo(here, page)


def test_a_bell_is_undone_and_an_answered_call_waits_again_but_not_twice(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    room.win(1, 1, 1)
    page = here.press("desk-ring", 1)
    assert "The bell has rung for table 1." in page
    undo(here, page)
    assert room.evening.status == "playing"
    assert room.evening.ledger.get(act="take_back_bell").reason == "Undone at the desk."
    call = room.act(player_requests.call, table_number=2, reason="rule")
    page = here.press("desk-answer", call.pk)
    assert "Undone. The table waits for you again." in undo(here, page)
    call.refresh_from_db()
    assert call.answered_at is None
    page = here.press("desk-answer", room.act(player_requests.call, table_number=2, reason="rule").pk)
    room.act(player_requests.call, table_number=2, reason="rule")
    assert "The table has called again; that call waits." in undo(here, page)


def test_the_cut_of_a_table_is_undone(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    room.act(acts.Stop())
    page = undo(here, here.press("desk-cut", 2, winner="B"))
    assert "2 tables have to cut first." in page
    assert room.round().tables.get(table__number=2).cut == ""


def test_a_cut_for_a_prize_is_asked_for_undone_and_withdrawn_under_decisions(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="finished")
    tie = here.client.get(here.url("desk-evening")).context["ties"][0]
    told = {"prize": tie.tie.prize, "colour": "", "other": "0", "code": list(tie.names)}
    told["winner"] = winner = sorted(tie.names)[-1]
    length = room.evening.ledger_length
    question = here.client.post(here.url("desk-cut-prize"), told)
    assert f"Best goes to {tie.names[winner]}." in words(html(question))
    assert room.read().ledger_length == length
    told = carried(html(question))
    undo(here, here.press("desk-cut-prize", **told))
    assert [entry.act for entry in room.evening.ledger.order_by("sequence")][length:] == [
        "cut_prize",
        "withdraw_cut",
    ]
    here.press("desk-cut-prize", **told)
    (cut,) = standing_cuts(room.evening)
    assert "Cut for a prize (Best)" in here.see("desk-decisions")
    page = choose(here, "apply", "desk-withdraw", cut.sequence, **WHY)
    assert "The cut is withdrawn." in page
    assert "2 ties are open." in here.see()
    assert standing_cuts(room.evening) == []


@pytest.mark.parametrize(("until", "has_left"), [("seated", False), ("drafted", False), ("moved", True)])
def test_a_seat_is_given_back_until_the_start(desk_at: DeskAt, until: str, *, has_left: bool) -> None:
    here, room = desk_at(14, until=until)

    def coming() -> Seating:
        return seating_of(room.evening.rounds.get(number=room.evening.current_round + 1))

    def left() -> set[tuple[str, int | None]]:
        return set(room.evening.tickets.values_list("code", "left_in"))

    gone = room.evening.tickets.get(code=coming().tables[0][1])
    if has_left:
        here.press("desk-leave", gone.code)
    before, who = coming(), left()
    taker = stand_ins(room.evening, gone)[0]
    taken = here.press("desk-substitute", gone.code, player=str(taker.player_id))
    assert coming().tables[0][1] == taker.code
    assert "Undone. The ledger keeps both." in undo(here, taken)
    assert coming().tables == before.tables
    assert set(coming().sitting_out) == set(before.sitting_out)
    assert left() == who
    assert publish.check_rows(room.evening) == []
    again = here.press("desk-substitute", gone.code, player=str(taker.player_id))
    if until == "drafted":
        room.act(acts.PublishMove())
    room.act(acts.Start())
    assert "this cannot be undone here any more" in undo(here, again).lower()
    assert seating_of(room.round()).tables[0][1] == taker.code


@pytest.mark.parametrize(
    ("until", "act"),
    [("seated", "start"), ("moved", "finish")],
)
def test_what_cannot_be_taken_back_has_no_undo(desk: Desk, make_evening: Make, until: str, act: str) -> None:
    assert not offered(desk.of(make_evening(8, until=until)).do(act))


def test_what_the_evening_went_on_from_is_not_undone(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    stale = here.do("stop")
    undo(here, stale)
    here.do("stop")
    with unchanged():
        assert "this cannot be undone here any more" in undo(here, stale).lower()
    assert room.evening.status == "bell"


@pytest.mark.parametrize("act", ["publish-move", "finish"])
def test_what_announces_or_gives_up_seats_changed_by_hand_is_not_undone(desk_at: DeskAt, act: str) -> None:
    here, room = desk_at(8, until="drafted")
    one, other = room.evening.tickets.order_by("number").values_list("code", flat=True)[:2]
    here.press("desk-swap", one=one, other=other, reason="stairs")
    assert not offered(here.do(act))


@pytest.mark.parametrize("until", ["seated", "drafted"])
def test_two_who_change_places_change_back_once(desk_at: DeskAt, until: str) -> None:
    here, room = desk_at(8, until=until)
    one, other = room.evening.tickets.order_by("number").values_list("code", flat=True)[:2]
    page = here.press("desk-swap", one=one, other=other, reason="stairs")
    undo(here, page)
    length = room.evening.ledger_length
    assert "cannot be undone" in undo(here, page)
    assert room.evening.ledger_length == length


def test_a_penalty_is_undone_on_its_page_and_a_decision_by_its_message(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="bell")
    ticket = room.evening.tickets.get(number=1).code
    given = room.act(acts.Penalty(tickets=[ticket], points=-5, reason="late"))
    answer = here.client.post(
        here.url("desk-undo", given.sequence), {"back": desk_url(room.evening, "desk-decisions")}
    )
    assert answer["Location"] == desk_url(room.evening, "desk-decisions")
    assert room.evening.ledger.filter(act="withdraw").exists()
    entered = {"reason": "somebody fell ill"}
    asked = here.client.post(here.url("desk-not-played", 2, 1), entered)
    seen = asked.context["weighed"].seal
    page = here.press("desk-not-played", 2, 1, **entered, choice="apply", seen=seen)
    undo(here, page)
    assert room.evening.ledger.filter(act="withdraw").count() == 2


def test_a_tap_at_the_door_is_undone_both_ways(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in", colours=("rose", "sage"))
    ticket = room.evening.tickets.get(number=2)
    out = here.press("desk-untick", ticket.code)
    page = undo(here, out)
    assert "is in." in page
    again = room.evening.tickets.get(player=ticket.player)
    assert again.colour == ticket.colour
    undo(here, page)
    assert not room.evening.tickets.filter(player=ticket.player).exists()


def test_somebody_who_left_stays_after_all(desk_at: DeskAt) -> None:
    here, room = desk_at(9, until="playing")
    ticket = room.evening.tickets.get(number=1)
    undo(here, here.press("desk-leave", ticket.code))
    ticket.refresh_from_db()
    assert ticket.left_in is None
    assert "Friday player 01 stays after all." in here.see("desk-ledger")


def test_undo_leads_nowhere_else_and_undoes_no_entry_that_is_not_there(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="playing")
    answer = here.client.post(offered(here.do("stop")), {"back": "//elsewhere.example/desk/"})
    assert answer["Location"] == here.url("desk-evening")
    answer = here.client.post(here.url("desk-undo", 9999))
    assert "cannot be undone" in html(here.client.get(answer["Location"]))


SINCE = "since, so this cannot be undone here any more"


def counts(here: Desk) -> tuple[int, ...]:
    """What the first hand of table 2 in round 1 is worth."""
    points: tuple[int, ...] = live(here, 1, 2, 1).points
    return points


class TestACorrection:
    @pytest.mark.parametrize("until", ["bell", "drafted", "finished"])
    def test_it_is_undone_with_both_in_the_ledger(self, desk_at: DeskAt, until: str) -> None:
        here, room = desk_at(8, until=until)
        length = room.evening.ledger_length
        page = correct(here)
        assert counts(here) == (0, 14)
        assert "Undone. The ledger keeps both." in undo(here, page)
        assert counts(here) == (14, 0)
        last = room.evening.ledger.latest("sequence")
        told = room.evening.ledger.filter(act="correct_hand", sequence__gt=length)
        assert told.count() == 2
        assert told.latest("sequence").reason == "Undone at the desk."
        ledger = here.client.get(here.url("desk-ledger"), headers={"Accept-Language": "fr"})
        assert "Défait au bureau." in html(ledger)
        assert last.act in ("correct_hand", "recall_move")
        room.work()
        assert publish.check_rows(room.evening) == []

    def test_the_seats_drafted_anew_meanwhile_follow_the_hand_again(self, desk_at: DeskAt) -> None:
        here, room = desk_at(12, until="drafted")
        before = seating_of(room.evening.rounds.get(number=2)).tables
        page = correct(here)
        room.work()
        undo(here, page)
        room.work()
        assert room.read().status == "drafted"
        assert seating_of(room.evening.rounds.get(number=2)).tables == before

    def test_announced_seats_that_were_kept_stay(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="moved")
        undo(here, correct(here, "keep"))
        assert (counts(here), room.evening.status) == ((14, 0), "moved")

    def test_announced_seats_taken_back_stay_so(self, desk: Desk, make_evening: Make) -> None:
        assert not offered(correct(desk.of(make_evening(8, until="moved"))))

    def test_the_cut_of_a_closed_round_stands_again(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        level = {"void": "1", "cut": "B"}
        choose(here, "apply", "desk-correct", *SECOND_TABLE, of=of(here, 1, 2, 1), **WHY, **level)
        undo(here, correct(here))
        assert live(here, 1, 2, 1).table_round.cut == "B"

    def test_a_cut_made_void_before_the_round_is_closed_is_not_brought_back(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.enter(2, {"passed_out": True})
        room.act(acts.Stop())
        room.act(acts.Cut(table=2, winner="B"))
        assert not offered(correct(here))

    def test_a_dispute_that_it_settled_is_not_opened_again(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.enter(2, a_hand())
        room.enter(2, a_hand(bid=6, five="B"), number=1)
        assert not offered(correct(here))

    @pytest.mark.parametrize(("table", "counted"), [(1, (14, 0)), (2, (0, 14))])
    def test_a_hand_that_its_table_entered_since_stands_in_the_way_and_no_others(
        self, desk_at: DeskAt, table: int, counted: tuple[int, int]
    ) -> None:
        here, room = desk_at(8, until="playing")
        room.enter(2, a_hand())
        page = correct(here)
        room.enter(table, a_hand())
        said = undo(here, page)
        assert (f"A table has entered something {SINCE}; look at its hands." in said) is (table == 2)
        assert counts(here) == counted


def test_what_another_director_did_since_is_not_undone_with_it(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="bell")
    page = here.do("close")
    ticket = room.evening.tickets.get(number=1)
    room.act(acts.Penalty(tickets=[ticket.code], points=-5, reason="late"), by="user:another")
    with unchanged():
        assert f"Somebody else has acted {SINCE}; the ledger says what was done." in undo(here, page)


def test_what_another_director_corrected_since_is_not_undone(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="settled")
    page = correct(here)
    again: dict[str, Any] = {
        "number": 1,
        "of": int(of(here, 1, 2, 1)),
        "hand": a_hand(bid=7),
        "reason": "both say so",
    }
    room.act(acts.CorrectHand(round=1, table=2, **again), by="user:another")
    assert f"Somebody else has acted {SINCE}" in undo(here, page)


def test_a_round_is_opened_again_though_the_worker_has_drafted_the_next(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="bell")
    page = here.do("close")
    room.work()
    assert room.evening.status == "drafted"
    undo(here, page)
    room.work()
    assert (room.evening.status, room.evening.rounds.count()) == ("bell", 1)
    assert publish.check_rows(room.evening) == []
    here.do("close")
    room.work()
    assert room.evening.status == "drafted"
    assert publish.check_rows(room.evening) == []


@pytest.mark.parametrize("then", ["publish-move", "a swap", "a late hand"])
def test_a_round_from_which_the_evening_went_on_stays_closed(desk_at: DeskAt, then: str) -> None:
    here, room = desk_at(8, until="bell")
    page = here.do("close")
    room.work()
    if then == "a swap":
        one, other = room.evening.tickets.order_by("number").values_list("code", flat=True)[:2]
        here.press("desk-swap", one=one, other=other, reason="stairs")
    elif then == "a late hand":
        room.enter(2, a_hand(), round_number=1)
    else:
        here.do(then)
    status = room.evening.status
    assert "cannot be undone here any more" in undo(here, page)
    assert room.evening.status == status


def test_an_evening_goes_on_with_its_next_seats_after_the_end_is_undone(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="drafted")
    undo(here, here.do("finish"))
    room.work()
    assert (room.evening.status, room.evening.finished_at) == ("drafted", None)
    assert publish.check_rows(room.evening) == []
