"""What the tests of the house share: which files belong to it."""

import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITTEN_BY_PROGRAM = Path("tournaments/client/head_table.py")
TEXTS = {
    *("", ".py", ".md", ".toml", ".txt", ".in", ".html", ".css", ".js", ".mjs", ".ts", ".svg", ".po"),
    *(".json", ".example"),
}


@cache
def files() -> tuple[Path, ...]:
    """Every file that is committed or could be, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(sorted(Path(name) for name in listed.stdout.split("\0") if (ROOT / name).is_file()))


@cache
def texts() -> dict[Path, str]:
    return {path: (ROOT / path).read_text() for path in files() if path.suffix in TEXTS}


@cache
def modules() -> dict[Path, str]:
    """The text of every Python file, the script without a suffix included."""
    return {path: text for path, text in texts().items() if path.suffix == ".py" or path == Path("run")}


def lines_with(pattern: str, written: dict[Path, str]) -> list[str]:
    """`file:line: text` for every line in which the pattern is found."""
    search = re.compile(pattern).search
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in written.items()
        for number, line in enumerate(text.splitlines(), 1)
        if search(line)
    ]
