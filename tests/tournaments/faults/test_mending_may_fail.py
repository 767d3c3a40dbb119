"""Any statement of what is put right may fail: then nothing of it has happened, and it can be done again."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.faults.failing import failing_at, happens_whole_or_not_at_all
from tests.tournaments.faults.together import act, enter
from tests.tournaments.the_rows import everything
from tournaments.evening import acts
from tournaments.evening.models import Hand, Seat
from tournaments.evening.services import player_requests
from tournaments.evening.services.perform import preview
from tournaments.publishing import publish

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
    return str(Seat.objects.get(round__number=1, table_round__table__number=table, seat=seat).ticket.code)


def entered(evening: AnEvening, **about: Any) -> None:
    evening.enter(2, a_hand(), by="table:2 seat:1", **about)


def disputed(evening: AnEvening) -> None:
    entered(evening)
    evening.enter(2, FOR_B, by="table:2 seat:2", number=1)


def late(evening: AnEvening) -> int:
    sequence: int = evening.enter(2, FOR_B, round_number=1, number=9)["ledger"]["sequence"]
    return sequence


Ready = Callable[[AnEvening], Do]


def again(hand: dict[str, Any]) -> Ready:
    def ready(evening: AnEvening) -> Do:
        entered(evening)
        return lambda: enter(evening, 2, hand, "again", number=1)

    return ready


def a_late_hand(evening: AnEvening) -> Do:
    return lambda: enter(evening, 2, a_hand(), "late", round_number=1)


def simply(what: acts.Act) -> Ready:
    return lambda evening: lambda: act(evening, what)


def on_its_entry(what: Callable[..., acts.Act], **told: Any) -> Ready:
    def ready(evening: AnEvening) -> Do:
        found = what(of=of(), **FIRST, **told)
        return lambda: act(evening, found)

    return ready


def confirm(evening: AnEvening) -> Do:
    entered(evening)
    found = acts.ConfirmHand(of=of(), **FIRST)
    return lambda: act(evening, found, by="table:2 seat:2")


def settle(evening: AnEvening) -> Do:
    disputed(evening)
    return simply(acts.SettleDispute(keep=of(state="disputes"), **FIRST))(evening)


def take_late(evening: AnEvening) -> Do:
    return simply(acts.TakeLate(of=late(evening), cut="A", **WHY))(evening)


def leave_out_late(evening: AnEvening) -> Do:
    return simply(acts.LeaveOutLate(of=late(evening), **WHY))(evening)


def penalty(evening: AnEvening) -> Do:
    return simply(acts.Penalty(tickets=[at(1, 1), at(2, 1)], points=-5, **WHY))(evening)


def wrong_seats(evening: AnEvening) -> Do:
    one, other = at(2, 1), at(2, 2)
    return simply(acts.ExchangeSeats(hands=[(1, 2, 1)], one=one, other=other, **WHY))(evening)


def withdraw(evening: AnEvening) -> Do:
    decided = evening.act(ADJUSTED)
    evening.work()
    return simply(acts.Withdraw(of=decided.sequence, **WHY))(evening)


def second_bell(evening: AnEvening) -> Do:
    for table in (2, 1):
        for _ in range(3):
            evening.enter(table, a_hand())
    evening.act(acts.Ring(table=1))
    return simply(acts.Ring(table=2))(evening)


def close_anyway(evening: AnEvening) -> Do:
    evening.enter(2, FOR_B, number=1, played_at=evening.round().started_at)
    return simply(acts.Close(anyway=True))(evening)


def call(evening: AnEvening) -> Do:
    return lambda: act(evening, player_requests.call, table_number=2, reason="rule", by="table:2")


def answer_call(evening: AnEvening) -> Do:
    made = evening.act(player_requests.call, table_number=2, reason="rule", by="table:2")
    return lambda: act(evening, player_requests.answer_call, call=made)


ADJUSTED = acts.AdjustGame(points=[3, 9], **GAME, **WHY)
CORRECTED = on_its_entry(acts.CorrectHand, hand=FOR_B, **WHY)
# The act, how far the evening is brought before it, and which of the ledger's acts it writes.
ACTS: dict[str, tuple[str, Ready, tuple[str, ...]]] = {
    "the same hand from another phone": ("playing", again(a_hand()), (acts.EnterAgain.name,)),
    "another result from another phone": ("playing", again(FOR_B), (acts.EnterAgain.name,)),
    "a late hand": ("settled", a_late_hand, (acts.LateHand.name,)),
    "a confirmation": ("playing", confirm, (acts.ConfirmHand.name,)),
    "a dispute that is settled": ("playing", settle, (acts.SettleDispute.name,)),
    "a late hand that counts": ("moved", take_late, (acts.TakeLate.name,)),
    "a late hand left out": ("settled", leave_out_late, (acts.LeaveOutLate.name,)),
    "a correction in the round": ("bell", CORRECTED, (acts.CorrectHand.name,)),
    "a correction that moves people": ("moved", CORRECTED, (acts.CorrectHand.name, acts.RecallMove.name)),
    "a correction of what is published": (
        "published",
        CORRECTED,
        (acts.ReopenResults.name, acts.CorrectHand.name),
    ),
    "a note": ("finished", on_its_entry(acts.NoteHand, hand=FOR_B, **WHY), (acts.NoteHand.name,)),
    "a penalty": ("finished", penalty, (acts.Penalty.name,)),
    "wrong seats": ("finished", wrong_seats, (acts.ExchangeSeats.name,)),
    "an adjusted game": ("moved", simply(ADJUSTED), (acts.AdjustGame.name, acts.RecallMove.name)),
    "an unplayed game": ("settled", simply(acts.NotPlayed(**GAME, **WHY)), (acts.NotPlayed.name,)),
    "a decision withdrawn": ("settled", withdraw, (acts.Withdraw.name, acts.RecallMove.name)),
    "a second bell": ("playing", second_bell, (acts.MoveBell.name,)),
    "a bell taken back": ("bell", simply(acts.TakeBackBell(**WHY)), (acts.TakeBackBell.name,)),
    "a look": ("playing", simply(acts.Look(table=2)), (acts.Look.name,)),
    "a close in spite of a dispute": ("bell", close_anyway, (acts.Close.name,)),
    "a call": ("playing", call, ()),
    "a call answered": ("playing", answer_call, ()),
}


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
