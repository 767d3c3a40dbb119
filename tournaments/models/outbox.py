"""The outbox: work to do, written in the transaction that causes it. Celery is only woken by hints."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.evenings import Evening


class Job(models.Model):
    """One piece of background work for an evening, with what became of it."""

    class Kind(models.TextChoices):
        DRAFT_MOVE = "draft_move", _("work out the next seats")
        STANDINGS = "standings", _("recompute the standings")
        PUBLISH = "publish", _("publish the evening")

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="jobs")
    cause = models.PositiveIntegerField(_("ledger entry that caused it"))
    made_at = models.DateTimeField(_("made at"))
    due_at = models.DateTimeField(_("due at"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, default=Outcome.WAITING)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    milliseconds = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)
    remark = models.CharField(_("remark"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "kind", "cause"], name="one_job_per_cause"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(outcome="waiting"), name="jobs_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Heartbeat(models.Model):
    """When something was last seen to work, by its name."""

    SWEEP = "sweep"
    """The sweep: it needs the clock, the broker and the worker."""
    WRITE = "write"
    """Writing to the database, which `/readyz` tries."""

    name = models.CharField(_("name"), max_length=20, unique=True)
    at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
