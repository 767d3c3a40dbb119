"""What the tests of `run` share: the script as a module, and a tiny project around a copy of it."""

import importlib.machinery
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
MANAGE = """
import os, sys
print(*sys.argv[1:], sys.stdin.read(), os.getcwd(), sep="|")
sys.exit(7)
"""


def load(path: Path = ROOT / "run") -> ModuleType:
    """The script as a module; it has no .py in its name, so nobody imports it by accident."""
    loader = importlib.machinery.SourceFileLoader("run_script", str(path))
    spec = importlib.util.spec_from_loader("run_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def small_project(folder: Path) -> Path:
    """A project that is set up already: a copy of the script, a lock, an environment, an echo."""
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "run", folder / "run")
    (folder / "requirements").mkdir()
    (folder / "requirements" / "base.txt").write_text("nothing==1.0\n")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / "manage.py").write_text(MANAGE)
    stamp, mark = load(folder / "run").installed("base")
    stamp.write_text(mark)
    return folder


def run(
    project: Path, *arguments: str, stdin: str = "", cwd: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """What the project's script answers; `**settings` are environment variables."""
    return subprocess.run(
        [sys.executable, project / "run", *arguments],
        input=stdin,
        cwd=cwd or project,
        env={"PATH": os.environ["PATH"], **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@contextmanager
def listener() -> Iterator[int]:
    """A port that a silent program has taken."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield int(taken.getsockname()[1])
