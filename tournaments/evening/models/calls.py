"""Calls for the director. A call itself is not in the ledger; what follows from it is."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models.evenings import Evening, Table


class DirectorCall(models.Model):
    """A table asks for the director; a table waits once at a time."""

    class Reason(models.TextChoices):
        SCORE = "score", _("a score")
        RULE = "rule", _("a rule")
        SEATS = "seats", _("the seats")
        CARDS = "cards", _("the cards")
        OTHER = "other", _("something else")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    words = models.CharField(_("in your own words"), max_length=120, blank=True)
    by = models.CharField(_("by"), max_length=40)
    called_at = models.DateTimeField(_("called at"))
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.CharField(_("answered by"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at__isnull=True), name="one_open_call_per_table"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["score", "rule", "seats", "cards", "other"]),
                name="a_call_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk}"
