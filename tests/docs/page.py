"""A page of docs/ that is followed to the letter: its files and changes, put into a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tests import migrated

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(
    r"^(?P<fence>`{3,})(?P<kind>\w+)(?: (?P<how>file|after|end)=(?P<path>\S+))?\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
LEFT: Final = shutil.ignore_patterns(".*_cache", ".git", ".venv", ".data", "data", "node_modules")
"""Bytecode is taken along: without it every copy would be compiled anew."""
SETTINGS: Final = {"PATH", "LANG", "TZ", "HOME", "DJANGO_SETTINGS_MODULE", migrated.FILE}


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its text, and how it belongs into a file.

    Attributes:
        kind: the word after the fence, such as `sh`.
        how: `file`, the whole of it; `after`, to follow its own first line, which is there; `end`, to be added at
            the end; None, for something that is only shown.
        path: the file.
        text: what stands in it.
    """

    kind: str
    how: str | None
    path: str | None
    text: str


@dataclass(frozen=True)
class Page:
    """A page below docs/."""

    name: str

    @cached_property
    def text(self) -> str:
        return (ROOT / "docs" / self.name).read_text()

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks, in order."""
        return tuple(
            Block(found["kind"], found["how"], found["path"], found["text"])
            for found in BLOCK.finditer(self.text)
        )

    @property
    def paths(self) -> list[str]:
        return sorted({block.path for block in self.blocks if block.path})

    def followed(self, house: Path) -> Path:
        """A copy of the project at `house` in which everything was done that the page says.

        Fails where a line that it names is not there exactly once.
        """
        copy(house)
        for block in self.blocks:
            if block.path:
                put(house / block.path, block)
        return house


def put(path: Path, block: Block) -> None:
    """Make the file, or change it, as the block says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if block.how == "file":
        assert not path.exists(), f"{path} is there already"
        path.write_text(block.text)
        return
    before = path.read_text()
    if block.how == "end":
        path.write_text(before + block.text)
        return
    first, rest = block.text.split("\n", 1)
    assert before.splitlines().count(first) == 1, f"not once in {path}: {first}"
    path.write_text(before.replace(f"{first}\n", f"{first}\n{rest}"))


def copy(house: Path) -> Path:
    """The whole project, without what it has made for itself; some tests ask git what belongs to it."""
    shutil.copytree(ROOT, house, ignore=LEFT)
    (house / ".venv").symlink_to(ROOT / ".venv")
    subprocess.run(["git", "init", "--quiet", house], check=True)
    return house


def run(house: Path, *command: str, sent: str = "") -> subprocess.CompletedProcess[str]:
    """A Python there; its own data, and nothing of this club's settings."""
    environment = {name: value for name, value in os.environ.items() if name in SETTINGS}
    environment |= {"HEAD_TABLE_DATA": str(house / "data"), "DEBUG": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=house,
        env=environment,
        input=sent,
        capture_output=True,
        text=True,
        check=False,
    )


def run_tests(house: Path, *arguments: str) -> str:
    """What pytest says there; all must pass, and something must."""
    told = run(house, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments)
    assert told.returncode == 0, told.stdout[-8000:] + told.stderr[-2000:]
    return told.stdout


def failures(told: str) -> Iterator[str]:
    yield from re.findall(r"^(?:FAILED|ERROR) (\S+)", told, re.MULTILINE)
