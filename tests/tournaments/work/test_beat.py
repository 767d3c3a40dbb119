"""Beat as a thread of the worker: it looks when something is due, and does not die unseen."""

import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config.celery import BeatThread, Scheduler, app

SOON = 0.3


def test_the_clock_sleeps_until_the_next_task_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf.beat_schedule["sweep"], "schedule", SOON)
    clock = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"), max_interval=1)
    sent: list[str] = []
    monkeypatch.setattr(clock, "apply_entry", lambda entry, **_: sent.append(entry.task))
    looks = 0
    while len(sent) < 3:
        looks += 1
        time.sleep(max(clock.tick(), 0))
    assert sent == ["tournaments.sweep"] * 3
    assert looks <= 3 * 3, (
        "once when it is due, once for the time until then, once more where a sleep was short"
    )
    clock.close()


def test_a_worker_whose_beat_fails_ends_so_that_both_are_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Any] = []
    monkeypatch.setattr(os, "kill", lambda *what: ended.append(what))
    worker = SimpleNamespace(app=app)
    step = BeatThread(worker, beat_thread=str(tmp_path / "nowhere" / "beat"))
    step._beat()  # its folder is not there
    assert ended == [(os.getpid(), signal.SIGTERM)]
    assert not BeatThread(worker).enabled, "where nobody asks for it, it is a process of its own"
