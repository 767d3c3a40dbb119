"""Many wrong codes or passwords at the same moment: no more of them are let through than the limit allows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db.models import F

from tests.tournaments.faults.together import STUCK, at_once
from tournaments.club.models import WrongGuesses
from tournaments.club.services import throttle
from tournaments.signup import sign_ups

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
NOON = datetime(2026, 11, 21, 12, 0, 15, tzinfo=UTC)
SENDERS, LIMIT = 12, 5


def let_through() -> int:
    """How many of the tries that come together are let through."""
    limits = [throttle.Limit("a device", LIMIT), throttle.Limit("its address", 10 * LIMIT)]
    outcomes = at_once([partial(throttle.count, *limits, at=NOON)] * SENDERS)
    assert [outcome.error for outcome in outcomes] == [None] * SENDERS
    return sum(outcome.value is not None for outcome in outcomes)


def test_of_many_tries_at_once_no_more_than_the_limit_are_let_through() -> None:
    assert let_through() == LIMIT
    assert set(WrongGuesses.objects.values_list("count", flat=True)) == {LIMIT}


def signed_up() -> int:
    """How many of those who sign up at once, each on a phone of their own at one address, are let through."""
    phones = [sign_ups.limits("an address", f"phone {number}") for number in range(SENDERS)]
    outcomes = at_once([partial(throttle.count, *limits, at=NOON) for limits in phones])
    assert [outcome.error for outcome in outcomes] == [None] * SENDERS
    return sum(outcome.value is not None for outcome in outcomes)


def test_of_many_phones_at_one_address_no_more_sign_up_than_the_address_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_ups, "MOST_FROM_ADDRESS", LIMIT)
    assert signed_up() == LIMIT


def spent() -> int:
    """How many of those who spend at the same moment are let through, where three of them are all there is."""
    limit = throttle.Limit("a token", 300)
    outcomes = at_once([partial(throttle.spend, limit, 100, at=NOON)] * SENDERS)
    assert [outcome.error for outcome in outcomes] == [None] * SENDERS
    return sum(bool(outcome.value) for outcome in outcomes)


def test_of_many_who_spend_at_once_no_more_are_let_through_than_there_is_for() -> None:
    assert spent() == 3
    assert WrongGuesses.objects.get().count == 300


@pytest.mark.parametrize("many", [let_through, signed_up, spent])
def test_where_they_were_counted_after_a_look_all_would_be(
    many: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = threading.Barrier(SENDERS)
    here = threading.local()

    def looks_first(sender: str, minute: int, limit: int, amount: int = 1) -> bool:
        counted = WrongGuesses.objects.filter(sender=sender, minute=minute)
        seen = counted.values_list("count", flat=True).first() or 0
        if not getattr(here, "met", False):
            here.met = True
            everybody.wait(STUCK)
        WrongGuesses.objects.bulk_create([WrongGuesses(sender=sender, minute=minute)], ignore_conflicts=True)
        counted.update(count=F("count") + amount)
        return seen < limit

    monkeypatch.setattr(sign_ups, "MOST_FROM_ADDRESS", LIMIT)
    monkeypatch.setattr(throttle, "_counts", looks_first)
    assert many() == SENDERS
