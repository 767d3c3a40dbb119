"""Rows that somebody else is about keep a request waiting for some seconds, not for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection

from config.postgresql.waiting import LONGEST_WAIT, bound_waiting
from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.faults.servers import in_hand
from tests.tournaments.the_rows import everything
from tournaments.evening.models import Evening

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def set_to(seconds: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{seconds}'")


def test_a_server_bounds_how_long_its_requests_wait() -> None:
    try:
        bound_waiting(connection)
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == (LONGEST_WAIT,)
    finally:
        set_to("0")


def test_a_hand_behind_a_held_evening_is_refused_and_nothing_is_kept(
    make_evening: Callable[..., AnEvening],
) -> None:
    evening = make_evening(8, until="playing")
    before = everything()
    set_to("200ms")
    try:
        with in_hand(Evening, evening.evening.pk), pytest.raises(OperationalError, match="lock timeout"):
            evening.enter(1, a_hand())
    finally:
        set_to("0")
    assert everything() == before
    evening.enter(1, a_hand())
