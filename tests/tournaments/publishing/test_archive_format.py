"""The page on the shape of archives names every field that an archive has, and its program checks one."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.test import Client

from tests.docs.page import ROOT
from tests.tournaments.a_season import ASeason
from tournaments.club.models import Club

PAGE = (ROOT / "docs" / "archive_format.md").read_text(encoding="utf-8")
WHOLE = frozenset({"evening.pinned", "standings", "prizes", "documents", "season.rules", "tables"}) | {
    f"evenings.{name}" for name in ("result", "players", "archive")
}
"""What the page names as a whole."""


def fields_in(page: str) -> set[str]:
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    return {field for row in rows for field in re.findall(r"`([a-z_.]+)`", row)}


def fields_of(archive: Any, path: str = "") -> set[str]:
    if path in WHOLE or not isinstance(archive, dict | list) or archive == [] or path == "ledger.body":
        return {path}
    if isinstance(archive, list):
        return {field for each in archive for field in fields_of(each, path)}
    return {
        field for name, part in archive.items() for field in fields_of(part, f"{path}.{name}".lstrip("."))
    }


def test_the_page_names_every_field_and_its_program_checks_the_chain(club: Club, tmp_path: Path) -> None:
    season = ASeason.made(club, rules={"games": ["euchre"]})
    evening = season.play(game="euchre", players=8).evening
    at = f"/c/{club.slug}/"
    _, of_evening, of_season = re.split(r"^## (?:An evening|A season of evenings)$", PAGE, flags=re.MULTILINE)
    archive = Client().get(f"{at}{evening.slug}/archive.json")
    assert fields_in(of_evening) == fields_of(archive.json())
    row = season.season
    whole = Client().get(f"{at}leagues/{row.league.slug}/{row.slug}/archive.json")
    named = fields_in(of_season.partition("\n## ")[0])
    assert named == {name for name in fields_of(whole.json()) if name in named or "ledger." not in name}

    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    for each in (archive, whole):
        file = tmp_path / "archive.json"
        file.write_bytes(each.content)
        ran = subprocess.run(
            [sys.executable, "-I", "-c", program, file], capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == each.json()["head"]


def checked_without_django(file: Path) -> subprocess.CompletedProcess[str]:
    program = (
        "import sys, runpy; sys.modules['django'] = None; "
        "runpy.run_module('tournaments.publishing.verdict', run_name='__main__')"
    )
    return subprocess.run([sys.executable, "-c", program, file], capture_output=True, text=True, cwd=ROOT)


def test_an_archive_is_checked_without_django(tmp_path: Path) -> None:
    file = next((ROOT / "tests" / "vectors" / "archives").glob("*.json"))
    ran = checked_without_django(file)
    assert (ran.returncode, ran.stdout.startswith("Everything agrees")) == (0, True), ran.stderr
    ran = checked_without_django(tmp_path / "none")
    assert (ran.returncode, "cannot be read" in ran.stderr) == (2, True)
    altered = json.loads(file.read_text(encoding="utf-8"))
    altered["standings"].reverse()
    (tmp_path / "altered").write_text(json.dumps(altered))
    assert checked_without_django(tmp_path / "altered").returncode == 1
