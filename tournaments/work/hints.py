"""Hints to Celery that a job waits. A lost one is harmless: the sweep finds the job."""

from __future__ import annotations

import logging
import os
from queue import Full, Queue
from threading import Event, Lock, Thread

from celery import current_app
from django.conf import settings

RUN = "tournaments.run"
SWEEP = "tournaments.sweep"
LONGEST_WAIT_SECONDS = 0.5
"""For so long whoever causes work waits for its hint to be sent, and nobody behind a hint that takes longer."""
MOST_HINTS = 100

log = logging.getLogger(__name__)


class _Hints:
    """A thread that tells the broker, so that nobody waits longer than a moment for one that is silent."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[str, int, Event]] = Queue(MOST_HINTS)
        self._thread: Thread | None = None
        self._lock = Lock()

    def send(self, queue: str, key: int) -> None:
        """Send a hint, at once where the broker is quick; one for which there is no room is left to the sweep."""
        sent = Event()
        idle = self._waiting.unfinished_tasks == 0
        try:
            self._waiting.put_nowait((queue, key, sent))
        except Full:
            return
        with self._lock:
            # A process that was forked off has the queue but no thread.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._tell, name="hints", daemon=True)
                self._thread.start()
        if idle:
            sent.wait(LONGEST_WAIT_SECONDS)

    def _tell(self) -> None:
        while True:
            queue, key, sent = self._waiting.get()
            try:
                current_app.send_task(
                    RUN, args=[key], queue=queue, retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY
                )
            except Exception as error:
                log.warning("The broker did not take the hint for job %s (%s); the sweep will.", key, error)
            finally:
                self._waiting.task_done()
                sent.set()


_HINTS = _Hints()


def send(queue: str, job_id: int) -> None:
    """Tell the workers of a queue that a job waits; how long that may take is bounded."""
    _HINTS.send(queue, job_id)


def broker_trouble() -> str:
    """Why the broker cannot be spoken to; empty where it answers. Waits half a second for it."""
    if not settings.REDIS_URL:
        writable = os.access(settings.BROKER_FOLDERS["queue"], os.W_OK)
        return "" if writable else "its folder cannot be written"
    import redis  # a tenth of what it takes to start a command, which needs none

    try:
        asked = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
        with asked:
            asked.ping()
    except (redis.RedisError, OSError) as error:
        return str(error) or type(error).__name__
    return ""
