"""What the sides of a table agree on with their phones: confirming, disputing, correcting, late hands."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import (
    Phone,
    as_posted,
    correct,
    enter_otherwise,
    says,
    text_of,
    the_hand,
)
from tournaments.evening import acts
from tournaments.evening.models import Hand, Seat, TableRound
from tournaments.evening.reads import rounds


def test_a_hand_waits_for_the_other_side_and_is_confirmed_with_one_tap(table: Any) -> None:
    ours, theirs = table(1), table(2)
    ours.save(a_hand())
    assert "waits for the other side" in ours.text()
    assert "counts as confirmed with the next hand" in ours.text().lower()
    assert ["Confirm hand 1" in phone.text() for phone in (ours, theirs)] == [False, True]

    said = says(theirs, 1, "confirm", of=the_hand().entry.sequence)

    assert "Hand 1 is confirmed." in said
    assert the_hand().confirmed_by == "table:2 seat:2"
    assert "confirmed by" in ours.text()
    for _ in range(2):
        ours.save(a_hand())
    assert ours.text().count("counts as confirmed") == 2


def seats_asked(phone: Phone, question: str) -> list[list[str]]:
    """The seats that may answer each time the page asks."""
    forms = (part.split("</form>")[0] for part in phone.look().content.decode().split(question)[1:])
    return [re.findall(r'name="seat" value="(\d)"', form) for form in forms]


def test_nobody_confirms_their_own_sides_hand(table: Any) -> None:
    table(1).save(a_hand())
    for seat, claims in ((3, ""), (3, "2"), (None, "3"), (None, "9"), (None, "")):
        said = says(table(seat), 1, "confirm", of=the_hand().entry.sequence, seat=claims)
        assert "the other side has to say this" in said.lower(), (seat, claims)
    assert the_hand().confirmed_by == ""


def test_the_same_hand_from_the_other_side_confirms_it(table: Any) -> None:
    ours, theirs = table(1), table(2)
    form = theirs.form()
    ours.save(a_hand())
    theirs.save(a_hand(), **form)
    assert the_hand().confirmed_by == "table:2 seat:2"
    assert "it is saved once" in theirs.text()
    assert "both phones say the same" in ours.text()


def test_an_entry_that_no_form_of_ours_names_is_not_understood(table: Any) -> None:
    table(1).save(a_hand())
    phone = table(2)
    for of in ({"of": ""}, {"of": "x"}, {"of": "-1"}, {"of": "9" * 30}, {}):
        assert phone.client.post(f"{phone.url}hands/1/confirm/", of).status_code == 400, of


def test_not_right_opens_the_form_with_the_hand_in_it(table: Any) -> None:
    table(1).save(a_hand(bid=9, five="B"))
    phone = table(2)
    page = phone.client.get(f"{phone.url}hands/1/other/").content.decode()
    assert 'name="hand.bid" value="9" checked' in page
    assert re.search(r'name="hand\.counters\.five" value="B"[^>]* checked', page)
    assert "data-plain" in page


def test_another_entry_disputes_the_hand_and_either_side_can_give_way(table: Any) -> None:
    ours, theirs = table(1), table(2)
    ours.save(a_hand(bid=5))

    said = enter_otherwise(theirs, a_hand(bid=9))

    assert "Hand 1 is disputed now" in said
    page = theirs.look().content.decode()
    dispute = page.split('class="table table--tight dispute"')[1].split("</table>")[0]
    assert dispute.count("<tr>") == 2
    assert "Bid" in dispute
    assert "<td>5</td><td>9</td>" in dispute
    assert "Both score slips" in page
    assert "1 hand disputed" in said
    assert TableRound.objects.get(table__number=2).points == (14, 0)
    entries = {hand.state: hand.entry.sequence for hand in Hand.objects.select_related("entry")}

    assert "the other side has to say this" in says(theirs, 1, "settle", keep=entries["disputes"]).lower()
    assert "Ours was wrong" in ours.text()
    said = says(ours, 1, "settle", keep=entries["disputes"])

    assert "Hand 1 is settled." in said
    assert the_hand().hand["bid"] == 9
    assert the_hand().confirmed_by == "table:2 seat:1"
    assert "hand disputed" not in ours.text()
    assert "What was entered before" in ours.text()


def test_a_phone_in_the_middle_asks_both_sides_of_a_dispute(table: Any) -> None:
    ours, theirs, middle = table(1), table(2), table()
    ours.save(a_hand(bid=5))
    enter_otherwise(theirs, a_hand(bid=9))
    assert seats_asked(middle, "who agrees?") == [["2", "4"], ["1", "3"]]


def test_entries_of_phones_in_the_middle_are_told_apart_by_their_order(table: Any) -> None:
    one, other = table(), table()
    one.save(a_hand(bid=5))
    enter_otherwise(other, a_hand(bid=9))
    said = one.text()
    assert "Entry 1 Entry 2" in said
    assert "As entry 2 has it: who agrees?" in said


def test_what_cannot_be_a_hand_is_refused_and_who_confirms_is_asked_in_the_middle(table: Any) -> None:
    table(1).save(a_hand())
    phone = table(2)
    answer = phone.client.post(
        f"{phone.url}hands/1/other/", {**as_posted(a_hand()), "hand.bid": "15", "key": "k"}
    )
    assert answer.status_code == 422
    assert "15 was entered" in text_of(answer)
    middle = table()
    assert seats_asked(middle, "Who confirms?") == [["2", "4"]]

    says(middle, 1, "confirm", of=the_hand().entry.sequence, seat=4)
    assert the_hand().confirmed_by == "table:2 seat:4"


@pytest.mark.parametrize("act", ["other", "correct"])
def test_without_scripts_the_slip_can_be_looked_at_first(table: Any, act: Any) -> None:
    table(1).save(a_hand())
    phone = table(2)
    form = {**as_posted(a_hand(bid=7)), "key": "k" * 9, "look": "1"}
    answer = phone.client.post(f"{phone.url}hands/1/{act}/", form)
    page = answer.content.decode()
    assert "Not saved" in page
    assert 'name="look" value="1"' in page
    assert 'name="hand.bid" value="7" checked' in page
    assert f'value="{"k" * 9}"' in page
    assert Hand.objects.count() == 1


def test_there_is_no_form_for_a_hand_that_was_never_played(table: Any) -> None:
    phone = table(1)
    assert {phone.look(f"hands/3/{act}/").status_code for act in ("other", "correct")} == {404}


@pytest.mark.parametrize(("game", "players"), [("ascot", 8), ("clabberjass", 5)])
def test_alone_any_other_seat_confirms(make_evening: Any, sit: Any, game: Any, players: Any) -> None:
    evening = make_evening(players, until="playing", game=game, movement="drawn")
    phone = sit(evening, 1)
    evening.play_hands(1)
    seats = Seat.objects.filter(round__number=1, table_round__table__number=1).order_by("seat")
    assert seats_asked(phone, "Who confirms?") == [[str(seat.seat) for seat in seats]]
    said = says(phone, 1, "confirm", of=Hand.objects.get(table__number=1).entry.sequence, seat=2)
    assert "Hand 1 is confirmed." in said
    assert phone.client.get(f"{phone.url}hands/1/correct/").status_code == 200


def test_many_hands_cost_as_much_as_few(make_evening: Any, sit: Any, django_assert_num_queries: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening, 2)
    evening.enter(2, a_hand(five="B", three="B"))
    with CaptureQueriesContext(connection) as asked:
        phone.look()
    at_first = len(asked)
    for bid in (6, 7, 8, 6, 7):
        evening.enter(2, {"passed_out": True})
        enter_otherwise(phone, a_hand(bid=bid), number=1, key=f"k{bid}{evening.keys}")
    rounds.forget_tables()
    with django_assert_num_queries(at_first):
        assert "disputed" in phone.text()
    with django_assert_num_queries(1):
        assert "disputed" in phone.text()


@pytest.mark.parametrize("first", [None, 1], ids=["from the middle", "as seat 1"])
def test_the_phone_that_entered_a_hand_does_not_confirm_it_for_the_other_side(table: Any, first: Any) -> None:
    phone = table(first)
    phone.save(a_hand())
    of = the_hand().entry.sequence
    phone.sit(2)
    assert "Confirm hand 1" not in phone.text()
    assert "on a phone of its own" in says(phone, 1, "confirm", of=of)
    phone.press("seat", ticket="")
    assert "Who confirms?" not in phone.text()
    assert "on a phone of its own" in says(phone, 1, "confirm", of=of, seat=2)
    phone.sit(2)
    enter_otherwise(phone, a_hand())
    assert the_hand().confirmed_by == ""

    says(table(2), 1, "confirm", of=of)
    assert the_hand().confirmed_by == "table:2 seat:2"


@pytest.mark.parametrize(
    ("why", "words", "reason"),
    [
        ("counted", "the owl", "counted wrongly: the owl"),
        ("other", "a card under the table", "a card under the table"),
    ],
)
def test_the_last_hand_is_corrected_with_a_reason(table: Any, why: Any, words: Any, reason: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))

    said = text_of(correct(phone, 1, a_hand(bid=6), why=why, words=words))

    assert "Hand 1 is corrected." in said
    assert (the_hand().hand["bid"], the_hand().entry.reason) == (6, reason)
    assert "What was entered before" in said
    assert reason in said
    phone.sit(2)
    assert "on a phone of its own" in says(phone, 1, "confirm", of=the_hand().entry.sequence)


def test_a_correction_without_a_reason_is_refused_and_keeps_what_was_typed(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))
    form: dict[str, str]
    for form in ({}, {"why": "other"}, {"why": "because"}):
        answer = correct(phone, 1, a_hand(bid=6), **form)
        assert answer.status_code == 422, form
        assert text_of(answer).lower().count("give a reason") == 1, form
        assert 'name="hand.bid" value="6" checked' in answer.content.decode(), form
    assert the_hand().hand["bid"] == 5


def test_a_correction_tapped_twice_is_one_and_earlier_hands_are_proposed_otherwise(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))
    of = str(the_hand().entry.sequence)
    for _ in range(2):
        answer = correct(phone, 1, a_hand(bid=6), why="mistyped", of=of)
        assert answer.status_code == 200
    assert Hand.objects.count() == 2
    phone.save(a_hand(bid=5))
    page = phone.text()
    assert page.count("Correct this hand") == 2
    assert page.count("Propose another entry") == 1


def test_a_deal_declared_void_says_so(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand())
    hand = {"round": 1, "table": 2, "number": 1, "of": the_hand().entry.sequence}
    phone.evening.act(acts.CorrectHand(**hand, hand=None, reason="misdeal"))
    assert "The deal of hand 1 is void" in phone.text()
    assert phone.client.get(f"{phone.url}hands/1/correct/").status_code == 200


def test_a_hand_in_the_late_tray_is_listed_with_the_reason(table: Any) -> None:
    phone = table(1)
    form = phone.form()
    phone.evening.win(1, 1, 1)
    phone.evening.act(acts.Ring(table=1))
    phone.save(a_hand(), **form, played_at="")

    assert "Hand 1 came late: the director decides whether it counts." in phone.text()
    assert "Hand 1 of round 1: with the director. It was finished after play had stopped." in phone.text()
    late = Hand.objects.select_related("entry").get(state="late")
    phone.evening.act(acts.LeaveOutLate(of=late.entry.sequence, reason="too late"))
    assert "the director has left it out" in phone.text()


@pytest.mark.parametrize("until", ["moved", "finished"])
def test_after_the_round_what_is_open_is_still_told(make_evening: Any, sit: Any, until: Any) -> None:
    evening = make_evening(8, until="bell")
    phone = sit(evening, 2)
    form = phone.form()
    enter_otherwise(phone, a_hand(bid=9))
    evening.act(acts.Close(anyway=True))
    evening.work()
    evening.act(acts.PublishMove() if until == "moved" else acts.Finish())
    phone.save(a_hand(), **{**form, "round": "1", "number": "2", "key": "late"})
    said = phone.text()
    assert "Hand 2 of round 1: with the director. The round had been closed already." in said
    assert ("1 hand of this evening is still disputed" in said) == (until == "finished")
