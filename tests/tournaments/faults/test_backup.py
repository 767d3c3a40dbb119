"""A server is lost and its backup brought back: everything holds, and the phones send what the backup had not."""

import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import services
from tests.migrated import begin_migrated
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.faults.backed_up_club import backed_up_club, finished, manage
from tests.tournaments.faults.servers import database_url
from tests.tournaments.the_rows import undone
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.services import scoresheets
from tournaments.publishing import publish

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Sent:
    """A hand as a phone keeps it until it is sure that it was taken."""

    table: int
    number: int
    hand: dict[str, Any]
    played_at: Any

    def send(self, evening: AnEvening) -> bool:
        """Send it; whether it had been taken before."""
        return scoresheets.enter_hand(
            evening_id=evening.evening.pk,
            table_number=self.table,
            number=self.number,
            hand=self.hand,
            played_at=self.played_at,
            key=f"{self.table}-{self.number}",
            by=f"table:{self.table}",
            at=evening.clock(),
        ).replayed


def what_counts(evening: AnEvening) -> list[Any]:
    """Hands and totals, whenever they were entered."""
    hands = Hand.objects.order_by("table", "number").values_list(
        "table__number", "number", "points_a", "points_b", "played_at"
    )
    return [*hands, *TableRound.objects.order_by("table").values_list("points_a", "points_b", "hands_count")]


@pytest.mark.parametrize("kept", [0, 5, 17, 30])
def test_phones_that_send_everything_again_bring_back_what_the_backup_had_not(
    make_evening: Make, kept: int
) -> None:
    evening = make_evening(12, until="playing", target=200)
    dice = random.Random(kept)
    hands = [
        Sent(table, number, a_hand(dice.randint(1, 4), 5, dice.choice("AB")), evening.clock())
        for number in range(1, 11)
        for table in (1, 2, 3)
    ]
    for sent in hands[:kept]:
        sent.send(evening)
    with undone():
        for sent in hands[kept:]:
            sent.send(evening)
        whole = what_counts(evening)
    # Each phone sends its own in order; which phone comes first is chance, and one sends everything twice.
    waiting = {table: [sent for sent in hands if sent.table == table] for table in (1, 2, 3)}
    waiting[2] = [sent for sent in waiting[2] for _ in range(2)]
    again = 0
    while left := [table for table in waiting if waiting[table]]:
        again += waiting[dice.choice(left)].pop(0).send(evening)
    assert again == kept + 10
    assert what_counts(evening) == whole
    assert publish.check_rows(evening.read()) == []


def run(*command: str | Path, **settings: str) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def empty_postgresql(name: str) -> Iterator[str]:
    """A database just created, beside that of the tests; its address."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield f"{database_url().rpartition('/')[0]}/{name}"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_dump_brought_back_into_an_empty_database_holds(make_evening: Make, tmp_path: Path) -> None:
    make_evening(13, until="published")
    make_evening(8, until="bell", name="Saturday")
    programs = services.postgresql_programs() or Path()
    run(programs / "pg_dump", "-Fc", "-f", tmp_path / "dump", database_url())
    with empty_postgresql("brought_back") as address:
        run(programs / "pg_restore", "--exit-on-error", "-d", address, tmp_path / "dump")
        restored = {"DATABASE_URL": address, "HEAD_TABLE_DATA": str(tmp_path)}
        assert run(sys.executable, "manage.py", "rebuild", "--check", **restored) == ""
        assert "Friday" in run(
            sys.executable,
            "manage.py",
            "shell",
            "-v",
            "0",
            "-c",
            "from tournaments.evening.models import Evening; print(*Evening.objects.all(), sep='; ')",
            **restored,
        )
        with pytest.raises(AssertionError, match="append-only"):
            run(programs / "psql", address, "-c", "DELETE FROM tournaments_ledgerentry")


ENOUGH = 5
SAME = ("archives", "standings", "season", "cards")


@contextlib.contextmanager
def hands_coming_in(data: Path, **settings: str) -> Iterator[list[str]]:
    """Somebody enters hands while the block runs; those that were acknowledged before it began."""
    writer = backed_up_club("write", data=data, **settings)
    assert writer.stdout is not None
    try:
        yield [writer.stdout.readline().strip() for _ in range(ENOUGH)]
        assert writer.poll() is None, writer.communicate()
    finally:
        writer.kill()
        writer.communicate()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
def test_a_club_moves_to_the_other_database_by_backup_and_restore_while_hands_come_in(
    tmp_path: Path, source: str
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    begin_migrated(old)
    with empty_postgresql("moved") as address:
        elsewhere = {
            "DATABASE_URL": address,
            "SECRET_KEY": "of-the-old-server-" * 4,
            "ALLOWED_HOSTS": "localhost",
        }
        here, there = ({}, elsewhere) if source == "sqlite" else (elsewhere, {})
        before = finished(backed_up_club("make", data=old, **here))
        with hands_coming_in(old, **here) as acknowledged:
            done = manage("backup", "--untried", tmp_path / "club.backup", data=old, **here)
        assert done.returncode == 0, done.stderr
        after = finished(backed_up_club("facts", data=old, **here))

        if source == "sqlite":
            refused = manage("restore", tmp_path / "club.backup", data=new, **there)
            assert (refused.returncode, "secret_key" in refused.stderr) == (1, True)
            there["SECRET_KEY"] = (old / "secret_key").read_text()
        done = manage("restore", tmp_path / "club.backup", data=new, **there)
        assert done.returncode == 0, done.stdout + done.stderr
        moved = finished(backed_up_club("facts", data=new, **there))
        assert {name: moved[name] for name in SAME} == {name: before[name] for name in SAME}
        chains = [{entry[-1] for entry in facts["chains"]} for facts in (before, moved, after)]
        assert chains[0] < chains[1] <= chains[2]
        assert set(moved["moments"]) <= set(after["moments"]), "to the microsecond"
        assert set(acknowledged) <= set(moved["keys"])

        done_with_it = backed_up_club(f"open_card:{before['cards'][0]}", "forget", "go_on", data=new, **there)
        assert finished(done_with_it) == [[200, True], ["the ledger is append-only"] * 4, []]
