"""Keeps Head Table's processes running: the web server, and the worker with beat, the clock that wakes it.

Of a server whose parts are started by themselves it keeps the web server alone, and becomes worker or beat.

`./run` becomes this once everything is set up (standard library only, in the same process, so that whoever
stops one stops the other). What dies is started again at once, and a little later each time if it dies as soon
as it is started. A stop is clean and bounded: all are asked, then ended with everything they started.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST_PAGE_SECONDS = 90
STOP_SECONDS = 10
LONGEST_PAUSE = 30.0
SETTLED_SECONDS = 3  # what lived that long did not die of its own start
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - phones at the tables must reach it

APPLICATION = "config.asgi:application"
# An open stream counts as a request that is being answered: by default the 1,025th would wait for ever.
WEB = ["-m", "granian", "--interface", "asgi", "--backlog", "4096", "--backpressure", "8192"]
WEB += ["--workers-kill-timeout", "2", "--no-ws", "--log-level", "warning", "--respawn-failed-workers"]
# Celery warns whoever is root, as in a container, of messages that could run code; ours are JSON.
WORKER = ["-W", "ignore:You're running the worker", "-m", "celery", "-q", "-A", "config"]
# Django's checks, of addresses and templates too, were made when the database was brought up to date.
WORKER += ["--skip-checks", "worker", "-P", "solo", "-l", "WARNING"]
WORKER += ["--without-gossip", "--without-mingle", "--without-heartbeat", "-Q", "hands-first,slow"]
BEAT = ["-m", "celery", "-q", "-A", "config", "beat", "-l", "WARNING", "--pidfile=", "-s"]
DRAINING = "HEAD_TABLE_DRAINING"
"""The variable that names the file which is there once this copy is about to stop: `/readyz` looks for it."""


def say(message: str) -> None:
    # A full disk, which has the log too, must not end what looks after everything.
    with contextlib.suppress(OSError):
        print(message, file=sys.stderr, flush=True)


def die_with_parent() -> Callable[[], object] | None:
    """On Linux the kernel ends a child whose supervisor was killed; elsewhere its data stays locked."""
    if sys.platform != "linux":
        return None
    prctl, set_parent_death_signal = ctypes.CDLL(None).prctl, 1
    return lambda: prctl(set_parent_death_signal, signal.SIGTERM)


class Child:
    """One process that is started again whenever it stops by itself.

    Args:
        name: what the terminal calls it.
        command: what to run, in the project's folder.
        held: open files it keeps as well: the lock of the data folder lives as long as any child.
    """

    def __init__(self, name: str, command: list[str], held: tuple[int, ...] = ()) -> None:
        self.name = name
        self.command = command
        self.held = held
        self.deaths = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.due = 0.0

    def look_after(self) -> None:
        """Starts the process when it is due; notices that it stopped and says when it starts again."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start(now)
        elif (status := self.process.poll()) is not None:
            self.deaths = 0 if now - self.started > SETTLED_SECONDS else self.deaths + 1
            pause = min(2.0 ** (self.deaths - 2), LONGEST_PAUSE) if self.deaths > 1 else 0
            how = f"signal {-status}" if status < 0 else f"status {status}"
            soon = f"in {pause:.0f} s" if pause else "at once"
            say(f"The {self.name} stopped by itself ({how}); it starts again {soon}.")
            self.kill()
            self.process = None
            self.due = now + pause

    def start(self, now: float) -> None:
        # A session of its own: Ctrl-C then reaches the supervisor alone, and kill() reaches grandchildren.
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=self.held,
            preexec_fn=die_with_parent(),  # noqa: PLW1509 - the supervisor has one thread
        )
        self.started = now

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def kill(self) -> None:
        """Ends the process and everything it started, at once."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def supervise(
    children: list[Child], answers: Callable[[], bool], greet: Callable[[], None], drain_seconds: float = 0
) -> int:
    """Keeps the children running until a signal asks to stop; a second signal does not wait for them.

    Args:
        children: the processes. The first has the machine to itself until it answers: people wait for it.
        answers: whether the first page can be seen.
        greet: called once, when it can.
        drain_seconds: for so long after the signal everything goes on, but for `/readyz`.

    Returns:
        The exit status: 0 after a clean stop, 1 when no page came, 130 when a second signal cut it short.
    """
    asked: list[int] = []
    for request in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(request, lambda number, _frame: asked.append(number))
    last_hope, greeted = time.monotonic() + FIRST_PAGE_SECONDS, False
    while not asked and (greeted or time.monotonic() < last_hope):
        for child in children if greeted else children[:1]:
            child.look_after()
        if not greeted and answers():
            greet()
            greeted = True
        time.sleep(0.1 if greeted else 0.05)
    if not asked:
        say(f"No page came within {FIRST_PAGE_SECONDS} s; the reason stands above.")
    elif drain_seconds:
        drain(drain_seconds, lambda: len(asked) > 1)
    stop(children, lambda: len(asked) > 1)
    if len(asked) > 1:
        return 130
    return 0 if asked else 1


def drain(seconds: float, hurried: Callable[[], bool]) -> None:
    """Lets whoever shares requests out see that none should come any more, while those that come are answered."""
    deadline = time.monotonic() + seconds
    with contextlib.suppress(OSError):
        Path(os.environ[DRAINING]).touch()
    while not hurried() and time.monotonic() < deadline:
        time.sleep(0.05)


def stop(children: list[Child], hurried: Callable[[], bool]) -> None:
    """Asks all children to stop, waits a bounded time, and leaves nothing of them behind."""
    say("\nStopping; this may take a few seconds ...")
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    while any(child.running() for child in children) and not hurried() and time.monotonic() < deadline:
        time.sleep(0.05)
    for child in children:
        child.kill()
    say("Head Table has stopped.")


def answers(host: str, port: int) -> bool:
    """Whether the web server there answers; with a public name's settings it may refuse to talk to us."""
    line = http.client.HTTPConnection(host, port, timeout=3)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status < http.client.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def is_new(host: str, port: int, start: str) -> bool:
    """Whether nobody has set a club up yet: the page at `start`, where that is done, is there then."""
    line = http.client.HTTPConnection(host, port, timeout=3)
    try:
        line.request("GET", start, headers={"Host": f"localhost:{port}"})
        return line.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def network_address() -> str | None:
    """This machine's address on its network: the one it would send from. Nothing is sent."""
    for somewhere in ("192.0.2.1", "192.168.0.1", "10.0.0.1", "10.42.0.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((somewhere, 9))
            address = str(probe.getsockname()[0])
            if not address.startswith("127."):
                return address
    return None


def here_at(host: str, port: int) -> str:
    """The address of the pages for whoever sits at this machine."""
    return f"http://{'localhost' if host in EVERYWHERE else host}:{port}"


def greeting(host: str, port: int, sign_in: str, *, start: str = "") -> str:
    """What the terminal shows once the first page can be seen: every link somebody may want now.

    Args:
        sign_in: a link that signs the director in; "" where the words may be kept by others.
        start: the page on which a club is set up, with its code; "" where that is done.
    """
    here = here_at(host, port)
    links = {"Set up your club": f"{here}{start}"} if start else {}
    links["Home page"] = f"{here}/"
    if sign_in:
        links["Desk, signed in once"] = sign_in
    network = network_address() if host in EVERYWHERE else None
    if network:
        links["Phones on this network"] = f"http://{network}:{port}/"
    links["Wall, on any screen"] = f"http://{network}:{port}/wall/" if network else f"{here}/wall/"
    lines = [f"  {name:<24}{link}" for name, link in links.items()]
    if not sign_in:
        lines.append(f"  {'Desk':<24}what `./run manage sign_in_link` prints")
    return "\n".join(["", "Head Table is running.", "", *lines, "", "Ctrl-C stops it."])


def sign_in_link(address: str) -> Callable[[], str]:
    """Has a link made that signs the director in, while other things start; gives what waits for it.

    Only for a terminal: what is written to a file or a journal is read by others, and later.
    """
    if not sys.stdout.isatty():
        return str
    made = subprocess.Popen(
        [sys.executable, "manage.py", "sign_in_link", "--address", address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )

    def link() -> str:
        return made.communicate()[0].strip()

    return link


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("all", "web", "worker", "beat"))
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--workers", type=int, help="how many processes answer requests")
    parser.add_argument("--data", help="the data folder")
    parser.add_argument("--lock", type=int, help="the open file that locks the data folder")
    parser.add_argument(
        "--drain", type=float, default=0, help="seconds from saying that it stops to stopping"
    )
    given, rest = parser.parse_known_args()
    if given.part == "worker":
        become([*WORKER, *rest])
    if given.part == "beat":
        become([*BEAT, str(Path(given.data) / "beat")])
    mark = Path(given.data) / f"draining-{os.getpid()}"
    mark.unlink(missing_ok=True)
    os.environ[DRAINING] = str(mark)
    try:
        return web_alone(given) if given.part == "web" else everything(given)
    finally:
        mark.unlink(missing_ok=True)


def become(command: list[str]) -> None:
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, *command])


def web_server(given: argparse.Namespace) -> Child:
    address = ["--host", given.host, "--port", str(given.port), "--workers", str(given.workers)]
    held = () if given.lock is None else (given.lock,)
    return Child("web server", [sys.executable, *WEB, *address, APPLICATION], held)


def asked_at(given: argparse.Namespace) -> str:
    return "127.0.0.1" if given.host in EVERYWHERE else given.host


def web_alone(given: argparse.Namespace) -> int:
    return supervise(
        [web_server(given)], lambda: answers(asked_at(given), given.port), lambda: None, given.drain
    )


def everything(given: argparse.Namespace) -> int:
    with_beat = ["--beat-thread", str(Path(given.data) / "beat")]
    network = network_address() if given.host in EVERYWHERE else None
    if network:
        os.environ.setdefault("PHONES_AT", f"http://{network}:{given.port}")
    start = f"/start/{os.environ.setdefault('START_CODE', secrets.token_urlsafe(16))}/"
    children = [web_server(given), Child("worker", [sys.executable, *WORKER, *with_beat], (given.lock,))]
    link = sign_in_link(here_at(given.host, given.port))
    host = asked_at(given)
    return supervise(
        children,
        answers=lambda: answers(host, given.port),
        greet=lambda: print(
            greeting(given.host, given.port, link(), start=start if is_new(host, given.port, start) else ""),
            flush=True,
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
