"""The house keeps its order: floors, sizes, rooms, and what may be written in it."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.the_tree import ROOT, WRITTEN_BY_PROGRAM, files, lines_with, modules, texts

LONGEST_FILE = 600
TOP_LEVEL = {
    *(".ci", ".env.example", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("SECURITY.md", "benchmarks", "config", "docs", "games", "manage.py", "pyproject.toml", "requirements"),
    *("run", "scoring", "templates", "tests", "tournaments"),
}
BARE = {"run", "config/supervisor.py", "tests/services.py", str(WRITTEN_BY_PROGRAM)}


def imported_by(text: str) -> set[str]:
    """The outermost packages that a module imports anything of; "." stands for its own."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add("." if node.level else (node.module or "").partition(".")[0])
    return imported


def test_every_import_goes_down() -> None:
    # A program of its own: it sets up logging as its own, which switches off every logger of this process.
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_migration_stands_on_its_own() -> None:
    """It has to go through in years to come, whatever the code is like then: it imports nothing of the house."""
    house = {".", "config", "games", "scoring", "tournaments"}
    found = {
        (path.name, module)
        for path, text in modules().items()
        if "migrations" in path.parts
        for module in imported_by(text)
        if module in house
    }
    assert found == set()


def test_no_file_is_too_long_to_read_in_one_sitting() -> None:
    lengths = {
        path: len(text.splitlines())
        for path, text in modules().items()
        if "migrations" not in path.parts and path != WRITTEN_BY_PROGRAM
    }
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_the_first_look_shows_the_rooms_and_nothing_else() -> None:
    assert {path.parts[0] for path in files()} - TOP_LEVEL == set()


@pytest.mark.parametrize("path", ["run", ".ci/run", "manage.py"])
def test_what_is_started_by_hand_can_be_started(path: str) -> None:
    assert os.access(ROOT / path, os.X_OK)
    assert (ROOT / path).read_text().startswith("#!/usr/bin/env ")


@pytest.mark.parametrize("path", sorted(BARE))
def test_what_runs_before_the_set_up_needs_the_standard_library_alone(path: str) -> None:
    assert imported_by((ROOT / path).read_text()) - sys.stdlib_module_names == set()


@pytest.mark.parametrize(
    ("pattern", "where"),
    [
        pytest.param(r"\b(T[O]DO|F[I]XME|X[X]X)\b", "texts", id="marks of unfinished work"),
        pytest.param(r"\bissues? ", "modules", id="numbers of a tracker"),
        pytest.param(r"""(^|[\s"'`(=:])/(w[o]rk|r[o]ot|h[o]me|U[s]ers)/""", "texts", id="somebody's folders"),
        pytest.param(r"p[y]pi\.org|p[y]thonhosted|n[p]mjs|d[e]b\.debian", "texts", id="registries"),
    ],
)
def test_nothing_is_written_that_does_not_belong_here(pattern: str, where: str) -> None:
    assert lines_with(pattern, {"texts": texts, "modules": modules}[where]()) == []


def test_every_address_is_read_through_query_params() -> None:
    """Pages pass over what makes no sense, the REST API refuses it: nothing reads an address in a way of its own."""
    doors = {
        path: text
        for path, text in modules().items()
        if path.parts[0] in ("config", "tournaments") and path.name not in ("query.py", "query_params.py")
    }
    assert len(doors) > 300
    assert lines_with(r"\.GET\b|\.query_params\b|QUERY_STRING\"\]", doors) == []


def test_no_module_is_called_by_what_it_is_not() -> None:
    """A name such as `utils` says where nothing belongs; everything in the house has a room."""
    vague = {"utils", "helpers", "common", "misc", "tools", "util"}
    assert [path for path in modules() if path.stem in vague] == []


@pytest.mark.parametrize("kind", ["base", "dev"])
def test_the_locks_pin_what_is_asked_for_by_hash_and_name_no_address(kind: str) -> None:
    lock = (ROOT / "requirements" / f"{kind}.txt").read_text()
    asked = (ROOT / "requirements" / f"{kind}.in").read_text().split()
    names = [name.partition("[")[0].partition("~")[0] for name in asked if not name.startswith("-")]
    pins = [
        entry for entry in lock.replace("\\\n", "").splitlines() if "==" in entry and entry[0] not in " #"
    ]
    locked = {pin.partition("==")[0].partition("[")[0] for pin in pins}
    assert set(names) - {"base.in", "base.txt"} <= locked
    assert [pin for pin in pins if "--hash=sha256:" not in pin] == []
    lock_text = {Path(f"requirements/{kind}.txt"): lock}
    assert lines_with(r"https?:|file:|--(extra-)?index-url|--find-links|--trusted-host", lock_text) == []


def test_the_lock_of_what_checks_scripts_pins_by_hash_and_names_no_address() -> None:
    lock = json.loads((ROOT / "requirements" / "package-lock.json").read_text())
    asked = json.loads((ROOT / "requirements" / "package.json").read_text())["devDependencies"]
    locked = {name.removeprefix("node_modules/"): pin for name, pin in lock["packages"].items() if name}
    assert {name: locked[name]["version"] for name in asked} == asked
    assert [name for name, pin in locked.items() if not pin.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, pin in locked.items() if "resolved" in pin] == []


def test_the_types_of_every_script_of_a_page_are_checked_strictly() -> None:
    pages, worker = (
        json.loads((ROOT / "requirements" / name).read_text())
        for name in ("tsconfig.json", "tsconfig.worker.json")
    )
    assert pages["compilerOptions"]["strict"]
    assert pages["compilerOptions"]["checkJs"]
    checked = {path for one in pages["include"] for path in (ROOT / "requirements").glob(one)}
    assert set((ROOT / "tournaments" / "static").rglob("*.js")) <= {path.resolve() for path in checked}
    assert pages["exclude"] == worker["include"]
    shut_out = [
        path for path in files() if path.suffix == ".js" and "ts-nocheck" in (ROOT / path).read_text()
    ]
    assert shut_out == []


def test_the_project_says_which_python_it_needs_and_the_script_asks_for_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=3.11"
    assert "sys.version_info < (3, 11)" in (ROOT / "run").read_text()
