"""Head Table as it is deployed, by the server's own commands, on a data folder or servers of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import redis

from config import supervisor
from tests import services
from tests.browser.house import ROOT, bare_environment, wait_for
from tests.migrated import begin_migrated

START_SECONDS: Final = 120
STOP_SECONDS: Final = 20
LOOK_SECONDS: Final = 0.05
WEB_WORKER, WEB_PARENT, WORKER = "web worker", "web parent", "Celery worker"
KINDS: Final = (WEB_WORKER, WEB_PARENT, WORKER)
"""What is killed."""


def children(process: int) -> list[int]:
    with suppress(OSError):
        return [int(one) for one in Path("/proc", f"{process}/task/{process}/children").read_text().split()]
    return []


def words(process: int) -> str:
    """The command line of a process; empty where it is gone."""
    with suppress(OSError):
        return Path("/proc", str(process), "cmdline").read_text().replace("\0", " ")
    return ""


class Deployment(ABC):
    """A running Head Table with the club of the_club.py.

    Args:
        folder: an empty folder for its data and its log.
        settings: environment variables beside HEAD_TABLE_DATA.

    Attributes:
        port: where it answers on 127.0.0.1.
        club: what `the_club.make` tells.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.data = folder / "data"
        self.data.mkdir(exist_ok=True)
        self.log = folder / "log"
        self.environment = {**bare_environment(), "HEAD_TABLE_DATA": str(self.data), **settings}
        self.environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        self.port = services.free_port()
        self.club: dict[str, Any] = {}

    def python(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def make_club(self) -> None:
        self.club = json.loads(self.python("-m", "tests.faults.the_club", "make"))

    def audit(self) -> dict[str, Any]:
        """What is kept, by a process of its own that has taken part in nothing."""
        found: dict[str, Any] = json.loads(self.python("-m", "tests.faults.the_club", "audit"))
        return found

    def answers(self) -> bool:
        return supervisor.answers("127.0.0.1", self.port)

    def wait(self) -> None:
        wait_for(self.answers, lambda: self.log.read_text()[-2000:], START_SECONDS)

    @abstractmethod
    def tops(self) -> list[int]:
        """The processes that nobody but the system or the supervisor has started."""

    def pid(self, kind: str) -> int | None:
        """The process of that kind that runs now, if any does."""
        if kind == WORKER:
            return next(
                (top for top in self.tops() if "celery" in words(top) and " beat" not in words(top)), None
            )
        web = next((top for top in self.tops() if "granian" in words(top)), None)
        if kind == WEB_PARENT or web is None:
            return web
        return next((one for one in children(web) if "resource_tracker" not in words(one)), None)

    def start_process(self, command: services.Command) -> subprocess.Popen[bytes]:
        """Start one of its commands; it ends with this process at the latest."""
        return services.begin(command, self.log, cwd=ROOT, env=self.environment)


class Embedded(Deployment):
    """`./run` on SQLite."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, {})
        self._run: subprocess.Popen[bytes] | None = None

    def tops(self) -> list[int]:
        return children(self._run.pid) if self._run else []

    @contextmanager
    def running(self) -> Iterator[Embedded]:
        """It runs while the block does."""
        begin_migrated(self.data)
        self.make_club()
        address = ["--port", str(self.port), "--host", "127.0.0.1"]
        self._run = self.start_process([sys.executable, str(ROOT / "run"), *address])
        try:
            self.wait()
            wait_for(lambda: bool(self.pid(WORKER)), lambda: "the worker", START_SECONDS)
            yield self
        finally:
            started = [*self.tops(), self._run.pid]
            self._run.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._run.wait(STOP_SECONDS)
            for process in started:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process, signal.SIGKILL)
            self._run.wait()


class Federation(Deployment):
    """The README's commands on PostgreSQL and Redis, each started again when it ends, as a service manager does."""

    def __init__(self, folder: Path, database_url: str, redis_url: str) -> None:
        settings = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": "of-the-faults-" * 5,
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
        }
        super().__init__(folder, settings)
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        self._commands = [
            [*supervisor.WEB, "--workers", "2", *address, supervisor.APPLICATION],
            supervisor.WORKER,
            ["-m", "celery", "-q", "-A", "config", "beat", "-s", str(self.data / "beat")],
        ]
        self._processes: list[subprocess.Popen[bytes]] = []
        self._ending = threading.Event()

    def tops(self) -> list[int]:
        return [process.pid for process in self._processes]

    @contextmanager
    def running(self) -> Iterator[Federation]:
        """It runs while the block does, on the database that `make_club` has filled."""
        if not services.copy_static(self.data):
            self.python("manage.py", "collectstatic", "--no-input", "-v", "0")
        self._processes = [self.start_process([sys.executable, *command]) for command in self._commands]
        keeper = threading.Thread(target=self._keep)
        keeper.start()
        try:
            self.wait()
            yield self
        finally:
            self._ending.set()
            keeper.join()
            for process in self._processes:
                process.terminate()
            for process in self._processes:
                self._see_it_gone(process)

    def _keep(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            for place, process in enumerate(self._processes):
                if process.poll() is not None:
                    self._see_it_gone(process)
                    self._processes[place] = self.start_process([sys.executable, *self._commands[place]])

    def _see_it_gone(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Cluster:
    """A PostgreSQL that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        folder.chmod(0o711)
        self.port = services.free_port()
        self.url = services.make_cluster(folder, self.port)
        self._running = ExitStack()

    def start(self) -> None:
        """Start it, after a crash too: PostgreSQL then plays its log first, and refuses while old children end."""
        wait_for(self._started, lambda: (self.folder / "log").read_text()[-2000:], START_SECONDS)

    def _started(self) -> bool:
        try:
            self._running.enter_context(services.cluster(self.folder, self.port))
        except SystemExit:
            return False
        return True

    def create_database(self) -> None:
        services.create_database(self.folder, self.port)

    def kill(self) -> None:
        """Kill the server itself, as nobody can prevent; what it started ends by itself."""
        process = int((self.folder / "cluster" / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGKILL)
        self._running.close()

    def stop(self) -> None:
        self._running.close()


class Broker:
    """A Redis of its own, always on the same port, empty whenever it starts: it keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = services.free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._running = ExitStack()

    def start(self) -> None:
        self._running.enter_context(services.redis(self.folder, port=self.port))

    def stop(self) -> None:
        self._running.close()

    @contextmanager
    def struck_dumb(self) -> Iterator[None]:
        """It takes connections and answers nobody while the block runs."""
        with redis.Redis.from_url(self.url) as asked:
            process = asked.info()["process_id"]
        os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(process, signal.SIGCONT)


def until(true: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
