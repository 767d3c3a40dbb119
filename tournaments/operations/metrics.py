"""Figures for Prometheus at `/metrics`, for whoever shows METRICS_TOKEN: of every process that answers, in one page.

Each process writes its own into files below the data folder; whichever is asked reads them all. Nothing is measured
where the setting is empty.
"""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Final

from django.conf import settings
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournaments.live.hub import Hub
from tournaments.site.web.pages import now
from tournaments.work.models import Heartbeat, Job

ANSWERS: Final = Counter(
    "head_table_answers", "Requests answered, by the name of the address.", ("address", "status")
)
SECONDS: Final = Histogram(
    "head_table_answer_seconds",
    "From a request to its answer.",
    ("address",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
STREAMS: Final = Gauge("head_table_open_streams", "Pages that listen for news.", multiprocess_mode="livesum")
LAG: Final = Gauge(
    "head_table_news_lag_seconds",
    "Since news were last looked for, where pages listen.",
    multiprocess_mode="livemax",
)
EVERY_SECONDS: Final = 5
UNKNOWN: Final = "unknown"
"""The name of every address that there is not, and of requests that are refused before theirs is looked up."""


class Measured:
    """Middleware that counts and times what is answered; a table's hands are `v1:hands` and `web:table-enter`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        answer = self.get_response(request)
        match = request.resolver_match
        address = match.view_name if match else UNKNOWN
        ANSWERS.labels(address, answer.status_code).inc()
        SECONDS.labels(address).observe(time.perf_counter() - began)
        return answer


class Work(Collector):
    """What the database knows: jobs, and how long ago the sweep and the last backup were."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def collect(self) -> Iterator[Metric]:
        """Two statements."""
        which = ("topic", "state")
        count = GaugeMetricFamily("head_table_jobs", "Jobs that wait, or wait for a person.", labels=which)
        age = GaugeMetricFamily("head_table_oldest_job_seconds", "The age of the oldest.", labels=which)
        jobs = Job.objects.unfinished().order_by().values_list("topic", "outcome")
        for topic, state, number, made_at in jobs.annotate(Count("pk"), Min("made_at")):
            count.add_metric((topic, state), number)
            age.add_metric((topic, state), (self.at - made_at).total_seconds())
        silence = GaugeMetricFamily(
            "head_table_seen_seconds", "How long ago it was seen to work.", labels=("what",)
        )
        for name, last in Heartbeat.objects.exclude(name=Heartbeat.WRITE).values_list("name", "at"):
            silence.add_metric((name,), (self.at - last).total_seconds())
        yield from (count, age, silence)


def metrics(request: HttpRequest) -> HttpResponse:
    """Every figure in Prometheus' own format. Raises Http404 where the token is not shown, or there is none."""
    header, right = request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not hmac.compare_digest(header.encode(), right.encode()):
        raise Http404
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Work(now()))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def begin(hub: Hub) -> None:
    """Measure the streams of this process from now on; figures of processes that have ended are thrown away.

    Prometheus takes a sum that falls for a new beginning.
    """
    for file in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob("*.db"):
        if not _runs(int(file.stem.rpartition("_")[2])):
            file.unlink(missing_ok=True)
    Thread(target=_measure, args=(hub,), name="figures", daemon=True).start()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as refused:
        return isinstance(refused, PermissionError)
    return True


def _measure(hub: Hub) -> None:
    while True:
        STREAMS.set(len(hub))
        LAG.set(hub.lag())
        time.sleep(EVERY_SECONDS)
