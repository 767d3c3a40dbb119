"""`./run`, the real one: it comes up, holds its data, mends itself, and leaves nothing behind."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.run.the_script import ROOT, listener, load

WAIT_SECONDS = 180  # on a machine that does much else; what takes longer never comes


CHILDREN = {"granian": "web server", "worker": "worker", "beat": "beat"}
"""A word of each child's command, and what the terminal calls it."""


class Copy:
    """One running copy of Head Table, on a data folder and a port of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.data = folder / "data"
        self.port = port
        self.data.mkdir()
        (self.data / ".demo").touch()  # the demo club has tests of its own
        self.told = folder / "told"
        environment = os.environ | {"HEAD_TABLE_DATA": str(self.data), "ALLOWED_HOSTS": "127.0.0.1"}
        self.command = [
            sys.executable,
            str(ROOT / "run"),
            "start",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--workers",
            "2",
        ]
        with self.told.open("wb") as told:
            self.process = subprocess.Popen(self.command, env=environment, stdout=told, stderr=told)

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + WAIT_SECONDS
        while not true():
            assert self.process.poll() is None, self.told.read_text()
            assert time.monotonic() < deadline, self.told.read_text()
            time.sleep(0.05)

    def says(self, words: str) -> bool:
        return words in self.told.read_text()

    def children(self) -> dict[str, int]:
        """The process id of each child, by a word of its command."""
        listed = subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        )
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
        mine = [(int(row[0]), row[2]) for row in rows if int(row[1]) == self.process.pid]
        return {word: process for process, args in mine for word in CHILDREN if f" {word} " in f"{args} "}


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Copy]:
    with listener() as port:
        pass
    copy = Copy(tmp_path, port)
    yield copy
    copy.process.terminate()
    copy.process.wait(WAIT_SECONDS)


def test_it_comes_up_mends_itself_and_stops_with_nothing_left(copy: Copy) -> None:
    copy.until(lambda: copy.says("Head Table is running."))
    assert copy.says(f"http://127.0.0.1:{copy.port}/")
    assert status(copy.port) == http.client.OK

    # The second web process may still be on its way up when a connection is given to it.
    copy.until(lambda: load().occupant(copy.port).startswith("another copy of Head Table"))

    second = subprocess.run(
        copy.command, env=os.environ | {"HEAD_TABLE_DATA": str(copy.data)}, capture_output=True, text=True
    )
    assert second.returncode == 2
    assert f"process {copy.process.pid} has taken port {copy.port}" in second.stderr

    copy.until(lambda: len(copy.children()) == len(CHILDREN))  # the others start once the first page is there
    killed = copy.children()
    for process in killed.values():
        os.kill(process, signal.SIGKILL)
    copy.until(lambda: all(copy.says(f"The {name} stopped by itself") for name in CHILDREN.values()))
    copy.until(lambda: len(copy.children()) == len(CHILDREN) and status(copy.port) == http.client.OK)
    assert not set(copy.children().values()) & set(killed.values())

    copy.process.send_signal(signal.SIGINT)
    assert copy.process.wait(WAIT_SECONDS) == 0
    assert copy.says("Head Table has stopped.")
    assert status(copy.port) == 0
    os.close(load().own_data(copy.data))  # nobody holds it any more


def status(port: int) -> int:
    """What the first page answers with; 0 where nobody answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        line.close()
