"""The settings: all from the environment, all in `.env.example`, and safe without any."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

from tests.house.the_tree import ROOT

READ = re.compile(r'env(?:\.\w+)?\(\s*"([A-Z_]+)"')
DOCUMENTED = re.compile(r"^#? ?([A-Z_]+)=", re.MULTILINE)
ASK = "from django.conf import settings as s; print({})"


def settings(expression: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ASK.format(expression)],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HEAD_TABLE_DATA": str(data),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_setting_is_documented_and_every_documented_setting_exists() -> None:
    read = set(READ.findall((ROOT / "config" / "settings.py").read_text()))
    documented = set(DOCUMENTED.findall((ROOT / ".env.example").read_text()))
    assert documented == read


def test_without_any_setting_it_is_not_in_debug_and_keeps_all_in_the_data_folder(tmp_path: Path) -> None:
    answer = settings("s.DEBUG, s.DATABASES['default']['NAME']", tmp_path / "a club")
    assert answer.stdout == f"False {tmp_path / 'a club' / 'club.sqlite3'}\n", answer.stderr


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first, second = (settings("s.SECRET_KEY", tmp_path).stdout for _ in range(2))
    assert first == second
    assert len(first.strip()) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_database_elsewhere_is_not_served_with_a_key_of_its_own_making(tmp_path: Path) -> None:
    answer = settings("s.DEBUG", tmp_path, DATABASE_URL="postgres://somewhere/club")
    assert answer.returncode != 0
    assert "SECRET_KEY must be set" in answer.stderr


def test_a_role_of_the_web_servers_own_needs_postgresql(tmp_path: Path) -> None:
    web = {"WEB_DATABASE_URL": "postgres://web@somewhere/club", "SECRET_KEY": "a key of the tests"}
    answer = settings("s.DEBUG", tmp_path, **web)
    assert "WEB_DATABASE_URL needs PostgreSQL, and DATABASE_URL beside it." in answer.stderr
    named = "s.DATABASES['default']['USER'], s.WEB_DATABASE['USER']"
    answer = settings(named, tmp_path, DATABASE_URL="postgres://owner@somewhere/club", **web)
    assert answer.stdout == "owner web\n", answer.stderr


def test_whatever_is_made_in_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "a club"
    made = "__import__('django').core.management.call_command({}), open(s.DATA / 'made later', 'w')"
    for command in ("'migrate', verbosity=0", "'collectstatic', interactive=False, verbosity=0"):
        answer = settings(f"__import__('django').setup(), {made.format(command)}", data, LOG_LEVEL="ERROR")
        assert answer.returncode == 0, answer.stderr
    assert {path.name for path in data.iterdir()} >= {"broker", "club.sqlite3", "made later", "static"}
    open_to_others = [path for path in (data, *data.rglob("*")) if path.stat().st_mode & 0o077]
    assert open_to_others == []


def test_files_that_an_earlier_version_made_are_closed_to_others(tmp_path: Path) -> None:
    kept = tmp_path / "club.sqlite3"
    kept.touch(0o644)
    settings("s.DEBUG", tmp_path)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
