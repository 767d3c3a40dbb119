"""The outbox: work to do, written in the transaction that causes it. Celery is only woken by hints."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _


class JobQuerySet(models.QuerySet["Job"]):
    def about(self, subject: Subject) -> Self:
        return self.filter(subject=kind_of(subject), subject_key=subject.pk)

    def waiting(self) -> Self:
        return self.filter(outcome=Job.Outcome.WAITING)

    def unfinished(self) -> Self:
        """Jobs still to be done, and those that failed for good and wait for somebody to decide."""
        return self.filter(outcome__in=(Job.Outcome.WAITING, Job.Outcome.FAILED))


class Job(models.Model):
    """One piece of background work, with what became of it.

    `topic` is one of work.outbox, `subject` and `subject_key` say what it is about, `payload` what
    else the topic has to know, `request` by its id the request that caused it. Jobs of one
    `ordering_key` are done one at a time, in the order in which they were enqueued; an empty one
    orders nothing. Enqueuing again for the same `cause` gives the same job. A job done in slices has
    `done` parts of `total`. `remark` is what came of it, as a stored sentence.
    """

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("dropped")

    topic = models.CharField(_("topic"), max_length=20)
    subject = models.CharField(_("about"), max_length=20)
    subject_key = models.PositiveBigIntegerField(_("which"))
    payload = models.JSONField(_("payload"), default=dict)
    ordering_key = models.CharField(_("ordering key"), max_length=80, blank=True)
    cause = models.PositiveBigIntegerField(_("ledger entry that caused it"), null=True, blank=True)
    made_at = models.DateTimeField(_("made at"))
    due_at = models.DateTimeField(_("due at"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    slices = models.PositiveIntegerField(_("slices of work"), default=0)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, default=Outcome.WAITING)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    milliseconds = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)
    remark = models.JSONField(_("remark"), default=dict, blank=True)
    request = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["topic", "subject", "subject_key", "cause"], name="one_job_per_topic_and_cause"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(outcome="waiting"), name="jobs_due"),
            models.Index(fields=["ordering_key"], condition=Q(outcome="waiting"), name="jobs_in_line"),
            models.Index(fields=["subject", "subject_key"], name="jobs_by_subject"),
            models.Index(fields=["done_at"], name="jobs_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.pk}"


class Unnamed(models.Model):
    """The base of what has no name of its own, perhaps a number."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {getattr(self, 'number', self.pk)}"


class Named(models.Model):
    """The base of what is called by its name."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.name)  # type: ignore[attr-defined]  # a column of each


class Subject(Unnamed):
    """Something that background work is about. Its jobs vanish with it."""

    class Meta:
        abstract = True

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        post_delete.connect(_drop_jobs, sender=cls)

    @property
    def jobs(self) -> JobQuerySet:
        return Job.objects.about(self)


def kind_of(subject: Subject | type[Subject]) -> str:
    return str(subject._meta.model_name)


def _drop_jobs(sender: type[Subject], instance: Subject, **_: object) -> None:
    # The database cannot follow a reference to any kind of thing.
    instance.jobs.delete()


class Heartbeat(models.Model):
    SWEEP = "sweep"
    """The sweep: it needs the clock, the broker and the worker."""
    WRITE = "write"
    """Writing to the database, which `/readyz` tries."""
    BACKUP = "backup"
    """A backup that was written whole."""
    RETENTION = "retention"
    """Throwing away what has served its purpose."""

    name = models.CharField(_("name"), max_length=20, unique=True)
    at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
