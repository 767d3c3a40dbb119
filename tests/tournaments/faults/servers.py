"""A worker that a test can kill, stop and bring back, and a row that a job has to wait for."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import psycopg
from django.db import connection, models

from config.supervisor import WORKER, Child
from tournaments.work.models import Job

PATIENCE = 180
# The shell gives the worker a log in place of the terminal, and becomes it.
LOGGED = ["/bin/sh", "-c", 'exec "$@" >>"$0" 2>&1']


def database_url() -> str:
    where = connection.settings_dict
    return f"postgres://{where['USER']}@{where['HOST']}:{where['PORT']}/{where['NAME']}"


class Worker:
    def __init__(self, folder: Path, *, queues: str = "") -> None:
        self.log = folder / "worker.log"
        taken = [*WORKER[:-1], queues or WORKER[-1]]
        command = [*LOGGED, str(self.log), sys.executable, *taken, "--beat-thread", str(folder / "beat")]
        self.child = Child("worker", command)

    def start(self) -> None:
        self.child.look_after()

    def kill(self) -> None:
        """End it as the system does when memory runs out: at once, and it alone."""
        assert self.child.process is not None
        os.kill(self.child.process.pid, signal.SIGKILL)
        self.child.process.wait()
        self.child.deaths = 0  # it need not wait longer each time

    def stop(self) -> None:
        self.child.ask_to_stop()
        deadline = time.monotonic() + PATIENCE
        while self.child.running() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.child.kill()
        self.child.process = None

    def until(self, what: Callable[[], bool]) -> None:
        """Wait for something that the worker does, or that is done to it; a worker that died is started again."""
        deadline = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < deadline, self.log.read_text()
            self.child.look_after()
            time.sleep(0.05)


def all_done() -> bool:
    return not Job.objects.filter(outcome=Job.Outcome.WAITING).exists()


def time_passes(*, at: datetime) -> None:
    """Every job that waits has waited long enough for the sweep to hand it out again."""
    Job.objects.filter(outcome=Job.Outcome.WAITING).update(due_at=at)


@contextmanager
def nobody_writes(model: type[models.Model]) -> Iterator[psycopg.Connection[tuple[int]]]:
    """Whoever wants to write rows of `model` waits while the block runs; gives the connection that holds them up."""
    with psycopg.connect(database_url()) as holding:
        holding.execute(f"LOCK TABLE {model._meta.db_table} IN SHARE MODE")
        yield holding
        holding.rollback()


@contextmanager
def in_hand(model: type[models.Model], key: int) -> Iterator[None]:
    """Somebody else is about this row while the block runs."""
    with psycopg.connect(database_url()) as holding:
        holding.execute(f"SELECT 1 FROM {model._meta.db_table} WHERE id = %s FOR UPDATE", [key])  # noqa: S608
        yield
        holding.rollback()


def waiting_to_write(model: type[models.Model]) -> list[int]:
    """The database's processes that wait to write rows of `model`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [model._meta.db_table]
        )
        return [pid for (pid,) in cursor.fetchall()]


def cut_off(process: int) -> None:
    """End one of the database's processes, and with it the connection that it serves."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [process])
