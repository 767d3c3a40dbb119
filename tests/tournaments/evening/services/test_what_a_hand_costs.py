"""The one road that is hot: a hand is one transaction of few statements, and nobody but the database is asked."""

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.derivation import Derivation
from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import address, at_table
from tests.tournaments.evening.services.conftest import Checked
from tests.tournaments.the_rows import of_a_hand
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.services import scoresheets

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 7
"""BEGIN and COMMIT among them: evening and game read, four rows written."""


def enter(evening: AnEvening, key: str, hand: Any = None, **about: Any) -> scoresheets.EntryAnswer:
    return scoresheets.enter_hand(
        evening_id=evening.evening.pk,
        table_number=1,
        hand=a_hand() if hand is None else hand,
        key=key,
        by="table:1",
        at=evening.at,
        **about,
    )


def statements(act: Callable[[], object]) -> list[str]:
    """Everything that goes to the database, the transaction's own statements too, by its first word."""
    connection.close()  # what setting a connection up takes is not the hand's
    connection.ensure_connection()
    with CaptureQueriesContext(connection) as captured:
        act()
    return [query["sql"].split()[0] for query in captured.captured_queries]


def test_a_hand_takes_seven_statements_and_a_retry_writes_nothing(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    enter(evening, "the first, before which the plan is read")
    told = statements(lambda: enter(evening, "second"))
    assert told == of_a_hand()
    assert len(told) <= MOST
    reads = [said for said in of_a_hand() if said in ("BEGIN", "SELECT", "COMMIT")]
    assert statements(lambda: enter(evening, "second")) == reads


@pytest.mark.parametrize(
    "about",
    [
        pytest.param({"hand": {"bid": 99}}, id="a hand that is none"),
        pytest.param({"round_number": 2}, id="another round"),
        pytest.param({"number": 5}, id="not the next hand"),
    ],
)
def test_a_refusal_takes_six_at_most_and_writes_nothing(make_evening: Make, about: dict[str, Any]) -> None:
    evening = make_evening(12, until="playing")
    enter(evening, "the first, before which the plan is read")

    def try_in_vain() -> None:
        with pytest.raises(Faults):
            enter(evening, "refused", **about)

    told = statements(try_in_vain)
    assert set(told) == {"BEGIN", "SELECT", "ROLLBACK"}
    assert len(told) <= 6


def test_the_door_adds_a_statement_for_whose_link_it_is_and_one_for_which_phone(make_evening: Make) -> None:
    evening = make_evening(12, until="playing", target=99)
    phone = at_table(evening, 1)
    assert phone.hand(address(evening, 1), a_hand()).status_code == 201
    told = statements(lambda: phone.hand(address(evening, 1), a_hand()))
    assert told == ["SELECT", *of_a_hand()]
    phone = at_table(evening, 1, "the-token-of-this-phone")
    assert phone.hand(address(evening, 1), a_hand()).status_code == 201
    told = statements(lambda: phone.hand(address(evening, 1), a_hand()))
    assert told == ["SELECT", "SELECT", *of_a_hand()]


def test_a_hand_asks_nobody_but_the_database(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """No broker, no cache: no connection is opened while a phone enters a hand, or tries again."""
    evening = make_evening(12, until="playing")
    phone = at_table(evening, 1)
    phone.hand(address(evening, 1), a_hand(), key="before")

    def nowhere(*address: Any, **_: Any) -> None:
        pytest.fail(f"a connection to {address}")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    monkeypatch.setattr("celery.app.base.Celery.send_task", nowhere)
    monkeypatch.setattr("kombu.Producer.publish", nowhere)
    monkeypatch.setattr("django.core.cache.cache.get", nowhere)
    monkeypatch.setattr("django.core.cache.cache.set", nowhere)
    first, again = (phone.hand(address(evening, 1), a_hand(), key="one-key") for _ in range(2))
    assert (first.status_code, first.content) == (201, again.content)
    assert json.loads(first.content)["number"] == 2


def corrected(evening: AnEvening, act: Any) -> None:
    of = Hand.objects.get(table__number=1, number=1, live=True).entry.sequence
    told: Any = {"round": 1, "table": 1, "number": 1, "of": of, "hand": a_hand(2, 14, "B"), "reason": "x"}
    evening.act(scoresheets.rescored_act(evening.evening, act(**told)))


@pytest.mark.parametrize(
    "act",
    [
        lambda e: e.enter(1, a_hand()),
        lambda e: corrected(e, acts.CorrectHand),
        lambda e: corrected(e, acts.NoteHand),
    ],
    ids=["entered", "corrected", "noted"],
)
def test_nobody_waits_while_a_hand_is_scored(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, act: Callable[[AnEvening], object]
) -> None:
    evening = make_evening(12, until="playing")
    evening.enter(1, a_hand())
    inside: list[bool] = []
    score = Setup.score

    def noting(setup: Setup, hand: object) -> Derivation:
        inside.append(connection.in_atomic_block)
        return score(setup, hand)

    with monkeypatch.context() as noted:
        noted.setattr(Setup, "score", noting)
        act(evening)
    assert inside == [False]


def test_a_plan_changed_since_it_was_read_counts(make_evening: Make, checked: Checked) -> None:
    evening = make_evening(12, until="playing")
    assert evening.enter(1, a_hand())["target"] == 42
    plan = {**evening.evening.plan, "house_rules": {**evening.evening.plan["house_rules"], "target": 63}}
    Evening.objects.filter(pk=evening.evening.pk).update(plan=plan)
    checked.clear()
    assert [evening.enter(1, a_hand())["target"] for _ in range(2)] == [63, 63]


def test_an_evening_that_there_is_not_has_no_setup() -> None:
    with pytest.raises(Evening.DoesNotExist):
        facts.last_known_setup(2**31)


def test_only_so_many_setups_are_kept_in_memory(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = make_evening(12, until="playing")
    kept: dict[int, object] = {}
    monkeypatch.setattr(facts, "_LAST_KNOWN", kept)
    monkeypatch.setattr(facts, "MOST_KNOWN", 3)
    counts = []
    for other in range(7):
        facts.setup_of(Evening(pk=other, plan=evening.evening.plan))
        counts.append(len(kept))
    assert counts == [1, 2, 3, 1, 2, 3, 1]
