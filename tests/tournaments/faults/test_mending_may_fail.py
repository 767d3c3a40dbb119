"""Any statement of what is put right may fail: then nothing of it has happened, and it can be done again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.faults.failing import failing_at, happens_whole_or_not_at_all
from tests.tournaments.faults.together import act, enter
from tests.tournaments.the_rows import everything
from tournaments.evening import acts
from tournaments.evening.models import Hand, Seat
from tournaments.evening.services import player_requests
from tournaments.evening.services.perform import preview
from tournaments.publishing import publish

Make = Callable[..., AnEvening]
Do = Callable[[], object]
FOR_B = a_hand(2, 14, "B")
FIRST: dict[str, Any] = {"round": 1, "table": 2, "number": 1}
GAME: dict[str, Any] = {"round": 1, "table": 2}
WHY: dict[str, Any] = {"reason": "as they all say"}


def of(number: int = 1, **which: Any) -> int:
    """The ledger's number of a hand of table 2: of the one that counts, where no other is meant."""
    rows = Hand.objects.select_related("entry").filter(table_round__round__number=1, table__number=2)
    return int(rows.get(number=number, **(which or {"live": True})).entry.sequence)


def at(table: int, seat: int) -> str:
    """Who sits there."""
    return str(Seat.objects.get(round__number=1, table_round__table__number=table, seat=seat).ticket.code)


def entered(evening: AnEvening, **about: Any) -> None:
    evening.enter(2, a_hand(), by="table:2 seat:1", **about)


def disputed(evening: AnEvening) -> None:
    entered(evening)
    evening.enter(2, FOR_B, by="table:2 seat:2", number=1)


def late(evening: AnEvening) -> int:
    sequence: int = evening.enter(2, FOR_B, round_number=1, number=9)["ledger"]["sequence"]
    return sequence


# --- each act: made ready, then given as what is to be tried --------------------------------------------
def again(hand: dict[str, Any]) -> Callable[[AnEvening], Do]:
    def ready(evening: AnEvening) -> Do:
        entered(evening)
        return lambda: enter(evening, 2, hand, "again", number=1)

    return ready


def a_late_hand(evening: AnEvening) -> Do:
    return lambda: enter(evening, 2, a_hand(), "late", round_number=1)


def confirm(evening: AnEvening) -> Do:
    entered(evening)
    where = {**FIRST, "of": of()}
    return lambda: act(evening, acts.ConfirmHand(**where), by="table:2 seat:2")


def settle(evening: AnEvening) -> Do:
    disputed(evening)
    keep = of(state="disputes")
    return lambda: act(evening, acts.SettleDispute(keep=keep, **FIRST))


def take_late(evening: AnEvening) -> Do:
    sequence = late(evening)
    return lambda: act(evening, acts.TakeLate(of=sequence, cut="A", **WHY))


def leave_out_late(evening: AnEvening) -> Do:
    sequence = late(evening)
    return lambda: act(evening, acts.LeaveOutLate(of=sequence, **WHY))


def correct(evening: AnEvening) -> Do:
    where = {**FIRST, "of": of()}
    return lambda: act(evening, acts.CorrectHand(hand=FOR_B, **where, **WHY))


def note(evening: AnEvening) -> Do:
    where = {**FIRST, "of": of()}
    return lambda: act(evening, acts.NoteHand(hand=FOR_B, **where, **WHY))


def penalty(evening: AnEvening) -> Do:
    tickets = [at(1, 1), at(2, 1)]
    return lambda: act(evening, acts.Penalty(tickets=tickets, points=-5, **WHY))


def wrong_seats(evening: AnEvening) -> Do:
    one, other = at(2, 1), at(2, 2)
    return lambda: act(evening, acts.ExchangeSeats(hands=[(1, 2, 1)], one=one, other=other, **WHY))


def adjust(evening: AnEvening) -> Do:
    return lambda: act(evening, acts.AdjustGame(points=[3, 9], **GAME, **WHY))


def not_played(evening: AnEvening) -> Do:
    return lambda: act(evening, acts.NotPlayed(**GAME, **WHY))


def withdraw(evening: AnEvening) -> Do:
    decided = evening.act(acts.AdjustGame(points=[3, 9], **GAME, **WHY))
    evening.work()
    return lambda: act(evening, acts.Withdraw(of=decided.sequence, **WHY))


def second_bell(evening: AnEvening) -> Do:
    for table in (2, 1):
        for _ in range(3):
            evening.enter(table, a_hand())
    evening.act(acts.Ring(table=1))
    return lambda: act(evening, acts.Ring(table=2))


def take_back(evening: AnEvening) -> Do:
    return lambda: act(evening, acts.TakeBackBell(**WHY))


def look(evening: AnEvening) -> Do:
    return lambda: act(evening, acts.Look(table=2))


def close_anyway(evening: AnEvening) -> Do:
    evening.enter(2, FOR_B, number=1, played_at=evening.round().started_at)
    return lambda: act(evening, acts.Close(anyway=True))


def call(evening: AnEvening) -> Do:
    return lambda: act(evening, player_requests.call, table_number=2, reason="rule", by="table:2")


def answer_call(evening: AnEvening) -> Do:
    made = evening.act(player_requests.call, table_number=2, reason="rule", by="table:2")
    return lambda: act(evening, player_requests.answer_call, call_id=made.pk)


# The act, how far the evening is brought before it, and which of the ledger's acts it writes.
ACTS: dict[str, tuple[str, Callable[[AnEvening], Do], tuple[str, ...]]] = {
    "the same hand from another phone": ("playing", again(a_hand()), (acts.EnterAgain.name,)),
    "another result from another phone": ("playing", again(FOR_B), (acts.EnterAgain.name,)),
    "a late hand": ("settled", a_late_hand, (acts.LateHand.name,)),
    "a confirmation": ("playing", confirm, (acts.ConfirmHand.name,)),
    "a dispute that is settled": ("playing", settle, (acts.SettleDispute.name,)),
    "a late hand that counts": ("moved", take_late, (acts.TakeLate.name,)),
    "a late hand left out": ("settled", leave_out_late, (acts.LeaveOutLate.name,)),
    "a correction in the round": ("bell", correct, (acts.CorrectHand.name,)),
    "a correction that moves people": ("moved", correct, (acts.CorrectHand.name, acts.RecallMove.name)),
    "a correction of what is published": (
        "published",
        correct,
        (acts.ReopenResults.name, acts.CorrectHand.name),
    ),
    "a note": ("finished", note, (acts.NoteHand.name,)),
    "a penalty": ("finished", penalty, (acts.Penalty.name,)),
    "wrong seats": ("finished", wrong_seats, (acts.ExchangeSeats.name,)),
    "an adjusted game": ("moved", adjust, (acts.AdjustGame.name, acts.RecallMove.name)),
    "an unplayed game": ("settled", not_played, (acts.NotPlayed.name,)),
    "a decision withdrawn": ("settled", withdraw, (acts.Withdraw.name, acts.RecallMove.name)),
    "a second bell": ("playing", second_bell, (acts.MoveBell.name,)),
    "a bell taken back": ("bell", take_back, (acts.TakeBackBell.name,)),
    "a look": ("playing", look, (acts.Look.name,)),
    "a close in spite of a dispute": ("bell", close_anyway, (acts.Close.name,)),
    "a call": ("playing", call, ()),
    "a call answered": ("playing", answer_call, ()),
}
NEW = {
    acts.EnterAgain.name,
    acts.ConfirmHand.name,
    acts.SettleDispute.name,
    acts.LateHand.name,
    acts.TakeLate.name,
    acts.LeaveOutLate.name,
    acts.CorrectHand.name,
    acts.NoteHand.name,
    acts.ExchangeSeats.name,
    acts.Penalty.name,
    acts.AdjustGame.name,
    acts.NotPlayed.name,
    acts.Withdraw.name,
    acts.TakeBackBell.name,
    acts.MoveBell.name,
    acts.RecallMove.name,
    acts.ReopenResults.name,
    acts.Look.name,
}


def test_none_of_them_is_forgotten() -> None:
    assert {written for _, _, acts in ACTS.values() for written in acts} >= NEW


@pytest.mark.django_db
@pytest.mark.parametrize("name", ACTS)
def test_an_act_happens_whole_or_not_at_all(make_evening: Make, name: str) -> None:
    until, ready, writes = ACTS[name]
    evening = make_evening(12, until=until)
    do = ready(evening)
    evening.read()
    length = evening.evening.ledger_length
    happens_whole_or_not_at_all(do)
    told = evening.read().ledger.filter(sequence__gt=length).order_by("sequence")
    assert tuple(told.values_list("act", flat=True)) == writes
    assert publish.check_rows(evening.evening) == []


@pytest.mark.django_db
def test_an_impact_writes_nothing(make_evening: Make) -> None:
    evening = make_evening(12, until="moved")
    where = {**FIRST, "of": of()}
    act = acts.CorrectHand(hand=FOR_B, **where, **WHY)
    as_it_was = everything()
    with failing_at(0) as seen:
        found = preview(evening=evening.evening, act=act, by="user:1", at=evening.at)
    assert not found.nothing
    assert everything() == as_it_was
    assert [sql for sql in seen if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE"))] == []
