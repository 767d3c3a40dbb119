"""Rehearsals that directors have asked for: what was rehearsed, how far it has got, and the report."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models.evenings import Evening
from tournaments.work.models import Subject


class Rehearsal(Subject):
    """One rehearsal of an evening's plan. Nothing of the evening follows from it.

    `brief` is rehearsal.services.Brief as data, `progress` how far it has got (round, of, hands), `report`
    rehearsal.report as data, `trouble` why there is none, and `heard_at` the last sign of life.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Trouble(models.TextChoices):
        REFUSED = "refused", _("refused")
        BROKEN = "broken", _("broken off")
        TOO_LONG = "too_long", _("took too long")
        INTERRUPTED = "interrupted", _("interrupted")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rehearsals")
    brief = models.JSONField(_("brief"))
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.WAITING)
    progress = models.JSONField(_("progress"), default=dict)
    report = models.JSONField(_("report"), null=True)
    trouble = models.CharField(_("trouble"), max_length=12, choices=Trouble.choices, blank=True)
    remark = models.CharField(_("remark"), max_length=300, blank=True)
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))
    heard_at = models.DateTimeField(_("heard of at"))
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening"],
                condition=Q(stage__in=["waiting", "playing"]),
                name="one_open_rehearsal_per_evening",
            ),
            models.CheckConstraint(
                condition=~Q(stage="done") | Q(report__isnull=False), name="what_is_rehearsed_is_reported"
            ),
        ]
