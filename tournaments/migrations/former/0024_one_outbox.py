"""One outbox for all background work. It takes over what was in the former four: the jobs of evenings, and what waited
of leagues, searches and rehearsals.
"""

import re
from itertools import chain, islice

from django.db import migrations, models

ENGLISH = (
    (re.compile(r"^round (\d+) drafted$"), "job.drafted"),
    (re.compile(r"^(\d+) lines$"), "job.lines"),
    (re.compile(r"^publication (\d+)$"), "job.published"),
)


def remark(text):
    """The code and values of a remark that was kept in English; what is none of these was a failure's own words."""
    if text in ("", "nothing to draft"):
        return {"code": "job.nothing-to-draft"} if text else {}
    for pattern, code in ENGLISH:
        if found := pattern.match(text):
            return {"code": code, "values": {"number": int(found[1])}}
    return {"code": "job.failed", "values": {"error": text}}


def take_over(apps, schema_editor):
    def rows(name, **which):
        return apps.get_model("tournaments", name).objects.filter(**which).order_by("pk").iterator(chunk_size=500)

    job = apps.get_model("tournaments", "Job")
    jobs = chain(
        map(of_an_evening, rows("FormerJob")),
        map(of_a_league, rows("Recomputation", stage__in=("waiting", "failed"))),
        map(of_a_search, rows("Planning", stage="searching")),
        map(of_a_rehearsal, rows("Rehearsal", stage__in=("waiting", "playing"))),
    )
    while batch := [job(**told) for told in islice(jobs, 500)]:
        job.objects.bulk_create(batch)


def of_an_evening(row):
    return {
        "topic": row.kind,
        "subject": "evening",
        "subject_key": row.evening_id,
        "cause": row.cause,
        "made_at": row.made_at,
        "due_at": row.due_at,
        "attempts": row.attempts,
        "outcome": row.outcome,
        "done_at": row.done_at,
        "milliseconds": row.milliseconds,
        "remark": remark(row.remark),
    }


def of_a_league(row):
    if row.season_id:
        about = {"topic": "season", "subject": "season", "subject_key": row.season_id}
        about |= {"ordering_key": f"season {row.season_id}", "payload": {"evening": row.evening_id}}
    else:
        about = {"topic": "ratings", "subject": "club", "subject_key": row.club_id}
        about |= {"ordering_key": f"ratings {row.club_id} {row.game}"}
        about |= {"payload": {"game": row.game, "evening": row.evening_id}}
    return about | {
        "made_at": row.made_at,
        "due_at": row.due_at,
        "attempts": row.attempts,
        "done": row.done,
        "total": row.total,
        "outcome": row.stage,
        "milliseconds": row.milliseconds,
        "remark": remark(row.remark),
    }


def of_a_search(row):
    about = {"topic": "search", "subject": "planning", "subject_key": row.pk, "slices": row.slices}
    return about | {"made_at": row.asked_at, "due_at": row.due_at}


def of_a_rehearsal(row):
    about = {"topic": "rehearse", "subject": "rehearsal", "subject_key": row.pk}
    return about | {"made_at": row.asked_at, "due_at": row.heard_at}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_access_told")]

    operations = [
        migrations.RenameModel("Job", "FormerJob"),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=20, verbose_name="topic")),
                ("subject", models.CharField(max_length=20, verbose_name="about")),
                ("subject_key", models.PositiveBigIntegerField(verbose_name="which")),
                ("payload", models.JSONField(default=dict, verbose_name="payload")),
                ("ordering_key", models.CharField(blank=True, max_length=80, verbose_name="ordering key")),
                (
                    "cause",
                    models.PositiveBigIntegerField(
                        blank=True, null=True, verbose_name="ledger entry that caused it"
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("due_at", models.DateTimeField(verbose_name="due at")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("slices", models.PositiveIntegerField(default=0, verbose_name="slices of work")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="done")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="of")),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("dropped", "dropped"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done at")),
                ("milliseconds", models.PositiveIntegerField(blank=True, null=True, verbose_name="duration in ms")),
                ("remark", models.JSONField(blank=True, default=dict, verbose_name="remark")),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ["pk"],
                "indexes": [
                    models.Index(condition=models.Q(("outcome", "waiting")), fields=["due_at"], name="jobs_due"),
                    models.Index(
                        condition=models.Q(("outcome", "waiting")), fields=["ordering_key"], name="jobs_in_line"
                    ),
                    models.Index(fields=["subject", "subject_key"], name="jobs_by_subject"),
                    models.Index(fields=["done_at"], name="jobs_by_end"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("topic", "subject", "subject_key", "cause"), name="one_job_per_topic_and_cause"
                    )
                ],
            },
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.DeleteModel("FormerJob"),
        migrations.DeleteModel("Recomputation"),
        migrations.RemoveIndex("Planning", "plannings_searching"),
        migrations.RemoveField("Planning", "due_at"),
        migrations.RemoveField("Planning", "slices"),
    ]
