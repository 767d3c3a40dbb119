"""Two phones, one hand: equal entries confirm each other, different ones are a dispute; nothing is overwritten."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import everything, last_entry, refused, undone
from tournaments.evening import acts
from tournaments.evening.models import Hand

OTHER = a_hand(2, 5, "B")
FIRST: dict[str, Any] = {"round": 1, "table": 1, "number": 1}


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    return make_evening(12, until="playing")


def sat(table: int, seat: int | None) -> str:
    return f"table:{table}" + (f" seat:{seat}" if seat else "")


def first(evening: AnEvening, **which: Any) -> Hand:
    return Hand.objects.select_related("entry").get(table__number=1, number=1, **{"live": True, **which})


@pytest.mark.parametrize(
    ("one", "other", "confirms"),
    [
        pytest.param(1, 2, True, id="by the two couples"),
        pytest.param(1, 3, False, id="by one couple twice"),
        pytest.param(1, None, True, id="by a phone that has not said where it sits"),
        pytest.param(None, 4, True, id="after one in the middle of the table"),
    ],
)
def test_equal_entries_confirm_each_other(
    evening: AnEvening, one: int | None, other: int | None, confirms: bool
) -> None:
    evening.enter(1, a_hand(), number=1, by=sat(1, one))
    again = evening.enter(1, a_hand(), number=1, by=sat(1, other))
    assert (again["state"], evening.totals(1)) == ("agrees", (14, 0))
    assert first(evening).confirmed_by == (sat(1, other) if confirms else "")


def test_different_entries_are_a_dispute_to_be_settled_and_the_first_counts(evening: AnEvening) -> None:
    evening.enter(1, a_hand(), number=1, by=sat(1, 1))
    again = evening.enter(1, OTHER, number=1, by=sat(1, 2))
    assert (again["state"], again["running"]) == ("disputed", {"A": 14, "B": 0})
    assert evening.totals(1) == (14, 0)
    assert first(evening, live=False).state == "disputes"
    with refused("number disputed"):
        evening.act(acts.ConfirmHand(of=first(evening).entry.sequence, **FIRST), by=sat(1, 2))


def test_each_retry_of_a_second_entry_is_answered_byte_for_byte(evening: AnEvening) -> None:
    evening.enter(1, a_hand(), number=1)
    again = evening.enter(1, OTHER, number=1, key="mine")
    before = everything()
    assert evening.enter(1, OTHER, number=1, key="mine") == again
    assert everything() == before
    with refused("key key-reused"):
        evening.enter(1, a_hand(), number=1, key="mine")


@pytest.mark.parametrize(
    ("by", "keeps", "outcome"),
    [
        pytest.param(sat(1, 2), "live", "", id="couple B takes its own entry back"),
        pytest.param(sat(1, 3), "other", "", id="couple A gives way"),
        pytest.param(sat(1, 1), "live", "seat own-entry", id="couple A cannot decide for itself"),
        pytest.param(sat(1, 4), "other", "seat own-entry", id="nor can couple B"),
        pytest.param("table:1", "other", "seat own-entry", id="nor a phone that has not said where it sits"),
        pytest.param("user:1", "other", "", id="the director decides"),
    ],
)
def test_a_dispute_is_settled_by_giving_way_or_by_the_director(
    evening: AnEvening, by: str, keeps: str, outcome: str
) -> None:
    evening.enter(1, a_hand(), number=1, by=sat(1, 1))
    evening.enter(1, OTHER, number=1, by=sat(1, 2))
    keep = first(evening, live=keeps == "live").entry.sequence
    with refused(outcome) if outcome else nullcontext():
        evening.act(acts.SettleDispute(keep=keep, **FIRST), by=by)
    if outcome:
        return
    assert evening.totals(1) == ((14, 0) if keeps == "live" else (0, 14))
    assert (first(evening).entry.sequence, first(evening).confirmed_by) == (keep, by)
    assert first(evening, live=False).state == ("rejected" if keeps == "live" else "replaced")


@pytest.mark.parametrize(
    ("entered_by", "by", "outcome"),
    [
        pytest.param(sat(1, 1), sat(1, 4), "", id="the other couple"),
        pytest.param(sat(1, 1), sat(1, 3), "seat own-entry", id="one's partner"),
        pytest.param("table:1", sat(1, 3), "", id="anybody, where nobody knows who entered it"),
        pytest.param(sat(1, 1), "table:1", "seat own-entry", id="nobody in particular"),
        pytest.param(sat(1, 1), "user:1", "", id="the director"),
    ],
)
def test_a_hand_is_confirmed_by(evening: AnEvening, entered_by: str, by: str, outcome: str) -> None:
    evening.enter(1, a_hand(), by=entered_by)
    act = acts.ConfirmHand(of=first(evening).entry.sequence, **FIRST)
    with refused(outcome) if outcome else nullcontext():
        assert evening.act(act, by=by) is not None
    if outcome:
        return
    assert first(evening).confirmed_by == by
    before = everything()
    assert evening.act(act, by=by) is None
    assert everything() == before


@pytest.mark.parametrize(
    ("rule", "dispute", "blocked"),
    [
        pytest.param("taken", False, [], id="taken as confirmed at the bell"),
        pytest.param("needed", False, ["tables.1 not-confirmed", "tables.2 not-confirmed"], id="needed"),
        pytest.param("taken", True, ["tables.1 disputed"], id="but never where they differ"),
    ],
)
def test_a_round_is_closed_when_everybody_agrees_or_at_the_directors_word(
    make_evening: Make, rule: str, dispute: bool, blocked: list[str]
) -> None:
    evening = make_evening(8, until="playing", confirmation=rule)
    for table in (1, 2):
        evening.enter(table, a_hand(), number=1)
    if dispute:
        evening.enter(1, OTHER, number=1)
    evening.act(acts.Stop())
    with refused(*blocked) if blocked else undone():
        evening.act(acts.Close())
    evening.read()
    evening.act(acts.Close(anyway=bool(blocked)))
    body = last_entry(evening.evening)[1]
    assert body.get("anyway", []) == sorted({int(line[7]) for line in blocked})
