"""Set-up: done once, done again when the lock changes, and plain about what a machine lacks."""

import importlib.util
import shutil
import sys
from gettext import GNUTranslations
from pathlib import Path
from types import ModuleType

import pytest

from tests.run.the_script import load, run, small_project


@pytest.fixture
def script(tmp_path: Path) -> ModuleType:
    return load(small_project(tmp_path / "project") / "run")


@pytest.fixture
def installs(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the locks that were installed."""
    done: list[str] = []
    monkeypatch.setattr(script, "install", lambda lock: done.append(lock.name))
    return done


def test_what_is_set_up_is_not_set_up_again_and_a_changed_lock_is_once(
    script: ModuleType, installs: list[str]
) -> None:
    script.set_up()
    assert installs == []
    (script.ROOT / "requirements" / "base.txt").write_text("nothing==2.0\n")
    script.set_up()
    script.set_up()
    assert installs == ["base.txt"]


def test_the_development_lock_serves_both(script: ModuleType, installs: list[str]) -> None:
    (script.ROOT / "requirements" / "base.txt").write_text("nothing==2.0\n")
    (script.ROOT / "requirements" / "dev.txt").write_text("nothing==2.0\nmore==1.0\n")
    script.set_up("dev")
    script.set_up("base")
    assert installs == ["dev.txt"]


def test_a_vanished_python_makes_the_environment_again(
    script: ModuleType, installs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []
    monkeypatch.setattr(script, "make_environment", lambda: made.append(True))
    script.PYTHON.unlink()
    script.PYTHON.symlink_to(script.ROOT / "gone" / "python3.11")
    script.set_up()
    assert made == [True]


def test_an_interrupted_installation_is_taken_up_again(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    (script.ROOT / "requirements" / "base.txt").write_text("nothing==2.0\n")

    def interrupted(lock: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(script, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        script.set_up()
    stamp, mark = script.installed("base")
    assert stamp.read_text() != mark


@pytest.fixture
def npm(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was installed by npm, on a machine that has it."""
    for name in ("package.json", "package-lock.json"):
        (script.ROOT / "requirements" / name).write_text("{}")
    done: list[str] = []
    monkeypatch.setattr(script, "fetch", lambda told, *command: done.append(" ".join(map(str, command[:2]))))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return done


def test_what_checks_scripts_is_installed_once_for_each_lock(script: ModuleType, npm: list[str]) -> None:
    assert script.set_up_scripts()
    assert script.set_up_scripts()
    assert npm == ["npm ci"]
    (script.ROOT / "requirements" / "package-lock.json").write_text('{"lockfileVersion": 3}')
    assert script.set_up_scripts()
    assert npm == ["npm ci", "npm ci"]
    assert (script.SCRIPTS / "package-lock.json").read_text() == '{"lockfileVersion": 3}'


def test_a_machine_without_npm_is_told_what_is_not_checked_and_how_it_would_be(
    script: ModuleType, npm: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not script.set_up_scripts()
    assert npm == []
    assert "types of the scripts are not checked" in capsys.readouterr().err


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8"\n\nmsgid "bell"\nmsgstr "{}"\n'


def in_french(compiled: Path) -> str:
    with compiled.open("rb") as opened:
        return GNUTranslations(opened).gettext("bell")


def test_translations_are_compiled_when_they_are_new_changed_or_lost(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = script.ROOT / "tournaments" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    text, compiled = folder / "django.po", folder / "django.mo"
    text.write_text(PO.format("clochette"))
    monkeypatch.setattr(script, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(script, "is_set_up", lambda kind: True)
    monkeypatch.setenv("PATH", "")  # no program of the system's is needed
    script.set_up()
    assert in_french(compiled) == "clochette"
    text.write_text(PO.format("cloche"))
    script.set_up()
    assert in_french(compiled) == "cloche"
    compiled.unlink()
    script.set_up()
    assert in_french(compiled) == "cloche"
    monkeypatch.setattr(script, "call", lambda *command: pytest.fail("there was nothing to do"))
    script.set_up()


def test_a_translation_that_cannot_be_compiled_ends_the_set_up_and_is_tried_again(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = script.ROOT / "tournaments" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text("no catalogue")
    monkeypatch.setattr(script, "PYTHON", Path(sys.executable))
    for _ in range(2):
        with pytest.raises(SystemExit):
            script.compile_catalogues()


def test_a_python_without_ensurepip_gets_the_one_line_that_mends_it(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script.PYTHON.unlink()
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        script.make_environment()
    assert stopped.value.code == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "apt-get" in line]
    assert len(lines) == 1
    assert lines[0].endswith("-venv")


def test_the_database_is_migrated_when_it_or_the_migrations_are_new(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrations = script.ROOT / "tournaments" / "migrations"
    migrations.mkdir(parents=True)
    (migrations / "0001_first.py").write_text("first")
    data = tmp_path / "data"
    migrated: list[tuple[str, ...]] = []

    def migrate(*command: str) -> int:
        migrated.append(command)
        (data / "club.sqlite3").touch()
        return 0

    monkeypatch.setattr(script, "call", migrate)
    script.migrate(data)
    script.migrate(data)
    assert len(migrated) == 1
    (migrations / "0002_second.py").write_text("second")
    script.migrate(data)
    assert len(migrated) == 2
    (data / "club.sqlite3").unlink()
    script.migrate(data)
    assert len(migrated) == 3


def test_a_database_that_cannot_be_prepared_stops_the_start(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "call", lambda *command: 1)
    with pytest.raises(SystemExit):
        script.migrate(tmp_path / "data")
    assert not (tmp_path / "data" / ".migrated").exists()


@pytest.mark.parametrize(
    ("words", "is_network"),
    [
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching distribution",
            True,
        ),
        ("error: Failed to fetch\n  Caused by: dns error", True),
        ("npm error code EAI_AGAIN", True),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", False),
    ],
)
def test_without_a_network_it_says_that_it_is_the_network(
    script: ModuleType, capsys: pytest.CaptureFixture[str], words: str, is_network: bool
) -> None:
    with pytest.raises(SystemExit):
        script.fetch("Installing", sys.executable, "-c", f"print({words!r}); raise SystemExit(1)")
    said = capsys.readouterr().err
    assert words.splitlines()[-1] in said
    assert ("That is the network" in said) == is_network


@pytest.mark.parametrize("inside", ["", "data"])
def test_a_data_folder_that_is_none_ends_with_a_sentence(tmp_path: Path, inside: str) -> None:
    (tmp_path / "file").write_text("")
    project = small_project(tmp_path / "project")
    answer = run(project, "start", HEAD_TABLE_DATA=str(tmp_path / "file" / inside))
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 2)
    assert "Nothing can be kept in the data folder" in answer.stderr


def test_a_full_disk_ends_with_a_sentence(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script.shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(9, 9, 0))
    with pytest.raises(SystemExit):
        script.own_data(tmp_path)
    assert "is full: 0 MB are free" in capsys.readouterr().err


def test_the_client_is_written_when_it_is_missing_or_the_program_has_changed(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = script.ROOT / "tournaments" / "models.py"
    source.parent.mkdir()
    source.write_text("first")
    script.CLIENT.parent.mkdir()
    (script.ROOT / "manage.py").write_text(f"print(open({str(script.CLIENT)!r}, 'a').write('x'))")
    script.write_client()
    script.write_client()
    assert script.CLIENT.read_text() == "x"
    source.write_text("second")
    script.write_client(only_if_missing=True)
    assert script.CLIENT.read_text() == "x"
    script.write_client()
    assert script.CLIENT.read_text() == "xx"
