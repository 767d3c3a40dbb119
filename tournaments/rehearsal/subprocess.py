"""The outside of a rehearsal: a process of its own is started, listened to, and ended where it takes too long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from threading import Timer
from typing import IO, Any

from django.conf import settings

from scoring.derivation import Sentence
from scoring.faults import Fault, Faults
from tournaments.rehearsal.scenario import Brief
from tournaments.work.remarks import LONGEST_FAILURE

DATABASE_URL = "sqlite://:memory:"
LONGEST = timedelta(minutes=2)
COMMAND = ("rehearse", "--scratch")
Progress = dict[str, int]


class Broken(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """The process came to no end: it took too `long`, or broke off with these last words."""

    def __init__(self, words: str, *, long: bool = False) -> None:
        self.long = long
        super().__init__(words)


def perform(
    brief: Brief, tell: Callable[[Progress], object], *, limit: timedelta = LONGEST
) -> dict[str, Any]:
    """Rehearse in a process of its own, and return the report as data.

    Nothing of it touches the club's database, whatever that is, and nothing stays when either process is killed.

    Arguments:
        tell: is called with each progress; what it raises ends the rehearsal.

    Raises:
        Faults: the brief is refused.
        Broken: there is no report.
    """
    with tempfile.TemporaryFile() as words:
        process = _start(words)
        too_long = Timer(limit.total_seconds(), process.kill)
        too_long.daemon = True
        too_long.start()
        try:
            last = _listen(process, brief, tell)
        finally:
            was_too_long = too_long.finished.is_set()
            too_long.cancel()
            process.kill()
            process.wait()
        if last is None:
            raise Broken(_last_line(words), long=was_too_long)
    return last


def _start(words: IO[bytes]) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "DATABASE_URL": DATABASE_URL,
        "WEB_DATABASE_URL": "",
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_LEVEL": "CRITICAL",
    }
    return subprocess.Popen(  # noqa: S603 - our own program, and nothing that anybody entered
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *COMMAND],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=words,
    )


def _listen(
    process: subprocess.Popen[bytes], brief: Brief, tell: Callable[[Progress], object]
) -> dict[str, Any] | None:
    """Hand the brief over and hear the process out; its report, or None where it broke off."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a rehearsal is started with pipes")
    try:
        with process.stdin as given:
            given.write(brief.model_dump_json().encode())
    except BrokenPipeError:
        return None
    with process.stdout as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                return None
            told = json.loads(line)
            if "progress" in told:
                tell(told["progress"])
            elif "refused" in told:
                raise Faults(
                    Fault(
                        found["field"], found["code"], Sentence("%(message)s", {"message": found["message"]})
                    )
                    for found in told["refused"]
                )
            else:
                report: dict[str, Any] = told["report"]
                return report
    return None


def _last_line(words: IO[bytes]) -> str:
    words.seek(0)
    lines = words.read().decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")[:LONGEST_FAILURE]
