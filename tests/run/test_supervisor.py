"""The supervisor, with real processes: what dies comes back, and after a stop nothing is left."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO

import pytest

from config import supervisor
from tests.run.the_script import ROOT

WAIT_SECONDS = 30

# The supervisor with one child of its own: the child notes its process id, and a grandchild's.
SUPERVISOR = """
import sys
sys.path.insert(0, {config!r})
import supervisor
supervisor.STOP_SECONDS = {patience}
child = supervisor.Child("worker", [sys.executable, "-c", {child!r}])
sys.exit(supervisor.supervise([child], lambda: True, lambda: print("running", flush=True), {drain}))
"""
CHILD = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, {at_sigterm})
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with open({notes!r}, "a") as notes:
    print(os.getpid(), grandchild.pid, file=notes)
time.sleep(60)
"""
POLITE, DEAF = "signal.SIG_DFL", "signal.SIG_IGN"

Begin = Callable[..., "subprocess.Popen[str]"]


def until(true: Callable[[], bool]) -> None:
    """Waits for what must come; the limit is there only so that a broken supervisor ends the test."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def gone(process: int) -> bool:
    """Whether the process has ended; one that only waits to be fetched by its parent counts as ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return not state.strip() or state.startswith("Z")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def begin(notes: Path) -> Iterator[Begin]:
    """Starts a supervisor; whatever a failed test leaves is ended."""
    begun: list[subprocess.Popen[str]] = []

    def supervise(
        at_sigterm: str = POLITE,
        patience: float = 20,
        drain: float = 0,
        stderr: int | IO[str] = subprocess.PIPE,
    ) -> subprocess.Popen[str]:
        child = CHILD.format(at_sigterm=at_sigterm, notes=str(notes))
        text = SUPERVISOR.format(config=str(ROOT / "config"), patience=patience, drain=drain, child=child)
        pipes = {"stdout": subprocess.PIPE, "stderr": stderr}
        begun.append(subprocess.Popen([sys.executable, "-c", text], text=True, **pipes))  # type: ignore[call-overload]
        until(lambda: bool(noted(notes)))
        return begun[-1]

    yield supervise
    for process in begun:
        process.kill()
    for left in chain.from_iterable(noted(notes)):
        if not gone(left):
            os.kill(left, signal.SIGKILL)
    for process in begun:
        process.communicate()


def noted(notes: Path) -> list[tuple[int, int]]:
    """The process ids of every child that was started, and of its child."""
    lines = notes.read_text().splitlines() if notes.exists() else []
    return [(int(child), int(grandchild)) for child, grandchild in (line.split() for line in lines)]


@pytest.mark.parametrize(
    "request_to_stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda s: s.name
)
def test_a_request_to_stop_ends_everything_with_status_0(
    begin: Begin, notes: Path, request_to_stop: signal.Signals
) -> None:
    process = begin()
    process.send_signal(request_to_stop)
    out, told = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0
    assert out == "running\n"
    assert "Head Table has stopped." in told
    for child, grandchild in noted(notes):
        until(lambda child=child: gone(child))  # type: ignore[misc]
        until(lambda grandchild=grandchild: gone(grandchild))  # type: ignore[misc]


def test_a_killed_child_is_started_again_and_the_terminal_says_so_in_one_line(
    begin: Begin, notes: Path
) -> None:
    process = begin()
    child, grandchild = noted(notes)[0]
    os.kill(child, signal.SIGKILL)
    until(lambda: len(noted(notes)) == 2)
    until(lambda: gone(grandchild))
    process.terminate()
    told = process.communicate(timeout=WAIT_SECONDS)[1].splitlines()
    assert told[0] == "The worker stopped by itself (signal 9); it starts again at once."
    assert told[-1] == "Head Table has stopped."


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_a_full_disk_under_its_log_does_not_end_it(begin: Begin, notes: Path) -> None:
    with Path("/dev/full").open("w") as full:
        process = begin(stderr=full)
        child, _ = noted(notes)[0]
        os.kill(child, signal.SIGKILL)
        until(lambda: len(noted(notes)) == 2 or process.poll() is not None)
        assert process.poll() is None


def test_a_child_that_will_not_stop_is_ended_after_a_bounded_time(begin: Begin, notes: Path) -> None:
    process = begin(at_sigterm=DEAF, patience=0.3)
    process.terminate()
    process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0
    assert all(gone(child) and gone(grandchild) for child, grandchild in noted(notes))


def test_what_is_to_stop_says_so_and_goes_on_for_a_while(
    begin: Begin, notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "draining"
    monkeypatch.setenv(supervisor.DRAINING, str(mark))
    running = begin(drain=3)
    running.terminate()
    until(mark.exists)
    assert not gone(noted(notes)[0][0])
    assert (running.wait(WAIT_SECONDS), gone(noted(notes)[0][0])) == (0, True)


def test_a_second_request_does_not_wait(begin: Begin, notes: Path) -> None:
    process = begin(at_sigterm=DEAF, patience=1000)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    until(lambda: all(gone(child) and gone(grandchild) for child, grandchild in noted(notes)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_a_killed_supervisor_takes_its_children_along(begin: Begin, notes: Path) -> None:
    process = begin()
    process.kill()
    until(lambda: gone(noted(notes)[0][0]))


def test_what_dies_starts_again_at_once_and_only_what_dies_of_its_start_waits_longer_and_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    told: list[str] = []
    monkeypatch.setattr(supervisor, "say", told.append)
    child = supervisor.Child("worker", [sys.executable, "-c", "raise SystemExit(3)"])

    def live(seconds: float) -> float:
        """One life of the child, and the pause after it."""
        child.look_after()
        assert child.process is not None
        child.process.wait()
        now[0] += seconds
        child.look_after()
        pause = child.due - now[0]
        now[0] = child.due
        return pause

    assert [live(supervisor.SETTLED_SECONDS + 1) for _ in range(3)] == [0, 0, 0]
    assert [live(1) for _ in range(8)] == [0, 1, 2, 4, 8, 16, 30, 30]
    assert live(supervisor.SETTLED_SECONDS + 1) == 0
    assert told[0] == "The worker stopped by itself (status 3); it starts again at once."
    assert told[4] == "The worker stopped by itself (status 3); it starts again in 1 s."


def test_the_greeting_names_every_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "network_address", lambda: "192.168.1.7")
    open_to_all = supervisor.greeting("::", 8001, "http://localhost:8001/in/once")
    assert "http://localhost:8001/\n" in open_to_all
    assert "http://localhost:8001/in/once\n" in open_to_all
    assert "http://192.168.1.7:8001/\n" in open_to_all
    assert "http://192.168.1.7:8001/wall/\n" in open_to_all
    assert "192.168.1.7" not in supervisor.greeting("127.0.0.1", 8001, "")
    assert "http://localhost:8001/start/c0de/\n" in supervisor.greeting("::", 8001, "", start="/start/c0de/")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_link_that_signs_in_is_made_for_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    asked: list[list[str]] = []

    class Made:
        def __init__(self, command: list[str], **about: object) -> None:
            asked.append(command)

        def communicate(self) -> tuple[str, None]:
            return "http://127.0.0.1:8001/in/once\n", None

    monkeypatch.setattr("config.supervisor.subprocess.Popen", Made)
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: is_terminal)
    monkeypatch.setattr("config.supervisor.sys.stdout", terminal)
    link = supervisor.sign_in_link(supervisor.here_at("127.0.0.1", 8001))()
    told = supervisor.greeting("127.0.0.1", 8001, link)
    assert ("/in/once" in told, len(asked)) == (is_terminal, is_terminal)
    assert all(command[-2:] == ["--address", "http://127.0.0.1:8001"] for command in asked)
    assert ("./run manage sign_in_link" in told) != is_terminal
