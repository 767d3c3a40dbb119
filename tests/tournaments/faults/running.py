"""`./run`, the real one, whose processes a test kills one by one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from config.supervisor import SETTLED_SECONDS, answers
from tests.browser.house import wait_for
from tests.tournaments.faults.backed_up_club import environment

ROOT = Path(__file__).parents[3]
PATIENCE = 180
PROCESSES = ("web server", "web worker", "worker")
"""Every process of ./run but its supervisor: what answers requests is started by the web server."""


class Running:
    """A copy of Head Table on a data folder and a port, with `--workers` processes that answer.

    Args:
        settings: for its environment, beside which it knows of no database and key.
    """

    def __init__(self, data: Path, port: int, *, workers: int = 1, **settings: str) -> None:
        self.data, self.port, self.workers = data, port, workers
        (data / ".demo").touch()
        where = ["--host", "127.0.0.1", "--port", str(port), "--workers", str(workers)]
        self.command = [sys.executable, str(ROOT / "run"), "start", *where]
        self.environment = environment(data, ALLOWED_HOSTS="127.0.0.1", **settings)
        self.log = data / "run.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)
        self.since: dict[int, float] = {}

    def until(self, true: Callable[[], bool]) -> float:
        """Wait until that is so; how many seconds it took."""
        began = time.monotonic()
        wait_for(lambda: self.runs() and true(), self.log.read_text)
        return time.monotonic() - began

    def runs(self) -> bool:
        """True; where the supervisor has ended by itself nothing more can come."""
        assert self.process.poll() is None, self.log.read_text()
        return True

    def processes(self) -> dict[str, list[int]]:
        rows = subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
        )
        found: dict[str, list[int]] = {name: [] for name in PROCESSES}
        listed = [line.split(None, 3) for line in rows.stdout.splitlines()]
        alive = [(int(row[0]), int(row[1]), row[3]) for row in listed if "Z" not in row[2]]
        for pid, parent, args in alive:
            if parent == self.process.pid:
                name = "web server" if "granian" in args else "worker"
                found[name].append(pid)
        for pid, parent, args in alive:
            if parent in found["web server"] and "resource_tracker" not in args:
                found["web worker"].append(pid)
        for pid in (pid for pids in found.values() for pid in pids):
            self.since.setdefault(pid, time.monotonic())
        return found

    def complete(self) -> bool:
        """Whether a page comes, which is asked first as it is asked quickly, and every process is there once."""
        counts = {**dict.fromkeys(PROCESSES, 1), "web worker": self.workers}
        return answers("127.0.0.1", self.port) and counts == {
            name: len(pids) for name, pids in self.processes().items()
        }

    def kill(self, name: str) -> int:
        """End a process as the system does when memory runs out, not in its first seconds; its id."""
        self.until(self.complete)
        pid = self.processes()[name][0]
        time.sleep(max(0.0, self.since[pid] + SETTLED_SECONDS + 1 - time.monotonic()))
        os.kill(pid, signal.SIGKILL)
        return pid

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
