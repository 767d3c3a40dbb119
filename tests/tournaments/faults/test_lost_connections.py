"""PostgreSQL ends kept connections and holds rows: the next request connects anew, or is refused in time."""

import select
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection
from django.db.backends.postgresql import base

from config.postgresql.base import DatabaseWrapper
from config.postgresql.waiting import LONGEST_WAIT, bound_waiting
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.faults.servers import database_url, in_hand
from tests.tournaments.the_rows import everything
from tournaments.evening.models import Evening

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
PATIENCE = 10


def served_by() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def cut_off(process: int) -> None:
    """End the process, and with it the connection; the word of it has come in when this is done."""
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [process])
    assert select.select([connection.connection.fileno()], [], [], PATIENCE)[0]


def test_a_request_after_the_connection_was_ended_notices_nothing() -> None:
    before = served_by()
    cut_off(before)
    close_old_connections()  # as each request does when it begins
    assert served_by() != before


def test_without_a_look_at_the_connection_it_would_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    cut_off(served_by())
    monkeypatch.setattr(DatabaseWrapper, "is_usable", lambda _: True)
    close_old_connections()
    with pytest.raises(OperationalError):
        served_by()
    monkeypatch.undo()
    close_old_connections()
    served_by()


def test_a_connection_that_is_there_is_kept_and_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    before = served_by()

    def asked(_: Any) -> bool:
        pytest.fail("the server was asked whether it is there")

    monkeypatch.setattr(base.DatabaseWrapper, "is_usable", asked)
    close_old_connections()
    assert served_by() == before


def test_after_an_error_the_server_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    served_by()
    connection.errors_occurred = True
    told: list[bool] = []
    is_usable = base.DatabaseWrapper.is_usable

    def asked(self: Any) -> bool:
        told.append(is_usable(self))
        return told[-1]

    monkeypatch.setattr(base.DatabaseWrapper, "is_usable", asked)
    close_old_connections()
    assert told == [True]


def test_what_is_asked_again_and_again_is_prepared() -> None:
    for _ in range(12):
        served_by()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%pg_backend_pid%'")
        assert cursor.fetchone() == (1,)


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
    make_evening: Make,
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
