"""`./run`, the real one: it comes up, holds its data, mends itself, and leaves nothing behind."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervisor import answers
from tests.migrated import begin_migrated
from tests.run.the_script import load
from tests.services import free_port
from tests.tournaments.faults.running import PATIENCE, Running


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Running]:
    begin_migrated(tmp_path)
    running = Running(tmp_path, free_port())
    yield running
    running.stop()


def test_it_comes_up_mends_itself_and_stops_with_nothing_left(copy: Running) -> None:
    copy.until(lambda: "Head Table is running." in copy.log.read_text())
    assert f"http://127.0.0.1:{copy.port}/" in copy.log.read_text()
    assert answers("127.0.0.1", copy.port)
    assert load().occupant(copy.port).startswith("another copy of Head Table")

    second = subprocess.run(copy.command, env=copy.environment, capture_output=True, text=True)
    assert second.returncode == 2
    assert f"process {copy.process.pid} has taken port {copy.port}" in second.stderr

    copy.until(copy.complete)  # the others start once the first page is there
    before = copy.processes()
    (web_server,) = before["web server"]
    os.kill(web_server, signal.SIGKILL)
    copy.until(lambda: "The web server stopped by itself" in copy.log.read_text())
    copy.until(copy.complete)
    after = copy.processes()
    assert [name for name in before if not {*before[name]} & {*after[name]}] == ["web server", "web worker"]

    copy.process.send_signal(signal.SIGINT)
    assert copy.process.wait(PATIENCE) == 0
    assert "Head Table has stopped." in copy.log.read_text()
    assert not answers("127.0.0.1", copy.port)
    os.close(load().own_data(copy.data))  # nobody holds it any more
