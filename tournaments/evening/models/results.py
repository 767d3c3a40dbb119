"""Results as rows: the standings, and each publication as it went out."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models.evenings import Evening, Ticket


class Standing(models.Model):
    """One line of an evening's standings; half games are kept as whole numbers (`won_halves`)."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="standings")
    ticket = models.OneToOneField(Ticket, on_delete=models.CASCADE, related_name="standing")
    place = models.PositiveSmallIntegerField(_("place"))
    played = models.PositiveSmallIntegerField(_("games played"))
    won_halves = models.PositiveSmallIntegerField(_("half games won"))
    points_for = models.IntegerField(_("points for"))
    points_difference = models.IntegerField(_("points difference"))
    head_table_wins = models.PositiveSmallIntegerField(_("games won at the head table"))
    bells_rung = models.PositiveSmallIntegerField(_("bells rung"))
    decided_by = models.CharField(_("decided by"), max_length=20, blank=True)
    game_points = models.IntegerField(_("game points"), null=True, blank=True)
    sat_out = models.PositiveSmallIntegerField(_("rounds sat out"), default=0)
    explanation = models.JSONField(_("why below the line above"), null=True, blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["evening", "place", "ticket__number"]

    def __str__(self) -> str:
        return f"{self.place}"


class Publication(models.Model):
    """The evening as published: the whole archive as text, and the ledger head it stands on.

    Long after a later one took its place the text is emptied, and `archive_hash` is the SHA-256 of what it was.
    """

    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, related_name="publications", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("number"))
    archive = models.TextField(_("archive"))
    archive_hash = models.CharField(_("hash of the archive"), max_length=64, blank=True, default="")
    ledger_head = models.CharField(_("ledger head"), max_length=64)
    published_at = models.DateTimeField(_("published at"))

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_publication_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}"
