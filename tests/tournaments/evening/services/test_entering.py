"""Entering a hand: what it writes, when it counts, that trying again is harmless; two phones with one hand."""

import json
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.faults import Fault, Faults
from tests.tournaments.an_evening import STEPS, AnEvening, Make, a_hand
from tests.tournaments.evening.services.conftest import Checked
from tests.tournaments.the_rows import everything, last_entry, refused, unchanged, undone
from tournaments.evening import acts
from tournaments.evening.models import Hand, LedgerEntry
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services import scoresheets
from tournaments.evening.services.perform import take_back
from tournaments.ledger.chain import canonical, instant
from tournaments.work.models import Job

A_SECOND = timedelta(seconds=1)


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Three tables in play in the first of three rounds."""
    return make_evening(12, until="playing")


def test_a_hand_is_written_scored_added_up_and_answered_in_one_act(evening: AnEvening) -> None:
    evening.enter(2, a_hand(1, 5), key="before")
    answer = evening.enter(2, a_hand(2, 6, "B", owl="A"), key="k-1")
    hand = a_hand(2, 6, "B", owl="A")
    body = {
        "round": 1,
        "table": 2,
        "number": 2,
        "hand": hand,
        "points": [1, 13],
        "played_at": instant(evening.at),
    }
    assert last_entry(evening.evening) == ("enter_hand", body)
    entry = LedgerEntry.objects.latest("sequence")
    assert entry.by == "table:2"
    assert answer == {
        **body,
        "key": "k-1",
        "scores": [1, 13, 1, 13],
        "derivation": answer["derivation"],
        "running": {"A": 15, "B": 13},
        "target": 42,
        "entered_at": instant(evening.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    assert sum(line["points"] for line in answer["derivation"] if 2 in line["seats"]) == 13
    assert evening.totals(2) == (15, 13)
    row = Hand.objects.get(key="k-1")
    assert (row.entry_id, row.number, row.hand, row.live) == (entry.pk, 2, hand, True)
    assert (row.points_a, row.points_b) == (1, 13)
    assert json.loads(row.answer) == {name: answer[name] for name in answer if name != "derivation"}
    assert (row.played_at, row.entered_at) == (evening.at, evening.at)
    assert row.derivation[0]["sentence"] == {
        "code": "chantecler.bid.made",
        "values": {"bid": 6, "points": 13},
    }
    assert not Job.objects.exists()


@pytest.mark.parametrize("fields", [(), ("number",), ("round_number",), ("played_at",)], ids=str)
def test_a_retry_gives_the_same_bytes(evening: AnEvening, fields: tuple[str, ...]) -> None:
    told = {"number": 1, "round_number": 1, "played_at": evening.at}
    about: Any = {"evening_id": evening.evening.pk, "table_number": 1, "hand": a_hand(), "by": "table:1"}
    about |= {name: told[name] for name in fields}
    first = scoresheets.enter_hand(key="once", at=evening.clock(), **about)
    before = everything()
    assert scoresheets.enter_hand(key="once", at=evening.clock(), **about) == replace(first, replayed=True)
    assert not first.replayed
    assert first.answer == canonical(json.loads(first.answer))
    assert everything() == before


@pytest.mark.parametrize("until", ["bell", "next round", "finished", "fewer tables"])
def test_a_retry_is_answered_however_late_it_comes(make_evening: Make, checked: Checked, until: str) -> None:
    later = until in ("next round", "fewer tables")
    evening = make_evening(12, until="moved" if later else until)
    if later:
        evening.act(acts.Start())
    if until == "fewer tables":
        evening.round().tables.filter(table__number=3).delete()
        checked.clear()
    first = Hand.objects.get(table__number=3)
    assert first.hand is not None
    given = answer_given(first.answer, first.derivation)
    with unchanged():
        assert evening.enter(3, first.hand, key=first.key) == json.loads(given)


def test_the_same_key_with_another_body_is_refused(evening: AnEvening) -> None:
    evening.enter(1, a_hand(), key="once")
    about: dict[str, Any]
    for hand, about in (
        (a_hand(2, 5, "B"), {}),
        (a_hand(), {"number": 1}),
        (a_hand(), {"round_number": 1}),
        ({}, {}),
    ):
        with refused("key key-reused"):
            evening.enter(1, hand, key="once", **about)


def test_a_key_is_one_to_64_plain_characters_and_taken_at_each_table(evening: AnEvening) -> None:
    for key in ("", "k" * 65, "clé", "a\nb", "\x00", "\ud800", "\x7f"):
        with refused("key bad-key"):
            evening.enter(1, a_hand(), key=key)
    for key in ("k", "k" * 64, """'; DROP TABLE {"%s": 1}"""):
        for table in (1, 2):
            answer = evening.enter(table, a_hand(), key=key)
            assert (answer["table"], answer["key"]) == (table, key)


@pytest.mark.parametrize(
    ("seconds", "fault"),
    [
        pytest.param(-1, "", id="a second before it is entered"),
        pytest.param(5, "", id="by a clock a little ahead"),
        pytest.param(6, "played_at in-the-future", id="by a clock that is wrong"),
    ],
)
def test_a_hand_was_played_between_the_start_and_now(evening: AnEvening, seconds: int, fault: str) -> None:
    evening.clock()
    at = evening.clock()
    told = {"at": at, "played_at": at + timedelta(seconds=seconds)}
    if fault:
        with refused(fault):
            evening.enter(1, a_hand(), **told)
        return
    answer = evening.enter(1, a_hand(), **told)
    assert answer["played_at"] == instant(min(at, told["played_at"]))
    assert answer["entered_at"] == instant(at)


def test_a_clock_that_is_put_back_again_and_again_stops_nothing(make_evening: Make) -> None:
    evening = make_evening(8, until="draft")
    for step in STEPS[1:]:
        evening.at -= timedelta(hours=1)
        evening.step_to(step)
    moments = list(evening.evening.ledger.order_by("sequence").values_list("at", flat=True))
    assert moments == sorted(moments)


def test_what_is_done_while_the_clock_catches_up_is_told_apart(make_evening: Make) -> None:
    evening = make_evening(8, until="bell")
    evening.at -= timedelta(hours=1)
    closed = evening.act(acts.Close())
    evening.act(
        acts.Penalty(tickets=[evening.evening.tickets.earliest("number").code], points=-1, reason="late")
    )
    with refused("entry not-taken-back"):
        evening.act(take_back, sequence=closed.sequence, reason="by mistake")


def test_after_a_clock_was_put_back_nobody_can_tell_what_was_before_the_bell(evening: AnEvening) -> None:
    evening.act(acts.Stop())
    at = evening.at - timedelta(hours=1)
    kept = evening.enter(2, a_hand(), at=at, played_at=at - A_SECOND, sent_at=at)
    assert (kept["state"], kept["because"]) == ("late", "after-the-bell")


def test_a_hand_from_before_the_start_counts_as_played_at_the_start(evening: AnEvening) -> None:
    started = evening.round().started_at
    assert started is not None
    answer = evening.enter(1, a_hand(), played_at=started - timedelta(hours=1))
    assert (answer["played_at"], evening.totals(1)) == (instant(started), (14, 0))


@pytest.mark.parametrize(("seconds", "counts"), [(-1, True), (0, True), (1, False), (None, False)])
def test_a_hand_counts_by_its_time_of_play(make_evening: Make, seconds: int | None, counts: bool) -> None:
    evening = make_evening(12, until="playing")
    evening.at += timedelta(minutes=5)
    evening.act(acts.Stop())
    bell = evening.round().stopped_at
    assert bell is not None
    evening.at += timedelta(minutes=5)
    kept = evening.enter(
        2, a_hand(), played_at=None if seconds is None else bell + timedelta(seconds=seconds)
    )
    assert kept.get("because") == (None if counts else "after-the-bell")
    assert evening.totals(2) == (14 if counts else 0, 0)


def test_who_has_rung_may_still_bring_a_hand_of_before(evening: AnEvening) -> None:
    evening.win(1, 1, 1)
    evening.act(acts.Ring(table=1))
    late = evening.enter(1, a_hand(2, 5, "B"), played_at=evening.round().started_at)
    assert late["running"] == {"A": 42, "B": 14}


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from([*a_hand(), "another"]), value=NONSENSE)
def test_anything_in_a_field_is_a_hand_or_a_fault(evening: AnEvening, field: str, value: object) -> None:
    hand = {**a_hand(), field: value}
    faults: tuple[Fault, ...] = ()
    with undone():
        try:
            evening.enter(1, hand)
        except Faults as refusal:
            faults = refusal.faults
    evening.read()
    assert all(fault.field.startswith("hand") and fault.message for fault in faults)


OTHER = a_hand(2, 5, "B")
FIRST: dict[str, Any] = {"round": 1, "table": 1, "number": 1}


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
def test_who_settles_a_dispute(evening: AnEvening, by: str, keeps: str, outcome: str) -> None:
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
    with unchanged():
        assert evening.act(act, by=by) is None


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
