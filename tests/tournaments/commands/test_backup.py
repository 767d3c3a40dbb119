"""`backup` and `restore` on the embedded default: what comes back is what was there, and nothing else is taken.

Each command is a process of its own, some forty in all: for `./run test-services`, though they need no server.
"""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from struct import unpack
from typing import Any
from zipfile import ZipFile

import pytest

from tests.migrated import begin_migrated
from tests.tournaments.conftest import START
from tests.tournaments.faults.backed_up_club import backed_up_club, finished, manage
from tournaments.operations.backup import BackupError, BackupReader, BackupWriter

FORMAT_1 = Path(__file__).parents[1] / "faults" / "format_1.backup"
pytestmark = pytest.mark.services
APPEND_ONLY = ["the ledger is append-only"] * 4
Change = Callable[[dict[str, Any]], object]


@dataclass(frozen=True)
class BackedUp:
    """A club, what it told of itself, and its backup."""

    data: Path
    facts: dict[str, Any]
    file: Path
    said: str


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> BackedUp:
    """A club that was backed up, made once; no test changes it."""
    data = tmp_path_factory.mktemp("club")
    begin_migrated(data)
    facts = finished(backed_up_club("make", data=data))
    file = data / "club.backup"
    done = manage("backup", file, data=data)
    assert done.returncode == 0, done.stderr
    return BackedUp(data, facts, file, done.stdout)


def tables(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name.startswith("tables/")}


def rewritten(file: Path, folder: Path, change: Change, *, table: str = "") -> Path:
    """A backup with another manifest or table, its digests made to fit: as another program would write it."""
    made = folder / "rewritten.backup"
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(made, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for name in (name for name in old.namelist() if name != "manifest.json"):
            data = old.read(name)
            if name == f"tables/{table}.jsonl":
                columns = manifest["tables"][table]
                rows = [dict(zip(columns, json.loads(line), strict=True)) for line in data.splitlines()]
                for row in rows:
                    change(row)
                data = b"".join(json.dumps([row[name] for name in columns]).encode() + b"\n" for row in rows)
            part = manifest["files"][name]
            part["bytes"], part["sha256"] = len(data), hashlib.sha256(data).hexdigest()
            new.writestr(name, data)
        if not table:
            change(manifest)
        text = json.dumps(manifest).encode()
        new.writestr("manifest.json", text)
        new.comment = hashlib.sha256(text).hexdigest().encode()
    return made


def count_of_rows(data: Path, table: str) -> int:
    """How many rows a table has; 0 where there is no such table."""
    with closing(sqlite3.connect(data / "club.sqlite3")) as opened:
        if not opened.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone():
            return 0
        return len(opened.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 - a name of ours


def not_restored(
    file: Path, data: Path, said: str, *, table: str = "tournaments_club", **settings: str
) -> None:
    """The backup is not brought back, it is said why, and this table has no rows."""
    done = manage("restore", file, data=data, **settings)
    assert done.returncode == 1
    assert said in done.stderr
    assert count_of_rows(data, table) == 0


def test_a_backup_comes_back_in_a_fresh_data_folder_as_it_was(club: BackedUp, tmp_path: Path) -> None:
    done = manage("restore", club.file, data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "(evenings: 2, seasons: 1)" in done.stdout
    assert finished(backed_up_club("facts", data=tmp_path)) == club.facts
    assert manage("backup", "--untried", tmp_path / "again", data=tmp_path).returncode == 0
    assert tables(tmp_path / "again") == tables(club.file)
    assert (tmp_path / "secret_key").read_text() == (club.data / "secret_key").read_text()
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    done_with_it = backed_up_club(f"open_card:{club.facts['cards'][0]}", "forget", "go_on", data=tmp_path)
    assert finished(done_with_it) == [[200, True], APPEND_ONLY, []]


def test_a_backup_is_its_owners_alone_and_was_tried(club: BackedUp) -> None:
    assert stat.S_IMODE(club.file.stat().st_mode) == 0o600
    assert "Tried: brought back" in club.said
    assert f"{len(club.facts['cards'])} cards" not in club.said, "tickets are looked at too"
    assert list(club.data.glob("*.unfinished")) + list(club.data.glob(".*.unfinished")) == []


def test_what_is_written_meanwhile_does_not_wait_and_is_not_in_the_backup(
    club: BackedUp, tmp_path: Path
) -> None:
    shutil.copytree(club.data, tmp_path, dirs_exist_ok=True)
    backup = backed_up_club("hold", data=tmp_path)
    assert backup.stdout is not None
    assert backup.stdout.readline() == "reading\n"
    assert finished(backed_up_club("go_on", data=tmp_path)) == []
    out, told = backup.communicate("\n", timeout=60)
    before, during, after = json.loads(out or told)
    assert before == during < after


@pytest.mark.parametrize("name", ["club.backup", "nowhere/club.backup"])
def test_a_backup_overwrites_nothing_and_makes_no_folders(club: BackedUp, name: str) -> None:
    was = club.file.read_bytes()
    done = manage("backup", club.data / name, data=club.data)
    assert done.returncode == 1
    assert ("is there already" in done.stderr) or ("cannot be written" in done.stderr)
    assert club.file.read_bytes() == was


def test_a_server_that_has_looked_at_a_database_leaves_it_empty(club: BackedUp, tmp_path: Path) -> None:
    begin_migrated(tmp_path)
    assert manage("migrate", "-v", "0", data=tmp_path).returncode == 0
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as rows, rows:
        rows.execute("INSERT INTO tournaments_heartbeat (name, at) VALUES ('write', '2026-11-20 20:00:00')")
    done = manage("restore", club.file, data=tmp_path)
    assert done.returncode == 0, done.stderr


def test_nothing_is_brought_back_into_a_database_with_rows(club: BackedUp, tmp_path: Path) -> None:
    shutil.copytree(club.data, tmp_path, dirs_exist_ok=True)
    done = manage("restore", club.file, data=tmp_path)
    assert done.returncode == 1
    assert "The database is not empty: there are rows in" in done.stderr
    assert finished(backed_up_club("facts", data=tmp_path)) == club.facts


def place_in_a_member(file: Path, where: float) -> int:
    """The place of a byte that holds what was written, at this part of it: not of one that the file is made of."""
    with ZipFile(file) as members:
        largest = max(members.infolist(), key=lambda member: member.compress_size)
    start = largest.header_offset
    name, extra = unpack("<HH", file.read_bytes()[start + 26 : start + 30])
    return start + 30 + int(name) + int(extra) + int(largest.compress_size * where)


@pytest.mark.parametrize("where", [0.01, 0.3, 0.6, 0.9, 0.999])
def test_a_bit_that_is_not_what_was_written_is_seen(club: BackedUp, tmp_path: Path, where: float) -> None:
    data = bytearray(club.file.read_bytes())
    data[place_in_a_member(club.file, where)] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(BackupError, match="is damaged"), BackupReader(tmp_path / "damaged"):
        pass


def test_a_backup_that_was_cut_short_is_refused_and_nothing_is_changed(
    club: BackedUp, tmp_path: Path
) -> None:
    (tmp_path / "short").write_bytes(club.file.read_bytes()[:-500])
    not_restored(tmp_path / "short", tmp_path, "is damaged", table="django_migrations")


def newer_format(manifest: dict[str, Any]) -> None:
    manifest["version"] += 1


def newer_migration(manifest: dict[str, Any]) -> None:
    manifest["migrations"]["tournaments"].append("9999_of_tomorrow")


def of_another_application(manifest: dict[str, Any]) -> None:
    manifest["migrations"]["tomorrow"] = ["0001_initial"]


@pytest.mark.parametrize("change", [newer_format, newer_migration, of_another_application])
def test_a_backup_of_a_newer_version_is_refused_with_what_to_do(
    club: BackedUp, tmp_path: Path, change: Change
) -> None:
    not_restored(rewritten(club.file, tmp_path, change), tmp_path, "Update Head Table, then restore it.")


def another_points(row: dict[str, Any]) -> None:
    row["points_a"] += 1


def test_a_restore_says_which_evening_does_not_agree_with_its_ledger(club: BackedUp, tmp_path: Path) -> None:
    begin_migrated(tmp_path)
    file = rewritten(club.file, tmp_path, another_points, table="tournaments_tableround")
    done = manage("restore", file, data=tmp_path)
    assert done.returncode == 1
    assert "-saturday: " in done.stdout


def an_unknown_club(row: dict[str, Any]) -> None:
    row["club_id"] = 4711


def test_what_the_database_refuses_leaves_it_empty(club: BackedUp, tmp_path: Path) -> None:
    begin_migrated(tmp_path)
    file = rewritten(club.file, tmp_path, an_unknown_club, table="tournaments_evening")
    not_restored(file, tmp_path, "The database refuses what the backup holds", table="tournaments_user")


def test_another_key_is_refused_before_anything_is_brought_back(club: BackedUp, tmp_path: Path) -> None:
    said = f"unzip -p {club.file} secret_key"
    not_restored(club.file, tmp_path, said, SECRET_KEY="another-key-" * 6)


def test_a_backup_of_the_first_format_is_read_and_brought_up_to_date(tmp_path: Path) -> None:
    done = manage("restore", FORMAT_1, data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "(evenings: 2, seasons: 1)" in done.stdout
    assert manage("migrate", "--check", data=tmp_path).returncode == 0
    facts = finished(backed_up_club("facts", data=tmp_path))
    assert finished(backed_up_club(f"open_card:{facts['cards'][0]}", data=tmp_path)) == [200, True]


def test_an_earlier_version_is_backed_up_as_it_is_and_brought_back_and_updated(tmp_path: Path) -> None:
    earlier, today = tmp_path / "earlier", tmp_path / "today"
    for folder in (earlier, today):
        folder.mkdir()
        begin_migrated(folder)
    assert manage("migrate", "tournaments", "0055", data=earlier).returncode == 0
    done = manage("backup", tmp_path / "before", data=earlier)
    assert "Tried: brought back" in done.stdout, done.stderr
    assert "[ ] 0056_before_publication" in manage("showmigrations", data=earlier).stdout
    assert manage("migrate", "--check", data=earlier).returncode == 1
    done = manage("restore", tmp_path / "before", data=today)
    assert done.returncode == 0, done.stderr
    assert manage("migrate", "-v", "0", data=earlier).returncode == 0
    for folder in (earlier, today):
        assert manage("migrate", "--check", data=folder).returncode == 0
    assert manage("migrate", "tournaments", "zero", data=earlier).returncode == 0
    assert manage("migrate", "-v", "0", data=earlier).returncode == 0


@pytest.mark.parametrize("command", [("dumpdata", "--indent", "2"), ("loaddata", "club.json")])
def test_ways_that_would_break_the_ledgers_name_the_one_that_does_not(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = manage(*command, data=tmp_path)
    assert done.returncode == 1
    assert "`./run manage backup FILE` and `./run manage restore FILE`" in done.stderr


def test_a_disk_that_is_full_is_told_of_and_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write() -> None:
        with BackupWriter(tmp_path / "club.backup") as writer:
            writer.write_text("secret_key", "a key")
            writer.finish(at=START, migrations={})

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BackupError, match="cannot be written: No space left"):
        write()
    assert list(tmp_path.iterdir()) == []
