"""A server that is to stop is left by its clients before it does: the real one, with a stream and a slow sender."""

import http.client
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from config.supervisor import answers
from tests.browser.house import wait_for
from tests.migrated import begin_migrated
from tests.services import free_port
from tests.tournaments.faults.backed_up_club import environment
from tests.tournaments.faults.running import ROOT

pytestmark = pytest.mark.services
DRAIN_SECONDS = 4
LATE = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\nConnection: close\r\n\r\n01234"
Server = tuple[subprocess.Popen[bytes], int, str]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A web server by itself with two workers, its port, and the address of the stream of an evening in play."""
    begin_migrated(tmp_path)
    told, port = environment(tmp_path, ALLOWED_HOSTS="127.0.0.1"), free_port()
    subprocess.run([sys.executable, "manage.py", "make_demo"], cwd=ROOT, env=told, check=True, timeout=300)
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as rows:
        query = "SELECT c.slug, e.slug FROM tournaments_evening e JOIN tournaments_club c ON c.id = e.club_id"
        club, evening = rows.execute(f"{query} WHERE e.status = 'playing'").fetchone()
    command = [sys.executable, "config/supervisor.py", "web", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", "2", "--data", str(tmp_path), "--drain", str(DRAIN_SECONDS)]
    process = subprocess.Popen(command, cwd=ROOT, env=told)
    wait_for(lambda: answers("127.0.0.1", port), lambda: "a page")
    yield process, port, f"/c/{club}/{evening}/live"
    process.kill()
    process.wait()


def ask(port: int, path: str) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def test_it_says_that_it_is_about_to_stop_and_ends_what_is_under_way_first(server: Server) -> None:
    process, port, stream = server
    with (
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as listening,
        closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as sending,
    ):
        listening.request("GET", stream)
        hints = listening.getresponse()
        assert b"retry" in hints.readline()
        sending.sendall(LATE)
        began = time.monotonic()
        process.terminate()
        wait_for(lambda: ask(port, "/readyz")[0] == 503, lambda: "that it stops")
        assert "about to stop" in ask(port, "/readyz")[1]
        assert ask(port, "/healthz")[0] == ask(port, stream.replace("/live", "/version"))[0] == 200, (
            "whoever still comes is answered"
        )
        assert process.poll() is None
        sending.sendall(b"56789")
        assert re.match(rb"HTTP/1.1 \d+ ", sending.recv(4096))
        assert hints.read().endswith(b"\n\n"), "the stream ends whole"
        assert process.wait(30) == 0
        assert time.monotonic() - began >= DRAIN_SECONDS
    assert not answers("127.0.0.1", port)
