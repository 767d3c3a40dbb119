"""The embedded default, SQLite in a file: people race there too, and processes are killed.

These processes take long to start: for `./run test-services`, though they need no server.
"""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.migrated import begin_migrated
from tests.tournaments.faults.backed_up_club import finished, started

pytestmark = pytest.mark.services
KILLS, ENOUGH, TWICE = 3, 10, 20


def embedded_club(*what: str, data: Path) -> subprocess.Popen[str]:
    return started(
        "-m", "tests.browser.backstage", "tests.tournaments.faults.embedded_club", *what, data=data
    )


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a club whose evening is on: made once, each test has a copy."""
    folder = tmp_path_factory.mktemp("club")
    begin_migrated(folder)
    finished(embedded_club("make", data=folder))
    return folder


@pytest.fixture
def process(club: Path, tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """A starter of processes that work in one data folder."""
    shutil.copytree(club, tmp_path, dirs_exist_ok=True)
    return lambda *what: embedded_club(*what, data=tmp_path)


@pytest.fixture
def says(process: Callable[..., subprocess.Popen[str]]) -> Callable[[str], Any]:
    return lambda what: finished(process(what))


def test_a_race_does_no_harm(says: Callable[[str], Any]) -> None:
    (same, two, ends), answers, kept, broken = says("race")
    assert (same, answers) == ({"done": 20}, 1)
    assert two == {"done": 2}
    assert ends == {"done": 1, "evening.status not-now": 1}
    assert kept == [[1, "counts"], [2, "counts"], [2, "disputes"]]
    assert broken == []


def test_hands_that_are_sent_twice_are_kept_once(says: Callable[[str], Any]) -> None:
    kept, alike, broken = says("twice")
    assert kept == list(range(1, TWICE + 1))
    assert alike == [True] * TWICE
    assert broken == []


def test_the_last_owner_stays_when_two_give_up_at_once(says: Callable[[str], Any]) -> None:
    assert says("owners") == [{" last-owner, done": 10}, 1]


def killed(writer: subprocess.Popen[str]) -> list[str]:
    """What a writer had acknowledged when it was killed, in the middle of whatever it did."""
    assert writer.stdout is not None
    told = [writer.stdout.readline() for _ in range(ENOUGH)]
    writer.kill()
    # What it said last may have been cut short; a phone would not take that for an answer.
    told += [line for line in writer.stdout if line.endswith("\n")]
    writer.communicate()
    return [line.strip() for line in told]


def test_no_hand_that_was_acknowledged_is_lost_with_the_process_that_took_it(
    process: Callable[..., subprocess.Popen[str]], says: Callable[[str], Any]
) -> None:
    acknowledged: list[str] = []
    for _ in range(KILLS):
        writers = [process(f"write:{table}") for table in (1, 2)]
        for writer in writers:
            acknowledged += killed(writer)
    kept, broken = says("look")
    assert len(acknowledged) >= KILLS * 2 * ENOUGH
    assert set(acknowledged) <= set(kept)
    assert len(kept) == len(set(kept)) <= len(acknowledged) + KILLS * 2
    assert broken == []
