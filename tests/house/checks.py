"""What a change must pass before its tests: `./run check [NAME ...]` runs these and sums up."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.house.the_tree import ROOT

REQUIREMENTS: Final = ROOT / "requirements"
COMPILER: Final = ROOT / ".venv" / "scripts" / "node_modules" / "typescript" / "bin" / "tsc"
PUBLIC: Final = {"SECRET_KEY": secrets.token_hex(32), "HTTPS": "1", "ALLOWED_HOSTS": "club.example"}
CHECKS: Final = {
    "formatting": "ruff format --check . run",
    "ruff": "ruff check . run",
    "types": "mypy . run",
    "house rules": "pytest -q tests/house",
    "migrations": "django makemigrations --check --dry-run",
    "deployment": "django check --deploy --fail-level WARNING",
    "API schema": "django spectacular --validate --fail-on-warn --file /dev/null",
    "API client": "django make_client --check",
}
TEMPLATES: Final = "templates"
SCRIPTS: Final = "scripts"
BESIDE: Final = ("types", SCRIPTS)
"""What takes longest, one to work and one to fetch; each runs beside the others."""


def commands(name: str) -> list[list[str | Path]]:
    """What has to end well; none for scripts where this machine has no Node."""
    if name == TEMPLATES:
        return [[Path(sys.executable).with_name("djangofmt"), "--check", ROOT / "templates"]]
    if name == SCRIPTS:
        projects = [REQUIREMENTS / file for file in ("tsconfig.json", "tsconfig.worker.json")]
        has_node = shutil.which("node") and COMPILER.exists()
        return [["node", COMPILER, "-p", project] for project in projects] if has_node else []
    return [[sys.executable, "-m", *CHECKS[name].split()]]


def start(name: str) -> list[subprocess.Popen[str]]:
    """The commands of a check, each running; what runs beside others keeps what it says until it is asked."""
    environment = os.environ | (PUBLIC if name == "deployment" else {})
    return [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if name in BESIDE else None,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for command in commands(name)
    ]


def passes(name: str, running: list[subprocess.Popen[str]]) -> bool:
    for process in running:
        print(process.communicate()[0] or "", end="", flush=True)
    return not any(process.returncode for process in running)


def main(names: list[str]) -> int:
    known = [*CHECKS, TEMPLATES, SCRIPTS]
    if not set(names) <= set(known):
        print(f"There is no such check. There are: {', '.join(known)}")
        return 1
    beside = {name: start(name) for name in BESIDE if not names}
    failed = []
    for name in (name for name in names or known if name not in beside):
        print(f"--- {name}", CHECKS.get(name, ""), flush=True)
        failed += [name] * (not passes(name, start(name)))
    failed += [name for name, running in beside.items() if not passes(name, running)]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll checks passed.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
