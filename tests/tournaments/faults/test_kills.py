"""Any process of `./run` is killed: pages and next seats come again by themselves, and nothing old goes on.

`KILLS` in the environment says how often each process is killed; one time by default.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests import services
from tests.migrated import begin_migrated
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.faults.backed_up_club import finished
from tests.tournaments.faults.running import PROCESSES, Running
from tests.tournaments.faults.servers import database_url
from tests.tournaments.faults.test_embedded import embedded_club
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.publishing import publish
from tournaments.work.models import Job

pytestmark = pytest.mark.services
KILLS = int(os.environ.get("KILLS", "1"))
TOKEN = "of-the-figures"
SEATS_WITHIN = 60
"""Seconds; of a machine that does much else."""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A club on the embedded default, with everything running."""
    data = tmp_path_factory.mktemp("club")
    begin_migrated(data)
    finished(embedded_club("make", data=data))
    running = Running(data, services.free_port())
    yield running
    running.stop()


def closing(running: Running, name: str) -> subprocess.Popen[str]:
    """A process that is about to close a round of a new evening."""
    process = embedded_club(f"seats:{name}", data=running.data)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "closed\n"


@pytest.mark.parametrize("name", PROCESSES)
def test_whichever_process_is_killed_pages_and_seats_come_again_by_themselves(
    embedded: Running, name: str
) -> None:
    for count in range(KILLS):
        embedded.until(embedded.complete)
        room = closing(embedded, f"{name} {count}")
        killed = embedded.kill(name)
        go(room)
        took, status, broken = finished(room)
        assert (status, broken) == ("drafted", [])
        assert took < SEATS_WITHIN
        embedded.until(embedded.complete)
        assert killed not in [pid for pids in embedded.processes().values() for pid in pids]
    assert "it starts again in" not in embedded.log.read_text(), "nobody has to wait longer each time"


def test_the_next_seats_come_although_the_worker_is_killed_when_it_has_taken_them_in_hand(
    embedded: Running,
) -> None:
    for count in range(KILLS):
        embedded.until(embedded.complete)
        room = closing(embedded, f"in hand {count}")
        embedded.until(embedded.complete)
        worker = embedded.processes()["worker"][0]
        go(room)
        os.kill(worker, signal.SIGKILL)
        took, status, broken = finished(room)
        assert (status, broken) == ("drafted", [])
        assert took < SEATS_WITHIN


def test_what_answers_does_not_outlive_the_server_that_started_it(embedded: Running) -> None:
    embedded.until(embedded.complete)
    orphan = embedded.processes()["web worker"][0]
    embedded.kill("web server")
    embedded.until(lambda: not Path("/proc", str(orphan)).exists())


@pytest.fixture
def served(club: Club, tmp_path: Path, settings: Any) -> Iterator[Running]:
    """The same for many: PostgreSQL, Redis, two processes that answer."""
    broker = tmp_path / "redis"
    broker.mkdir()
    with services.redis(broker) as redis_url:
        running = Running(
            tmp_path,
            services.free_port(),
            workers=2,
            DATABASE_URL=database_url(),
            REDIS_URL=redis_url,
            SECRET_KEY=settings.SECRET_KEY,
            METRICS_TOKEN=TOKEN,
        )
        yield running
        running.stop()


@pytest.mark.django_db(transaction=True)
def test_on_postgresql_one_of_two_that_answer_is_killed_and_comes_back_beside_the_other(
    served: Running, club: Club
) -> None:
    served.until(served.complete)
    for count, name in enumerate(["web worker", "worker"] * KILLS):
        at = timezone.now() - timedelta(hours=1)
        evening = AnEvening.made(club, 12, at=at, name=f"{name} {count}").bring_to("bell")
        evening.at = timezone.now()
        server = served.processes()["web server"]
        served.kill(name)
        evening.act(acts.Close())
        assert served.until(all_done(evening)) < SEATS_WITHIN
        served.until(served.complete)
        assert served.processes()["web server"] == server, "the other process that answers lived on"
        assert publish.check_rows(evening.read()) == []
    assert "it starts again in" not in served.log.read_text()
    asked = Request(f"http://127.0.0.1:{served.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    page = urlopen(asked).read().decode()  # noqa: S310
    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }
    assert figures["head_table_answers_total", "web:healthz", "200"] > 1
    assert figures["head_table_open_streams",] == 0
    assert figures["head_table_seen_seconds", "sweep"] < 60
    of_processes = {file.stem.rpartition("_")[2] for file in (served.data / "metrics").iterdir()}
    assert len(of_processes) == 2, "of those that answer, and of none that was killed"


def all_done(evening: AnEvening) -> Callable[[], bool]:
    return lambda: not evening.evening.jobs.exclude(outcome=Job.Outcome.DONE).exists()
