"""Phones that send again: the same hand twice, another result for it, hands of three hours without a network."""

import json
import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table
from tests.tournaments.faults.a_queue import Phone
from tests.tournaments.faults.together import at_once, each, enter
from tournaments.evening.models import Hand
from tournaments.publishing import publish

HANDS, TIMES, OFFLINE = 50, 20, 40
FOR_A, FOR_B = a_hand(), a_hand(2, 5, "B")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """The doors' clock, to be set."""

    def set_to(at: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: at)

    return set_to


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("gap", [0, 1, 3, 10], ids=lambda gap: f"{gap} ms")
def test_each_of_fifty_hands_sent_twice_is_kept_once(
    make_evening: Make, clock: Callable[[datetime], None], gap: int
) -> None:
    """What becomes of it without the constraints and the keys, test_one_hand_many_senders shows."""
    evening = make_evening(8, until="playing", target=1000)
    clock(evening.at)
    token, table = at_table(evening, 1).token, address(evening, 1)
    for number in range(1, HANDS + 1):

        def send(place: int, number: int = number) -> Any:
            time.sleep(place * gap / 1000)
            return Caller(token).hand(table, FOR_A, key=f"hand-{number}", round=1, number=number)

        told: list[Any] = [outcome.value for outcome in at_once(each(2, send))]
        first, second = told
        assert [first.status_code, second.status_code] == [201, 201], (first.content, second.content)
        assert first.content == second.content
    assert list(Hand.objects.values_list("number", flat=True)) == list(range(1, HANDS + 1))
    assert publish.check_rows(evening.read()) == []


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_of_two_results_entered_at_once_one_counts_and_the_other_disputes_it(make_evening: Make) -> None:
    evening = make_evening(8, until="playing", target=1000)
    for number in range(1, TIMES + 1):

        def send(place: int, number: int = number) -> str:
            by = f"table:1 seat:{place + 1}"
            return enter(evening, 1, (FOR_A, FOR_B)[place], f"{number} by {by}", number=number, by=by)

        both = at_once(each(2, send))
        assert [outcome.told for outcome in both] == ["done", "done"]
        told = [json.loads(str(outcome.value)) for outcome in both]
        (counts,) = (answer for answer in told if "state" not in answer)
        (other,) = (answer for answer in told if answer.get("state") == "disputed")
        assert other["of"] == counts["ledger"]["sequence"]
        kept = {hand.state: hand for hand in Hand.objects.filter(number=number)}
        assert {state: hand.hand for state, hand in kept.items()} == {
            "counts": counts["hand"],
            "disputes": other["hand"],
        }
        assert kept["counts"].live
        assert not kept["disputes"].live
    assert Hand.objects.count() == 2 * TIMES
    assert publish.check_rows(evening.read()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("slow", [0, 420], ids=["a right clock", "a clock seven minutes slow"])
def test_forty_hands_of_three_hours_without_a_network_come_in_in_order(
    make_evening: Make, clock: Callable[[datetime], None], seed: int, slow: int
) -> None:
    """The network loses answers, delivers late and twice; the phone sends on until each hand is acknowledged."""
    evening = make_evening(8, until="playing", target=1000)
    began = evening.at
    phone = Phone(at_table(evening, 1), address(evening, 1), wrong=timedelta(seconds=-slow))
    finished = [began + number * timedelta(minutes=4, seconds=30) for number in range(1, OFFLINE + 1)]
    for number, at in enumerate(finished, start=1):
        phone.play((FOR_A, FOR_B)[number % 2], number=number, at=at)
    clock(began + timedelta(hours=3, minutes=1))
    tries = phone.deliver(random.Random(seed))
    assert tries > OFFLINE
    rows = list(Hand.objects.order_by("entry__sequence"))
    assert [row.number for row in rows] == list(range(1, OFFLINE + 1))
    assert [row.key for row in rows] == [hand["key"] for hand in phone.hands]
    assert [row.hand for row in rows] == [hand["hand"] for hand in phone.hands]
    assert [row.played_at for row in rows] == finished
    assert {row.state for row in rows} == {"counts"}
    assert evening.totals(1) == (14 * OFFLINE // 2, 14 * OFFLINE // 2)
    assert publish.check_rows(evening.read()) == []


@pytest.mark.django_db
def test_control_a_phone_that_made_its_keys_anew_would_have_its_hands_twice(
    make_evening: Make, clock: Callable[[datetime], None]
) -> None:
    evening = make_evening(8, until="playing", target=1000)
    clock(evening.at + timedelta(hours=1))
    phone = Phone(at_table(evening, 1), address(evening, 1), forgetful=True)
    for _ in range(OFFLINE):
        phone.play(FOR_A, number=None, at=evening.at)
    phone.deliver(random.Random(1))
    assert Hand.objects.count() > OFFLINE
