"""Schedules of evenings whose seats are announced for all rounds, and the work of planning them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models.evenings import Evening
from tournaments.work.models import Subject


class Schedule(models.Model):
    """The schedule that stands: movement.announced.Announced as data. It can be worked out from the ledger.

    `drafted` is what takes its place once the drafted move is announced, where that had to be planned again.
    """

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="schedule")
    announced = models.JSONField(_("announced"), null=True, blank=True)
    drafted = models.JSONField(_("drafted"), null=True, blank=True)

    class Meta:
        verbose_name = _("schedule")
        verbose_name_plural = _("schedules")

    def __str__(self) -> str:
        return f"schedule {self.pk}"


class Planning(Subject):
    """One search for a better schedule, done in slices by workers; it is nothing until the director takes it.

    `task` and `state` are what the planner goes on from, `announced` the best found as data, `cost` its parts,
    `cost_before` those of the schedule that stood, `changed` how many places differ from that.
    """

    class Purpose(models.TextChoices):
        IMPROVE = "improve", _("a better schedule")
        FEWEST = "fewest", _("the fewest changes")
        FAIREST = "fairest", _("the fairest rest")

    class Stage(models.TextChoices):
        SEARCHING = "searching", _("searching")
        READY = "ready", _("ready")
        TAKEN = "taken", _("taken")
        DROPPED = "dropped", _("dropped")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="plannings")
    purpose = models.CharField(_("purpose"), max_length=10, choices=Purpose.choices)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.SEARCHING)
    first = models.PositiveSmallIntegerField(_("first round"))
    task = models.JSONField(_("task"))
    state = models.JSONField(_("state of the search"), null=True)
    announced = models.JSONField(_("best found"), null=True)
    cost = models.JSONField(_("cost"), default=dict)
    cost_before = models.JSONField(_("cost before"), default=dict)
    changed = models.PositiveIntegerField(_("places changed"), default=0)
    moves = models.PositiveBigIntegerField(_("moves tried"), default=0)
    milliseconds = models.PositiveIntegerField(_("time spent in ms"), default=0)
    stop_asked = models.BooleanField(_("to be stopped"), default=False)
    remark = models.CharField(_("remark"), max_length=300, blank=True)
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))

    class Meta:
        verbose_name = _("planning")
        verbose_name_plural = _("plannings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "purpose"],
                condition=Q(stage__in=["searching", "ready"]),
                name="one_open_planning_per_purpose",
            ),
            models.CheckConstraint(
                condition=~Q(stage__in=["ready", "taken"]) | Q(announced__isnull=False),
                name="what_is_ready_has_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"planning {self.pk}"
