"""The Celery application: `celery -A config worker` and `celery -A config beat`."""

import logging
import os
import signal
from threading import Thread
from typing import Any, Final

from celery import Celery
from celery.beat import PersistentScheduler, Service
from celery.bootsteps import StartStopStep
from click import Option
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["filesystem"] = "config.files:Transport"
LONGEST_SLEEP: Final = 1
"""Seconds after which a thread of beat notices that it is to stop."""


class Scheduler(PersistentScheduler):
    """Sleeps until the next task is due: Celery's own wakes 10 ms before, and asks the clock all that time."""

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        return super().adjust(n, drift)


class BeatThread(StartStopStep):
    """Beat as a thread of the worker, where `--beat-thread FILE` asks for it: a process less on a club's machine.

    Where beat fails the worker ends, so that whoever starts that again starts both.
    """

    def __init__(self, worker: Any, *, beat_thread: str = "", **options: Any) -> None:
        self.enabled = bool(beat_thread)
        self._service = Service(
            worker.app, max_interval=LONGEST_SLEEP, schedule_filename=beat_thread, scheduler_cls=Scheduler
        )
        super().__init__(worker, **options)

    def start(self, worker: Any) -> None:
        Thread(target=self._beat, name="beat", daemon=True).start()

    def stop(self, worker: Any) -> None:
        self._service.stop()

    def _beat(self) -> None:
        try:
            self._service.start()
        except Exception:
            logging.getLogger(__name__).exception("Beat has failed; the worker ends with it.")
            os.kill(os.getpid(), signal.SIGTERM)


app = Celery("head_table")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.user_options["worker"].add(Option(("--beat-thread",), default="", help="Beat in the worker; its file."))
app.steps["worker"].add(BeatThread)
