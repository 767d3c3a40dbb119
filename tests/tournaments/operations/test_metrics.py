"""What Prometheus is told, and who may read it; figures of several processes in one page: faults/test_kills.py."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import Club
from tournaments.operations import metrics
from tournaments.work.models import Heartbeat, Job
from tournaments.work.outbox import beat

TOKEN = "a-token-of-the-tests"


@pytest.mark.parametrize(
    ("wanted", "shown", "status"),
    [
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, "Bearer another", 404),
        (TOKEN, "", 404),
        ("", "Bearer ", 404),
    ],
)
@pytest.mark.django_db
def test_figures_are_for_whoever_shows_the_token_of_the_settings(
    wanted: str, shown: str, status: int, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = wanted
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    assert Client().get("/metrics", headers={"Authorization": shown}).status_code == status


@pytest.mark.django_db
def test_jobs_are_counted_by_topic_with_the_age_of_the_oldest(club: Club) -> None:
    evening = AnEvening.made(club, 8, at=timezone.now()).bring_to("bell").evening
    Job.objects.all().delete()
    at = timezone.now()
    for minutes in (1, 5):
        Job.objects.create(
            topic="standings",
            subject="evening",
            subject_key=evening.pk,
            made_at=at - timedelta(minutes=minutes),
            due_at=at,
        )
    beat(Heartbeat.BACKUP, at=at - timedelta(hours=2))
    figures = {
        (sample.name, *sample.labels.values()): sample.value
        for family in metrics.Work(at).collect()
        for sample in family.samples
    }
    assert figures == {
        ("head_table_jobs", "standings", "waiting"): 2,
        ("head_table_oldest_job_seconds", "standings", "waiting"): 300,
        ("head_table_seen_seconds", "backup"): 7200,
    }
