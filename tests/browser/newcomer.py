"""Somebody who has never seen the program: starts `./run` and does what the README says, word for word."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import ROOT, STOP_SECONDS, bare_environment, wait_for
from tests.services import free_port

HEADING: Final = "## An evening in five minutes"
BOLD: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
SET_UP_SECONDS: Final = 180
"""The packages may have to be installed first, on a slow line."""
WORKER_MS: Final = 30_000


def plain(words: str) -> str:
    """Words as they are compared: small, without the dot that ends a sentence, on one line."""
    return " ".join(words.split()).rstrip(".").lower()


@dataclass
class Tour:
    """The README's five minutes: what it prints in bold is what there is to press or to look for."""

    bold: set[str]
    done: set[str] = field(default_factory=set)

    @classmethod
    def read(cls) -> Tour:
        section = (ROOT / "README.md").read_text().split(HEADING)[1].split("\n## ")[0]
        return cls({plain(words) for words in BOLD.findall(section)})

    def says(self, label: str) -> str:
        """`label`, which the tour must name."""
        assert plain(label) in self.bold, f"the README's tour says nothing of “{label}”"
        self.done.add(plain(label))
        return label

    def press(self, place: Page | Locator, label: str) -> None:
        name = re.compile(rf"^{re.escape(self.says(label))}$")
        place.get_by_role("button", name=name).or_(place.get_by_role("link", name=name)).click()


class Terminal:
    """A terminal in which `./run` was typed, on a data folder of its own.

    Attributes:
        links: what it printed, by the words before each link.
    """

    def __init__(self, folder: Path) -> None:
        self.screen = b""
        self.line, typed = pty.openpty()
        os.set_blocking(self.line, False)
        environment = bare_environment() | {"HEAD_TABLE_DATA": str(folder / "data")}
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "run"), "--port", str(free_port())],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=typed,
            stderr=typed,
        )
        os.close(typed)
        wait_for(self.has_started, self.read, SET_UP_SECONDS)
        self.links = dict(re.findall(r"^  (\S.*?) {2,}(http\S+)$", self.read(), re.MULTILINE))

    def has_started(self) -> bool:
        return "Ctrl-C" in self.read() or self.process.poll() is not None

    def read(self) -> str:
        with suppress(OSError):  # nothing new, or the terminal is closed
            while more := os.read(self.line, 65536):
                self.screen += more
        return self.screen.decode().replace("\r\n", "\n")


@contextmanager
def terminal(folder: Path) -> Iterator[Terminal]:
    opened = Terminal(folder)
    try:
        yield opened
    finally:
        opened.process.send_signal(signal.SIGINT)
        try:
            opened.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.kill(opened.process.pid, signal.SIGKILL)
    assert opened.process.returncode == 0, opened.read()


def heading(page: Page, words: str) -> None:
    """The page has come to the point at which its title says this."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(words, timeout=WORKER_MS)
