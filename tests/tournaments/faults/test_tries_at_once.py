"""Many wrong codes or passwords at the same moment: no more of them are let through than the limit allows."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db.models import F

from tests.tournaments.faults.together import STUCK, Act, at_once
from tournaments.club.models import WrongGuesses
from tournaments.club.services import throttle
from tournaments.signup import sign_ups

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
NOON = datetime(2026, 11, 21, 12, 0, 15, tzinfo=UTC)
SENDERS, LIMIT = 12, 5


def tried() -> list[Act]:
    """Tries of one device."""
    limits = [throttle.Limit("a device", LIMIT), throttle.Limit("its address", 10 * LIMIT)]
    return [partial(throttle.count, *limits, at=NOON)] * SENDERS


def signed_up() -> list[Act]:
    """People who sign up, each on a phone of their own at one address."""
    phones = [sign_ups.limits("an address", f"phone {number}") for number in range(SENDERS)]
    return [partial(throttle.count, *limits, at=NOON) for limits in phones]


def spent() -> list[Act]:
    """Requests of which each spends a fifth of what there is."""
    return [partial(throttle.spend, throttle.Limit("a token", 100 * LIMIT), 100, at=NOON)] * SENDERS


def let_through(acts: list[Act]) -> int:
    """How many of those who come together are let through."""
    outcomes = at_once(acts)
    assert [outcome.error for outcome in outcomes] == [None] * SENDERS
    return sum(bool(outcome.value) for outcome in outcomes)


@pytest.fixture(autouse=True)
def few_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "MOST_FROM_ADDRESS", LIMIT)


@pytest.mark.parametrize(("many", "counted"), [(tried, LIMIT), (signed_up, LIMIT), (spent, 100 * LIMIT)])
def test_of_many_at_once_no_more_than_the_limit_are_let_through(
    many: Callable[[], list[Act]], counted: int
) -> None:
    assert let_through(many()) == LIMIT
    assert max(WrongGuesses.objects.values_list("count", flat=True)) == counted


@pytest.mark.parametrize("many", [tried, signed_up, spent])
def test_where_they_were_counted_after_a_look_all_would_be(
    many: Callable[[], list[Act]], monkeypatch: pytest.MonkeyPatch
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

    monkeypatch.setattr(throttle, "_counts", looks_first)
    assert let_through(many()) == SENDERS
