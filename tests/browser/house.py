"""A Head Table of its own: the processes that ./run starts, on a data folder or a database of their own."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

from config import supervisor
from tests.browser import backstage, leaks
from tests.migrated import begin_migrated
from tests.services import TEMPLATE, Command, as_the_web, begin, copy_static, die_with_parent, free_port

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180  # on a machine that does much else; what takes longer never comes
STOP_SECONDS = 20
REDIS_DATABASES = 16
DEMO = "head_table_with_demo"
NOTING = {"DJANGO_SETTINGS_MODULE": "tests.browser.settings"}
"""The setting of a house whose secrets are looked for: it notes what it hashes."""
DISASTERS = ("Traceback (most recent call last)", "Internal Server Error")


def bare_environment() -> dict[str, str]:
    """This process's environment without any setting of a club."""
    documented = {
        line.lstrip("# ").partition("=")[0] for line in (ROOT / ".env.example").read_text().splitlines()
    }
    return {name: value for name, value in os.environ.items() if name not in documented}


def wait_for(true: Callable[[], bool], what: Callable[[], str], seconds: float = START_SECONDS) -> None:
    """Wait until `true()` holds; what takes longer than `seconds` never comes, and `what()` says what."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError(f"Not within {seconds} s: {what()}")
        time.sleep(0.05)


class House:
    """The web server and the worker, as config/supervisor.py starts them.

    Args:
        data: the data folder; the logs lie there too.
        settings: environment variables beside HEAD_TABLE_DATA.

    Attributes:
        url: the address of the web server, without a slash at the end.
        seen: what its visitors saw and sent.
    """

    def __init__(self, data: Path, settings: Mapping[str, str]) -> None:
        self.data = data
        own = {"HEAD_TABLE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.environment = {**bare_environment(), **own, **settings}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.backstage: subprocess.Popen[str] | None = None
        self.seen = leaks.Seen()
        address = ["--host", "127.0.0.1", "--port", str(self.port)]
        self.commands = {
            "web": [*supervisor.WEB, *address, supervisor.APPLICATION],
            "worker": [*supervisor.WORKER, "--beat-thread", str(data / "beat")],
        }

    def manage(self, *arguments: str) -> str:
        """What a command of manage.py writes; it must succeed."""
        return self.call(backstage.manage, *arguments)

    def call(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """What a function gives in a process of the house; it must succeed. All travels as JSON, see backstage.py."""
        if self.backstage is None:
            self.backstage = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.backstage"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=die_with_parent(),  # noqa: PLW1509 - it calls the kernel alone
            )
        assert self.backstage.stdin
        assert self.backstage.stdout
        called = f"{function.__module__}:{function.__qualname__}", arguments, named
        self.backstage.stdin.write(json.dumps(called) + "\n")
        self.backstage.stdin.flush()
        succeeded, told = json.loads(self.backstage.stdout.readline())
        assert succeeded, told
        return cast("T", told)

    def sign_in_link(self) -> str:
        """The address of a link that signs the demo's director in, once, whatever clubs tests have made before."""
        return self.manage("sign_in_link", "--user", "demo-director", "--address", self.url).strip()

    def prepare(self) -> None:
        """Migrate, gather the static files or copy those gathered for the run, make the demo club."""
        if "DATABASE_URL" not in self.environment:
            begin_migrated(self.data)
        self.manage("migrate", "-v", "0")
        self.manage("web_role")
        if not copy_static(self.data):
            self.manage("collectstatic", "--no-input", "-v", "0")
        self.manage("make_demo", "--if-empty")

    def start(self, name: str) -> None:
        command: Command = [sys.executable, *self.commands[name]]
        self.processes[name] = begin(command, self.log(name), cwd=ROOT, env=self.environment)
        if name == "web":
            wait_for(self.answers, lambda: f"a page of {self.url}\n{self.log('web').read_text()}")

    def answers(self) -> bool:
        return supervisor.answers("127.0.0.1", self.port)

    def stop(self, name: str) -> None:
        process = self.processes.pop(name, None)
        if process is None:
            return
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        for name in self.commands:
            self.stop(name)
        if self.backstage is not None:
            self.backstage.communicate()

    def log(self, name: str) -> Path:
        return self.data / f"{name}.log"

    def leaks(self) -> list[str]:
        """Where a secret that it handed out stands in plain text, and what told one; it was started `NOTING`."""
        notes = (self.data / leaks.NOTES).read_text()
        dump = leaks.dumped(self.environment, self.data)
        places = {**leaks.files_in(self.data), **leaks.remembered(self.environment), "the database": dump}
        return self.seen.leaks(leaks.still_hashed(notes, dump), places)

    def disasters(self) -> list[str]:
        """The lines of the logs that tell of an error nobody caught, each with what follows it."""
        found = []
        for name in self.commands:
            lines = self.log(name).read_text(errors="replace").splitlines() if self.log(name).exists() else []
            found += [
                "\n".join([name, *lines[place : place + 40]])
                for place, line in enumerate(lines)
                if any(word in line for word in DISASTERS)
            ]
        return found


@contextmanager
def running_house(data: Path, settings: Mapping[str, str] | None = None) -> Iterator[House]:
    """A house with both processes running while the block runs."""
    house = House(data, settings or {})
    try:
        house.prepare()
        for name in house.commands:
            house.start(name)
        yield house
    finally:
        house.close()


def demo_database(server: psycopg.Connection[Any], database_url: str) -> str:
    """The database that those of houses are copies of: with the demo club, made by whoever first asks for it."""
    named = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(DEMO), sql.Identifier(TEMPLATE))
    server.execute("SELECT pg_advisory_lock(1910)")
    if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DEMO]).fetchone():
        server.execute(named)
        with tempfile.TemporaryDirectory() as data:
            house = House(Path(data), settings_of(database_url, DEMO))
            house.prepare()
            house.close()
    server.execute("SELECT pg_advisory_unlock(1910)")
    return DEMO


def settings_of(database_url: str, name: str) -> dict[str, str]:
    """The settings of a house on that database of the server."""
    url = urlsplit(database_url)._replace(path=f"/{name}").geturl()
    hosts = {"ALLOWED_HOSTS": "127.0.0.1,localhost,club.test"}
    web = {"WEB_DATABASE_URL": as_the_web(url)}
    return {"DATABASE_URL": url, "SECRET_KEY": os.environ["SECRET_KEY"], **web, **hosts}


@contextmanager
def services(name: str, number: int) -> Iterator[dict[str, str]]:
    """The settings of a house on the servers of ./run test-services; none where they are not running.

    Its web server has a role of its own, behind the fence around each club.

    Args:
        name: of the database that is made on that PostgreSQL for the while.
        number: of the database of that Redis, which is emptied.
    """
    database_url, redis_url = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not (database_url.startswith("postgres") and redis_url):
        yield {}
        return
    its_redis = urlsplit(redis_url)._replace(path=f"/{number % REDIS_DATABASES}").geturl()
    redis.Redis.from_url(its_redis).flushdb()
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(database_url, autocommit=True) as server:
        server.execute(drop)
        template = demo_database(server, database_url)
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(copied.format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield settings_of(database_url, name) | {"REDIS_URL": its_redis}
        finally:
            server.execute(drop)
