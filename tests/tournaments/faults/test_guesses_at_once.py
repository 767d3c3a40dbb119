"""Many wrong codes at the same moment: no more of them are looked at than the limit allows."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db.models import F

from tests.tournaments.faults.together import STUCK, at_once
from tournaments.models import WrongGuesses
from tournaments.services import guesses

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
NOON = datetime(2026, 11, 21, 12, 0, 15, tzinfo=UTC)
SENDERS, LIMIT = 12, 5


def looked_at(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many of the guesses that come together are looked at."""
    monkeypatch.setattr(guesses, "OF_ONE", LIMIT)
    outcomes = at_once([partial(guesses.book, address="192.0.2.1", at=NOON)] * SENDERS)
    assert [outcome.error for outcome in outcomes] == [None] * SENDERS
    return sum(outcome.value is not None for outcome in outcomes)


def test_of_many_guesses_at_once_no_more_than_the_limit_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert looked_at(monkeypatch) == LIMIT
    assert set(WrongGuesses.objects.values_list("count", flat=True)) == {LIMIT}


def test_where_they_were_counted_after_a_look_all_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = threading.Barrier(SENDERS)
    here = threading.local()

    def looks_first(sender: str, limit: int, minute: int) -> bool:
        counted = WrongGuesses.objects.filter(sender=sender, minute=minute)
        seen = counted.values_list("count", flat=True).first() or 0
        if not getattr(here, "met", False):
            here.met = True
            everybody.wait(STUCK)
        WrongGuesses.objects.bulk_create([WrongGuesses(sender=sender, minute=minute)], ignore_conflicts=True)
        counted.update(count=F("count") + 1)
        return seen < limit

    monkeypatch.setattr(guesses, "_counts", looks_first)
    assert looked_at(monkeypatch) == SENDERS
