"""Phones that send again: hands of three hours without a network."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.api.callers import address, at_table
from tests.tournaments.faults.a_queue import Phone
from tournaments.evening.models import Hand
from tournaments.publishing import publish

OFFLINE = 40
FOR_A, FOR_B = a_hand(), a_hand(2, 5, "B")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """The doors' clock, to be set."""

    def set_to(at: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: at)

    return set_to


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
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
