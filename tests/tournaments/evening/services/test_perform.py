"""One way in: what is decided, applied, written and previewed is the same act, whatever this process knew before."""

from collections.abc import Callable

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import everything, refused, undone
from tournaments.evening import acts
from tournaments.evening.comparison import Rows, impact, rows_of
from tournaments.evening.fold import fold
from tournaments.evening.record import Record
from tournaments.evening.services import ledger
from tournaments.evening.services.perform import perform, preview
from tournaments.ledger.records import RecordCache
from tournaments.publishing.publish import chain_of, rows_in


def told(evening: AnEvening) -> Record:
    return fold(chain_of(evening.read()))


def rows(record: Record) -> Rows:
    """What the rows must be, without what only new rows are made from."""
    found = rows_of(record)
    found.holders, found.reasons, found.new_hands, found.by_seat = {}, {}, {}, False
    return found


def correction(e: AnEvening) -> acts.CorrectHand:
    hand = e.evening.ledger.filter(act=acts.EnterHand.name).order_by("sequence")[0]
    return acts.CorrectHand(round=1, table=1, number=1, of=hand.sequence, hand=a_hand(2, 5, "B"), reason="x")


PREVIEWED: dict[str, tuple[str, Callable[[AnEvening], acts.Act]]] = {
    "a correction that moves people": ("moved", correction),
    "a game that was not played": ("drafted", lambda e: acts.NotPlayed(round=1, table=1, reason="a fire")),
    "a penalty after publication": (
        "published",
        lambda e: acts.Penalty(
            tickets=[e.evening.tickets.order_by("number")[0].code], points=-3, reason="late"
        ),
    ),
    "a bell taken back": ("bell", lambda e: acts.TakeBackBell(reason="too early")),
}


@pytest.mark.parametrize(("until", "act"), PREVIEWED.values(), ids=PREVIEWED)
def test_what_was_previewed_is_what_happens(
    make_evening: Make, until: str, act: Callable[[AnEvening], acts.Act]
) -> None:
    evening = make_evening(8, until=until)
    wanted, before = act(evening), everything()
    shown = preview(evening=evening.evening, act=wanted, by="user:1", at=evening.at)
    assert everything() == before
    told_before = told(evening)
    perform(evening=evening.evening, act=wanted, by="user:1", at=evening.at)
    assert impact(told_before, told(evening)) == shown


def test_no_process_has_an_evening_out_of_date(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = make_evening(8, until="playing")
    here, elsewhere = RecordCache(fold), RecordCache(fold)
    steps: list[acts.Act] = [
        acts.Look(table=1),
        acts.Stop(),
        acts.TakeBackBell(reason="too early"),
        acts.Stop(),
    ]
    steps += [acts.Cut(table=1, winner="A"), acts.Cut(table=2, winner="B"), acts.Close()]
    for place, act in enumerate(steps):
        monkeypatch.setattr(ledger, "RECORDS", (here, elsewhere)[place % 2])
        evening.act(act)
        assert rows_in(evening.evening) == rows(told(evening))


def test_what_was_refused_or_taken_back_is_not_remembered(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    with undone():
        evening.act(acts.Stop())
        evening.act(acts.Cut(table=1, winner="A"))
    evening.read()
    evening.act(acts.Stop())
    with refused("tables.1 level-needs-a-cut", "tables.2 level-needs-a-cut"):
        evening.act(acts.Close())
    evening.act(acts.Cut(table=2, winner="A"))
    assert rows_in(evening.evening) == rows(told(evening))


def test_what_an_act_cannot_take_is_a_fault_with_its_field() -> None:
    with pytest.raises(Faults) as found:
        acts.AdjustGame(round=1, table="one", points=[1, 2], seats="stay", reason="x")  # type: ignore[arg-type]
    assert [(fault.field, fault.code) for fault in found.value.faults] == [
        ("seats", "not-a-choice"),
        ("table", "not-a-whole-number"),
    ]
