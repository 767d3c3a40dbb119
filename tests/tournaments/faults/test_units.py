"""The lines of the units in docs/deploying/ are run as they stand there, with other folders and another port."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config import supervisor
from tests import services
from tests.browser.house import wait_for
from tests.run.test_deploying import HERE, lines
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.faults.backed_up_club import environment
from tests.tournaments.faults.running import ROOT
from tests.tournaments.faults.servers import all_done, database_url
from tournaments.club.models import Club

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
STATE = "/var/lib/head-table"


class Machine:
    """Where the units run: a state folder, a port, and the settings of /etc/head-table.env."""

    def __init__(self, state: Path, settings: dict[str, str]) -> None:
        self.state, self.port = state, services.free_port()
        self.environment = environment(state, ALLOWED_HOSTS="127.0.0.1", **settings)

    def command(self, line: str) -> list[str]:
        """A line of a unit as this machine runs it."""
        for written, here in (
            (f"{HERE}/.venv/bin/python", sys.executable),
            (HERE, str(ROOT)),
            (STATE, str(self.state)),
            ("--port 8000", f"--port {self.port}"),
            ("%i", "1"),
        ):
            line = line.replace(written, here)
        return shlex.split(line)

    def answers(self) -> bool:
        return supervisor.answers("127.0.0.1", self.port)

    def once(self, unit: str, key: str) -> None:
        for line in lines(unit, key):
            subprocess.run(self.command(line), cwd=ROOT, env=self.environment, check=True, timeout=300)

    @contextmanager
    def started(self, unit: str) -> Iterator[subprocess.Popen[bytes]]:
        """The unit runs while the block does, and stops when it is asked to."""
        self.once(unit, "ExecStartPre")
        (line,) = lines(unit, "ExecStart")
        process = subprocess.Popen(self.command(line), cwd=ROOT, env=self.environment)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(60)


def test_web_worker_and_beat_answer_and_work_and_are_backed_up(
    club: Club, tmp_path: Path, settings: Any
) -> None:
    state, broker = tmp_path / "state", tmp_path / "redis"
    (state / "backups").mkdir(parents=True)
    broker.mkdir()
    with services.redis(broker) as redis_url, ExitStack() as running:
        told = {"DATABASE_URL": database_url(), "REDIS_URL": redis_url, "SECRET_KEY": settings.SECRET_KEY}
        machine = Machine(state, told)
        units = ("head-table-web.service", "head-table-worker@.service", "head-table-beat.service")
        processes = [running.enter_context(machine.started(unit)) for unit in units]
        wait_for(machine.answers, lambda: "a page")
        evening = AnEvening.made(club, 12, at=timezone.now() - timedelta(hours=1)).bring_to("settled")
        wait_for(all_done, lambda: "its work")
        assert evening.read().status == "drafted"
        machine.once("head-table-backup.service", "ExecStart")
        machine.once("head-table-backup.service", "ExecStartPost")
        assert [process.poll() for process in processes] == [None] * 3
    assert len(list((state / "backups").glob("*.backup"))) == 1


def test_one_unit_is_enough_for_one_machine(tmp_path: Path) -> None:
    (tmp_path / ".demo").touch()
    machine = Machine(tmp_path, {})
    with machine.started("head-table.service") as process:
        wait_for(machine.answers, lambda: "a page")
    assert process.returncode == 0
    assert not machine.answers()
